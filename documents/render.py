"""HTML of the project's own templates to PDF, by WeasyPrint: the only module that knows it.

WeasyPrint needs libraries of the system, so it is imported when the first paper is made; see ``core.system``. What is
costly to prepare (fonts, style sheets) is kept for the life of the process.
"""

import atexit
import functools
import hashlib
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

CSS_FOLDER = Path(__file__).with_name("css")
FONT_FOLDER = Path(settings.BASE_DIR) / "static" / "fonts"
TEMPLATE_FOLDER = Path(settings.BASE_DIR) / "templates" / "documents"
#: Folders that a paper may read from, by the first word of its address: ``paper:fonts/paper-sans-400.ttf``.
FOLDERS = {"fonts": (FONT_FOLDER, {".ttf": "font/ttf", ".otf": "font/otf"}), "css": (CSS_FOLDER, {".css": "text/css"})}
SCHEME = "paper:"


class Refused(ValueError):
    """An address that a paper may not read: anything but the project's own fonts and style sheets."""


def own_file(url: str) -> tuple[bytes, str]:
    """Content and type of the project's file at ``url`` (``paper:fonts/NAME`` or ``paper:css/NAME``).

    Raises Refused for everything else: other schemes, the network, files of the machine, a name with a path in it.
    """
    kind, _, name = url.removeprefix(SCHEME).partition("/")
    if not url.startswith(SCHEME) or kind not in FOLDERS:
        raise Refused("a paper reads only the project's own files")
    folder, types = FOLDERS[kind]
    path = folder / name
    if path.parent != folder or path.name != name or path.suffix not in types or not path.is_file():
        raise Refused("a paper reads only the project's own files")
    return path.read_bytes(), types[path.suffix]


@functools.cache
def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OwnFiles(URLFetcher):  # type: ignore[misc]
        """Answers for the project's own files; has no handler for anything else."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            content, content_type = own_file(url)
            return URLFetcherResponse(url, content, {"Content-Type": content_type})

    return OwnFiles(allowed_protocols=(), allow_redirects=False)


@functools.cache
def _fonts() -> Any:
    from weasyprint.text.fonts import FontConfiguration

    # It removes its own folder when it goes, which must be before the interpreter is half gone.
    atexit.register(_fonts.cache_clear)
    return FontConfiguration()


@functools.cache
def _style(name: str) -> Any:
    """A style sheet of documents/css, parsed once; its fonts go into the shared configuration."""
    from weasyprint import CSS

    text = (CSS_FOLDER / name).read_text(encoding="utf-8")
    return CSS(string=text, base_url=SCHEME, url_fetcher=_fetcher(), font_config=_fonts())


def html_to_pdf(html: str, styles: Iterable[str]) -> bytes:
    """The PDF of an HTML text under style sheets of documents/css (fonts.css always first)."""
    from weasyprint import HTML

    document = HTML(string=html, base_url=SCHEME, url_fetcher=_fetcher())
    sheets = [_style("fonts.css"), *(_style(name) for name in styles)]
    return bytes(document.write_pdf(stylesheets=sheets, font_config=_fonts()))


def template_to_pdf(template: str, context: dict[str, Any], styles: Iterable[str]) -> bytes:
    """The PDF of a template of templates/documents, in the language that is active."""
    return html_to_pdf(render_to_string(f"documents/{template}", context), styles)


def joined(parts: Iterable[bytes], title: str, language: str) -> tuple[bytes, int]:
    """Several PDFs as one, with how many pages it has. The same parts give the same bytes."""
    import pikepdf

    with pikepdf.new() as whole:
        for part in parts:
            with pikepdf.open(io.BytesIO(part)) as pdf:
                whole.pages.extend(pdf.pages)
        return saved(whole, title, language)


def marked(content: bytes, word: str, title: str, language: str) -> tuple[bytes, int]:
    """A PDF with ``word`` across every page and at its upper edge, as what is no real paper."""
    import pikepdf

    across = template_to_pdf(
        "paper_rehearsal.html", {"word": word, "turns": (False, True), "language": language}, ("page.css",)
    )
    with pikepdf.open(io.BytesIO(content)) as pdf, pikepdf.open(io.BytesIO(across)) as marks:
        for page in pdf.pages:
            _left, _low, width, height = (float(edge) for edge in page.mediabox)
            page.add_overlay(marks.pages[int(width > height)], None)
        return saved(pdf, title, language)


def saved(pdf: Any, title: str, language: str) -> tuple[bytes, int]:
    """The bytes of a pikepdf.Pdf under its title, with how many pages it has; no time of making in it."""
    import pikepdf

    pdf.docinfo["/Title"] = title
    pdf.docinfo["/Producer"] = "Coinche Club"
    pdf.Root.Lang = pikepdf.String(language)
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    out = io.BytesIO()
    pdf.save(
        out,
        deterministic_id=True,
        compress_streams=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
    return out.getvalue(), len(pdf.pages)


@functools.cache
def layout_digest() -> str:
    """Changes whenever the look of a paper may have changed: what was printed before is then not taken for the same.

    Over this app's modules, style sheets and templates, and the fonts.
    """
    digest = hashlib.sha256()
    own = Path(__file__).parent
    papers = TEMPLATE_FOLDER.glob("paper_*.html")
    looks = [*own.glob("*.py"), *CSS_FOLDER.glob("*.css"), *papers, *FONT_FOLDER.glob("*.?tf")]
    for path in sorted(looks):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def page_count(content: bytes) -> int:
    """How many pages a PDF has."""
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as pdf:
        return len(pdf.pages)
