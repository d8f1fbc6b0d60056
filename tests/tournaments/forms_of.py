"""The forms of a page, as a browser sees them: where they go, what each of their buttons sends, what they say."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset({"input", "br", "img", "link", "meta", "hr", "col", "use", "path"})


@dataclass(slots=True)
class PageForm:
    """A form. ``fields``: what it sends whatever is pressed; ``buttons``: names and values of those that send it;
    ``text``: all words in it."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def sends(self) -> list[dict[str, str]]:
        """What arrives, for each of the buttons."""
        return [{**self.fields, **button} for button in self.buttons or [{}]]


class _Reader(HTMLParser):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.url, self.forms, self.outer = url, [], {}
        self.inside: PageForm | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = PageForm(has.get("action") or self.url, has.get("method", "get").lower())
            self.forms.append(self.inside)
            return
        found = self.inside
        if found is None:
            return
        name = has.get("name", "")
        if tag == "input" and has.get("type") in {"submit", "image"}:
            found.buttons.append({name: has.get("value", "")} if name else {})
        elif tag == "input" and name and ("checked" in has or has.get("type") not in {"radio", "checkbox"}):
            found.fields[name] = has.get("value", "on" if has.get("type") == "checkbox" else "")
        elif tag == "button" and has.get("type", "submit") == "submit":
            found.buttons.append({name: has.get("value", "")} if name else {})
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and ("selected" in has or self.select not in found.fields):
            found.fields[self.select] = has.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        elif tag == "select":
            self.select = ""

    def handle_data(self, data: str) -> None:
        if self.inside is not None:
            self.inside.words.append(data)


def forms_of(html: str, url: str) -> list[PageForm]:
    """The forms of the page at ``url``."""
    reader = _Reader(url)
    reader.feed(html)
    return reader.forms
