"""Brackets, pools and movements as pages show them: for the club as far as is known, for everybody as far as is public.

In public the draw of a round counts once it is published, who won once the results of the round are.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments import boardspublic, boardwords
from tournaments.draws import board
from tournaments.draws.board import BracketMatch, Pool, Side
from tournaments.draws.byhand import hand_of
from tournaments.draws.engine import PLANNED, system_of
from tournaments.draws.model import DrawRequest, Plan
from tournaments.draws.plans.brackets import MAIN
from tournaments.draws.record import plan_of, request_from
from tournaments.models import Draw, Entry, Publication, Stage, Tournament
from tournaments.people import EntryName
from tournaments.services import publishing
from tournaments.services.drawing import played_before
from tournaments.services.seating import standing
from tournaments.standings.ranking import ScoreRow, rank
from tournaments.standings.rows import criteria, score_rows
from tournaments.standings.scores import within

Names = Mapping[uuid.UUID, EntryName]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a stage's board is made of: the plan, the request with the rounds that count, the tables, who has left, and
    the numbers of the rounds whose results count; whether everybody sees it."""

    plan: Plan
    request: DrawRequest
    tables: board.Tables
    left: frozenset[str]
    counting: frozenset[int]
    public: bool


def of_tournament(tournament: Tournament, named: Names, *, public: bool) -> list[Row]:
    """The boards of its stages, in their order: each with ``title`` (empty where there is one stage), ``bracket``,
    ``pools``, ``movement`` (each empty where the stage has none). Nothing for stages that follow no plan."""
    stages = list(tournament.stages.order_by("position"))
    found = []
    for stage in stages:
        shown = _shown(tournament, stage, public)
        if shown is not None:
            title = boardwords.stage(stage.name, stage.position) if len(stages) > 1 else ""
            found.append({"id": stage.position, "title": title, **_board(tournament, shown, named)})
    return found


def kinds(found: Iterable[Row]) -> list[tuple[str, str]]:
    """Which kinds of boards are among these, each with what it is called."""
    names = {"pools": _("The pools"), "bracket": _("The bracket"), "movement": _("Where everybody goes")}
    parts = list(found)
    return [(kind, name) for kind, name in names.items() if any(part[kind] for part in parts)]


def _shown(tournament: Tournament, stage: Stage, public: bool) -> _Shown | None:
    draws = Draw.objects.filter(round__stage=stage).exclude(state=Draw.State.DISCARDED).select_related("round")
    if public:
        draws = draws.filter(state=Draw.State.PUBLISHED)
    latest = draws.order_by("-round__number", "-attempt").first()
    plan = None if latest is None else plan_of(standing(latest))
    if latest is None or plan is None or plan.system not in PLANNED:
        return None
    number = latest.round.number
    # Of a draft nobody sits anywhere yet: its round would be read as one in which nobody went on.
    played = played_before(stage, number if latest.state == Draw.State.DRAFT else number + 1)
    counting = frozenset(one.number for one in played)
    told = played
    if public:
        counting = frozenset(
            row.round.number for row in publishing.public(tournament, Publication.What.ROUND) if row.round is not None
        )
        told = boardspublic.meetings_as_published(tournament, played)
    tables = board.tables_of(told)
    if latest.state == Draw.State.DRAFT:
        tables |= {
            (number, frozenset(table.people)): table.table for table in hand_of(standing(latest)).tables if table.people
        }
    left = tournament.entries.exclude(status=Entry.Status.ACTIVE).values_list("pk", flat=True)
    request = replace(request_from(latest.inputs), played=told)
    return _Shown(plan, request, tables, frozenset(map(str, left)), counting, public)


def _board(tournament: Tournament, shown: _Shown, named: Names) -> Row:
    plan, request = shown.plan, shown.request
    pools = board.pools(request, plan, shown.tables)
    matches: tuple[BracketMatch, ...] = ()
    if plan.groups or system_of(request) == "knockout":
        matches = board.bracket(request, plan, shown.tables, shown.left)
    stops = board.movement(request, plan, shown.tables)
    return {
        "bracket": _columns(matches, named),
        "pools": _pools(tournament, pools, shown, named),
        "movement": _movement(stops, named),
    }


def _columns(matches: Iterable[BracketMatch], named: Names) -> list[Row]:
    """A bracket by rounds, each by its parts, the main one first."""
    rounds: dict[int, dict[tuple[str, int, int], list[BracketMatch]]] = {}
    for match in matches:
        # The places that the losers of one round play for stand under one heading each.
        key = (match.part, 0 if match.part == MAIN else match.first, match.last)
        rounds.setdefault(match.round, {}).setdefault(key, []).append(match)
    return [
        {
            "round": number,
            "parts": [
                {
                    "title": boardwords.part(rows[0], len(rows)),
                    "main": rows[0].part == MAIN,
                    "matches": [_match(one, named) for one in rows],
                }
                for _, rows in sorted(parts.items(), key=lambda item: (item[0][0] != MAIN, item[0][1], item[0][2]))
            ],
        }
        for number, parts in sorted(rounds.items())
    ]


def _match(match: BracketMatch, named: Names) -> Row:
    sides = [_side(side, named) for side in (match.one, match.other)]
    return {"number": match.number, "table": match.table, "over": match.over, "sides": sides}


def _side(side: Side, named: Names) -> Row:
    name = named.get(uuid.UUID(side.entry)) if side.entry else None
    text = "" if name is not None else boardwords.coming(side)
    return {"name": name, "text": text, "won": side.won}


def _pools(tournament: Tournament, pools: Sequence[Pool], shown: _Shown, named: Names) -> list[Row]:
    if not pools:
        return []
    rows = score_rows(tournament)
    if shown.public:
        rows = boardspublic.rows_as_published(tournament, rows)
    names = criteria(tournament)
    return [_pool(pool, [row for row in rows if row.entry in pool.members], names, shown, named) for pool in pools]


def _pool(pool: Pool, mine: Sequence[ScoreRow], names: Any, shown: _Shown, named: Names) -> Row:
    """A pool with its own standings: of its rounds alone, as far as they count."""
    rounds = {one.round for one in pool.meetings} & shown.counting
    rows = [replace(within(row, lambda number: number in rounds, without_round=False), place=0) for row in mine]
    ranked = rank(rows, names) if rounds else []
    order = {row.entry: row for row in ranked}
    members = sorted(pool.members, key=lambda one: list(order).index(one) if one in order else len(order))
    meetings: dict[int, list[Row]] = {}
    for one in pool.meetings:
        sides = [{"name": named.get(uuid.UUID(who)), "won": who == one.won} for who in (one.one, one.other)]
        meetings.setdefault(one.round, []).append({"table": one.table, "sides": sides})
    return {
        "title": boardwords.pool(pool.number),
        "number": pool.number,
        "members": [
            {
                "name": named.get(uuid.UUID(one)),
                "rank": order[one].rank if one in order else None,
                "played": order[one].played if one in order else 0,
                "points": order[one].points if one in order else 0,
            }
            for one in members
        ],
        "rounds": [{"round": number, "meetings": rows} for number, rows in sorted(meetings.items())],
        "ranked": bool(rounds),
    }


def _movement(stops: Mapping[str, tuple[board.Sitting, ...]], named: Names) -> Row:
    """A movement as a table: the rounds, and for each entry by its number where it goes in each of them."""
    rows = [(named[uuid.UUID(entry)], places) for entry, places in stops.items() if uuid.UUID(entry) in named]
    if not rows:
        return {}
    return {
        "rounds": [one.round for one in rows[0][1]],
        "rows": [
            {
                "name": name,
                "stops": [
                    {
                        "round": one.round,
                        "table": one.table,
                        "side": one.side.upper(),
                        "meets": named.get(uuid.UUID(one.meets)) if one.meets else None,
                    }
                    for one in places
                ],
            }
            for name, places in sorted(rows, key=lambda row: row[0].number)
        ],
    }
