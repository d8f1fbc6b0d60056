"""What the systems that follow a plan share: the order in which entries take places, and who joins later.

A plan is settled in the first round it is asked for and comes back with the history of every round after it
(`PlayedRound.plan`), so that neither a new seed nor another list changes it. Everybody who will come has a place from
the start, there or not: late pairs find their own opponents. Who has left keeps the place, and who is due to meet it
rests, until somebody new comes and takes it over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.draws.field import Field
from tournaments.draws.model import DrawEntry, DrawError, DrawRequest, Plan
from tournaments.draws.seeds import Chance

DRAWN = "drawn"
NUMBER = "number"
RATING = "rating"
STANDING = "standing"
ORDERS = (DRAWN, NUMBER, RATING, STANDING)


def last_round(request: DrawRequest) -> int:
    """The number of the last round announced, this one at least."""
    return max(request.announced_rounds, request.round)


def settled(request: DrawRequest, *systems: str) -> Plan | None:
    """The plan that the rounds before were drawn by, as the last of them left it; of one of `systems`, usually the
    request's own."""
    for played in sorted(request.played, key=lambda one: -one.number):
        if played.plan is not None and played.plan.system in (systems or (request.system,)):
            return played.plan
    return None


def comers(request: DrawRequest) -> list[DrawEntry]:
    """Who will play, there now or not, by number; DrawError `too_few_entries` (entries) for fewer than two."""
    found = sorted((entry for entry in request.entries if entry.comes), key=lambda entry: entry.number)
    if len(found) < 2:
        raise DrawError("too_few_entries", entries=len(found))
    return found


def in_order(request: DrawRequest, entries: Sequence[DrawEntry], order: str) -> list[DrawEntry]:
    """The entries as `order` puts them, the best or first one first.

    `drawn`: by lot; `number`: by their numbers; `rating`, `standing`: the higher the better, a lot between equals, who
    has none last.
    """
    found = sorted(entries, key=lambda entry: entry.number)
    if order == NUMBER:
        return found
    Chance(request.seed, "order").shuffle(found)
    if order == RATING:
        found.sort(key=lambda entry: (entry.rating is None, -(entry.rating or 0)))
    if order == STANDING:
        found.sort(key=lambda entry: tuple(-figure for figure in entry.standing) or (float("inf"),))
    return found


def check_rounds(request: DrawRequest, since: int, least: int, most: int) -> None:
    """DrawError `too_few_rounds` (rounds, least) or `too_many_rounds` (rounds, most) for what the plan cannot give."""
    rounds = last_round(request) - since + 1
    if rounds < least:
        raise DrawError("too_few_rounds", rounds=rounds, least=least)
    if rounds > most:
        raise DrawError("too_many_rounds", rounds=rounds, most=most)


def with_newcomers(request: DrawRequest, field: Field, plan: Plan) -> Plan:
    """The plan with those who came after it was settled: each takes over a vacant place, then that of one who left.

    Who finds none stays without a place.
    """
    held = set(plan.places)
    new = [entry.id for entry in field.entries if entry.id not in held]
    if not new:
        return plan
    left = {entry.id for entry in request.entries if not entry.comes}
    vacant = [place for place, holder in enumerate(plan.places) if not holder]
    vacant += [place for place, holder in enumerate(plan.places) if holder in left]
    places = list(plan.places)
    for entry, place in zip(new, vacant, strict=False):
        places[place] = entry
    return replace(plan, places=tuple(places))
