/* A game: deals, points that somebody gave, and time called, in their order, to totals. Worked out anew each time, as
   the server does: a page shows it while the server is out of reach. Any other game (typed totals) is not played here. */

import { SIDES } from "./cards.js";
import { factsOf, judgeGame, leader, readFormat } from "./game_end.js";

const start = (sides) => ({
  totals: sides.map(() => 0), held: 0, counted: 0, facts: null, pending: { owing: [], bothAt: null }, toPlay: null, end: null,
  ahead: null, wait: null, byRounding: sides.map(() => 0), steps: [],
});

/** Deals until the end, where that is known: of the quota, or since time was called. */
const dealsLeft = (format, run) => {
  const known = run.toPlay === null ? [] : [run.toPlay];
  if (format.deals !== null) known.push(format.deals - run.counted);
  return known.length ? Math.max(1, Math.min(...known)) : null;
};
const isLast = (left) => left !== null && left <= 1;

/** Whether a deal of this rule set can be worth something else as the last of a game. */
const looksAtLast = ({ rounding, success }) =>
  rounding.last_deal_exact || (success.tie !== "none" && success.tie_last_deal !== success.tie);

/** A deal that cannot be: `refusal` is the scorer's {error, field, code}, `index` its place among the lines. */
export class GameError extends Error {
  constructor(refusal, index) {
    super(refusal.error);
    this.refusal = refusal;
    this.index = index;
  }
}

const usedUp = (format, run) => {
  if (format.deals !== null && run.counted >= format.deals) return "deals";
  return run.toPlay !== null && run.toPlay <= 0 ? "time" : "";
};

/** The target is reached, but only by what rounding added to the last deal. */
const roundedThere = (format, run) => {
  const threshold = format.threshold || 0;
  const isThere = run.totals.some((total, side) => total - run.byRounding[side] < threshold && threshold <= total);
  return isThere ? { why: "exact", side: null, bar: [] } : null;
};

/** Look whether the game is over. Once it is, it stays over; points given later can only change who won. */
const look = (format, run, afterDeal) => {
  if (run.end !== null) {
    const ahead = leader(run.totals);
    if (ahead !== run.ahead) {
      run.end = { why: run.end.why, by: ahead === null ? "draw" : "points", winner: ahead };
      run.ahead = ahead;
    }
    return;
  }
  if (afterDeal) {
    if (run.steps[run.steps.length - 1].counted === null) return;
    run.byRounding = run.totals.map(() => 0);
  }
  const totals = run.totals.map((total, side) => total - run.byRounding[side]);
  const now = { totals, counted: run.counted, facts: run.facts, usedUp: usedUp(format, run), afterDeal };
  const verdict = judgeGame(format, now, run.pending);
  run.end = verdict.end;
  run.wait = verdict.wait || roundedThere(format, run);
  run.pending = verdict.pending;
  if (run.end !== null) {
    run.ahead = leader(run.totals);
    run.wait = null;
  }
};

/** Put a deal on the sheet. */
const write = ({ rules, sides }, run, deal, answer, last) => {
  const scores = sides.map((side) => answer.score[side]);
  const isPlayed = answer.result !== "passed" && answer.result !== "replay";
  let counted = null;
  run.held = answer.held;
  if (isPlayed || (answer.result === "passed" && rules.counts_passed)) {
    run.counted += 1;
    counted = run.counted;
    if (run.toPlay !== null) run.toPlay -= 1;
  }
  run.totals = run.totals.map((total, side) => total + scores[side]);
  // Of three players nothing is asked about how the last deal went: theirs are plain games.
  if (isPlayed && sides === SIDES) run.facts = factsOf(rules, deal, answer);
  run.steps.push({ counted, answer, scores, held: run.held, totals: run.totals, last, afterEnd: false });
};

/** A game to a target, where the last deal may be worth something else: tried as the last; that stands where it ends
    the game by its exact score. */
const dealToTarget = (game, run, deal, index) => {
  const tried = Object.assign({}, run, { steps: run.steps.slice() });
  write(game, tried, deal, game.score(tried, deal, true, index), true);
  look(game.format, tried, true);
  if (tried.end !== null) {
    Object.assign(run, tried, { byRounding: run.totals.map(() => 0) });
    return;
  }
  write(game, run, deal, game.score(run, deal, false, index), false);
  if (run.steps[run.steps.length - 1].counted === null) return;
  const { threshold } = game.format;
  run.byRounding = run.totals.map((total, side) => {
    const exact = tried.totals[side];
    return exact < threshold && threshold <= total ? Math.max(0, total - exact) : 0;
  });
  run.pending = tried.pending;
  run.wait = tried.wait || roundedThere(game.format, run);
};

const takeDeal = (game, run, deal, index) => {
  if (run.end !== null) {
    const answer = game.score(run, deal, false, index);
    run.steps.push({ counted: null, answer, scores: run.totals.map(() => 0), held: run.held, totals: run.totals, last: false, afterEnd: true });
    return;
  }
  const last = isLast(dealsLeft(game.format, run));
  if (!last && game.format.threshold !== null && looksAtLast(game.rules)) {
    dealToTarget(game, run, deal, index);
    return;
  }
  write(game, run, deal, game.score(run, deal, last, index), last);
  look(game.format, run, true);
};

const takeTime = (game, run, inProgress) => {
  const { ending } = game.format;
  if (run.toPlay === null && run.end === null) run.toPlay = (ending.finish_deal && inProgress ? 1 : 0) + ending.more_deals;
  look(game.format, run, false);
};

/** The game as it stands, with the points still held given to whom the format says. */
const finish = (game, run) => {
  const { rounding } = game.rules;
  const rule = game.format.ending.held;
  let settled = run.totals.map(() => 0);
  let { held } = run;
  if (run.end !== null && held && rule !== "unsettled") {
    const given = rounding.divide > 1
      ? Math.floor((held + rounding.divide - (rounding.unit === rounding.divide ? rounding.up_from : 5)) / rounding.divide) : held;
    if (rule === "split") settled = settled.map(() => Math.floor(given / 2));
    if (rule === "winner" && run.end.winner !== null) settled = settled.map((_, side) => (side === run.end.winner ? given : 0));
    if (rule !== "winner" || run.end.winner !== null) held = 0;
  }
  const totals = run.totals.map((total, side) => total + settled[side]);
  const { threshold } = game.format;
  return {
    steps: run.steps, totals, held, counted: run.counted, end: run.end, wait: run.wait, timeCalled: run.toPlay !== null,
    dealsLeft: run.end === null ? dealsLeft(game.format, run) : 0,
    pointsLeft: threshold === null ? null : totals.map((total) => Math.max(0, threshold - total)),
  };
};

/** The game of `lines` (each a {deal}, {points: [NS, EW]} that somebody gave, or {time: whether a deal was being
    played}) under packed rules, with their scorer's `score` and the format's `kind`, `length` and `ending`. Steps are
    those of the deals. `sides`: who marks, three players where `score` is theirs (three.js). Throws GameError. */
export const playGame = (packed, score, given, lines, sides = SIDES) => {
  const run = start(sides);
  const game = {
    sides,
    rules: packed.rules,
    format: readFormat(given),
    score(now, deal, last, index) {
      const answer = score(Object.assign({}, deal, { carried: now.held, last_deal: last }));
      if (answer.error) throw new GameError(answer, index);
      return answer;
    },
  };
  lines.forEach((line, index) => {
    if (line.deal) takeDeal(game, run, line.deal, index);
    else if (line.points) {
      run.totals = run.totals.map((total, side) => total + line.points[side]);
      look(game.format, run, false);
    } else takeTime(game, run, line.time);
  });
  return finish(game, run);
};
