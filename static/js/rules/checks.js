/* Whether a deal can have happened under a rule set, and what follows from what was written. Refusals come in the order
   in which a scorer writes. */

import { SIDES, canHave, modeOf, other } from "./cards.js";
import { DealError } from "./deal.js";
import { notes } from "./plausible.js";

const refuse = (field, code, values) => {
  throw new DealError(field, code, values);
};

const trumpOf = ({ rules }, deal) => {
  if (deal.trump === null) refuse("trump", "missing");
  if (!rules.cards.trumps.includes(deal.trump)) {
    refuse("trump", "not_played", { given: deal.trump, allowed: rules.cards.trumps.join(", ") });
  }
  if (!(deal.double in rules.multipliers)) refuse("double", "no_doubling", { given: deal.double });
  return deal.trump;
};

/** The number a contract in words stands for. */
const specialBid = ({ rules }, deal) => {
  const bids = rules.bid_rules;
  const values = { capot: bids.capot, generale: bids.generale, take: rules.kind === "take" ? bids.take : null };
  const value = values[deal.contract];
  const code = deal.contract === "take" ? "take_not_played" : "contract_not_played";
  if (value === null) refuse("contract", code, { given: deal.contract });
  if (deal.double !== "none" && deal.contract !== "take" && !bids.capot_doubled) refuse("double", "capot_not_doubled");
  return value;
};

const bidOf = (ruleset, deal, mode) => {
  const { contract } = deal;
  const bids = ruleset.rules.bid_rules;
  if (contract === null) refuse("contract", "missing");
  if (typeof contract === "string") return specialBid(ruleset, deal);
  return checkNumber(ruleset, contract, bids.highest[mode]);
};

/** The number, where it can be bid up to `highest` (0: no end). */
export const checkNumber = ({ rules }, bid, highest, field = "contract") => {
  const bids = rules.bid_rules;
  if (rules.kind === "take") refuse(field, "take_only");
  if (bids.listed.length) {
    if (!bids.listed.includes(bid)) refuse(field, "not_listed", { given: bid, allowed: bids.listed.join(", ") });
    return bid;
  }
  if (bid < bids.lowest) refuse(field, "bid_too_low", { given: bid, lowest: bids.lowest });
  if (highest && bid > highest) refuse(field, "bid_too_high", { given: bid, highest });
  if ((bid - bids.lowest) % bids.step) {
    refuse(field, "bid_off_step", { given: bid, lowest: bids.lowest, step: bids.step });
  }
  return bid;
};

/** Who took all tricks, and the tricks of both sides where they are known. */
const sweeperOf = ({ rules }, deal) => {
  const all = rules.tricks;
  let [ns, ew] = deal.tricks;
  if (ns === null && ew === null) return { sweeper: deal.sweep, tricks: null };
  ns = ns === null ? all - ew : ns;
  ew = ew === null ? all - ns : ew;
  if (ns + ew !== all || ns < 0 || ew < 0) refuse("tricks", "tricks_sum", { ns, ew, all });
  const sweeper = ew === 0 ? "NS" : ns === 0 ? "EW" : null;
  if (deal.sweep !== null && deal.sweep !== sweeper) refuse("sweep", "sweep_tricks", { ns, ew });
  return { sweeper, tricks: [ns, ew] };
};

const pointsOf = ({ rules }, deal, mode) => {
  const total = rules.cards.totals[mode];
  const { unit } = rules.cards;
  if (deal.points_scale !== null && deal.points_scale !== total) {
    refuse("points_scale", "wrong_scale", { given: deal.points_scale, total });
  }
  let [ns, ew] = deal.points;
  if (ns === null && ew === null) refuse("points", "missing");
  const most = Math.max(ns || 0, ew || 0);
  if (most > total) refuse("points", "points_above", { given: most, total });
  ns = ns === null ? total - ew : ns;
  ew = ew === null ? total - ns : ew;
  if (ns + ew !== total) refuse("points", "points_sum", { ns, ew, sum: ns + ew, total });
  if (ns % unit || ew % unit) refuse("points", "points_unit", { ns, ew, unit });
  return [ns, ew];
};

const checkSweep = (deal, sweeper, points) => {
  if (sweeper === null) {
    if (deal.alone) refuse("alone", "alone_without_sweep");
    return;
  }
  const left = points[1 - SIDES.indexOf(sweeper)];
  if (left && deal.sweep === null) refuse("points", "points_without_trick", { given: left });
  if (left) refuse("sweep", "sweep_points", { given: left });
};

/** Refuses points that no cards make, given the tricks and the last trick as far as they are known. */
const checkSums = (ruleset, deal, mode, points, tricks, sweeper) => {
  const { cards, tricks: all } = ruleset.rules;
  const last = deal.last_trick;
  if (last !== null && (sweeper === other(last) || (tricks && !tricks[SIDES.indexOf(last)]))) {
    refuse("last_trick", "last_without_trick");
  }
  const [ns, ew] = points;
  // Where a total of its own replaces the cards' sum, nobody knows what the cards are worth; a last trick that is kept
  // apart must still be in the points of its side.
  if ((cards.own_totals || []).includes(mode)) {
    const { apart } = cards.convert[mode] || {};
    if (apart && last !== null && points[SIDES.indexOf(last)] < cards.last_trick[mode]) {
      refuse("last_trick", "last_impossible", { ns, ew });
    }
    return;
  }
  const taken = tricks ? tricks[0] : sweeper === null ? null : sweeper === "NS" ? all : 0;
  const can = (lastTrick) => canHave(ruleset.reach(mode), cards.last_trick[mode], all, taken, lastTrick, ns);
  if (!can(null)) {
    if (tricks === null) refuse("points", "points_impossible", { ns, ew });
    refuse("points", "points_tricks", { ns, ew, tricks_ns: tricks[0], tricks_ew: tricks[1] });
  }
  if (last !== null && !can(last === "NS")) refuse("last_trick", "last_impossible", { ns, ew });
};

const beloteOf = ({ rules }, deal, mode) => {
  if (!deal.belote.length) return [0, 0];
  if (mode === "SA") refuse("belote", "belote_no_trump");
  if (rules.belote_value === 0) return [0, 0];
  const most = rules.belote_most[mode];
  if (deal.belote.length > most) {
    refuse("belote", most ? "too_many_belotes" : "no_belote", { given: deal.belote.length, most });
  }
  return SIDES.map((side) => deal.belote.filter((holder) => holder === side).length * rules.belote_value);
};

/** The points of each announce under a trump. */
export const announceValues = ({ rules }, trump) => {
  if (!rules.announce_rules.on) return {};
  return trump === "SA" ? rules.announce_rules.values_sa : rules.announce_rules.values;
};

const add = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The side and its announce that cancel all announces of the deal; null where the rule set knows no such. */
const cancelled = ({ rules }, deal) => {
  const names = rules.announce_rules.cancel || [];
  for (const [index, side] of SIDES.entries()) {
    const name = deal.announces[index].find((item) => names.includes(item));
    if (name) return { side, name };
  }
  return null;
};

/** What the announces of each side count after the comparison, and whether `best` decided it. */
const announcesOf = (ruleset, deal, trump) => {
  const given = deal.announces;
  if (!given[0].length && !given[1].length) return { announces: [0, 0], bestUsed: false };
  const rules = ruleset.rules.announce_rules;
  if (!rules.on) refuse("announces", "no_announces_played");
  const fours = given[0].concat(given[1]).filter((item) => typeof item === "string" && item.startsWith("carre-"));
  if (new Set(fours).size < fours.length) refuse("announces", "carre_twice");
  if (cancelled(ruleset, deal)) return { announces: [0, 0], bestUsed: false };
  const values = announceValues(ruleset, trump);
  const [ns, ew] = given.map((items) => items.map((item) => (typeof item === "number" ? item : values[item])));
  const highest = [Math.max(0, ...ns), Math.max(0, ...ew)];
  const both = [add(ns), add(ew)];
  if (rules.count === "both" || highest.includes(0)) return { announces: both, bestUsed: false };
  const equal = highest[0] === highest[1];
  const winner = equal ? deal.best : highest[0] > highest[1] ? "NS" : "EW";
  if (winner === null && rules.equal !== "ask") {
    return { announces: rules.equal === "both" ? both : [0, 0], bestUsed: false };
  }
  if (winner === null) refuse("best", "best_missing");
  return { announces: winner === "NS" ? [both[0], 0] : [0, both[1]], bestUsed: equal };
};

/** The deal made complete, seen from the declarers: points, announces and belote are [declarers, defence]. */
export const check = (ruleset, deal) => {
  const trump = trumpOf(ruleset, deal);
  const mode = modeOf(trump);
  const bid = bidOf(ruleset, deal, mode);
  const { sweeper, tricks } = sweeperOf(ruleset, deal);
  const points = pointsOf(ruleset, deal, mode);
  checkSweep(deal, sweeper, points);
  checkSums(ruleset, deal, mode, points, tricks, sweeper);
  const belote = beloteOf(ruleset, deal, mode);
  const { announces, bestUsed } = announcesOf(ruleset, deal, trump);
  const own = SIDES.indexOf(deal.declarer);
  const seen = (pair) => [pair[own], pair[1 - own]];
  return {
    deal,
    declarer: deal.declarer,
    trump,
    mode,
    contract: deal.contract,
    bid,
    points: seen(points),
    sweeper,
    taken: tricks === null ? null : tricks[own],
    lastTrick: deal.last_trick || sweeper,
    announces: seen(announces),
    belote: seen(belote),
    cancelled: cancelled(ruleset, deal),
    notes: notes(ruleset, deal, { bid, points, announces: announces[own], sweeper, bestUsed }),
  };
};
