"""Who comes late: into the next draw as everybody else, or at once, at a new table of the round that is being played.

A table that is added sets people who are not seated in the round, some of whom rest in it, against each other; nothing
else of the round changes. The draw stays as it was made: the table is a match of the round, and none of the draw.
"""

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from core import audit, links
from core.actors import Actor
from core.models import AccessLink, AuditEvent
from scoring import sheets
from scoring.models import ScoreSheet, SheetSide
from tournaments.draws.engine import MELEE, PLANNED, TEAMS
from tournaments.models import Entry, Game, Match, Round, RoundStatus, Seat, Tournament
from tournaments.services import contests, drawing, leaving, presence
from tournaments.services.errors import Conflict, TournamentError
from tournaments.signals import tables_changed

#: The verb of the trail under which an added table is found again, with the status that its entries had before.
ADDED = "table.added"


# Who could be seated now


@dataclass(frozen=True, slots=True)
class Opening:
    """The round being played, where a table could be added to it: ``resting`` and ``waiting`` (not drawn in it) are
    entries without a seat in it, by number; ``seats`` of them make a table."""

    round: Round
    resting: Sequence[Entry]
    waiting: Sequence[Entry]
    seats: int


def opening(tournament: Tournament) -> Opening | None:
    """Who could be seated in the round being played; None where none is played, or its system follows a plan, in which
    a table that was not foreseen would upset the rounds to come."""
    round_ = presence.playing(tournament)
    if round_ is None:
        return None
    system = drawing.engine_system(tournament, round_.stage)
    if system in {*PLANNED, TEAMS}:
        return None
    seated = set(Seat.objects.filter(round=round_, outside=False).values_list("participant_id", flat=True))
    status = dict(round_.statuses.values_list("entry_id", "status"))
    free = [
        entry
        for entry in drawing.taking_part(tournament, round_.stage)
        if entry.status == Entry.Status.ACTIVE and entry.pk not in seated
    ]
    rests = [entry for entry in free if status.get(entry.pk) == RoundStatus.Status.BYE]
    waits = [entry for entry in free if status.get(entry.pk) != RoundStatus.Status.BYE]
    return Opening(round_, rests, waits, 4 if system == MELEE else 2)


# Adding a table, and taking it away again


@transaction.atomic
def seat_now(round_id: uuid.UUID, entry_ids: Sequence[uuid.UUID], actor: Actor) -> Match:
    """Seat these entries at a new table of a round being played: two pairs, or four players of a mêlée, who are then
    put together so that the fewest have been partners, then opponents, before. One of them at least did not rest.

    Conflict ``round-not-playing``, ``seat-taken`` (number: an entry that has a seat, or has left); TournamentError
    ``seat-count`` (seats), ``seat-by-plan``, ``seat-nobody-late``.
    """
    round_ = _lock_round(round_id)
    tournament = contests.lock(round_.stage.tournament_id)
    if round_.state != Round.State.PLAYING:
        raise Conflict("round-not-playing", round=round_.number)
    ready = opening(tournament)
    if ready is None or ready.round.pk != round_.pk:
        raise TournamentError("seat-by-plan")
    chosen = _chosen(tournament, ready, entry_ids)
    half = ready.seats // 2
    sides = (chosen[:half], chosen[half:]) if half == 1 else _parted(tournament, chosen)
    was = dict(round_.statuses.filter(entry__in=chosen).values_list("entry_id", "status"))
    match = _set_table(round_, sides)
    audit.record(
        actor,
        ADDED,
        match,
        club_id=tournament.club_id,
        before={str(entry.pk): was.get(entry.pk) for entry in chosen},
        after={"round": round_.number, "table": match.board, "entries": [str(entry.pk) for entry in chosen]},
    )
    _changed(round_)
    return match


def _lock_round(round_id: uuid.UUID) -> Round:
    """The round, its row locked before the tournament's: nobody closes it, or takes its draw back, meanwhile."""
    return Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=round_id)


def _chosen(tournament: Tournament, ready: Opening, entry_ids: Sequence[uuid.UUID]) -> list[Entry]:
    """The entries to seat, those that rest first: they have their places already."""
    if len(set(entry_ids)) != ready.seats or len(entry_ids) != ready.seats:
        raise TournamentError("seat-count", "with", seats=ready.seats)
    free = {entry.pk for entry in (*ready.resting, *ready.waiting)}
    for entry in tournament.entries.filter(pk__in=entry_ids):
        if entry.pk not in free:
            raise Conflict("seat-taken", number=entry.number)
    chosen = [entry for entry in (*ready.resting, *ready.waiting) if entry.pk in entry_ids]
    if len(chosen) != ready.seats:
        raise TournamentError("seat-count", "with", seats=ready.seats)
    if all(entry in ready.resting for entry in chosen):
        raise TournamentError("seat-nobody-late")
    return chosen


def _parted(tournament: Tournament, four: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Four players as two sides, by what they have played before; of equals the first by their numbers."""
    partners, opponents = _met(tournament, four)

    def cost(pair: tuple[Entry, ...]) -> tuple[int, int]:
        rest = [one for one in four if one not in pair]
        against = sum(opponents[frozenset((one.pk, other.pk))] for one in pair for other in rest)
        together = sum(partners[frozenset(one.pk for one in both)] for both in (pair, rest))
        return together, against

    first = four[0]
    best = min((both for both in combinations(four, 2) if first in both), key=cost)
    return list(best), [one for one in four if one not in best]


def met_before(tournament: Tournament, entry: Entry) -> dict[uuid.UUID, int]:
    """Whom an entry has met at a table, and in which round last."""
    mine = Seat.objects.filter(round__stage__tournament=tournament, participant=entry, outside=False)
    side_in = dict(mine.values_list("match_id", "side"))
    others = Seat.objects.filter(match__in=side_in, outside=False).order_by("round__number")
    return {
        other: number
        for match_id, side, other, number in others.values_list("match_id", "side", "participant_id", "round__number")
        if side != side_in[match_id]
    }


def _met(
    tournament: Tournament, four: Sequence[Entry]
) -> tuple[Counter[frozenset[uuid.UUID]], Counter[frozenset[uuid.UUID]]]:
    """How often any two of these were partners, and opponents."""
    seats = Seat.objects.filter(round__stage__tournament=tournament, participant__in=[one.pk for one in four])
    tables: dict[uuid.UUID, list[tuple[str, uuid.UUID]]] = {}
    for match_id, side, entry_id in seats.values_list("match_id", "side", "participant_id"):
        tables.setdefault(match_id, []).append((side, entry_id))
    partners: Counter[frozenset[uuid.UUID]] = Counter()
    opponents: Counter[frozenset[uuid.UUID]] = Counter()
    for table in tables.values():
        for (side, one), (other_side, other) in combinations(table, 2):
            (partners if side == other_side else opponents)[frozenset((one, other))] += 1
    return partners, opponents


def _set_table(round_: Round, sides: Sequence[Sequence[Entry]]) -> Match:
    """Match, seats, game, sheet, link and statuses of one more table, at the next free number."""
    boards = round_.matches.aggregate(board=Max("board"), table=Max("games__table_no"))
    number = max(boards["board"] or 0, boards["table"] or 0) + 1
    match = Match.objects.create(round=round_, board=number)
    [sheet] = sheets.open_sheets(round_.stage.ruleset_version_id, round_.stage.game_format_id, 1)
    try:
        with transaction.atomic():
            Seat.objects.bulk_create(
                Seat(match=match, round=round_, side=side, slot=slot, participant=entry)
                for side, entries in zip((SheetSide.Side.A, SheetSide.Side.B), sides, strict=True)
                for slot, entry in enumerate(entries, 1)
            )
    except IntegrityError:
        raise Conflict("seat-taken", number=sides[0][0].number) from None
    Game.objects.create(match=match, table_no=number, sheet=sheet)
    links.issue(AccessLink.Purpose.TABLE, match.pk)
    for entry in (*sides[0], *sides[1]):
        RoundStatus.objects.update_or_create(round=round_, entry=entry, defaults={"status": RoundStatus.Status.PLAYS})
    return match


@transaction.atomic
def unseat(match_id: uuid.UUID, actor: Actor) -> Round:
    """Take an added table away again while nothing is written on its sheet: who rested rests, its code opens nothing.

    Conflict ``table-not-added``, ``scores-entered`` (table), ``round-not-playing``.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise Conflict("table-not-added")
    # The sheet first, then the round, as where a draw is taken back.
    sheet_ids = list(
        ScoreSheet.objects.select_for_update(of=("self",)).filter(game__match=match).values_list("pk", flat=True)
    )
    round_ = _lock_round(match.round_id)
    tournament = contests.lock(round_.stage.tournament_id)
    if round_.state != Round.State.PLAYING:
        raise Conflict("round-not-playing", round=round_.number)
    event = AuditEvent.objects.filter(verb=ADDED, object_id=match.pk).first()
    if event is None:
        raise Conflict("table-not-added")
    if Game.objects.filter(match=match, sheet__events__isnull=False).exists():
        raise Conflict("scores-entered", table=match.board)
    AccessLink.objects.filter(purpose=AccessLink.Purpose.TABLE, target=match.pk).update(revoked_at=timezone.now())
    Game.objects.filter(match=match).delete()
    number = match.board
    match.delete()
    ScoreSheet.objects.filter(pk__in=sheet_ids).delete()
    _as_before(round_, dict(event.before or {}))
    audit.record(actor, "table.taken-away", round_, club_id=tournament.club_id, before={"table": number})
    _changed(round_)
    return round_


def _as_before(round_: Round, was: Mapping[str, str | None]) -> None:
    """The statuses as they were before the table was added; an entry that came after the draw had none."""
    for entry, status in was.items():
        mine = round_.statuses.filter(entry_id=entry)
        if status is None:
            mine.delete()
        else:
            mine.update(status=status)


def _changed(round_: Round) -> None:
    """Who looks at the round sees something else; the sheets are printed again; who is ahead may change later."""
    Round.objects.filter(pk=round_.pk).update(revision=round_.revision + 1)
    tables_changed.send(sender=Round, round_id=round_.pk)
    contests.touch(round_.stage.tournament_id)


# Those whom a round had not known


def note_not_entered(round_: Round) -> int:
    """Write down for this round and those before it that entries which came later were not in them; in the transaction
    that publishes or closes a round, its row locked. Returns how many lines that were.

    So every entry of the list has one status in every round, and what a late pair marks for those it missed is given
    by the same rule as to all.
    """
    rounds = Round.objects.filter(
        stage__tournament=round_.stage.tournament_id, number__lte=round_.number, stage__position=1
    ).exclude(state=Round.State.DRAFT)
    entries = Entry.objects.filter(tournament=round_.stage.tournament_id, team__isnull=True)
    known = set(RoundStatus.objects.filter(round__in=rounds).values_list("round_id", "entry_id"))
    status = RoundStatus.Status
    lines = [
        RoundStatus(round=one, entry=entry, status=status.WITHDRAWN if entry.status in leaving.GONE else status.LATE)
        for entry in entries.exclude(status=Entry.Status.INCOMPLETE)
        for one in rounds
        if (one.pk, entry.pk) not in known
    ]
    RoundStatus.objects.bulk_create(lines)
    return len(lines)
