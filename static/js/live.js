/* A page that follows by itself says so when the machine no longer answers, until it answers again. */
(() => {
  const lost = document.querySelector("[data-live-lost]");
  if (!lost) return;
  const show = (isLost) => { if (lost.hidden === isLost) lost.hidden = !isLost; };
  document.addEventListener("htmx:sendError", () => show(true));
  document.addEventListener("htmx:timeout", () => show(true));
  document.addEventListener("htmx:responseError", () => show(true));
  document.addEventListener("htmx:afterOnLoad", () => show(false));
})();
