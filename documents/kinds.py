"""What can be printed beside the sheets and posters of a round: every kind of paper, by its word, and what of it can be
chosen. A kind is a function that gathers what it is made from; the pages are laid out later, by a job."""

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from documents.page import Page
from tournaments.models import Tournament

#: The highest number that may be asked for: of tables, copies, places.
MOST = 2000


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen of a paper. ``size``: one of the kind's sizes. ``style``: one of its styles. ``first`` to
    ``last``: tables, numbers or places, 0 for no limit. ``missing``: only what has not come in. ``count``: how many."""

    size: str = ""
    style: str = ""
    first: int = 0
    last: int = 0
    missing: bool = False
    count: int = 0

    @property
    def key(self) -> str:
        """What tells it from another one, in few letters; "" where nothing was chosen."""
        parts = [self.size, self.style, f"{self.first}-{self.last}" if self.first or self.last else ""]
        parts += ["missing" if self.missing else "", f"x{self.count}" if self.count else ""]
        return ".".join(part for part in parts if part)

    def holds(self, number: int) -> bool:
        """Whether a number (of a table, an entry, a place) is among those chosen."""
        return self.first <= number <= (self.last or MOST)

    def to_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> "Choice":
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in data.items() if name in known})

    @classmethod
    def of_form(cls, data: Mapping[str, str], kind: "Kind") -> "Choice":
        """What a form sent; what is not a choice of the kind counts as not sent."""
        size, style = data.get("size", ""), data.get("style", "")
        first, last = _whole(data.get("first", "")), _whole(data.get("last", ""))
        return cls(
            size=size if size in kind.sizes[1:] else "",
            style=style if kind.has_style(style) else "",
            first=first if kind.ranged else 0,
            last=last if kind.ranged else 0,
            missing=kind.of == "round" and data.get("missing") == "1",
            count=_whole(data.get("count", "")) if kind.counted else 0,
        )


def _whole(text: str) -> int:
    return min(int(text), MOST) if re.fullmatch(r"[0-9]{1,6}", text.strip()) else 0


def numbered(style: str) -> tuple[str, int]:
    """The word and the number of a style that has one ("after-2"); the style and 0 of others."""
    found = re.fullmatch(r"([a-z]+)-([1-9][0-9]{0,3})", style)
    return (found[1], int(found[2])) if found else (style, 0)


@dataclass(frozen=True, slots=True)
class Content:
    """A paper's content, before it is laid out: ``data`` (plain JSON) is what it is made from, ``pages`` lays it out.
    In the language that was active when it was gathered."""

    title: str
    data: Any
    pages: Callable[[], list[Page]]
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of paper. ``of``: "tournament", "round" or "stage". ``sizes`` and ``styles``: the first one is the usual.
    ``numbered``: styles of which there are several, with a dash and a number behind the word ("after-2"). ``ranged``:
    what ``first`` and ``last`` number: tables, numbers, places. ``counted``: how many can be asked for. ``right``: what
    who opens or asks for it must be allowed to (a name of ``Right``)."""

    what: str
    gather: Callable[..., Content]
    of: str = "tournament"
    sizes: tuple[str, ...] = ("",)
    styles: tuple[str, ...] = ("",)
    numbered: tuple[str, ...] = ()
    ranged: str = ""
    counted: bool = False
    right: str = "SEE_CLUB"

    @property
    def job(self) -> str:
        return f"pdf.{self.what}"

    def has_style(self, style: str) -> bool:
        """Whether it is one that can be chosen beside the usual one."""
        word, number = numbered(style)
        return style in self.styles[1:] or (word in self.numbered and number > 0)


def key_of(owner: uuid.UUID, choice: Choice) -> str:
    """The key of a job: whose paper, and what was chosen of it."""
    return f"{owner}:{choice.key}" if choice.key else str(owner)


class Nothing(ValueError):
    """There is nothing to print: the code of the reason."""


def of_tournament(tournament_id: uuid.UUID) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=tournament_id)
