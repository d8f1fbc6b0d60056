/* Any other game: nothing is counted, the table's totals are typed and given back. */

import { SIDES } from "./cards.js";
import { DealError, get, idIn, isObject, isWhole, told, unknownIn } from "./deal.js";
import { unknownNotes } from "./plausible.js";

const PLAYERS = ["A", "B", "C"];
const MAX_TOTAL = 100000;
const FIELDS = ["id", "totals"];

/** The names in `given`, in the order of the answer; undefined for any other names. */
const namesIn = (given) =>
  [SIDES, PLAYERS].find((group) => {
    const names = isObject(given) ? Object.keys(given) : [];
    return names.length === group.length && names.every((name) => group.includes(name));
  });

/** The answer that repeats the totals under their names. Throws DealError. */
export const scoreTotals = (ruleset, say, obj) => {
  const rules = ruleset.rules.totals;
  if (!rules) throw new DealError("totals", "totals_not_kept");
  if (!isObject(obj)) throw new DealError("", "not_an_object");
  const id = idIn(obj);
  const given = get(obj, "totals");
  if (given === null) throw new DealError("totals", "missing");
  const names = namesIn(given);
  if (!names) throw new DealError("totals", "no_totals");
  const score = {};
  for (const name of names) {
    if (!isWhole(given[name])) throw new DealError("totals", "no_number", { given: told(given[name]) });
    if (given[name] < rules.lowest || given[name] > MAX_TOTAL) {
      throw new DealError("totals", "out_of_range", { low: rules.lowest, high: MAX_TOTAL });
    }
    score[name] = given[name] + 0;
  }
  if (rules.sides && rules.sides !== names.length) {
    throw new DealError("totals", "other_totals", { allowed: (rules.sides === 2 ? SIDES : PLAYERS).join(", ") });
  }
  const sum = names.reduce((total, name) => total + score[name], 0);
  if (rules.control && sum !== rules.control) throw new DealError("totals", "totals_sum", { sum, total: rules.control });
  const lines = names.map((side) => ({ side, what: "total", amount: score[side], text: say("total.typed", { n: score[side] }) }));
  const notes = unknownNotes(unknownIn(obj, FIELDS));
  return { id, score, result: "total", made: null, held: 0, lines, notes };
};
