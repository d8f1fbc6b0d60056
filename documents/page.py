"""A page as words and lines that each have their place, in millimetres from the top left corner.

What must fit is measured beforehand (``documents.fonts``); the layout engine only has to draw. That keeps a sheet the
same whatever the names on it, and makes hundreds of them quick.
"""

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from documents import qr, render

TINT = "#EFF3F0"
HAIR = "#7B8A81"
#: Thickness of a card's edge, in millimetres (css/page.css).
CARD_LINE = 0.5
#: Pages laid out together: more costs memory and gains nothing.
CHUNK = 25

Progress = Callable[[int, int], None]
_FACES = {"sans": "", "bold": "b", "serif": "s"}
_ALIGNS = {"left": "", "center": "c", "right": "r"}
_SYMBOL = re.compile(r'<symbol id="([a-z-]+)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)


@functools.cache
def _symbols() -> dict[str, str]:
    """The project's own drawings (suits, seats) by name, each on a grid of 24."""
    sprite = Path(settings.BASE_DIR) / "static" / "icons" / "sprite.svg"
    return dict(_SYMBOL.findall(sprite.read_text(encoding="utf-8")))


def _n(number: float) -> str:
    """A number as CSS, SVG and PDF write it, whatever the language: at most three decimals."""
    return f"{number:.3f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class Text:
    """Words, on one line or on several of the same height. ``after`` follows in the regular weight."""

    text: str
    css: str
    style: str
    after: str = ""


@dataclass(slots=True)
class Page:
    """A page being filled; A4 upright, or on its side where ``wide``."""

    wide: bool = False
    texts: list[Text] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)

    @property
    def width_mm(self) -> int:
        return 297 if self.wide else 210

    @property
    def height_mm(self) -> int:
        return 210 if self.wide else 297

    @property
    def svg(self) -> SafeString:
        """The drawing. Made of numbers and the project's own symbols only, so it is safe as it is."""
        return mark_safe("".join(self.shapes))  # noqa: S308

    def say(
        self,
        text: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        size: float = 10,
        face: str = "sans",
        align: str = "left",
        after: str = "",
        card: str = "",
        spacing: float = 0,
    ) -> None:
        """One line, standing in the middle of the height of the box at ``x``, ``y``; ``size`` in points.

        ``card``: the box is a card, "face" (outlined, a pair's) or "back" (filled, a table's). ``spacing``: between
        letters, in ems.
        """
        css = " ".join(filter(None, (_FACES[face], _ALIGNS[align], card)))
        inner = height - 2 * CARD_LINE if card else height
        style = f"left:{_n(x)}mm;top:{_n(y)}mm;width:{_n(width)}mm;font-size:{_n(size)}pt;line-height:{_n(inner)}mm"
        if spacing:
            style += f";letter-spacing:{_n(spacing)}em"
        self.texts.append(Text(text, css, style, after))

    def lines(
        self, lines: Sequence[str], x: float, middle: float, width: float, *, size: float, leading: float, **how: str
    ) -> None:
        """Lines below each other, their middle at ``middle``; ``leading``: from one to the next, in millimetres."""
        top = middle - leading * len(lines) / 2
        # One text of several lines: far less work for the layout than a text for each.
        self.say("\n".join(lines), x, top, width, leading, size=size, **how)  # type: ignore[arg-type]

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        line: float = 0,
        radius: float = 0,
        fill: str = "none",
    ) -> None:
        """A rectangle whose outer edge is the one given; ``line`` its thickness, 0 for none."""
        half = line / 2
        stroke = f' stroke="#000" stroke-width="{_n(line)}"' if line else ""
        self.shapes.append(
            f'<rect x="{_n(x + half)}" y="{_n(y + half)}" width="{_n(width - line)}" height="{_n(height - line)}"'
            f' rx="{_n(max(0, radius - half))}" fill="{fill}"{stroke}/>'
        )

    def rule(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        line: float,
        *,
        color: str = "#000",
        dotted: bool = False,
    ) -> None:
        """A line from one point to another, ``line`` millimetres thick."""
        dash = ' stroke-dasharray="0.4 0.6"' if dotted else ""
        self.shapes.append(
            f'<path d="M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}" stroke="{color}" stroke-width="{_n(line)}"'
            f' fill="none"{dash}/>'
        )

    def symbol(self, name: str, x: float, y: float, side: float, *, hollow: bool = False) -> None:
        """One of the project's drawings, in a square of ``side`` with its middle at ``x``, ``y``."""
        paint = 'fill="#fff" stroke="#000" stroke-width="2"' if hollow else 'fill="#000"'
        if name.startswith("seats"):
            paint = 'fill="#000" stroke="#000"'
        scale = side / 24
        self.shapes.append(
            f'<g transform="translate({_n(x - side / 2)} {_n(y - side / 2)}) scale({scale:.5f})" {paint}>'
            f"{_symbols()[name]}</g>"
        )

    def code(self, text: str, x: float, y: float, side: float) -> None:
        """The QR code of ``text`` in a square of ``side``, with the white that it brings along (``documents.qr``)."""
        modules = qr.matrix(text)
        unit = side / (len(modules) + 2 * qr.QUIET)
        runs = []
        for line, row in enumerate(modules):
            for begin, end in qr.runs(row):
                left, top = x + (qr.QUIET + begin) * unit, y + (qr.QUIET + line) * unit
                runs.append(f"M{left:.4f} {top:.4f}h{(end - begin) * unit:.4f}v{unit:.4f}h{(begin - end) * unit:.4f}z")
        self.shapes.append(f'<path d="{"".join(runs)}" fill="#000" shape-rendering="crispEdges"/>')


def chunks(count: int, size: int = CHUNK) -> Iterator[slice]:
    """``count`` things in parts of ``size``."""
    for start in range(0, count, size):
        yield slice(start, min(start + size, count))


def to_pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """The PDF of some pages, laid out together."""
    return render.template_to_pdf(
        "paper_pages.html", {"pages": pages, "title": title, "language": language}, ("page.css",)
    )


def all_to_pdf(pages: Sequence[Page], title: str, language: str, progress: Progress) -> tuple[bytes, int]:
    """The PDF of any number of pages, in chunks; ``progress(done, all)`` is told after each. With its page count."""
    parts = []
    progress(0, len(pages))
    for part in chunks(len(pages)):
        parts.append(to_pdf(pages[part], title, language))
        progress(part.stop, len(pages))
    return render.joined(parts, title, language)
