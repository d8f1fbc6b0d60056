"""What a system answers: who meets whom, before tables and sides (Pairing), or with them (Placement)."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.draws.costs import Costs
from tournaments.draws.field import Pair
from tournaments.draws.model import Plan, Reason


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom by index, lower first and ascending; the bye is the pair with `field.bye`.

    The engine gives tables and sides. `own_costs`: the sums of the system's own costs, named, below the levels of
    `costs`, and `lower_bound` what no draw can fall below in the first of them. `planned_rounds`, `window`, `complete`
    and `proved` as in `DrawResult`. `reasons`: what to say of a pair.
    """

    pairs: tuple[Pair, ...]
    costs: Costs
    own_costs: tuple[tuple[str, int], ...]
    lower_bound: int
    planned_rounds: int
    window: int
    complete: bool
    proved: bool
    reasons: dict[Pair, tuple[Reason, ...]]


@dataclass(frozen=True, slots=True)
class Placed:
    """A table by index. `table` None: the engine gives one of the free numbers, new for its people if it can.

    `sides` False: the engine chooses which side sits north-south.
    """

    ns: tuple[int, ...]
    ew: tuple[int, ...]
    table: int | None = None
    sides: bool = True
    bracket: str = ""
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Placement:
    """Who sits where, by index: of the systems that follow a scheme, and of those with two a side.

    Every playing entry is in one of `tables`, in `byes` or in `out`. `costs`: what the system counts, named.
    `plan`: what the next rounds need, where the system follows one; `tells_rests` whether it spreads rests as the rules
    have it all the same, so that one out of turn is a breach.
    """

    tables: tuple[Placed, ...]
    byes: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    costs: tuple[tuple[str, int], ...] = ()
    planned_rounds: int = 0
    plan: Plan | None = None
    tells_rests: bool = False
