"""Who was of an entry, from when until when, and what each of its players has of what it marked. Pure.

A player has what the side marked in the rounds that he was of it. Who gave way in the middle of a round has what the
side had marked by then, who came in the rest of that round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournaments.standings.ranking import RoundResult, ScoreRow, Source

SIDE_OF = {"A": "NS", "B": "EW"}
#: Of several results of a player in one round the one that stands: who sat at a table has what that brought.
_STANDS = {Source.GAME: 0, Source.FORFEIT: 0, Source.BYE: 1, Source.ABSENT: 2, Source.LATE: 3}


@dataclass(frozen=True, slots=True)
class Membership:
    """A person in an entry, from round ``first`` to ``last`` (None: still in it). ``first_deal``: who came in during
    round ``first`` plays it from this deal on. Who gave way in the very first round is of it from 0 to 0."""

    entry: str
    person: str
    slot: int
    first: int = 1
    last: int | None = None
    first_deal: int = 1

    def plays_in(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


def until_round(members: Iterable[Membership], number: int) -> list[Membership]:
    """Who was in which entry after a round, as if nothing had been changed for the rounds to come."""
    return [
        one if one.last is None or one.last < number else replace(one, last=None)
        for one in members
        if one.first <= number
    ]


# A round that two players share


class Line(NamedTuple):
    """A standing line of a sheet: its place, its number among the deals that count (None: it counts as none), and what
    it brought each side ("NS", "EW")."""

    position: int
    counted: int | None
    scores: Mapping[str, int]


Share = tuple[int, int]
"""Points scored and conceded."""
Shares = Mapping[tuple[str, int, int], Share]
"""By entry, round and deal what its side had marked before that deal."""


def before_deal(lines: Iterable[Line], side: str, deal: int) -> Share | None:
    """What side "A" or "B" had marked, and the other, before deal number ``deal`` (2 or more). None where it cannot be
    told: the sheet has fewer deals, or totals of several of them across that deal."""
    mine, theirs, last = 0, 0, 0
    for line in sorted(lines, key=lambda one: one.position):
        if line.counted is not None and line.counted >= deal:
            break
        last = line.counted or last
        mine += line.scores.get(SIDE_OF[side], 0)
        theirs += sum(points for name, points in line.scores.items() if name != SIDE_OF[side])
    return (mine, theirs) if last == deal - 1 else None


# What a player has


Newcomers = Mapping[tuple[str, int, int], Membership]
"""By entry, slot and round who came in during that round."""


def newcomers(members: Iterable[Membership]) -> Newcomers:
    """Who came in during a round."""
    return {(one.entry, one.slot, one.first): one for one in members if one.first_deal > 1}


def results_of(
    mine: Sequence[Membership], came: Newcomers, by_entry: Mapping[str, ScoreRow], shares: Shares
) -> tuple[RoundResult, ...]:
    """What the sides of a person (``mine``: where he was) marked: one result a round. Where two entries have something
    for the same round, since the person entered anew later on, what was played stands before what was given."""
    rounds: dict[int, list[tuple[int, int, list[RoundResult]]]] = defaultdict(list)
    for one in mine:
        parts: dict[int, list[RoundResult]] = defaultdict(list)
        for result in by_entry[one.entry].results:
            if one.plays_in(result.round):
                parts[result.round].append(result)
        _share(one, came.get((one.entry, one.slot, (one.last or 0) + 1)), parts, by_entry[one.entry], shares)
        for number, results in parts.items():
            stands = min(_STANDS[result.source] for result in results)
            rounds[number].append((stands, one.first, results))
    found: list[RoundResult] = []
    for number in sorted(rounds):
        found += min(rounds[number], key=lambda item: item[:2])[2]
    return tuple(found)


def _share(
    one: Membership, successor: Membership | None, parts: dict[int, list[RoundResult]], row: ScoreRow, shares: Shares
) -> None:
    """Part the round in which somebody came in: a single game that was played to its end is shared, all else is whole
    for who came in."""
    if one.first_deal > 1:
        share, result = shares.get((one.entry, one.first, one.first_deal)), _game(row, one.first)
        if share is not None and result is not None:
            rest = result.scored - share[0], result.conceded - share[1]
            parts[one.first] = [result._replace(scored=rest[0], conceded=rest[1], tally=None)]
    if one.last is not None and successor is not None:
        share, result = shares.get((one.entry, successor.first, successor.first_deal)), _game(row, successor.first)
        if share is not None and result is not None:
            parts[successor.first].append(
                result._replace(scored=share[0], conceded=share[1], match_points=0, tally=None)
            )


def _game(row: ScoreRow, number: int) -> RoundResult | None:
    """The one game that an entry played in a round; None where there is none, or several."""
    found = [result for result in row.results if result.round == number]
    return found[0] if len(found) == 1 and found[0].source == Source.GAME else None
