"""One cell of a file's grid, read in roles: which of the things that can be written are in it, and how."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.rules.plain.terms import Sum


@dataclass(frozen=True, slots=True)
class Reading:
    """A cell's terms: names without multiplier and factor, whether multiplied, whether times the factor, amount."""

    items: tuple[tuple[tuple[str, ...], bool, bool, int], ...]

    def has(self, *names: str) -> bool:
        return any(item[0] == tuple(sorted(names)) for item in self.items)

    def multiplied(self, *names: str) -> bool:
        return any(item[0] == tuple(sorted(names)) and item[1] for item in self.items)

    def amount(self, *names: str) -> int:
        return sum(item[3] for item in self.items if item[0] == tuple(sorted(names)))

    def figure(self) -> int:
        """The fixed number written."""
        return sum(max(n, 0) for names, _, _, n in self.items if not names)

    def figure_multiplied(self) -> bool:
        return any(m for names, m, _, n in self.items if not names and n > 0)

    def token(self) -> str:
        """The own value that is written by itself, as a figure by trump; "" where there is none."""
        return next((names[0] for names, _, _, _ in self.items if len(names) == 1 and names[0].startswith("@")), "")


NOTHING = Reading(())


def read_cell(terms: Sum, factor: str | None, less: int = 0) -> Reading:
    """The terms of one cell, ``factor`` being the own value that makes some trumps count more, ``less`` what the bid
    is written with less: it belongs to the bid and is no figure."""
    found: dict[tuple[tuple[str, ...], bool, bool], int] = {}
    for names, amount in terms.items():
        rest = tuple(name for name in names if name not in {"m", factor})
        multiplied, times = "m" in names, factor in names
        found[rest, multiplied, times] = found.get((rest, multiplied, times), 0) + amount
        if less and rest == ("bid",):
            found[(), multiplied, times] = found.get(((), multiplied, times), 0) + less * amount
    return Reading(tuple((*key, amount) for key, amount in found.items() if amount))


def bid_less(cells: Iterable[Reading]) -> int:
    """What is taken off the bid: a number below zero in a cell that has the bid."""
    for cell in cells:
        taken = -sum(min(n, 0) for names, _, _, n in cell.items if not names)
        if taken and cell.has("bid"):
            return taken
    return 0


def factor_of(cells: Iterable[Sum]) -> str | None:
    """The own value by trump that multiplies something else."""
    for terms in cells:
        for names in terms:
            own = [name for name in names if name.startswith("@")]
            if own and any(name not in {*own, "m"} for name in names):
                return own[0]
    return None
