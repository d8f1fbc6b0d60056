"""The system `knockout`: who wins goes on; the losers may play for places, or in a consolation bracket.

The bracket (`plans.brackets`) is settled in the first round, by seeds or by lot, and each round follows from who won
in the rounds before. Who is due to play and is not there loses, and the opponent goes on without playing (a bye);
where neither is there, neither goes on. Who waits for a later round (a bye of the first round, the consolation) rests;
who has no match any more is out. A bracket has exactly as many rounds as it needs, so other numbers are refused.

Settings: `seeding`: `drawn` (usual), `rating`, `standing` or `number`, the first ones getting the byes and being kept
apart; `third_place`, on unless turned off; `classification`: up to which place there are matches (0: no more than
that); `consolation`: 0, 1 or 2 first rounds whose losers play on; `clubs_apart`: members of a club meet as late as
their seeds allow.

Reason of a table: `bracket` (part: `main`, `third`, `places` or `consolation`; first, last: the places open to both).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.draws.field import Field
from tournaments.draws.model import DrawError, DrawRequest, Plan, PlayedRound, Reason
from tournaments.draws.pairing import Placed, Placement
from tournaments.draws.planned import (
    DRAWN,
    ORDERS,
    check_rounds,
    comers,
    in_order,
    last_round,
    settled,
)
from tournaments.draws.plans.apart import in_bracket
from tournaments.draws.plans.brackets import PLACES, Bracket, Match, Source, follow, knockout, ranking, slots_for
from tournaments.draws.settings import choice, flag, whole

MOST_PLACES = 1 << 16

WON, LOST, PLAYED, BYE = "won", "lost", "played", "bye"


@dataclass(frozen=True, slots=True)
class Course:
    """A bracket as far as it is played: who (by id) has come to each source; its first round is round `since`."""

    bracket: Bracket
    since: int
    reached: Mapping[Source, str | None]


def by_knockout(request: DrawRequest, field: Field) -> Placement:
    """The matches of the round for who is still in; see the module for its settings."""
    plan = settled(request) or _settle(request, field)
    return matches_of(request, field, plan, plan.places, plan.since)


def bracket_of(request: DrawRequest, size: int) -> Bracket:
    """The bracket for `size` entrants that the settings ask for."""
    third = flag(request, "third_place", usual=True)
    classified = whole(request, "classification", 0, range(MOST_PLACES))
    consolation = whole(request, "consolation", 0, (0, 1, 2))
    return knockout(size, max(classified, 4 if third else 2), consolation)


def _settle(request: DrawRequest, field: Field) -> Plan:
    seeding = choice(request, "seeding", ORDERS)
    apart = flag(request, "clubs_apart", usual=False)
    entries = in_order(request, comers(request), seeding)
    rounds = bracket_of(request, len(entries)).rounds
    check_rounds(request, request.round, rounds, rounds)
    if apart:
        bands = [len(entries)] if seeding == DRAWN else seed_bands(len(entries))
        held = in_bracket(bands, [entry.club or "" for entry in entries])
        entries = [entries[one] for one in held]
    places = exchanged(request, field, [entry.id for entry in entries])
    return Plan(request.system, request.round, places)


def seed_bands(size: int) -> list[int]:
    """How many seeds are of a kind, from the best on: 1, 1, 2, 4, … as a bracket keeps them apart, cut where its byes
    end; within a kind seeds may exchange places."""
    byes = slots_for(size) - size
    ends = {1, size, byes, *(1 << power for power in range(1, size.bit_length()))}
    marks = [0, *sorted(end for end in ends if 0 < end <= size)]
    return [end - start for start, end in pairwise(marks)]


def exchanged(request: DrawRequest, field: Field, entrants: Sequence[str]) -> tuple[str, ...]:
    """The places of a bracket in whose first round the meetings fixed by the organiser take place.

    Where two are to meet who do not yet, one of them exchanges his place with the other's opponent; if both have a bye,
    they first exchange with the two of a match.
    """
    places = list(entrants)
    rivals: dict[int, int] = {}
    for match in bracket_of(request, len(places)).matches:
        if match.round == 1:
            rivals[match.one.index], rivals[match.other.index] = match.other.index, match.one.index
    wanted = [(field.entries[one].id, field.entries[other].id) for one, other, _ in field.locked_pairs()]
    fixed = {entry for both in wanted for entry in both}
    for one, other in wanted:
        if one not in places or other not in places:
            continue
        if places.index(one) not in rivals and places.index(other) in rivals:
            one, other = other, one
        if places.index(one) not in rivals:
            free = (place for place in sorted(rivals) if not {places[place], places[rivals[place]]} & fixed)
            _exchange(places, places.index(one), next(free, places.index(one)))
        here = places.index(one)
        _exchange(places, places.index(other), rivals.get(here, places.index(other)))
    return tuple(places)


def _exchange(places: list[str], one: int, other: int) -> None:
    places[one], places[other] = places[other], places[one]


def course_of(request: DrawRequest, places: Sequence[str], since: int) -> Course:
    """How far the bracket of `places` (ids, empty for nobody), begun in round `since`, has come before the round asked.

    DrawError `match_undecided` (round, one, other: ids) where it is not known who goes on.
    """
    bracket = bracket_of(request, len(places))
    outcomes = {played.number: outcomes_of(played) for played in request.played}
    left = {entry.id for entry in request.entries if not entry.comes}

    def decide(match: Match, one: str, other: str) -> tuple[str | None, str | None]:
        number = since + match.round - 1
        if number not in outcomes:
            raise DrawError("match_undecided", round=number, one=one, other=other)
        return decided(number, outcomes[number], one, other, left)

    who = [place or None for place in places]
    reached: dict[Source, str | None] = follow(bracket, who, request.round - since + 1, decide)
    return Course(bracket, since, reached)


def outcomes_of(played: PlayedRound) -> dict[str, str]:
    """What each entry that was there came to: `won`, `lost`, `played` (it is not known who won), `bye`."""
    found = dict.fromkeys(played.byes, BYE)
    for meeting in played.meetings:
        for side, entries in (("ns", meeting.ns), ("ew", meeting.ew)):
            outcome = PLAYED if not meeting.won else WON if meeting.won == side else LOST
            found.update(dict.fromkeys(entries, outcome))
    return found


def decided(
    number: int, outcomes: Mapping[str, str], one: str, other: str, left: set[str]
) -> tuple[str | None, str | None]:
    """Winner and loser of a match: who won, or has not lost, or was there alone, or has not left since; two times None
    where neither was there.

    `outcomes`: those of its round `number`, as `outcomes_of` tells them; `left`: who has left since. DrawError
    `match_undecided` (round, one, other: ids).
    """
    told: list[Callable[[str], bool]] = [
        lambda entry: outcomes.get(entry) == WON,
        lambda entry: outcomes.get(entry) != LOST,
        lambda entry: entry in outcomes,
        lambda entry: entry in outcomes and entry not in left,
    ]
    for holds in told:
        if holds(one) != holds(other):
            return (one, other) if holds(one) else (other, one)
    if told[-1](one):
        raise DrawError("match_undecided", round=number, one=one, other=other)
    return None, None


def matches_of(request: DrawRequest, field: Field, plan: Plan, places: Sequence[str], since: int) -> Placement:
    """The round of the bracket: its matches between two who are there; who waits; who is out.

    DrawError `bracket_over` (round) after its last round, `locked_outside_plan` (entry) for a fixed meeting that is
    none of the bracket's.
    """
    course = course_of(request, places, since)
    number = request.round - since + 1
    if number > course.bracket.rounds:
        raise DrawError("bracket_over", round=request.round)
    index = {entry.id: position for position, entry in enumerate(field.entries)}
    tables: list[Placed] = []
    byes: set[int] = set()
    for match in course.bracket.matches:
        sides = [course.reached.get(source) for source in (match.one, match.other)]
        here = [index[entry] for entry in sides if entry is not None and entry in index]
        if match.round == number and len(here) == 2:
            why = (Reason("bracket", {"part": match.part, "first": match.first, "last": match.last}),)
            tables.append(Placed((here[0],), (here[1],), sides=False, bracket=label(match), reasons=why))
        elif match.round >= number:
            byes.update(here)
    meetings = {frozenset((*placed.ns, *placed.ew)) for placed in tables}
    for one, other, _ in field.locked_pairs():
        if frozenset((one, other)) not in meetings:
            raise DrawError("locked_outside_plan", entry=field.entries[one].id)
    seated = {one for placed in tables for one in (*placed.ns, *placed.ew)}
    out = tuple(one for one in range(field.size) if one not in seated and one not in byes)
    ahead = min(last_round(request) - request.round, course.bracket.rounds - number)
    return Placement(tuple(tables), tuple(sorted(byes)), out, planned_rounds=ahead, plan=plan)


def label(match: Match) -> str:
    """The part of a match as it is kept with it, 20 letters at most: `main`, `third`, `places 5-8`, `consolation`."""
    return f"{match.part} {match.first}-{match.last}" if match.part == PLACES else match.part


def final_places(request: DrawRequest) -> tuple[tuple[str, int, int], ...]:
    """Everybody whose way has ended, by id, with the places (from, to) shared, best first.

    `request`: that of the round after the last one that was played, for pairs or teams. Empty before the bracket is
    settled; who has not come into it, after pools, is not named. DrawError as in `course_of`.
    """
    plan = settled(request, "knockout", "pools-knockout")
    if plan is None:
        return ()
    places, since = (plan.bracket, plan.bracket_since) if plan.groups else (plan.places, plan.since)
    if not places:
        return ()
    course = course_of(request, places, since)
    return tuple(ranking(course.bracket, dict(course.reached)))


def still_in(request: DrawRequest) -> frozenset[str]:
    """Everybody whose way through the bracket has not ended; `request` and DrawError as in `final_places`."""
    plan = settled(request, "knockout", "pools-knockout")
    if plan is None:
        return frozenset()
    places = plan.bracket if plan.groups else plan.places
    return frozenset(filter(None, places)) - {entry for entry, _, _ in final_places(request)}
