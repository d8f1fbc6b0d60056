/* Why a score is what it is: a line that says whether the contract was made, then one line a term. */

import { SIDES } from "./cards.js";
import { NAMES } from "./ruleset.js";

const M = NAMES.indexOf("m");

/** `number / down` for people: whole, or cut after two decimals, so that nothing short ever looks reached. */
export const fraction = (say, number, down) => {
  const whole = Math.floor(number / down);
  const rest = number - whole * down;
  if (!rest) return String(whole);
  const cut = Math.floor((rest * 100) / down);
  return `${whole}${say("number.point", {})}${cut < 10 ? "0" : ""}${cut}`;
};

const singleAnnounce = (deal, index) => {
  const announces = deal.deal.announces[index];
  return announces.length === 1 && typeof announces[0] === "string" ? announces[0] : null;
};

/** The sum that was judged: "71", or "85 + 20 tierce = 105". */
export const sumText = (say, deal, verdict) => {
  const points = fraction(say, verdict.judged, verdict.down);
  const parts = [points];
  if (verdict.announces) {
    const single = singleAnnounce(deal, SIDES.indexOf(deal.declarer));
    parts.push(say(`plus.${single || "announces"}`, { n: verdict.announces }));
  }
  if (verdict.belote) parts.push(say("plus.belote", { n: verdict.belote }));
  if (parts.length === 1) return say("success.points", { n: points });
  return `${parts.join(" + ")} = ${fraction(say, verdict.have, verdict.down)}`;
};

/** The declarers' first line; `keep` is what waits after a tie. */
export const successLine = (ruleset, say, deal, verdict, keep) => {
  const { have, down, target } = verdict;
  const text = say(`success.${verdict.why}`, {
    sum: sumText(say, deal, verdict),
    have: fraction(say, have, down),
    theirs: fraction(say, verdict.theirs, down),
    target,
    short: -Math.floor((have - target * down) / down),
    behind: fraction(say, Math.abs(verdict.theirs - have), down),
    keep,
    tricks: ruleset.rules.tricks,
  });
  return { side: deal.declarer, what: verdict.outcome, amount: 0, text };
};

const termText = (ruleset, say, deal, side, what, base) => {
  const single = what === "announces" ? singleAnnounce(deal, SIDES.indexOf(side)) : null;
  if (single) return say("line.named", { label: say(`announce.${single}`, {}), n: base });
  if (what === "number" || NAMES.includes(what)) return say(`line.${what}`, { n: base });
  return say("line.named", { label: ruleset.labels[what.replace(/^values\./, "")], n: base });
};

/** One line for each term that is not zero. */
export const termLines = (ruleset, say, deal, side, terms, values) => {
  const lines = [];
  for (const { coefficient, places, what, doublings } of terms) {
    const amount = places.reduce((product, place) => product * values[place], coefficient);
    if (!amount) continue;
    const factor = Math.pow(values[M], doublings);
    let text = termText(ruleset, say, deal, side, what, amount / factor);
    if (factor > 1) text += say("line.times", { m: factor });
    lines.push({ side, what, amount, text });
  }
  return lines;
};

/** That an announce shown by one side cancelled all of them. */
export const cancelLine = (say, { side, name }) => ({
  side, what: "cancel", amount: 0, text: say("line.cancel", { label: say(`announce.${name}`, {}) }),
});

/** A line that is no term: carried points, or what rounding changes. */
export const extraLine = (say, side, what, amount) => {
  const n = what === "rounding" && amount >= 0 ? `+${amount}` : amount;
  return { side, what, amount, text: say(`line.${what}`, { n }) };
};
