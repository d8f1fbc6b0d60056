"""Formulas in the words of the card table: sums with the doubling factored out, whatever way the file wrote them.

``m*bid + 160*m + belote`` and ``m*(bid + 160) + belote`` count the same and are said the same: "(the bid + 160) × 2
(× 4) + their belote". Every word comes from the words files; a rule set's own names are said by their labels.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.rules.cards import MODE_OF, Mode
from scoring.rules.formula import Formula, Term
from scoring.rules.ruleset import NAMES, RuleSet
from scoring.rules.words import Value, words

# Whose cell it is: names such as "points" mean that side's own. "any" is a formula that no side owns.
Owner = Literal["declarer", "defence", "any"]

_WHEN = ("sweep", "their_sweep", "alone")
_PAIRS = ("points", "announces", "belote")

Bases = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Voice:
    """A rule set and the language to speak of it in."""

    ruleset: RuleSet
    language: str

    def say(self, key: str, **values: Value) -> str:
        """The message ``rules.key`` with its values."""
        return words(self.language).say(f"rules.{key}", **values)

    def word(self, key: str, **values: Value) -> str:
        """Any other message of the words files."""
        return words(self.language).say(key, **values)

    def listed(self, items: Iterable[str], joined: str = "and") -> str:
        """ "a, b and c", or with ``joined`` "or"."""
        *first, last = items
        return self.say(f"list_{joined}", first=self.say("list_comma").join(first), last=last) if first else last

    def modes(self, modes: Sequence[Mode]) -> str:
        """ "in a suit and at no-trump"."""
        return self.listed(self.say(f"mode_{mode}") for mode in modes)

    @property
    def modes_played(self) -> tuple[Mode, ...]:
        return tuple(dict.fromkeys(MODE_OF[trump] for trump in self.ruleset.trumps))


@dataclass(frozen=True, slots=True)
class Spoken:
    """How to say a formula: whose cell it is, the factors that ``m`` can be (none: not doubled), and the figure that
    ``bid`` stands for where that is fixed, as at a capot."""

    owner: Owner = "any"
    factors: tuple[int, ...] = ()
    bid: int | None = None


def formula_words(voice: Voice, formula: Formula, how: Spoken) -> str:
    """The formula as a sum in words, "nothing" where it comes to nothing."""
    groups: dict[tuple[int, Bases], dict[Bases, int]] = {}
    never = _never(voice.ruleset)
    for term in formula.terms:
        if never & {*term.names}:
            continue
        coefficient, doublings, scalars, bases = _parted(term, how)
        inner = groups.setdefault((doublings, scalars), {})
        inner[bases] = inner.get(bases, 0) + coefficient
    parts: list[tuple[int, str]] = []
    for (doublings, scalars), inner in groups.items():
        parts += _group(voice, how, doublings, scalars, inner)
    return _sum(parts) if parts else voice.say("nothing")


def _never(ruleset: RuleSet) -> frozenset[str]:
    """Names that are always 0 under these rules: what is not played is not spoken of."""
    played = {"announces": ruleset.enters_announces, "belote": ruleset.enters_belote}
    return frozenset(n for name, is_played in played.items() if not is_played for n in (name, f"their_{name}"))


def _parted(term: Term, how: Spoken) -> tuple[int, int, Bases, Bases]:
    """A term as coefficient, power of ``m``, own values that only multiply, and what is multiplied."""
    coefficient = term.coefficient
    names = [name for name in term.names if name != "m"]
    doublings = len(term.names) - len(names) if how.factors else 0
    if how.bid is not None:
        coefficient *= how.bid ** names.count("bid")
        names = [name for name in names if name != "bid"]
    bases = sorted(name for name in names if name in NAMES)
    own = sorted(name for name in names if name not in NAMES)
    if not bases and coefficient == term.coefficient and own:
        bases = [own.pop(0)]
    return coefficient, doublings, tuple(own), tuple(bases)


def _group(voice: Voice, how: Spoken, doublings: int, scalars: Bases, inner: dict[Bases, int]) -> list[tuple[int, str]]:
    """The parts of a sum, as sign and text, that are multiplied alike."""
    items = _merged({bases: n for bases, n in inner.items() if n})
    factors = tuple(factor**doublings for factor in how.factors) if doublings else (1,)
    if not items:
        return []
    if not doublings and not scalars:
        return [_item(voice, how, bases, n, (1,)) for bases, n in items.items()]
    times = "".join(voice.say("times", n=_label(voice, name)) for name in scalars)
    if len(items) == 1:
        ((bases, n),) = items.items()
        sign, text = _item(voice, how, bases, n, factors)
        return [(sign, text + times)]
    text = f"({_sum([_item(voice, how, bases, n, (1,)) for bases, n in items.items()])})"
    if doublings:
        text += _times(voice, factors)
    return [(1, text + times)]


def _merged(items: dict[Bases, int]) -> dict[Bases, int]:
    """Two terms that are one thing to players become one: both sides' points, announces that a capot takes away."""
    out = dict(items)
    for bases, n in items.items():
        for name in _PAIRS:
            other = tuple(sorted(f"their_{name}" if base == name else base for base in bases))
            if name in bases and other != bases and out.get(other) == n == out.get(bases):
                both = tuple(sorted(f"both_{name}" if base == name else base for base in bases))
                out = {both if b == bases else b: k for b, k in out.items() if b != other}
    for bases, n in list(out.items()):
        for when in ("sweep", "their_sweep"):
            without = tuple(sorted((*bases, when)))
            if bases and out.get(without) == -n and bases in out:
                out = {(f"unless_{when}", *b) if b == bases else b: k for b, k in out.items() if b != without}
    return out


def _item(voice: Voice, how: Spoken, bases: Bases, n: int, factors: tuple[int, ...]) -> tuple[int, str]:
    sign, n = (1, n) if n > 0 else (-1, -n)
    named = [base for base in bases if base not in _WHEN and not base.startswith("unless_")]
    if named:
        text = voice.say("product").join(_name(voice, how, base) for base in named)
        text += _times(voice, tuple(n * factor for factor in factors))
    else:
        text = _numbers(voice, tuple(n * factor for factor in factors))
    for when in (base for base in bases if base in _WHEN or base.startswith("unless_")):
        key = when if when.startswith("unless_") else f"when_{when}"
        text = voice.say(key, what=text)
    return sign, text


def _times(voice: Voice, factors: tuple[int, ...]) -> str:
    """ " × 2 (× 4)", nothing for × 1."""
    if factors in ((), (1,)):
        return ""
    first, *rest = (voice.say("times", n=factor) for factor in factors)
    return first + "".join(voice.say("redoubled", what=text.strip()) for text in rest)


def _numbers(voice: Voice, numbers: tuple[int, ...]) -> str:
    first, *rest = map(str, numbers)
    return first + "".join(voice.say("redoubled", what=text) for text in rest)


def _sum(parts: Sequence[tuple[int, str]]) -> str:
    text = ""
    for sign, part in parts:
        text += (" + " if sign > 0 else " − ") + part if text else ("" if sign > 0 else "−") + part
    return text


def _name(voice: Voice, how: Spoken, name: str) -> str:
    if name in NAMES or name.startswith("both_"):
        plain = name if name in {"bid", "total"} or name.startswith("both_") else f"{name}_{how.owner}"
        return voice.say(f"name_{plain}")
    return _label(voice, name)


def _label(voice: Voice, name: str) -> str:
    label = voice.ruleset.label(name, voice.language)
    values = set(own_value(voice.ruleset, name).values())
    return voice.say("own_fixed", label=label, n=values.pop()) if len(values) == 1 else label


def own_value(ruleset: RuleSet, name: str) -> Mapping[str, int]:
    """An own value by trump."""
    place = ruleset.canonical()["own_names"].index(name)
    return {trump: values[place] for trump, values in ruleset.own_values.items()}
