/* Small helps of the desk and public pages. Every page works without them. */
(() => {
  const TOAST_MS = 20000;

  // A toast leaves after 20 s, but never while somebody points at it or has the focus in it.
  const ripen = (toast) => {
    if (toast.dataset.ripe) return;
    toast.dataset.ripe = "1";
    setTimeout(function leave() {
      if (toast.matches(":hover, :focus-within")) setTimeout(leave, 2000);
      else toast.remove();
    }, TOAST_MS);
  };

  const step = (button) => {
    const input = button.closest("[data-stepper]").querySelector("input");
    if (button.value === "up") input.stepUp();
    else input.stepDown();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const wake = (part) => {
    for (const button of part.querySelectorAll("[data-stepper] button")) button.hidden = false;
    for (const button of part.querySelectorAll("[data-print]")) button.hidden = false;
  };

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-stepper] button, [data-print]");
    if (target && target.matches("[data-print]")) window.print();
    else if (target) step(target);
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  wake(document);
  document.addEventListener("htmx:afterSettle", (event) => wake(event.target));

  // While an answer is on its way, what asked may have been replaced by another answer (a page that asks by itself): it
  // goes into what stands there now, and what it says beside it is not lost.
  const looked = new WeakSet();
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { target } = event.detail;
    if (!target || !target.id || looked.has(target)) return;
    looked.add(target);
    target.addEventListener("htmx:beforeSwap", (swap) => {
      const now = document.getElementById(target.id);
      if (swap.target !== target || target.isConnected || !now || !swap.detail.shouldSwap) return;
      const { elt } = swap.detail.requestConfig;
      const told = (name) => elt.closest(`[${name}]`)?.getAttribute(name);
      swap.detail.shouldSwap = false;
      const how = { swapStyle: (told("hx-swap") || "innerHTML").split(" ")[0], swapDelay: 0, settleDelay: 20 };
      window.htmx.swap(now, swap.detail.serverResponse, how, { select: told("hx-select") });
    });
  });

  // The list of what is wrong gets the focus, so that it is read out and the links in it are one key away.
  const wrong = document.querySelector("[data-form-errors]");
  if (wrong) wrong.focus();

  const toasts = document.getElementById("toasts");
  if (toasts) {
    const all = () => toasts.querySelectorAll(".toast").forEach(ripen);
    new MutationObserver(all).observe(toasts, { childList: true });
    all();
  }
})();
