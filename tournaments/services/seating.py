"""What a published draw sets up: matches, seats, games with their sheets and links, and what every entry does."""

from typing import Any

from core import links
from core.models import AccessLink
from scoring import sheets
from scoring.models import SheetSide
from tournaments.draws.record import byes_of, tables_of
from tournaments.models import Attendance, Draw, Entry, Game, Match, Round, RoundStatus, Seat


def standing(draw: Draw) -> dict[str, Any]:
    """The tables and byes that count of a draw: as changed by hand, else as the engine drew them."""
    result: dict[str, Any] = draw.result
    return result if draw.hand is None else {**result, **draw.hand}


def set_tables(round_: Round, draw: Draw) -> None:
    """Matches, seats, games, sheets, links and statuses of a published draw, each in one statement."""
    stage = round_.stage
    result = standing(draw)
    tables = tables_of(result)
    matches = Match.objects.bulk_create(
        [Match(round=round_, board=table["table"], bracket=table.get("bracket", "")) for table in tables]
    )
    score_sheets = sheets.open_sheets(stage.ruleset_version_id, stage.game_format_id, len(matches))
    seats, games = [], []
    for match, table, sheet in zip(matches, tables, score_sheets, strict=True):
        for side, ids in ((SheetSide.Side.A, table["ns"]), (SheetSide.Side.B, table["ew"])):
            seats += [
                Seat(match=match, round=round_, side=side, slot=slot, participant_id=entry)
                for slot, entry in enumerate(ids, 1)
            ]
        games.append(Game(match=match, table_no=match.board, sheet=sheet))
    Seat.objects.bulk_create(seats)
    Game.objects.bulk_create(games)
    links.issue_many(AccessLink.Purpose.TABLE, [match.pk for match in matches])
    playing = {str(seat.participant_id) for seat in seats}
    _set_statuses(round_, playing, set(byes_of(result)), set(result.get("out", ())))


def _set_statuses(round_: Round, playing: set[str], byes: set[str], out: set[str]) -> None:
    status = RoundStatus.Status
    known = Attendance.objects.filter(stage=round_.stage_id, round_number=round_.number)
    late = set(known.filter(state=Attendance.State.LATE).values_list("entry_id", flat=True))
    gone = {Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED}
    rows = []
    for entry in Entry.objects.filter(tournament=round_.stage.tournament_id, team__isnull=True):
        if str(entry.pk) in playing:
            what = status.PLAYS
        elif str(entry.pk) in byes:
            what = status.BYE
        elif entry.status in gone:
            what = status.WITHDRAWN
        elif str(entry.pk) in out:
            what = status.OUT
        else:
            what = status.LATE if entry.pk in late else status.ABSENT
        rows.append(RoundStatus(round=round_, entry=entry, status=what))
    RoundStatus.objects.bulk_create(rows)
