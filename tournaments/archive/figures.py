"""What was public, as a tournament's file says it: figures that every page of everybody's can show. Pure.

The pages read publications without a doubt, for whoever wrote them was this program. A file from elsewhere is looked
through before anything of it is written: each figure of the kind that it is read as, and no more of them than a
tournament has. What a publication holds beside them is left alone, so files of other versions are taken in; who is
named need not be in the file any more.
"""

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from scoring.rules.deal import parse_deal
from scoring.rules.errors import DealError
from scoring.rules.marked import is_marked, parse_marked
from tournaments.archive.fields import SMALL, WHOLE
from tournaments.archive.reading import ArchiveError
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.figures import EW, NS
from tournaments.standings.lists import KINDS, PLAYERS, ROUNDS
from tournaments.standings.moved import IN, LEVEL, OUT
from tournaments.standings.policies import GivenRules
from tournaments.standings.scores import Source

#: What looks at a value; ValueError where no page could show it.
Check = Callable[[Any], object]

#: More of them has no tournament: tables, entries or players, lines of a sheet, lists, rounds, names of criteria.
MOST_TABLES, MOST_ROWS, MOST_LINES, MOST_LISTS, MOST_ROUNDS, MOST_CRITERIA = 5_000, 20_000, 1_000, 10_000, 1_000, 40
#: A club's name, a category, a prize's.
MOST_TEXT = 200
CORRECTED = "results.corrected"


def check(document: Mapping[str, Any]) -> None:
    """ArchiveError ``archive-shape`` (section, row, field) where what was public cannot be shown. The document is what
    ``reading.read`` answered."""
    numbers = {row["id"]: row["number"] for row in document["rounds"]}
    for place, row in enumerate(document["publications"], 1):
        try:
            _KINDS[row["what"]](row["figures"])
            if row["what"] in _OF_A_ROUND and row["figures"]["round"] != numbers.get(
                row["round"], row["figures"]["round"]
            ):
                raise ValueError("of another round")
        except (ValueError, DealError):
            raise ArchiveError("archive-shape", section="publications", row=place, field="figures") from None
    for place, row in enumerate(document["journal"], 1):
        if row["verb"] == CORRECTED:
            try:
                _CORRECTION(row["after"])
            except ValueError:
                raise ArchiveError("archive-shape", section="journal", row=place, field="after") from None


# What a value may be


def _whole(least: int = -WHOLE, most: int = WHOLE) -> Check:
    def look(value: Any) -> None:
        if type(value) is not int or not least <= value <= most:
            raise ValueError("no whole number, or too large")

    return look


def _flag(value: Any) -> None:
    if not isinstance(value, bool):
        raise ValueError("neither true nor false")


def _id(value: Any) -> None:
    if not isinstance(value, str) or str(uuid.UUID(value)) != value:
        raise ValueError("no id")


def _text(value: Any) -> None:
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise ValueError("no text, or too long")


def _one_of(*known: str) -> Check:
    def look(value: Any) -> None:
        if not isinstance(value, str) or value not in known:
            raise ValueError("none of the words")

    return look


def _or_none(of: Check) -> Check:
    return lambda value: None if value is None else of(value)


def _list(of: Check, most: int) -> Check:
    def look(value: Any) -> None:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError("no list, or too long")
        for one in value:
            of(one)

    return look


def _row(*of: Check, least: int = 0) -> Check:
    """A list of so many different values; those behind the first ``least`` may be missing at its end."""

    def look(value: Any) -> None:
        if not isinstance(value, list) or not (least or len(of)) <= len(value) <= len(of):
            raise ValueError("no row of these")
        for check_, one in zip(of, value, strict=False):
            check_(one)

    return look


def _by(key: Check, of: Check, most: int) -> Check:
    """An object that says something of each of its keys."""

    def look(value: Any) -> None:
        if not isinstance(value, dict) or len(value) > most:
            raise ValueError("no object, or too many keys")
        for name, one in value.items():
            key(name)
            of(one)

    return look


def _object(must: Mapping[str, Check], may: Mapping[str, Check] | None = None) -> Check:
    """An object with all of these; ``may``: it has them or has not. Others are left alone."""
    optional = may or {}

    def look(value: Any) -> None:
        if not isinstance(value, dict) or must.keys() - value.keys():
            raise ValueError("no object, or not all of it")
        for name, of in must.items():
            of(value[name])
        for name, of in optional.items():
            if name in value:
                of(value[name])

    return look


def _all(*checks: Check) -> Check:
    def look(value: Any) -> None:
        for one in checks:
            one(value)

    return look


_POINTS, _ROUND, _TABLE = _whole(), _whole(1, SMALL), _whole(0, SMALL)
_RANK = _or_none(_whole(1, MOST_ROWS))
_LINE = _one_of(NS, EW)
_SOURCE = _one_of(*Source)
_CRITERION = _one_of(*CRITERIA)


def _round_key(value: str) -> None:
    if not value.isascii() or not value.isdecimal():
        raise ValueError("no round")
    _ROUND(int(value[:6]))


# Results of a round


def _rule(value: Any) -> None:
    GivenRules.from_settings({"bye": value})  # PolicyError is a ValueError
    if not isinstance(value, dict):
        raise ValueError("no rule")


_MARKED_BY = {"entry": _id, "points": _or_none(_POINTS)}
_SEAT = _object({**_MARKED_BY, "side": _one_of("A", "B")}, {"forfeit": _flag})
_ROUND_FIGURES = _object(
    {
        "round": _ROUND,
        "tables": _list(
            _object(
                {"table": _TABLE, "sides": _list(_SEAT, 8)}, {"catch_up": _flag, "meeting": _or_none(_whole(0, SMALL))}
            ),
            MOST_TABLES,
        ),
        "byes": _list(_object(_MARKED_BY), MOST_ROWS),
    },
    {
        "missed": _list(
            _object({"entry": _id, "points": _POINTS, "source": _one_of(Source.LATE, Source.ABSENT)}), MOST_ROWS
        ),
        "bye_rule": _rule,
        "cut": _flag,
        "meetings": _list(_object({"meeting": _whole(0, SMALL), "sides": _list(_object(_MARKED_BY), 8)}), MOST_TABLES),
    },
)


# Sheets


def _played(line: Mapping[str, Any]) -> None:
    """What was played: a deal, or what was taken over from a paper; empty fields are left out of it."""
    if is_marked(line):
        parse_marked(line)
        return
    parse_deal({"declarer": None, **line})
    bid = line.get("contract")
    if bid is not None and type(bid) not in (int, str):
        raise ValueError("no contract")
    for name, kind in (("points", dict), ("tricks", dict), ("announces", dict), ("belote", list)):
        if name in line and not isinstance(line[name], kind):
            raise ValueError(name)


_BOTH = _row(_POINTS, _POINTS)
_DEAL = _all(
    _object({"no": _or_none(_whole(0, SMALL)), "score": _BOTH, "result": _text}, {"made": _or_none(_flag)}), _played
)
_SHEETS_FIGURES = _object(
    {
        "round": _ROUND,
        "sheets": _list(
            _object({"table": _TABLE, "totals": _BOTH, "deals": _list(_DEAL, MOST_LINES)}),
            MOST_TABLES,
        ),
    }
)


# Standings

_WHY = ("", "capped", "left-out", "halved", "rested", "away", "given", "won", "lost", "drawn", "not-all-met")


def _entry_or_none(value: Any) -> None:
    if value != "":
        _id(value)


_TERM = _row(_whole(0, SMALL), _POINTS, _entry_or_none, _or_none(_POINTS), _one_of(*_WHY), least=2)
_RANKED = _object(
    {
        "rank": _RANK,
        "tied": _flag,
        "entry": _id,
        "points": _POINTS,
        "terms": _object({"results": _POINTS, "byes": _POINTS, "adjustments": _POINTS}),
        "values": _by(_CRITERION, _POINTS, MOST_CRITERIA),
        "decided_by": _or_none(_CRITERION),
        "played": _whole(0, SMALL),
        "rounds": _by(_round_key, _object({"points": _POINTS, "against": _POINTS, "source": _SOURCE}), MOST_ROUNDS),
    },
    {"line": _LINE, "explained": _by(_CRITERION, _list(_TERM, MOST_ROWS), MOST_CRITERIA)},
)


def _have_figures(value: Mapping[str, Any]) -> None:
    """Each row has the figure of every criterion that it is ranked by, and of what it was parted by."""
    chosen = {name for name in value["criteria"] if not CRITERIA[name].automatic}
    for row in (*value["rows"], *value.get("pairs", ())):
        if not row["values"].keys() >= chosen | ({row["decided_by"]} - {None}):
            raise ValueError("a figure is missing")


_PARAMETER = _by(_text, lambda value: (_text if isinstance(value, str) else _POINTS)(value), MOST_CRITERIA)
_MEMBER = _object({"person": _id, "from": _whole(0, SMALL), "until": _or_none(_whole(0, SMALL))})
_STANDINGS_FIGURES = _all(
    _object(
        {
            "criteria": _list(_CRITERION, MOST_CRITERIA),
            "rounds": _list(_ROUND, MOST_ROUNDS),
            "rows": _list(_RANKED, MOST_ROWS),
            "members": _by(_id, _list(_MEMBER, MOST_ROWS), MOST_ROWS),
        },
        {
            "parameters": _by(_CRITERION, _PARAMETER, MOST_CRITERIA),
            "cut": _list(_ROUND, MOST_ROUNDS),
            "pairs": _list(_RANKED, MOST_ROWS),
        },
    ),
    _have_figures,
)


# Lists

_LISTED = _row(
    _id,
    _RANK,
    _list(_POINTS, MOST_CRITERIA),
    _POINTS,
    _POINTS,
    _whole(0, SMALL),
    _list(_row(_ROUND, _POINTS, _SOURCE), MOST_ROUNDS),
)


def _of_its_kind(value: Mapping[str, Any]) -> None:
    if value["kind"] == ROUNDS:
        _round_key(value["key"])
    if not value["key"] and value["kind"] != PLAYERS:
        raise ValueError("which one of its kind")
    if any(len(row[2]) != len(value["criteria"]) for row in value["rows"]):
        raise ValueError("a figure for each criterion")


_LISTS_FIGURES = _object(
    {
        "round": _ROUND,
        "lists": _list(
            _all(
                _object(
                    {
                        "kind": _one_of(*KINDS),
                        "key": _text,
                        "criteria": _list(_CRITERION, MOST_CRITERIA),
                        "rows": _list(_LISTED, MOST_ROWS),
                    },
                    {"line": _LINE, "label": _text},
                ),
                _of_its_kind,
            ),
            MOST_LISTS,
        ),
    }
)

_KINDS: Mapping[str, Check] = {
    "round": _ROUND_FIGURES,
    "sheets": _SHEETS_FIGURES,
    "standings": _STANDINGS_FIGURES,
    "lists": _LISTS_FIGURES,
}
#: The kinds whose figures say the number of their round.
_OF_A_ROUND = frozenset(_KINDS) - {"standings"}


# Corrections, which the journal tells and a public page shows

_WON = _list(_row(_text, _or_none(_POINTS)), MOST_ROWS)
_SIDE_OF_LINE = _one_of(IN, LEVEL, OUT)
_CORRECTION = _object(
    {
        "round": _ROUND,
        "tables": _list(_TABLE, MOST_TABLES),
        "beside": _flag,
        "moved": _list(
            _object(
                {"entry": _id, "before": _RANK, "after": _RANK},
                {
                    "crossed": _list(_row(_text, _SIDE_OF_LINE, _SIDE_OF_LINE), MOST_LISTS),
                    "prizes": _row(_WON, _WON),
                },
            ),
            MOST_ROWS,
        ),
    }
)
