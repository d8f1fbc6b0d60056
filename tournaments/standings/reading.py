"""What criteria ask for beside the results, read from the database in a fixed number of queries: who met whom, what was
done in the deals, the lot.

Ids are taken as the database keeps them: to make each of many thousands a UUID takes longer than all the rest.
"""

import json
import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.db import connection
from django.db.models import Aggregate, Func, Max, TextField, Value
from django.db.models.functions import Cast

from scoring.models import ScoreSheet, SheetEntry
from scoring.replay import SIDE_OF, done_on
from tournaments.models import Game, Seat, Tournament
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


class Listed(Aggregate):
    """The texts of a group, each on a line of its own."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def __init__(self, text: Any, **more: Any) -> None:
        super().__init__(text, Value("\n", TextField()), **more)

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, function="STRING_AGG", **more)


#: A line of a sheet as one text: the deal, what it brought, and the answer of the rules. JSON has no line ends.
_LINE = Func(
    *(Cast(name, TextField()) for name in ("data", "scores", "answer")),
    template="'['||%(expressions)s||']'",
    arg_joiner="||','||",
    output_field=TextField(),
)
#: The six figures of a line (three a side) are added up as one number, each in so many bits of it, which takes as long
#: as adding one: a sheet has fewer lines than that.
_BITS = 16
_MOST = (1 << _BITS) - 1
_SHIFTS = {side: place * 3 * _BITS for place, side in enumerate(SIDE_OF)}


def tallies_of_sheets(tournament: Tournament, seats: Seats) -> dict[tuple[str, str], Tally]:
    """What was done in the deals by game and entry, counted from the sheets of all closed games as these stand.

    A forfeited game has none. Most deals of a hall are like another one: each different one is read once.
    """
    lines = SheetEntry.objects.filter(
        sheet__game__match__round__stage__tournament=tournament,
        sheet__state=ScoreSheet.State.CLOSED,
        sheet__game__forfeit="",
        kind__in=(SheetEntry.Kind.DEAL, SheetEntry.Kind.TOTAL),
        voided_at__isnull=True,
        counted__isnull=False,
    )
    listed = lines.order_by().values("sheet").annotate(of=Max(kept("sheet_id")), told=Listed(_LINE))
    done = _Done()
    sheets = {sheet: sum([done[line] for line in told.split("\n")]) for sheet, told in listed.values_list("of", "told")}
    games = Game.objects.filter(match__round__stage__tournament=tournament, sheet__isnull=False)
    return {
        (game, entry): _tally(sheets[sheet] >> _SHIFTS[side])
        for sheet, game, match in games.values_list(kept("sheet_id"), kept("pk"), kept("match_id"))
        if sheet in sheets
        for side, entry in seats.get(match, [])
    }


def _tally(figure: int) -> Tally:
    """What one side did, of the lowest bits of a number."""
    return Tally(figure & _MOST, figure >> _BITS & _MOST, figure >> 2 * _BITS & _MOST)


class _Done(dict[str, int]):
    """What each side did on a line, as one number."""

    def __missing__(self, line: str) -> int:
        data, scores, answer = json.loads(line)
        done = done_on(data, scores, made=answer.get("made") is True)
        self[line] = sum(
            one << _SHIFTS[side] + place * _BITS
            for side, name in SIDE_OF.items()
            for place, one in enumerate(done[name])
        )
        return self[line]


def lots_of(tournament: Tournament, needs: Collection[str], numbers: Mapping[str, int]) -> dict[str, int]:
    """The place in the lot of each entry, by its number; empty where no criterion asks for it."""
    if LOT not in needs:
        return {}
    seed = tournament.stages.order_by("position").values_list("sealed_seed", flat=True).first()
    return lots(seed, numbers) if seed else {}
