"""A round cut short: every table that still plays is over with what it has, because the hall has to be left."""

import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone

from core import audit
from core.actors import Actor
from core.text import one_line
from scoring import sheets
from scoring.models import ScoreSheet
from tournaments.models import Game, Match, Round
from tournaments.services import contests, giving, rounds, unplayed
from tournaments.services.errors import Conflict, TournamentError


def open_games(round_: Round) -> list[Game]:
    """The games that cutting the round short would end, by table; who makes up a game plays on."""
    games = Game.objects.filter(match__round=round_, sheet__state=ScoreSheet.State.OPEN)
    return list(games.exclude(match__kind=Match.Kind.CATCH_UP).select_related("sheet").order_by("table_no"))


def without_score(games: list[Game]) -> list[Game]:
    """Those of them on whose sheet nothing stands: perhaps their paper has not been typed yet."""
    return [game for game in games if not game.sheet.entries.filter(voided_at__isnull=True).exists()]


@transaction.atomic
def cut_short(round_id: uuid.UUID, actor: Actor, *, reason: str, with_empty: bool = False) -> Round:
    """End every game of a round that still goes on: time is called there between two deals, and the sheet closed.
    What the game format says of a game that time ends holds; what it cannot settle goes to who is ahead. The deals that
    are not played count what the settled rules say.

    ``with_empty``: tables without any score too, 0 to 0; otherwise TournamentError ``tables-empty`` (count, table: the
    first). Also Conflict ``round-not-playing``, ``nothing-open``; TournamentError ``reason-missing``.
    """
    said = one_line(reason, 300)
    if not said:
        raise TournamentError("reason-missing", "reason")
    round_ = rounds.lock_with_sheets(round_id)
    games = open_games(round_)
    if not games:
        raise Conflict("nothing-open", round=round_.number)
    empty = without_score(games)
    if empty and not with_empty:
        raise TournamentError("tables-empty", "with_empty", count=len(empty), table=empty[0].table_no)
    cut = [
        {"sheet": str(game.sheet_id), "time": game.sheet.options.get(sheets.TIME_CALLED)}
        for game in sorted(games, key=lambda one: str(one.sheet_id))
    ]
    rule = giving.rules_of(round_).unplayed
    for game in games:
        unplayed.give(game.pk, rule, actor, reason=said)
        _end(game, actor, said, is_empty=game in empty)
    before: dict[str, Any] = round_.cut or {"sheets": []}
    round_.cut = {"at": timezone.now().isoformat(), "reason": said, "sheets": [*before["sheets"], *cut]}
    round_.save(update_fields=["cut"])
    after = {"round": round_.number, "tables": [game.table_no for game in games]}
    audit.record(actor, "round.cut", round_, club_id=round_.stage.tournament.club_id, after=after, reason=said)
    contests.touch(round_.stage.tournament_id)
    return round_


def _end(game: Game, actor: Actor, reason: str, *, is_empty: bool) -> None:
    if is_empty:
        sheets.close_unplayed(game.sheet_id, actor=actor, reason=reason)
        return
    called = sheets.call_time(game.sheet_id, actor=actor, in_progress=False, reason=reason)
    sheets.close_sheet(game.sheet_id, digest=called.digest, actor=actor, reason=reason)


@transaction.atomic
def go_on(round_id: uuid.UUID, actor: Actor, *, reason: str = "") -> Round:
    """Take back that a round was cut short, as long as it is not closed: the sheets that this closed are open again,
    and time is called there as it was before. Conflict ``round-not-cut``, ``round-not-playing``."""
    known = Round.objects.values_list("cut", flat=True).get(pk=round_id) or {"sheets": []}
    ids = [one["sheet"] for one in known["sheets"]]
    list(ScoreSheet.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk").values_list("pk"))
    round_ = rounds.lock_with_sheets(round_id)
    if round_.cut is None or round_.cut != known:
        raise Conflict("round-not-cut", round=round_.number)
    said = one_line(reason, 300) or round_.cut["reason"]
    forfeited = {
        str(pk) for pk in Game.objects.filter(sheet__in=ids).exclude(forfeit="").values_list("sheet", flat=True)
    }
    for one in round_.cut["sheets"]:
        sheet = ScoreSheet.objects.get(pk=one["sheet"])
        if sheet.state != ScoreSheet.State.CLOSED or one["sheet"] in forfeited:
            continue
        sheets.reopen_sheet(sheet.pk, actor=actor, reason=said)
        unplayed.take_back(sheet, actor, reason=said)
        if one["time"] is not None:
            sheets.call_time(sheet.pk, actor=actor, reason=said, **one["time"])
        elif sheets.TIME_CALLED in sheet.options:
            sheets.uncall_time(sheet.pk, actor=actor, reason=said)
    round_.cut = None
    round_.save(update_fields=["cut"])
    audit.record(
        actor, "round.cut-taken-back", round_, club_id=round_.stage.tournament.club_id,
        after={"round": round_.number}, reason=said,
    )  # fmt: skip
    contests.touch(round_.stage.tournament_id)
    return round_
