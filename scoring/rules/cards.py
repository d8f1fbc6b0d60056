"""The 32 cards: what each is worth by trump mode, and which sums a given number of them can make."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

Side = Literal["NS", "EW"]
Mode = Literal["suit", "SA", "TA"]

SIDES: tuple[Side, Side] = ("NS", "EW")
OTHER: Mapping[Side, Side] = {"NS": "EW", "EW": "NS"}
TRUMPS = ("S", "H", "D", "C", "SA", "TA")
MODES: tuple[Mode, ...] = ("suit", "SA", "TA")
MODE_OF: Mapping[str, Mode] = {"S": "suit", "H": "suit", "D": "suit", "C": "suit", "SA": "SA", "TA": "TA"}
RANKS = ("A", "10", "K", "Q", "J", "9", "8", "7")
CARDS = 32

PLAIN: Mapping[str, int] = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP: Mapping[str, int] = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
NO_TRUMP: Mapping[str, int] = {**PLAIN, "A": 19}

# All-trump: the trump values in every suit, or values reduced so that the pack stays at 152 and the ten.
ALL_TRUMP: Mapping[str, Mapping[str, int]] = {
    "natural": TRUMP,
    "13-9-6-5-3-2": {"J": 13, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 2, "8": 0, "7": 0},
    "14-9-6-5-3-1": {"J": 14, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 1, "8": 0, "7": 0},
}


def decks(all_trump: Mapping[str, int]) -> dict[Mode, tuple[int, ...]]:
    """The 32 card values of each trump mode."""
    return {
        "suit": (*TRUMP.values(), *PLAIN.values(), *PLAIN.values(), *PLAIN.values()),
        "SA": tuple(NO_TRUMP.values()) * 4,
        "TA": tuple(all_trump.values()) * 4,
    }


@lru_cache(maxsize=64)
def sums(deck: tuple[int, ...]) -> tuple[int, ...]:
    """For each number of cards 0 to 32 the sums they can make, as a bit set: bit s of entry k is 1 where k cards of
    ``deck`` can be worth s together."""
    reach = [1] + [0] * len(deck)
    for value in deck:
        for count in range(len(deck), 0, -1):
            reach[count] |= reach[count - 1] << value
    return tuple(reach)


@lru_cache(maxsize=1024)
def side_sums(deck: tuple[int, ...], ten: int, tricks: int, taken: int | None, last: bool | None) -> int:
    """The points that one side can have, as a bit set: with ``taken`` of ``tricks`` tricks (None: some, but not all),
    and ``ten`` points for the last trick if it took that (``last`` None: not known)."""
    found = 0
    for count in range(1, tricks) if taken is None else (taken,):
        cards = sums(deck)[count * len(deck) // tricks]
        if last is not False and count:
            found |= cards << ten
        if last is not True and count < tricks:
            found |= cards
    return found


@lru_cache(maxsize=64)
def reach(deck: tuple[int, ...], ten: int, tricks: int) -> tuple[tuple[int, ...], ...]:
    """``side_sums`` as tables: first by the last trick (0 not known, 1 the other side's, 2 this side's), then by the
    tricks taken, the last entry being for tricks not known (some, but not all)."""
    return tuple(
        tuple(side_sums(deck, ten, tricks, taken, last) for taken in (*range(tricks + 1), None))
        for last in (None, False, True)
    )
