"""The fonts of the papers, and how wide a text is in them: what decides whether a name must shrink.

Lines are broken here and not by the layout, so that a name is never cut and a sheet never grows by a line.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

FOLDER = Path(settings.BASE_DIR) / "static" / "fonts"
FILES = {"sans": "paper-sans-400.ttf", "bold": "paper-sans-700.ttf", "serif": "paper-serif-700.otf"}
MM_PER_POINT = 25.4 / 72
#: Width of a letter that the font does not have, in ems: another font of the machine will draw it.
_UNKNOWN = 0.75
#: Kerning is not counted; it mostly narrows, and this is the room for where it does not.
_SLACK = 1.01


@functools.cache
def _advances(face: str) -> dict[int, float]:
    """Width of each letter of a face ("sans", "bold" or "serif"), in ems, by code point."""
    from fontTools.ttLib import TTFont

    with TTFont(FOLDER / FILES[face], lazy=True) as font:
        em = font["head"].unitsPerEm
        widths = font["hmtx"].metrics
        return {point: widths[glyph][0] / em for point, glyph in font.getBestCmap().items()}


@functools.cache
def middle_of(face: str) -> float:
    """How far below the middle of a line the letters of a face stand, in ems."""
    from fontTools.ttLib import TTFont

    with TTFont(FOLDER / FILES[face], lazy=True) as font:
        head = font["hhea"]
        return float(head.ascent + head.descent) / 2 / float(font["head"].unitsPerEm)


def width_mm(text: str, size: float, face: str = "sans") -> float:
    """How wide ``text`` is on one line, in millimetres, at ``size`` points."""
    advances = _advances(face)
    return sum(advances.get(ord(char), _UNKNOWN) for char in text) * size * MM_PER_POINT * _SLACK


def break_lines(text: str, room: float, size: float, face: str = "sans") -> list[str]:
    """``text`` in lines of at most ``room`` millimetres, broken at spaces; a word that is wider is broken anywhere."""
    lines: list[str] = []
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(joined, size, face) <= room:
            lines[-1] = joined
            continue
        while len(word) > 1 and width_mm(word, size, face) > room:
            cut = next(
                (n for n in range(len(word) - 1, 0, -1) if width_mm(word[:n], size, face) <= room),
                1,
            )
            lines.append(word[:cut])
            word = word[cut:]
        lines.append(word)
    return lines or [""]


def _widest_word(texts: Sequence[str], size: float, face: str) -> float:
    return max((width_mm(word, size, face) for text in texts for word in text.split(" ")), default=0.0)


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text that fits: its size in points, its lines from top to bottom."""

    size: float
    lines: tuple[str, ...]


def fit(
    texts: Sequence[str],
    room: float,
    sizes: Sequence[float],
    most_lines: Callable[[float], int],
    face: str = "sans",
) -> Fitted:
    """The largest of ``sizes`` (points, falling) at which ``texts``, each begun on its own line, fit.

    ``room``: millimetres of a line. ``most_lines(size)``: lines that fit below each other. A size at which a word
    would have to be broken is passed over while a smaller one is left; at the last size everything goes, however
    many lines it takes.
    """
    for size in sizes:
        lines = [line for text in texts for line in break_lines(text, room, size, face)]
        if len(lines) <= most_lines(size) and _widest_word(texts, size, face) <= room:
            return Fitted(size, tuple(lines))
    size = sizes[-1]
    return Fitted(size, tuple(line for text in texts for line in break_lines(text, room, size, face)))


def shrink(text: str, room: float, sizes: Sequence[float], face: str = "sans") -> float:
    """The largest of ``sizes`` at which ``text`` fits on one line of ``room`` millimetres; the last one if none."""
    return next((size for size in sizes if width_mm(text, size, face) <= room), sizes[-1])
