/* Points on their way: conversion, sweep, the rounding before the success test, and what each side's formula sees. */

import { other } from "./cards.js";
import { DealError } from "./deal.js";
import { workOut } from "./ruleset.js";
import { convert } from "./success.js";

/** Whether nothing is rounded on this deal. */
export const isExact = ({ rules }, deal) => rules.rounding.last_deal_exact && deal.deal.last_deal;

/** To the unit; `up_from` is the last digit from which it goes up. Whole numbers only. */
export const round = ({ unit, up_from: upFrom }, number) => Math.floor((number + unit - upFrom) / unit) * unit;

const roundPoints = ({ rules: { rounding } }, [own, theirs], total, swept) => {
  if (!["points", "declarer_rest", "defence_rest"].includes(rounding.scope)) return [own, theirs];
  const pair = [round(rounding, own), round(rounding, theirs)];
  if (rounding.scope === "points" || swept) return pair;
  const all = round(rounding, total);
  return rounding.scope === "declarer_rest" ? [pair[0], all - pair[0]] : [all - pair[1], pair[1]];
};

/** Conversion, sweep, and the rounding that comes before the success test. */
export const pointsOf = (ruleset, deal) => {
  const { cards } = ruleset.rules;
  const conversion = cards.convert[deal.mode];
  let total = cards.totals[deal.mode];
  let exact = deal.points;
  let whole = deal.points;
  let down = 1;
  if (conversion) {
    const worth = conversion.apart ? cards.last_trick[deal.mode] : 0;
    if (conversion.apart && deal.lastTrick === null) throw new DealError("last_trick", "last_trick_needed");
    const ten = deal.lastTrick === deal.declarer ? [worth, 0] : [0, worth];
    ({ exact, whole } = convert(conversion, deal.points, ten));
    down = conversion.down;
    total = conversion.to;
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
export const valuesOf = (ruleset, deal, points, multiplier, own) => {
  const theirs = 1 - own;
  const side = own === 0 ? deal.declarer : other(deal.declarer);
  return [
    points.rounded[own], points.rounded[theirs], points.total, deal.bid,
    deal.announces[own], deal.announces[theirs], deal.belote[own], deal.belote[theirs],
    Number(deal.sweeper === side), Number(deal.sweeper === other(side)), Number(deal.deal.alone), multiplier,
    ...ruleset.rules.own_values[deal.trump],
  ];
};
