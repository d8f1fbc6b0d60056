"""QR codes as one path of a PDF page: nothing to lay out, sharp at any size."""

import functools
import itertools
from collections.abc import Iterator, Sequence

import segno

POINTS_PER_MM = 72 / 25.4
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


def path(text: str, left_mm: float, top_mm: float, side_mm: float, page_height_mm: float = 297.0) -> bytes:
    """PDF operators that draw the code of ``text`` in black in a square of ``side_mm``, quiet zone included.

    ``left_mm`` and ``top_mm`` are measured from the top left corner of the page. Runs of modules in a row are one
    rectangle, and all of them one path filled at once, so that no hairline shows between them.
    """
    modules = matrix(text)
    unit = side_mm * POINTS_PER_MM / (len(modules) + 2 * QUIET)
    left = left_mm * POINTS_PER_MM + QUIET * unit
    top = (page_height_mm - top_mm) * POINTS_PER_MM - QUIET * unit
    parts = ["q 0 g"]
    for y, row in enumerate(modules):
        for x, end in runs(row):
            parts.append(f"{left + x * unit:.3f} {top - (y + 1) * unit:.3f} {(end - x) * unit:.3f} {unit:.3f} re")
    parts.append("f Q\n")
    return " ".join(parts).encode("ascii")
