"""A table that could not finish: its game ends with the deals it has, and those that it did not play count what the
settled rules say."""

import uuid

from django.db import transaction

from core import audit
from core.actors import Actor
from core.text import one_line
from scoring import rulings, sheets
from scoring.models import ScoreSheet
from scoring.replay import RULINGS, UNPLAYED, standing_rulings
from scoring.rulings import Ruling
from scoring.sheet_game import TIME_CALLED, format_of, game_of, standing_entries
from scoring.sheet_rows import locked
from tournaments.models import Game, Match, Round
from tournaments.services import giving
from tournaments.services.errors import Conflict, TournamentError
from tournaments.standings.policies import FLAT, NOTHING, UnplayedRule
from tournaments.standings.ranking import rounded_mean


def missing(game: Game) -> int | None:
    """How many deals of the game are not played; None where their number is not fixed. ``game`` with its sheet."""
    format_ = format_of(game.sheet.format)
    if format_.deals is None:
        return None
    return max(0, format_.deals - sum(1 for one in standing_entries(game.sheet) if one.counted))


def points_for(rule: UnplayedRule, deals: int, played: int, total: int) -> int:
    """What a side marks for so many ``deals`` that were not played; it has a ``total`` from those ``played``."""
    if rule.policy == NOTHING:
        return 0
    if rule.policy == FLAT:
        return rule.points * deals
    return rounded_mean(total * deals, played) or 0


@transaction.atomic
def end(game_id: uuid.UUID, actor: Actor, *, reason: str) -> Game:
    """End the game of a table that does not go on: time is called between two deals, what is missing is given, and the
    sheet is closed.

    TournamentError ``reason-missing``, ``unplayed-made-up`` (who makes up a game takes it away instead); Conflict
    ``round-not-playing``, ``sheet-closed-already``.
    """
    said = one_line(reason, 300)
    if not said:
        raise TournamentError("reason-missing", "reason")
    game = _locked(game_id)
    if game.match.kind == Match.Kind.CATCH_UP:
        raise TournamentError("unplayed-made-up", table=game.table_no)
    if game.match.round.state != Round.State.PLAYING:
        raise Conflict("round-not-playing", round=game.match.round.number)
    sheet = game.sheet
    if sheet.state == ScoreSheet.State.CLOSED:
        raise Conflict("sheet-closed-already", table=game.table_no)
    count = missing(game) or 0
    entries = standing_entries(sheet)
    # It follows from the game as it stands, before time is called.
    give(game.pk, giving.rules_of(game.match.round).unplayed, actor, reason=said)
    if not entries:
        sheets.close_unplayed(sheet.pk, actor=actor, reason=said)
    else:
        called = sheets.call_time(sheet.pk, actor=actor, in_progress=False, reason=said)
        sheets.close_sheet(sheet.pk, digest=called.digest, actor=actor, reason=said)
    _record(actor, "game.ended", game, count, said)
    game.refresh_from_db()
    return game


def give(game_id: uuid.UUID, rule: UnplayedRule, actor: Actor, *, reason: str) -> None:
    """Give both sides of a game what its missing deals count, before it is ended; the sheet is locked."""
    if rule.policy == NOTHING:
        return
    game = Game.objects.select_related("sheet__format", "sheet__ruleset_version").get(pk=game_id)
    entries = standing_entries(game.sheet)
    played = sum(1 for one in entries if one.counted)
    found = game_of(game.sheet, [one.data for one in entries])
    ns, ew = (points_for(rule, missing(game) or 0, played, total) for total in (found.ns, found.ew))
    if ns or ew:
        key = f"unplayed-{len(game.sheet.options.get(RULINGS, [])) + 1}"
        rulings.rule(game.sheet_id, Ruling(UNPLAYED, ns=ns, ew=ew), key=key, actor=actor, reason=reason)


def take_back(sheet: ScoreSheet, actor: Actor, *, reason: str) -> None:
    """Make void what was given for deals that were not played."""
    for one in standing_rulings(sheet.options.get(RULINGS, [])):
        if one["kind"] == UNPLAYED:
            rulings.void(sheet.pk, one["number"], actor=actor, reason=reason)


@transaction.atomic
def go_on(game_id: uuid.UUID, actor: Actor, *, reason: str) -> Game:
    """Let a table that was ended play on: its sheet is open, what was given for its missing deals is void.

    TournamentError ``reason-missing``; Conflict ``not-ended``."""
    said = one_line(reason, 300)
    if not said:
        raise TournamentError("reason-missing", "reason")
    game = _locked(game_id)
    if not was_ended(game):
        raise Conflict("not-ended", table=game.table_no)
    sheet = sheets.reopen_sheet(game.sheet_id, actor=actor, reason=said)
    take_back(sheet, actor, reason=said)
    if not format_of(game.sheet.format).is_timed and TIME_CALLED in sheet.options:
        sheets.uncall_time(sheet.pk, actor=actor, reason=said)
    _record(actor, "game.goes-on", game, 0, said)
    game.refresh_from_db()
    return game


def was_ended(game: Game) -> bool:
    """Whether a game was ended before all its deals were played. ``game`` with its sheet and format."""
    sheet = game.sheet
    if sheet.state != ScoreSheet.State.CLOSED or game.forfeit or game.match.round.cut:
        return False
    return bool(missing(game)) and (TIME_CALLED in sheet.options or not standing_entries(sheet))


def _locked(game_id: uuid.UUID) -> Game:
    locked(Game.objects.values_list("sheet_id", flat=True).get(pk=game_id))
    games = Game.objects.select_related("sheet__format", "sheet__ruleset_version", "match__round__stage__tournament")
    return games.get(pk=game_id)


def _record(actor: Actor, verb: str, game: Game, count: int, reason: str) -> None:
    round_ = game.match.round
    after = {"round": round_.number, "table": game.table_no, "deals": count}
    audit.record(actor, verb, game, club_id=round_.stage.tournament.club_id, after=after, reason=reason)
