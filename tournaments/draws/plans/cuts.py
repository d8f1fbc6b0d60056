"""Cuts: who of a ranking goes on, who is a reserve, and who must play off because equals stand on the line.

A ranking is a sequence of `Ranked`, equals sharing a rank. A cut never chooses between equals by itself: it names them
with the seats left for them, and takes the order in which their play-off (or a lot) has put them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.draws.model import DrawError


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry and its rank (1 the best); equals share one."""

    entry: str
    rank: int


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Equals on the line: `entries` play for `seats`, fewer than they are. `ranking`: 0 but with several qualifiers."""

    entries: tuple[str, ...]
    seats: int
    ranking: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """Who qualifies, best first; the play-off still to be played, if any; the reserves, in the order of being called.

    While there is a play-off its entries are neither qualified nor reserves, and the reserves come after them.
    """

    qualified: tuple[str, ...]
    play_off: PlayOff | None
    reserves: tuple[str, ...]


def cut(ranking: Sequence[Ranked], places: int, *, declined: Collection[str] = (), settled: Sequence[str] = ()) -> Cut:
    """The best `places` (1 or more) of `ranking`.

    `declined`: who does not come; the next ones move up. `settled`: the order in which a play-off or a lot has put
    equals, the best first; equals of whom some are not in it still have to play. DrawError `too_few_places` (places),
    `unknown_entry` (entry, round 0) for a name that is not in the ranking.
    """
    _check(places, [ranking], declined, settled)
    asked = [one for one in _ordered(ranking, settled) if one.entry not in declined]
    if places >= len(asked):
        return Cut(tuple(one.entry for one in asked), None, ())
    equals = _on_the_line(asked, places, settled)
    if not equals:
        return Cut(tuple(one.entry for one in asked[:places]), None, tuple(one.entry for one in asked[places:]))
    above = [one.entry for one in asked if one.rank < equals[0].rank]
    below = [one.entry for one in asked if one.rank > equals[0].rank]
    play_off = PlayOff(tuple(one.entry for one in equals), places - len(above))
    return Cut(tuple(above), play_off, tuple(below))


def cut_of_qualifiers(
    rankings: Sequence[Sequence[Ranked]],
    direct: int,
    places: int,
    overall: Sequence[Ranked] = (),
    *,
    declined: Collection[str] = (),
    settled: Sequence[str] = (),
) -> Cut:
    """The best `places` of several qualifying tournaments, in the order in which these were played.

    Of each ranking the best `direct` (0 or more) qualify; who has qualified already, or declines, leaves the place to
    the next of that ranking. What is left of `places` goes to the best of `overall`, a ranking over all of them
    (without one, to the next of each ranking in turn, by rank). Reserves follow in the same order. A play-off names the
    number of its ranking (0 for `overall`, 1 for the first qualifier); what depends on it is not decided before it is
    settled, so one is named at a time. DrawError as in `cut`, and `too_few_places` where `direct` takes more.
    """
    _check(places, [*rankings, overall], declined, settled)
    if direct * len(rankings) > places:
        raise DrawError("too_few_places", places=places)
    qualified: list[str] = []
    for number, ranking in enumerate(rankings, 1):
        left = [one for one in ranking if one.entry not in qualified]
        best = cut(left, direct, declined=_among(declined, left), settled=_among(settled, left)) if direct else None
        if best is None:
            continue
        qualified += best.qualified
        if best.play_off is not None:
            waiting = PlayOff(best.play_off.entries, best.play_off.seats, number)
            return Cut(tuple(qualified), waiting, ())
    rest = [one for one in overall or _merged(rankings) if one.entry not in qualified]
    if len(qualified) == places:
        others = [one.entry for one in _ordered(rest, settled) if one.entry not in declined]
        return Cut(tuple(qualified), None, tuple(others))
    last = cut(rest, places - len(qualified), declined=_among(declined, rest), settled=_among(settled, rest))
    return Cut((*qualified, *last.qualified), last.play_off, last.reserves)


def _check(
    places: int, rankings: Iterable[Sequence[Ranked]], declined: Collection[str], settled: Sequence[str]
) -> None:
    if places < 1:
        raise DrawError("too_few_places", places=places)
    known: set[str] = set()
    for ranking in rankings:
        here = [one.entry for one in ranking]
        if len(set(here)) < len(here):
            raise DrawError("duplicate_entry", entry=next(entry for entry in here if here.count(entry) > 1))
        known.update(here)
    for entry in (*declined, *settled):
        if entry not in known:
            raise DrawError("unknown_entry", entry=entry, round=0)


def _ordered(ranking: Iterable[Ranked], settled: Sequence[str]) -> list[Ranked]:
    place = {entry: position for position, entry in enumerate(settled)}
    return sorted(ranking, key=lambda one: (one.rank, place.get(one.entry, len(place))))


def _on_the_line(asked: Sequence[Ranked], places: int, settled: Sequence[str]) -> list[Ranked]:
    """The equals of whom some would be in and some out, where their order is not settled; empty if there are none."""
    for _, found in groupby(asked, key=lambda one: one.rank):
        equals = list(found)
        if places < len(equals):
            decided = places == 0 or all(one.entry in settled for one in equals)
            return [] if decided else equals
        places -= len(equals)
    return []


def _merged(rankings: Sequence[Sequence[Ranked]]) -> list[Ranked]:
    """One ranking by the best rank in any of them; of the same rank in several, the earlier tournament's comes first,
    and equals of one tournament stay equal."""
    best: dict[str, tuple[int, int]] = {}
    for number, ranking in enumerate(rankings):
        for one in ranking:
            best[one.entry] = min(best.get(one.entry, (one.rank, number)), (one.rank, number))
    order = sorted(best, key=lambda entry: best[entry])
    places = {found: position for position, found in reversed([*enumerate((best[entry] for entry in order), 1)])}
    return [Ranked(entry, places[best[entry]]) for entry in order]


def _among(names: Collection[str], ranking: Sequence[Ranked]) -> list[str]:
    here = {one.entry for one in ranking}
    return [name for name in names if name in here]
