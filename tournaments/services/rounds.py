"""A round's life: drawn, drawn again, published (which sets the tables), closed."""

import uuid
from dataclasses import asdict

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from core import audit, links
from core.actors import Actor
from core.models import AccessLink
from core.text import one_line
from scoring import sheets
from scoring.models import ScoreSheet
from tournaments.draws.engine import draw as draw_tables
from tournaments.draws.model import DrawRequest
from tournaments.models import Draw, Entry, Game, Match, Round, Stage, Tournament
from tournaments.services import byhand, catchup, contests, giving, latecomers, resting, seating, stages
from tournaments.services.drawing import away, draw_request, taking_part
from tournaments.services.errors import Conflict, TournamentError
from tournaments.signals import codes_renewed, draw_published


def current_round(stage: Stage) -> Round | None:
    """The last round that was begun, or None before the first draw. One that was drawn and never published is none any
    more where fewer rounds are announced since."""
    surplus = Q(state=Round.State.DRAFT, number__gt=stages.last_number(stage))
    return stage.rounds.exclude(surplus).order_by("-number").first()


def current_round_of(tournament: Tournament) -> Round | None:
    """The last round begun of a tournament, whatever its stage."""
    found = (current_round(stage) for stage in tournament.stages.order_by("-position"))
    return next((round_ for round_ in found if round_ is not None), None)


@transaction.atomic
def make_draw(
    tournament_id: uuid.UUID, round_number: int, attempt: int, actor: Actor, *, reason: str = "", start: str = ""
) -> Draw:
    """Draw round ``round_number`` for the ``attempt``-th time (both from 1); the draft before it is discarded.

    Both numbers come from the page, so that of two that ask for the same draw one wins; the other gets Conflict
    ("draw-made"). TournamentError: ``round-open`` (the one before is not closed), ``round-unexpected``, ``all-played``,
    ``round-published``, ``seed-opened``, ``check-in-open``, ``cut-open`` (who plays the stage is
    not settled), ``odd-refused`` (somebody would rest, and nobody is to), or a ``draws.DrawError`` for what the list
    lacks. ``start``: how a draw by hand begins (``byhand.STARTS``).
    """
    tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
    stage = stages.current_stage(tournament)
    if not stages.is_ready(stage):
        raise TournamentError("cut-open", name=stage.name)
    if stage.seed_opened_at is not None:
        raise TournamentError("seed-opened")
    round_ = _round_to_draw(stage, round_number)
    _check_roll(stage, round_number)
    request = draw_request(tournament, stage, round_number, attempt)
    result = draw_tables(request)
    resting.check_rests(stage, request, result)
    round_.draws.filter(state=Draw.State.DRAFT, attempt__lt=attempt).update(
        state=Draw.State.DISCARDED, reason=one_line(reason, 300)
    )
    try:
        with transaction.atomic():
            draw = Draw.objects.create(
                round=round_,
                attempt=attempt,
                seed=request.seed,
                inputs=asdict(request),
                settings={"system": stage.draw_system, **stage.settings},
                result=asdict(result),
                engine_version=result.engine_version,
                made_by_id=actor.user,
                reason="",
            )
    except IntegrityError:
        raise Conflict("draw-made", round=round_number) from None
    check_all_known(tournament.pk, request, round_number)
    byhand.begin(draw, stage, start)
    audit.record(
        actor,
        "draw.made",
        draw,
        club_id=tournament.club_id,
        after={"round": round_number, "attempt": attempt},
        reason=reason,
    )
    return draw


def check_all_known(tournament_id: uuid.UUID, request: DrawRequest, round_number: int) -> None:
    """Refuse a draw with somebody on its list who was deleted meanwhile; from here on nobody of it can be deleted."""
    contests.lock(tournament_id)
    known = {str(pk) for pk in Entry.objects.filter(tournament=tournament_id).values_list("pk", flat=True)}
    if any(entry.id not in known for entry in request.entries):
        raise Conflict("draw-outdated", round=round_number)


def _check_roll(stage: Stage, number: int) -> None:
    """Refuse while the roll is being called: who will be there is not known yet."""
    if stage.check_ins.filter(round_number=number, closed_at__isnull=True).exists():
        raise TournamentError("check-in-open", round=number)


def _round_to_draw(stage: Stage, number: int) -> Round:
    """The round of this number, made if it is the next one."""
    last = current_round_of(stage.tournament)
    if last is None or last.number != number:
        expected = 1 if last is None else last.number + 1
        if number > stages.last_number(stage):
            raise TournamentError("all-played", rounds=stages.last_number(stage))
        if last is not None and last.state != Round.State.CLOSED:
            raise TournamentError("round-open", round=last.number)
        if number != expected:
            raise TournamentError("round-unexpected", round=expected)
        # Of two that come here at once the second waits for the first and then finds it: the index decides.
        last, _ = Round.objects.get_or_create(stage=stage, number=number)
    # Locked, so that a draft is not made while another one is being made or published: whoever held rows of the round
    # without this lock could wait for somebody who waits for him.
    round_ = Round.objects.select_for_update().get(pk=last.pk)
    if round_.state != Round.State.DRAFT:
        raise Conflict("round-published", round=number)
    _check_rounds_before(stage, number)
    return round_


def _check_rounds_before(stage: Stage, number: int) -> None:
    """Refuse while a round before is being played: one that was opened again."""
    before = Round.objects.filter(stage__tournament=stage.tournament_id, number__lt=number)
    still_open = before.filter(state=Round.State.PLAYING).order_by("number").first()
    if still_open is not None:
        raise TournamentError("round-open", round=still_open.number)


@transaction.atomic
def publish_draw(draw_id: uuid.UUID, actor: Actor, *, seen: str = "") -> Round:
    """Publish a draw, as changed by hand: the tables, their sheets and their links are made, and the round is on.

    Of two that publish at once one wins; the other gets Conflict("draw-published"), or ("draw-gone") for a draft that
    was drawn again meanwhile. Conflict("draw-outdated") where a pair has left, or come, since the draft was made;
    TournamentError("check-in-open") while the roll is being called. With the digest of the draft that was ``seen``,
    Conflict("hand-changed") where somebody has changed it since; not complete, TournamentError("hand-incomplete").
    """
    draw = Draw.objects.select_related("round__stage__tournament").get(pk=draw_id)
    round_ = draw.round
    tournament = round_.stage.tournament
    Round.objects.select_for_update().get(pk=round_.pk)
    try:
        with transaction.atomic():
            taken = Draw.objects.filter(pk=draw_id, state=Draw.State.DRAFT).update(
                state=Draw.State.PUBLISHED, published_at=timezone.now()
            )
    except IntegrityError:
        raise Conflict("draw-published", round=round_.number) from None
    if not taken:
        draw.refresh_from_db(fields=["state"])
        code = "draw-published" if draw.state == Draw.State.PUBLISHED else "draw-gone"
        raise Conflict(code, round=round_.number)
    draw.refresh_from_db(fields=["hand", "state", "published_at"])  # nobody changes it any more: the round is locked
    byhand.settle(draw, seen)
    latecomers.note_not_entered(round_)
    _check_list(tournament, draw)
    seating.set_tables(round_, draw)
    giving.keep_rules(round_)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.PLAYING, started_at=timezone.now())
    resting.score_newcomers(round_.stage)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.RUNNING)
    audit.record(
        actor,
        "draw.published",
        draw,
        club_id=tournament.club_id,
        after={"round": round_.number, "attempt": draw.attempt},
    )
    contests.touch(tournament.pk)
    draw_published.send(sender=Round, round_id=round_.pk)
    round_.refresh_from_db()
    return round_


def _check_list(tournament: Tournament, draw: Draw) -> None:
    """Refuse a draft of another list than the one that plays now; the list is locked until the tables are set."""
    contests.lock(tournament.pk)
    stage, number = draw.round.stage, draw.round.number
    _check_rounds_before(stage, number)
    _check_roll(stage, number)
    not_there = away(stage, number)
    here = {
        str(entry.pk)
        for entry in taking_part(tournament, stage)
        if entry.status == Entry.Status.ACTIVE and entry.pk not in not_there
    }
    if here != {entry["id"] for entry in draw.inputs["entries"] if entry["plays"]}:
        raise Conflict("draw-outdated", round=draw.round.number)


@transaction.atomic
def withdraw_draw(round_id: uuid.UUID, actor: Actor, *, reason: str = "") -> Round:
    """Take a published draw back while no score has been entered: its tables go, their codes open nothing any more.

    Conflict("scores-entered") names the first table that has one.
    """
    # The sheets are locked first: a deal that is being saved is either seen here, or finds its sheet gone. And before
    # the tournament, as when a sheet is closed: in another order the two would wait for each other.
    sheets_here = ScoreSheet.objects.select_for_update(of=("self",)).filter(game__match__round=round_id)
    sheet_ids = list(sheets_here.order_by("pk").values_list("pk", flat=True))
    round_ = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=round_id)
    if round_.state != Round.State.PLAYING:
        raise Conflict("round-not-playing", round=round_.number)
    games = Game.objects.filter(match__round=round_)
    begun = games.filter(sheet__events__isnull=False).order_by("table_no").first()
    if begun is not None:
        raise Conflict("scores-entered", table=begun.table_no)
    match_ids = list(round_.matches.values_list("pk", flat=True))
    AccessLink.objects.filter(purpose=AccessLink.Purpose.TABLE, target__in=match_ids).update(revoked_at=timezone.now())
    games.delete()
    Match.objects.filter(round=round_).delete()
    ScoreSheet.objects.filter(pk__in=sheet_ids).delete()
    round_.statuses.all().delete()
    round_.draws.filter(state=Draw.State.PUBLISHED).update(state=Draw.State.DISCARDED, reason=one_line(reason, 300))
    Round.objects.filter(pk=round_.pk).update(state=Round.State.DRAFT, started_at=None, given={})
    resting.score_newcomers(round_.stage)
    audit.record(
        actor,
        "draw.withdrawn",
        round_,
        club_id=round_.stage.tournament.club_id,
        before={"round": round_.number},
        reason=reason,
    )
    contests.touch(round_.stage.tournament_id)
    round_.refresh_from_db()
    return round_


@transaction.atomic
def renew_codes(round_id: uuid.UUID, actor: Actor) -> int:
    """Make the printed codes of a round void (a sheet was photographed, a link went round); returns how many."""
    round_ = Round.objects.select_related("stage__tournament").get(pk=round_id)
    match_ids = list(round_.matches.values_list("pk", flat=True))
    found = AccessLink.objects.filter(purpose=AccessLink.Purpose.TABLE, target__in=match_ids, revoked_at__isnull=True)
    link_ids = list(found.values_list("pk", flat=True))
    for link_id in link_ids:
        links.renew(link_id)
    club_id = round_.stage.tournament.club_id
    audit.record(actor, "codes.renewed", round_, club_id=club_id, after={"count": len(link_ids)})
    codes_renewed.send(sender=Round, round_id=round_.pk)
    return len(link_ids)


@transaction.atomic
def call_time(round_id: uuid.UUID, actor: Actor) -> int:
    """Call time at every table of a round whose sheet is open and where it was not called yet; returns at how many.

    Each table finishes as its game format says. Conflict("round-not-playing").
    """
    round_ = lock_with_sheets(round_id)
    waiting = _open_sheets(round_).exclude(options__has_key=sheets.TIME_CALLED)
    called = [sheets.call_time(pk, actor=actor).pk for pk in waiting.order_by("pk").values_list("pk", flat=True)]
    if called:
        club_id = round_.stage.tournament.club_id
        audit.record(actor, "time.called", round_, club_id=club_id, after={"tables": len(called)})
    return len(called)


@transaction.atomic
def uncall_time(round_id: uuid.UUID, actor: Actor) -> int:
    """Take back that time was called, at every table whose sheet is still open; returns at how many."""
    round_ = lock_with_sheets(round_id, playing=False)
    waiting = _open_sheets(round_).filter(options__has_key=sheets.TIME_CALLED)
    changed = [sheets.uncall_time(pk, actor=actor).pk for pk in waiting.order_by("pk").values_list("pk", flat=True)]
    if changed:
        club_id = round_.stage.tournament.club_id
        audit.record(actor, "time.uncalled", round_, club_id=club_id, after={"tables": len(changed)})
    return len(changed)


def lock_with_sheets(round_id: uuid.UUID, *, playing: bool = True) -> Round:
    """The round, its row and before it those of its open sheets locked: in another order who writes on one of them,
    and then refers to the round, and who waits here for that sheet would wait for each other.

    Conflict("round-not-playing") unless it is ``playing``.
    """
    open_sheets = ScoreSheet.objects.filter(game__match__round=round_id, state=ScoreSheet.State.OPEN)
    list(open_sheets.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    round_ = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=round_id)
    if playing and round_.state != Round.State.PLAYING:
        raise Conflict("round-not-playing", round=round_.number)
    return round_


def _open_sheets(round_: Round) -> QuerySet[ScoreSheet]:
    return ScoreSheet.objects.filter(game__match__round=round_, state=ScoreSheet.State.OPEN)


@transaction.atomic
def close_round(round_id: uuid.UUID, actor: Actor) -> Round:
    """Close a round whose sheets are all closed; what those mark who did not play in it is then settled.

    A game that somebody makes up may go on, but for the last round. Conflict("tables-open") counts the tables still to
    finish and names the first.
    """
    # The round so that results of it may be written meanwhile: whoever closes its last sheet holds the tournament by
    # then, and refers to the round when his transaction ends; waiting for the tournament would be for ever. Then the
    # tournament, which whoever opens a sheet again holds to the end: its results are there or its table is open.
    rounds = Round.objects.select_for_update(of=("self",), no_key=True).select_related("stage__tournament")
    round_ = rounds.get(pk=round_id)
    contests.lock(round_.stage.tournament_id)
    if round_.state != Round.State.PLAYING:
        raise Conflict("round-not-playing", round=round_.number)
    still_open = catchup.open_tables(round_)
    if still_open:
        raise Conflict("tables-open", count=len(still_open), table=still_open[0])
    latecomers.note_not_entered(round_)
    round_.state = Round.State.CLOSED
    round_.closed_at = timezone.now()
    round_.save(update_fields=["state", "closed_at"])
    resting.score_given(round_.stage)
    links.close_for(AccessLink.Purpose.TABLE, catchup.over_with(round_), timezone.now())
    tournament = round_.stage.tournament
    if stages.all_over(tournament):
        Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    audit.record(actor, "round.closed", round_, club_id=tournament.club_id, after={"round": round_.number})
    contests.touch(tournament.pk)
    return round_
