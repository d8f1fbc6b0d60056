/* Conversion of points, and whether a contract is made: the test in the order that published sheets force, with
   fractions compared by multiplying. Pairs are [declarers, defence]. */

/** The points brought to another pack: exact numerators over `conversion.down`, and whole numbers. `ten` is the last
    trick's worth for each side where it is kept apart: left out before and added after, and in `conversion.to`. */
export const convert = (conversion, points, ten) => {
  const { up, down, unit } = conversion;
  const to = conversion.to - ten[0] - ten[1];
  const exact = points.map((number, n) => (number - ten[n]) * up + ten[n] * down);
  const chosen = conversion.side === "declarer" ? 0 : 1;
  const number = (points[chosen] - ten[chosen]) * up;
  const step = down * unit;
  const lift = { nearest: Math.floor(step / 2), down: 0, up: step - 1 }[conversion.to_nearest];
  const whole = Math.min(Math.floor((number + lift) / step) * unit, to);
  const pair = chosen === 0 ? [whole, to - whole] : [to - whole, whole];
  return { exact, whole: pair.map((points_, n) => points_ + ten[n]) };
};

const plain = (made, name, have = 0) => ({
  outcome: made ? "made" : "failed", why: `${made ? "made" : "failed"}_${name}`,
  judged: 0, down: 1, announces: 0, belote: 0, have, target: 0, theirs: 0,
});

/** How a bid that is reached misses the defence, by the figures that are shown. */
const behind = (have, theirs) => (have === theirs ? "level" : have < theirs ? "behind" : "defence");

/** A capot or a générale; `have` are then the declarers' tricks, where they are known. */
const judgeTricks = (ruleset, deal) => {
  const { contract } = deal;
  const swept = deal.sweeper === deal.declarer;
  const needsAlone = contract === "generale" && ruleset.rules.bid_rules.generale_needs === "alone";
  if (swept && needsAlone && !deal.deal.alone) return plain(false, "generale_alone");
  if (swept) return plain(true, contract);
  return deal.taken === null ? plain(false, contract) : plain(false, `${contract}_tricks`, deal.taken);
};

const judged = (stage, points) => {
  if (stage === "exact") return { own: points.exact[0], theirs: points.exact[1], down: points.down };
  const [own, theirs] = stage === "converted" ? points.whole : points.rounded;
  return { own, theirs, down: 1 };
};

const judgePoints = (ruleset, deal, points) => {
  const rules = ruleset.rules.success;
  const { own, theirs, down } = judged(rules.judge, points);
  const mode = deal.bid >= rules.belote_from ? rules.belote : "no";
  const belote = mode === "yes" || (mode === "if_ahead" && own > theirs) ? deal.belote[0] : 0;
  const announces = rules.announces ? deal.announces : [0, 0];
  let nominal = deal.bid;
  let target = Math.max(deal.bid + rules.margin, rules.lowest_needs);
  if (mode === "lowers") {
    nominal = Math.max(nominal - deal.belote[0], Math.min(nominal, rules.belote_floor));
    target = Math.max(target - deal.belote[0], Math.min(target, rules.belote_floor));
  }
  const have = own + (announces[0] + belote) * down;
  const total = (cards, n) => cards + (announces[n] + (mode === "yes" ? deal.belote[n] : 0)) * down;
  const ownTotal = total(own, 0);
  const theirTotal = total(theirs, 1);
  const tie = deal.deal.last_deal && rules.tie !== "none" ? rules.tie_last_deal : rules.tie;
  const beaten = { no: false, at_least: ownTotal < theirTotal, more: ownTotal <= theirTotal }[rules.beat_defence];
  // Where no number is bid there is no bid to speak of.
  const take = deal.contract === "take" ? "_take" : "";
  const verdict = (outcome, why) => ({
    outcome, why, judged: own, down, announces: announces[0], belote, have, target, theirs: theirTotal,
  });
  if (tie !== "none" && ownTotal === theirTotal && have >= nominal * down) return verdict(tie, `tie_${tie}`);
  if (have < target * down) return verdict("failed", `failed${take}`);
  if (beaten) return verdict("failed", `failed${take}_${behind(have, theirTotal)}`);
  if (have === target * down && rules.at_bid !== "made") return verdict(rules.at_bid, `at_bid_${rules.at_bid}${take}`);
  return verdict("made", `made${take}`);
};

/** The verdict: `outcome` made, failed, held, share or replay; `why` names its sentence; the figures that decided. */
export const judge = (ruleset, deal, points) =>
  ["capot", "generale"].includes(deal.contract) ? judgeTricks(ruleset, deal) : judgePoints(ruleset, deal, points);
