/* The table's page: how it keeps up with the sheet, and how what is kept on this phone reaches it. */
(() => {
  const app = window.coinche;
  const { words, say, store } = app;
  const { m, root, number, draw, drawSync, refresh, says } = app.page;
  const POLL = 6000;
  let retryTimer = null;
  let retryAfter = 2000;

  // The state of the sheet

  const take = (state) => {
    if (!state) return;
    if (state.sheet !== m.state.sheet) m.draft = null;
    else if (state.revision < m.state.revision) return; // an answer that was overtaken
    for (const one of state.entries) {
      const before = m.state.entries[one.position - 1];
      if (JSON.stringify(before) !== JSON.stringify(one)) m.fresh.add(one.position);
    }
    if (state.writable && state.revision !== m.state.revision) m.stuck = "";
    // Who had agreed did so to other figures.
    const agreed = (of) => Object.values(of.agreement.sides).some(Boolean);
    if (agreed(m.state) && !agreed(state) && state.sheet === m.state.sheet) m.note = words.figures_changed;
    m.state = state;
    if (app.kept) app.kept(true);
    if (m.draft && !m.draft.amend && app.page.standing() >= m.draft.position) {
      const other = state.entries[m.draft.position - 1];
      m.note = say("other_entered", other.counted || other.position);
    }
  };

  const reached = () => {
    const was = m.net;
    m.net = "ok";
    retryAfter = 2000;
    return was !== "ok";
  };

  /** What the server says to who may not come in any more, or asks wrongly. True when it was that. */
  const refused = (answer) => {
    if (![403, 404, 410].includes(answer.status)) return false;
    m.gone = answer.body && answer.body.code === "no-access" ? words.no_access : words.reload_text;
    if (app.forget) app.forget();
    return true;
  };
  const unreached = (answer) => answer.status === 0 || answer.status >= 500 || answer.status === 429;

  const poll = async () => {
    if (document.hidden || m.gone) return;
    const answer = await store.ask("GET", "state", null, m.tag);
    const wasAsking = m.asking;
    m.asking = false;
    if (unreached(answer)) {
      if (m.net !== "off") {
        m.net = "off";
        refresh();
      }
      return;
    }
    const back = reached() || wasAsking;
    if (app.kept) app.kept(false);
    if (answer.status === 200) {
      m.tag = answer.tag;
      take(answer.body);
      refresh();
    } else if (answer.status === 409) {
      m.gone = answer.body.message;
      draw();
    } else if (refused(answer)) draw();
    else if (back) refresh();
    if (store.queue.length && !m.sending && !m.conflict && !m.stuck) pump();
  };

  const beat = () => setTimeout(async () => {
    await poll();
    beat();
  }, (root.dataset.screen === "close" ? POLL / 2 : POLL) * (0.75 + Math.random() / 2));

  // Sending what is kept

  let justSent = [];
  const again = () => {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(pump, retryAfter);
    retryAfter = Math.min(retryAfter * 1.5, 15000);
  };

  /** Send what waits, one after the other, until the queue is empty or the server cannot take one. What is more than
      that, a deal changed after it may have reached the server or one that is not taken, is in waiting.js. */
  const pump = async () => {
    if (m.sending || m.conflict || m.gone || store.held.length) return;
    clearTimeout(retryTimer);
    m.sending = true;
    const late = m.net === "off";
    drawSync();
    let moved = !late;
    let stopped = false;
    try {
      while (store.queue.length && !stopped) {
        const first = store.queue[0];
        const answer = await store.send(first);
        const item = store.find(first.key);
        if (unreached(answer)) {
          m.net = "off";
          again();
          break;
        }
        if (reached()) justSent = [];
        moved = true;
        if (!item) continue;
        const which = number(item);
        if (answer.status === 201) {
          take(answer.body);
          m.tag = answer.tag;
          m.stuck = "";
        }
        if (answer.status === 201 && !item.then && !item.undo) {
          store.drop(item);
          done(item, which, late);
        } else {
          await new Promise(app.whenAllHere);
          stopped = !(await app.settle(item, answer, which));
        }
      }
    } finally {
      m.sending = false;
    }
    if (stopped) draw();
    else if (moved) refresh();
  };

  const done = (item, which, late) => {
    m.note = "";
    m.fresh.clear();
    const stands = item.sheet === m.state.sheet && m.state.entries[item.position - 1];
    // Who is changing it goes on with the deal that stands now.
    if (m.draft && m.draft.waiting === item.key) Object.assign(m.draft, { waiting: "", seen: m.state.revision, counted: which });
    justSent.push(which);
    if (late && justSent.length > 1) {
      says(say("online_many", justSent.slice(0, -1).join(", "), which));
    } else if (late) {
      says(say("online_one", which));
    } else {
      justSent = [];
      says(item.deal.declarer ? say("saved_deal", which) : words.saved_pass, stands ? () => app.whenAllHere(() => m.act.reopen(stands)) : null);
    }
  };

  window.addEventListener("online", poll);
  window.addEventListener("offline", () => {
    m.net = "off";
    refresh();
  });
  document.addEventListener("visibilitychange", poll);

  app.sending = { take, reached, refused, unreached, poll, beat, pump, again, done };
})();
