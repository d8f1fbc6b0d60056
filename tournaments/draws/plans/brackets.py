"""Knockouts of any size as a list of matches whose sides come from a place, a winner or a loser.

The main bracket has 2**k slots, the least power of two that holds the field. Slots take the places in the usual order
(`slot_order`), in which the two best are in different halves, the four best in different quarters and so on, and place
s first meets place 2**k - 1 - s: so the missing places, which are byes, fall to the best, one each. A match against
nobody is no match: its only side goes straight on, so every match listed has two sides (until somebody leaves).

The losers may play on: for the third place, for more places (`classified`), or in a consolation bracket of those who
lose in the first one or two rounds. Nobody is in two matches of a round, since a side comes from an earlier round and
each winner and each loser goes to one match at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

MAIN = "main"
THIRD = "third"
PLACES = "places"
CONSOLATION = "consolation"

PLACE = "place"
WINNER = "winner"
LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Source:
    """Who comes to a side: `place` number `index` of the draw (0 the best), or `winner` or `loser` of match `index`."""

    kind: str
    index: int


@dataclass(frozen=True, slots=True)
class Match:
    """Match `index` of the bracket, in round `round` (1 or more), of the part `part` (`main`, `third`, …).

    `first` and `last` are the final places still open to who plays it: 1 and 2 in the final, 3 and 4 for the third
    place, 1 and n in the first round of n.
    """

    index: int
    round: int
    part: str
    first: int
    last: int
    one: Source
    other: Source


@dataclass(frozen=True, slots=True)
class Rank:
    """Whoever comes from `source` ends on a place from `first` to `last`, which are shared."""

    source: Source
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """`size` places, the matches in the order of their rounds, and where everybody ends, best first."""

    size: int
    rounds: int
    matches: tuple[Match, ...]
    ranks: tuple[Rank, ...]


def slots_for(size: int) -> int:
    """The least power of two that is `size` (1 or more) or more."""
    return 1 << max(size - 1, 0).bit_length()


def slot_order(slots: int) -> list[int]:
    """The place (0 the best) in each of `slots` slots, a power of two; each block of 2**j slots holds one of the best
    slots / 2**j places, and neighbours in the first round add up to slots - 1."""
    order = [0]
    while len(order) < slots:
        last = 2 * len(order) - 1
        order = [place for best in order for place in (best, last - best)]
    return order


@lru_cache(maxsize=64)
def knockout(size: int, classified: int = 2, consolation: int = 0) -> Bracket:
    """A knockout of `size` places (2 or more).

    `classified`: up to which place there are matches for places: 2 none but the final, 4 with a match for the third
    place, 8 with four who play for the places 5 to 8, and so on. `consolation`: 0, or the number of first rounds (1
    or 2) whose losers play a bracket of their own, from the next round on; the final's loser never does.
    """
    main_rounds = slots_for(size).bit_length() - 1
    drawing = _Drawing(classified, min(consolation, main_rounds - 1))
    order = slot_order(slots_for(size))
    drawing.main([Source(PLACE, place) if place < size else None for place in order], size)
    matches = sorted(drawing.matches, key=lambda match: (match.round, match.first, match.index))
    renamed = {match.index: position for position, match in enumerate(matches)}

    def moved(source: Source) -> Source:
        return source if source.kind == PLACE else Source(source.kind, renamed[source.index])

    return Bracket(
        size,
        max(match.round for match in matches),
        tuple(
            Match(renamed[one.index], one.round, one.part, one.first, one.last, moved(one.one), moved(one.other))
            for one in matches
        ),
        tuple(
            sorted(
                (Rank(moved(rank.source), rank.first, rank.last) for rank in drawing.ranks), key=lambda rank: rank.first
            )
        ),
    )


class _Drawing:
    """A bracket while its matches are laid down; a slot with nobody in it is None."""

    def __init__(self, classified: int, consolation: int) -> None:
        self.classified = classified
        self.consolation = consolation
        self.matches: list[Match] = []
        self.ranks: list[Rank] = []

    def main(self, slots: Sequence[Source | None], size: int) -> None:
        """All rounds of the main bracket, and what its losers play."""
        fallen: list[list[Source | None]] = []
        last, number = size, 1
        while len(slots) > 1:
            slots, lost = self._play(slots, number, MAIN, 1, last)
            last -= len(_real(lost))
            number += 1
            if number - 1 <= self.consolation:
                fallen.append(lost)
            else:
                self._losers(_real(lost), number, last + 1)
        self._rank(slots, 1)
        if fallen:
            self._consolation(fallen, size)

    def _losers(self, losers: Sequence[Source], number: int, first: int) -> None:
        """Who lost a round of the main bracket plays on for places, if so many are played for, or shares them."""
        if len(losers) > 1 and first <= self.classified:
            self._block(_laid(losers), number, THIRD if first == 3 else PLACES, first)
        else:
            self._rank(losers, first)

    def _block(self, slots: Sequence[Source | None], number: int, part: str, first: int) -> None:
        """A knockout for the places from `first` on; in those for places the losers of each round have one too."""
        last = first + len(_real(slots)) - 1
        while len(slots) > 1:
            slots, lost = self._play(slots, number, part, first, last)
            losers = _real(lost)
            last -= len(losers)
            number += 1
            if part == CONSOLATION or len(losers) < 2 or last + 1 > self.classified:
                self._rank(losers, last + 1)
            else:
                self._block(_laid(losers), number, part, last + 1)
        self._rank(slots, first)

    def _consolation(self, fallen: Sequence[Sequence[Source | None]], size: int) -> None:
        """The losers of the first round play each other; those of the second come to the survivors, if they play on.

        These are kept where their opponents were and then turned by half, so that nobody meets at once again who has
        just beaten him.
        """
        first = size - sum(len(_real(lost)) for lost in fallen) + 1
        if len(fallen) == 1:
            self._block(_laid(_real(fallen[0])), 2, CONSOLATION, first)
            return
        early, late = fallen
        survivors, lost = self._play(early, 2, CONSOLATION, first, size)
        losers = _real(lost)
        self._rank(losers, size - len(losers) + 1)
        half = len(survivors) // 2
        turned = [*survivors[half:], *survivors[:half]]
        self._block([slot for both in zip(late, turned, strict=True) for slot in both], 3, CONSOLATION, first)

    def _play(
        self, slots: Sequence[Source | None], number: int, part: str, first: int, last: int
    ) -> tuple[list[Source | None], list[Source | None]]:
        """One round over `slots`, an even number of them: the winners' slots and the losers'."""
        won: list[Source | None] = []
        lost: list[Source | None] = []
        for one, other in zip(slots[::2], slots[1::2], strict=True):
            if one is None or other is None:
                won.append(one or other)
                lost.append(None)
                continue
            index = len(self.matches)
            self.matches.append(Match(index, number, part, first, last, one, other))
            won.append(Source(WINNER, index))
            lost.append(Source(LOSER, index))
        return won, lost

    def _rank(self, slots: Sequence[Source | None], first: int) -> None:
        here = _real(slots)
        self.ranks.extend(Rank(source, first, first + len(here) - 1) for source in here)


def _real(slots: Sequence[Source | None]) -> list[Source]:
    return [slot for slot in slots if slot is not None]


def _laid(sources: Sequence[Source]) -> list[Source | None]:
    """The sources in as few slots as hold them, the first ones with the byes."""
    return [sources[place] if place < len(sources) else None for place in slot_order(slots_for(len(sources)))]


Decide = Callable[[Match, T, T], tuple[T | None, T | None]]
"""Winner and loser of a match of two who came to it; None for nobody (a double forfeit has neither)."""


def follow(bracket: Bracket, who: Sequence[T | None], before: int, decide: Decide[T]) -> dict[Source, T | None]:
    """Who has come to each source, once all matches of the rounds under `before` are decided.

    `who`: the entrant of each place, None where it is vacant. Whoever meets nobody wins; `decide` is asked about the
    others, in the order of the rounds. Sources that are not decided yet are not in the answer.
    """
    winner: T | None
    loser: T | None
    reached: dict[Source, T | None] = {Source(PLACE, place): entrant for place, entrant in enumerate(who)}
    for match in bracket.matches:
        if match.round >= before:
            break
        one, other = reached[match.one], reached[match.other]
        winner, loser = one, None
        if one is None:
            winner = other
        elif other is not None:
            winner, loser = decide(match, one, other)
        reached[Source(WINNER, match.index)], reached[Source(LOSER, match.index)] = winner, loser
    return reached


def ranking(bracket: Bracket, reached: dict[Source, T | None]) -> Iterator[tuple[T, int, int]]:
    """Everybody whose way has ended, with the places (from, to) shared, best first."""
    for rank in bracket.ranks:
        entrant = reached.get(rank.source)
        if entrant is not None:
            yield entrant, rank.first, rank.last
