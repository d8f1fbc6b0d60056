/* The table's page: two versions of one deal, shown beside each other and settled. Comes later. */
(() => {
  const app = window.coinche;
  const { words, say, h, contract, store, screens, parts, declares } = app;
  const { bar, notes, heading, bid, label } = parts;
  const { m, number, draw, refresh, says } = app.page;
  const { pump } = app.sending;

  const PATIENCE = 800;
  let shown = null;
  let isEarly = false;

  const version = (m, title, deal, differs, text, act, name, key) => {
    const css = differs.bid ? "p.differs" : "p";
    const points = deal.points && deal.points[declares(deal)];
    return h("div.version", null, h("h2", null, title), h(css, null, ...bid(m, deal)),
      points === undefined || !deal.points ? null : h("p", null, h(`span.big${differs.points ? ".differs" : ""}`, null, String(points)), " ", h("small", null, words.points.toLowerCase())),
      text ? h("p", null, text) : null,
      h("button.btn", { onclick: act, "data-k": key, disabled: m.busy || isEarly }, name));
  };

  const said = (deal) => JSON.stringify([deal.declarer, deal.contract, deal.trump, deal.double]);
  const pointsOf = (deal) => deal.points && deal.points[declares(deal)];
  const differ = (one, other) => ({ points: pointsOf(one) !== pointsOf(other), bid: said(one) !== said(other) });

  /** What a deal had besides its points. */
  const besides = (m, deal) => [
    ...(deal.belote || []).map((side) => say("belote", label(m, side))),
    deal.sweep ? say("capot_by", label(m, deal.sweep)) : "",
    ...Object.entries(deal.announces || {}).flatMap(([side, ids]) => ids.map((id) =>
      say("side_terms", label(m, side), (m.state.keys.announces.find((one) => one.id === id) || { label: id }).label))),
  ].filter(Boolean).join(", ");

  // What the sheet keeps is shown by every phone at the table

  const numberOf = (one) => one.counted || one.position;

  /** It comes by itself: a finger that was on its way meant something else. */
  const appears = (one) => {
    if (!shown || shown.id !== one.id) {
      isEarly = true;
      setTimeout(() => {
        isEarly = false;
        refresh();
      }, PATIENCE);
    }
    shown = one;
  };

  const shared = (m) => {
    const [one] = m.state.versions;
    const number = numberOf(one);
    const theirs = m.state.entries[one.position - 1];
    const seen = m.state.revision;
    appears(one);
    const settle = (id) => () => app.verb("POST", "settle", { dispute: one.id, version: id, seen }, () => {});
    const isMine = (row) => row.device === m.state.device;
    const cards = one.deals.map((row) =>
      version(m, isMine(row) ? words.mine : words.on_other, row.deal, theirs ? differ(row.deal, theirs.deal) : {}, besides(m, row.deal),
        settle(row.id), words.keep_mine, isMine(row) ? "mine" : `other-${row.id}`));
    if (theirs) {
      cards.unshift(version(m, words.theirs, theirs.deal, differ(theirs.deal, one.deals[0].deal), besides(m, theirs.deal),
        settle(null), words.keep_theirs, "theirs"));
    }
    return [
      bar(m),
      h("main", null, ...notes(m), heading(say("two_versions", number)),
        h("p", null, words.both_shown),
        h("div.two.versions", null, ...cards),
        h("p", null, say("recount", number)),
        theirs ? null : h("button.btn.btn-wide", { onclick: settle(null), "data-k": "drop", disabled: m.busy || isEarly }, words.drop),
        h("button.btn.btn-wide", { onclick: () => m.act.show("play"), "data-k": "play-on" }, words.play_on)),
    ];
  };

  /** Told on each phone that showed it, whichever settled it. */
  const isSettled = (m) => {
    if (!shown || (m.state.versions || []).some((one) => one.id === shown.id)) return;
    if (!m.note) says(say("settled", numberOf(shown)));
    shown = null;
  };

  /** While the table plays on. */
  const waits = (m) => {
    const [one] = m.state.versions || [];
    return one && m.state.writable ? [parts.warn("triangle", say("two_versions", numberOf(one)), "",
      h("p", null, h("button.btn", { onclick: () => m.act.show("main"), "data-k": "compare" }, words.look)))] : [];
  };
  const extend = (name) => {
    const before = screens[name];
    screens[name] = (m) => {
      isSettled(m);
      const found = before(m);
      found.find((part) => part && part.tagName === "MAIN").prepend(...waits(m));
      return found;
    };
  };
  app.whenAllHere(() => ["declarer", "close", "sheet"].filter((name) => screens[name]).forEach(extend));

  const conflict = (m) => {
    if (!m.conflict) return shared(m);
    const { item, mineSays } = m.conflict;
    const theirs = m.state.entries[item.position - 1];
    const number = m.number(item);
    if (!theirs) {
      const place = m.state.entries.length + 1;
      return [bar(m), h("main", null, ...notes(m), heading(say("moved", number, place)), h("p", null, ...bid(m, item.deal)),
        h("button.btn.btn-main.btn-wide", { onclick: m.act.move, "data-k": "move", disabled: m.busy }, say("moved_yes", place)),
        h("button.btn.btn-wide", { onclick: m.act.keepTheirs, "data-k": "drop" }, words.drop))];
    }
    const their = pointsOf(theirs.deal);
    const differs = differ(theirs.deal, item.deal);
    return [
      bar(m),
      h("main", null, ...notes(m), heading(say("two_versions", number)),
        h("p", null, say("other_wrote", their === undefined ? (theirs.deal.declarer ? contract(theirs.deal.contract) : words.all_pass) : their, number)),
        h("div.two.versions", null,
          version(m, words.theirs, theirs.deal, differs, theirs.summary, m.act.keepTheirs, words.keep_theirs, "theirs"),
          version(m, words.mine, item.deal, differs, mineSays || "", m.act.keepMine, words.keep_mine, "mine")),
        h("p", null, say("recount", number))),
    ];
  };

  Object.assign(m.act, {
    keepTheirs() {
      store.drop(m.conflict.item);
      m.conflict = null;
      draw();
      pump();
    },
    keepMine() {
      const { item } = m.conflict;
      app.verb("PUT", `deals/${item.position}`, { deal: item.deal, seen: m.state.revision, sheet: item.sheet }, () => {
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
  });
  screens.conflict = conflict;
})();
