"""Who moves from one ranking to another, over which line, and to which prizes: what a correction does. Pure.

A line parts a ranking: the best so many are in and go on to the next part. What an entry wins is told beside its place,
since it may change where the place does not (a category's prize, a share, a prize that goes on to the next).
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


Won = tuple[tuple[str, int | None], ...]
"""What an entry wins: of each prize its name ("" of mere money) and the cents it is worth (None: not said)."""


@dataclass(frozen=True, slots=True)
class Prizes:
    """What an entry won before, and wins now; they differ."""

    before: Won
    after: Won


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry that has another place, another side of a line or another prize: its rank (1 the best, None for who has
    none) before and after, and what of the rest has changed."""

    entry: str
    before: int | None
    after: int | None
    crossed: tuple[Crossed, ...] = ()
    prizes: Prizes | None = None

    def as_data(self) -> dict[str, Any]:
        """As JSON; ``moved_from`` reads it back."""
        crossed = [[one.name, one.before, one.after] for one in self.crossed]
        return {
            "entry": self.entry,
            "before": self.before,
            "after": self.after,
            **({"crossed": crossed} if crossed else {}),
            **({"prizes": [_listed(self.prizes.before), _listed(self.prizes.after)]} if self.prizes else {}),
        }


def _listed(won: Won) -> list[list[Any]]:
    return [list(one) for one in won]


def moved_from(data: Mapping[str, Any]) -> Moved:
    """What ``as_data`` made."""
    crossed = tuple(Crossed(*one) for one in data.get("crossed", ()))
    told = data.get("prizes")
    won = Prizes(*(tuple((label, cents) for label, cents in one) for one in told)) if told else None
    return Moved(data["entry"], data["before"], data["after"], crossed, won)


def ranks_of(figures: Mapping[str, Any]) -> dict[str, int | None]:
    """The rank of each entry by the figures of standings."""
    return {row["entry"]: row["rank"] for row in figures["rows"]}


def moved(
    before: Mapping[str, int | None],
    after: Mapping[str, int | None],
    lines: Sequence[Line] = (),
    won: tuple[Mapping[str, Won], Mapping[str, Won]] = ({}, {}),
) -> list[Moved]:
    """Who has another rank, crosses a line or wins something else, best first by the rank after; who has none by then
    comes last. ``won``: by entry what it won before, and wins now."""
    crossings: dict[str, list[Crossed]] = {}
    for line in lines:
        was, now = _sides(before, line), _sides(after, line)
        for entry in after.keys() | before.keys():
            if was.get(entry, OUT) != now.get(entry, OUT):
                found = Crossed(line.name, was.get(entry, OUT), now.get(entry, OUT))
                crossings.setdefault(entry, []).append(found)
    prizes = {
        entry: Prizes(won[0].get(entry, ()), won[1].get(entry, ()))
        for entry in won[0].keys() | won[1].keys()
        if won[0].get(entry, ()) != won[1].get(entry, ())
    }
    changed = [
        Moved(entry, before.get(entry), after.get(entry), tuple(crossings.get(entry, ())), prizes.get(entry))
        for entry in {**before, **after}
        if before.get(entry) != after.get(entry) or entry in crossings or entry in prizes
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
