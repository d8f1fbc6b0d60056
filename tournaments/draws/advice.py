"""Before anything is drawn: does a system suit so many entries in so many rounds, and what will come of it?

The engine itself is asked wherever it settles something before its first round; what it would refuse is told with its
own code. The rest is counting.

Codes of what suits, or is only told: `tables` (tables, resting: entries at rest each round), `knockout` (rounds, byes),
`pools` (pools, smallest, largest, qualified, rounds: of the pools), `movement` (most: rounds in which nobody meets
twice), `everybody_meets` (legs), `melee_fresh` and, less surely, `melee_tight` (nobody shares a table twice).

Of what is to be looked at: the codes of DrawError; `repeats_from` (round: the first in which two meet who have met, by
a rule more often than they may), `movement_again` (round: the first in which the movement begins again),
`not_everybody` (most: the rounds in which everybody would meet everybody), `unbeaten` (most: so many can have won
everything at the end), `melee_partners` (most: rounds in which nobody has a partner twice), `melee_together` (least:
entries for nobody to share a table twice).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.draws.engine import MELEE, PLANNED, draw, usual_musts
from tournaments.draws.mechanical import movement_of
from tournaments.draws.melee import LEAST as LEAST_MELEE
from tournaments.draws.model import (
    LIMITED_REPEATS,
    NO_REMATCH,
    DrawEntry,
    DrawError,
    DrawRequest,
    DrawResult,
    Rule,
)
from tournaments.draws.options import checked, drawn_by
from tournaments.draws.plans.brackets import slots_for
from tournaments.draws.plans.movements import even
from tournaments.draws.plans.pools import pool_rounds

MOST_ENTRIES = 2_000
"""More are not looked at: beyond what a hall holds, and each question would take its time."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to say: a stable code and what fills its sentence; `good` False for what wants looking at."""

    code: str
    params: Mapping[str, int | str] = field(default_factory=dict)
    good: bool = True


def advise(
    system: str,
    entries: int,
    rounds: int,
    settings: Mapping[str, object] | None = None,
    rules: Sequence[Rule] | None = None,
) -> tuple[Advice, ...]:
    """What is to be said of `system` with so many entries (2 to 2,000) that all play so many announced rounds (1 or
    more). `rules`: the musts and wishes together, the system's usual musts if None. Never raises.
    """
    inner = drawn_by(system, settings or {})
    try:
        whole = checked(system, settings or {})
        if not 2 <= entries <= MOST_ENTRIES:
            raise DrawError("too_few_entries", entries=entries)
        request = DrawRequest(
            inner, "0" * 64, 1, rounds, tuple(DrawEntry(str(one), one) for one in range(1, entries + 1)), settings=whole
        )
        if inner == MELEE:
            return tuple(_melee(entries, rounds))
        if inner in PLANNED:
            return tuple(_planned(request, draw(request)))
    except DrawError as error:
        return (Advice(error.code, error.params, good=False),)
    return tuple(_each_round(inner, entries, rounds, usual_musts(inner) if rules is None else rules))


def _tables(entries: int, seats: int = 2) -> Advice:
    return Advice("tables", {"tables": entries // seats, "resting": entries % seats})


def _each_round(system: str, entries: int, rounds: int, rules: Sequence[Rule]) -> Iterator[Advice]:
    yield _tables(entries)
    others = entries - 1
    # In an odd field everybody rests once while all the others are met.
    limits = [others * _times(rule) + entries % 2 for rule in rules if rule.name in (NO_REMATCH, LIMITED_REPEATS)]
    if limits and rounds > min(limits):
        yield Advice("repeats_from", {"round": min(limits) + 1}, good=False)
    unbeaten = -(-entries // 2**rounds)
    if system == "equal-wins" and unbeaten > 1:
        yield Advice("unbeaten", {"most": unbeaten}, good=False)


def _times(rule: Rule) -> int:
    return 1 if rule.name == NO_REMATCH else max(rule.times, 1)


def _melee(entries: int, rounds: int) -> Iterator[Advice]:
    if entries < LEAST_MELEE:
        raise DrawError("too_few_for_melee", entries=entries, least=LEAST_MELEE)
    yield _tables(entries, 4)
    seated = entries - entries % 4
    # Each round makes partners of half of those seated.
    most = entries * (entries - 1) // seated
    if rounds > most:
        yield Advice("melee_partners", {"most": most}, good=False)
        return
    # Four who are new to each other come from four tables; and each round brings everybody three new faces.
    least = max(16, 3 * rounds + 1) if rounds > 1 else 4
    if seated < least:
        yield Advice("melee_together", {"least": least}, good=False)
    else:
        yield Advice("melee_fresh" if seated >= 5 * rounds or rounds == 1 else "melee_tight")


def _planned(request: DrawRequest, result: DrawResult) -> Iterator[Advice]:
    size, rounds = len(request.entries), request.announced_rounds
    if request.system == "knockout":
        yield Advice("knockout", {"rounds": rounds, "byes": slots_for(size) - size})
    elif request.system == "pools-knockout":
        assert result.plan is not None, "pools come with their plan"
        sizes = result.plan.groups
        yield Advice(
            "pools",
            {
                "pools": len(sizes),
                "smallest": min(sizes),
                "largest": max(sizes),
                "qualified": result.plan.cut,
                "rounds": pool_rounds(sizes),
            },
        )
    else:
        yield _tables(size)
        yield from _movement(request, size, rounds)


def _movement(request: DrawRequest, size: int, rounds: int) -> Iterator[Advice]:
    most = movement_of(request, even(size)).most
    legs = int(request.settings.get("legs", 1))
    if rounds > most:
        yield Advice("movement_again", {"round": most + 1}, good=False)
    elif request.system != "round-robin":
        yield Advice("movement", {"most": most})
    elif rounds == most:
        yield Advice("everybody_meets", {"legs": legs})
    elif rounds < most // legs:
        yield Advice("not_everybody", {"most": most // legs}, good=False)
