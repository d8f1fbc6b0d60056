"""Reading a rule-set file: TOML, variants merged in, keys taken one by one with their types, and where each stands.

A file comes from anyone. Its size, its depth and the length of its numbers are bounded here, so that whatever it holds
is either read or refused in one clear message, and quickly.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from scoring.rules.cards import MODES, Mode
from scoring.rules.errors import Inner, RuleSetError
from scoring.rules.formula import Formula, FormulaError, parse_formula
from scoring.rules.toml_lines import line_of, line_of_long_key, toml_error_line
from scoring.rules.words import Value

MAX_SOURCE = 100_000
MAX_DEPTH = 8
_LONG_NUMBER = re.compile(r"[0-9][0-9_]{1000,}", re.ASCII)
_PLAIN_CELLS = ("declarer", "defence", "keep")


def read_toml(source: str) -> dict[str, Any]:
    """The file as nested tables. Raises RuleSetError with the line where the text is no TOML."""
    source = source.removeprefix("\ufeff")
    if len(source) > MAX_SOURCE:
        raise RuleSetError("source_size", most=MAX_SOURCE)
    try:
        source.encode()
    except UnicodeEncodeError as error:
        line = source.count("\n", 0, error.start) + 1
        raise RuleSetError("surrogate", line=line) from None
    # The standard reader takes quadratic time over keys of very many parts.
    if long_key := line_of_long_key(source):
        raise RuleSetError("long_key", line=long_key, most=MAX_DEPTH)
    try:
        tree = tomllib.loads(source)
    except RecursionError:
        raise RuleSetError("deep_toml", most=MAX_DEPTH) from None
    except tomllib.TOMLDecodeError as error:
        place = toml_error_line(str(error)) or source.count("\n") + 1
        raise RuleSetError("toml", line=place, reason=str(error)) from None
    except ValueError:
        # Only a number of more digits than Python reads.
        number = _LONG_NUMBER.search(source)
        at = source.count("\n", 0, number.start()) + 1 if number else None
        raise RuleSetError("toml_number", line=at) from None
    _check_depth(source, tree)
    return tree


def _check_depth(source: str, tree: dict[str, Any]) -> None:
    waiting: list[tuple[int, str, Any]] = [(0, "", tree)]
    while waiting:
        depth, key, node = waiting.pop()
        if depth > MAX_DEPTH:
            raise RuleSetError("deep", key, line_of(source, key), most=MAX_DEPTH)
        if isinstance(node, dict):
            waiting += [(depth + 1, f"{key}.{name}" if key else name, inner) for name, inner in node.items()]
        elif isinstance(node, list):
            waiting += [(depth + 1, key, inner) for inner in node if isinstance(inner, (dict, list))]


def merge_variant(base: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    """``base`` with ``variant`` laid over it, key by key. In the grid a row whose plain cells are given replaces the
    whole row and drops its doubled form; a row that gives only ``doubled`` replaces only that."""
    merged = _merge(base, {k: v for k, v in variant.items() if k not in {"name", "score"}})
    rows = variant.get("score")
    before = base.get("score")
    if isinstance(rows, dict) and isinstance(before, dict):
        score = dict(before)
        for name, row in rows.items():
            old = score.get(name)
            keeps = isinstance(row, dict) and isinstance(old, dict) and not any(cell in row for cell in _PLAIN_CELLS)
            score[name] = {**old, **row} if keeps and isinstance(old, dict) else row
        merged["score"] = score
    elif rows is not None:
        merged["score"] = rows
    return merged


def _merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    out = dict(base)
    for key, value in over.items():
        old = out.get(key)
        out[key] = _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return out


def is_whole(value: object) -> TypeGuard[int]:
    """Whether it is a whole number; true and false are not, though Python counts them as such."""
    return isinstance(value, int) and not isinstance(value, bool)


class Reader:
    """Takes keys out of a table, each with its type and range; what is left at the end is unknown and refused.

    ``prefix`` is where the table stands in the file ("penalty[2].", "" for the whole file): it precedes the keys in
    messages.
    """

    def __init__(self, tree: Mapping[str, Any], line: Callable[[str], int | None], prefix: str = "") -> None:
        self._tree = _copy(tree)
        self._line = line
        self._prefix = prefix
        self._asked: dict[str, dict[str, None]] = {}

    def inside(self, place: str, table: Mapping[str, Any]) -> "Reader":
        """A reader for a table of a list, whose messages start with ``place``."""
        return Reader(table, self._line, f"{self._prefix}{place}.")

    def error(self, key: str, code: str, **values: Value) -> RuleSetError:
        """A refusal of what stands at ``key``: the message ``code`` with its values."""
        full = f"{self._prefix}{key}"
        return RuleSetError(code, full, self._line(full), "", **values)

    def take(self, key: str) -> Any:
        """The value at the dotted ``key``, taken out; None where it is absent (TOML has no null)."""
        self._ask(key)
        *tables, last = key.split(".")
        node: Any = self._tree
        for depth, name in enumerate(tables, start=1):
            node = node.get(name, {})
            if not isinstance(node, dict):
                raise self.error(".".join(tables[:depth]), "table")
        return node.pop(last, None)

    def _ask(self, key: str) -> None:
        """Remembers that the key is one the format has: what is allowed beside it is said when another is refused."""
        while key:
            table, _, name = key.rpartition(".")
            self._asked.setdefault(table, {})[name] = None
            key = table

    def has(self, key: str) -> bool:
        """Whether there is anything at the dotted ``key`` still to take."""
        node: Any = self._tree
        for name in key.split("."):
            node = node.get(name) if isinstance(node, dict) else None
        return node is not None

    def is_table(self, key: str) -> bool:
        """Whether what is at the dotted ``key``, not yet taken, is a table."""
        node: Any = self._tree
        for name in key.split("."):
            node = node.get(name) if isinstance(node, dict) else None
        return isinstance(node, dict)

    def whole(self, key: str, default: int, low: int = 0, high: int = 999_999) -> int:
        value = self.take(key)
        return default if value is None else self.checked(key, value, low, high)

    def checked(self, key: str, value: object, low: int = 0, high: int = 999_999) -> int:
        if not is_whole(value) or not low <= value <= high:
            raise self.error(key, "whole", low=low, high=high, given=shown_value(value))
        return value

    def one_of(self, key: str, options: Sequence[int]) -> int:
        """One of the whole numbers ``options``, the first where the key is absent."""
        value = self.take(key)
        if value is None:
            return options[0]
        if not is_whole(value) or value not in options:
            raise self.error(key, "one_of", allowed=", ".join(map(str, options)), given=shown_value(value))
        return value

    def choice(self, key: str, options: Sequence[str], default: str = "") -> str:
        """One of ``options``; ``default`` (the first option where not given) if the key is absent."""
        value = self.take(key)
        if value is None:
            return default or options[0]
        if not isinstance(value, str) or value not in options:
            allowed = ", ".join(option for option in options if option)
            raise self.error(key, "one_of", allowed=allowed, given=shown_value(value))
        return value

    def flag(self, key: str, default: bool) -> bool:
        value = self.take(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.error(key, "flag", given=shown_value(value))
        return value

    def table(self, key: str) -> dict[str, Any] | None:
        value = self.take(key)
        if value is not None and not isinstance(value, dict):
            raise self.error(key, "table_not", given=shown_value(value))
        return value

    def by_mode(self, key: str, default: Mapping[Mode, int], high: int = 999_999) -> dict[Mode, int]:
        """Whole numbers by trump mode; modes that are left out keep their default. One number stands for all modes."""
        value = self.take(key)
        if value is not None and not isinstance(value, dict):
            return dict.fromkeys(MODES, self.checked(key, value, 0, high))
        table = value or {}
        self.names(key, table, MODES)
        return {
            mode: self.checked(f"{key}.{mode}", table[mode], 0, high) if mode in table else default[mode]
            for mode in MODES
        }

    def formula(self, key: str, value: object, names: Collection[str], default: str | None = None) -> Formula:
        """The formula in ``value``, a text or a whole number; ``default`` where there is none."""
        if value is None and default is not None:
            value = default
        text = str(value) if is_whole(value) and abs(value) < 10**9 else value
        if not isinstance(text, str):
            raise self.error(key, "formula", given=shown_value(value))
        try:
            return parse_formula(text, names)
        except FormulaError as error:
            raise self.error(key, error.code, **error.values) from None

    def names(self, key: str, table: Mapping[str, Any], allowed: Iterable[str]) -> None:
        """Refuses a name in ``table`` that is not allowed."""
        known = tuple(allowed)
        for name in table:
            if name not in known:
                raise self.error(f"{key}.{name}", "name", allowed=", ".join(known))

    def finish(self, *more: str) -> None:
        """Refuses whatever nobody has taken, and says what is allowed in its place (``more``: read elsewhere)."""
        for key in _left(self._tree, "", self._asked):
            table, _, name = key.rpartition(".")
            code = "key_in" if table else "key_here" if self._prefix else "key_file"
            allowed = [known for known in self._asked.get(table, {}) if known != name] + ([] if table else [*more])
            raise self.error(key, code, table=f"{self._prefix}{table}", allowed=", ".join(allowed))


def _copy(tree: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _copy(value) if isinstance(value, dict) else value for key, value in tree.items()}


def _left(tree: Mapping[str, Any], table: str, asked: Mapping[str, Collection[str]]) -> Iterator[str]:
    """The keys left in the file: a table of which the format knows no key stands for all that is in it."""
    for name, value in tree.items():
        key = f"{table}.{name}" if table else name
        if isinstance(value, dict) and key in asked:
            yield from _left(value, key, asked)
        else:
            yield key


def shown_value(value: object) -> Value:
    """A value of a file, short enough to be repeated in a message."""
    if is_whole(value) and abs(value) >= 10**30:
        return Inner("long_number")
    if isinstance(value, dict):
        return Inner("a_table")
    if isinstance(value, list):
        return Inner("a_list")
    text = f"'{value}'" if isinstance(value, str) else str(value).lower()
    return text if len(text) <= 40 else f"{text[:37]}..."
