"""Teams at the tables: a drawn meeting of two teams becomes as many matches as they have pairs.

The draw knows a meeting as one table, by its number m; with k pairs a team its matches are at the tables k(m - 1) + 1
to km, so that they stand together. Of the stage's settings, ``inner_plan`` says which pairs meet: by number
(``fixed``, the usual) or each round the next one of the other team (``rotating``).
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tournaments.draws.plans.teams import FIXED, Board, inner_plan
from tournaments.models import Attendance, Entry, Round, RoundStatus, Stage, Tournament

Places = Sequence[uuid.UUID | None]
"""The pairs of a team in their order; None for one that does not play this round."""

NOT_ANY_MORE = frozenset({Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED})


@dataclass(frozen=True, slots=True)
class TableSet:
    """A table to be set: its number, who sits north-south and east-west (ids), its part of the draw, and the number of
    the teams' meeting that it belongs to."""

    table: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    bracket: str = ""
    meeting: int | None = None


def is_of_teams(tournament: Tournament) -> bool:
    """Whether teams meet, each with several pairs."""
    return tournament.entry_kind == Tournament.EntryKind.TEAMS


def resting(round_: Round) -> QuerySet[RoundStatus]:
    """Who rests in a round, as lists name them, by number: a team that rests stands for all of its pairs."""
    byes = round_.statuses.filter(status=RoundStatus.Status.BYE)
    teams = byes.filter(entry__kind=Entry.Kind.TEAM).values("entry")
    return byes.exclude(entry__team__in=teams).order_by("entry__number")


def tables_set(stage: Stage, number: int, tables: Iterable[Mapping[str, Any]]) -> tuple[list[TableSet], set[str]]:
    """The tables of round ``number`` for these drawn ones, and the pairs of meeting teams that have no opponent: they
    rest. Of pairs and single players, the drawn tables themselves."""
    if not is_of_teams(stage.tournament):
        return [TableSet(one["table"], one["ns"], one["ew"], one.get("bracket", "")) for one in tables], set()
    places = _places(stage, number)
    most = max((len(pairs) for pairs in places.values()), default=1)
    plan = _plan(stage, number, most)
    found: list[TableSet] = []
    alone: set[str] = set()
    for table in tables:
        # By hand a side may be empty still.
        one, other = (places.get(side[0], ()) if side else () for side in (table["ns"], table["ew"]))
        for board in plan:
            ns, ew = _at(one, board.ns_team), _at(other, board.ew_team)
            if ns is None or ew is None:
                alone |= {str(pair) for pair in (ns, ew) if pair is not None}
                continue
            ns, ew = (ew, ns) if board.turned else (ns, ew)
            place = most * (table["table"] - 1) + board.board
            found.append(TableSet(place, (str(ns),), (str(ew),), table.get("bracket", ""), table["table"]))
    return found, alone


def _at(pairs: Places, place: int) -> uuid.UUID | None:
    return pairs[place] if place < len(pairs) else None


def _plan(stage: Stage, number: int, pairs: int) -> tuple[Board, ...]:
    """The boards of a meeting in round ``number``: a game of the plan each round, and from the first again."""
    name = stage.settings.get("inner_plan", FIXED)
    games = inner_plan(pairs, 2 if name == FIXED else pairs, name)
    return games[(number - 1) % len(games)]


def _places(stage: Stage, number: int) -> dict[str, Places]:
    """The pairs of each team by number: who has left is no longer counted, who is only absent keeps the place."""
    not_there = set(
        stage.attendances.filter(round_number=number, entry__team__isnull=False)
        .exclude(state=Attendance.State.HERE)
        .values_list("entry_id", flat=True)
    )
    pairs = Entry.objects.filter(tournament=stage.tournament_id, team__isnull=False).exclude(status__in=NOT_ANY_MORE)
    places: dict[str, list[uuid.UUID | None]] = defaultdict(list)
    for pk, team, status in pairs.order_by("number").values_list("pk", "team_id", "status"):
        places[str(team)].append(pk if status == Entry.Status.ACTIVE and pk not in not_there else None)
    return dict(places)
