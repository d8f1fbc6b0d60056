/* The table's page: the end of a game. Each side agrees to the figures, or the arbiter is called. */
(() => {
  const app = window.coinche;
  const { words, say, h, icon, seats, card, figure, screens, parts, verb } = app;
  const { m, draw } = app.page;
  const { bar, score, notes, toast, heading, ask, warn, back, players, deals, label } = parts;

  const called = (m, name) => `${words.pair} ${label(m, name)}`;
  const totals = (m) => m.now().sides.map((one) => figure(one.total));

  const figures = (m) => {
    const { sides, disputes } = m.state.agreement;
    const turn = !disputes.length && Object.values(sides).some(Boolean);
    return h("div", null, ...m.now().sides.map((one) => {
      const done = sides[one.side];
      return h("div.fig", null,
        h("p.pair", null, card(one.label, true), players(one)), h("strong", null, figure(one.total)),
        done ? h("span.pill.pill-done", null, icon("tick"), h("span", null, say("agreed_at", done.time)))
          : turn ? h("span.pill.pill-soft", null, icon("clock"), h("span", null, words.your_turn)) : null);
    }));
  };

  const missing = (m) => {
    const { game } = m.now();
    if (game.kind === "target") return say("not_reached", figure(game.length));
    if (game.deals_left === null) return words.not_called;
    return game.deals_left === 1 ? words.missing_one : say("missing_deals", game.deals_left);
  };

  const won = (m) => {
    const [ns, ew] = m.now().sides.map((one) => one.total);
    const { winner, text } = m.now().game;
    const ahead = m.state.sides[ns > ew ? 0 : 1];
    if (winner === ahead.side && ns !== ew) return say("won_by", ahead.label, figure(Math.abs(ns - ew)));
    return winner ? text : words.drawn;
  };

  /** Why the game ends early: asked of the first side, told to the other. */
  const why = (m) => {
    const said = m.state.agreement.reason;
    if (said) return h("p", null, `${words.reason} ${said}`);
    return h("div.field", null, h("p", null, h("b", null, missing(m))),
      h("label", { for: "why" }, words.reason), h("p.muted", { id: "why-help" }, words.reason_help),
      h("textarea", { id: "why", rows: "2", maxlength: "300", "data-k": "why", "aria-describedby": "why-help why-error", "aria-invalid": m.whyError ? "true" : null,
        oninput: (event) => { m.why = event.target.value; } }, m.why || ""),
      h("p.error", { id: "why-error", role: "alert" }, m.whyError ? [icon("triangle"), h("span", null, m.whyError)] : null));
  };

  /** What the arbiter decided: about what was put before him, and what he gave or took here. */
  const decided = (m) => [
    ...m.state.agreement.decided.map((one) => h("div.note", null, icon("tick"), h("div.note-text", null, h("p", null, one.says)))),
    ...(m.state.rulings || []).filter((one) => !one.is_void && !one.voids).map((one) =>
      h("div.note", null, icon("hand"), h("div.note-text", null, h("p", null, one.text)))),
  ];

  /** The key keeps which deals the figures above it were drawn of: what came since, nobody has seen. */
  const agreeKey = (m, one, main, blocked) => {
    const { digest } = m.state;
    return h(`button.btn.btn-big.btn-wide${main ? ".btn-main" : ""}`, { onclick: () => m.act.agree(one.side, digest), disabled: blocked || m.busy, "data-k": `agree-${one.side}` },
      seats(one.side), h("span", null, say("agree", called(m, one.side), ...totals(m))));
  };

  const close = (m) => {
    const { sides, disputes } = m.state.agreement;
    const done = m.now().complete;
    const waiting = m.waiting().length > 0;
    const left = m.state.sides.filter((one) => !sides[one.side]);
    const last = left.length === 1;
    return [
      bar(m),
      h("main", null, ...notes(m), toast(m), ask(disputes.length ? words.totals : done || waiting || last ? words.agree_title : words.close_sheet), figures(m),
        done ? h("p", null, won(m)) : null,
        m.now().held ? h("p", null, say("held", figure(m.now().held))) : null,
        waiting ? warn("phone", "", words.pending_first) : null,
        ...decided(m),
        done || waiting || disputes.length ? null : why(m),
        disputes.length ? null : h("p.muted", null, last ? say("hand_over", called(m, left[0].side)) : words.each_agrees)),
      h("div.foot", null,
        ...(disputes.length ? [] : left.map((one) => agreeKey(m, one, last, waiting))),
        h(disputes.length ? "div" : "div.two", null,
          h("button.btn.btn-wide", { onclick: () => m.act.show("sheet"), "data-k": "look" }, words.look_again),
          disputes.length ? null : h("button.btn", { onclick: () => m.act.show("disagree"), disabled: waiting, "data-k": "disagree" }, icon("hand"), words.disagree)),
        done ? null : h("button.btn.btn-wide", { onclick: () => m.act.show("play"), "data-k": "play" }, words.play_on)),
    ];
  };

  const dealName = (entry) => (entry.counted ? say("deal_n", entry.counted) : say("line_n", entry.position));

  const disagree = (m) => [
    bar(m),
    h("main", null, ...notes(m), ask(words.which_deal),
      h("div.field", null, h("label", { for: "about" }, words.note),
        h("input", { id: "about", maxlength: "200", autocomplete: "off", "data-k": "about", value: m.about || null, oninput: (event) => { m.about = event.target.value; } })),
      h("div.keys.three", { "data-arrows": "3" }, ...m.state.entries.map((entry) =>
        h("button.key", { onclick: () => m.act.call({ kind: "disagree", position: entry.position }), disabled: m.busy, "data-k": `about-${entry.position}` },
          h("small", null, dealName(entry))))),
      h("button.btn.btn-wide", { onclick: () => m.act.call({ kind: "disagree", position: 0 }), disabled: m.busy, "data-k": "about-0" }, words.whole_sheet),
      ...m.state.sides.map((one) =>
        h("button.btn.btn-wide", { onclick: () => m.act.call({ kind: "protest", side: one.side }), disabled: m.busy, "data-k": `protest-${one.side}` },
          icon("hand"), say("protests", called(m, one.side))))),
    back(words.back, () => m.act.show("main")),
  ];

  /** Both sides have agreed, and one of them has found a mistake: for a while they can open the sheet again. */
  const mistake = (m) => m.state.agreement.open_until
    ? h("details", { open: m.mistake ? "" : null, ontoggle: (event) => { m.mistake = event.target.open; } },
        h("summary.btn.btn-wide", { "data-k": "mistake" }, icon("pen"), words.mistake),
        h("div.keys", null, h("p", null, say("open_until", m.state.agreement.open_until)),
          ...m.state.sides.map((one) =>
            h("button.btn.btn-wide", { onclick: () => m.act.reopenSheet(one.side), disabled: m.busy, "data-k": `reopen-${one.side}` },
              seats(one.side), h("span", null, say("opens", called(m, one.side)))))))
    : null;

  const closed = (m) => {
    const { sides, handed_over: here } = m.state.agreement;
    const isClosed = m.state.state === "closed";
    const text = m.state.game.forfeit || (isClosed ? say("closed", ...totals(m)) : words.table_closed);
    const agreed = isClosed && !m.state.game.forfeit && Object.values(sides).every(Boolean);
    const how = agreed ? words.both_agreed + (here ? ` ${words.one_phone}` : "") : "";
    return [
      bar(m), score(m),
      h("main", null, toast(m), ...notes(m),
        h("div.note", null, icon("lock"), h("div.note-text", null, heading(text), how ? h("p", null, how) : null)),
        ...decided(m),
        mistake(m),
        deals(m, { newest: false, tap: false }),
        ...m.state.taken_back.map((trace) => h("p.trace", null, icon("undo"), ` ${trace.text}`))),
    ];
  };

  let lastAgreed = 0;
  Object.assign(m.act, {
    agree(side, digest) {
      // The other side's key comes to where this one was: a second tap of a finger is no second side.
      if (m.busy || Date.now() - lastAgreed < 1500) return;
      const why = m.state.complete ? "" : m.state.agreement.reason || m.why;
      if (!m.state.complete && !why.trim()) {
        m.whyError = words.reason_missing;
        draw();
        const field = document.getElementById("why");
        field.focus();
        return;
      }
      m.whyError = "";
      if (m.state.agreement.codes) m.act.askCode(side, digest);
      else m.act.confirm(side, "", digest);
    },
    /** `digest`: of the figures that this side saw. Where they are others by now the server refuses, and they are shown. */
    confirm(side, code, digest) {
      const why = m.state.complete ? "" : m.state.agreement.reason || m.why;
      return verb("POST", "confirm", { side, code, digest, reason: why }, () => {
        lastAgreed = Date.now();
        m.view = m.state.writable ? "close" : "main";
        m.announce = say("agreed_at", m.state.agreement.sides[side].time);
      });
    },
    reopenSheet: (side) => verb("POST", "reopen", { side }, () => {
      m.mistake = false;
      m.view = "close";
    }),
    call: (about) => verb("POST", "dispute", { ...about, text: m.about }, () => {
      m.about = "";
      m.view = "close";
      m.announce = words.called;
    }),
  });

  Object.assign(screens, { close, disagree, closed });
})();
