/* The countdown of a round goes on between two answers of the machine. It begins from what the machine said was left, and
   counts by this device's own seconds: what time the device believes it is does not matter. */
(() => {
  let shown = null, left = 0, begun = 0, said = null;
  const SAID_AT = [10, 5, 1];
  const voice = document.createElement("p");
  voice.className = "sr";
  voice.setAttribute("role", "status");
  document.body.append(voice);

  const text = (seconds) => {
    const all = Math.abs(seconds), two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60;
    return (seconds < 0 ? "−" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(all % 60)}`;
  };
  const tick = () => {
    const at = document.querySelector("[data-left]");
    if (at !== shown) {
      shown = at;
      left = at ? Number(at.dataset.left) : 0;
      begun = performance.now();
    }
    if (!at || !("runs" in at.dataset)) return;
    const now = left - Math.floor((performance.now() - begun) / 1000);
    at.textContent = text(now);
    at.classList.toggle("is-over", now < 0);
    const minute = SAID_AT.find((one) => now <= one * 60 && now > one * 60 - 5);
    if (minute && minute !== said) voice.textContent = at.dataset.say.replace("#", minute);
    said = minute || null;
  };
  setInterval(tick, 1000);
  document.addEventListener("htmx:afterSettle", tick);
  tick();
})();
