"""What a rule set comes to for the scorer, worked out once: by trump what can be bid and counted, by outcome the terms.

Scoring a deal must cost little more than reading it. So what depends on the rule set alone is looked up here; nothing
of any deal is kept.
"""

from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, NamedTuple

from scoring.rules.cards import MODE_OF, Mode, reach

if TYPE_CHECKING:
    from scoring.rules.ruleset import Cells, CompiledTerm, Conversion, RuleSet

MAX_BID = 10_000
# Names that are often nought (announces, belotes and sweeps), by their places in the scorer's list of values: a bit of
# the mask for each.
_OFTEN_NOUGHT = {4: 1, 5: 2, 6: 4, 7: 8, 8: 16, 9: 32}
# What the defence sees in the places of a list of values that is seen by the declarers.
_SWAPPED = {0: 1, 1: 0, 4: 5, 5: 4, 6: 7, 7: 6, 8: 9, 9: 8}

Terms = tuple["CompiledTerm", ...]
# By what is known of the last trick (0 nothing, 1 the other side's, 2 this side's), then by the tricks taken, the last
# entry for tricks not known: the points that a side can have, as a bit set.
Sums = tuple[tuple[int, ...], ...]


class AtTrump(NamedTuple):
    """A rule set under one trump. ``numbers`` are the bids and ``words`` the contracts that are none, with what they
    stand for; ``sums`` are None where the pack is not known, ``fits`` then say what is left: that points are written in
    whole units, none without a trick, and with the last trick, where it is kept apart, at least its worth. ``belote``
    is what the one belote of a side is worth (0 where it needs a closer look), ``announces`` likewise what each
    counts."""

    trump: str
    mode: Mode
    total: int
    unit: int
    numbers: Container[int]
    words: Mapping[str, int]
    sums: Sums | None
    fits: Sums
    conversion: "Conversion | None"
    own: tuple[int, ...]
    belote: int
    announces: Mapping[str, int]


class Plan:
    """The look-up tables of a rule set. ``plain_points``: under no trump does a conversion or a rounding come before
    the success test. ``plain_lines``: neither rounding nor division comes after the formulas."""

    __slots__ = ("_cells", "_labels", "_ruleset", "_terms", "plain_lines", "plain_points", "tricks", "trumps")

    def __init__(self, ruleset: "RuleSet") -> None:
        self._ruleset = ruleset
        self._cells: Mapping[tuple[str, bool], Cells] = ruleset.cells
        self._terms: dict[tuple[str, bool, int], tuple[Terms, Terms, Terms]] = {}
        self._labels: dict[tuple[str, str], str] = {}
        scope = ruleset.rounding.scope
        self.plain_points = scope in {"none", "line"} and not ruleset.cards.convert
        self.plain_lines = scope != "line" and ruleset.rounding.divide == 1
        self.tricks = ruleset.tricks
        self.trumps = {trump: _at_trump(ruleset, trump) for trump in ruleset.cards.trumps}

    def terms(self, row: str, doubled: bool, mask: int) -> tuple[Terms, Terms, Terms]:
        """What declarers and defence write and what is held, without the terms that the mask says are nought. All
        three read values as the declarers see them. Raises KeyError for a row that the grid has not."""
        found = self._terms.get((row, doubled, mask))
        if found is None:
            cells = self._cells[row, doubled]
            found = self._terms[row, doubled, mask] = (
                _standing(cells.declarer, mask),
                _standing(_turned(cells.defence), mask),
                _standing(cells.keep, mask),
            )
        return found

    def label(self, name: str, language: str) -> str:
        """What an own value is called in one of the languages that there are words for."""
        found = self._labels.get((name, language))
        if found is None:
            found = self._labels[name, language] = self._ruleset.label(name.removeprefix("values."), language)
        return found


def _standing(terms: Terms, mask: int) -> Terms:
    nought = {place for place, bit in _OFTEN_NOUGHT.items() if not mask & bit}
    return tuple(term for term in terms if nought.isdisjoint(term.places))


def _turned(terms: Terms) -> Terms:
    return tuple(term._replace(places=tuple(_SWAPPED.get(place, place) for place in term.places)) for term in terms)


def _at_trump(ruleset: "RuleSet", trump: str) -> AtTrump:
    mode, cards = MODE_OF[trump], ruleset.cards
    deck, ten, total = cards.decks[mode], cards.last_trick[mode], cards.totals[mode]
    sums = None if mode in cards.own_totals else reach(deck, ten, ruleset.tricks)
    conversion = cards.convert.get(mode)
    announces = ruleset.announce_rules
    worth = announces.values_sa if mode == "SA" else announces.values
    return AtTrump(
        trump=trump,
        mode=mode,
        total=total,
        unit=cards.unit,
        numbers=_numbers(ruleset, mode),
        words=_words(ruleset),
        sums=sums,
        fits=_fits(sums, total, cards.unit, ruleset.tricks, ten if conversion and conversion.apart else 0),
        conversion=conversion,
        own=ruleset.own_values[trump],
        belote=ruleset.belote_value if mode != "SA" and ruleset.belote_most[mode] else 0,
        announces=worth if announces.on and not announces.cancel else {},
    )


def _fits(sums: Sums | None, total: int, unit: int, tricks: int, apart: int) -> Sums:
    if sums is not None and unit == 1:
        return sums
    whole = sum(1 << points for points in range(0, total + 1, unit) if (total - points) % unit == 0)
    if sums is None:
        # A side without a trick has nothing, not even the last one.
        nothing, everything, some = 1, 1 << total, (whole,) * (tricks - 1)
        without, having = whole & ((1 << (total + 1 - apart)) - 1), whole >> apart << apart
        return (
            (nothing, *some, everything, whole),
            (nothing, *((without,) * (tricks - 1)), 0, without),
            (0, *((having,) * (tricks - 1)), everything, having),
        )
    return tuple(tuple(found & whole for found in by_tricks) for by_tricks in sums)


def _numbers(ruleset: "RuleSet", mode: Mode) -> Container[int]:
    rules = ruleset.bid_rules
    if ruleset.kind != "auction":
        return ()
    if rules.listed:
        return frozenset(rules.listed)
    return range(rules.lowest, (rules.highest[mode] or MAX_BID) + 1, rules.step)


def _words(ruleset: "RuleSet") -> dict[str, int]:
    """The contracts that are no numbers and can be doubled like any other."""
    rules = ruleset.bid_rules
    found = {"take": rules.take} if ruleset.kind == "take" else {}
    if rules.capot_doubled:
        found |= {word: worth for word, worth in (("capot", rules.capot), ("generale", rules.generale)) if worth}
    return found
