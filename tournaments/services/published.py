"""Everything of a tournament that is public now, read once: what the pages of paths and statistics are made of.

Who looks at one entry's way needs a few lines of large figures. A publication never changes, so its parts are kept in
this process by who they are about, as text, and only what is asked for is read.
"""

import json
import threading
import uuid
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Publication, Tournament

#: So many publications are kept by their parts; those asked for longest ago go first.
MOST_KEPT = 60
_PARTS = ("tables", "byes", "missed", "meetings")


@dataclass(frozen=True, slots=True)
class Published:
    """The figures of the newest versions by the number of their round, and of what is public when it was made public
    last (``at``), whether anything of it was corrected (``versions``: the highest version of each round), and how many
    have a rank after each round (``ranked``). ``is_corrected``: results of a round were, since the standings after it
    were made public."""

    results: Mapping[int, Mapping[str, Any]]
    sheets: Mapping[int, Mapping[str, Any]]
    standings: Mapping[int, Mapping[str, Any]]
    versions: Mapping[int, int]
    ranked: Mapping[int, int]
    at: datetime | None
    is_corrected: bool = False


@dataclass(frozen=True, slots=True)
class _Parted:
    """A publication by who it is about: the parts of each (an entry's id, a table's number) with their names, as text;
    ``ranked``: how many have a rank in it."""

    parts: Mapping[str, Sequence[tuple[str, str]]]
    ranked: int = 0


_kept: OrderedDict[uuid.UUID, _Parted] = OrderedDict()
_lock = threading.Lock()


def of_tournament(tournament: Tournament) -> Published:
    """What is public now; two queries, and only the figures of newest versions are read."""
    shown = _shown(tournament)
    figures = _figures([row.pk for row in shown])
    by_kind: dict[str, dict[int, Any]] = {what: {} for what in Publication.What.values}
    for row in shown:
        by_kind[row.what][_number(row)] = figures[row.pk]
    standings = by_kind[Publication.What.STANDINGS]
    return _published(by_kind, shown, {number: _count(one) for number, one in standings.items()})


def of_entry(tournament: Tournament, entry: uuid.UUID) -> Published:
    """The same of one entry alone: of each round what it has from it, of each sheet its own, its row of the
    standings."""
    shown, who = _shown(tournament), str(entry)
    parted = _parted(shown)
    by_kind: dict[str, dict[int, Any]] = {what: {} for what in Publication.What.values}
    ranked: dict[int, int] = {}
    what = Publication.What
    for row in shown:
        number, mine = _number(row), parted[row.pk].parts.get(who, ())
        if row.what == what.ROUND:
            by_kind[what.ROUND][number] = {
                "round": number,
                **{part: [json.loads(text) for name, text in mine if name == part] for part in _PARTS},
            }
        elif row.what == what.STANDINGS:
            by_kind[what.STANDINGS][number] = {"rows": [json.loads(text) for _name, text in mine]}
            ranked[number] = parted[row.pk].ranked
    for row in shown:
        if row.what == what.SHEETS:
            number = _number(row)
            tables = [str(one["table"]) for one in by_kind[what.ROUND].get(number, {}).get("tables", ())]
            texts = [text for table in tables for _name, text in parted[row.pk].parts.get(table, ())]
            by_kind[what.SHEETS][number] = {"round": number, "sheets": [json.loads(text) for text in texts]}
    return _published(by_kind, shown, ranked)


def _shown(tournament: Tournament) -> list[Publication]:
    """The newest version of each kind and round that was not taken back, without its figures."""
    newest: dict[tuple[str, uuid.UUID | None], Publication] = {}
    every = Publication.objects.filter(tournament=tournament).exclude(what=Publication.What.LISTS)
    for row in every.select_related("round", "withdrawal").defer("figures").order_by("version"):
        newest[row.what, row.round_id] = row
    return [row for row in newest.values() if row.round is not None and not hasattr(row, "withdrawal")]


def _number(row: Publication) -> int:
    assert row.round is not None  # for who reads types
    return row.round.number


def _figures(ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, Any]:
    return dict(Publication.objects.filter(pk__in=list(ids)).values_list("pk", "figures"))


def _published(by_kind: Mapping[str, Any], shown: Sequence[Publication], ranked: Mapping[int, int]) -> Published:
    versions: dict[int, int] = {}
    for row in shown:
        versions[_number(row)] = max(versions.get(_number(row), 1), row.version)
    what = Publication.What
    at = max((row.at for row in shown), default=None)
    stood = {row.round_id: row.revision for row in shown if row.what == what.STANDINGS}
    late = any(
        row.what == what.ROUND and row.version > 1 and row.revision > stood.get(row.round_id, row.revision)
        for row in shown
    )
    return Published(by_kind[what.ROUND], by_kind[what.SHEETS], by_kind[what.STANDINGS], versions, ranked, at, late)


def _count(standings: Mapping[str, Any]) -> int:
    return sum(row["rank"] is not None for row in standings["rows"])


def _parted(shown: Sequence[Publication]) -> dict[uuid.UUID, _Parted]:
    """The publications by their parts; those that are not kept are read, and kept."""
    with _lock:
        found = {row.pk: _kept[row.pk] for row in shown if row.pk in _kept}
    missing = {row.pk: row.what for row in shown if row.pk not in found}
    if missing:
        for pk, figures in _figures(missing).items():
            found[pk] = _by_who(missing[pk], figures)
    with _lock:
        for pk, parted in found.items():
            _kept[pk] = parted
            _kept.move_to_end(pk)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return found


def _by_who(what: str, figures: Mapping[str, Any]) -> _Parted:
    parts: dict[str, list[tuple[str, str]]] = defaultdict(list)
    if what == Publication.What.SHEETS:
        for sheet in figures["sheets"]:
            parts[str(sheet["table"])].append(("sheets", _text(sheet)))
    elif what == Publication.What.STANDINGS:
        for row in (*figures["rows"], *figures.get("pairs", ())):
            told = {name: row[name] for name in ("entry", "rank", "tied", "points")}
            parts[row["entry"]].append(("rows", _text(told)))
        return _Parted(dict(parts), _count(figures))
    else:
        for name in _PARTS:
            for one in figures.get(name, ()):
                text = _text(one)
                for who in dict.fromkeys(side["entry"] for side in one.get("sides", [one])):
                    parts[who].append((name, text))
    return _Parted(dict(parts))


def _text(part: Any) -> str:
    return json.dumps(part, separators=(",", ":"))
