"""Rounds drawn beforehand, to be played from paper if the machine fails; and one of them taken over afterwards.

A system that follows a movement is asked for its own rounds: they are what it will draw, if nobody comes or leaves. The
others need results that nobody has yet: their rounds are drawn at random, with a seed made for that paper alone,
keeping the musts; what the sealed seed would draw is never told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.draws.byhand import Hall, Hand, Table, hand_of
from tournaments.draws.engine import MELEE, PLANNED, TEAMS, draw, system_of
from tournaments.draws.model import (
    LIMITED_REPEATS,
    NO_REMATCH,
    DrawError,
    DrawRequest,
    DrawResult,
    Meeting,
    PlayedRound,
    Rule,
)
from tournaments.draws.planned import settled

RANDOM = "random"
BRACKETS = ("knockout", "pools-knockout")
"""Systems in which who wins goes on: from the first round of a bracket on, nothing can be drawn beforehand."""

NOT_YET = ("match_undecided", "bracket_over")


def follows_plan(request: DrawRequest) -> bool:
    """Whether the system says beforehand who meets whom, as far as no bracket is reached."""
    return system_of(request) in (*PLANNED, MELEE)


def is_settled(request: DrawRequest) -> bool:
    """Whether the plan of such a system stands already: its first round is drawn."""
    return follows_plan(request) and settled(request, system_of(request)) is not None


def emergency(request: DrawRequest) -> DrawRequest:
    """The request as it can be answered without results: at random, and nobody meeting twice unless that is allowed."""
    if follows_plan(request):
        return request
    musts = request.musts
    if not any(rule.name in (NO_REMATCH, LIMITED_REPEATS) for rule in musts):
        musts = (*musts, Rule(NO_REMATCH))
    settings = {"teams_by": RANDOM} if request.system == TEAMS else {}
    return replace(request, system=TEAMS if request.system == TEAMS else RANDOM, settings=settings, musts=musts)


def ahead(
    request: DrawRequest, last: int, seeds: Callable[[int], str], *, decided: bool = True
) -> Iterator[DrawResult]:
    """The rounds from the request's own to round ``last``, each drawn as if those before had been played.

    ``seeds``: the seed of each round by its number. ``decided``: whether all results before the first of them are
    there. Ends early, maybe at once, where a bracket needs results that are not. DrawError as ``engine.draw``.
    """
    played = list(request.played)
    for number in range(request.round, last + 1):
        locked = request.locked if number == request.round else ()
        one = replace(request, round=number, seed=seeds(number), played=tuple(played), locked=locked)
        before = settled(one, system_of(one)) if follows_plan(one) else None
        try:
            result = draw(one)
        except DrawError as error:
            if error.code in NOT_YET:
                return
            raise
        begins = before is not None and result.plan is not None and bool(result.plan.bracket) and not before.bracket
        if begins and (number > request.round or not decided):
            return
        yield result
        played.append(as_played(request, result))


def as_played(request: DrawRequest, result: DrawResult) -> PlayedRound:
    """A drawn round as a later draw sees it; nobody has won."""
    meetings = tuple(Meeting(one.ns, one.ew, one.table, bracket=one.bracket) for one in result.tables)
    absent = tuple(entry.id for entry in request.entries if not entry.plays)
    return PlayedRound(result.round, meetings, result.byes, absent, result.plan)


@dataclass(frozen=True, slots=True)
class Taken:
    """A round on paper as it can be played now. ``gone``: who has a place on the paper and is not there; ``new``: who
    is there and has none; ``alone``: who has no opponent by the paper for that. ``met``: tables (their numbers) that
    were put together of these; ``rest``: who is at rest though the paper does not say so."""

    hand: Hand
    gone: tuple[str, ...]
    new: tuple[str, ...]
    alone: tuple[str, ...]
    met: tuple[int, ...]
    rest: tuple[str, ...]

    @property
    def is_as_printed(self) -> bool:
        return not (self.gone or self.new or self.alone)


def taken(hall: Hall, paper: Mapping[str, object]) -> Taken:
    """The round of a paper (``tables``, ``byes``, ``plan``) for who is in the hall now.

    Whole tables stay. Who has no opponent any more, and who is not on the paper, meet each other in the order of the
    tables, at the table of the first, where no bracket forbids it; who is then left over rests.
    """
    printed = hand_of(paper)
    here = set(hall.playing)
    on_paper = [one for table in printed.tables for one in table.people] + list(printed.byes)
    gone = tuple(one for one in on_paper if one not in here)
    new = tuple(one for one in hall.playing if one not in set(on_paper))
    whole = [table for table in printed.tables if here.issuperset(table.people)]
    broken = [table for table in printed.tables if not here.issuperset(table.people)]
    alone = tuple(one for table in broken for one in table.people if one in here)
    byes = tuple(one for one in printed.byes if one in here)
    waiting = [*alone, *new]
    numbers = [table.table for table in broken]
    made: list[Table] = []
    if system_of(hall.request) not in BRACKETS:
        # Who rests by the paper plays too where that makes a whole table more.
        seats = 2 * hall.seats
        spare = list(byes)
        while waiting and len(waiting) % seats and spare:
            waiting.append(spare.pop(0))
        made = _put_together(waiting, seats, numbers, whole)
    seated = {one for table in made for one in table.people}
    rest = tuple(one for one in (*alone, *new) if one not in seated)
    tables = tuple(sorted((*whole, *made), key=lambda table: table.table))
    left = (*(one for one in byes if one not in seated), *rest)
    # Where a plan stands already, the rounds to come go by it, whatever a paper of before had.
    plan = None if is_settled(hall.request) else printed.plan
    return Taken(Hand(tables, left, plan), gone, new, alone, tuple(one.table for one in made), rest)


def _put_together(who: Sequence[str], seats: int, numbers: Sequence[int], whole: Sequence[Table]) -> list[Table]:
    """Whole tables of those who wait, at the numbers that became free, then at new ones."""
    free = list(numbers)
    last = max((table.table for table in whole), default=0)
    found: list[Table] = []
    for first in range(0, len(who) - len(who) % seats, seats):
        number = free.pop(0) if free else (last := max(last, *(one.table for one in found), 0) + 1)
        four = tuple(who[first : first + seats])
        found.append(Table(number, four[: seats // 2], four[seats // 2 :]))
    return found
