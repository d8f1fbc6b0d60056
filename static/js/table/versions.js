/* The table's page: two versions of one deal, shown beside each other and settled. Comes later. */
(() => {
  const app = window.coinche;
  const { words, say, h, contract, store, screens, parts, declares } = app;
  const { bar, notes, heading, bid } = parts;
  const { m, number, draw, says } = app.page;
  const { pump } = app.sending;

  const version = (m, title, deal, differs, text, act, name, key) => {
    const css = differs.bid ? "p.differs" : "p";
    const points = deal.points && deal.points[declares(deal)];
    return h("div.version", null, h("h2", null, title), h(css, null, ...bid(m, deal)),
      points === undefined || !deal.points ? null : h("p", null, h(`span.big${differs.points ? ".differs" : ""}`, null, String(points)), " ", h("small", null, words.points.toLowerCase())),
      text ? h("p", null, text) : null,
      h("button.btn", { onclick: act, "data-k": key, disabled: m.busy }, name));
  };

  const conflict = (m) => {
    const { item, mineSays } = m.conflict;
    const theirs = m.state.entries[item.position - 1];
    const number = m.number(item);
    if (!theirs) {
      const place = m.state.entries.length + 1;
      return [bar(m), h("main", null, ...notes(m), heading(say("moved", number, place)), h("p", null, ...bid(m, item.deal)),
        h("button.btn.btn-main.btn-wide", { onclick: m.act.move, "data-k": "move", disabled: m.busy }, say("moved_yes", place)),
        h("button.btn.btn-wide", { onclick: m.act.keepTheirs, "data-k": "drop" }, words.drop))];
    }
    const their = theirs.deal.points && theirs.deal.points[declares(theirs.deal)];
    const mine = item.deal.points && item.deal.points[declares(item.deal)];
    const said = (deal) => JSON.stringify([deal.declarer, deal.contract, deal.trump, deal.double]);
    const differs = { points: their !== mine, bid: said(theirs.deal) !== said(item.deal) };
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
