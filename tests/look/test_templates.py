"""What every page, style and script keeps to: nothing from elsewhere, nothing inline, no unknown drawing."""

import gzip
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# Paper is laid out by WeasyPrint and never served as a page: no policy applies there, and lengths come from the data.
PAGES = [path for path in TEMPLATES if "documents" not in path.relative_to(ROOT / "templates").parts]
STATIC = sorted(p for kind in ("css", "js", "svg") for p in (ROOT / "static").rglob(f"*.{kind}"))
SPRITE = (ROOT / "static/icons/sprite.svg").read_text(encoding="utf-8")
SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
# Names of XML dialects look like addresses, but nothing is ever fetched from them.
DIALECTS = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink"}


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def markup(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"\{% comment %\}.*?\{% endcomment %\}", "", text, flags=re.S)
    return re.sub(r"\{#.*?#\}", "", text)


def foreign_addresses(text: str) -> list[str]:
    found = re.findall(r"""(?:https?:|wss?:)?//[\w.-]+\.[a-z]{2,}[^\s"'<>)]*""", text, flags=re.I)
    return [address for address in found if address not in DIALECTS]


def inline_code(text: str) -> list[str]:
    """What a content security policy without 'unsafe-inline' would refuse."""
    found = re.findall(r"""<[^>]*?\s(style\s*=|on[a-z]+\s*=|hx-on[:\w-]*\s*=)""", text, flags=re.I)
    found += re.findall(r"<style\b", text, flags=re.I)
    scripts = re.findall(r"<script\b[^>]*>", text, flags=re.I)
    found += [tag for tag in scripts if "src=" not in tag and "json" not in tag]
    found += re.findall(r"""["']\s*javascript:""", text, flags=re.I)
    return found


@pytest.mark.parametrize("path", [*TEMPLATES, *STATIC], ids=relative)
def test_nothing_is_fetched_from_another_host(path: Path) -> None:
    assert foreign_addresses(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_no_inline_style_script_or_event(path: Path) -> None:
    assert inline_code(markup(path)) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_every_drawing_asked_for_is_in_the_sprite(path: Path) -> None:
    text = markup(path)
    asked = set(re.findall(r"""\{% icon ["']([\w-]+)["']""", text))
    asked |= set(re.findall(r"""\bicon=["']([\w-]+)["']""", text))
    asked |= set(re.findall(r"""sprite\.svg["'] %\}#([\w-]+)""", text))
    assert asked <= SYMBOLS


@pytest.mark.parametrize("bad", ['<p style="color:red">', '<b onclick="x()">', "<style>", "<script>x()</script>",
                                 '<a href="javascript:x()">', "<i hx-on:click='x()'>"])  # fmt: skip
def test_the_search_for_inline_code_finds_it(bad: str) -> None:
    assert inline_code(bad)


@pytest.mark.parametrize("bad", ['src="https://cdn.example.org/x.js"', "url(//fonts.example.com/a.woff2)"])
def test_the_search_for_foreign_hosts_finds_them(bad: str) -> None:
    assert foreign_addresses(bad)


def test_every_symbol_is_drawn_on_the_same_grid() -> None:
    assert SYMBOLS
    assert re.findall(r'<symbol id="[^"]+" viewBox="([^"]+)"', SPRITE) == ["0 0 24 24"] * len(SYMBOLS)


def test_styles_know_only_tokens_that_exist() -> None:
    css = "".join(p.read_text(encoding="utf-8") for p in STATIC if p.suffix == ".css")
    defined = set(re.findall(r"--([\w-]+)\s*:", css))
    assert set(re.findall(r"var\(--([\w-]+)", css)) <= defined


def test_the_shared_parts_leave_room_on_the_phone() -> None:
    """The table's page may weigh 35 KB in all; what it shares with the desk must stay a small part of that."""
    shared = ["static/css/tokens.css", "static/css/core.css", "static/icons/sprite.svg", "static/js/mode.js"]
    assert sum(len(gzip.compress((ROOT / name).read_bytes())) for name in shared) < 8 * 1024
