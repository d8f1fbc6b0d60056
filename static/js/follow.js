/* A public page whose part "follow" moves by itself: it is asked for again while somebody looks at it, and taken over
   where it has changed. The browser asks whether it has changed; one that has not costs a line. */
(() => {
  const SECONDS = 10;
  const part = document.getElementById("follow");
  if (!part) return;
  const lost = document.querySelector("[data-live-lost]");
  let waiting = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, SECONDS * 1000 * (0.9 + Math.random() / 5));
  };
  const look = async () => {
    clearTimeout(waiting);
    if (document.hidden) return;
    try {
      const answer = await fetch(location.pathname, { cache: "no-cache" });
      if (!answer.ok) throw new Error(answer.status);
      const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("follow");
      if (now && now.innerHTML !== part.innerHTML) part.replaceChildren(...now.childNodes);
      lost.hidden = true;
    } catch {
      lost.hidden = false;
    }
    later();
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  later();
})();
