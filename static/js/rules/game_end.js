/* Whether a game is over after a deal, and who has won it: the format's words applied to where the game stands.
   Places count as in the totals: 0 is NS. */

import { SIDES } from "./cards.js";

const BELOTE = ["belote", "their_belote"];
const ANNOUNCES = ["announces", "their_announces"];

/** The place of the one who has most; null where two have as many. */
export const leader = (totals) => {
  const most = Math.max(...totals);
  return totals.filter((total) => total === most).length === 1 ? totals.indexOf(most) : null;
};

/** A format as the game reads it, from its `kind`, `length` and `ending`. */
export const readFormat = (given) => {
  const ending = Object.assign({ both: "higher", owes: "deal", finish_deal: true, more_deals: 0, held: "unsettled" }, given.ending);
  const target = given.kind === "target" ? given.length : null;
  return {
    deals: given.kind === "deals" ? given.length : null,
    threshold: target === null ? null : (ending.enough || target) + (ending.exceed ? 1 : 0),
    equal: ending.equal || (target === null ? "draw" : "extra_deal"),
    bars: (ending.may_not_win || []).map((bar) => bar.split("+").map((word) => word.trim())),
    ending,
  };
};

const amounts = (answer, names, divide) => SIDES.map((side) => {
  const own = answer.lines.filter((line) => line.side === side && names.includes(line.what));
  return Math.floor(own.reduce((sum, line) => sum + line.amount, 0) / divide);
});

const sweeperOf = (rules, deal) => {
  if (deal.sweep) return SIDES.indexOf(deal.sweep);
  const tricks = deal.tricks || {};
  for (const [place, side] of SIDES.entries()) {
    const count = tricks[side];
    if (count === 0 || count === rules.tricks) return count ? place : 1 - place;
  }
  return null;
};

/** What the end of a game asks of a deal that was played out. */
export const factsOf = (rules, deal, answer) => ({
  scores: SIDES.map((side) => answer.score[side]),
  declarer: SIDES.indexOf(deal.declarer),
  result: answer.result,
  sweeper: sweeperOf(rules, deal),
  belote: amounts(answer, BELOTE, rules.rounding.divide || 1),
  announces: amounts(answer, ANNOUNCES, rules.rounding.divide || 1),
});

/** The side that the deal went to: declarers who made, defence of a failed one. */
const winnerOf = (facts) => {
  if (facts.result !== "made" && facts.result !== "failed") return null;
  return facts.result === "made" ? facts.declarer : 1 - facts.declarer;
};
const tookTrick = (facts, side) => facts.sweeper === null || facts.sweeper === side;

const end = (why, by, winner) => ({ why, by, winner });
const wait = (why, side, bar) => ({ why, side: side === undefined ? null : side, bar: bar || [] });

/** What keeps a side that is past the target from having won: the first combination that holds, [] for a trick that it
    owes, null for nothing. */
const barOf = (format, now, side, owing) => {
  const { facts, totals } = now;
  if (facts === null) return null;
  const total = totals[side];
  const holds = {
    defence: facts.declarer !== side,
    failed: facts.declarer === side && facts.result === "failed",
    not_made: !(facts.declarer === side && facts.result === "made"),
    capot: !tookTrick(facts, side),
    sweep: facts.sweeper === side,
    belote: total - facts.belote[side] < format.threshold,
    announces: total - facts.announces[side] < format.threshold,
    short: total - facts.scores[side] < format.threshold,
    behind: totals.some((other, place) => place !== side && other >= total),
  };
  const bar = format.bars.find((words) => words.every((word) => holds[word]));
  if (bar) return bar;
  return owing.includes(side) && !(now.afterDeal && tookTrick(facts, side)) ? [] : null;
};

/** The sides that still need a trick of their own after this: those barred now, or before and without one since. */
const owingAfter = (format, now, barred, owing) => {
  if (format.ending.owes !== "trick") return [];
  const isPaid = (side) => now.afterDeal && now.facts !== null && tookTrick(now.facts, side);
  return [0, 1].filter((side) => barred.includes(side) || (owing.includes(side) && !isPaid(side)));
};

const equal = (format, now, why, pending) => {
  if (format.equal === "draw") return { end: end(why, "draw", null), wait: null, pending };
  if (format.equal === "last_deal" && now.facts !== null) {
    const best = leader(now.facts.scores);
    if (best !== null) return { end: end(why, "last_deal", best), wait: null, pending };
  }
  return { end: null, wait: wait("equal"), pending };
};

const usedUp = (format, now, pending) => {
  const ahead = leader(now.totals);
  if (ahead !== null) return { end: end(now.usedUp, "points", ahead), wait: null, pending };
  return equal(format, now, now.usedUp, pending);
};

const bothPast = (format, now, free, before) => {
  const rule = format.ending.both;
  const { facts } = now;
  let pending = before;
  const over = (by, winner) => ({ end: end("both", by, winner), wait: null, pending });
  if (rule === "extra_deal") {
    const since = pending.bothAt === null ? now.counted : pending.bothAt;
    pending = { owing: pending.owing, bothAt: since };
    if (now.counted <= since) return { end: null, wait: wait("both"), pending };
  }
  if (rule === "taker" && facts !== null) return over("taker", facts.declarer);
  if (rule === "last_deal" && facts !== null) {
    const best = leader(facts.scores);
    if (best !== null) return over("last_deal", best);
  }
  const ahead = leader(now.totals.map((total, side) => (free.includes(side) ? total : 0)));
  if (ahead === null) return equal(format, now, "both", pending);
  const winner = facts === null ? null : winnerOf(facts);
  if (rule === "declarer" && winner !== null) return over("declarer", winner);
  return over("points", ahead);
};

/** Whether the game is over now (`end`), why it goes on (`wait`), and what to remember (`pending`). `now`: the totals,
    the counted deals, the facts of the last deal, what is used up, whether a deal has just been written. */
export const judgeGame = (format, now, before) => {
  let pending = before;
  let waits = null;
  if (format.threshold !== null) {
    const past = now.totals.map((_, side) => side).filter((side) => now.totals[side] >= format.threshold);
    const bars = past.map((side) => barOf(format, now, side, before.owing));
    const barred = past.filter((side, n) => bars[n] !== null);
    const free = past.filter((side, n) => bars[n] === null);
    pending = { owing: owingAfter(format, now, barred, before.owing), bothAt: before.bothAt };
    if (free.length > 1) {
      const verdict = bothPast(format, now, free, pending);
      if (verdict.end !== null || !now.usedUp) return verdict;
      ({ pending } = verdict);
    } else if (free.length) {
      return { end: end("target", barred.length ? "alone" : "points", free[0]), wait: null, pending };
    } else if (barred.length) {
      waits = wait("barred", past[0], bars[0]);
    }
  }
  if (now.usedUp) return usedUp(format, now, pending);
  return { end: null, wait: waits, pending };
};
