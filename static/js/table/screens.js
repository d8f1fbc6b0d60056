/* The table's page: what the screens show on which a deal is written. A screen is a list of elements made from the
   model `m`; the acts that its keys call are in acts.js. All other screens come later, see later.js. */
(() => {
  const app = window.coinche;
  const { words, say, h, icon, hidden, seats, suit, card, figure, signed, contract, lines, columns, declares } = app;

  const side = (m, name) => m.state.sides.find((one) => one.side === name);
  const label = (m, name) => {
    if (side(m, name)) return side(m, name).label;
    const alone = m.draft.declarer;
    return name === "NS" ? label(m, alone) : columns.filter((one) => one !== alone).map((one) => label(m, one)).join(" + ");
  };
  const back = (text, go) => h("div.foot", null, h("button.btn.btn-wide", { onclick: go, "data-k": "back" }, icon("chevron-left"), text));
  const heading = (text, id) => h("h1", { id: id || "ask", tabindex: "-1" }, text);
  const ask = (text, aside) => h("div.ask", null, heading(text), aside ? h("p", null, aside) : null);
  const warn = (symbol, title, text, ...more) =>
    h("div.note.note-warn", null, icon(symbol), h("div.note-text", null, title ? h("b", null, title) : null, text ? h("p", null, text) : null, ...more));

  // What stands on every screen

  const bar = (m) => {
    const { game, round, table } = m.state;
    return h("header.bar.mat", null,
      m.state.friends ? h("a.share", { href: `${document.body.dataset.base}share`, "aria-label": m.state.friends.share, "data-k": "share" }, icon("qr"))
        : h("span.table-card.is-large", null, h("span", null, hidden(`${words.table} `), String(table))),
      h("p.where", null, h("b", null, m.where()), h("span", null, say("round_of", round.number, round.of))),
      h(`p.sync${m.sync().warn ? ".is-warn" : ""}`, { id: "sync" }, icon(m.sync().icon), h("span", null, m.sync().text)));
  };

  const score = (m) =>
    h("section.score", { "aria-label": words.totals }, ...m.now().sides.map((one) =>
      h("div", null,
        h("p.who", null, card(one.label), h("span", null, ...lines(one.families))),
        h("p.total", null, figure(one.total)))));

  const players = (one) => h("span.names", null, ...lines(one.names));

  const toast = (m) => m.toast &&
    h("div.toast", null, icon("tick"), h("p", null, m.toast.text),
      m.toast.fix ? h("button.btn", { onclick: m.toast.fix, "data-k": "fix" }, words.fix) : null);

  /** What is nowhere but on this phone. */
  const onlyHere = (m) => {
    const waiting = m.waiting().filter(m.takesNumber).map(m.number);
    const last = waiting.pop();
    if (last === undefined) return m.waiting().length ? words.only_here_pass : "";
    return waiting.length ? say("only_here_many", waiting.join(", "), last) : say("only_here", last);
  };

  const offline = (m) => {
    if (m.net !== "off") return null;
    const kept = onlyHere(m);
    return warn("offline", words.offline, kept ? `${kept} ${words.sent_later}` : words.offline_none, m.age ? h("p", null, m.age) : null);
  };

  const notes = (m, brief) => [
    m.stuck ? warn("triangle", say("stuck", m.stuck), `${onlyHere(m)} ${words.stuck_show}`.trim()) : null,
    m.unsafe() ? warn("triangle", "", words.not_kept) : null,
    brief ? null : offline(m),
    m.note ? warn("triangle", "", m.note) : null,
    m.state.announced ? warn("clock", "", m.state.announced) : null,
    ...(brief ? [] : m.state.agreement.disputes.map((one) =>
      warn("hand", words.called, one.late ? one.about : say("called_where", one.about), one.text ? h("p", null, one.text) : null))),
  ];

  // The list of deals

  const bid = (m, deal) => {
    if (!deal.declarer) return [h("b", null, deal.says || words.all_pass)];
    return [
      h("span.nowrap", null, seats(deal.declarer), ` ${label(m, deal.declarer)} `),
      h("b.nowrap", null, contract(deal.contract), " ", suit(deal.trump)),
      deal.double && deal.double !== "none" ? ` ${words.doublings[deal.double].toLowerCase()}` : null,
    ];
  };

  const row = (m, entry, tap) => {
    const fresh = m.fresh.has(entry.position) ? ".fresh" : "";
    const deal = bid(m, entry.deal);
    const name = entry.counted ? say("correct_deal", entry.counted) : say("correct_line", entry.position);
    return [
      h(`tr${fresh}`, null,
        h("th", { scope: "row" }, entry.counted ? String(entry.counted) : "–"),
        h("td", null,
          h("div.bid", null, ...deal),
          h("small", null, entry.summary),
          ...entry.amended.map((trace) => h("small.trace", null, icon("pen"), ` ${trace.text}${trace.by === "desk" ? ` ${words.desk_did || ""}` : ""}`)),
          tap ? h("button.over", { onclick: () => app.whenAllHere(() => m.act.reopen(entry)), "data-k": `deal-${entry.position}`, "aria-label": name }) : null),
        ...columns.map((one) => h("td.num", null, figure(entry.score[one]), h("small", null, hidden(`${words.totals} `), figure(entry.totals[one]))))),
      heldRow(entry),
    ];
  };
  const heldRow = ({ held }) =>
    held ? h("tr.held", null, h("th", null), h("td", { colspan: columns.length + 1 }, say("held", figure(held)))) : null;

  const waitingRow = (m, item, tap) => {
    const counted = (m.now().waiting || {})[item.key];
    const deal = app.page.dealOf(item);
    const cell = (side) => (counted ? [figure(counted.score[side]), h("small", null, hidden(`${words.totals} `), figure(counted.totals[side]))] : ["…"]);
    const told = item.refused ? item.refused.error : words.pending;
    const number = m.takesNumber(item) ? m.number(item) : "";
    return [
      h("tr.waiting", null,
        h("th", { scope: "row" }, String(number || "–")),
        h("td", null, h("div.bid", null, ...bid(m, deal)), h("small", null, icon(item.refused ? "triangle" : "phone"), ` ${told}`),
          tap ? h("button.over", { onclick: () => app.whenAllHere(() => m.act.reopenWaiting(item)), "data-k": `waiting-${item.position}`,
            "aria-label": number ? say("correct_deal", number) : say("correct_line", item.position) }) : null),
        ...columns.map((one) => h("td.num", null, ...cell(one)))),
      counted ? heldRow(counted) : null,
    ];
  };

  const deals = (m, { newest, tap }) => {
    const entries = newest ? [...m.state.entries].reverse() : m.state.entries;
    const waiting = newest ? [...m.waiting()].reverse() : m.waiting();
    if (!entries.length && !waiting.length) return h("p.muted.empty", null, words.empty);
    const kept = waiting.flatMap((item) => waitingRow(m, item, tap));
    const rows = entries.flatMap((entry) => row(m, entry, tap));
    return h("table.deals", null,
      h("thead", null, h("tr", null,
        h("th", { scope: "col" }, words.no), h("th", { scope: "col" }, words.deal),
        ...m.state.sides.map((one) => h("th.num", { scope: "col", "aria-label": one.brief && one.label }, seats(one.side), (words.sides[one.side] ? hidden : String)(` ${one.brief || one.label}`))))),
      h("tbody", null, ...(newest ? [...kept, ...rows] : [...rows, ...kept])));
  };

  /** What is left of the game: deals where that is known, the points that each side still needs, a time not called. */
  const toGo = (m) => {
    const { kind, deals_left: left, points_left: points, length, limit, time_called: called, text } = m.now().game;
    const parts = [];
    if (points !== null) {
      parts.push(say("to_points", figure(length)), ...m.state.sides.map((one) => say("points_left", one.label, figure(points[one.side]))));
    }
    if (left || (left === 0 && kind === "deals")) parts.push(left === 1 ? words.left_one : say("left", left));
    if (!called && (kind === "minutes" || limit)) parts.push(say("to_minutes", figure(limit || length)));
    return [...parts, text].filter(Boolean).join(" ");
  };

  // The questions

  const sideKey = (m, one, act, key) =>
    h("button.key.key-side", { onclick: act, "data-k": key, "aria-pressed": m.draft ? String(m.draft.declarer === one.side) : null },
      card(one.label, true), players(one), seats(one.side));

  const declarer = (m) => {
    const { dealer } = m.now();
    const amend = m.draft && m.draft.amend;
    const started = m.state.entries.length || m.waiting().length;
    return [
      bar(m), amend ? null : score(m),
      h("main", null, toast(m), ...notes(m), amend ? ribbon(m) : null,
        ask(words.who_takes, dealer.seat && !amend ? say("dealer", dealer.name, label(m, dealer.side)) : ""),
        h("div.keys", { "data-arrows": "1" },
          ...m.state.sides.map((one) => sideKey(m, one, () => m.act.declarer(one.side), `side-${one.side}`)),
          h("button.btn.btn-wide.btn-big", { onclick: m.act.pass, "data-k": "pass" }, words.all_pass)),
        amend ? null : deals(m, { newest: true, tap: true }),
        amend ? null : h("div.after", null,
          h("p.muted", null, toGo(m)),
          m.state.friends && m.state.friends.rule ? h("p.muted", null, m.state.friends.rule) : null,
          started ? h("button.btn.btn-wide", { onclick: () => m.act.show("sheet"), "data-k": "sheet" }, words.sheet) : null,
          started ? h("button.btn.btn-wide", { onclick: () => m.act.show("close"), "data-k": "close" }, icon("tick"), words.close_sheet) : null)),
      amend ? back(words.nothing_changed, m.act.leave) : null,
    ];
  };

  const ribbon = (m) => {
    const d = m.draft;
    const cell = (step, title, value, said = title) => {
      const now = d.step === step;
      const css = `rb.rb-${step}${now ? ".rb-now" : ""}`;
      const inside = [h("small", null, title), h("b", null, ...(value || [now ? "?" : "–"]))];
      if (!value || now) return h(`span.${css}`, now ? { "aria-current": "step" } : null, ...inside);
      return h(`button.${css}`, { onclick: () => m.act.step(step), "data-k": `rb-${step}`, "aria-label": say("change", said) }, ...inside);
    };
    const asked = app.entry.steps(m.state.keys);
    // A doubled deal says so until it is saved: there is room for one word above the trump.
    const doubled = d.trump && d.double && d.double !== "none" && words.doublings[d.double];
    const cells = {
      declarer: () => cell("declarer", words.declarer, d.declarer && [seats(d.declarer), ` ${label(m, d.declarer)}`]),
      contract: () => cell("contract", words.contract, d.contract && [contract(d.contract)]),
      trump: () => cell("trump", doubled || words.trump, d.trump && [suit(d.trump), h("span", null, words.trumps[d.trump])],
        doubled ? `${words.trump}, ${doubled}` : words.trump),
    };
    return h("ol.ribbon", { "aria-label": words.written },
      ...asked.filter((step) => cells[step]).map((step) => h("li", null, cells[step]())));
  };

  const contracts = (m) => {
    const { bids, specials } = m.state.keys;
    const room = 12 - specials.length;
    const folded = bids.length > room && !m.draft.more;
    const shown = folded ? bids.slice(0, room - 1) : m.draft.more ? bids.slice(room - 1) : bids;
    const key = (bid) =>
      h("button.key", { onclick: () => m.act.contract(bid), "data-k": `bid-${bid}`, "aria-pressed": String(m.draft.contract === bid) },
        typeof bid === "number" ? String(bid) : h("small", null, contract(bid)));
    return [
      bar(m),
      h("main", null, ...notes(m, true), ribbon(m), ask(words.which_contract),
        h("div.keys.three.grow", { "data-arrows": "3" }, ...shown.map(key),
          folded ? h("button.key", { onclick: m.act.more, "data-k": "more" }, h("small", null, say("and_more", bids[room - 1]))) : null,
          ...(m.draft.more ? [] : specials.map(key)))),
      back(m.draft.more ? words.back_contract : words.back_declarer, m.draft.more ? m.act.more : () => m.act.step("declarer")),
    ];
  };

  const chip = (text, on, act, key) => h("button.chip", { onclick: act, "aria-pressed": String(on), "data-k": key }, text);

  const trumps = (m) => [
    bar(m),
    h("main", null, ...notes(m, true), ribbon(m), ask(words.which_trump),
      h(m.state.keys.trumps.length === 4 ? "div.keys.two" : "div.keys.three", { "data-arrows": m.state.keys.trumps.length === 4 ? "2" : "3" }, ...m.state.keys.trumps.map((trump) =>
        h("button.key.key-suit", { onclick: () => m.act.trump(trump), "data-k": `trump-${trump}`, "aria-pressed": String(m.draft.trump === trump) },
          suit(trump), h("span", { "aria-hidden": "true" }, words.trumps[trump])))),
      m.state.keys.doublings.length > 1
        ? h("div.chips", { role: "group", "aria-label": words.doubling }, ...m.state.keys.doublings.slice(1).map((one) =>
          chip(words.doublings[one], m.draft.double === one, () => m.act.double(one), `double-${one}`)))
        : null),
    m.state.keys.fields.includes("contract")
      ? back(words.back_contract, () => m.act.step("contract"))
      : back(words.back_declarer, () => m.act.step("declarer")),
  ];

  // The points: built once, then brought up to date at each digit, so that nothing jumps under a finger

  const chips = (m) => {
    const d = m.draft;
    const keys = m.state.keys;
    const most = keys.belote[d.trump];
    const times = (n) => (n > 1 ? ` ×${n}` : "");
    const capot = (one) => chip(say("capot_by", label(m, one)), d.sweep === one, () => m.act.change("sweep", one), `sweep-${one}`);
    const bidsAll = d.contract === "capot" || d.contract === "generale";
    const usual = keys.announces[0];
    const isUsual = usual && !bidsAll && usual.values[d.trump] && columns.length < 3;
    const shown = (one) => (isUsual ? d.announces[one].filter((id) => id === usual.id).length : 0);
    const asksMore = (keys.sweep && !bidsAll) || keys.announces.length || keys.last_trick || keys.alone;
    const count = columns.reduce((sum, one) => sum + d.announces[one].length - shown(one), !bidsAll && d.sweep ? 1 : 0);
    return [
      ...(most ? columns.map((one) =>
        chip(say("belote", label(m, one)) + times(d.belote[one]), d.belote[one] > 0, () => m.act.change("belote", one), `belote-${one}`)) : []),
      ...(bidsAll && keys.sweep ? [capot(d.declarer)] : []),
      // The usual announce is one tap; the others have a screen of their own, and so have all of three players.
      ...(isUsual ? columns.map((one) =>
        chip(`${usual.label[0].toUpperCase()}${usual.label.slice(1)} ${label(m, one)}` + times(shown(one)), shown(one) > 0, () => m.act.change("announce", one, usual.id), `ann-${one}-${usual.id}`)) : []),
      asksMore ? h(`button.more${count ? ".is-on" : ""}`, { onclick: () => m.act.step("others"), "data-k": "others" },
        icon(count ? "pen" : "plus"), words.other, count ? h("b", null, ` ${count}`) : null) : null,
    ];
  };

  const pointField = (m, one) => {
    const d = m.draft;
    const typed = d.typed === one;
    const left = app.entry.rest(d, m.state.keys);
    const value = typed ? d.digits : left === null ? "" : String(left);
    const who = one === declares(d) ? words.declarer : words.defence;
    return h(`button.pt.${typed ? "pt-on" : "pt-rest"}${typed && d.replace && value ? ".is-held" : ""}`,
      { onclick: () => m.act.change("swap", one), "data-k": `pt-${one}`, "aria-pressed": String(typed), "aria-describedby": "refusal" },
      h("small", null, `${who} `, seats(one), ` ${label(m, one)}`), h("b", null, value || " "));
  };

  /** The points are typed with what the last trick is worth in them. */
  const ten = ({ state: { keys }, draft: { trump } }) => {
    const last = (keys.ten || {})[trump];
    return last === 10 ? words.ten : last ? say("ten_of", last) : "";
  };

  const outcome = (m) => {
    const found = m.draft.found;
    if (!found || found.error) return [h("p.muted", null, !m.draft.digits ? ten(m) : m.net === "off" ? words.score_later : words.computing)];
    const text = found.lines.length ? found.lines[0].text : "";
    const cut = text.indexOf(":");
    const head = (cut < 0 ? text : text.slice(0, cut)).trim();
    const rest = cut < 0 ? "" : text.slice(cut + 1).trim();
    const terms = columns.map((one) => {
      const said = found.lines.filter((line) => line.side === one && line.amount).map((line) => line.text);
      return said.length ? say("side_terms", label(m, one), said.join(" + ")) : "";
    }).filter(Boolean);
    const marks = columns.filter((one) => found.score[one]);
    const first = columns.reduce((best, one) => (found.score[one] > found.score[best] ? one : best));
    const gains = columns.length > 2 ? columns.filter((one) => found.score[one] === found.score[first]) : [first];
    return [
      h("div.why", null, h("p", null, h("b", null, head), rest ? [h("br"), rest] : null)),
      marks.length
        ? h("div.gain", null, h("small", null, say("marks", gains.map((one) => label(m, one)).join(" + "))), h("b", null, signed(found.score[first])),
          (m.waiting().length && !found.here) || gains.length > 1 ? null : h("small", null, say("total", figure(found.totals[first]))))
        : h("div.gain", null, h("small", null, words.nobody_marks)),
      terms.length ? h("p.terms", null, terms.join(" · ")) : null,
    ];
  };

  const pad = (m) => {
    const key = (digit) => h(`button.key${digit ? "" : ".key-0"}`, { onclick: () => m.act.change("digit", digit), "data-k": `digit-${digit}` }, String(digit));
    const save = h("button.key.key-save", { onclick: m.act.save, id: "save", "data-k": "save" },
      icon("tick"), h("span", null, m.draft.amend ? words.save_change : words.save));
    return h("div.keys.pad", { role: "group", "aria-label": words.points },
      ...[1, 2, 3].map(key),
      h("button.key.key-erase", { onclick: () => m.act.change("erase"), "aria-label": words.erase, "data-k": "erase" }, icon("erase")),
      ...[4, 5, 6].map(key), save, ...[7, 8, 9].map(key), key(0));
  };

  const points = (m) => {
    return [
      bar(m),
      h(`main.points${m.state.keys.announces.length ? ".is-tight" : ""}`, { id: "points" }, ...notes(m, true), ribbon(m),
        h("h1.sr", { id: "ask", tabindex: "-1" }, words.which_points),
        h("div.chips", { id: "chips" }), h("div.pts", { id: "pts" }),
        h("div.error", { id: "refusal", role: "alert" }),
        h("div.result", { id: "result", role: "status" }),
        pad(m),
        m.draft.amend ? app.parts.correcting(m) : null),
    ];
  };

  /** Bring the screen of the points, or of what there was besides, up to date with the draft. */
  const fill = (m) => {
    if (!document.getElementById("result")) return;
    const d = m.draft;
    const put = (id, kids, shown = true) => {
      const box = document.getElementById(id);
      box.hidden = !shown;
      box.replaceChildren(...kids.filter(Boolean));
    };
    const error = d.found && d.found.error;
    const main = document.getElementById("points");
    if (main) {
      main.dataset.bad = error ? d.found.field || "points" : "";
      put("chips", chips(m));
      put("pts", ["NS", "EW"].sort((a) => (a === declares(d) ? 1 : -1)).map((one) => pointField(m, one)));
    }
    const refusal = document.getElementById("refusal");
    if (refusal.dataset.text !== (error || "")) {
      refusal.dataset.text = error || "";
      put("refusal", error ? [icon("triangle"), h("span", null, error, d.found.field === "best" ? bestChips(m) : null)] : []);
    }
    put("result", d.asking ? [app.parts.rare(m)] : outcome(m), !error && (main || d.digits));
    document.getElementById("result").classList.toggle("is-asking", Boolean(d.asking));
    const save = document.getElementById("save");
    save.disabled = Boolean(!d.digits || error || d.asking || m.busy);
  };

  const bestChips = (m) => h("span.chips", null, ...["NS", "EW"].map((one) =>
    chip(say("best", label(m, one)), m.draft.best === one, () => m.act.change("best", one), `best-${one}`)));

  // Around the deals

  const dealer = (m) => [
    bar(m),
    h("main", null, ...notes(m), ask(words.who_deals), h("p", null, words.sit),
      h("div.seating", { "data-arrows": "1" }, ...m.state.players.map((player) =>
        h(`button.key.at-${player.seat}`, { onclick: () => m.act.dealer(player.seat), "data-k": `seat-${player.seat}`,
          "aria-pressed": String(m.state.dealer.first === player.seat) },
        h("span", null, h("small", null, words.seats[player.seat]), h("br"), player.given))))),
    h("div.foot", null, h("button.btn.btn-wide", { onclick: m.act.later, "data-k": "later" }, words.later)),
  ];

  /** In the place of a screen whose script has not come yet. */
  const wait = (m) => [
    bar(m),
    h("main", null, ask(m.net === "off" ? words.needs_network : words.one_moment)),
    m.draft ? back(words.back, () => m.act.step("points")) : m.state.writable ? back(words.back, () => m.act.show("play")) : null,
  ];

  app.screens = { declarer, contract: contracts, trump: trumps, points, dealer, wait, fill, bar };
  app.parts = { bar, score, notes, toast, heading, ask, warn, back, chip, bid, ribbon, players, deals, label };
})();
