"""Who plays in a simulated tournament: how strong each really is, of which club, and in which rounds there.

Everything follows from the seed and the number of entries alone, whole numbers only, so that two formats tried with
the same seed have the same people in the hall, on any machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.draws.seeds import Chance

MELEE = "melee"
TEAMS = "teams"
BRACKETS = ("pools-knockout", "knockout")
FORMATS = (
    "random",
    "swiss",
    "danish",
    "equal-wins",
    "winners-losers",
    "even-odd",
    "mitchell",
    "round-robin",
    *BRACKETS,
    MELEE,
    TEAMS,
)

RANDOM = "random"
SKILL = "skill"
RESULTS = (SKILL, RANDOM)

TEAM_PAIRS = 2
"""Pairs in a team: two tables a match."""

CLUB_SIZE = 6
"""Entries of a club on the average; there are two clubs at least."""

MOST_ENTRIES = 10_000
MOST_ROUNDS = 10_000


class WishError(ValueError):
    """A wish that cannot be; `option` names what is wrong with it, `least` and `most` its bounds where it has any."""

    def __init__(self, option: str, least: int = 0, most: int = 0) -> None:
        super().__init__(option)
        self.option = option
        self.least = least
        self.most = most


@dataclass(frozen=True, slots=True)
class Wish:
    """What to simulate. `entries` (2 or more) counts ids: pairs, players of a mêlée, teams; `rounds` 1 or more.

    `absent`: the share of the entries that misses each round; `late`: that comes after the first round, or never if
    there is only one; `withdraw`: that leaves for good before one of the rounds after the first, before the only one
    if there is one. `results`: `skill` or `random`. `seed`: any text.
    """

    format: str
    entries: int
    rounds: int
    seed: str
    absent: Fraction = Fraction(0)
    late: Fraction = Fraction(0)
    withdraw: Fraction = Fraction(0)
    results: str = SKILL


def wish_from(given: Mapping[str, str]) -> Wish:
    """A wish from texts by name, as typed on a command line or in a form; WishError for the first that cannot be."""
    if given["format"] not in FORMATS:
        raise WishError("format")
    if given.get("results", SKILL) not in RESULTS:
        raise WishError("results")
    return Wish(
        format=given["format"],
        entries=_whole("entries", given["entries"], 2, MOST_ENTRIES),
        rounds=_whole("rounds", given["rounds"], 1, MOST_ROUNDS),
        seed=given["seed"],
        absent=share_of("absent", given.get("absent", "0")),
        late=share_of("late", given.get("late", "0")),
        withdraw=share_of("withdraw", given.get("withdraw", "0")),
        results=given.get("results", SKILL),
    )


def share_of(option: str, text: str) -> Fraction:
    """A share from 0 to 1, exactly as typed (0.1 is a tenth); WishError with `option` otherwise."""
    try:
        share = Fraction(text) if len(text) <= 20 and "e" not in text.lower() else None
    except (ValueError, ZeroDivisionError):
        share = None
    if share is None or not 0 <= share <= 1:
        raise WishError(option, 0, 1)
    return share


def _whole(option: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= most):
        raise WishError(option, least, most)
    return int(text)


@dataclass(frozen=True, slots=True)
class Hall:
    """The entries 1 … n as they really are.

    `strengths[id]`: one figure a pair (several in a team) or player, the higher the better, about 2,000 ± 577.
    `clubs[id]`: its club, 0, 1, …; `comes[id]`: the first round it is there for, of the late only; `leaves[id]`: the
    first round it is gone for good, of the withdrawn only; `misses[r]`: who misses round r for that round alone.
    """

    strengths: Mapping[int, tuple[int, ...]]
    clubs: Mapping[int, int]
    comes: Mapping[int, int]
    leaves: Mapping[int, int]
    misses: Mapping[int, frozenset[int]]

    @property
    def ids(self) -> list[int]:
        return list(self.strengths)

    def has_left(self, who: int, number: int) -> bool:
        return number >= self.leaves.get(who, number + 1)

    def is_away(self, who: int, number: int) -> bool:
        """Whether `who` is not there in this round, but comes, or comes back."""
        return not self.has_left(who, number) and (number < self.comes.get(who, 0) or who in self.misses[number])

    def by_strength(self) -> list[int]:
        """The true ranking, the best first."""
        return sorted(self.strengths, key=lambda who: (-sum(self.strengths[who]), who))


def master_seed(seed: str) -> str:
    """The 256 bits that everything of a simulation follows from."""
    return hashlib.sha256(f"simulation/{seed}".encode()).hexdigest()


def hall_of(wish: Wish) -> Hall:
    """The people of a wish. Whoever is late or leaves is somebody else for each, as long as there are enough."""
    ids = list(range(1, wish.entries + 1))
    master = master_seed(wish.seed)
    pairs = TEAM_PAIRS if wish.format == TEAMS else 1
    skills = Chance(master, "strengths")
    strengths = {who: tuple(_strength(skills.words(4)) for _ in range(pairs)) for who in ids}
    members = list(ids)
    Chance(master, "clubs").shuffle(members)
    many = max(2, len(ids) // CLUB_SIZE)
    clubs = {who: place % many for place, who in enumerate(members)}
    order = list(ids)
    whims = Chance(master, "presence")
    whims.shuffle(order)
    late, leaving = (_count(share, len(ids)) for share in (wish.late, wish.withdraw))
    later = max(wish.rounds - 1, 1)
    comes = {who: 2 + whims.below(later) for who in order[:late]}
    first = min(2, wish.rounds)
    leaves = {who: first + whims.below(later) for who in (order[late:] + order[:late])[:leaving]}
    hall = Hall(strengths, clubs, comes, leaves, dict.fromkeys(range(1, wish.rounds + 1), frozenset()))
    return Hall(strengths, clubs, comes, leaves, _misses(wish, hall))


def _strength(words: tuple[int, ...]) -> int:
    return sum(word % 1000 for word in words)


def _count(share: Fraction, of: int) -> int:
    """So many of `of`, to the nearest, a half upwards."""
    return int(share * of + Fraction(1, 2))


def _misses(wish: Wish, hall: Hall) -> dict[int, frozenset[int]]:
    """In each round so many of those who would be there, or all of them if they are fewer."""
    found = {}
    for number in range(1, wish.rounds + 1):
        there = [who for who in hall.ids if not hall.has_left(who, number) and not hall.is_away(who, number)]
        Chance(master_seed(wish.seed), f"absent/{number}").shuffle(there)
        found[number] = frozenset(there[: _count(wish.absent, wish.entries)])
    return found
