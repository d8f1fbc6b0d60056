/* What one deal is worth, and why: the steps of the file format in their order. The answers are the server's, word for
   word; a page shows them while the server is out of reach. */

import { other } from "./cards.js";
import { check } from "./checks.js";
import { DealError, has, isObject, parseDeal } from "./deal.js";
import { cancelLine, extraLine, successLine, termLines } from "./explain.js";
import { scorePenalty } from "./penalty.js";
import { unknownNotes } from "./plausible.js";
import { resolve, workOut } from "./ruleset.js";
import { convert, judge } from "./success.js";
import { scoreTotals } from "./totals.js";
import { speaker } from "./words.js";

const isExact = ({ rules }, deal) => rules.rounding.last_deal_exact && deal.deal.last_deal;

/** To the unit; `up_from` is the last digit from which it goes up. Whole numbers only. */
const round = ({ unit, up_from: upFrom }, number) => Math.floor((number + unit - upFrom) / unit) * unit;

const roundPoints = ({ rules: { rounding } }, [own, theirs], total, swept) => {
  if (!["points", "declarer_rest", "defence_rest"].includes(rounding.scope)) return [own, theirs];
  const pair = [round(rounding, own), round(rounding, theirs)];
  if (rounding.scope === "points" || swept) return pair;
  const all = round(rounding, total);
  return rounding.scope === "declarer_rest" ? [pair[0], all - pair[0]] : [all - pair[1], pair[1]];
};

/** Conversion, sweep, and the rounding that comes before the success test. */
const pointsOf = (ruleset, deal) => {
  const { cards } = ruleset.rules;
  const conversion = cards.convert[deal.mode];
  let total = cards.totals[deal.mode];
  let exact = deal.points;
  let whole = deal.points;
  let down = 1;
  if (conversion) {
    const worth = conversion.apart ? cards.last_trick[deal.mode] : 0;
    if (conversion.apart && deal.deal.last_trick === null) throw new DealError("last_trick", "last_trick_needed");
    const ten = deal.deal.last_trick === deal.declarer ? [worth, 0] : [0, worth];
    ({ exact, whole } = convert(conversion, deal.points, ten));
    down = conversion.down;
    total = conversion.to + worth;
  }
  if (deal.sweeper !== null) {
    const values = [0, 0, total, 0, 0, 0, 0, 0, 0, 0, Number(deal.deal.alone), 0, ...ruleset.rules.own_values[deal.trump]];
    const taken = workOut(ruleset.sweepPoints, values);
    whole = deal.sweeper === deal.declarer ? [taken, 0] : [0, taken];
    exact = whole;
    down = 1;
  }
  const rounded = isExact(ruleset, deal) ? whole : roundPoints(ruleset, whole, total, deal.sweeper !== null);
  return { total, exact, down, whole, rounded };
};

/** The values of the formula names as one side (0 declarers, 1 defence) sees them. */
const valuesOf = (ruleset, deal, points, multiplier, own) => {
  const theirs = 1 - own;
  const side = own === 0 ? deal.declarer : other(deal.declarer);
  return [
    points.rounded[own], points.rounded[theirs], points.total, deal.bid,
    deal.announces[own], deal.announces[theirs], deal.belote[own], deal.belote[theirs],
    Number(deal.sweeper === side), Number(deal.sweeper === other(side)), Number(deal.deal.alone), multiplier,
    ...ruleset.rules.own_values[deal.trump],
  ];
};

/** Who gets the carried points: nobody as long as they stay held. */
const winnerOf = (ruleset, deal, outcome) => {
  if (outcome === "made") return deal.declarer;
  return outcome === "failed" && ruleset.rules.carried_to === "winner" ? other(deal.declarer) : null;
};

const answer = (deal, score, result, made, held, lines, notes) => ({ id: deal.id, score, result, made, held, lines, notes });
const nothing = () => ({ NS: 0, EW: 0 });

/** The line in tens, and by how much less that is: what is no whole number of tens goes where the rounding sends it. */
const divideLine = (say, side, rounding, score) => {
  const unit = rounding.divide;
  const tens = Math.floor((score + unit - (rounding.unit === unit ? rounding.up_from : 5)) / unit);
  return { side, what: "divide", amount: tens - score, text: say("line.divide", { n: score, tens }) };
};

/** One side's lines, which add up to what it writes. */
const sideLines = (ruleset, say, deal, side, terms, values, carried) => {
  const { rounding } = ruleset.rules;
  const lines = termLines(ruleset, say, deal, side, terms, values);
  let score = workOut(terms, values) + carried;
  if (carried) lines.push(extraLine(say, side, "carried", carried));
  if (rounding.scope === "line" && !isExact(ruleset, deal)) {
    const change = round(rounding, score) - score;
    if (change) lines.push(extraLine(say, side, "rounding", change));
    score += change;
  }
  if (rounding.divide > 1) {
    const line = divideLine(say, side, rounding, score);
    if (line.amount) lines.push(line);
  }
  return lines;
};

const write = (ruleset, say, deal, points, verdict) => {
  const { outcome } = verdict;
  const { carried } = deal.deal;
  const multiplier = ruleset.rules.multipliers[deal.deal.double];
  const row = deal.contract === "capot" || deal.contract === "generale" ? `${deal.contract}_${outcome}` : outcome;
  const cells = ruleset.cells[row][multiplier > 1 ? "doubled" : "plain"];
  const values = [0, 1].map((own) => valuesOf(ruleset, deal, points, multiplier, own));
  const winner = winnerOf(ruleset, deal, outcome);
  const keep = outcome === "held" ? workOut(cells.keep, values[0]) : 0;
  const held = winner === null ? keep + carried : 0;
  const lines = [successLine(ruleset, say, deal, verdict, keep)];
  if (deal.cancelled) lines.push(cancelLine(say, deal.cancelled));
  const score = nothing();
  [deal.declarer, other(deal.declarer)].forEach((side, n) => {
    const terms = n === 0 ? cells.declarer : cells.defence;
    const own = sideLines(ruleset, say, deal, side, terms, values[n], winner === side ? carried : 0);
    score[side] = own.reduce((total, line) => total + line.amount, 0);
    lines.push(...own);
  });
  const made = outcome === "made" ? true : outcome === "failed" ? false : null;
  return answer(deal.deal, score, outcome === "share" ? "shared" : outcome, made, held, lines, deal.notes);
};

const scoreEvent = (ruleset, say, obj) => {
  if (isObject(obj) && has(obj, "fault")) return scorePenalty(ruleset, say, obj);
  if (ruleset.rules.totals || (isObject(obj) && has(obj, "totals"))) return scoreTotals(ruleset, say, obj);
  const deal = parseDeal(obj);
  if (deal.declarer === null) {
    if (deal.contract !== null) throw new DealError("declarer", "contract_without_declarer");
    return answer(deal, nothing(), "passed", null, deal.carried, [], unknownNotes(deal.unknown));
  }
  const checked = check(ruleset, deal);
  const points = pointsOf(ruleset, checked);
  const verdict = judge(ruleset, checked, points);
  if (verdict.outcome === "replay") {
    const line = successLine(ruleset, say, checked, verdict, 0);
    return answer(deal, nothing(), "replay", null, deal.carried, [line], checked.notes);
  }
  return write(ruleset, say, checked, points, verdict);
};

/** A scorer for a rule set as the server packs it (`id`, `version`, `rules`, `labels`, `faults`) and its `messages`.

    `score(event)` takes a deal, a penalty or typed totals and gives the server's answer (id, score, result, made, held,
    lines, warnings) with `notes`, the warnings by field and code; for what cannot be `{id, error, field, code}`. Throws
    for a rule set it cannot read. */
export const scorer = (packed, messages) => {
  const ruleset = resolve(packed);
  const say = speaker(messages);
  const score = (obj) => {
    try {
      const found = scoreEvent(ruleset, say, obj);
      const notes = found.notes.map((note) => ({ field: note.field, code: note.code, text: say(`note.${note.code}`, note.values) }));
      return Object.assign(found, { notes, warnings: notes.map((note) => note.text) });
    } catch (error) {
      if (!(error instanceof DealError)) throw error;
      const id = obj && typeof obj.id === "string" ? obj.id : null;
      return { id, error: say(`deal.${error.code}`, error.values), field: error.field, code: error.code };
    }
  };
  return { id: ruleset.id, version: ruleset.version, score };
};
