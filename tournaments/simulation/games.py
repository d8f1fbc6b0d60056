"""Made-up results: deals at a table, summed up; whole numbers only, so that every machine deals alike.

A deal is worth 162 points. One side takes it, wants 82, and scores nothing if it comes short. What it makes is 101 on
the average, more or less by a sum of three dice of 81 faces (a standard deviation of about 40) and by how much stronger
it is. Over twelve deals the totals of a table spread by about 200 points; a pair one standard deviation stronger than
another wins rather more than seven games in ten.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.draws.plans.teams import inner_plan
from tournaments.draws.seeds import Chance

DEALS = 12
DEAL = 162
WANTED = 82
USUAL = 101
FACES = 81
SCALE = 72
"""So much strength makes a point a deal."""

MORE_DEALS = 1000

Board = tuple[int, int]
"""The strengths of the two sides at one table, north-south first."""


def board_of(ns: Sequence[tuple[int, ...]], ew: Sequence[tuple[int, ...]]) -> list[Board]:
    """The tables of a meeting: one where each side is a pair or two players; as many as a team has pairs."""
    if len(ns) == 1 and len(ns[0]) > 1:
        (one,), (other,) = ns, ew
        return [(one[board.ns_team], other[board.ew_team]) for board in inner_plan(len(one), 1)[0]]
    return [(sum(who[0] for who in ns) // len(ns), sum(who[0] for who in ew) // len(ew))]


def played(boards: Sequence[Board], chance: Chance, *, by_skill: bool, decided: bool) -> tuple[int, int]:
    """The points of both sides over all boards. `decided`: at a draw more deals are played, until it is none."""
    ns = ew = 0
    for strengths in boards:
        gap = strengths[0] - strengths[1] if by_skill else 0
        made = [_deal(words, gap) for words in _dice(chance, DEALS)]
        ns += sum(made)
        ew += sum(DEAL - one for one in made)
    more = 0
    while decided and ns == ew:
        one = _deal(_dice(chance, 1)[0], 0)
        # However unlikely, it must end: the toss of a coin after so many.
        more += 1
        one = DEAL * chance.below(2) if more > MORE_DEALS else one
        ns += one
        ew += DEAL - one
    return ns, ew


def _dice(chance: Chance, deals: int) -> list[tuple[int, ...]]:
    words = chance.words(4 * deals)
    return [words[start : start + 4] for start in range(0, len(words), 4)]


def _deal(words: tuple[int, ...], gap: int) -> int:
    """The points of north-south in one deal; `gap`: how much stronger it is."""
    taker, *dice = words
    sign = 1 if taker % 2 else -1
    noise = sum(die % FACES - FACES // 2 for die in dice)
    made = min(max((SCALE * (USUAL + noise) + sign * gap + SCALE // 2) // SCALE, 0), DEAL)
    scored = made if made >= WANTED else 0
    return scored if sign > 0 else DEAL - scored
