/* What one deal is worth, and why: the steps of the file format in their order. The answers are the server's, word for
   word; a page shows them while the server is out of reach. */

import { other } from "./cards.js";
import { check } from "./checks.js";
import { DealError, has, isObject, parseDeal } from "./deal.js";
import { cancelLine, extraLine, successLine, termLines } from "./explain.js";
import { scorePenalty } from "./penalty.js";
import { unknownNotes } from "./plausible.js";
import { isExact, pointsOf, round, valuesOf } from "./points.js";
import { resolve, workOut } from "./ruleset.js";
import { stepsOf } from "./steps.js";
import { judge } from "./success.js";
import { scoreTotals } from "./totals.js";
import { speaker } from "./words.js";

/** Who gets the carried points: nobody as long as they stay held. */
const winnerOf = (ruleset, deal, outcome) => {
  if (outcome === "made") return deal.declarer;
  return outcome === "failed" && ruleset.rules.carried_to === "winner" ? other(deal.declarer) : null;
};

const answer = (deal, score, result, made, held, lines, notes) => ({ id: deal.id, score, result, made, held, lines, notes });
const nothing = () => ({ NS: 0, EW: 0 });
// Beyond this no score can be written.
const MAX_SCORE = 1000000;

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
  const beyond = [deal.declarer, other(deal.declarer)].find((side) => Math.abs(score[side]) > MAX_SCORE);
  if (beyond) throw new DealError("contract", "score_out_of_range", { given: score[beyond] });
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

/** What `make` gives for `obj`; for what cannot be `{id, error, field, code}`. */
const answered = (say, obj, make) => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof DealError)) throw error;
    const id = obj && typeof obj.id === "string" ? obj.id : null;
    return { id, error: say(`deal.${error.code}`, error.values), field: error.field, code: error.code };
  }
};

/** A scorer for a rule set as the server packs it (`id`, `version`, `rules`, `labels`, `faults`) and its `messages`.

    `score(event)` takes a deal, a penalty or typed totals and gives the server's answer (id, score, result, made, held,
    lines, warnings) with `notes`, the warnings by field and code; for what cannot be `{id, error, field, code}`.
    `steps(deal)` counts a deal aloud: a list of {name, text, formula, filled, amount}, or the same refusal. Throws for a
    rule set it cannot read. */
export const scorer = (packed, messages) => {
  const ruleset = resolve(packed);
  const say = speaker(messages);
  const score = (obj) => answered(say, obj, () => {
    const found = scoreEvent(ruleset, say, obj);
    const notes = found.notes.map(({ field, code, values }) => ({ field, code, text: say(`note.${code}`, values) }));
    return Object.assign(found, { notes, warnings: notes.map((note) => note.text) });
  });
  const steps = (obj) => answered(say, obj, () => stepsOf(ruleset, say, obj));
  return { id: ruleset.id, version: ruleset.version, score, steps };
};
