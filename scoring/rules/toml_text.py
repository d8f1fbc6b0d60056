"""A rule-set tree as TOML text: keys in the order of the file format, inline tables on one line, so that a key's line
can be found again. ``read_toml(write_toml(tree)) == tree`` for any tree that the reader can give.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

# Order of the format; what is not named here follows in the order of the tree.
_ORDER: Mapping[str, tuple[str, ...]] = {
    "": (
        "id", "name", "document", "dated", "notes", "game", "cards", "bids", "success", "announces", "belote", "sweep",
        "doubling", "rounding", "held", "totals", "values", "labels", "score", "penalty", "variant",
    ),
    "game": ("kind", "tricks", "passed"),
    "cards": ("trumps", "all_trump", "last_trick", "total", "unit", "convert"),
    "convert": ("ratio", "to", "unit", "to_nearest", "side", "last_trick"),
    "bids": ("lowest", "step", "highest", "list", "capot", "generale", "generale_needs", "capot_doubled", "take"),
    "success": (
        "at_bid", "margin", "lowest_needs", "beat_defence", "belote", "belote_floor", "belote_from", "announces",
        "judge", "tie", "tie_last_deal",
    ),
    "announces": ("on", "count", "equal", "cancel", "values", "values_SA"),
    "belote": ("value", "most"),
    "doubling": ("coinche", "surcoinche"),
    "rounding": ("unit", "up_from", "scope", "last_deal_exact", "divide"),
    "totals": ("sides", "control", "lowest"),
    "score": (
        "made", "failed", "held", "share", "capot_made", "capot_failed", "generale_made", "generale_failed",
    ),
    "row": ("declarer", "defence", "keep", "doubled"),
    "penalty": ("fault", "from", "until", "amount", "then", "counted"),
}  # fmt: skip

# Tables with a header of their own; all others stand on one line.
_HEADED = re.compile(
    r"[^.]+|cards\.convert(\.[^.]+)?|announces\.values(_SA)?|score\.[^.]+(\.doubled)?|variant\.[^.]+(\..+)?"
)
_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def write_toml(tree: Mapping[str, Any]) -> str:
    """The text of a rule-set file with the content of ``tree`` (texts, numbers, true and false, dates, lists, tables).
    Raises TypeError for a value that TOML has no form for."""
    return "\n".join(_table(tree, ())).lstrip("\n") + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The lines of a table: its own keys first, then the tables under headers of their own."""
    headed: list[tuple[str, Any]] = []
    for key, value in _ordered(table, path):
        if _is_list_of_tables(value) or (isinstance(value, Mapping) and _has_header((*path, key))):
            headed.append((key, value))
        else:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in headed:
        place = (*path, key)
        header = ".".join(map(_key, place))
        if isinstance(value, Mapping):
            if not value or any(not _goes_below(place, k, v) for k, v in value.items()):
                yield f"\n[{header}]"
            yield from _table(value, place)
            continue
        for one in value:
            yield f"\n[[{header}]]"
            yield from (f"{_key(k)} = {_value(v)}" for k, v in _ordered(one, place))


def _has_header(path: tuple[str, ...]) -> bool:
    inside = path[2:] if path[0] == "variant" and len(path) > 2 else path
    return inside != ("name",) and all("." not in key for key in path) and bool(_HEADED.fullmatch(".".join(inside)))


def _goes_below(path: tuple[str, ...], key: str, value: object) -> bool:
    return _is_list_of_tables(value) or (isinstance(value, Mapping) and _has_header((*path, key)))


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _ordered(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterable[tuple[str, Any]]:
    order = _ORDER.get(_kind(path), ())
    places = {key: place for place, key in enumerate(order)}
    return sorted(table.items(), key=lambda item: places.get(item[0], len(order)))


def _kind(path: tuple[str, ...]) -> str:
    """Which order holds for the table at ``path``; a variant's tables are ordered like the file's."""
    inside = path[2:] if path[:1] == ("variant",) else path
    if inside[:2] == ("cards", "convert"):
        return "convert"
    if inside[:1] == ("score",) and len(inside) > 1:
        return "row"
    return ".".join(inside)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    escaped = (_ESCAPES.get(c) or (f"\\u{ord(c):04x}" if c < " " or c == "\x7f" else c) for c in text)
    return f'"{"".join(escaped)}"'


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    raise TypeError(f"TOML has no form for {type(value).__name__}")
