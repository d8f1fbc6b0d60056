"""QR codes as one path of a PDF page: nothing to lay out, sharp at any size."""

import functools
import itertools
from collections.abc import Iterator, Sequence

import segno

#: Modules of white that the code brings along; the paper around it must be white for two more.
QUIET = 2


@functools.lru_cache(maxsize=8)
def matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of the code of ``text``, row by row from the top, True for black; level M, or better for nothing."""
    code = segno.make(text, error="m", micro=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The black modules of a row that stand together: the first of them, and the one after the last."""
    place = 0
    for is_black, together in itertools.groupby(row):
        end = place + sum(1 for _one in together)
        if is_black:
            yield place, end
        place = end


def path(text: str, left: float, top: float, side: float) -> str:
    """PDF operators that draw the code of ``text`` in black in a square of ``side``, quiet zone included.

    All in millimetres from the top left corner of the page. Runs of modules in a row are one rectangle, and all of
    them one path filled at once, so that no hairline shows between them.
    """
    modules = matrix(text)
    unit = side / (len(modules) + 2 * QUIET)
    left, top = left + QUIET * unit, top + QUIET * unit
    parts = ["0 g"]
    for y, row in enumerate(modules):
        low = f"{top + y * unit:.4f}"
        for x, end in runs(row):
            parts.append(f"{left + x * unit:.4f} {low} {(end - x) * unit:.4f} {unit:.4f} re")
    parts.append("f")
    return " ".join(parts)
