"""From several draws of a round, best first, the first one that leaves the later rounds possible."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.draws.costs import BYE_PLACE, Costs, groups_of
from tournaments.draws.field import Field, Pair, pair
from tournaments.draws.model import KEEP_APART, NO_REMATCH, NOT_SAME_CLUB, ONE_BYE, DrawRequest
from tournaments.draws.nearest import Matched
from tournaments.draws.outlook import Outlook, Work, rounds_ahead
from tournaments.draws.pairing import Pairing
from tournaments.draws.seeds import Chance

CANDIDATES = 24
"""How many different draws of this round are tried before the one that leads furthest is taken."""

WORK = 600_000
"""Candidate pairs that all trials of one draw may weigh: about a second."""


def furthest(request: DrawRequest, field: Field, costs: Costs, candidates: Iterable[Matched]) -> Pairing:
    """The first candidate after which the rounds announced can all be drawn without a rematch; none being found, the
    one after which most can. The first one of all where no rematch has to be avoided, or it has one itself. What is to
    come outweighs no must of this round: a candidate that breaks more than the first one is none."""
    draws = iter(candidates)
    first = next(draws)
    locked = tuple(pair(ns, ew) for ns, ew, _ in field.locked_pairs())
    rest = request.announced_rounds - request.round
    wanted = any(rule.name == NO_REMATCH for rule in request.musts)
    if not wanted or rest <= 0 or any(one in field.met for one in first.pairs):
        return _pairing(first, locked, costs, planned=0)
    now = _outlook(field, request)
    least = _musts_broken(request, costs, first)
    work = Work(WORK)
    seen: set[tuple[Pair, ...]] = set()
    best, planned = first, -1
    found: Matched | None = first
    attempt = 0
    while found is not None:
        if found.pairs not in seen and _musts_broken(request, costs, found) == least:
            seen.add(found.pairs)
            then = now.after((*found.pairs, *locked))
            goal = min(rest, then.most_rounds())
            ahead = _look(then, goal, request.seed, attempt, work)
            if ahead > planned:
                best, planned = found, ahead
            if ahead >= min(rest, now.most_rounds() - 1):
                break
        if work.left <= 0:
            break
        found = next(draws, None)
        attempt += 1
    return _pairing(best, locked, costs, planned)


def _musts_broken(request: DrawRequest, costs: Costs, found: Matched) -> list[int]:
    """What a candidate costs on the levels of the engine and of the musts."""
    light = [name for name, rule in costs.rules.items() if rule not in request.musts] + [BYE_PLACE]
    return [value for name, value in costs.sums(found.pairs) if name not in light]


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
        own_costs=tuple(zip(found.own_names, found.own, strict=True)),
        lower_bound=found.lower_bound,
        planned_rounds=planned,
        window=found.window,
        complete=found.complete,
        proved=found.proved,
        reasons={},
    )


def _outlook(field: Field, request: DrawRequest) -> Outlook:
    """Who could still meet whom: whom a must forbids for ever is nobody to meet later either."""
    everybody = (1 << field.size) - 1
    fresh = [everybody & ~(1 << entry) for entry in range(field.size)]
    for one, other in field.met:
        fresh[one] &= ~(1 << other)
        fresh[other] &= ~(1 << one)
    for rule in request.musts:
        if rule.name in (NOT_SAME_CLUB, KEEP_APART) and rule.until is None:
            masks = groups_of(field, rule)
            for one, mask in enumerate(masks):
                for other, theirs in enumerate(masks):
                    if mask & theirs:
                        fresh[one] &= ~(1 << other)
    return Outlook(
        fresh=tuple(fresh),
        rests=tuple(len(rounds) for rounds in field.rested),
        rested_last=tuple(field.last_round in rounds for rounds in field.rested),
        may_rest=field.may_rest,
        spread=any(rule.name == ONE_BYE for rule in request.musts),
    )
