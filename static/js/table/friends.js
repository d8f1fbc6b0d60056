/* The table's page among friends: the end of a game, where nobody is asked to agree, and the next one. Comes later. */
(() => {
  const app = window.coinche;
  const { words, say, h, icon, card, figure, screens, parts, verb } = app;
  const { m } = app.page;
  const { bar, score, notes, toast, heading, ask, warn, deals } = parts;

  // What friends say otherwise was replaced by the words that came later.
  Object.assign(words, app.read("words"));

  const figures = (m) =>
    h("div", null, ...m.state.sides.map((one) =>
      h("div.fig", null, h("p.pair", null, card(one.label, true)), h("strong", null, figure(one.total)))));

  /** Who has won, or who is ahead so far, and by how much before the next. */
  const ahead = (m) => {
    const { game, sides, complete } = m.state;
    const [first, second] = [...sides].sort((one, other) => other.total - one.total);
    if (complete && game.winner && game.winner !== first.side) {
      return say("winner_is", sides.find((one) => one.side === game.winner).label);
    }
    if (first.total === second.total && !game.winner) return complete ? words.level_end : words.level;
    const by = first.total - second.total;
    if (!by) return say("winner_is", sides.find((one) => one.side === game.winner).label);
    return say(complete ? "winner" : "ahead", first.label, figure(by));
  };

  const games = (m) => {
    const before = m.state.friends.games;
    if (!before.length) return null;
    return h("table.games", null, h("caption", null, words.games),
      h("thead", null, h("tr", null, h("td"), ...m.state.sides.map((one) => h("th", { scope: "col" }, one.label)))),
      h("tbody", null, ...before.map((one) =>
        h("tr", null, h("th", { scope: "row" }, say("round_of", one.number)), ...one.totals.map((total) => h("td", null, figure(total)))))));
  };

  const close = (m) => {
    const waiting = m.waiting().length > 0;
    const done = m.state.complete;
    return [
      bar(m),
      h("main", null, ...notes(m), toast(m), ask(done ? words.end : words.close_sheet), figures(m),
        h("p", null, h("b", null, ahead(m))),
        m.state.held ? h("p", null, say("held", figure(m.state.held))) : null,
        waiting ? warn("phone", "", words.pending_first) : null,
        games(m)),
      h("div.foot", null,
        h("button.btn.btn-main.btn-big.btn-wide", { onclick: m.act.again, disabled: waiting || m.busy, "data-k": "again" }, icon("redraw"), words.new_game),
        h("button.btn.btn-wide", { onclick: () => m.act.show("sheet"), "data-k": "look" }, words.look_again),
        done ? null : h("button.btn.btn-wide", { onclick: () => m.act.show("play"), "data-k": "play" }, words.play_on)),
    ];
  };

  const closed = (m) => [
    bar(m), score(m),
    h("main", null, ...notes(m), h("div.note", null, icon("lock"), h("div.note-text", null, heading(words.end))),
      deals(m, { newest: false, tap: false })),
  ];

  m.act.again = () => verb("POST", "again", {}, () => {
    m.draft = null;
    m.dealerLater = false;
    m.view = "main";
  });

  Object.assign(screens, { close, closed });
})();
