/* The table's page: which question stands on the screen, what each key does, and how the page keeps up with the sheet. */
(() => {
  const app = window.coinche;
  const { words, say, tell, store, entry, screens } = app;
  const root = document.getElementById("app");
  const POLL = 6000;
  const PATIENCE = 1200;

  const m = {
    state: app.read("state"),
    view: "main",
    draft: null,
    net: "ok",
    sending: false,
    busy: false,
    toast: null,
    note: "",
    stuck: "",
    gone: "",
    why: "",
    whyError: "",
    conflict: null,
    fresh: new Set(),
    dealerLater: false,
    waiting: () => store.queue.filter((item) => item.sheet === m.state.sheet),
    unsafe: () => store.queue.length > 0 && !store.safe,
    number: (item) => number(item),
    where: () => where(),
    sync: () => sync(),
  };
  let tag = null;
  let previewTimer = null;
  let previewRun = 0;
  let retryTimer = null;
  let retryAfter = 2000;
  let lastPut = 0;

  // What is where

  const takesNumber = (deal) => deal.declarer !== null || m.state.keys.counts_passed;

  /** The number of the deal at a place: as on the sheet, or following from what waits before it. */
  const number = (item) => {
    const before = m.waiting().filter((other) => other.position < item.position && takesNumber(other.deal)).length;
    const stands = m.state.entries.find((one) => one.position === item.position);
    return (stands && stands.counted) || m.state.game.counted + before + 1;
  };
  const counted = () => m.state.game.counted + m.waiting().filter((item) => takesNumber(item.deal)).length;
  const nextPosition = () => Math.max(m.state.entries.length, ...m.waiting().map((item) => item.position)) + 1;
  const allPlayed = () =>
    m.state.complete || (m.state.game.deals_left !== null && counted() >= m.state.game.length);

  const where = () => {
    const { game } = m.state;
    if (m.conflict) return say("deal_n", number(m.conflict.item));
    if (m.draft && m.draft.amend) return say(m.draft.counted ? "correct_deal" : "correct_line", m.draft.counted || m.draft.position);
    if (!m.state.writable || m.view !== "main" || allPlayed()) {
      return game.counted === 1 ? words.deal_played : say("deals_played", game.counted);
    }
    const next = counted() + 1;
    return game.deals_left === null ? say("deal_n", next) : say("deal_of", next, game.length);
  };

  const sync = () => {
    if (m.conflict) return { icon: "triangle", text: words.compare, warn: true };
    const count = m.waiting().length;
    if (count && (m.net === "off" || m.stuck || !m.sending)) return { icon: "phone", text: say("waiting", count), warn: true };
    if (m.net === "off") return { icon: "offline", text: words.needs_short, warn: true };
    if (count || m.sending) return { icon: "half", text: words.sending, warn: false };
    return { icon: "tick", text: words.saved, warn: false };
  };

  // Drawing the page

  const screen = () => {
    if (m.gone) return "gone";
    if (m.conflict) return "conflict";
    if (!m.state.writable) return "closed";
    if (m.draft && m.draft.step !== "declarer") return m.draft.step;
    if (m.draft && m.draft.amend) return "declarer";
    if (m.view !== "main") return m.view;
    if (allPlayed()) return "close";
    if (!m.state.dealer.first && !m.state.entries.length && !m.waiting().length && !m.dealerLater) return "dealer";
    return "declarer";
  };

  let shown = "";
  /** Draw the screen. The heading gets the focus when the question is a new one; else the focus stays where it was. */
  const draw = () => {
    const name = screen();
    const held = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.k : "";
    const key = `${name}:${m.draft ? m.draft.position : ""}`;
    root.dataset.screen = name;
    root.replaceChildren(...screens[name](m).filter(Boolean));
    if (name === "points") screens.fill(m);
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

  const keepDraft = () => store.keepDraft(m.draft && !m.draft.amend ? { ...m.draft, found: null, asking: false } : null);
  const says = (text, fix) => {
    m.toast = { text, fix };
    m.announce = text;
  };

  // The state of the sheet

  const take = (state) => {
    if (!state) return;
    if (state.sheet !== m.state.sheet) m.draft = null;
    else if (state.revision < m.state.revision) return; // an answer that was overtaken
    for (const one of state.entries) {
      const before = m.state.entries[one.position - 1];
      if (JSON.stringify(before) !== JSON.stringify(one)) m.fresh.add(one.position);
    }
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
    const answer = await store.ask("GET", "state", null, tag);
    if (unreached(answer)) {
      if (m.net !== "off") {
        m.net = "off";
        refresh();
      }
      return;
    }
    const back = reached();
    if (answer.status === 200) {
      tag = answer.tag;
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
    else if (m.view === "close" && document.activeElement && document.activeElement.id === "why") drawSync();
    else draw();
  };

  const beat = () => setTimeout(async () => {
    await poll();
    beat();
  }, POLL + (Math.random() - 0.5) * 3000);

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
        tag = answer.tag;
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
      says(item.deal.declarer ? say("saved_deal", which) : words.saved_pass, stands ? () => act.reopen(stands) : null);
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

  // What a deal is worth

  const look = (now) => {
    clearTimeout(previewTimer);
    const d = m.draft;
    d.found = null;
    d.asking = false;
    d.accepted = false;
    previewRun += 1;
    if (!d.digits) return;
    if (!now) previewTimer = setTimeout(preview, 150);
  };

  /** Ask the server what the deal is worth; true when it answered. */
  const preview = async () => {
    const d = m.draft;
    const run = ++previewRun;
    const answer = await store.ask("POST", "preview", { deal: entry.dealOf(d, m.state.keys), position: d.position });
    if (run !== previewRun || m.draft !== d) return false;
    if (answer.status === 200) d.found = answer.body;
    else if (answer.status === 422) d.found = { error: answer.body.error, field: answer.body.field };
    else if (refused(answer)) {
      draw();
      return false;
    }
    if (unreached(answer)) {
      m.net = "off";
      drawSync();
    } else if (reached()) drawSync();
    if (d.step === "points" && root.dataset.screen === "points") screens.fill(m);
    return answer.status !== 0;
  };

  // What the keys do

  const begin = () => {
    if (!m.draft) {
      m.draft = entry.fresh(nextPosition());
      m.note = "";
    }
    m.toast = null;
    return m.draft;
  };
  const go = (step) => {
    m.draft.step = step;
    m.draft.more = false;
    keepDraft();
    draw();
    if (step === "points" && m.draft.digits && !m.draft.found) look();
  };
  const change = (what, ...how) => {
    entry.choose[what](m.draft, ...how, m.state.keys);
    look();
  };

  const act = {
    declarer(side) {
      begin();
      change("declarer", side);
      go(firstOpen());
    },
    contract(bid) {
      change("contract", bid);
      go(firstOpen());
    },
    trump(trump) {
      change("trump", trump);
      go(firstOpen());
    },
    double(doubling) {
      change("double", doubling);
      keepDraft();
      draw();
    },
    more() {
      m.draft.more = !m.draft.more;
      draw();
    },
    step: go,
    change(what, ...how) {
      if (!m.draft) return;
      change(what, ...how);
      keepDraft();
      if (m.draft.step === "points") {
        const held = document.activeElement && document.activeElement.dataset.k;
        screens.fill(m);
        const again = held && root.querySelector(`[data-k="${held}"]`);
        if (again && document.activeElement !== again) again.focus({ preventScroll: true });
      } else draw();
    },
    pass() {
      // A second tap of a trembling finger is no second deal.
      if (m.busy || Date.now() - lastPut < 800) return;
      if (m.draft && m.draft.amend) {
        m.draft.declarer = null;
        send(entry.dealOf(m.draft, m.state.keys));
        return;
      }
      const position = m.draft ? m.draft.position : nextPosition();
      put({ declarer: null }, position);
    },
    accept() {
      m.draft.accepted = true;
      m.draft.asking = false;
      act.save();
    },
    acceptSweep() {
      const d = m.draft;
      const loser = d.digits === "0" ? d.typed : app.other(d.typed);
      d.sweep = null;
      change("sweep", app.other(loser));
      screens.fill(m);
      act.save();
    },
    refuse() {
      m.draft.asking = false;
      screens.fill(m);
      focusHeading();
    },
    async save() {
      const d = m.draft;
      if (!d || !d.digits || m.busy || d.asking) return;
      if (!d.found && m.net !== "off") {
        clearTimeout(previewTimer);
        await preview();
        if (m.draft !== d) return;
      }
      if (d.found && d.found.error) return;
      if (d.found && d.found.warnings.length && !d.accepted) {
        d.asking = true;
        screens.fill(m);
        root.querySelector("[data-k=rare-yes]").focus({ preventScroll: true });
        return;
      }
      const deal = entry.dealOf(d, m.state.keys);
      if (d.amend) send(deal);
      else put(deal, d.position);
    },
    reopen(stands) {
      m.toast = null;
      m.note = "";
      m.view = "main";
      m.draft = entry.reopened(stands, m.state.revision);
      draw();
      if (m.draft.step === "points") look();
    },
    leave() {
      m.draft = null;
      m.note = "";
      draw();
    },
    show(view) {
      m.view = view;
      m.draft = null;
      m.toast = null;
      m.note = "";
      m.whyError = "";
      draw();
    },
    later() {
      m.dealerLater = true;
      act.show("main");
    },
    dealer: (seat) => verb("POST", "dealer", { seat }, () => {
      m.view = "main";
    }),
    takeBack() {
      const d = m.draft;
      return verb("POST", "undo", { position: d.position, seen: d.seen }, () => {
        m.draft = null;
        says(say("took_back", d.counted || d.position));
      });
    },
    close() {
      if (!m.state.complete && !m.why.trim()) {
        m.whyError = words.reason_missing;
        draw();
        const field = document.getElementById("why");
        field.focus();
        return;
      }
      m.whyError = "";
      verb("POST", "close", { digest: m.state.digest, reason: m.why }, () => {
        m.view = "main";
      });
    },
    keepTheirs() {
      store.drop(m.conflict.item);
      m.conflict = null;
      draw();
      pump();
    },
    keepMine() {
      const { item } = m.conflict;
      verb("PUT", `deals/${item.position}`, { deal: item.deal, seen: m.state.revision, sheet: item.sheet }, () => {
        const which = number(item);
        store.drop(item);
        m.conflict = null;
        says(say("changed_deal", which));
        pump();
      });
    },
    move() {
      store.move(m.conflict.item, m.state.entries.length + 1);
      m.conflict = null;
      pump();
    },
  };
  m.act = act;

  /** The first question that has no answer yet. */
  const firstOpen = () => {
    const d = m.draft;
    if (!d.contract) return "contract";
    return d.trump ? "points" : "trump";
  };

  /** Keep a new deal on the phone and send it; go on when it is saved, or when waiting for the network is no use. */
  const put = async (deal, position) => {
    store.add(deal, position, m.state.sheet);
    m.draft = null;
    m.note = "";
    m.toast = null;
    m.busy = true;
    const save = document.getElementById("save");
    if (save) {
      save.disabled = true;
      save.querySelector("span").textContent = words.sending;
    }
    const sent = pump();
    if (m.net !== "off") await Promise.race([sent, new Promise((wait) => setTimeout(wait, PATIENCE))]);
    m.busy = false;
    lastPut = Date.now();
    draw();
  };

  /** Correct a deal that stands. */
  const send = (deal) => {
    const d = m.draft;
    return verb("PUT", `deals/${d.position}`, { deal, seen: d.seen }, () => {
      m.draft = null;
      says(say("changed_deal", d.counted || d.position));
    });
  };

  /** An act that needs the network: done when the server says so, never kept for later. */
  const verb = async (method, path, body, then) => {
    if (m.busy) return;
    m.busy = true;
    m.note = "";
    m.sending = true;
    drawSync();
    const answer = await store.ask(method, path, { sheet: m.state.sheet, ...body });
    m.busy = false;
    m.sending = false;
    if (unreached(answer)) {
      m.net = "off";
      m.note = words.needs_network;
    } else {
      reached();
      if (answer.status === 200) {
        take(answer.body);
        tag = answer.tag;
        then();
      } else if (answer.status === 422 && m.draft) {
        m.draft.found = { error: answer.body.error, field: answer.body.field };
      } else if (answer.status === 409) {
        const message = answer.body.message;
        take(answer.body.state);
        if (m.draft && m.draft.amend) m.draft.seen = m.state.revision;
        m.note = message;
      } else if (!refused(answer)) m.note = (answer.body && answer.body.message) || words.reload_text;
    }
    if (m.note) m.announce = m.note;
    draw();
  };

  // Keys of a keyboard

  const arrows = (event) => {
    const group = event.target.closest("[data-arrows]");
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 0, ArrowUp: 0 }[event.key];
    if (!group || step === undefined) return false;
    const keys = [...group.querySelectorAll("button")];
    const row = Number(group.dataset.arrows);
    const by = step || (event.key === "ArrowDown" ? row : -row);
    const next = keys[keys.indexOf(event.target) + by];
    if (next) next.focus();
    return true;
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea")) return;
    if (arrows(event)) {
      event.preventDefault();
      return;
    }
    if (root.dataset.screen !== "points" || !m.draft) return;
    if (/^[0-9]$/.test(event.key)) act.change("digit", Number(event.key));
    else if (event.key === "Backspace") act.change("erase");
    else if (event.key === "Enter" && (!event.target.closest("button") || event.target.closest(".pad"))) act.save();
    else return;
    event.preventDefault();
  });

  // The toast stays until the next act, or twenty seconds
  setInterval(() => {
    if (!m.toast) return;
    m.toast.age = (m.toast.age || 0) + 1;
    if (m.toast.age > 20) {
      m.toast = null;
      if (!m.draft) draw();
    }
  }, 1000);

  window.addEventListener("online", poll);
  window.addEventListener("offline", () => {
    m.net = "off";
    refresh();
  });
  document.addEventListener("visibilitychange", poll);

  const draft = store.draft();
  if (draft && m.state.writable && draft.position === nextPosition()) m.draft = draft;
  draw();
  if (store.queue.length) pump();
  beat();
})();
