"""Inside a match of two teams of k pairs: which pair meets which in each of its games.

The draw knows a team's match as one table; which teams meet is the affair of whatever system draws them. Pair numbers
here are 0 … k-1 in the order in which the captain lists the team.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.draws.model import DrawError

FIXED = "fixed"
ROTATING = "rotating"
INNER_PLANS = (FIXED, ROTATING)


@dataclass(frozen=True, slots=True)
class Board:
    """One table inside the match: its number (1 … k), the pair of the team north-south and that of the other team.

    `turned`: the pair of the team that the draw has put north-south sits east-west at this board.
    """

    board: int
    ns_team: int
    ew_team: int
    turned: bool


def inner_plan(pairs: int, games: int, plan: str = FIXED) -> tuple[tuple[Board, ...], ...]:
    """The boards of each of `games` games (1 or more) of a match of teams of `pairs` pairs (1 or more).

    `fixed`: pair i meets pair i in every game. `rotating`: in game g (0, 1, …) pair i meets pair i + g, counted on from
    k to 1, so that over k games each pair meets each of the other team once. Sides alternate from board to board and
    from game to game, so that in each game half of a team's pairs, or one more or less, sit north-south.

    DrawError `team_too_small` (pairs), `too_few_rounds` (rounds, least), `bad_setting` (setting), and for
    rotating pairs `too_many_rounds` (rounds, most) when more games than pairs would bring the same two together again.
    """
    if pairs < 1:
        raise DrawError("team_too_small", pairs=pairs)
    if games < 1:
        raise DrawError("too_few_rounds", rounds=games, least=1)
    if plan not in INNER_PLANS:
        raise DrawError("bad_setting", setting="inner_plan")
    if plan == ROTATING and games > pairs:
        raise DrawError("too_many_rounds", rounds=games, most=pairs)
    step = 1 if plan == ROTATING else 0
    return tuple(
        tuple(
            Board(pair + 1, pair, (pair + step * game) % pairs, turned=(pair + game) % 2 == 1) for pair in range(pairs)
        )
        for game in range(games)
    )
