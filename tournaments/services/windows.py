"""Whether a result may still be corrected, asked by every verb that changes one; and what the organiser settles of it.

What is settled stands with the first stage (``corrections`` in its settings) and holds for all of them.
"""

import datetime as dt
import uuid
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubs.access import rights_in_club
from clubs.models import User
from clubs.roles import Right
from core import audit
from core.actors import Actor
from core.text import one_line
from scoring.agreeing import Agreement, agreement_of
from scoring.models import ScoreSheet
from scoring.sheet_rows import SheetError
from tournaments.models import Game, Publication, Round, Stage, Tournament
from tournaments.services import contests
from tournaments.services.errors import TournamentError
from tournaments.windows import MOST_AGREE, MOST_DESK, MOST_WAIT, After, Now, Rules, Times, Window, at

SETTLED = "corrections"
OPEN_UNTIL = "corrections_open_until"
#: How long corrections can be opened again for, in minutes.
MOST_OPEN = 1440


class OutsideWindow(TournamentError, SheetError):
    """A correction that comes too late: ``corrections-organiser`` (only the organiser may), ``corrections-closed``
    (nobody, until the organiser opens corrections again), ``corrections-table`` (the table itself not any more)."""


def rules_of(tournament: Tournament) -> Rules:
    """What is settled for a tournament."""
    return Rules.from_settings(_settings(tournament.pk))


def of_round(round_: Round) -> Now:
    """The window of a round's results now; ``stage`` at hand."""
    settings = _settings(round_.stage.tournament_id)
    return at(timezone.now(), Rules.from_settings(settings), _times(round_, settings))


def of_game(game: Game, agreement: Agreement | None = None) -> Now:
    """The window of a game's sheet now; sheet, round and stage at hand. ``agreement``: that about its sheet, where it
    is known."""
    round_ = game.match.round
    settings = _settings(round_.stage.tournament_id)
    found = agreement_of(game.sheet) if agreement is None else agreement
    is_agreed = found.is_full and game.sheet.state == ScoreSheet.State.CLOSED and not game.forfeit
    times = _times(round_, settings, game.sheet.closed_at if is_agreed else None)
    return at(timezone.now(), Rules.from_settings(settings), times)


def by_round(tournament: Tournament) -> list[tuple[Round, Now]]:
    """The window now of each round whose results are public, by number."""
    settings = _settings(tournament.pk)
    rules, now = Rules.from_settings(settings), timezone.now()
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.CLOSED).order_by("number")
    return [
        (round_, at(now, rules, times))
        for round_ in rounds
        if (times := _times(round_, settings)).public_at is not None
    ]


def _settings(tournament_id: uuid.UUID) -> dict[str, Any]:
    found: dict[str, Any] = Stage.objects.values_list("settings", flat=True).get(tournament=tournament_id, position=1)
    return found


def _times(round_: Round, settings: dict[str, Any], agreed_at: dt.datetime | None = None) -> Times:
    is_over = round_.state == Round.State.CLOSED
    return Times(agreed_at, is_over, _public_since(round_), _instant(settings.get(OPEN_UNTIL)))


def _public_since(round_: Round) -> dt.datetime | None:
    """Since when results of a round are public without having been taken back: its own, or standings after a later one,
    in which they count."""
    later = Q(
        what=Publication.What.STANDINGS,
        tournament=round_.stage.tournament_id,
        round__number__gt=round_.number,
    )
    rows = Publication.objects.filter(Q(round=round_) | later, withdrawal__isnull=True).order_by("at")
    return rows.values_list("at", flat=True).first()


def _instant(text: str | None) -> dt.datetime | None:
    return dt.datetime.fromisoformat(text) if text else None


# Asked by the verbs


def must_allow(round_: Round, actor: Actor) -> None:
    """Refuse to change a result of a round where its windows are over for ``actor``; in the transaction that would
    change it. A table's phone has its own window, see ``must_allow_table``; here it only must not reach a closed round.
    """
    now = of_round(round_)
    if actor.link is not None and actor.user is None:
        if round_.state == Round.State.CLOSED:
            raise OutsideWindow("corrections-table")
        return
    if now.window != Window.CLOSED:
        return
    if rules_of(round_.stage.tournament).after == After.NOBODY:
        raise OutsideWindow("corrections-closed", round=round_.number)
    if not _organises(actor, round_.stage.tournament):
        raise OutsideWindow("corrections-organiser", round=round_.number)


def must_allow_on(sheet: ScoreSheet, actor: Actor) -> None:
    """The same for the round of a sheet's game; a sheet without a table is nobody's."""
    rounds = Round.objects.select_related("stage__tournament__club")
    round_ = rounds.filter(matches__games__sheet=sheet).first()
    if round_ is not None:
        must_allow(round_, actor)


def must_allow_latest(tournament: Tournament, round_: Round | None, actor: Actor) -> None:
    """The same for points beside the results: of a round, or (None) of the tournament, that is of the last round that
    was begun."""
    begun = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    found = begun.select_related("stage__tournament__club").order_by("-number")
    one = found.first() if round_ is None else found.get(pk=round_.pk)
    if one is not None:
        must_allow(one, actor)


def must_allow_all(tournament: Tournament, actor: Actor) -> None:
    """The same for what changes the standings beside the results of one round, or of several rounds at once."""
    for round_ in Round.objects.filter(stage__tournament=tournament).select_related("stage__tournament__club"):
        if round_.state != Round.State.DRAFT:
            must_allow(round_, actor)


def must_allow_table(sheet: ScoreSheet) -> None:
    """Refuse to let a table open its own sheet again where its window is over. The sheet has to be locked; its round is
    locked with it, so that it is closed before or afterwards."""
    game = Game.objects.select_related("match").get(sheet=sheet)
    rounds = Round.objects.select_for_update(of=("self",)).select_related("stage")
    game.match.round, game.sheet = rounds.get(pk=game.match.round_id), sheet
    if of_game(game).window != Window.AGREE:
        raise OutsideWindow("corrections-table")


def _organises(actor: Actor, tournament: Tournament) -> bool:
    """Whether it is the organiser, or the machine itself."""
    if actor.user is None:
        return actor.link is None
    user = User.objects.filter(pk=actor.user).first()
    return user is not None and Right.ORGANISE in rights_in_club(user, tournament.club)


def opened_until(tournament: Tournament) -> dt.datetime | None:
    """Until when corrections are open again; None where they are not."""
    until = _instant(_settings(tournament.pk).get(OPEN_UNTIL))
    return until if until is not None and until > timezone.now() else None


def carried(last: Tournament | None) -> dict[str, Any]:
    """What a new tournament takes over from the club's last one, for its settings."""
    told = {} if last is None else _settings(last.pk)
    return {name: value for name, value in told.items() if name == SETTLED}


# Settled by the organiser


@transaction.atomic
def settle(tournament_id: uuid.UUID, rules: Rules, actor: Actor) -> None:
    """Settle the windows; the same again changes nothing. TournamentError ``window-range`` (field, most)."""
    if not 0 <= rules.agree <= MOST_AGREE:
        raise TournamentError("window-range", "agree", most=MOST_AGREE)
    if rules.desk is not None and not 0 <= rules.desk <= MOST_DESK:
        raise TournamentError("window-range", "desk", most=MOST_DESK)
    if not 1 <= rules.wait <= MOST_WAIT:
        raise TournamentError("window-range", "wait", most=MOST_WAIT)
    tournament = contests.lock(tournament_id)
    stage = contests.only_stage(tournament)
    before, after = Rules.from_settings(stage.settings).to_settings(), rules.to_settings()
    if before == after:
        return
    stage.settings = {**stage.settings, SETTLED: after}
    stage.save(update_fields=["settings"])
    audit.record(actor, "corrections.settled", tournament, club_id=tournament.club_id, before=before, after=after)


@transaction.atomic
def open_again(tournament_id: uuid.UUID, minutes: int, reason: str, actor: Actor) -> dt.datetime:
    """Open corrections again for some ``minutes`` (1 to 1440), whatever is over; until when. TournamentError
    ``window-range`` (most), ``reason-missing``."""
    if not 1 <= minutes <= MOST_OPEN:
        raise TournamentError("window-range", "minutes", most=MOST_OPEN)
    said = one_line(reason, 300)
    if not said:
        raise TournamentError("reason-missing", "reason")
    tournament = contests.lock(tournament_id)
    stage = contests.only_stage(tournament)
    until = timezone.now() + dt.timedelta(minutes=minutes)
    stage.settings = {**stage.settings, OPEN_UNTIL: until.isoformat()}
    stage.save(update_fields=["settings"])
    after = {"minutes": minutes, "until": until.isoformat()}
    audit.record(actor, "corrections.opened", tournament, club_id=tournament.club_id, after=after, reason=said)
    return until


@transaction.atomic
def close_now(tournament_id: uuid.UUID, actor: Actor) -> None:
    """End what ``open_again`` opened."""
    tournament = contests.lock(tournament_id)
    stage = contests.only_stage(tournament)
    if OPEN_UNTIL not in stage.settings:
        return
    stage.settings = {name: value for name, value in stage.settings.items() if name != OPEN_UNTIL}
    stage.save(update_fields=["settings"])
    audit.record(actor, "corrections.ended", tournament, club_id=tournament.club_id)
