/* The table's page: what deals are worth, counted on this phone by the same rules as on the server (static/js/rules).
   Shown at once, and while the server is out of reach; what the server says counts. Comes later, as a module.

   It says nothing where it does not come to the server's own figures for the deals that the server has: then the arbiter
   has ruled, or the sheet holds what no phone writes. */
import { GameError, playGame } from "../rules/game.js";
import { scorer } from "../rules/score.js";
import { scoreOfThree } from "../rules/three.js";
import { speaker } from "../rules/words.js";

const app = window.coinche;
const { store } = app;
const { m, dealOf, standing, refresh } = app.page;
const SIDES = app.columns;
const isOfThree = SIDES.length > 2;
/** The seats in the order of the deal: to the right, or as friends said. */
const DEALT = m.state.friends ? m.state.players.map((one) => one.seat) : ["N", "W", "S", "E"];
const AGAIN = 5000;

let rules = null; // {mark, packed, score, say}
let asked = "";

const bring = async (mark) => {
  asked = mark;
  const answer = await store.ask("GET", `rules?${mark}`);
  if (answer.status === 200) {
    try {
      const { packed, messages } = answer.body;
      const { score } = scorer(packed, messages);
      rules = { mark, packed, score: isOfThree ? scoreOfThree(packed, messages, score) : score, say: speaker(messages) };
      if (m.waiting().length) refresh();
    } catch {
      rules = null; // of a format that this page does not know
    }
    if (app.keepPage) app.keepPage();
    return;
  }
  setTimeout(() => {
    if (asked === mark) asked = "";
  }, AGAIN);
};

/** The rules of this state; null, and asked for, where they are not here. */
const rulesOf = (state) => {
  const { rules: mark } = state.keys;
  if (rules && rules.mark === mark) return rules.packed.rules.totals ? null : rules;
  if (mark && asked !== mark) bring(mark);
  return null;
};

/** A game as long as friends like ends where a sheet is full. */
const format = ({ game }) => (game.kind === "open" ? { kind: "deals", length: game.most, ending: game.ending }
  : { kind: game.kind, length: game.length, ending: game.ending });

/** The lines of the game: deals, and the call of time where it came. */
const linesOf = (state, deals) => {
  const lines = deals.map((deal) => ({ deal }));
  const { called } = state.game;
  if (called) lines.splice(Math.min(called.after, state.entries.length, lines.length), 0, { time: called.in_progress });
  return lines;
};

const play = (using, state, lines) => playGame(using.packed, using.score, format(state), lines, isOfThree ? SIDES : undefined);

/** What the server's own deals come to here, and the points that were given beside them; null where it is not the
    server's figures. */
let known = { of: null, found: null };
const baseOf = (using, state) => {
  if (known.of === state && known.using === using) return known.found;
  let found = null;
  if (state.entries.every((one) => one.kind === "deal" || one.kind === "passed")) {
    try {
      const game = play(using, state, linesOf(state, state.entries.map((one) => one.deal)));
      const points = state.sides.map((one) => one.total - game.totals[SIDES.indexOf(one.side)]);
      const isSame = game.held === state.held && game.counted === state.game.counted && (game.end !== null) === state.complete
        && state.entries.every((one, n) => SIDES.every((side, place) => one.score[side] === game.steps[n].scores[place]));
      if (isSame) found = { points };
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
    }
  }
  known = { of: state, using, found };
  return found;
};

/** The game with these deals in place of the server's. */
const withDeals = (using, state, deals, points) => {
  const lines = linesOf(state, deals);
  if (points.some(Boolean)) {
    const behind = lines.findIndex((line) => line.deal === deals[state.entries.length]);
    lines.splice(behind < 0 ? lines.length : behind, 0, { points });
  }
  return play(using, state, lines);
};

const bySide = (figures) => Object.fromEntries(SIDES.map((side, place) => [side, figures[place]]));

/** Why the game is over, or goes on although its length is reached, in the server's words. */
const endText = (say, game, called) => {
  if (game.end) {
    const winner = game.end.winner === null ? "" : called[game.end.winner];
    const parts = [say(`game.end_${game.end.why}`, {}), say(`game.by_${game.end.by}`, { winner })];
    if (game.held) parts.push(say("game.held_left", { n: game.held }));
    return parts.join(" ");
  }
  if (!game.wait) return "";
  const { why, side, bar } = game.wait;
  if (why !== "barred") return say(`game.wait_${why}`, {});
  if (!bar.length) return say("game.wait_trick", { side: called[side] });
  const because = bar.map((word) => say(`game.bar_${word}`, {})).join(say("game.and", {}));
  return say("game.wait_barred", { side: called[side], bar: because });
};

const dealerAfter = (state, steps) => {
  const { first } = state.dealer;
  if (!first) return state.dealer;
  const seat = steps.reduce((now, step) => (step.answer.result === "replay" ? now : DEALT[(DEALT.indexOf(now) + 1) % DEALT.length]), first);
  const player = state.players.find((one) => one.seat === seat);
  return { first, seat, name: player ? player.given : "", side: player ? player.side : "" };
};

/** The state with the deals that wait counted in; null where this phone cannot say. */
const counted = (state, waiting) => {
  const using = rulesOf(state);
  const base = using && baseOf(using, state);
  if (!base) return null;
  const deals = state.entries.slice(0, standing()).map((one) => one.deal);
  const places = {};
  for (const item of waiting) {
    // Where somebody else's deal stands already, nobody knows which of the two it will be.
    if (item.position !== deals.length + 1) return null;
    places[item.key] = deals.length;
    deals.push(dealOf(item));
  }
  let game = null;
  try {
    game = withDeals(using, state, deals, base.points);
  } catch (error) {
    if (error instanceof GameError) return null;
    throw error;
  }
  const steps = Object.entries(places).map(([key, place]) => [key, game.steps[place]]);
  return {
    ...state,
    waiting: Object.fromEntries(steps.map(([key, step]) =>
      [key, { score: bySide(step.scores), totals: bySide(step.totals), held: step.held, counted: step.counted }])),
    sides: state.sides.map((one) => ({ ...one, total: game.totals[SIDES.indexOf(one.side)] })),
    held: game.held,
    complete: game.end !== null,
    dealer: dealerAfter(state, game.steps),
    game: {
      ...state.game,
      counted: game.counted,
      deals_left: state.game.kind === "open" && !game.end ? null : game.dealsLeft,
      points_left: game.pointsLeft && bySide(game.pointsLeft),
      time_called: game.timeCalled,
      winner: game.end && game.end.winner !== null ? SIDES[game.end.winner] : null,
      text: endText(using.say, game, state.sides.map((one) => `${app.words.pair} ${one.label}`.trim())),
    },
  };
};

/** What a deal would be worth at its place, as the server's preview says it; null where this phone cannot say. */
const worth = (state, waiting, deal, position) => {
  const using = rulesOf(state);
  const base = using && baseOf(using, state);
  if (!base) return null;
  const deals = state.entries.map((one) => one.deal);
  for (const item of waiting) deals[item.position - 1] = dealOf(item);
  deals[position - 1] = deal;
  if (deals.includes(undefined) || Object.keys(deals).length !== deals.length) return null;
  try {
    const game = withDeals(using, state, deals, base.points);
    const step = game.steps[position - 1];
    const { result, made, held, lines, notes } = step.answer;
    return { here: true, score: bySide(step.scores), totals: bySide(game.totals), result, made, held, counted: step.counted, lines, warnings: notes };
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    // Where it is another deal that cannot be, nothing is known about this one.
    const isThis = using.score(deal).code === error.refusal.code;
    return isThis ? { here: true, error: error.refusal.error, field: error.refusal.field } : null;
  }
};

/* One answer for one question: a screen asks several times. */
let last = { key: "", found: null };
const countedOnce = (state, waiting) => {
  const key = JSON.stringify([state.sheet, state.revision, rules && rules.mark, standing(), waiting]);
  if (last.key !== key || last.of !== state) last = { key, of: state, found: counted(state, waiting) };
  return last.found;
};

app.local = { counted: countedOnce, worth };
rulesOf(m.state);
