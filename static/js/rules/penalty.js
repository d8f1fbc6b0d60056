/* Penalties: the ladder of amounts by fault and by how often it happened. The points go to the other side. */

import { SIDES, TRUMPS, modeOf, other } from "./cards.js";
import { announceValues, checkNumber } from "./checks.js";
import { DealError, MAX_NUMBER, announcesIn, get, idIn, oneOf, shown, unknownIn, whole } from "./deal.js";
import { note, unknownNotes } from "./plausible.js";
import { NAMES, convertedTotal, workOut } from "./ruleset.js";

const FIELDS = ["id", "fault", "by", "nth", "bid", "trump", "announces"];
const MAX_NTH = 99;

const parse = (obj) => {
  const id = idIn(obj);
  const fault = get(obj, "fault");
  if (fault === null || fault === "") throw new DealError("fault", "missing");
  if (typeof fault !== "string") throw new DealError("fault", "no_text");
  const by = get(obj, "by");
  if (by === null) throw new DealError("by", "missing");
  if (!SIDES.includes(by)) throw new DealError("by", "one_of", { given: shown(by), allowed: "NS, EW" });
  let bid = get(obj, "bid");
  if (bid !== "capot" && bid !== "generale") bid = whole("bid", bid, MAX_NUMBER);
  const trump = oneOf(obj, "trump", TRUMPS);
  const nth = whole("nth", get(obj, "nth"), MAX_NTH, 1);
  return { id, fault, by, bid, trump, nth: nth || 1, announces: announcesIn(obj), unknown: unknownIn(obj, FIELDS) };
};

/** The rung for this fault: of several the one that starts latest, then the one that ends first. */
const findRung = (ruleset, { fault, nth }) => {
  const ladder = ruleset.penalties.filter((rung) => rung.fault === fault);
  if (!ladder.length) {
    const code = ruleset.penalties.length ? "fault_unknown" : "no_penalties";
    const faults = Array.from(new Set(ruleset.penalties.map((rung) => rung.fault)));
    throw new DealError("fault", code, { given: shown(fault), allowed: faults.join(", ") });
  }
  const fitting = ladder.filter((rung) => rung.from <= nth && nth <= rung.until);
  if (!fitting.length) throw new DealError("nth", "no_rung", { nth });
  const later = (one, two) => two.from > one.from || (two.from === one.from && two.until < one.until);
  return fitting.reduce((best, rung) => (later(best, rung) ? rung : best));
};

/** The number that the bid in force stands for, 0 where there was none. A trump that is not told may be any. */
const bidOf = (ruleset, trump, bid) => {
  const { cards, bid_rules: bids } = ruleset.rules;
  if (typeof bid === "string") {
    if (bids[bid] === null) throw new DealError("bid", "contract_not_played", { given: bid });
    return bids[bid];
  }
  const ends = (trump ? [trump] : cards.trumps).map((name) => bids.highest[modeOf(name)]);
  return bid ? checkNumber(ruleset, bid, ends.includes(0) ? 0 : Math.max(...ends), "bid") : 0;
};

const valuesOf = (ruleset, { trump: given, bid, announces }) => {
  const { cards, announce_rules: rules } = ruleset.rules;
  const trump = given || cards.trumps.find((name) => modeOf(name) === "suit") || cards.trumps[0];
  if (!cards.trumps.includes(trump)) {
    throw new DealError("trump", "not_played", { given: trump, allowed: cards.trumps.join(", ") });
  }
  const worth = bidOf(ruleset, given, bid);
  const items = announces[0].concat(announces[1]);
  if (items.length && !rules.on) throw new DealError("announces", "no_announces_played");
  const worths = announceValues(ruleset, trump);
  const named = {
    total: convertedTotal(ruleset, modeOf(trump)),
    bid: worth,
    announces: items.reduce((sum, item) => sum + (typeof item === "number" ? item : worths[item]), 0),
    m: 1,
  };
  return NAMES.map((name) => named[name] || 0);
};

const linesOf = (ruleset, say, { by, nth, fault }, rung, values) => {
  let text = say("penalty.fault", { fault: ruleset.faults[fault], nth });
  if (rung.then) text += say("penalty.then", { then: say(`penalty.${rung.then}`, {}) });
  if (rung.counted) text += say("penalty.then", { then: say("penalty.counted", {}) });
  const terms = rung.terms.map((term) => ({ what: term.what, amount: workOut([term], values) }));
  const paid = terms.filter((term) => term.amount).map(({ what, amount }) => (
    { side: other(by), what, amount, text: say(`line.${what}`, { n: amount }) }
  ));
  return [{ side: by, what: "penalty", amount: 0, text }, ...paid];
};

/** The answer for a penalty. Throws DealError. */
export const scorePenalty = (ruleset, say, obj) => {
  const penalty = parse(obj);
  const rung = findRung(ruleset, penalty);
  const values = valuesOf(ruleset, penalty);
  const amount = workOut(rung.terms, values);
  if (amount < 0 || amount > MAX_NUMBER * 10) throw new DealError("bid", "amount_out_of_range", { given: amount });
  const usesBid = rung.terms.some((term) => term.places.includes(NAMES.indexOf("bid")));
  const notes = unknownNotes(penalty.unknown);
  if (usesBid && penalty.bid === null) notes.push(note("bid", "penalty_without_bid"));
  return {
    id: penalty.id,
    score: penalty.by === "EW" ? { NS: amount, EW: 0 } : { NS: 0, EW: amount },
    result: "penalty",
    made: null,
    held: 0,
    then: rung.then || null,
    counted: rung.counted,
    lines: linesOf(ruleset, say, penalty, rung, values),
    notes,
  };
};
