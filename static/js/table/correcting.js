/* The table's page: a deal that is written already is opened again, corrected or taken back. Comes later. */
(() => {
  const app = window.coinche;
  const { words, say, h, icon, store, entry, parts, screens, other, declares, verb } = app;
  const { each } = entry;
  const { m, number, dealOf, nextPosition, draw, says } = app.page;

  /** The draft of a deal that stands on the sheet, to be corrected. */
  const reopened = (stands, revision) => {
    const { deal } = stands;
    const draft = { ...entry.fresh(stands.position), amend: true, seen: revision, counted: stands.counted };
    if (!deal.declarer) return draft;
    return { ...draft, ...fromDeal(deal), step: "points", replace: true };
  };

  const fromDeal = (deal) => {
    const typed = other(declares(deal));
    const points = deal.points || {};
    const side = points[typed] === undefined ? declares(deal) : typed;
    return {
      declarer: deal.declarer,
      contract: deal.contract,
      trump: deal.trump,
      double: deal.double || "none",
      typed: side,
      digits: points[side] === undefined ? "" : String(points[side]),
      belote: each((one) => (deal.belote || []).filter((s) => s === one).length),
      sweep: deal.sweep || null,
      alone: Boolean(deal.alone),
      last_trick: deal.last_trick || null,
      announces: { ...each(() => []), ...deal.announces },
      best: deal.best || null,
    };
  };

  /** Below the keys of a deal that is corrected. */
  parts.correcting = (m) => {
    const last = m.draft.position === nextPosition() - 1;
    return h("div.two", null,
      h("button.btn", { onclick: m.act.leave, "data-k": "leave" }, words.nothing_changed),
      last ? h("button.btn", { onclick: m.act.takeBack, "data-k": "undo" }, icon("undo"), words.take_back) : null);
  };
  // A deal that all passed is opened at its first question, and taken back from there.
  const { declarer } = screens;
  screens.declarer = (m) => {
    const found = declarer(m);
    if (m.draft && m.draft.amend) found.splice(-1, 1, h("div.foot", null, parts.correcting(m)));
    return found;
  };

  Object.assign(m.act, {
    reopen(stands) {
      m.toast = null;
      m.note = "";
      m.view = "main";
      m.draft = reopened(stands, m.state.revision);
      draw();
      if (m.draft.step === "points") m.act.look();
    },
    /** The same for one that waits on this phone. */
    reopenWaiting(item) {
      m.act.reopen({ position: item.position, deal: dealOf(item), counted: m.takesNumber(item) ? number(item) : null });
      m.draft.waiting = item.key;
      m.draft.found = item.refused || m.draft.found;
      draw();
    },
    leave() {
      m.draft = null;
      m.note = "";
      draw();
    },
    /** Correct a deal that stands, or one that waits. */
    correct(deal) {
      const d = m.draft;
      if (d.waiting && store.find(d.waiting)) {
        m.act.changeWaiting(deal);
        return;
      }
      verb("PUT", `deals/${d.position}`, { deal, seen: d.seen }, () => {
        m.draft = null;
        says(say("changed_deal", d.counted || d.position));
      });
    },
    takeBack() {
      const d = m.draft;
      if (d.waiting && store.find(d.waiting)) return m.act.takeBackWaiting();
      return verb("POST", "undo", { position: d.position, seen: d.seen }, () => {
        m.draft = null;
        says(say("took_back", d.counted || d.position));
      });
    },
  });
})();
