/* Formulas of rule sets: the same grammar and bounds as the server's parser. A text becomes terms (a whole number times
   names); nothing is ever run. ASCII only, blanks are spaces and tabs, numbers 0 to 999999 without leading zero. */

const MAX_LENGTH = 300;
const MAX_DEPTH = 12;
const MAX_TERMS = 64;
const MAX_FACTORS = 4;
const MAX_NUMBER = 999999;
const NAME = /^[a-z][a-z0-9_]{0,29}$/;

export class FormulaError extends Error {}

const refuse = (why) => {
  throw new FormulaError(why);
};

const tokensOf = (text) => {
  const token = /[-+*()]|(?:0|[1-9][0-9]{0,5}|[a-z][a-z0-9_]{0,29})(?![0-9A-Za-z_])/y;
  const tokens = [];
  let at = 0;
  for (;;) {
    while (text[at] === " " || text[at] === "\t") at += 1;
    if (at >= text.length) return tokens;
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) refuse(`cannot read at ${at}`);
    tokens.push(found[0]);
    at = token.lastIndex;
  }
};

const times = (left, right) => {
  if (left.length * right.length > MAX_TERMS) refuse("too many terms");
  const out = [];
  for (const a of left) {
    for (const b of right) out.push({ coefficient: a.coefficient * b.coefficient, names: a.names.concat(b.names) });
  }
  for (const term of out) {
    if (term.names.length > MAX_FACTORS) refuse("too many names in a product");
    if (Math.abs(term.coefficient) > MAX_NUMBER) refuse("too large a number");
  }
  return out;
};

const signed = (sign, terms) => terms.map((term) => ({ coefficient: sign * term.coefficient, names: term.names }));

class Parser {
  constructor(tokens, names) {
    this.tokens = tokens;
    this.names = names;
    this.at = 0;
  }

  get here() {
    return this.at < this.tokens.length ? this.tokens[this.at] : "";
  }

  sum(depth) {
    let terms = this.product(depth);
    while (this.here === "+" || this.here === "-") {
      const sign = this.here === "-" ? -1 : 1;
      this.at += 1;
      terms = terms.concat(signed(sign, this.product(depth)));
      if (terms.length > MAX_TERMS) refuse("too many terms");
    }
    return terms;
  }

  product(depth) {
    let terms = this.factor(depth);
    while (this.here === "*") {
      this.at += 1;
      terms = times(terms, this.factor(depth));
    }
    return terms;
  }

  factor(depth) {
    let sign = 1;
    while (this.here === "-") {
      sign = -sign;
      this.at += 1;
    }
    const symbol = this.here;
    this.at += 1;
    if (symbol === "(") return signed(sign, this.bracket(depth + 1));
    if (/^[0-9]+$/.test(symbol)) return Number(symbol) ? [{ coefficient: sign * Number(symbol), names: [] }] : [];
    if (!NAME.test(symbol)) refuse("a number, a name or a bracket is missing");
    if (!this.names.includes(symbol)) refuse(`unknown name ${symbol}`);
    return [{ coefficient: sign, names: [symbol] }];
  }

  bracket(depth) {
    if (depth > MAX_DEPTH) refuse("too many nested brackets");
    const terms = this.sum(depth);
    if (this.here !== ")") refuse("a closing bracket is missing");
    this.at += 1;
    return terms;
  }
}

/** The terms `{coefficient, names}` of a formula that may use `names` only. Throws FormulaError. */
export const parseFormula = (text, names) => {
  if (text.length > MAX_LENGTH) refuse("too long");
  const parser = new Parser(tokensOf(text), names);
  const terms = parser.sum(0);
  if (parser.here) refuse(`unexpected ${parser.here}`);
  return terms;
};
