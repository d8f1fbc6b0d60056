"""What any complete draw of a line pays at least: the steps across which a table must reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate


class Steps:
    """The steps between neighbouring places, and what they add up to.

    A complete draw reaches across the step after place p at least once if an odd number of those who play stand at p
    or before. In an odd field one does not play, one of `resting`, and from his place on odd and even change over.
    """

    def __init__(self, steps: Sequence[int], resting: Sequence[int]) -> None:
        """`steps[p]`: the cost of the step from place p to p + 1; `resting`: who may rest, empty in an even field."""
        self._size = len(steps) + 1
        # Up to a place, the steps after an odd number of places, and those after an even number.
        self._odd = [0, *accumulate(step if place % 2 == 0 else 0 for place, step in enumerate(steps))]
        self._even = [0, *accumulate(step if place % 2 == 1 else 0 for place, step in enumerate(steps))]
        self._resting = frozenset(resting)
        self._turn = [odd - even for odd, even in zip(self._odd, self._even, strict=True)]
        self._before = self._least(range(self._size))
        self._after = self._least(reversed(range(self._size)))[::-1]

    def _least(self, places: Iterator[int] | range) -> list[int | None]:
        """For each place in turn the least of `turn` at the resting places that came before it."""
        found: list[int | None] = []
        least: int | None = None
        for place in places:
            found.append(least)
            if place in self._resting:
                least = self._turn[place] if least is None else min(least, self._turn[place])
        return found

    def lower_bound(self) -> int:
        """What any complete draw pays."""
        if not self._resting:
            return self._odd[-1]
        return min(self._turn[place] for place in self._resting) + self._even[-1]

    def paid(self, one: int, other: int) -> int:
        """Of the steps between two places those that any draw of an even field pays."""
        return self._odd[other] - self._odd[one]

    def outward(self, one: int) -> Iterator[tuple[int, int]]:
        """Each place after `one`, nearest first, with what the tables of all the others pay if these two meet.

        Without the two, odd and even change over between them. A place with which `one` leaves nobody to rest is left
        out.
        """
        odd, even = self._odd, self._even
        between: int | None = None
        for other in range(one + 1, self._size):
            inside = (odd[other] - odd[one], even[other] - even[one])
            if not self._resting:
                yield other, odd[-1] - inside[0] + inside[1]
                continue
            bounds = []
            if (turn := self._before[one]) is not None:
                bounds.append(turn + inside[0] - inside[1] + even[-1])
            if (turn := self._after[other]) is not None:
                bounds.append(turn - inside[0] + inside[1] + even[-1])
            if between is not None:
                bounds.append(odd[one] - even[one] + odd[other] - even[other] - between + even[-1])
            if other in self._resting:
                between = self._turn[other] if between is None else max(between, self._turn[other])
            if bounds:
                yield other, min(bounds)
