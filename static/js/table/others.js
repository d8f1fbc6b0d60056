/* The table's page: deals of a table that was left before they could be sent. They are sent from here (unsent.js), and as
   long as they are not, each such table has a line on the screens on which nobody is in the middle of a deal. Comes
   later. */
(() => {
  const app = window.coinche;
  const { words, say, h, screens, parts } = app;
  const { m, refresh, says } = app.page;
  const { others, send } = window.unsent;
  const own = document.body.dataset.base;
  const SHOWN_ON = ["dealer", "declarer", "close", "closed", "sheet", "gone"];
  const states = {};
  let left = others(own);
  let running = false;
  let timer = null;
  let pause = 6000;

  const called = ({ place }) => (place ? say("unsent_at", place[0], place[1]) : words.unsent_sheet);

  const line = (one) => {
    const count = one.queue.length;
    const name = called(one);
    const isStuck = states[one.base] === "stuck";
    const text = isStuck ? words.unsent_stuck : states[one.base] === "later" ? words.sent_later : words.sending;
    return parts.warn("phone", count === 1 ? say("unsent_one", name) : say("unsent_many", name, count), text,
      isStuck ? h("p", null, h("a.btn", { href: one.base, "data-k": "unsent" }, words.unsent_see)) : null);
  };

  for (const name of SHOWN_ON) {
    const before = screens[name];
    if (!before) continue;
    screens[name] = (m) => {
      const found = before(m);
      const main = found.find((one) => one && one.tagName === "MAIN");
      if (main) main.prepend(...left.map(line));
      return found;
    };
  }

  const look = () => {
    const had = JSON.stringify(left.map((one) => [one.base, one.queue.length, one.told]));
    left = others(own);
    for (const one of left) one.told = states[one.base];
    if (had !== JSON.stringify(left.map((one) => [one.base, one.queue.length, one.told]))) refresh();
  };

  const tell = (one, { recorded, late }) => {
    if (m.toast && m.toast.fix) return; // a deal that was just written can still be put right there
    if (late) says(say("unsent_late", called(one)));
    else if (recorded) says(say("unsent_sent", called(one)));
  };

  const run = async () => {
    clearTimeout(timer);
    if (running || document.hidden) return;
    running = true;
    try {
      for (const one of others(own)) {
        const tally = await send(one.base);
        states[one.base] = tally.state;
        if (tally.state === "next") tell(one, tally);
        look();
      }
    } finally {
      running = false;
    }
    // What is stuck is tried again when the page is looked at again.
    if (left.some((one) => states[one.base] !== "stuck")) {
      timer = setTimeout(run, pause);
      pause = Math.min(pause * 1.5, 30000);
    }
  };

  window.addEventListener("online", run);
  document.addEventListener("visibilitychange", run);
  window.addEventListener("storage", look);
  app.whenAllHere(() => {
    if (left.length) refresh();
    run();
  });
})();
