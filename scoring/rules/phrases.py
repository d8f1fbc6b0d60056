"""Formulas in the words of the card table: sums with the doubling factored out, whatever way the file wrote them.

``m*bid + 160*m + belote`` and ``m*(bid + 160) + belote`` count the same and are said the same: "(the bid + 160) × 2
(× 4) + their belote". Every word comes from the words files; a rule set's own names are said by their labels.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.rules.cards import MODE_OF, Mode
from scoring.rules.formula import Formula, Term
from scoring.rules.ruleset import NAMES, RuleSet
from scoring.rules.settings import own_value
from scoring.rules.words import Value, words

# Whose cell it is: names such as "points" mean that side's own. "any" is a formula that no side owns.
Owner = Literal["declarer", "defence", "any"]

_WHEN = ("sweep", "their_sweep", "alone")
_PAIRS = ("points", "announces", "belote")

Bases = tuple[str, ...]
Items = dict[Bases, tuple[int, int]]  # what is counted, how often, and its place in the formula


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
    never = _never(voice.ruleset)
    terms = [term for term in formula.terms if not never & {*term.names}]
    scalars = _scalars(terms)
    groups: dict[tuple[int, Bases], Items] = {}
    for place, term in enumerate(terms):
        coefficient, doublings, factors, bases = _parted(term, how, scalars)
        inner = groups.setdefault((doublings, factors), {})
        before, first = inner.get(bases, (0, place))
        inner[bases] = (before + coefficient, first)
    parts: list[tuple[int, int, str]] = []
    for (doublings, factors), inner in groups.items():
        parts += _group(voice, how, doublings, factors, inner)
    return _sum([(sign, text) for _, sign, text in sorted(parts)]) if parts else voice.say("nothing")


def _never(ruleset: RuleSet) -> frozenset[str]:
    """Names that are always 0 under these rules: what is not played is not spoken of."""
    played = {"announces": ruleset.enters_announces, "belote": ruleset.enters_belote}
    return frozenset(n for name, is_played in played.items() if not is_played for n in (name, f"their_{name}"))


def _scalars(terms: Iterable[Term]) -> frozenset[str]:
    """Own values that multiply something somewhere in the formula: factors, like ``m``."""
    return frozenset(
        name
        for term in terms
        for name in term.names
        if name not in NAMES and any(other not in {"m", name} for other in term.names)
    )


def _parted(term: Term, how: Spoken, scalars: frozenset[str]) -> tuple[int, int, Bases, Bases]:
    """A term as coefficient, power of ``m``, own values that only multiply, and what is multiplied."""
    coefficient = term.coefficient
    names = [name for name in term.names if name != "m"]
    doublings = len(term.names) - len(names) if how.factors else 0
    if how.bid is not None:
        coefficient *= how.bid ** names.count("bid")
        names = [name for name in names if name != "bid"]
    factors = tuple(sorted(name for name in names if name in scalars))
    return coefficient, doublings, factors, tuple(sorted(name for name in names if name not in scalars))


def _group(voice: Voice, how: Spoken, doublings: int, scalars: Bases, inner: Items) -> list[tuple[int, int, str]]:
    """The parts of a sum that are multiplied alike, as place, sign and text: one part, but where nothing multiplies."""
    items = _merged({bases: item for bases, item in inner.items() if item[0]})
    factors = tuple(factor**doublings for factor in how.factors) if doublings else (1,)
    if not items:
        return []
    if not doublings and not scalars:
        return [(place, *_item(voice, how, bases, n, (1,))) for bases, (n, place) in items.items()]
    times = "".join(voice.say("times", n=_label(voice, name)) for name in scalars)
    place = min(place for _, place in items.values())
    if len(items) == 1:
        ((bases, (n, _)),) = items.items()
        sign, text = _item(voice, how, bases, n, factors)
        return [(place, sign, text + times)]
    text = f"({_sum([_item(voice, how, bases, n, (1,)) for bases, (n, _) in items.items()])})"
    return [(place, 1, text + _times(voice, factors) + times)]


def _merged(items: Items) -> Items:
    """Two terms that are one thing to players become one: both sides' points, announces that a capot takes away."""
    out = dict(items)
    for bases in items:
        for name in _PAIRS:
            other = _with(bases, name, f"their_{name}")
            if name in bases and bases in out and other in out and out[bases][0] == out[other][0]:
                n, place = out.pop(bases)
                out[_with(bases, name, f"both_{name}")] = (n, min(place, out.pop(other)[1]))
    for bases in [bases for bases in out if bases]:
        for when in ("sweep", "their_sweep"):
            taken = tuple(sorted((*bases, when)))
            if bases in out and taken in out and out[taken][0] == -out[bases][0]:
                del out[taken]
                out[(f"unless_{when}", *bases)] = out.pop(bases)
    return dict(sorted(out.items(), key=lambda item: item[1][1]))


def _with(bases: Bases, old: str, new: str) -> Bases:
    return tuple(sorted(new if base == old else base for base in bases))


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
