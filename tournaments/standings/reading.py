"""What criteria ask for beside the results, read from the database in a fixed number of queries: who met whom, what was
done in the deals, the lot.

Ids are taken as the database keeps them: to make each of many thousands a UUID takes longer than all the rest.
"""

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.db import connection
from django.db.models import Count, F, IntegerField, Q, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from scoring.models import ScoreSheet, SheetEntry
from scoring.replay import SIDE_OF
from tournaments.models import Seat, Tournament
from tournaments.standings.criteria import LOT
from tournaments.standings.lots import lots
from tournaments.standings.scores import Tally


def as_kept(pk: uuid.UUID) -> str:
    """An id as the database writes it into text."""
    return str(pk) if connection.features.has_native_uuid_field else pk.hex


def kept(name: str) -> Cast:
    """A column of ids as text; see ``as_kept``."""
    return Cast(name, TextField())


#: The columns of a result that say what was done in the deals, as ``scores.Tally`` has it.
IN_DEALS = ("deals_won", "contracts_made", "capots")

Seats = Mapping[str, list[tuple[str, str]]]
"""By match who sits where: side and entry."""


def seats_of(tournament: Tournament) -> Seats:
    """Who sat where, without who played out of competition so that a game could be made up: nobody's opponent."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    rows = Seat.objects.filter(round__stage__tournament=tournament, outside=False).order_by("side", "slot")
    for match, side, entry in rows.values_list(kept("match_id"), "side", kept("participant_id")):
        found[match].append((side, entry))
    return found


def met(seats: Seats, match: str, forfeit: str, entry: str) -> list[str]:
    """The opponents of an entry in a match; nobody for a side that did not come."""
    here = seats.get(match, [])
    side = next((side for side, who in here if who == entry), "")
    return [who for other, who in here if other != side] if side and side not in forfeit else []


def tallies_of_sheets(tournament: Tournament) -> dict[tuple[str, str], Tally]:
    """What was done in the deals by game and entry, counted from the sheets of all closed games as these stand.

    A forfeited game has none; of a line taken over from paper only a single deal is one that was won.
    """
    lines = SheetEntry.objects.filter(
        Q(kind=SheetEntry.Kind.DEAL)
        | Q(kind=SheetEntry.Kind.TOTAL) & ~Q(data__has_key="deals") & ~Q(data__has_key="whole"),
        sheet__game__match__round__stage__tournament=tournament,
        sheet__state=ScoreSheet.State.CLOSED,
        sheet__game__forfeit="",
        voided_at__isnull=True,
        counted__isnull=False,
    )
    lines = lines.annotate(
        ns=Cast(KT("scores__NS"), IntegerField()),
        ew=Cast(KT("scores__EW"), IntegerField()),
        game=kept("sheet__game__pk"),
        match=kept("sheet__game__match_id"),
    )
    columns = {f"{name}_{side}": Count("pk", filter=_is(name, side)) for name in Tally._fields for side in SIDE_OF}
    counts: Any = lines.order_by().values("game", "match").annotate(**columns)
    seats = seats_of(tournament)
    return {
        (row["game"], entry): Tally(*(row[f"{name}_{side}"] for name in Tally._fields))
        for row in counts
        for side, entry in seats.get(row["match"], [])
    }


def _is(name: str, side: str) -> Q:
    """Whether a deal is one that a side has won, made, or taken all the tricks of: told so, or by the tricks."""
    mine, theirs = SIDE_OF[side], next(name for other, name in SIDE_OF.items() if other != side)
    if name == "won":
        return Q(ns__gt=F("ew")) if mine == "NS" else Q(ns__lt=F("ew"))
    if name == "made":
        return Q(data__declarer=mine, answer__made=True)
    return Q(data__sweep=mine) | Q(**{f"data__tricks__{theirs}": 0})


def lots_of(tournament: Tournament, needs: Collection[str], numbers: Mapping[str, int]) -> dict[str, int]:
    """The place in the lot of each entry, by its number; empty where no criterion asks for it."""
    if LOT not in needs:
        return {}
    seed = tournament.stages.order_by("position").values_list("sealed_seed", flat=True).first()
    return lots(seed, numbers) if seed else {}
