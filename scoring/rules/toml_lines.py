"""Where a key stands in a TOML text: the standard reader keeps no lines, so they are searched for."""

import re
from collections.abc import Iterator

_ERROR_PLACE = re.compile(r"\(at line (\d{1,7}), column \d{1,7}\)", re.ASCII)
_LONG_KEY = 100
# Texts and comments whole, then the signs that part keys; quotes that never close end the search.
_SIGNS = re.compile(
    r'''"""(?:\\.|[^\\])*?"""|"""|'{3}.*?'{3}|'{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|["']|#[^\n]*|[.=,\n\[\]{}]''',
    re.DOTALL,
)
_KEY_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.\"' \t")


def toml_error_line(message: str) -> int | None:
    """The line in a message of the standard reader; None where it speaks of the end of the text."""
    place = _ERROR_PLACE.search(message)
    return int(place[1]) if place else None


def line_of_long_key(source: str) -> int | None:
    """The line of the first key of more than a hundred parts, far more than any key has."""
    dots = 0
    for found in _SIGNS.finditer(source):
        sign = found.group()
        if sign in {'"""', "'''", '"', "'"}:
            return None
        if sign == ".":
            dots += 1
            if dots > _LONG_KEY:
                return source.count("\n", 0, found.start()) + 1
        elif len(sign) == 1:
            dots = 0
    return None


def line_of(source: str, key: str) -> int | None:
    """The line (from 1) of ``key``, or of the table or inline table that holds it; None where there is neither.

    A table of a list is counted from 1: ``penalty[2].amount`` is in the second ``[[penalty]]``.
    """
    best: tuple[int, int | None] = (0, None)
    for number, full in _places(source):
        if (key == full or key.startswith((f"{full}.", f"{full}["))) and len(full) > best[0]:
            best = (len(full), number)
    return best[1]


def line_near(source: str, key: str) -> int:
    """The line to look at where ``key`` is missing: that of ``key`` or of the table that holds it, else the first line
    of anything that stands in such a table, else the first line of the file."""
    found = line_of(source, key)
    while found is None and (key := key.rpartition(".")[0]):
        inside = (number for number, full in _places(source) if full.startswith((f"{key}.", f"{key}[")))
        found = next(inside, None)
    return found or 1


def _places(source: str) -> Iterator[tuple[int, str]]:
    """Each line that starts a table or gives a key, with the full key; texts of several lines are passed over."""
    table, inside = "", ""
    counts: dict[str, int] = {}
    for number, text in enumerate(source.split("\n"), start=1):
        if inside:
            inside = "" if inside in text else inside
            continue
        line = text.strip()
        if line.startswith("["):
            table = _plain(line.strip("[").partition("]")[0])
            if line.startswith("[["):
                counts[table] = counts.get(table, 0) + 1
                if counts[table] == 1:
                    yield number, table
                table = f"{table}[{counts[table]}]"
            yield number, table
            continue
        name, equals, value = line.partition("=")
        if not equals or not _KEY_LETTERS.issuperset(name):
            continue
        yield number, f"{table}.{_plain(name)}" if table else _plain(name)
        inside = next((quotes for quotes in ('"""', "'''") if value.count(quotes) == 1), "")


def _plain(key: str) -> str:
    return "".join(letter for letter in key if letter not in "\"' \t")
