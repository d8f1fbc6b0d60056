/* The table's page: what it knows (the model `m`), and which screen stands for it. */
(() => {
  const app = window.coinche;
  const { words, say, tell, store, screens } = app;
  const root = document.getElementById("app");

  const m = {
    state: app.read("state"),
    tag: null,
    view: "main",
    draft: null,
    net: "ok",
    asking: Boolean(document.body.dataset.kept), // opened from what is kept here, see sw.js: nobody knows yet
    sending: false,
    busy: false,
    toast: null,
    note: "",
    stuck: "",
    gone: "",
    why: "",
    whyError: "",
    about: "",
    conflict: null,
    fresh: new Set(),
    dealerLater: false,
    waiting: () => store.queue.filter((item) => item.sheet === m.state.sheet && !item.undo),
    now: () => now(),
    unsafe: () => store.queue.length > 0 && !store.safe,
    number: (item) => number(item),
    takesNumber: (item) => takesNumber(dealOf(item)),
    where: () => where(),
    sync: () => sync(),
  };

  /** The state with what waits on this phone counted in, where this phone can count (scoring.js). */
  const now = () => (app.local && m.waiting().length && app.local.counted(m.state, m.waiting())) || m.state;

  // What is where

  const dealOf = (item) => item.then || item.deal;
  const takesNumber = (deal) => deal.declarer !== null || m.state.keys.counts_passed;

  /** The number of the deal at a place: as on the sheet, or following from what waits before it. */
  const number = (item) => {
    const before = m.waiting().filter((other) => other.position < item.position && takesNumber(dealOf(other))).length;
    const stands = m.state.entries.find((one) => one.position === item.position);
    return (stands && stands.counted) || m.state.game.counted + before + 1;
  };
  const counted = () => m.state.game.counted + m.waiting().filter((item) => takesNumber(dealOf(item))).length;
/** The deals on the sheet, without the one that is about to be taken back. */
  const standing = () => {
    const count = m.state.entries.length;
    return count - (store.queue.some((item) => item.undo && item.sheet === m.state.sheet && item.position === count) ? 1 : 0);
  };
  const nextPosition = () => Math.max(standing(), ...m.waiting().map((item) => item.position)) + 1;
  const allPlayed = () =>
    now().complete || (m.state.game.deals_left !== null && counted() - m.state.game.counted >= m.state.game.deals_left);

  /** The other side is then asked, on whichever phone. */
  const oneAgrees = () => Object.values(m.state.agreement.sides).some(Boolean);

  const where = () => {
    const { game } = m.state;
    if (m.conflict) return say("deal_n", number(m.conflict.item));
    if (m.draft && m.draft.amend) return say(m.draft.counted ? "correct_deal" : "correct_line", m.draft.counted || m.draft.position);
    if (!m.state.writable || (m.view !== "main" && m.view !== "play") || allPlayed()) {
      return game.counted === 1 ? words.deal_played : say("deals_played", game.counted);
    }
    const next = counted() + 1;
    return game.kind === "deals" && next <= game.length ? say("deal_of", next, game.length) : say("deal_n", next);
  };

  const sync = () => {
    if (m.conflict || m.state.versions) return { icon: "triangle", text: words.compare, warn: true };
    const count = store.queue.length;
    if (count && (m.net === "off" || m.stuck || !m.sending)) return { icon: "phone", text: say("waiting", count), warn: true };
    if (m.net === "off") return { icon: "offline", text: words.needs_short, warn: true };
    if (m.asking) return { icon: "half", text: words.one_moment, warn: false };
    if (count || m.sending) return { icon: "half", text: words.sending, warn: false };
    return { icon: "tick", text: words.saved, warn: false };
  };

  // Drawing the page

  const screen = () => {
    if (m.gone) return "gone";
    if (m.conflict) return "conflict";
    if (!m.state.writable) return "closed";
    if (m.state.versions && m.view === "main" && !m.draft) return "conflict";
    if (m.draft && m.draft.step !== "declarer") return m.draft.step;
    if (m.draft && m.draft.amend) return "declarer";
    if (m.view !== "main" && m.view !== "play") return m.view;
    if (allPlayed() || (m.view === "main" && oneAgrees() && !m.draft)) return "close";
    if (!m.state.dealer.first && !m.state.entries.length && !m.waiting().length && !m.dealerLater) return "dealer";
    return "declarer";
  };

  let shown = "";
  /** Draw the screen. The heading gets the focus when the question is a new one; else the focus stays where it was. */
  const draw = () => {
    const wanted = screen();
    const name = screens[wanted] ? wanted : "wait";
    const held = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.k : "";
    const key = `${name}:${m.draft ? m.draft.position : ""}`;
    root.dataset.screen = name;
    root.replaceChildren(...screens[name](m).filter(Boolean));
    screens.fill(m);
    m.fresh.clear();
    const again = held && key === shown ? root.querySelector(`[data-k="${held}"]`) : null;
    if (again) again.focus({ preventScroll: true });
    else if (shown && key !== shown) focusHeading();
    shown = key;
    tell(m.announce || sync().text);
    m.announce = "";
  };
  const focusHeading = () => {
    window.scrollTo(0, 0);
    const heading = document.getElementById("ask");
    if (heading) heading.focus({ preventScroll: true });
  };
  const drawSync = () => {
    const old = document.getElementById("sync");
    const bar = old && screens.bar(m);
    if (bar) old.replaceWith(bar.querySelector("#sync"));
    tell(sync().text);
  };

  /** Something changed that was not typed here: never take a question from under a finger. */
  const refresh = () => {
    if (m.busy) return;
    if (m.draft && m.draft.step !== "declarer" && m.state.writable && !m.note) drawSync();
    else if (document.activeElement && ["why", "about"].includes(document.activeElement.id)) drawSync();
    else draw();
  };

  const keepDraft = () => store.keepDraft(m.draft && !m.draft.amend ? { ...m.draft, found: null, asking: false } : null);
  const says = (text, fix) => {
    m.toast = { text, fix };
    m.announce = text;
  };

  app.page = { m, root, number, dealOf, standing, nextPosition, draw, refresh, drawSync, focusHeading, keepDraft, says };
})();
