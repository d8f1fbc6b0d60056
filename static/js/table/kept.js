/* The table's page: what makes it open again without the network. Comes later, and only where there are service workers:
   over https or on localhost. In plain http the open page goes on working, and nothing here is done. */
(() => {
  const app = window.coinche;
  const { say } = app;
  const { m } = app.page;
  const { base, kept: keptAt } = document.body.dataset;
  const MINUTE = 60000;

  /** How old what is shown is, by this phone's clock, which nothing else is told by. */
  const age = () => {
    if (!m.shownAt) return "";
    const minutes = Math.round((Date.now() - m.shownAt) / MINUTE);
    return minutes < 1 ? app.words.just_now : minutes === 1 ? app.words.minute_ago
      : minutes < 120 ? say("minutes_ago", minutes) : say("hours_ago", Math.round(minutes / 60));
  };
  Object.defineProperty(m, "age", { get: age });
  m.shownAt = Number(keptAt) || Date.now();

  const canKeep = "serviceWorker" in navigator && "caches" in window;
  const stateName = `table ${base} state`;
  let putAt = 0;

  const put = async () => {
    if (!canKeep || m.gone) return;
    putAt = Date.now();
    const headers = { "Content-Type": "application/json", "X-Kept-At": String(putAt) };
    try {
      await (await caches.open(stateName)).put(`${base}state`, new Response(JSON.stringify(m.state), { headers }));
    } catch {
      // A phone without room keeps what it had.
    }
  };
  /** The server has just said how the sheet stands, or that nothing changed. */
  app.kept = (changed) => {
    m.shownAt = Date.now();
    if (changed || m.shownAt - putAt > MINUTE) put();
  };

  /** The table is no longer open to this phone: nothing of it stays but what was not sent. */
  app.forget = async () => {
    if (!canKeep) return;
    for (const name of await caches.keys()) if (name.startsWith(`table ${base} `)) caches.delete(name);
  };

  const files = () => {
    const own = (url) => url.origin === location.origin && (url.pathname.startsWith("/static/") || url.pathname === "/table/words" || url.pathname === `${base}rules`);
    const named = [...document.querySelectorAll("link[href], script[src]")].map((one) => one.href || one.src);
    const loaded = performance.getEntriesByType("resource").map((one) => one.name);
    const { words } = document.getElementById("later").dataset;
    const urls = [...named, ...loaded, document.body.dataset.sprite, words].map((one) => new URL(one, location.href)).filter(own);
    return [...new Set(urls.map((url) => url.pathname + url.search))];
  };

  let isKept = false;
  /** Have the page kept, with all that it has loaded. */
  app.keepPage = async () => {
    if (!canKeep || isKept || m.gone) return;
    isKept = true;
    try {
      await navigator.serviceWorker.register(document.getElementById("later").dataset.worker, { scope: "/table/" });
      const { active } = await navigator.serviceWorker.ready;
      active.postMessage({ keep: base, files: files() });
      put();
    } catch {
      isKept = false;
    }
  };
  // The rules of the sheet are the last to come; a phone that knows no modules does not wait for them.
  setTimeout(app.keepPage, 8000);

  if (keptAt) app.sending.poll();
})();
