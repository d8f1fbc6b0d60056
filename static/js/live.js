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

/* What somebody has opened, typed or scrolled in a part that follows by itself is as it was when a new one takes its
   place: a figure that is being typed must not vanish because a table somewhere has saved a deal. After an act of one's
   own the part is as the server gives it. */
(() => {
  let kept = null;
  document.addEventListener("htmx:beforeSwap", ({ detail: { target, requestConfig } }) => {
    kept = null;
    if (requestConfig.verb !== "get") return;
    const all = (css) => [...target.querySelectorAll(css)];
    kept = {
      open: all("details[id][open]").map((one) => one.id),
      typed: all("input[id]").filter((one) => one.value !== one.defaultValue).map((one) => [one.id, one.value]),
      focus: target.contains(document.activeElement) ? document.activeElement.id : "",
      plan: target.querySelector(".plan")?.scrollTop,
    };
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (!kept) return;
    const { open, typed, focus, plan } = kept;
    const by = (id) => document.getElementById(id);
    kept = null;
    for (const id of open) if (by(id)) by(id).open = true;
    for (const [id, value] of typed) if (by(id)) by(id).value = value;
    if (focus && by(focus) && document.activeElement !== by(focus)) by(focus).focus({ preventScroll: true });
    const now = document.querySelector(".plan");
    if (now && plan) now.scrollTop = plan;
  });
})();
