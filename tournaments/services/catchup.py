"""A game made up: who rested in a round plays it later, against somebody who plays out of competition.

The table is one more of the round of the rest, with its sheet and its code as any other. What is scored there replaces
what the rest gave; its opponent has no result from it, and to the draws it is no meeting: both have their seat, or
their rest, of that round elsewhere.
"""

import uuid
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from core import audit, links
from core.actors import Actor
from core.models import AccessLink
from scoring import sheets
from scoring.models import ScoreSheet, SheetSide
from tournaments.models import Entry, Game, Match, Round, RoundStatus, Seat, Stage, Tournament
from tournaments.services import contests, giving, stages, windows
from tournaments.services.errors import Conflict, TournamentError
from tournaments.signals import tables_changed

MOST_TABLE = 9999


# Who may


@dataclass(frozen=True, slots=True)
class Owed:
    """A game that may be made up: in ``round`` this entry rested, and has not played since for it."""

    round: Round
    entry: Entry


def owed(tournament: Tournament) -> list[Owed]:
    """The games that may be made up now, by round and number: in rounds whose rules allow it, of pairs still in."""
    rests = (
        RoundStatus.objects.filter(round__stage__tournament=tournament, status=RoundStatus.Status.BYE)
        .exclude(round__state=Round.State.DRAFT)
        .filter(entry__status=Entry.Status.ACTIVE, entry__kind=Entry.Kind.PAIR, entry__team__isnull=True)
        .select_related("round__stage", "entry")
        .order_by("round__number", "entry__number")
    )
    made = set(
        Seat.objects.filter(
            match__kind=Match.Kind.CATCH_UP, match__round__stage__tournament=tournament, outside=False
        ).values_list("round_id", "participant_id")
    )
    return [
        Owed(one.round, one.entry)
        for one in rests
        if (one.round_id, one.entry_id) not in made and giving.rules_of(one.round).bye.catch_up
    ]


def made_up(round_: Round) -> dict[uuid.UUID, Game]:
    """The games of a round that are made up, or were, by who rested in it."""
    seats = Seat.objects.filter(round=round_, match__kind=Match.Kind.CATCH_UP, outside=False)
    entry_of = dict(seats.values_list("match_id", "participant_id"))
    return {entry_of[game.match_id]: game for game in Game.objects.filter(match__in=entry_of)}


def opponents(tournament: Tournament, entry: Entry) -> list[Entry]:
    """Who could play against an entry that makes up a game: the pairs that sit at no open table now, those first that
    it has not met."""
    busy = set(at_table(tournament).values_list("match__seats__participant", flat=True))
    met = set(
        Seat.objects.filter(match__seats__participant=entry, match__round__stage__tournament=tournament).values_list(
            "participant_id", flat=True
        )
    )
    pairs = tournament.entries.filter(kind=Entry.Kind.PAIR, status=Entry.Status.ACTIVE).exclude(pk=entry.pk)
    free = [pair for pair in pairs.order_by("number") if pair.pk not in busy]
    return sorted(free, key=lambda pair: (pair.pk in met, pair.number))


def at_table(tournament: Tournament) -> QuerySet[Game]:
    """The games that are being played now, made up ones too."""
    return Game.objects.filter(match__round__stage__tournament=tournament, state=Game.State.PLAYING)


# Setting the table, and taking it away


@transaction.atomic
def set_table(
    round_id: uuid.UUID, entry_id: uuid.UUID, opponent_id: uuid.UUID, actor: Actor, *, table: int | None = None
) -> Match:
    """Set a table at which the entry makes up its game of a round against another one; ``table`` is its number (the
    next free one if left out).

    Conflict ``catch-up-made`` (number: it is being made up, or was), ``catch-up-busy`` (number, table: one of both
    still plays there). TournamentError ``catch-up-not-owed`` (number), ``catch-up-opponent``, ``table-range``.
    """
    round_ = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=round_id)
    tournament = contests.lock(round_.stage.tournament_id)
    if table is not None and not 1 <= table <= MOST_TABLE:
        raise TournamentError("table-range", "table", most=MOST_TABLE)
    entry = tournament.entries.get(pk=entry_id)
    opponent = tournament.entries.filter(pk=opponent_id, kind=Entry.Kind.PAIR, status=Entry.Status.ACTIVE).first()
    if opponent is None or opponent.pk == entry.pk:
        raise TournamentError("catch-up-opponent", "opponent")
    if not any(one.round == round_ and one.entry == entry for one in owed(tournament)):
        made = Seat.objects.filter(round=round_, participant=entry, outside=False).exists()
        if made:
            raise Conflict("catch-up-made", number=entry.number)
        raise TournamentError("catch-up-not-owed", number=entry.number)
    for one in (entry, opponent):
        game = at_table(tournament).filter(match__seats__participant=one).first()
        if game is not None:
            raise Conflict("catch-up-busy", "opponent", number=one.number, table=game.table_no)
    windows.must_allow(round_, actor)
    match = _make(round_, entry, opponent, table)
    after = {"round": round_.number, "entry": str(entry.pk), "opponent": str(opponent.pk)}
    audit.record(actor, "catch-up.set", match, club_id=tournament.club_id, after=after)
    tables_changed.send(sender=Round, round_id=round_.pk)
    contests.touch(tournament.pk)
    return match


def _make(round_: Round, entry: Entry, opponent: Entry, table: int | None) -> Match:
    """Match, seats, game, sheet and link, counted as the round is."""
    last = round_.matches.aggregate(board=Max("board"), table=Max("games__table_no"))
    board = max(last["board"] or 0, last["table"] or 0) + 1
    match = Match.objects.create(round=round_, board=board, kind=Match.Kind.CATCH_UP)
    first = Game.objects.filter(match__round=round_).select_related("sheet").order_by("match__board", "number").first()
    version, format_ = (
        (round_.stage.ruleset_version_id, round_.stage.game_format_id)
        if first is None
        else (first.sheet.ruleset_version_id, first.sheet.format_id)
    )
    [sheet] = sheets.open_sheets(version, format_, 1)
    try:
        with transaction.atomic():
            Seat.objects.create(match=match, round=round_, side=SheetSide.Side.A, participant=entry)
    except IntegrityError:
        raise Conflict("catch-up-made", number=entry.number) from None
    Seat.objects.create(match=match, round=round_, side=SheetSide.Side.B, participant=opponent, outside=True)
    Game.objects.create(match=match, table_no=table or board, sheet=sheet)
    links.issue(AccessLink.Purpose.TABLE, match.pk)
    return match


@transaction.atomic
def take_away(match_id: uuid.UUID, actor: Actor) -> Round:
    """Take such a table away while nothing is written on its sheet: the rest counts. Its code opens nothing any more.

    Conflict ``table-not-added``, ``scores-entered`` (table).
    """
    match = Match.objects.filter(pk=match_id, kind=Match.Kind.CATCH_UP).first()
    if match is None:
        raise Conflict("table-not-added")
    found = ScoreSheet.objects.select_for_update(of=("self",)).filter(game__match=match).order_by("pk")
    sheet_ids = list(found.values_list("pk", flat=True))
    round_ = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=match.round_id)
    tournament = contests.lock(round_.stage.tournament_id)
    begun = Game.objects.filter(match=match, sheet__events__isnull=False).first()
    if begun is not None:
        raise Conflict("scores-entered", table=begun.table_no)
    AccessLink.objects.filter(purpose=AccessLink.Purpose.TABLE, target=match.pk).update(revoked_at=timezone.now())
    Game.objects.filter(match=match).delete()
    match.delete()
    ScoreSheet.objects.filter(pk__in=sheet_ids).delete()
    audit.record(actor, "catch-up.taken-away", round_, club_id=tournament.club_id, before={"round": round_.number})
    tables_changed.send(sender=Round, round_id=round_.pk)
    contests.touch(tournament.pk)
    return round_


# What the life of a round asks


def open_tables(round_: Round) -> list[int]:
    """The tables that a round waits for before it can be closed, by number. Games that are made up may go on after it,
    but not after the last round of all."""
    games = Game.objects.exclude(state=Game.State.CLOSED).order_by("table_no")
    found = games.filter(match__round=round_).exclude(match__kind=Match.Kind.CATCH_UP)
    still_open = list(found.values_list("table_no", flat=True))
    if still_open or not _is_last(round_):
        return still_open
    made_up = games.filter(match__round__stage__tournament=round_.stage.tournament_id)
    return list(made_up.filter(match__kind=Match.Kind.CATCH_UP).values_list("table_no", flat=True))


def _is_last(round_: Round) -> bool:
    stage = round_.stage
    later = Stage.objects.filter(tournament=stage.tournament_id, position__gt=stage.position)
    return round_.number >= stages.last_number(stage) and not later.exists()


def over_with(round_: Round) -> list[uuid.UUID]:
    """The matches whose codes write nothing any more once a round is closed: its own, and games made up by then."""
    own = round_.matches.exclude(kind=Match.Kind.CATCH_UP)
    made_up = Match.objects.filter(
        round__stage__tournament=round_.stage.tournament_id, kind=Match.Kind.CATCH_UP, games__state=Game.State.CLOSED
    )
    return [*own.values_list("pk", flat=True), *made_up.values_list("pk", flat=True)]
