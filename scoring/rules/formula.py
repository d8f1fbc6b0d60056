"""Formulas of rule-set files: sums and products of names and whole numbers, multiplied out into terms.

Grammar: ``sum = product {(+|-) product}``, ``product = factor {* factor}``,
``factor = - factor | number | name | ( sum )``. ASCII only, blanks are spaces and tabs, numbers 0 to 999999 without
leading zero. Bounded, because a file comes from anyone. Each term becomes one line of an explanation.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scoring.rules.words import DEFAULT, Value, words

MAX_LENGTH = 300
MAX_DEPTH = 12
MAX_TERMS = 64
MAX_FACTORS = 4
MAX_NUMBER = 999_999

NAME = re.compile(r"[a-z][a-z0-9_]{0,29}", re.ASCII)
_TOKEN = re.compile(r"[-+*()]|(?:0|[1-9][0-9]{0,5}|[a-z][a-z0-9_]{0,29})(?![0-9A-Za-z_])", re.ASCII)
_BLANKS = " \t"


class FormulaError(ValueError):
    """A text that is no formula; the message ("file.<code>" of the words, with ``values``) says what is wrong in it."""

    def __init__(self, code: str, **values: Value) -> None:
        self.code = code
        self.values = values
        super().__init__(code)

    def __str__(self) -> str:
        return words(DEFAULT).say(f"file.{self.code}", **self.values)


class Term(NamedTuple):
    """``coefficient`` times the product of ``names`` (as written, repeats kept)."""

    coefficient: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """``text`` is the formula with its blanks made regular, ``terms`` what it comes to, zero terms dropped."""

    text: str
    terms: tuple[Term, ...]


def parse_formula(text: str, names: Collection[str]) -> Formula:
    """The formula in ``text``, which may use ``names`` only. Raises FormulaError."""
    if len(text) > MAX_LENGTH:
        raise FormulaError("formula_size", most=MAX_LENGTH)
    return _parsed(text, tuple(names))


@lru_cache(maxsize=512)
def _parsed(text: str, names: tuple[str, ...]) -> Formula:
    # Kept, because each variant of a file is checked over the same grid.
    tokens = _tokens(text)
    parser = _Parser(tokens, names)
    terms = parser.sum(0)
    if parser.here:
        raise FormulaError("unexpected", symbol=repr(parser.here))
    return Formula(_regular(tokens), tuple(terms))


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    at = 0
    while True:
        while at < len(text) and text[at] in _BLANKS:
            at += 1
        if at == len(text):
            return tokens
        found = _TOKEN.match(text, at)
        if not found:
            raise FormulaError("unread", text=repr(text[at : at + 12]))
        tokens.append(found.group())
        at = found.end()


def _regular(tokens: list[str]) -> str:
    out: list[str] = []
    before = "("
    for token in tokens:
        binary = token in {"+", "-", "*"} and before not in {"(", "+", "-", "*"}
        out.append(f" {token} " if binary else token)
        before = token
    return "".join(out)


class _Parser:
    def __init__(self, tokens: list[str], names: Collection[str]) -> None:
        self.tokens = tokens
        self.names = names
        self.at = 0

    @property
    def here(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def sum(self, depth: int) -> list[Term]:
        terms = self.product(depth)
        while self.here in {"+", "-"}:
            sign = -1 if self.tokens[self.at] == "-" else 1
            self.at += 1
            terms = terms + [Term(sign * c, n) for c, n in self.product(depth)]
            if len(terms) > MAX_TERMS:
                raise FormulaError("terms", most=MAX_TERMS)
        return terms

    def product(self, depth: int) -> list[Term]:
        terms = self.factor(depth)
        while self.here == "*":
            self.at += 1
            terms = _times(terms, self.factor(depth))
        return terms

    def factor(self, depth: int) -> list[Term]:
        sign = 1
        while self.here == "-":
            sign = -sign
            self.at += 1
        symbol = self.here
        self.at += 1
        if symbol == "(":
            return [Term(sign * c, n) for c, n in self.bracket(depth + 1)]
        if symbol.isdigit():
            return [Term(sign * int(symbol), ())] if int(symbol) else []
        if NAME.fullmatch(symbol):
            if symbol not in self.names:
                raise FormulaError("unknown_name", name=repr(symbol), known=", ".join(sorted(self.names)))
            return [Term(sign, (symbol,))]
        raise FormulaError("unexpected", symbol=repr(symbol)) if symbol else FormulaError("incomplete")

    def bracket(self, depth: int) -> list[Term]:
        if depth > MAX_DEPTH:
            raise FormulaError("brackets", most=MAX_DEPTH)
        terms = self.sum(depth)
        if self.here != ")":
            raise FormulaError("closing")
        self.at += 1
        return terms


def _times(left: list[Term], right: list[Term]) -> list[Term]:
    if len(left) * len(right) > MAX_TERMS:
        raise FormulaError("terms", most=MAX_TERMS)
    out = [Term(a * b, m + n) for a, m in left for b, n in right]
    for coefficient, names in out:
        if len(names) > MAX_FACTORS:
            raise FormulaError("factors", most=MAX_FACTORS)
        if abs(coefficient) > MAX_NUMBER:
            raise FormulaError("number", most=MAX_NUMBER)
    return out
