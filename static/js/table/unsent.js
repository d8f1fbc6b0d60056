/* Deals of other tables that are still on this phone: their table was left before they could be sent. Used by the table's
   page, which loads it later, and by the page that says that there is no table; it draws nothing.

   Each table's queue (store.js) goes to its own table, whose cookie this browser still has: in its order, each deal under
   its own key, and by the same rules as the table's own page sends it (sending.js, waiting.js). Another tab may do so at
   the same moment, so that the list is read anew after each answer. What needs somebody to look at it stays. */
(() => {
  const KEY = "table:";
  const TIMEOUT = 8000;
  const AT_ONCE = 20;
  const OVER = ["sheet-closed", "table-closed", "table-gone"];
  const [NEXT, LATER, STUCK] = ["next", "later", "stuck"];

  const ask = async (at, method, path, body) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), TIMEOUT);
    const token = (document.cookie.match(/(?:^|; )csrftoken=([^;]*)/) || [])[1] || (document.querySelector("meta[name=csrf]") || {}).content || "";
    try {
      const answer = await fetch(at + path, {
        method, body: JSON.stringify(body), credentials: "same-origin", referrerPolicy: "same-origin", signal: stop.signal,
        headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token },
      });
      const found = await answer.json().catch(() => null);
      return { status: answer.status, body: found || {} };
    } catch {
      return { status: 0, body: {} };
    } finally {
      clearTimeout(timer);
    }
  };
  const unreached = ({ status }) => status === 0 || status >= 500 || status === 429;

  // The lists

  const read = (at) => {
    try {
      return JSON.parse(localStorage.getItem(KEY + at)) || {};
    } catch {
      return {};
    }
  };
  const queueOf = (at) => read(at).queue || [];
  const find = (at, key) => queueOf(at).find((item) => item.key === key);
  const alter = (at, act) => {
    const held = read(at);
    const queue = act(held.queue || []);
    if (queue.length || held.draft) localStorage.setItem(KEY + at, JSON.stringify({ ...held, queue }));
    else localStorage.removeItem(KEY + at);
    window.mirror.sync();
  };
  const change = (at, key, what) => alter(at, (queue) => queue.map((item) => (item.key === key ? { ...item, ...what } : item)));
  const drop = (at, items) => alter(at, (queue) => queue.filter((item) => !items.some((other) => other.key === item.key)));

  /** The tables but `own` with something that waits here: {base, place, queue}; place: [table, round], where it is known. */
  const others = (own) => {
    const found = [];
    try {
      for (let n = 0; n < localStorage.length; n += 1) {
        const name = localStorage.key(n);
        if (name.startsWith(`${KEY}/`) && name !== KEY + own) found.push(name.slice(KEY.length));
      }
    } catch {
      return []; // a phone that keeps nothing
    }
    return found.map((base) => ({ base, place: read(base).place || null, queue: queueOf(base) })).filter((one) => one.queue.length);
  };

  // Sending one table's list

  const sendOne = async (at, first, tally) => {
    change(at, first.key, { tried: true });
    const { key, position, deal, sheet } = first;
    const answer = await ask(at, "POST", "deals", { position, client_key: key, deal, sheet });
    if (unreached(answer)) return LATER;
    const item = find(at, key);
    if (!item) return NEXT;
    if (answer.status === 201) return follow(at, item, answer.body, tally);
    if (item.undo && [409, 422].includes(answer.status)) return gone(at, [item]); // never written: nothing to take back
    if (answer.status === 409 && OVER.includes(answer.body.code)) return handInLate(at, item.sheet, tally);
    return STUCK;
  };
  const gone = (at, items) => {
    drop(at, items);
    return NEXT;
  };

  /** The server has the deal as it was first written: what became of it since follows. */
  const follow = async (at, item, state, tally) => {
    if (!item.then && !item.undo) {
      tally.recorded += 1;
      return gone(at, [item]);
    }
    const { position, sheet } = item;
    const seen = item.seen || state.revision;
    change(at, item.key, { seen });
    const answer = item.undo ? await ask(at, "POST", "undo", { position, seen, sheet })
      : await ask(at, "PUT", `deals/${position}`, { deal: item.then, seen, sheet });
    if (unreached(answer)) return LATER;
    const now = find(at, item.key) || item;
    if (item.undo && [200, 409].includes(answer.status)) return gone(at, [item]);
    if (answer.status === 200 && JSON.stringify([now.then, now.undo]) !== JSON.stringify([item.then, item.undo])) {
      change(at, item.key, { seen: 0 });
      return NEXT;
    }
    if (answer.status === 200) {
      tally.recorded += 1;
      return gone(at, [item]);
    }
    if (answer.status === 409 && OVER.includes(answer.body.code)) return handInLate(at, sheet, tally);
    return STUCK;
  };

  /** The sheet was closed meanwhile: all its deals go before the arbiter. */
  const handInLate = async (at, sheet, tally) => {
    const late = queueOf(at).filter((item) => item.sheet === sheet);
    const typed = late.filter((item) => !item.undo);
    for (let from = 0; from < typed.length; from += AT_ONCE) {
      const part = typed.slice(from, from + AT_ONCE);
      const deals = part.map((item) => ({ client_key: item.key, position: item.position, deal: item.then || item.deal }));
      const answer = await ask(at, "POST", "late", { sheet, deals });
      if (unreached(answer) || answer.body.code === "late-open") return LATER;
      if (answer.status !== 201) return STUCK;
      drop(at, part);
      tally.late += part.length;
    }
    return gone(at, late);
  };

  /** Send what waits for one table. Answers {state, recorded, late}: "next" where nothing waits any more, "later" where
      the server was not reached, "stuck" where somebody has to look at it; and how many deals went where. */
  const send = async (at) => {
    const tally = { state: NEXT, recorded: 0, late: 0 };
    try {
      for (let first = queueOf(at)[0]; first && tally.state === NEXT; [first] = queueOf(at)) tally.state = await sendOne(at, first, tally);
    } catch {
      tally.state = STUCK; // no room to write down what was sent
    }
    return tally;
  };

  window.unsent = { others, send, drop };
})();
