"""What a published draw sets up: matches, seats, games with their sheets and links, and what every entry does."""

from typing import Any

from core import links
from core.models import AccessLink
from scoring import sheets
from scoring.models import SheetSide
from tournaments.draws.record import byes_of, tables_of
from tournaments.models import Attendance, Draw, Entry, Game, Match, Round, RoundStatus, Seat, Stage, StageEntry
from tournaments.services import meetings


def standing(draw: Draw) -> dict[str, Any]:
    """The tables and byes that count of a draw: as changed by hand, else as the engine drew them."""
    result: dict[str, Any] = draw.result
    return result if draw.hand is None else {**result, **draw.hand}


def set_tables(round_: Round, draw: Draw) -> None:
    """Matches, seats, games, sheets, links and statuses of a published draw, each in one statement."""
    stage = round_.stage
    result = standing(draw)
    tables, alone = meetings.tables_set(stage, round_.number, tables_of(result))
    matches = Match.objects.bulk_create(
        [Match(round=round_, board=one.table, bracket=one.bracket, meeting=one.meeting) for one in tables]
    )
    score_sheets = sheets.open_sheets(stage.ruleset_version_id, stage.game_format_id, len(matches))
    seats, games = [], []
    for match, table, sheet in zip(matches, tables, score_sheets, strict=True):
        for side, ids in ((SheetSide.Side.A, table.ns), (SheetSide.Side.B, table.ew)):
            seats += [
                Seat(match=match, round=round_, side=side, slot=slot, participant_id=entry)
                for slot, entry in enumerate(ids, 1)
            ]
        games.append(Game(match=match, table_no=match.board, sheet=sheet))
    Seat.objects.bulk_create(seats)
    Game.objects.bulk_create(games)
    links.issue_many(AccessLink.Purpose.TABLE, [match.pk for match in matches])
    playing = {str(seat.participant_id) for seat in seats}
    playing |= {entry for table in tables_of(result) for entry in (*table["ns"], *table["ew"])}
    _set_statuses(round_, playing, {*byes_of(result), *alone}, set(result.get("out", ())))


def _set_statuses(round_: Round, playing: set[str], byes: set[str], out: set[str]) -> None:
    """What everybody does. The pairs of a team do what it does, but for those of a playing team that have no opponent
    (they rest) or are not there."""
    status = RoundStatus.Status
    noted = Attendance.objects.filter(stage=round_.stage_id, round_number=round_.number)
    away = dict(noted.exclude(state=Attendance.State.HERE).values_list("entry_id", "state"))
    gone = {Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED}
    out |= _not_qualified(round_.stage)
    known = set(
        Seat.objects.filter(round__stage__tournament=round_.stage.tournament_id)
        .exclude(round=round_)
        .values_list("participant_id", flat=True)
    )
    rows = []
    for entry in Entry.objects.filter(tournament=round_.stage.tournament_id).select_related("team"):
        both = {str(entry.pk), str(entry.team_id)}
        if str(entry.pk) in playing:
            what = status.PLAYS
        elif entry.status in gone or (entry.team is not None and entry.team.status in gone):
            what = status.WITHDRAWN
        elif both & byes and entry.status == Entry.Status.ACTIVE and entry.pk not in away:
            what = status.BYE
        elif both & out:
            what = status.OUT
        else:
            is_late = Attendance.State.LATE in (away.get(one) for one in (entry.pk, entry.team_id) if one)
            # Who has never been complete has come late once it is; who has lost a partner since is missed.
            is_late |= entry.status == Entry.Status.INCOMPLETE and entry.pk not in known
            what = status.LATE if is_late else status.ABSENT
        rows.append(RoundStatus(round=round_, entry=entry, status=what))
    RoundStatus.objects.bulk_create(rows)


def _not_qualified(stage: Stage) -> set[str]:
    """Who does not play a later stage."""
    if stage.position == 1:
        return set()
    others = Entry.objects.filter(tournament=stage.tournament_id, team__isnull=True).exclude(
        stages__in=StageEntry.objects.filter(stage=stage, state=StageEntry.State.QUALIFIED)
    )
    return {str(pk) for pk in others.values_list("pk", flat=True)}
