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
const FORMAT = 1;

const lead = (names) => {
  const known = LEADS.find((name) => names.includes(name));
  return known || names.find((name) => !NAMES.includes(name)) || "number";
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
    const written = chain(row).find((name) => name in forms);
    if (written) cells[row] = { plain: forms[written], doubled: forms[`${written}.doubled`] || forms[written] };
  }
  return cells;
};

/** What the terms come to together. */
export const workOut = (terms, values) => {
  let total = 0;
  for (const term of terms) total += term.places.reduce((amount, place) => amount * values[place], term.coefficient);
  return total;
};

/** The rule set in `packed`: `rules` (the canonical form), `labels` (own values in words), `id`, `version`. */
export const resolve = (packed) => {
  const rules = packed.rules;
  if (rules.format !== FORMAT) throw new Error(`format ${rules.format} is not known to this page`);
  const places = NAMES.concat(rules.own_names);
  const reach = {};
  return {
    id: packed.id,
    version: packed.version,
    labels: packed.labels,
    rules,
    cells: resolveCells(rules.score, CELL_NAMES.concat(rules.own_names), places),
    sweepPoints: compile(rules.sweep_points, SWEEP_NAMES.concat(rules.own_names), places),
    /** The possible sums of a trump mode's pack, worked out when first asked for. */
    reach(mode) {
      reach[mode] = reach[mode] || sums(rules.cards.decks[mode]);
      return reach[mode];
    },
  };
};
