"""Reading a rule-set file: TOML, variants merged in, keys taken one by one with their types, and where each stands."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeGuard

from scoring.rules.cards import MODES, Mode
from scoring.rules.errors import RuleSetError

MAX_SOURCE = 100_000
_HEADER = re.compile(r"\s*\[+\s*([^\]]*?)\s*\]+\s*(#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=")
_PLAIN_CELLS = ("declarer", "defence", "keep")
_TOML_PLACE = re.compile(r"\(at line (\d+), column \d+\)")


def read_toml(source: str) -> dict[str, Any]:
    """The file as nested tables. Raises RuleSetError with the line where the text is no TOML."""
    if len(source) > MAX_SOURCE:
        raise RuleSetError(f"a rule-set file has at most {MAX_SOURCE} characters")
    try:
        return tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = _TOML_PLACE.search(str(error))
        raise RuleSetError(f"no TOML: {error}", line=int(place[1]) if place else None) from None


def line_of(source: str, key: str) -> int | None:
    """The line (from 1) of ``key``, or of the table or inline table that holds it; None where there is neither."""
    best: tuple[int, int | None] = (0, None)
    table = ""
    for number, text in enumerate(source.splitlines(), start=1):
        if header := _HEADER.match(text):
            full = table = header[1].replace('"', "").replace(" ", "")
        elif found := _KEY.match(text):
            full = ".".join(filter(None, (table, found[1].replace('"', ""))))
        else:
            continue
        if (key == full or key.startswith(f"{full}.")) and len(full) > best[0]:
            best = (len(full), number)
    return best[1]


def merge_variant(base: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    """``base`` with ``variant`` laid over it, key by key. In the grid a row whose plain cells are given replaces the
    whole row and drops its doubled form; a row that gives only ``doubled`` replaces only that."""
    merged = _merge(base, {k: v for k, v in variant.items() if k not in {"name", "score"}})
    rows = variant.get("score")
    if isinstance(rows, dict):
        score = dict(base.get("score", {}))
        for name, row in rows.items():
            keeps = isinstance(row, dict) and not any(cell in row for cell in _PLAIN_CELLS)
            score[name] = {**score.get(name, {}), **row} if keeps else row
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
    """Takes keys out of a file, each with its type and range; what is left at the end is unknown and refused."""

    def __init__(self, tree: Mapping[str, Any], line: Callable[[str], int | None]) -> None:
        self._tree = _copy(tree)
        self._line = line

    def error(self, key: str, message: str) -> RuleSetError:
        return RuleSetError(message, key, self._line(key))

    def take(self, key: str) -> Any:
        """The value at the dotted ``key``, taken out; None where it is absent (TOML has no null)."""
        *tables, last = key.split(".")
        node: Any = self._tree
        for depth, name in enumerate(tables, start=1):
            node = node.get(name, {})
            if not isinstance(node, dict):
                raise self.error(".".join(tables[:depth]), "must be a table")
        return node.pop(last, None)

    def has(self, key: str) -> bool:
        """Whether there is anything at the dotted ``key`` still to take."""
        node: Any = self._tree
        for name in key.split("."):
            node = node.get(name) if isinstance(node, dict) else None
        return node is not None

    def whole(self, key: str, default: int, low: int = 0, high: int = 999_999) -> int:
        value = self.take(key)
        return default if value is None else self.checked(key, value, low, high)

    def checked(self, key: str, value: object, low: int = 0, high: int = 999_999) -> int:
        if not is_whole(value) or not low <= value <= high:
            raise self.error(key, f"must be a whole number from {low} to {high}, not {_show(value)}")
        return value

    def one_of(self, key: str, options: Sequence[int]) -> int:
        """One of the whole numbers ``options``, the first where the key is absent."""
        value = self.take(key)
        if value is None:
            return options[0]
        if not is_whole(value) or value not in options:
            raise self.error(key, f"must be one of {', '.join(map(str, options))}, not {_show(value)}")
        return value

    def choice(self, key: str, options: Sequence[str], default: str = "") -> str:
        """One of ``options``; ``default`` (the first option where not given) if the key is absent."""
        value = self.take(key)
        if value is None:
            return default or options[0]
        if value not in options or not isinstance(value, str):
            raise self.error(key, f"must be one of {', '.join(options)}, not {_show(value)}")
        return value

    def flag(self, key: str, default: bool) -> bool:
        value = self.take(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.error(key, f"must be true or false, not {_show(value)}")
        return value

    def table(self, key: str) -> dict[str, Any] | None:
        value = self.take(key)
        if value is not None and not isinstance(value, dict):
            raise self.error(key, f"must be a table, not {_show(value)}")
        return value

    def by_mode(self, key: str, default: Mapping[Mode, int], high: int = 999_999) -> dict[Mode, int]:
        """Whole numbers by trump mode; modes that are left out keep their default."""
        table = self.table(key) or {}
        self.names(key, table, MODES)
        return {mode: self.checked(f"{key}.{mode}", table.get(mode, default[mode]), 0, high) for mode in MODES}

    def names(self, key: str, table: Mapping[str, Any], allowed: Iterable[str]) -> None:
        """Refuses a name in ``table`` that is not allowed."""
        known = tuple(allowed)
        for name in table:
            if name not in known:
                raise self.error(f"{key}.{name}", f"unknown name; allowed: {', '.join(known)}")

    def finish(self) -> None:
        """Refuses whatever nobody has taken."""
        for key in _leaves(self._tree, ""):
            raise self.error(key, "unknown key")


def _copy(tree: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _copy(value) if isinstance(value, dict) else value for key, value in tree.items()}


def _leaves(tree: Mapping[str, Any], prefix: str) -> Iterable[str]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"


def _show(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
