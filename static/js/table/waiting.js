/* The table's page: deals that wait on this phone and need more than to be sent. Comes later: nothing of it is needed
   before the server has been reached.

   What may have reached the server under its key is not changed under that key: it is sent as it was, which is the same
   deal once more or its first time, and then corrected or taken back in the revision that the sheet had. A deal that is
   not taken stays here until the server has said that it is on its disk, on the sheet or before the arbiter. */
(() => {
  const app = window.coinche;
  const { words, say, store } = app;
  const { m, number, dealOf, keepDraft, draw, says } = app.page;
  const { take, reached, refused, unreached, again, done } = app.sending;
  const OVER = ["sheet-closed", "table-closed", "table-gone"];
  const AT_ONCE = 20;

  const ask = async (method, path, body) => {
    const answer = await store.ask(method, path, body);
    if (unreached(answer)) {
      m.net = "off";
      again();
    } else reached();
    return answer;
  };

  /** What came back for a deal that is not simply on the sheet now. True when the next one may be sent. */
  app.settle = (item, answer, which) => {
    if (answer.status === 201) return item.undo ? takeBack(item) : correct(item, which);
    if (item.undo && [409, 422].includes(answer.status)) {
      // Not taken now, so never written under this key: there is nothing to take back.
      take((answer.body || {}).state);
      store.drop(item);
      return true;
    }
    return problem(item, answer, which);
  };

  const correct = async (item, which) => {
    const seen = item.seen || m.state.revision;
    store.change(item.key, { seen });
    const answer = await ask("PUT", `deals/${item.position}`, { deal: item.then, seen, sheet: item.sheet });
    if (answer.status === 200) {
      take(answer.body);
      m.tag = answer.tag;
      // Changed again, or taken back, while this was on its way: once more.
      if (JSON.stringify((store.find(item.key) || item).then) !== JSON.stringify(item.then)) {
        store.change(item.key, { seen: 0 });
        return true;
      }
      store.drop(item);
      done({ ...item, deal: item.then }, which, true);
      return true;
    }
    return problem({ ...item, deal: item.then }, answer, which);
  };

  const takeBack = async (item) => {
    const stands = () => item.sheet === m.state.sheet && m.state.entries.length >= item.position;
    const seen = item.seen || m.state.revision;
    store.change(item.key, { seen });
    const answer = stands() ? await ask("POST", "undo", { position: item.position, seen, sheet: item.sheet }) : null;
    if (answer && unreached(answer)) return false;
    if (answer && answer.status === 200) take(answer.body);
    if (answer && answer.status === 409) {
      take(answer.body.state);
      // Taken back the first time, or the sheet went on without it: then it stands, and is seen there.
      if (stands()) m.note = say("still_stands", number(item));
    } else if (answer && answer.status !== 200) return problem(item, answer, number(item));
    store.drop(item);
    return true;
  };

  /** The server was reached and did not take the deal. */
  const problem = async (item, answer, which) => {
    const body = answer.body || {};
    if (unreached(answer)) return false;
    if (answer.status === 422) {
      // Nothing was written under this key: the deal goes back to who wrote it, with what is wrong.
      const kept = store.change(item.key, { deal: item.deal, then: null, tried: false, refused: { error: body.error, field: body.field } });
      m.stuck = `${say("deal_n", which)}: ${body.error}`;
      if (kept && !m.draft && item.sheet === m.state.sheet) m.act.reopenWaiting(kept);
      return false;
    }
    if (answer.status === 409 && OVER.includes(body.code)) {
      take(body.state);
      return handInLate(item.sheet, body.message);
    }
    if (answer.status === 409) {
      take(body.state);
      if (["position-taken", "position-ahead", "sheet-changed", "no-such-deal"].includes(body.code)) return compare(item);
      m.stuck = body.message;
      return false;
    }
    if (!refused(answer)) m.stuck = body.message || words.reload_text;
    return false;
  };

  /** Another deal stands there. The sheet keeps this one beside it, and both phones show both; else only this one does,
      and the deal stays here. */
  const compare = async (item) => {
    const said = () => JSON.stringify(dealOf(store.find(item.key) || item));
    const before = said();
    const deal = JSON.parse(before); // what it was changed into while it waited
    if (!m.state.friends && m.state.entries.length >= item.position && item.sheet === m.state.sheet) {
      const { position, sheet } = item;
      const answer = await ask("POST", "versions", { position, client_key: item.key, deal, sheet });
      if (answer.status === 201) {
        take(answer.body);
        m.tag = answer.tag;
        // Changed again while this was on its way: once more.
        if (said() === before) store.drop(item);
        m.view = "main";
        return true;
      }
      if (unreached(answer)) return false;
      if (answer.status === 409 && OVER.includes(answer.body.code)) {
        take(answer.body.state);
        return handInLate(sheet, answer.body.message);
      }
    }
    await compareHere({ ...item, deal });
    return false;
  };
  const compareHere = async (item) => {
    m.conflict = { item, mineSays: "" };
    m.draft = null;
    keepDraft();
    const asked = await store.ask("POST", "preview", { deal: item.deal, position: item.position });
    if (asked.status === 200 && asked.body.lines.length) m.conflict.mineSays = asked.body.lines[0].text;
  };

  /** The sheet was closed meanwhile: its deals go before the arbiter, so many at once as one request may hold, and each
      leaves this phone once the server has it. */
  const handInLate = async (sheet, message) => {
    const late = store.queue.filter((item) => item.sheet === sheet);
    const typed = late.filter((item) => !item.undo);
    for (let at = 0; at < typed.length; at += AT_ONCE) {
      const part = typed.slice(at, at + AT_ONCE);
      const deals = part.map((item) => ({ client_key: item.key, position: item.position, deal: dealOf(item) }));
      const answer = await ask("POST", "late", { sheet, deals });
      if (answer.status !== 201) return notTaken(answer, message);
      for (const item of part) store.drop(item);
      take(answer.body);
    }
    for (const item of late) store.drop(item);
    m.stuck = "";
    if (typed.length) says(typed.length === 1 ? words.late_one : say("late_many", typed.length));
    return true;
  };

  const notTaken = (answer, message) => {
    if (unreached(answer)) return false;
    const { code, state } = answer.body || {};
    take(state);
    // Opened again meanwhile: the ordinary way.
    if (code === "late-open") {
      again();
      return false;
    }
    if (answer.status === 403 && refused(answer)) return false;
    m.stuck = (answer.status !== 404 && answer.body && answer.body.message) || message;
    return false;
  };

  Object.assign(m.act, {
    /** Another deal in the place of one that waits. */
    changeWaiting(deal) {
      const key = m.draft.waiting;
      const { tried } = store.find(key);
      store.change(key, tried ? { then: deal, undo: false, seen: 0 } : { deal, refused: null });
      m.stuck = "";
      m.draft = null;
      keepDraft();
      says(say("changed_here", number(store.find(key))));
      draw();
      app.sending.pump();
    },
    takeBackWaiting() {
      const item = store.find(m.draft.waiting);
      const which = number(item);
      if (item.tried) store.change(item.key, { undo: true, then: null, seen: 0 });
      else store.drop(item);
      m.stuck = "";
      m.draft = null;
      keepDraft();
      says(say("took_back", which));
      draw();
      app.sending.pump();
    },
  });
})();
