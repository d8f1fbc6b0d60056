"""How far the tables of a round are, and which one is behind the hall."""

from collections.abc import Sequence
from statistics import median_low

#: Deals behind the middle of the hall from which a table is worth a look; fewer is how cards fall.
BEHIND = 4


def behind(played: Sequence[int]) -> list[int]:
    """For each table the deals it is behind the hall, 0 where it keeps up.

    ``played``: deals played at each table of the round, finished tables too. The hall is the table in the middle (the
    lower of two), so that a few quick tables make nobody late.
    """
    if not played:
        return []
    hall = median_low(played)
    return [hall - count if hall - count >= BEHIND else 0 for count in played]
