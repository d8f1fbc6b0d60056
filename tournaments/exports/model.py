"""What a table of a file is: columns with a name for machines and a title for people, and rows that come one by one."""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Word:
    """A value that programs know by a ``code`` and people by a ``text``."""

    code: str
    text: str


Cell = str | int | float | bool | Word | dt.datetime | dt.date | None
"""A number is a whole one but where it is ``DECIMAL``; of ``MONEY`` it is in cents. A moment has a zone, whose
clock is shown."""


class Kind(StrEnum):
    """What stands in a column. A number may also be a text where something is numbered so ("3B")."""

    TEXT = "text"
    NUMBER = "number"
    DECIMAL = "decimal"
    MONEY = "money"
    MOMENT = "moment"
    DATE = "date"
    YES = "yes"


@dataclass(frozen=True, slots=True)
class Column:
    """``key`` is the same in all languages and versions; ``title`` is what stands over the column."""

    key: str
    title: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` is called once for each time that the table is written; each row has a cell for each column."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: Callable[[], Iterable[Sequence[Cell]]]


@dataclass(frozen=True, slots=True)
class File:
    """Tables that go into one file. ``about`` says what they are of, in plain values; ``words`` how yes and no are
    called; ``decimal`` is what parts euros from cents in a text."""

    title: str
    tables: tuple[Table, ...]
    about: Mapping[str, object] = field(default_factory=dict)
    words: tuple[str, str] = ("yes", "no")
    decimal: str = "."


def money(cents: int, decimal: str = ".") -> str:
    """Cents as an amount: 1250 is "12.50", -5 is "-0.05"."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}{decimal}{rest:02}"


#: C0 and C1 controls but tab and line ends, halves of characters, and what is no character at all.
_NONE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def plain(text: str) -> str:
    """A text without what no file of a spreadsheet may hold."""
    return _NONE.sub("", text)
