"""A page as words and lines that each have their place, in millimetres from the top left corner.

What must fit is measured beforehand (``documents.fonts``); the layout engine only has to draw. That keeps a sheet the
same whatever the names on it, and makes hundreds of them quick.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from documents import qr

TINT = "#EFF3F0"
HAIR = "#7B8A81"
#: Thickness of a card's edge and radius of its corners, in millimetres.
CARD_LINE, CARD_RADIUS = 0.5, 1.8
#: Pages of which all words are laid out together: more costs memory and gains nothing.
CHUNK = 50
#: Width and height of the papers, upright, in millimetres.
SIZES = {"A4": (210.0, 297.0), "A5": (148.0, 210.0), "A6": (105.0, 148.0)}
#: How far the handles of a quarter of a circle stand from its ends, in radii.
_ARC = 0.5523

Progress = Callable[[int, int], None]


def n(number: float) -> str:
    """A number as a PDF writes it, whatever the language: at most three decimals."""
    return f"{number:.3f}".rstrip("0").rstrip(".")


def painted(color: str) -> str:
    """A colour ("#000", "#EFF3F0") as the three numbers of a PDF."""
    digits = color.removeprefix("#")
    pairs = [one * 2 for one in digits] if len(digits) == 3 else [digits[at : at + 2] for at in (0, 2, 4)]
    return " ".join(n(int(pair, 16) / 255) for pair in pairs)


@dataclass(frozen=True, slots=True)
class Text:
    """Words in the box at ``x``, ``y``, on one line of ``height`` or on several of that height below each other (parted
    by line ends). ``after`` follows in the regular weight; ``size`` in points, ``spacing`` in ems."""

    text: str
    x: float
    y: float
    width: float
    height: float
    size: float
    face: str
    align: str
    after: str = ""
    spacing: float = 0.0
    color: str = "#000"


@dataclass(frozen=True, slots=True)
class Part:
    """A page on a page, its top left corner at ``x``, ``y``, ``scale`` times as large; ``upside_down``: turned about
    its middle."""

    page: "Page"
    x: float
    y: float
    scale: float = 1.0
    upside_down: bool = False


@dataclass(slots=True)
class Page:
    """A page being filled: of one of SIZES, upright, or on its side where ``wide``. ``shapes``: operators of a PDF in
    millimetres from the top left corner; ``symbols`` of what they name. ``beneath``: a blank form that is drawn first
    (``documents.press``)."""

    wide: bool = False
    paper: str = "A4"
    texts: list[Text] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    symbols: set[tuple[str, bool]] = field(default_factory=set)
    parts: list[Part] = field(default_factory=list)
    beneath: "Page | None" = None

    @property
    def width_mm(self) -> float:
        return SIZES[self.paper][int(self.wide)]

    @property
    def height_mm(self) -> float:
        return SIZES[self.paper][1 - int(self.wide)]

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
        color: str = "#000",
    ) -> None:
        """One line, standing in the middle of the height of the box at ``x``, ``y``; ``size`` in points.

        ``card``: the box is a card, "face" (outlined, a pair's) or "back" (filled, a table's). ``spacing``: between
        letters, in ems.
        """
        if card:
            fill = "#000" if card == "back" else "none"
            self.box(x, y, width, height, line=CARD_LINE, radius=CARD_RADIUS, fill=fill)
            color = "#fff" if card == "back" else color
            x, width = x + CARD_LINE, width - 2 * CARD_LINE
        self.texts.append(Text(text, x, y, width, height, size, face, align, after, spacing, color))

    def lines(
        self, lines: Sequence[str], x: float, middle: float, width: float, *, size: float, leading: float, **how: str
    ) -> None:
        """Lines below each other, their middle at ``middle``; ``leading``: from one to the next, in millimetres."""
        top = middle - leading * len(lines) / 2
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
        path = _rectangle(x + half, y + half, width - line, height - line, max(0.0, radius - half))
        paint = {(True, False): "S", (False, True): "f", (True, True): "B"}.get((line > 0, fill != "none"))
        if paint is None:
            return
        state = f"{painted(fill)} rg " if fill != "none" else ""
        state += f"0 G {n(line)} w " if line else ""
        self.shapes.append(f"{state}{path} {paint}")

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
        dash, undo = ("[.4 .6] 0 d ", " [] 0 d") if dotted else ("", "")
        self.shapes.append(f"{dash}{painted(color)} RG {n(line)} w {n(x1)} {n(y1)} m {n(x2)} {n(y2)} l S{undo}")

    def symbol(self, name: str, x: float, y: float, side: float, *, hollow: bool = False) -> None:
        """One of the project's drawings (static/icons/sprite.svg), in a square of ``side`` with its middle at ``x``,
        ``y``."""
        self.symbols.add((name, hollow))
        # Its own drawing stands on its feet, and so upside down in a page that is measured from the top.
        scale = side / (24 * 72 / 25.4)
        place = f"{n(x - side / 2)} {n(y + side / 2)}"
        self.shapes.append(f"q {scale:.6f} 0 0 {-scale:.6f} {place} cm {symbol_name(name, hollow)} Do Q")

    def code(self, text: str, x: float, y: float, side: float) -> None:
        """The QR code of ``text`` in a square of ``side``, with the white that it brings along (``documents.qr``)."""
        self.shapes.append(qr.path(text, x, y, side))

    def place(self, page: "Page", x: float, y: float, *, scale: float = 1.0, upside_down: bool = False) -> None:
        """Put another page on this one, its top left corner at ``x``, ``y``."""
        self.parts.append(Part(page, x, y, scale, upside_down))

    def all_parts(self) -> Iterator["Page"]:
        """This page and all that is on it."""
        yield self
        for part in self.parts:
            yield from part.page.all_parts()


def symbol_name(name: str, hollow: bool) -> str:
    """What a drawing is called in a PDF."""
    return f"/{name}{'-hollow' if hollow else ''}"


def _rectangle(x: float, y: float, width: float, height: float, radius: float) -> str:
    if not radius:
        return f"{n(x)} {n(y)} {n(width)} {n(height)} re"
    radius = min(radius, width / 2, height / 2)
    right, bottom, near = x + width, y + height, radius * (1 - _ARC)

    def curve(*points: float) -> str:
        return " ".join(map(n, points)) + " c"

    return " ".join(
        (
            f"{n(x + radius)} {n(y)} m {n(right - radius)} {n(y)} l",
            curve(right - near, y, right, y + near, right, y + radius),
            f"{n(right)} {n(bottom - radius)} l",
            curve(right, bottom - near, right - near, bottom, right - radius, bottom),
            f"{n(x + radius)} {n(bottom)} l",
            curve(x + near, bottom, x, bottom - near, x, bottom - radius),
            f"{n(x)} {n(y + radius)} l",
            curve(x, y + near, x + near, y, x + radius, y),
            "h",
        )
    )


def chunks(count: int, size: int = CHUNK) -> Iterator[slice]:
    """``count`` things in parts of ``size``."""
    for start in range(0, count, size):
        yield slice(start, min(start + size, count))


def to_pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """The PDF of some pages."""
    return all_to_pdf(pages, title, language, lambda _done, _all: None)[0]


def all_to_pdf(pages: Sequence[Page], title: str, language: str, progress: Progress) -> tuple[bytes, int]:
    """The PDF of any number of pages, in chunks; ``progress(done, all)`` is told after each. With its page count."""
    from documents.press import Press

    progress(0, len(pages))
    with Press() as press:
        for part in chunks(len(pages)):
            press.put(pages[part])
            progress(part.stop, len(pages))
        return press.saved(title, language)
