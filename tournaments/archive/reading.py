"""A tournament's file, from anywhere, as rows that are of one piece: fields as they should be, references met.

Nothing here trusts the file: it is bounded in size before and after decompression, and refused with the place of what
is wrong. What the database alone can say (two pairs on one chair) it says when the rows are written.
"""

import datetime as dt
import json
import math
import re
import uuid
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

from tournaments.archive.fields import DAY, FLAG, ID, INSTANT, JSON, LIST, NUMBER, OBJECT, TEXT, Field, Section
from tournaments.archive.older import brought_up
from tournaments.archive.shape import CLUB, FORMAT, LATER, SECTIONS, TOURNAMENT, VERSION
from tournaments.archive.writing import SHA256, digest_of

#: A tournament of 2,000 pairs and eight rounds of twenty deals takes about a quarter of this.
MOST_BYTES = 512 << 20
_GZIP = b"\x1f\x8b"
#: Controls but tab and line ends: no text that was typed holds them, and no feed takes them.
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_TOP = {"format", "version", SHA256, CLUB.name, TOURNAMENT.name} | {section.name for section in SECTIONS}


class ArchiveError(ValueError):
    """A file that cannot be used. ``code`` says why, ``params`` where: ``section``, ``row`` (from 1), ``field``."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(f"{code} {params}" if params else code)
        self.code = code
        self.params = params


def read(data: bytes, *, most: int = MOST_BYTES) -> dict[str, Any]:
    """The document in a file, gzipped or not.

    ArchiveError: ``archive-too-large``, ``archive-not-json``, ``archive-format`` (no tournament's file),
    ``archive-version`` (version), ``archive-shape`` (section, row, field), ``archive-twice`` (section, row),
    ``archive-reference`` (section, row, field), ``archive-damaged`` (it is not what was written).
    """
    document, doubts = read_all(data, most=most)
    for doubt in doubts:
        raise doubt
    return document


def read_all(data: bytes, *, most: int = MOST_BYTES) -> tuple[dict[str, Any], list[ArchiveError]]:
    """The same of a file that need not be of one piece, for who looks for what is wrong in it: the document, and what
    contradicts itself in it (``archive-twice``, ``archive-reference``, ``archive-damaged``). The others are raised."""
    document = _parsed(_unpacked(data, most))
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ArchiveError("archive-format")
    if type(document.get("version")) is not int or document["version"] != VERSION:
        raise ArchiveError("archive-version", version=str(document.get("version"))[:20])
    missing = LATER - document.keys()
    for name in sorted((_TOP - missing) ^ document.keys()):
        raise ArchiveError("archive-shape", section=str(name)[:40], row=0, field="")
    # What the file was written with is what it holds: its digest knows nothing of what came later.
    written = _digest(document)
    document = brought_up(document)
    document |= {name: [] for name in missing}
    _check_rows(document)
    doubts = [*_references(document), *_rounds(document)]
    if document[SHA256] != written:
        doubts.append(ArchiveError("archive-damaged"))
    return document, doubts


def _digest(document: Mapping[str, Any]) -> str:
    try:
        return digest_of(document)
    except RecursionError:
        raise ArchiveError("archive-not-json") from None


def _unpacked(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise ArchiveError("archive-too-large")
    if not data.startswith(_GZIP):
        return data
    unzip = zlib.decompressobj(wbits=31)
    try:
        plain = unzip.decompress(data, most + 1)
    except zlib.error:
        raise ArchiveError("archive-damaged") from None
    if len(plain) > most:
        raise ArchiveError("archive-too-large")
    if not unzip.eof or unzip.unused_data:
        raise ArchiveError("archive-damaged")
    return plain


def _parsed(data: bytes) -> Any:
    try:
        text = data.decode("utf-8")
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError):
        # ValueError also for whole numbers of more digits than Python reads.
        raise ArchiveError("archive-not-json") from None
    # Half a character, or none at all, written with an escape: no database keeps it.
    if "\\u" in text and not _is_storable(found):
        raise ArchiveError("archive-not-json")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("no number")
    return value


def _is_storable(value: Any) -> bool:
    try:
        plain = json.dumps(value, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return b"\\u0000" not in plain


# Rows


def _check_rows(document: Mapping[str, Any]) -> None:
    if not isinstance(document[SHA256], str):
        raise ArchiveError("archive-shape", section=SHA256, row=0, field="")
    for section in (CLUB, TOURNAMENT):
        _check_row(section, 0, document[section.name])
    for section in SECTIONS:
        rows = document[section.name]
        if not isinstance(rows, list):
            raise ArchiveError("archive-shape", section=section.name, row=0, field="")
        for place, row in enumerate(rows, 1):
            _check_row(section, place, row)


def _check_row(section: Section, place: int, row: Any) -> None:
    if not isinstance(row, dict) or row.keys() != section.fields.keys():
        wrong = sorted(row.keys() ^ section.fields.keys()) if isinstance(row, dict) else [""]
        raise ArchiveError("archive-shape", section=section.name, row=place, field=str(wrong[0])[:40])
    for name, field in section.fields.items():
        value = row[name]
        if not (field.null if value is None else _CHECKS[field.kind](field, value)):
            raise ArchiveError("archive-shape", section=section.name, row=place, field=name)


def _is_id(_field: Field, value: Any) -> bool:
    """The one way to write an id, so that two spellings of it are never two rows."""
    try:
        return isinstance(value, str) and str(uuid.UUID(value)) == value
    except ValueError:
        return False


def _is_text(field: Field, value: Any) -> bool:
    if not isinstance(value, str) or (field.words and value not in field.words):
        return False
    return (not field.most or len(value) <= field.most) and _UNSEEN.search(value) is None


def _is_number(field: Field, value: Any) -> bool:
    return type(value) is int and field.least <= value <= field.most


def _is_day(_field: Field, value: Any) -> bool:
    try:
        return isinstance(value, str) and dt.date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _is_instant(_field: Field, value: Any) -> bool:
    """An instant in UTC, as written by ``isoformat``."""
    try:
        found = dt.datetime.fromisoformat(value) if isinstance(value, str) else None
        return found is not None and found.tzinfo == dt.UTC and found.isoformat() == value
    except ValueError:
        return False


_CHECKS: Mapping[str, Callable[[Field, Any], bool]] = {
    ID: _is_id,
    TEXT: _is_text,
    NUMBER: _is_number,
    FLAG: lambda _field, value: isinstance(value, bool),
    DAY: _is_day,
    INSTANT: _is_instant,
    OBJECT: lambda _field, value: isinstance(value, dict),
    LIST: lambda _field, value: isinstance(value, list),
    JSON: lambda _field, _value: True,
}


# References


def _references(document: Mapping[str, Any]) -> Iterator[ArchiveError]:
    known: dict[str, set[str]] = {}
    for section in SECTIONS:
        if section.key:
            keys = known.setdefault(section.name, set())
            for place, row in enumerate(document[section.name], 1):
                if row[section.key] in keys:
                    yield ArchiveError("archive-twice", section=section.name, row=place)
                keys.add(row[section.key])
        for name, field in section.fields.items():
            if field.of:
                for place, row in enumerate(document[section.name], 1):
                    if row[name] is not None and row[name] not in known[field.of]:
                        yield ArchiveError("archive-reference", section=section.name, row=place, field=name)


def _rounds(document: Mapping[str, Any]) -> Iterator[ArchiveError]:
    """A seat and a result are of the round of their match: both name it twice."""
    round_of = {match["id"]: match["round"] for match in document["matches"]}
    match_of = {game["id"]: game["match"] for game in document["games"]}
    for place, seat in enumerate(document["seats"], 1):
        if seat["round"] != round_of.get(seat["match"], seat["round"]):
            yield ArchiveError("archive-reference", section="seats", row=place, field="round")
    for place, result in enumerate(document["results"], 1):
        if result["round"] != round_of.get(match_of.get(result["game"]), result["round"]):
            yield ArchiveError("archive-reference", section="results", row=place, field="round")
