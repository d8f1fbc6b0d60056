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
  return conversion.to + (conversion.apart ? cards.last_trick[mode] : 0);
};

/** The rule set in `packed`: `rules` (the canonical form), `labels` (own values and faults in words), `id`, `version`. */
export const resolve = (packed) => {
  const rules = packed.rules;
  if (rules.format !== FORMAT) throw new Error(`format ${rules.format} is not known to this page`);
  const places = NAMES.concat(rules.own_names);
  const reach = {};
  return {
    id: packed.id,
    version: packed.version,
    labels: packed.labels,
    faults: packed.faults,
    rules,
    penalties: (rules.penalties || []).map((rung) => ({ ...rung, terms: compile(rung.amount, PENALTY_NAMES, places) })),
    cells: resolveCells(rules.score, CELL_NAMES.concat(rules.own_names), places),
    sweepPoints: compile(rules.sweep_points, SWEEP_NAMES.concat(rules.own_names), places),
    /** The possible sums of a trump mode's pack, worked out when first asked for. */
    reach(mode) {
      reach[mode] = reach[mode] || sums(rules.cards.decks[mode]);
      return reach[mode];
    },
  };
};
