/* The table's page: what each key does, on the screen and on a keyboard. */
(() => {
  const app = window.coinche;
  const { words, store, entry, screens } = app;
  const { m, root, nextPosition, draw, drawSync, keepDraft } = app.page;
  const { take, reached, refused, unreached, beat, pump } = app.sending;
  const PATIENCE = 1200;
  let previewTimer = null;
  let previewRun = 0;
  let lastPass = 0;

  // What a deal is worth

  const look = () => {
    clearTimeout(previewTimer);
    const d = m.draft;
    d.found = null;
    d.asking = false;
    d.accepted = false;
    previewRun += 1;
    if (!d.digits) return;
    // One digit is hardly ever all: the reason waits for the second one, unless it does not come.
    const isOne = d.digits.length < 2 && d.digits !== "0";
    if (!isOne) d.found = here(d);
    previewTimer = setTimeout(preview, isOne ? 1000 : 150);
  };

  /** What this phone makes of the deal, by the same rules; null where it cannot say. */
  const here = (d) => app.local && app.local.worth(m.state, m.waiting(), entry.dealOf(d, m.state.keys), d.position);

  /** Ask the server what the deal is worth: its answer counts, but for deals that it does not have yet. */
  const preview = async () => {
    clearTimeout(previewTimer);
    const d = m.draft;
    if (!d) return;
    const run = ++previewRun;
    const found = here(d);
    if (found) d.found = found;
    const isAlone = m.waiting().length && found;
    const answer = isAlone ? null : await store.ask("POST", "preview", { deal: entry.dealOf(d, m.state.keys), position: d.position });
    if (run !== previewRun || m.draft !== d) return;
    if (answer) {
      if (answer.status === 200) d.found = answer.body;
      else if (answer.status === 422) d.found = { error: answer.body.error, field: answer.body.field };
      else if (refused(answer)) {
        draw();
        return;
      }
      if (unreached(answer)) {
        m.net = "off";
        drawSync();
      } else if (reached()) drawSync();
    }
    screens.fill(m);
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
    look,
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
      if (m.busy || Date.now() - lastPass < 800) return;
      lastPass = Date.now();
      if (m.draft && m.draft.amend) {
        m.draft.declarer = null;
        m.act.correct(entry.dealOf(m.draft, m.state.keys));
        return;
      }
      const position = m.draft ? m.draft.position : nextPosition();
      put({ declarer: null }, position);
    },
    async save() {
      const d = m.draft;
      if (!d || !d.digits || m.busy || d.asking) return;
      if (!d.found && m.net !== "off") {
        await preview();
        if (m.draft !== d) return;
      }
      if (d.found && d.found.error) return;
      if (d.found && d.found.warnings.length && !d.accepted) {
        // An answer that is still on its way would take the question from under the finger.
        clearTimeout(previewTimer);
        previewRun += 1;
        app.whenAllHere(() => m.act.ask(d));
        return;
      }
      const deal = entry.dealOf(d, m.state.keys);
      if (d.amend) m.act.correct(deal);
      else put(deal, d.position);
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
    await store.kept; // on this phone's disk (mirror.js)
    m.busy = false;
    draw();
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
        m.tag = answer.tag;
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

  app.verb = verb;

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

  const { draft } = store;
  if (draft && m.state.writable && draft.position === nextPosition()) m.draft = draft;
  draw();
  // Of what waited here mirror.js begins to send, which comes later.
  setTimeout(() => {
    store.held = [];
  }, 6000);
  beat();
  // The browser paints first.
  requestAnimationFrame(() => setTimeout(app.loadLater));
})();
