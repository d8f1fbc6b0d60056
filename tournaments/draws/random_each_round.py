"""The system `random`: every round drawn afresh, nobody meeting twice as long as that is possible.

The seed shuffles the entries and neighbours meet. Where neighbours must not meet, the order is disturbed as little as
can be: the cost of a pair is how far apart the two stand in it, and the complete draw with the least sum is taken.
Musts outweigh all distances, so they are broken only when every complete draw breaks them, and then least. All entries
being treated alike, before the first round every complete draw is equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draws.costs import NOISE_BITS, Costs, costs_of, finest_unit
from tournaments.draws.field import Field, Pair, pair
from tournaments.draws.matching import Edge, perfect_matching
from tournaments.draws.model import NO_REMATCH, ONE_BYE, DrawBug, DrawRequest
from tournaments.draws.outlook import Outlook, Work, rounds_ahead
from tournaments.draws.pairing import Pairing
from tournaments.draws.seeds import Chance

WINDOW = 5
"""How many neighbours on each side are weighed in the first attempt; widened until the answer is proved."""

CANDIDATES = 24
"""How many different draws of this round are tried before the one that leads furthest is taken."""

WORK = 600_000
"""Candidate pairs that all trials of one draw may weigh: about a second."""


@dataclass(frozen=True, slots=True)
class Matched:
    """A complete draw of those not locked: its pairs, its sum of distances, and how widely was looked."""

    pairs: tuple[Pair, ...]
    tables: int
    displacement: int
    window: int
    complete: bool


def pair_at_random(request: DrawRequest, field: Field) -> Pairing:
    """Draw the round of `request` over `field`; the locked pairs are part of the answer."""
    costs = costs_of(field, request.musts)
    locked = tuple(pair(lock.ns, lock.ew) for lock in field.locked)
    first = matched(field, costs, request.seed, attempt=0)
    rest = request.announced_rounds - request.round
    if NO_REMATCH not in request.musts or rest <= 0 or any(one in field.met for one in first.pairs):
        return _pairing(first, locked, costs, planned=0)
    now = _outlook(field, request)
    work = Work(WORK)
    seen: dict[tuple[Pair, ...], int] = {}
    best, planned = first, -1
    for attempt in range(CANDIDATES):
        found = first if attempt == 0 else matched(field, costs, request.seed, attempt)
        if found.pairs not in seen:
            then = now.after((*found.pairs, *locked))
            goal = min(rest, then.most_rounds())
            seen[found.pairs] = ahead = _look(then, goal, request.seed, attempt, work)
            if ahead > planned:
                best, planned = found, ahead
            if ahead >= min(rest, now.most_rounds() - 1):
                break
        if work.left <= 0:
            break
    return _pairing(best, locked, costs, planned)


def _look(then: Outlook, goal: int, seed: str, attempt: int, work: Work) -> int:
    """Trials for one candidate, which may use a share of the work only, so that a dead end cannot eat it all."""
    share = Work(min(work.left, 2 * WORK // CANDIDATES))
    granted = share.left
    ahead = rounds_ahead(then, goal, Chance(seed, f"outlook/{attempt}"), share)
    work.left -= granted - share.left
    return ahead


def _pairing(found: Matched, locked: tuple[Pair, ...], costs: Costs, planned: int) -> Pairing:
    return Pairing(
        pairs=tuple(sorted((*found.pairs, *locked))),
        costs=costs,
        own_cost=("displacement", found.displacement),
        lower_bound=found.tables,
        planned_rounds=planned,
        window=found.window,
        complete=found.complete,
    )


def _outlook(field: Field, request: DrawRequest) -> Outlook:
    everybody = (1 << field.size) - 1
    fresh = [everybody & ~(1 << entry) for entry in range(field.size)]
    for one, other in field.met:
        fresh[one] &= ~(1 << other)
        fresh[other] &= ~(1 << one)
    return Outlook(
        fresh=tuple(fresh),
        rests=tuple(len(rounds) for rounds in field.rested),
        rested_last=tuple(field.last_round in rounds for rounds in field.rested),
        may_rest=field.may_rest,
        spread=ONE_BYE in request.musts,
    )


def matched(field: Field, costs: Costs, seed: str, attempt: int, window: int = WINDOW) -> Matched:
    """The cheapest complete draw of the entries that are not locked, over all pairs there are.

    Every table costs one at least, so a pair d places apart is in no draw that costs less than d - 1 + tables. First
    the least sum of distances is found, without the noise, which is quick: within `window` places, and in a wider
    window until a draw that breaks as little as can be is too cheap for any pair left out. Its excess over one a
    table, and one, is then as far apart as two can be in any draw as cheap: so far the pairs are weighed again with
    the noise, which chooses among the equally cheap. Where musts are broken, all pairs are weighed.
    """
    locked = {entry for lock in field.locked for entry in (lock.ns, lock.ew)}
    order = [entry for entry in range(field.size) if entry not in locked]
    Chance(seed, f"order/{attempt}").shuffle(order)
    tables, widest = len(order) // 2, max(len(order) - 1, 1)
    while window < widest:
        pairs = perfect_matching(_vertices(field, order), _edges(field, costs, order, None, window))
        wider = 2 * window
        if pairs is not None and _breaks_least(field, costs, order, pairs):
            wider = _apart(field, order, pairs) - tables + 1
            if wider <= window:
                window = wider
                break
        window = wider
    window = min(window, widest)
    chance = Chance(seed, f"pairs/{attempt}")
    pairs = perfect_matching(_vertices(field, order), _edges(field, costs, order, chance, window))
    if pairs is None:
        raise DrawBug("no complete draw where there must be one")
    return Matched(tuple(pairs), tables, _apart(field, order, pairs), window, complete=window == widest)


def _vertices(field: Field, order: Sequence[int]) -> list[int]:
    return [*sorted(order), field.bye] if len(order) % 2 else sorted(order)


def _apart(field: Field, order: Sequence[int], pairs: Sequence[Pair]) -> int:
    place = {entry: position for position, entry in enumerate(order)}
    return sum(abs(place[one] - place[other]) for one, other in pairs if other != field.bye)


def _breaks_least(field: Field, costs: Costs, order: Sequence[int], pairs: Sequence[Pair]) -> bool:
    """Whether no table breaks anything and the bye goes to one of those to whom it costs least."""
    kept = (0,) * len(costs.names)
    byes = [costs.values.get((entry, field.bye), kept) for entry in order]
    return all(costs.values.get(one, kept) == (min(byes) if one[1] == field.bye else kept) for one in pairs)


def _edges(field: Field, costs: Costs, order: Sequence[int], noise: Chance | None, window: int) -> list[Edge]:
    """Every pair within the window, and every entry's bye; a bye has no distance, the noise chooses who gets it.

    Block p of `noise` holds that of the pairs of place p with the places after it, nearest first; the block
    after the last place that of the byes. So a pair's noise does not depend on the window.
    """
    size = len(order)
    tables = size // 2
    unit = finest_unit(tables)
    penalty = costs.packed(tables, finest=tables * min(window, size))
    shift = 64 - NOISE_BITS
    edges: list[Edge] = []
    for place, entry in enumerate(order):
        others = order[place + 1 : place + 1 + window]
        for apart, (other, word) in enumerate(zip(others, _words(noise, place, len(others)), strict=True), 1):
            one = pair(entry, other)
            edges.append((*one, penalty.get(one, 0) + apart * unit + (word >> shift)))
    if size % 2:
        for entry, word in zip(order, _words(noise, size, size), strict=True):
            edges.append((entry, field.bye, penalty.get((entry, field.bye), 0) + (word >> shift)))
    return edges


def _words(noise: Chance | None, block: int, count: int) -> Sequence[int]:
    return (0,) * count if noise is None else noise.block(block, count)
