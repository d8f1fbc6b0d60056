/* The table's page: the whole sheet, what a deal had besides its points, and the end of the access. Comes later. */
(() => {
  const app = window.coinche;
  const { words, say, h, icon, seats, columns, store, screens, parts } = app;
  const { bar, score, notes, toast, heading, ask, warn, back, chip, bid, ribbon, deals, label } = parts;
  const { m } = app.page;

  const others = (m) => {
    const d = m.draft;
    const keys = m.state.keys;
    const both = (make) => h("div.chips", null, ...["NS", "EW"].map(make));
    const counted = (one, id) => d.announces[one].filter((name) => name === id).length;
    return [
      bar(m),
      h("main", null, ...notes(m, true), ribbon(m), ask(keys.announces.length ? words.others : words.others_plain),
        keys.sweep ? both((one) => chip(say("capot_by", label(m, one)), d.sweep === one, () => m.act.change("sweep", one), `sweep-${one}`)) : null,
        keys.alone && d.sweep ? h("div.chips", null, chip(words.alone, d.alone, () => m.act.change("alone"), "alone")) : null,
        keys.last_trick ? both((one) => chip(say("last_trick", label(m, one)), d.last_trick === one, () => m.act.change("last", one), `last-${one}`)) : null,
        ...(keys.announces.length ? columns.flatMap((one) => [
          h("h2", { id: `ann-${one}` }, seats(one), " ", say("announces_of", label(m, one))),
          h("div.chips", { role: "group", "aria-labelledby": `ann-${one}` }, ...keys.announces.filter((a) => a.values[d.trump]).map((a) => {
            const n = counted(one, a.id);
            return chip(`${a.label} ${a.values[d.trump]}${n > 1 ? ` ×${n}` : ""}`, n > 0, () => m.act.change("announce", one, a.id), `ann-${one}-${a.id}`);
          })),
        ]) : []),
        keys.announces.length ? h("p.muted", null, words.tap_announce) : null),
      // Saved from here, too: the score and its reason stand above the key, see `fill`.
      h("div.foot", null, h("div.error", { id: "refusal", role: "alert" }), h("div.result", { id: "result", role: "status" }),
        h("div.two", null,
          h("button.btn", { onclick: () => m.act.step("points"), "data-k": "back" }, icon("chevron-left"), words.back_points),
          h("button.btn.btn-main", { onclick: m.act.save, id: "save", "data-k": "save" }, icon("tick"), h("span", null, d.amend ? words.save_change : words.save)))),
    ];
  };

  const sheet = (m) => [
    bar(m), score(m),
    h("main", null, ...notes(m), toast(m),
      ask(words.sheet, m.state.writable ? words.tap_deal : ""),
      deals(m, { newest: false, tap: m.state.writable }),
      ...(m.state.rulings || []).map((one) => h("p.trace", null, icon("hand"), h(one.is_void ? "s" : "span", null, ` ${one.text}`))),
      ...m.state.taken_back.map((trace) => h("p.trace", null, icon("undo"), ` ${trace.text}`)),
      m.state.writable && m.state.dealer.first ? h("button.btn.btn-quiet", { onclick: () => m.act.show("dealer"), "data-k": "redealer" }, words.change_dealer) : null),
    m.state.writable ? back(words.back, () => m.act.show("main")) : null,
  ];

  /** A deal as it can be read out to the desk. */
  const told = (item) => {
    const deal = app.page.dealOf(item);
    const points = Object.entries(deal.points || {}).map(([side, value]) => say("side_terms", label(m, side), value)).join(", ");
    const extra = [deal.sweep ? say("capot_by", label(m, deal.sweep)) : "", ...(deal.belote || []).map((side) => say("belote", label(m, side)))];
    return h("li", null, `${say("line_n", item.position)} `, ...bid(m, deal), ` ${[points, ...extra].filter(Boolean).join(", ")}`);
  };

  const gone = (m) => [
    h("header.bar.mat", null, h("p.where", null, h("b", null, words.table))),
    h("main", null, heading(m.gone),
      store.queue.length ? warn("phone", words.kept_here, words.stuck_show, h("ul.kept", null, ...store.queue.map(told))) : null,
      h("button.btn.btn-main", { onclick: () => location.reload(), "data-k": "reload" }, words.reload)),
  ];

  Object.assign(screens, { others, sheet, gone });
})();
