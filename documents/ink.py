"""Words as glyphs: laid out by WeasyPrint, each different one once, to be placed wherever it stands on a paper.

A paper has the same few words on every page, and names that are on one alone. Laying out each place in which a word
stands costs ten times as much as laying out each word: so all words of many pages become one long text, a word a line,
and what WeasyPrint drew for a line (fonts, glyphs, kerning) is cut out of its PDF.
"""

import hashlib
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

from documents import render

#: Words of one page of the long text, and of one document: more at a time costs memory and gains nothing.
A_PAGE, A_DOCUMENT = 200, 1000
#: Size and distance of its lines, in points.
_SIZE, _LINE = 10, 20
_STYLE = f"""@page {{ size: 900mm {(A_PAGE + 1) * _LINE}pt; margin: 0 }}
div {{ white-space: pre; break-after: page; font-size: {_SIZE}pt; line-height: {_LINE}pt;
font-variant-numeric: tabular-nums lining-nums }}"""
_CSS_FACES = {"sans": "", "bold": "b", "serif": "s"}
#: A word with the spaces about it, so that who copies the text gets them too.
_WORD = re.compile(" *[^ ]+ *")
#: Line ends of any kind and what cannot be seen: a word of the long text must stay on its line.
_BREAKING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
#: Letters of scripts that run from right to left: there, a line is one piece, since its words change places.
_LEFTWARD = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


@dataclass(frozen=True, slots=True)
class Run:
    """Glyphs of one font: its name among the fonts of the paper, and what the operator TJ takes."""

    font: str
    glyphs: bytes


@dataclass(frozen=True, slots=True)
class Shaped:
    """A piece as it is drawn, and its width in ems."""

    runs: tuple[Run, ...]
    width: float


EMPTY = Shaped((), 0.0)


def pieces(line: str) -> list[str]:
    """The pieces that a line is laid out in, from left to right."""
    line = _BREAKING.sub(" ", line)
    return [line] if _LEFTWARD.search(line) else _WORD.findall(line)


@dataclass(slots=True)
class Ink:
    """The words of a paper. ``fonts``: the PDF's dictionary of fonts, which they are added to."""

    pdf: Any
    fonts: Any
    known: dict[tuple[str, str], Shaped] = field(default_factory=dict)

    def learn(self, wanted: Iterable[tuple[str, str]]) -> None:
        """Lay out the pieces (face, text) that are not known yet."""
        fresh = sorted({piece for piece in wanted if piece not in self.known})
        for start in range(0, len(fresh), A_DOCUMENT):
            self._lay_out(fresh[start : start + A_DOCUMENT])

    def shaped(self, face: str, piece: str) -> Shaped:
        """How a piece that was learnt is drawn."""
        return self.known[face, piece]

    def _lay_out(self, fresh: list[tuple[str, str]]) -> None:
        import pikepdf

        sheets = [
            [(face, text) for text in texts[start : start + A_PAGE]]
            for face in _CSS_FACES
            if (texts := [text for one, text in fresh if one == face])
            for start in range(0, len(texts), A_PAGE)
        ]
        body = "".join(
            f'<div class="{_CSS_FACES[sheet[0][0]]}">{escape(chr(10).join(text for _face, text in sheet))}</div>'
            for sheet in sheets
        )
        content = render.html_to_pdf(f"<style>{_STYLE}</style>{body}", ("page.css",))
        with pikepdf.open(io.BytesIO(content)) as laid_out:
            for sheet, page in zip(sheets, laid_out.pages, strict=True):
                names, widths = self._fonts_of(page)
                self.known |= dict.fromkeys(sheet, EMPTY)
                # What cannot be seen is not drawn; every other line begins at a place of its own.
                seen = [piece for piece in sheet if piece[1].strip()]
                self.known |= zip(seen, _lines(page, names, widths), strict=True)

    def _fonts_of(self, page: Any) -> tuple[dict[str, str], dict[str, dict[int, float]]]:
        """The fonts of a page, taken over: their names there and here, and the widths of their glyphs."""
        names, widths = {}, {}
        for name, font in page.Resources.get("/Font", {}).items():
            own = f"/F{len(self.fonts.keys())}"
            self.fonts[own] = self.pdf.copy_foreign(font)
            _name(self.fonts[own])
            names[name] = own
            widths[own] = _widths(font)
        return names, widths


def _name(font: Any) -> None:
    """Give a part of a font a name of its own: a printer that knows another part of that font by its name would take
    it for this one, and miss letters."""
    import pikepdf

    if "/DescendantFonts" not in font:
        return
    descendant = font.DescendantFonts[0]
    descriptor = descendant.FontDescriptor
    content = b"".join(descriptor[key].read_raw_bytes() for key in ("/FontFile2", "/FontFile3") if key in descriptor)
    digest = hashlib.sha256(content).digest()
    tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
    name = pikepdf.Name(f"/{tag}+{str(font.BaseFont).rpartition('+')[2].removeprefix('/')}")
    font.BaseFont = descendant.BaseFont = descriptor.FontName = name


def _widths(font: Any) -> dict[int, float]:
    """Widths of a font's glyphs in thousandths of an em; -1 for those that have none of their own."""
    if "/DescendantFonts" not in font:
        return {-1: 1000.0}
    descendant = font.DescendantFonts[0]
    found = {-1: float(descendant.get("/DW", 1000))}
    listed = list(descendant.get("/W", []))
    for first, row in zip(listed[::2], listed[1::2], strict=True):
        found |= {int(first) + place: float(width) for place, width in enumerate(row)}
    return found


def _lines(page: Any, names: dict[str, str], widths: dict[str, dict[int, float]]) -> Iterator[Shaped]:
    """What was drawn on a page, line by line."""
    import pikepdf

    font = ""
    runs: list[Run] = []
    width = 0.0
    has_begun = False
    for instruction in pikepdf.parse_content_stream(page, "Tm Tf TJ"):
        match str(instruction.operator):
            case "Tm":
                if has_begun:
                    yield Shaped(tuple(runs), width)
                has_begun, runs, width = True, [], 0.0
            case "Tf":
                font = names[str(instruction.operands[0])]
            case "TJ":
                runs.append(Run(font, instruction.operands[0].unparse()))
                width += _advance(instruction.operands[0], widths[font])
    if has_begun:
        yield Shaped(tuple(runs), width)


def _advance(glyphs: Any, widths: dict[int, float]) -> float:
    """How far the operator TJ goes, in ems."""
    import pikepdf

    usual, total = widths[-1], 0.0
    for one in glyphs:
        if isinstance(one, pikepdf.String):
            codes = bytes(one)
            total += sum(
                widths.get(codes[place] << 8 | codes[place + 1], usual) for place in range(0, len(codes) - 1, 2)
            )
        else:
            total -= float(one)
    return total / 1000
