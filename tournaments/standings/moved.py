"""Who moves from one ranking to another, and over which line: what a correction does to places. Pure.

A line parts a ranking: the best so many are in. Those that a tournament has today say who goes on to its next part; a
line may as well be where a prize begins, so that prizes by rank need no more than lines of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.draws.model import DrawError
from tournaments.draws.plans.cuts import Ranked, cut

IN, LEVEL, OUT = "in", "level", "out"
"""Within a line; among equals of whom some would be in and some out; behind it."""


@dataclass(frozen=True, slots=True)
class Line:
    """The best ``places`` are in. ``name`` is what it is called; who has ``declined`` leaves the place to the next;
    ``settled``: the order of equals that were parted already."""

    name: str
    places: int
    declined: Collection[str] = ()
    settled: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Crossed:
    """A line that an entry has come over, or fallen behind: IN, LEVEL or OUT before and after."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry whose place is another one: its rank (1 the best, None for who has none) before and after."""

    entry: str
    before: int | None
    after: int | None
    crossed: tuple[Crossed, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """As JSON; ``moved_from`` reads it back."""
        crossed = [[one.name, one.before, one.after] for one in self.crossed]
        return {
            "entry": self.entry,
            "before": self.before,
            "after": self.after,
            **({"crossed": crossed} if crossed else {}),
        }


def moved_from(data: Mapping[str, Any]) -> Moved:
    """What ``as_data`` made."""
    crossed = tuple(Crossed(*one) for one in data.get("crossed", ()))
    return Moved(data["entry"], data["before"], data["after"], crossed)


def ranks_of(figures: Mapping[str, Any]) -> dict[str, int | None]:
    """The rank of each entry by the figures of standings."""
    return {row["entry"]: row["rank"] for row in figures["rows"]}


def moved(before: Mapping[str, int | None], after: Mapping[str, int | None], lines: Sequence[Line] = ()) -> list[Moved]:
    """Who has another rank, or crosses a line, best first by the rank after; who has none by then comes last."""
    crossings: dict[str, list[Crossed]] = {}
    for line in lines:
        was, now = _sides(before, line), _sides(after, line)
        for entry in after.keys() | before.keys():
            if was.get(entry, OUT) != now.get(entry, OUT):
                found = Crossed(line.name, was.get(entry, OUT), now.get(entry, OUT))
                crossings.setdefault(entry, []).append(found)
    changed = [
        Moved(entry, before.get(entry), after.get(entry), tuple(crossings.get(entry, ())))
        for entry in {**before, **after}
        if before.get(entry) != after.get(entry) or entry in crossings
    ]
    last = len(before) + len(after) + 1
    return sorted(changed, key=lambda one: (one.after or last, one.before or last))


def _sides(ranks: Mapping[str, int | None], line: Line) -> dict[str, str]:
    """Where each entry of a ranking stands to a line."""
    ranking = sorted(
        (Ranked(entry, rank) for entry, rank in ranks.items() if rank is not None), key=lambda one: one.rank
    )
    known = {one.entry for one in ranking}
    try:
        found = cut(
            ranking,
            line.places,
            declined=[entry for entry in line.declined if entry in known],
            settled=[entry for entry in line.settled if entry in known],
        )
    except DrawError:  # no place at all
        return {}
    level = found.play_off.entries if found.play_off is not None else ()
    return {**dict.fromkeys(found.qualified, IN), **dict.fromkeys(level, LEVEL)}
