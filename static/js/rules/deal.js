/* One deal as it was written down: the fields, their types, and nothing yet of any rule set. A field that is null
   counts as left out. JSON's 80.0 is 80 here: a browser cannot tell them apart. */

import { SIDES, TRUMPS } from "./cards.js";

export const FIELDS = [
  "id", "declarer", "contract", "trump", "double", "points", "tricks", "sweep", "alone", "last_trick", "belote",
  "announces", "best", "carried", "last_deal", "points_scale",
];
export const MAX_NUMBER = 10000;
const CONTRACT_WORDS = ["capot", "generale", "take"];
const DOUBLES = ["none", "coinche", "surcoinche"];
const ANNOUNCES = [
  "tierce", "quarante", "quinte", "carre-J", "carre-9", "carre-A", "carre-10", "carre-K", "carre-Q", "carre-8", "carre-7",
];
const ALIASES = { cinquante: "quarante", cent: "quinte" };
const MAX_CARRIED = 100000;
const MAX_ANNOUNCES = 12;

/** A refusal: the deal's field, the id of the message (without "deal.") and what goes into it. */
export class DealError extends Error {
  constructor(field, code, values) {
    super(`${field}: ${code}`);
    this.field = field;
    this.code = code;
    this.values = values || {};
  }
}

export const has = (table, name) => Object.prototype.hasOwnProperty.call(table, name);
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const isWhole = (value) => typeof value === "number" && Number.isInteger(value);
export const get = (table, name) => (has(table, name) ? table[name] : null);

/** A value as the server's messages repeat it. */
const quoted = (text) => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + text.replace(/[\\]/g, "\\\\").replace(new RegExp(quote, "g"), `\\${quote}`).replace(/\n/g, "\\n") + quote;
};
const written = (value) => {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (isObject(value)) return `{${Object.keys(value).map((name) => `${quoted(name)}: ${written(value[name])}`).join(", ")}}`;
  return String(value);
};

export const shown = (value) => {
  const text = Array.from(typeof value === "string" ? value : written(value));
  return text.length <= 30 ? text.join("") : `${text.slice(0, 29).join("")}…`;
};

/** The same, with a text in quotes: "20" is no whole number, though 20 is one. */
export const told = (value) => (typeof value === "string" ? `"${shown(value)}"` : shown(value));

const sideIn = (obj, field) => {
  const value = get(obj, field);
  if (value === null || SIDES.includes(value)) return value;
  throw new DealError(field, "one_of", { given: shown(value), allowed: "NS, EW, null" });
};

const flagIn = (obj, field) => {
  const value = get(obj, field);
  if (value === null || typeof value === "boolean") return Boolean(value);
  throw new DealError(field, "no_flag", { given: told(value) });
};

export const idIn = (obj) => {
  const id = get(obj, "id");
  if (id === null || typeof id === "string") return id;
  throw new DealError("id", "no_text");
};

export const whole = (field, value, high, low = 0) => {
  if (value === null) return null;
  if (!isWhole(value)) throw new DealError(field, "no_number", { given: told(value) });
  if (value < low || value > high) throw new DealError(field, "out_of_range", { low, high });
  return value + 0;
};

export const oneOf = (obj, field, allowed) => {
  const value = get(obj, field);
  if (value === null || allowed.includes(value)) return value;
  throw new DealError(field, "one_of", { given: shown(value), allowed: allowed.join(", ") });
};

const contractIn = (obj) => {
  const value = get(obj, "contract");
  if (value === null || CONTRACT_WORDS.includes(value)) return value;
  if (!isWhole(value)) throw new DealError("contract", "no_contract", { given: told(value) });
  return whole("contract", value, MAX_NUMBER);
};

const bySide = (obj, field) => {
  const value = get(obj, field);
  if (value === null) return [null, null];
  if (!isObject(value)) throw new DealError(field, "not_by_side");
  for (const name of Object.keys(value)) {
    if (!SIDES.includes(name)) throw new DealError(field, "one_of", { given: shown(name), allowed: "NS, EW" });
  }
  return [get(value, "NS"), get(value, "EW")];
};

const numbersIn = (obj, field) => bySide(obj, field).map((value) => whole(field, value, MAX_NUMBER));

const beloteIn = (obj) => {
  const value = get(obj, "belote");
  if (value === null) return [];
  if (!Array.isArray(value) || !value.every((side) => SIDES.includes(side))) throw new DealError("belote", "no_sides");
  return value;
};

const announce = (item) => {
  if (typeof item === "string") {
    const name = has(ALIASES, item) ? ALIASES[item] : item;
    if (ANNOUNCES.includes(name)) return name;
  } else if (isWhole(item) && item > 0 && item <= 1000 && item % 10 === 0) {
    return item;
  }
  throw new DealError("announces", "unknown_announce", { given: shown(item) });
};

const announceList = (value) => {
  if (value === null) return [];
  if (!Array.isArray(value) || value.length > MAX_ANNOUNCES) {
    throw new DealError("announces", "no_announces", { most: MAX_ANNOUNCES });
  }
  return value.map(announce);
};

export const announcesIn = (obj) => bySide(obj, "announces").map(announceList);
export const unknownIn = (obj, fields) => Object.keys(obj).filter((name) => !fields.includes(name)).map(shown);

/** The deal in `obj`, every field of the right type; points, tricks and announces as [NS, EW]. Throws DealError. */
export const parseDeal = (obj) => {
  if (!isObject(obj)) throw new DealError("", "not_an_object");
  if (!has(obj, "declarer")) throw new DealError("declarer", "missing");
  const id = idIn(obj);
  const declarer = sideIn(obj, "declarer");
  const contract = contractIn(obj);
  const trump = oneOf(obj, "trump", TRUMPS);
  const double = oneOf(obj, "double", DOUBLES) || "none";
  return {
    id,
    declarer,
    contract,
    trump,
    double,
    points: numbersIn(obj, "points"),
    tricks: numbersIn(obj, "tricks"),
    sweep: sideIn(obj, "sweep"),
    alone: flagIn(obj, "alone"),
    last_trick: sideIn(obj, "last_trick"),
    belote: beloteIn(obj),
    announces: announcesIn(obj),
    best: sideIn(obj, "best"),
    carried: whole("carried", get(obj, "carried"), MAX_CARRIED) || 0,
    last_deal: flagIn(obj, "last_deal"),
    points_scale: whole("points_scale", get(obj, "points_scale"), MAX_NUMBER),
    unknown: unknownIn(obj, FIELDS),
  };
};
