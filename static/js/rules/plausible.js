/* What a deal may be but hardly is: notes for a second look, never refusals. */

import { SIDES } from "./cards.js";

const LOW_BID_FOR_SWEEP = 80;
// Declarers with less than this part of the pack: the points may stand on the wrong side.
const FEW_POINTS = 4;
const HAND = 8;
const LENGTHS = { tierce: 3, quarante: 4, quinte: 5 };

export const note = (field, code, values) => ({ field, code, values: values || {} });

/** Whether the tricks, or a nought written for the other side, say what the tick says. */
const isSaidTwice = (deal, sweeper) =>
  deal.tricks.some((count) => count !== null) || deal.points[1 - SIDES.indexOf(sweeper)] === 0;

const bidNotes = (ruleset, deal, bid, total, announces, sweeper) => {
  if (sweeper !== null) {
    const rare = sweeper === deal.declarer && bid <= LOW_BID_FOR_SWEEP && !isSaidTwice(deal, sweeper);
    return rare ? [note("sweep", "sweep_low_bid", { bid })] : [];
  }
  // One belote more than was said: it may have been forgotten, and would then be no slip of the bid.
  const own = 1 + deal.belote.filter((side) => side === deal.declarer).length;
  const most = total + announces + ruleset.rules.belote_value * own;
  return bid > most ? [note("contract", "out_of_reach", { bid, most })] : [];
};

const twoHandsHold = (lengths) => {
  if (lengths.length < 2) return true;
  if (lengths.length > 4) return false;
  const total = lengths.reduce((sum, length) => sum + length, 0);
  for (let choice = 0; choice < 1 << lengths.length; choice += 1) {
    const first = lengths.reduce((sum, length, n) => sum + (choice & (1 << n) ? length : 0), 0);
    if (first <= HAND && total - first <= HAND) return true;
  }
  return false;
};

/** Announces that no two hands of eight cards can show together. */
const handNotes = (deal) => {
  const found = [];
  SIDES.forEach((side, index) => {
    const own = deal.announces[index];
    const theirs = deal.announces[1 - index];
    const lengths = own.filter((item) => item in LENGTHS).map((item) => LENGTHS[item]);
    if (!twoHandsHold(lengths)) found.push(note("announces", "too_many_sequences"));
    if (deal.belote.includes(side) && theirs.some((item) => item === "carre-K" || item === "carre-Q")) {
      found.push(note("announces", "belote_against_carre"));
    }
    // Five cards in sequence always hold the ten and the jack.
    if (own.includes("quinte") && theirs.some((item) => item === "carre-J" || item === "carre-10")) {
      found.push(note("announces", "quinte_against_carre"));
    }
    // Four in sequence hold one of the two.
    if (own.includes("quarante") && theirs.includes("carre-J") && theirs.includes("carre-10")) {
      found.push(note("announces", "quarante_against_carres"));
    }
  });
  return found;
};

/** The notes on fields that nothing reads. */
export const unknownNotes = (unknown) => unknown.map((name) => note(name, "unknown_field", { name }));

/** The notes on a deal that can be; `points` are those of both sides, `announces` what counts for the declarers. */
export const notes = (ruleset, deal, { bid, points, announces, sweeper, bestUsed }) => {
  const found = unknownNotes(deal.unknown);
  const total = points[0] + points[1];
  if (typeof deal.contract === "number") found.push(...bidNotes(ruleset, deal, bid, total, announces, sweeper));
  const own = points[SIDES.indexOf(deal.declarer)];
  if (sweeper === null && own > 0 && own * FEW_POINTS < total) found.push(note("points", "few_points", { n: own }));
  if (sweeper === null && points.includes(0) && deal.tricks.every((count) => count === null)) {
    found.push(note("sweep", "nothing_without_sweep"));
  }
  if (deal.best !== null && !bestUsed) found.push(note("best", "best_not_needed"));
  if (deal.announces[0].length || deal.announces[1].length) found.push(...handNotes(deal));
  return found;
};
