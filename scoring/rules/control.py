"""The totals that the players wrote on their paper, compared with those worked out from the deals.

Where they differ, ``compare`` names what may have been forgotten or mistaken, and the deals it could be in: one slip is
tried at a time, in each deal, and what explains the difference exactly is a suspect. Running totals, as far as they are
given, narrow the deals down. Where a rule set lets it hold, the pack's control total stands beside it: what both sides
must come to together, however the points fell.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scoring.rules.cards import SIDES
from scoring.rules.control_search import Search, after, matches
from scoring.rules.control_sum import ControlTotal, control_total
from scoring.rules.control_suspects import Place, Suspect, Totals
from scoring.rules.game import Entry, Game, GameFormat, play
from scoring.rules.ruleset import RuleSet

MOST_SUSPECTS = 8


@dataclass(frozen=True, slots=True)
class Gap:
    """A difference, written less worked out, by side (None where nothing was written), that came up in the entries
    ``first`` to ``last`` (places from 1). ``suspects`` come the likeliest first; none where no single slip, and no two
    usual ones, make this difference."""

    first: int
    last: int
    ns: int | None
    ew: int | None
    suspects: tuple[Suspect, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """``computed`` and ``written`` are (NS, EW); a gap for every stretch of entries in which a difference came up.
    ``control`` is None where the rule set has no control total."""

    computed: tuple[int, int]
    written: Totals
    gaps: tuple[Gap, ...]
    control: ControlTotal | None

    @property
    def agrees(self) -> bool:
        """Whether the totals at the end are the same, as far as they were written."""
        return matches(self.computed, self.written)

    @property
    def difference(self) -> Totals:
        """Written less worked out, by side; None where nothing was written."""
        return _less(self.written, self.computed)


def compare(
    ruleset: RuleSet,
    format_: GameFormat,
    entries: Iterable[Entry],
    written: Totals,
    running: Mapping[int, Totals] | None = None,
) -> Report:
    """Compare what was written with the game that ``entries`` make.

    ``written`` are the totals at the end (NS, EW), either or both None; ``running`` those after single entries, by
    their place from 1 (others are passed over). Raises DealError for a deal that cannot be, ValueError for a game of
    three players.
    """
    lines = tuple(entries)
    return compare_game(ruleset, lines, play(ruleset, format_, lines), written, running)


def compare_game(
    ruleset: RuleSet,
    entries: Iterable[Entry],
    game: Game,
    written: Totals,
    running: Mapping[int, Totals] | None = None,
) -> Report:
    """``compare`` for a ``game`` that is worked out already: a step for each of ``entries``, in their order. ValueError
    for a game of three players."""
    lines = tuple(entries)
    if len(game.sides) != len(SIDES):
        raise ValueError("only the totals of two sides are compared")
    marks = {place: totals for place, totals in (running or {}).items() if 1 <= place < len(lines)}
    if lines:
        marks[len(lines)] = written
    search = Search(ruleset, lines, game)
    gaps = tuple(_gap(search, stretch, whole=len(marks) == 1) for stretch in _stretches(game, marks))
    # What the columns of a paper must come to says ``control_pack``: here nothing is known of their cards.
    is_known = not any(line.marked for line in lines)
    control = control_total(ruleset, search.placed, game) if is_known else None
    return Report((game.ns, game.ew), written, gaps, control)


def _gap(search: Search, stretch: "_Stretch", *, whole: bool) -> Gap:
    if stretch.alone:
        lone = (Suspect("running_alone", places=(Place(stretch.last),)),)
        return Gap(stretch.first, stretch.last, *stretch.difference, lone)
    found = search.suspects(stretch.first, stretch.last, stretch.difference, whole=whole)
    return Gap(stretch.first, stretch.last, *stretch.difference, found[:MOST_SUSPECTS])


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The entries from one mark to the next, and what the difference grew by there. ``alone``: the marks before and
    after it agree with each other, so that this one is wrong by itself."""

    first: int
    last: int
    difference: Totals
    alone: bool


def _stretches(game: Game, marks: Mapping[int, Totals]) -> Iterator[_Stretch]:
    """The stretches in which a difference came up. A side that was not written at a mark keeps the difference of the
    mark before it."""
    seen = [(place, _less(marks[place], after(game, place))) for place in sorted(marks)]
    seen = [(place, difference) for place, difference in seen if difference != (None, None)]
    known = (0, 0)
    first = 1
    for index, (last, difference) in enumerate(seen):
        grown = _less(difference, known)
        alone = index + 1 < len(seen) and grown != (0, 0) and seen[index + 1][1] == known and None not in difference
        if not matches((0, 0), grown):
            yield _Stretch(first, last, grown, alone)
        if not alone:
            known = _filled(difference, known)
        first = last + 1


def _filled(difference: Totals, before: tuple[int, int]) -> tuple[int, int]:
    ns, ew = (old if now is None else now for now, old in zip(difference, before, strict=True))
    return ns, ew


def _less(written: Totals, computed: tuple[int, int]) -> Totals:
    ns, ew = (None if own is None else own - other for own, other in zip(written, computed, strict=True))
    return ns, ew
