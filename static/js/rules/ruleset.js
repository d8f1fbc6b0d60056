/* A resolved rule set (its canonical form, with a version) made ready to score with: formulas parsed, the outcome grid
   led to cells, the possible sums of its packs. */

import { sums } from "./cards.js";
import { parseFormula } from "./formula.js";

/** Names that formulas know, in the order in which the values stand; a rule set's own names follow. */
export const NAMES = [
  "points", "their_points", "total", "bid", "announces", "their_announces", "belote", "their_belote",
  "sweep", "their_sweep", "alone", "m",
];
const SWEEP_NAMES = ["total", "alone"];
const CELL_NAMES = NAMES.filter((name) => name !== "alone");
const CELLS = ["declarer", "defence", "keep"];
const ROWS = ["made", "failed", "held", "share", "capot_made", "capot_failed", "generale_made", "generale_failed"];
// Which name a term is called after when it has several; own values come after these, a bare number last.
const LEADS = [
  "sweep", "their_sweep", "alone", "bid", "announces", "their_announces", "belote", "their_belote", "points",
  "their_points", "total",
];
const PENALTY_NAMES = ["bid", "announces", "total"];
// Words with a meaning of their own in the lines: an own value called like one is "values.NAME" there.
const RESERVED = ROWS.concat("replay", "passed", "number", "carried", "rounding", "divide", "cancel", "penalty");
const FORMAT = 1;

const lead = (names) => {
  const known = LEADS.find((name) => names.includes(name));
  const own = names.find((name) => !NAMES.includes(name));
  return known || (RESERVED.includes(own) ? `values.${own}` : own) || "number";
};

const compile = (text, allowed, places) =>
  parseFormula(text, allowed).map(({ coefficient, names }) => ({
    coefficient,
    places: names.map((name) => places.indexOf(name)),
    what: lead(names),
    doublings: names.filter((name) => name === "m").length,
  }));

/** A row that is not written falls back: générale on capot, capot on the plain row. */
const chain = (row) => {
  const [contract, result] = row.split("_");
  if (contract === "generale") return [row, `capot_${result}`, result];
  return contract === "capot" ? [row, result] : [row];
};

const resolveCells = (score, allowed, places) => {
  const forms = {};
  for (const form of Object.keys(score)) {
    forms[form] = {};
    for (const cell of CELLS) {
      forms[form][cell] = cell in score[form] ? compile(score[form][cell], allowed, places) : [];
    }
  }
  const cells = {};
  for (const row of ROWS) {
    const names = chain(row);
    const doubled = names.reduce((all, name) => all.concat(`${name}.doubled`, name), []);
    const plain = names.find((name) => name in forms);
    const found = doubled.find((name) => name in forms);
    cells[row] = { plain: plain && { form: plain, ...forms[plain] }, doubled: found && { form: found, ...forms[found] } };
  }
  return cells;
};

// What the terms of a formula may come to together; below 2^53 by more than what is carried and rounded.
const MOST = 9000000000000000;
const ROUNDED = 10;

const mostTotal = ({ cards }) => Math.max(
  ...Object.keys(cards.totals).map((mode) => cards.totals[mode]),
  ...Object.keys(cards.convert).map((mode) => cards.convert[mode].to),
);

/** The most that each name can stand for, in the order of the values; `points` is what a side can have at most. */
const mostOf = (rules, points) => {
  const worth = (n) => Object.keys(rules.own_values).map((trump) => Math.abs(rules.own_values[trump][n]));
  const own = rules.own_names.map((_, n) => Math.max(...worth(n)));
  const belotes = rules.belote_value * Math.max(...Object.keys(rules.belote_most).map((mode) => rules.belote_most[mode]));
  const named = { bid: 10000, announces: 24000, belote: belotes, sweep: 1, alone: 1, total: mostTotal(rules), points };
  named.m = Math.max(...Object.keys(rules.multipliers).map((name) => rules.multipliers[name]));
  return NAMES.map((name) => named[name.replace(/^their_/, "")]).concat(own);
};

/** Refuses terms that could pass what a browser counts exactly; the server loads no rules that have such. */
const checkSize = (terms, most) => {
  const size = (term) => term.places.reduce((product, place) => product * most[place], Math.abs(term.coefficient));
  const sum = terms.reduce((total, term) => total + size(term), 0);
  if (sum > MOST) throw new Error("figures too large for a browser");
  return sum;
};

/** What the terms come to together. */
export const workOut = (terms, values) => {
  let total = 0;
  for (const term of terms) total += term.places.reduce((amount, place) => amount * values[place], term.coefficient);
  return total;
};

/** The points of both sides together once the pack is converted: `total` of the formulas. */
export const convertedTotal = ({ rules: { cards } }, mode) => {
  const conversion = cards.convert[mode];
  if (!conversion) return cards.totals[mode];
  return conversion.to;
};

/** The rule set in `packed`: `rules` (the canonical form), `labels` (own values and faults in words), `id`, `version`. */
export const resolve = (packed) => {
  const { rules } = packed;
  if (rules.format !== FORMAT) throw new Error(`format ${rules.format} is not known to this page`);
  const places = NAMES.concat(rules.own_names);
  const reach = {};
  const cells = resolveCells(rules.score, CELL_NAMES.concat(rules.own_names), places);
  const sweepPoints = compile(rules.sweep_points, SWEEP_NAMES.concat(rules.own_names), places);
  const most = mostOf(rules, Math.max(mostTotal(rules), checkSize(sweepPoints, mostOf(rules, 0))) + ROUNDED);
  for (const row of ROWS) {
    for (const form of [cells[row].plain, cells[row].doubled]) if (form) CELLS.forEach((cell) => checkSize(form[cell], most));
  }
  const penalties = (rules.penalties || []).map((rung) => ({ ...rung, terms: compile(rung.amount, PENALTY_NAMES, places) }));
  penalties.forEach(({ terms }) => checkSize(terms, most));
  return {
    id: packed.id,
    version: packed.version,
    labels: packed.labels,
    faults: packed.faults,
    rules,
    penalties,
    cells,
    sweepPoints,
    /** The possible sums of a trump mode's pack, worked out when first asked for. */
    reach(mode) {
      reach[mode] = reach[mode] || sums(rules.cards.decks[mode]);
      return reach[mode];
    },
  };
};
