/* The table's page: what can be but hardly is, is asked once before it is recorded. Comes later. */
(() => {
  const app = window.coinche;
  const { words, h, icon, screens, parts } = app;
  const { m, root, focusHeading } = app.page;

  parts.rare = (m) => {
    const notes = m.draft.found.warnings;
    const zero = notes.some((note) => note.code === "nothing_without_sweep") && m.state.keys.sweep;
    return h("div.note.note-warn", { role: "alert" }, icon("triangle"), h("div.note-text", null,
      ...notes.map((note) => h("p", null, h("b", null, note.text))),
      h("div.two", null,
        h("button.btn.btn-small", { onclick: m.act.accept, "data-k": "rare-yes" }, words.rare_yes),
        zero ? h("button.btn.btn-small", { onclick: m.act.acceptSweep, "data-k": "rare-sweep" }, words.rare_sweep) : null,
        h("button.btn.btn-small", { onclick: m.act.refuse, "data-k": "rare-no" }, words.rare_no))));
  };

  Object.assign(m.act, {
    ask(d) {
      if (m.draft !== d) return;
      d.asking = true;
      screens.fill(m);
      root.querySelector("[data-k=rare-yes]").focus({ preventScroll: true });
    },
    accept() {
      m.draft.accepted = true;
      m.draft.asking = false;
      m.act.save();
    },
    acceptSweep() {
      const d = m.draft;
      const loser = d.digits === "0" ? d.typed : app.other(d.typed);
      d.sweep = null;
      m.act.change("sweep", app.other(loser));
      m.act.save();
    },
    refuse() {
      m.draft.asking = false;
      screens.fill(m);
      focusHeading();
    },
  });
})();
