/* The table's page: how it keeps up with the sheet, and how what is kept on this phone reaches it. */
(() => {
  const app = window.coinche;
  const { words, say, store, entry } = app;
  const { m, root, number, nextPosition, draw, drawSync, keepDraft, says } = app.page;
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
    if (m.draft && !m.draft.amend && state.entries.length >= m.draft.position) {
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
    if (answer.status === 403 && answer.body && answer.body.code === "no-access") {
      m.gone = words.no_access;
      return true;
    }
    if (answer.status === 403 || answer.status === 404) {
      m.gone = words.reload_text;
      return true;
    }
    return false;
  };
  const unreached = (answer) => answer.status === 0 || answer.status >= 500 || answer.status === 429;

  const poll = async () => {
    if (document.hidden || m.gone) return;
    const answer = await store.ask("GET", "state", null, m.tag);
    if (unreached(answer)) {
      if (m.net !== "off") {
        m.net = "off";
        refresh();
      }
      return;
    }
    const back = reached();
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

  /** Something changed that was not typed here: never take a question from under a finger. */
  const refresh = () => {
    if (m.busy) return;
    if (m.draft && m.draft.step !== "declarer" && m.state.writable && !m.note) drawSync();
    else if (document.activeElement && ["why", "about"].includes(document.activeElement.id)) drawSync();
    else draw();
  };

  const beat = () => setTimeout(async () => {
    await poll();
    beat();
  }, (root.dataset.screen === "close" ? POLL / 2 : POLL) * (0.75 + Math.random() / 2));

  // Sending what is kept

  let justSent = [];
  /** Send what waits, one after the other, until the queue is empty or the server cannot take one. */
  const pump = async () => {
    if (m.sending || m.conflict || m.gone) return;
    clearTimeout(retryTimer);
    m.sending = true;
    const late = m.net === "off";
    drawSync();
    let moved = !late;
    let stopped = false;
    while (store.queue.length) {
      const item = store.queue[0];
      const answer = await store.send(item);
      if (unreached(answer)) {
        m.net = "off";
        retryTimer = setTimeout(pump, retryAfter);
        retryAfter = Math.min(retryAfter * 1.5, 15000);
        break;
      }
      if (reached()) justSent = [];
      moved = true;
      if (answer.status === 201) {
        const which = number(item);
        store.drop(item);
        take(answer.body);
        m.tag = answer.tag;
        m.stuck = "";
        done(item, which, late);
        continue;
      }
      await problem(item, answer);
      stopped = true;
      break;
    }
    m.sending = false;
    if (stopped) draw();
    else if (moved) refresh();
  };

  const done = (item, which, late) => {
    m.note = "";
    m.fresh.clear();
    const stands = m.state.entries[item.position - 1];
    justSent.push(which);
    if (late && justSent.length > 1) {
      says(say("online_many", justSent.slice(0, -1).join(", "), which));
    } else if (late) {
      says(say("online_one", which));
    } else {
      justSent = [];
      says(item.deal.declarer ? say("saved_deal", which) : words.saved_pass, stands ? () => m.act.reopen(stands) : null);
    }
  };

  /** The server was reached and did not take the deal: it goes back to who wrote it, with what is wrong. */
  const problem = async (item, answer) => {
    const body = answer.body || {};
    if (answer.status === 422) {
      store.drop(item);
      const first = m.state.entries.length >= item.position ? nextPosition() : item.position;
      m.draft = { ...entry.fresh(first), ...entry.fromDeal(item.deal), step: "points", found: { error: body.error, field: body.field } };
      keepDraft();
      return;
    }
    if (answer.status === 409) {
      take(body.state);
      if (body.code === "position-taken" || body.code === "position-ahead") {
        m.conflict = { item, mineSays: "" };
        m.draft = null;
        const asked = await store.ask("POST", "preview", { deal: item.deal, position: item.position });
        if (asked.status === 200 && asked.body.lines.length) m.conflict.mineSays = asked.body.lines[0].text;
        return;
      }
      m.stuck = body.message;
      return;
    }
    if (!refused(answer)) m.stuck = body.message || words.reload_text;
  };

  window.addEventListener("online", poll);
  window.addEventListener("offline", () => {
    m.net = "off";
    refresh();
  });
  document.addEventListener("visibilitychange", poll);

  app.sending = { take, reached, refused, unreached, beat, pump };
})();
