"""What a draw breaks: told of any draw, made by whatever system or by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from tournaments.draws.costs import groups_of
from tournaments.draws.field import Field, Pair, pair
from tournaments.draws.model import (
    KEEP_APART,
    LIMITED_REPEATS,
    NEW_TABLE,
    NO_REMATCH,
    NOT_SAME_CLUB,
    ONE_BYE,
    PARTNER_AGAIN,
    Breach,
    DrawRequest,
    Rule,
)
from tournaments.draws.pairing import Placed

FIXED_TABLE = "fixed_table"


def breaches(field: Field, request: DrawRequest, tables: Sequence[Placed], byes: Sequence[int]) -> tuple[Breach, ...]:
    """Every must and wish that is not kept, musts first, each in the order of rank; tables must have their numbers."""
    found = [*_partners(field, tables), *_byes(field, request, byes), *_fixed(field, tables)]
    for must, rules in ((True, request.musts), (False, request.wishes)):
        for rule in rules:
            if rule.name == NEW_TABLE:
                found += [breach for placed in tables for breach in _seen_tables(field, placed)]
            elif rule.until is None or request.round <= rule.until:
                found += _meetings(field, rule, must, tables)
    return tuple(found)


def two_at(placed: Placed) -> list[Pair]:
    """Each two at a table, lower first: opponents, then, in a mêlée, the partners of each side."""
    opponents = sorted(pair(*both) for both in product(placed.ns, placed.ew))
    return opponents + partners_at(placed)


def partners_at(placed: Placed) -> list[Pair]:
    return [pair(*both) for side in (placed.ns, placed.ew) for both in combinations(side, 2)]


def _partners(field: Field, tables: Sequence[Placed]) -> Iterator[Breach]:
    for placed in tables:
        for one, other in partners_at(placed):
            rounds = field.partnered.get((one, other))
            if rounds:
                yield Breach(PARTNER_AGAIN, True, (field.entries[one].id, field.entries[other].id), rounds)


def _byes(field: Field, request: DrawRequest, byes: Sequence[int]) -> Iterator[Breach]:
    spread = any(rule.name == ONE_BYE for rule in request.musts)
    counts = [len(rounds) for rounds in field.rested]
    waiting = [
        counts[one]
        for one, entry in enumerate(field.entries)
        if entry.may_rest and not entry.stand_in and one not in byes
    ]
    for one in sorted(byes):
        entry = field.entries[one]
        running = field.last_round > 0 and field.last_round in field.rested[one]
        unfair = spread and not entry.stand_in and (running or counts[one] > min(waiting, default=counts[one]))
        # Whoever may not rest outweighs every must, and is told even where byes need not be spread.
        if unfair or not entry.may_rest:
            yield Breach(ONE_BYE, True, (entry.id,), field.rested[one])


def _fixed(field: Field, tables: Sequence[Placed]) -> Iterator[Breach]:
    for placed in tables:
        for one in (*placed.ns, *placed.ew):
            needs = field.entries[one].fixed_table
            if needs is not None and needs != placed.table:
                yield Breach(FIXED_TABLE, True, (field.entries[one].id,))


def _seen_tables(field: Field, placed: Placed) -> Iterator[Breach]:
    for one in sorted((*placed.ns, *placed.ew)):
        seen = field.tables[one].get(placed.table or 0)
        if seen and field.entries[one].fixed_table is None:
            yield Breach(NEW_TABLE, False, (field.entries[one].id,), seen)


def _meetings(field: Field, rule: Rule, must: bool, tables: Sequence[Placed]) -> Iterator[Breach]:
    masks = groups_of(field, rule) if rule.name in (NOT_SAME_CLUB, KEEP_APART) else []
    for placed in tables:
        for one, other in two_at(placed):
            met = field.together((one, other))
            broken = (
                (rule.name == NO_REMATCH and bool(met))
                or (rule.name == LIMITED_REPEATS and len(met) >= rule.times)
                or (bool(masks) and masks[one] & masks[other] != 0)
            )
            if broken:
                both = (field.entries[one].id, field.entries[other].id)
                yield Breach(rule.name, must, both, () if masks else met)
