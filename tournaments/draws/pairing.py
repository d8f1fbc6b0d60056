"""What every system answers: who meets whom, before tables and sides."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.draws.costs import Costs
from tournaments.draws.field import Pair


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom by index, lower first and ascending; the bye is the pair with `field.bye`.

    `own_cost`: the sum of the system's own cost, named, below the levels of `costs`, and `lower_bound` what no draw can
    fall below in it. `planned_rounds`, `window` and `complete` as in `DrawResult`.
    """

    pairs: tuple[Pair, ...]
    costs: Costs
    own_cost: tuple[str, int]
    lower_bound: int
    planned_rounds: int
    window: int
    complete: bool
