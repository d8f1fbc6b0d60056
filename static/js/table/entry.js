/* The table's page: the deal that is being written. No rule is known here: what may be written comes with the state,
   what it is worth comes from the server. Only the rest of the pack is worked out, to be shown. */
(() => {
  const app = window.coinche;
  const { other, columns, declares } = app;
  /** The same for each who marks. */
  const each = (make) => Object.fromEntries(columns.map((one) => [one, make(one)]));

  const fresh = (position) => ({
    position,
    amend: false,
    step: "declarer",
    declarer: null,
    contract: null,
    trump: null,
    double: "none",
    typed: null,
    digits: "",
    belote: each(() => 0),
    sweep: null,
    alone: false,
    last_trick: null,
    announces: each(() => []),
    best: null,
  });

  /** The rest of the pack; null where nothing is typed yet or more than the pack. */
  const rest = (draft, keys) => {
    if (!draft.digits) return null;
    const left = keys.pack[draft.trump] - Number(draft.digits);
    return left >= 0 ? left : null;
  };

  /** The deal as the server reads it; always written the same way, so that equal deals are equal. */
  const dealOf = (draft, keys) => {
    if (!draft.declarer) return { declarer: null };
    const deal = { declarer: draft.declarer, contract: draft.contract, trump: draft.trump };
    if (keys.doublings.length > 1) deal.double = draft.double;
    if (draft.digits) {
      const left = rest(draft, keys);
      const typed = Number(draft.digits);
      deal.points = {};
      for (const side of ["NS", "EW"]) {
        if (side === draft.typed) deal.points[side] = typed;
        else if (left !== null) deal.points[side] = left;
      }
    }
    const belote = columns.flatMap((one) => Array(draft.belote[one]).fill(one));
    if (belote.length) deal.belote = belote;
    if (draft.sweep) deal.sweep = draft.sweep;
    if (draft.sweep && draft.alone) deal.alone = true;
    if (draft.last_trick) deal.last_trick = draft.last_trick;
    if (columns.some((one) => draft.announces[one].length)) deal.announces = draft.announces;
    if (draft.best && deal.announces) deal.best = draft.best;
    return deal;
  };

  /** The questions that this rule set asks, in order. */
  const steps = (keys) => [
    "declarer",
    ...(keys.fields.includes("contract") ? ["contract"] : []),
    ...(keys.fields.includes("trump") ? ["trump"] : []),
    "points",
  ];

  const choose = {
    declarer(draft, side, keys) {
      const same = draft.declarer === side;
      draft.declarer = side;
      if (!same) draft.typed = other(declares(draft));
      if (!keys.fields.includes("contract")) draft.contract = keys.specials[0];
      if (!keys.fields.includes("trump")) draft.trump = keys.trumps[0];
    },
    contract(draft, bid) {
      draft.contract = bid;
    },
    trump(draft, trump, keys) {
      draft.trump = trump;
      const most = keys.belote[trump];
      draft.belote = each((one) => Math.min(draft.belote[one], most));
      if (columns.reduce((sum, one) => sum + draft.belote[one], 0) > most) draft.belote = each(() => 0);
    },
    double(draft, doubling) {
      draft.double = draft.double === doubling ? "none" : doubling;
    },
    digit(draft, digit) {
      if (draft.replace) draft.digits = "";
      draft.replace = false;
      if (draft.digits.length < 3) draft.digits = String(Number(draft.digits + digit));
      if (draft.sweep && Number(draft.digits)) draft.sweep = draft.typed === draft.sweep ? draft.sweep : null;
    },
    erase(draft) {
      draft.replace = false;
      draft.digits = draft.digits.slice(0, -1);
    },
    /** Type this side's points: its figure stays until a digit replaces it. */
    swap(draft, side, keys) {
      draft.replace = true;
      if (draft.typed === side) return;
      const left = rest(draft, keys);
      draft.typed = side;
      draft.digits = left === null ? "" : String(left);
    },
    /** In a suit there is one belote: another's goes. Where there are several, each tap adds one. */
    belote(draft, side, keys) {
      const most = keys.belote[draft.trump];
      const others = each((one) => (one === side || most === 1 ? 0 : draft.belote[one]));
      const theirs = columns.reduce((sum, one) => sum + others[one], 0);
      const next = draft.belote[side] + 1;
      draft.belote = { ...others, [side]: next + theirs > most ? 0 : next };
    },
    /** All tricks to one side: the other has no point. */
    sweep(draft, side) {
      draft.sweep = draft.sweep === side ? null : side;
      draft.alone = false;
      if (!draft.sweep) return;
      draft.typed = other(side);
      draft.digits = "0";
      draft.replace = true;
      if (draft.last_trick) draft.last_trick = side;
    },
    alone(draft) {
      draft.alone = !draft.alone;
    },
    last(draft, side) {
      draft.last_trick = draft.last_trick === side ? null : side;
    },
    best(draft, side) {
      draft.best = draft.best === side ? null : side;
    },
    /** A second tap on a sequence counts a second one; a carré exists once. */
    announce(draft, side, id) {
      const most = id.startsWith("carre") ? 1 : 4;
      const count = draft.announces[side].filter((one) => one === id).length;
      const others = draft.announces[side].filter((one) => one !== id);
      const next = count >= most ? 0 : count + 1;
      draft.announces = { ...draft.announces, [side]: [...others, ...Array(next).fill(id)].sort() };
      draft.best = null;
    },
  };

  app.entry = { each, fresh, dealOf, rest, steps, choose };
})();
