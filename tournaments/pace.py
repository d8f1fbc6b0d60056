"""How far the tables of a round are, which one is behind, and how long a round is to last. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_low

#: Deals behind the middle of the hall, or the clock, from which a table is worth a look; fewer is how cards fall.
BEHIND = 4
#: Minutes that a deal takes with dealing, bidding and writing; a round of twelve is an hour.
A_DEAL = 5
#: A table that sends its deals and has sent none for as long as so many take is worth a look.
QUIET_DEALS = 3


def behind(played: Sequence[int]) -> list[int]:
    """For each table the deals it is behind the hall, 0 where it keeps up.

    ``played``: deals played at each table of the round, finished tables too. The hall is the table in the middle (the
    lower of two), so that a few quick tables make nobody late.
    """
    if not played:
        return []
    hall = median_low(played)
    return [hall - count if hall - count >= BEHIND else 0 for count in played]


def planned_minutes(kind: str, length: int, limit: int | None = None) -> int | None:
    """How long a round of such games is to last: so many deals at the usual pace, or its minutes (``limit``: those at
    the end of a game to a target); None where nobody can tell."""
    if kind == "minutes":
        return length
    if kind == "deals":
        return min(length * A_DEAL, limit) if limit else length * A_DEAL
    return limit


@dataclass(frozen=True, slots=True)
class Round:
    """A round being played: ``minutes`` that it has run, and that it was ``planned`` for (None: nobody knows), for so
    many ``deals`` (0 where their number is not fixed)."""

    minutes: float
    planned: int | None = None
    deals: int = 0

    @property
    def a_deal(self) -> float:
        """Minutes a deal may take."""
        return self.planned / self.deals if self.planned and self.deals else A_DEAL

    @property
    def due(self) -> int:
        """How many deals should be played by now; 0 where their number is not fixed."""
        return min(int(self.minutes / self.a_deal), self.deals) if self.deals else 0

    @property
    def over(self) -> int:
        """Minutes past the expected end."""
        return max(0, int(self.minutes - self.planned)) if self.planned else 0


@dataclass(frozen=True, slots=True)
class Late:
    """Why a table is late: ``over`` (the expected end is past by ``n`` minutes), ``hall`` or ``clock`` (``n`` deals
    behind the hall, behind what the time allows) or ``quiet`` (``n`` minutes without a deal)."""

    why: str
    n: int


def late(round_: Round, played: int, behind_hall: int, quiet: float | None) -> Late | None:
    """Whether a table that still plays is late. ``played``: deals on its sheet; ``behind_hall`` as ``behind`` says;
    ``quiet``: minutes that the clock ran since the last one came, None where none came: such a table may well write on
    paper, so that only the hall and the expected end tell."""
    if round_.over:
        return Late("over", round_.over)
    if behind_hall:
        return Late("hall", behind_hall)
    if not played or quiet is None:
        return None
    if round_.due - played >= BEHIND:
        return Late("clock", round_.due - played)
    if quiet >= QUIET_DEALS * round_.a_deal:
        return Late("quiet", int(quiet))
    return None
