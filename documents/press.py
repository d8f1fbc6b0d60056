"""Pages put into one PDF: what is drawn goes straight into the page, words as WeasyPrint laid them out (documents.ink).

A form that many pages have beneath them is in the file once.
"""

import functools
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

from django.conf import settings

from documents import render
from documents.fonts import MM_PER_POINT, middle_of
from documents.ink import Ink, Shaped, pieces
from documents.page import Page, Text, n, painted, symbol_name

POINTS_PER_MM = 72 / 25.4
_SYMBOL = re.compile(r'<symbol id="([a-z-]+)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)


@functools.cache
def _symbols() -> dict[str, str]:
    """The project's own drawings (suits, seats) by name, each on a grid of 24."""
    sprite = Path(settings.BASE_DIR) / "static" / "icons" / "sprite.svg"
    return dict(_SYMBOL.findall(sprite.read_text(encoding="utf-8")))


@functools.cache
def _drawn(name: str, hollow: bool) -> bytes:
    """The PDF of one of the project's drawings, 24 millimetres wide."""
    paint = 'fill="#fff" stroke="#000" stroke-width="2"' if hollow else 'fill="#000"'
    if name.startswith("seats"):
        paint = 'fill="#000" stroke="#000"'
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="24mm" height="24mm" viewBox="0 0 24 24">'
    style = "@page { size: 24mm; margin: 0 } svg { display: block }"
    return render.html_to_pdf(f"<style>{style}</style>{svg}<g {paint}>{_symbols()[name]}</g></svg>", ())


class Press:
    """A PDF that pages are added to; to be used in a ``with`` statement."""

    def __init__(self) -> None:
        import pikepdf

        self._pdf = pikepdf.new()
        fonts = self._pdf.make_indirect(pikepdf.Dictionary())
        #: Forms know the drawings, pages the drawings and the forms: nothing names what it is in itself.
        self._of_forms, self._of_pages = (
            self._pdf.make_indirect(pikepdf.Dictionary(Font=fonts, XObject=pikepdf.Dictionary())) for _both in range(2)
        )
        self._ink = Ink(self._pdf, fonts)
        self._forms: dict[int, tuple[str, Page]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._pdf.close()

    def put(self, pages: Sequence[Page]) -> None:
        """Add pages, in their order."""
        import pikepdf

        every = [one for page in pages for one in page.all_parts()]
        forms = {id(one.beneath): one.beneath for one in every if one.beneath is not None}
        fresh = [form for key, form in forms.items() if key not in self._forms]
        self._ink.learn(
            (face, piece)
            for page in (*fresh, *every)
            for text in page.texts
            for face, line in _faced(text)
            for piece in pieces(line)
        )
        for name, hollow in sorted({symbol for page in (*fresh, *every) for symbol in page.symbols}):
            self._add_symbol(name, hollow)
        for form in fresh:
            self._add_form(form)
        for page in pages:
            box = [0, 0, page.width_mm * POINTS_PER_MM, page.height_mm * POINTS_PER_MM]
            content = self._pdf.make_stream(self._content(page))
            self._pdf.pages.append(
                pikepdf.Page(
                    self._pdf.make_indirect(
                        pikepdf.Dictionary(
                            Type=pikepdf.Name.Page,
                            MediaBox=[round(edge, 3) for edge in box],
                            Resources=self._of_pages,
                            Contents=content,
                        )
                    )
                )
            )

    def saved(self, title: str, language: str) -> tuple[bytes, int]:
        """The PDF under its title, with how many pages it has."""
        return render.saved(self._pdf, title, language)

    def _add_symbol(self, name: str, hollow: bool) -> None:
        import pikepdf

        key = symbol_name(name, hollow)
        if key not in self._of_pages.XObject:
            with pikepdf.open(io.BytesIO(_drawn(name, hollow))) as drawing:
                found = self._pdf.copy_foreign(drawing.pages[0].as_form_xobject())
            for resources in (self._of_forms, self._of_pages):
                resources.XObject[key] = found

    def _add_form(self, form: Page) -> None:
        """Keep what pages have beneath them: in millimetres from the top left corner, as the pages themselves."""
        import pikepdf

        name = f"/Form{len(self._forms)}"
        stream = self._pdf.make_stream(self._drawing(form).encode("ascii"))
        stream.Type, stream.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        stream.BBox = [0, 0, form.width_mm, form.height_mm]
        stream.Resources = self._of_forms
        self._of_pages.XObject[name] = stream
        self._forms[id(form)] = (name, form)  # the page is kept, so that its id stays its own

    def _content(self, page: Page) -> bytes:
        """What a page draws; its ground is turned to millimetres from the top left corner."""
        scale = f"{POINTS_PER_MM:.6f}"
        turned = f"{scale} 0 0 -{scale} 0 {n(page.height_mm * POINTS_PER_MM)} cm"
        return f"{turned}\n{self._drawing(page)}".encode("ascii")

    def _drawing(self, page: Page) -> str:
        drawn = [f"{self._forms[id(page.beneath)][0]} Do"] if page.beneath is not None else []
        drawn += page.shapes
        if page.texts:
            drawn += ["BT", *(line for text in page.texts for line in self._text(text)), "ET"]
        for part in page.parts:
            sign, x, y = f"{part.scale:.5f}", part.x, part.y
            if part.upside_down:
                x, y = x + part.page.width_mm * part.scale, y + part.page.height_mm * part.scale
                sign = f"-{sign}"
            turn = f"{sign} 0 0 {sign} {n(x)} {n(y)}"
            drawn += [f"q {turn} cm", self._drawing(part.page), "Q"]
        return "\n".join(drawn)

    def _text(self, text: Text) -> Iterator[str]:
        size = text.size * MM_PER_POINT
        yield f"{painted(text.color)} rg {n(text.spacing * size)} Tc"
        for place, line in enumerate(text.text.split("\n")):
            found = [(text.face, self._ink.shaped(text.face, one)) for one in pieces(line)]
            if text.after:
                found += [("sans", self._ink.shaped("sans", one)) for one in pieces(text.after)]
            width = sum(one.width for _face, one in found) * size + text.spacing * size * len(line)
            x = text.x + {"left": 0.0, "center": (text.width - width) / 2, "right": text.width - width}[text.align]
            y = text.y + (place + 0.5) * text.height + middle_of(text.face) * size
            yield from self._line([one for _face, one in found], x, y, size)

    def _line(self, found: Sequence[Shaped], x: float, y: float, size: float) -> Iterator[str]:
        """The pieces of a line one after the other; the pen goes on by itself."""
        font = ""
        yield f"1 0 0 -1 {n(x)} {n(y)} Tm"
        for piece in found:
            for run in piece.runs:
                if run.font != font:
                    font = run.font
                    yield f"{font} {n(size)} Tf"
                yield f"{run.glyphs.decode('latin-1')} TJ"


def _faced(text: Text) -> Iterator[tuple[str, str]]:
    """The lines of a text, each with its face."""
    for line in text.text.split("\n"):
        yield text.face, line
    if text.after:
        yield "sans", text.after
