/* A deal counted aloud, step by step, for who learns to score; the same steps as the server's, in the same words. */

import { check } from "./checks.js";
import { parseDeal } from "./deal.js";
import { fraction, successLine, sumText } from "./explain.js";
import { pointsOf, valuesOf } from "./points.js";
import { NAMES, workOut } from "./ruleset.js";
import { judge } from "./success.js";

const step = (name, text, more) => ({ name, text, formula: "", filled: "", amount: null, ...more });
const isSpecial = (contract) => contract === "capot" || contract === "generale";

const contractStep = (ruleset, say, { deal, contract, declarer, trump }) => {
  const isDoubled = deal.double !== "none";
  const key = `step.${contract === "take" ? "take" : "contract"}${isDoubled ? "_doubled" : ""}`;
  return step("contract", say(key, {
    side: say(`step.${declarer}`, {}),
    contract: isSpecial(contract) ? say(`step.bid_${contract}`, {}) : contract,
    trump: say(`step.trump_${trump}`, {}),
    double: isDoubled ? say(`step.${deal.double}`, {}) : "",
    m: ruleset.rules.multipliers[deal.double],
  }));
};

/** The points as written, and what conversion, sweep and rounding make of them; announces and belotes. */
const pointSteps = (ruleset, say, deal, points) => {
  const { cards, success, tricks } = ruleset.rules;
  const pair = (name, [own, theirs], more) => step(name, say(`step.${name}`, { own, theirs, ...more }));
  const found = [pair("points", deal.points, { total: cards.totals[deal.mode] })];
  if (deal.sweeper !== null) {
    const n = points.whole[deal.sweeper === deal.declarer ? 0 : 1];
    found.push(step("swept", say("step.swept", { tricks, side: say(`step.${deal.sweeper}`, {}), n })));
  } else if (cards.convert[deal.mode]) {
    const exact = points.exact.map((number) => fraction(say, number, points.down));
    found.push(pair("converted", success.judge === "exact" ? exact : points.whole, { to: points.total }));
  }
  if (points.rounded.some((number, n) => number !== points.whole[n])) found.push(pair("rounded", points.rounded));
  if (deal.announces.some(Boolean)) found.push(pair("announces", deal.announces));
  if (deal.belote.some(Boolean)) found.push(pair("belote", deal.belote));
  return found;
};

/** What the contract needs, and what the declarers have. */
const testSteps = (ruleset, say, deal, verdict) => {
  const { tricks, bid_rules: bids, success } = ruleset.rules;
  if (isSpecial(deal.contract)) {
    const alone = deal.contract === "generale" && bids.generale_needs === "alone" ? "_alone" : "";
    return [step("needed", say(`step.needed_${deal.contract}${alone}`, { tricks }))];
  }
  const beat = success.beat_defence;
  const ending = beat === "no" ? "" : verdict.target ? `_${beat}` : `_only_${beat}`;
  const theirs = fraction(say, verdict.theirs, verdict.down);
  return [
    step("needed", say(`step.needed${ending}`, { target: verdict.target, theirs })),
    step("have", say("step.have", { sum: sumText(say, deal, verdict) })),
  ];
};

const formulaSteps = (ruleset, say, deal, points, verdict) => {
  const { rules } = ruleset;
  const multiplier = rules.multipliers[deal.deal.double];
  const row = isSpecial(deal.contract) ? `${deal.contract}_${verdict.outcome}` : verdict.outcome;
  const cells = ruleset.cells[row][multiplier > 1 ? "doubled" : "plain"];
  const names = NAMES.concat(rules.own_names);
  const label = (name) => (NAMES.includes(name) ? say(`step.name_${name}`, {}) : ruleset.labels[name]);
  return [["declarer", 0], ["defence", 1], ["keep", 0]].filter(([cell]) => cell in rules.score[cells.form]).map(([cell, own]) => {
    const values = valuesOf(ruleset, deal, points, multiplier, own);
    const text = rules.score[cells.form][cell].replace(/\*/g, "×");
    const name = cell === "keep" ? "keep" : `write_${cell}`;
    return step(name, say(`step.${name}`, {}), {
      formula: text.replace(/[a-z][a-z0-9_]*/g, label),
      filled: text.replace(/[a-z][a-z0-9_]*/g, (found) => values[names.indexOf(found)]),
      amount: workOut(cells[cell], values),
    });
  });
};

/** The steps for a deal, in the order in which a scorer takes them. Throws DealError as scoring it does. */
export const stepsOf = (ruleset, say, obj) => {
  const deal = parseDeal(obj);
  if (deal.declarer === null) return [step("passed", say("step.passed", {}))];
  const checked = check(ruleset, deal);
  const points = pointsOf(ruleset, checked);
  const verdict = judge(ruleset, checked, points);
  const formulas = verdict.outcome === "replay" ? [] : formulaSteps(ruleset, say, checked, points, verdict);
  const kept = formulas.filter(({ name }) => name === "keep").reduce((sum, { amount }) => sum + amount, 0);
  return [
    contractStep(ruleset, say, checked),
    ...pointSteps(ruleset, say, checked, points),
    ...testSteps(ruleset, say, checked, verdict),
    step("outcome", successLine(ruleset, say, checked, verdict, kept).text),
    ...formulas,
  ];
};
