"""A plan as it is played: the matches of a bracket, the pools and their meetings, where each pair of a movement goes.

Of a bracket also what is not known yet is told: where the winner, or the loser, of which match will come from.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.draws.engine import system_of
from tournaments.draws.knockout import bracket_of, decided, outcomes_of
from tournaments.draws.mechanical import movement_cards
from tournaments.draws.model import DrawError, DrawRequest, Meeting, Plan, PlayedRound
from tournaments.draws.plans.brackets import LOSER, PLACE, Source
from tournaments.draws.plans.movements import even
from tournaments.draws.plans.pools import Pools, pool_rounds

MOVEMENTS = ("round-robin", "even-odd", "mitchell")

Tables = Mapping[tuple[int, frozenset[str]], int]
"""The table of a round (its number) at which these meet."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a match: who is on it (an id, empty for nobody), or, as long as that is not known, whether the `loser`
    or the winner of which match (its number, 0 where the place itself says who) comes to it."""

    entry: str = ""
    known: bool = True
    match: int = 0
    loser: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """Match `number` (1, 2, … in the order of the rounds) of a bracket, in round `round` of the tournament. `part`,
    `first` and `last` as in `plans.brackets.Match`; `table` 0 where it has none (yet); `over` once it is decided."""

    number: int
    round: int
    part: str
    first: int
    last: int
    one: Side
    other: Side
    table: int = 0
    over: bool = False


@dataclass(frozen=True, slots=True)
class PoolMeeting:
    """Two of a pool in a round; `won`: the id of who did, empty where nobody has yet."""

    round: int
    one: str
    other: str
    table: int = 0
    won: str = ""


@dataclass(frozen=True, slots=True)
class Pool:
    """Pool `number` (1 or more): who is in it, and who meets whom in which round."""

    number: int
    members: tuple[str, ...]
    meetings: tuple[PoolMeeting, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where an entry goes in a round: the table (0 where the movement leaves it open), the side, whom it meets (empty:
    it rests)."""

    round: int
    table: int
    side: str
    meets: str


def tables_of(played: Sequence[PlayedRound]) -> dict[tuple[int, frozenset[str]], int]:
    """The tables at which two have met."""
    return {
        (one.number, frozenset((*meeting.ns, *meeting.ew))): meeting.table
        for one in played
        for meeting in one.meetings
        if meeting.table is not None
    }


def bracket(request: DrawRequest, plan: Plan, tables: Tables, left: Collection[str] = ()) -> tuple[BracketMatch, ...]:
    """The matches of a plan's knockout, as far as the rounds played say who is in them; empty before it is settled.

    `request`: any of the stage's, with all rounds that count as `played`; `left`: who has left the tournament.
    """
    places, since = (plan.bracket, plan.bracket_since) if plan.groups else (plan.places, plan.since)
    if not places:
        return ()
    outcomes = {one.number: outcomes_of(one) for one in request.played}
    reached: dict[Source, str] = {Source(PLACE, place): entrant for place, entrant in enumerate(places)}
    found = []
    for match in bracket_of(request, len(places)).matches:
        number = since + match.round - 1
        one, other = (_side(source, reached) for source in (match.one, match.other))
        over = False
        if one.known and other.known:
            result = _result(number, outcomes, one.entry, other.entry, set(left))
            if result is not None:
                over = True
                reached[Source("winner", match.index)], reached[Source(LOSER, match.index)] = result
                one, other = (replace(side, won=bool(side.entry) and side.entry == result[0]) for side in (one, other))
        table = tables.get((number, frozenset((one.entry, other.entry))), 0)
        found.append(
            BracketMatch(match.index + 1, number, match.part, match.first, match.last, one, other, table, over)
        )
    return tuple(found)


def _side(source: Source, reached: Mapping[Source, str]) -> Side:
    if source in reached:
        return Side(reached[source])
    return Side("", False, source.index + 1, source.kind == LOSER)


def _result(
    number: int, outcomes: Mapping[int, Mapping[str, str]], one: str, other: str, left: set[str]
) -> tuple[str, str] | None:
    """Winner and loser of a match (empty for nobody), None where that is not known yet."""
    if not one or not other:
        return one or other, ""
    if number not in outcomes:
        return None
    try:
        winner, loser = decided(number, outcomes[number], one, other, left)
    except DrawError:
        return None
    return winner or "", loser or ""


def pools(request: DrawRequest, plan: Plan, tables: Tables) -> tuple[Pool, ...]:
    """The pools of a plan and their round robins; empty for a plan without."""
    if not plan.groups:
        return ()
    won = {
        (one.number, frozenset((*meeting.ns, *meeting.ew))): _winner(meeting)
        for one in request.played
        for meeting in one.meetings
    }
    found, start = [], 0
    rounds = Pools(plan.groups)
    for number, size in enumerate(plan.groups, 1):
        places = range(start, start + even(size))
        members = tuple(plan.places[place] for place in places if plan.places[place])
        meetings = []
        for turn in range(1, pool_rounds(plan.groups) + 1):
            round_ = plan.since + turn - 1
            for sitting in rounds.round(turn):
                one, other = plan.places[sitting.ns], plan.places[sitting.ew]
                if sitting.ns in places and one and other:
                    both = (round_, frozenset((one, other)))
                    meetings.append(PoolMeeting(round_, one, other, tables.get(both, 0), won.get(both, "")))
        found.append(Pool(number, members, tuple(meetings)))
        start += even(size)
    return tuple(found)


def _winner(meeting: Meeting) -> str:
    side = {"ns": meeting.ns, "ew": meeting.ew}.get(meeting.won, ())
    return side[0] if side else ""


def movement(request: DrawRequest, plan: Plan, tables: Tables) -> dict[str, tuple[Sitting, ...]]:
    """Where each entry of a movement's plan goes in each round announced; empty for other plans.

    Where the movement gives no tables of its own (a round robin), they are those of the rounds drawn.
    """
    if plan.system not in MOVEMENTS or plan.system != system_of(request):
        return {}
    found = {}
    for entry, card in movement_cards(request, plan).items():
        stops = []
        for stop in card.stops:
            round_ = plan.since + stop.round - 1
            meets = plan.places[stop.meets - 1] if stop.meets is not None else ""
            table = stop.table if plan.system != "round-robin" else 0
            stops.append(Sitting(round_, tables.get((round_, frozenset((entry, meets))), table), stop.side, meets))
        found[entry] = tuple(stops)
    found.pop("", None)
    return found
