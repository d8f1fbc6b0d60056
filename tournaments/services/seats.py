"""Who really played at a table: put right after scores exist, with its history and without a new draw.

The draw stays what was drawn. Seats are what was played: results, standings and the next draws follow them.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from core import audit
from core.actors import Actor
from core.text import one_line
from scoring import sheets
from scoring.models import ScoreSheet
from tournaments.models import Game, Match, Round, RoundStatus, Seat
from tournaments.services import contests, resting
from tournaments.services.errors import Conflict, TournamentError
from tournaments.signals import tables_changed

Seating = dict[uuid.UUID, uuid.UUID]
"""Entries by seat."""


@dataclass(frozen=True, slots=True)
class PutRight:
    """What was changed: the numbers of the tables at which others sit now than was thought."""

    tables: tuple[int, ...]


@transaction.atomic
def put_right(
    game_id: uuid.UUID, wanted: Mapping[uuid.UUID, uuid.UUID], seen: Mapping[uuid.UUID, uuid.UUID], *,
    actor: Actor, reason: str,
) -> PutRight:  # fmt: skip
    """Say who really sat on the seats of a game's table: ``wanted`` gives entries by seat, ``seen`` those that the page
    showed. Who was said to sit there takes the place of who comes: at another table, or without one.

    TournamentError ``reason-missing``, ``seats-twice`` (number: an entry chosen for two seats), ``seats-unknown`` (no
    entry or seat of this round), ``seats-same``, ``seats-made-up`` (a game made up has one place in the round's play);
    Conflict ``seats-changed``.
    """
    said = one_line(reason, 300)
    if not said:
        raise TournamentError("reason-missing", "reason")
    game = Game.objects.select_related("match__round__stage").get(pk=game_id)
    before = _seating(game.match.round)
    after = _exchanged(game.match.round, before, wanted)
    changed = [seat for seat, entry in after.items() if before[seat] != entry]
    if not changed:
        raise TournamentError("seats-same")
    round_ = _locked(game.match.round_id, changed)
    if _seating(round_) != before or any(before.get(seat) != entry for seat, entry in seen.items()):
        raise Conflict("seats-changed")
    tables = _write(round_, changed, after)
    _change_statuses(round_, before, after, changed)
    told_before, told_after = _told(tables, before), _told(tables, after)
    for one in sorted(tables, key=lambda one: one.sheet_id):
        table = str(one.table_no)
        sheets.note_seats(one.sheet_id, before=told_before[table], after=told_after[table], actor=actor, reason=said)
    if round_.state == Round.State.CLOSED:
        resting.score_given(round_.stage)
    audit.record(
        actor,
        "seats.corrected",
        game,
        club_id=round_.stage.tournament.club_id,
        before={"round": round_.number, "tables": told_before},
        after={"round": round_.number, "tables": told_after},
        reason=said,
    )
    contests.touch(round_.stage.tournament_id)
    if round_.state == Round.State.PLAYING:
        tables_changed.send(sender=Round, round_id=round_.pk)
    return PutRight(tuple(sorted({one.table_no for one in tables})))


def _seating(round_: Round) -> Seating:
    """Who sits where in a round; who makes up a game, or helps in one, aside."""
    seats = Seat.objects.filter(round=round_, outside=False).exclude(match__kind=Match.Kind.CATCH_UP)
    return dict(seats.values_list("pk", "participant_id"))


def _exchanged(round_: Round, before: Seating, wanted: Mapping[uuid.UUID, uuid.UUID]) -> Seating:
    """The seating in which everybody ``wanted`` sits where it is said; who sat there takes the place that is free."""
    chosen = list(wanted.values())
    twice = next((entry for entry in chosen if chosen.count(entry) > 1), None)
    entries = {entry.pk: entry for entry in round_.stage.tournament.entries.filter(pk__in=chosen)}
    if not wanted.keys() <= before.keys():
        made_up = Seat.objects.filter(pk__in=wanted.keys() - before.keys(), match__kind=Match.Kind.CATCH_UP)
        raise TournamentError("seats-made-up" if made_up.exists() else "seats-unknown")
    if len(entries) < len(set(chosen)):
        raise TournamentError("seats-unknown")
    if twice is not None:
        raise TournamentError("seats-twice", number=entries[twice].number)
    after = dict(before)
    for seat, entry in wanted.items():
        if after[seat] == entry:
            continue
        other = next((place for place, sits in after.items() if sits == entry), None)
        if other is not None:
            after[other] = after[seat]
        after[seat] = entry
    return after


def _locked(round_id: uuid.UUID, seats: Iterable[uuid.UUID]) -> Round:
    """The sheets of the tables in question locked, then the round, then the tournament."""
    mine = ScoreSheet.objects.filter(game__match__seats__in=list(seats)).values("pk")
    found = ScoreSheet.objects.select_for_update(of=("self",)).filter(pk__in=mine)
    list(found.order_by("pk").values_list("pk", flat=True))
    round_ = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=round_id)
    contests.lock(round_.stage.tournament_id)
    return round_


def _write(round_: Round, changed: list[uuid.UUID], after: Seating) -> list[Game]:
    """Write the new seats, the old ones away first: no entry sits twice in a round, not even for a moment. The games of
    the tables at which something changed."""
    rows = list(Seat.objects.filter(pk__in=changed))
    Seat.objects.filter(pk__in=changed).delete()
    Seat.objects.bulk_create(
        Seat(
            id=row.pk,
            match_id=row.match_id,
            round=round_,
            side=row.side,
            slot=row.slot,
            participant_id=after[row.pk],
        )
        for row in rows
    )
    games = Game.objects.filter(match__in=[row.match_id for row in rows])
    return list(games.select_related("match").prefetch_related("match__seats").order_by("table_no"))


def _change_statuses(round_: Round, before: Seating, after: Seating, changed: list[uuid.UUID]) -> None:
    """Who comes from outside plays; who loses the seat for it rests, or is absent, as the other was."""
    came = [after[seat] for seat in changed if after[seat] not in before.values()]
    went = [before[seat] for seat in changed if before[seat] not in after.values()]
    status = RoundStatus.Status
    for new, old in zip(came, went, strict=True):
        was = round_.statuses.filter(entry=new).values_list("status", flat=True).first()
        round_.statuses.filter(entry=new).update(status=status.PLAYS)
        round_.statuses.filter(entry=old).update(status=status.BYE if was == status.BYE else status.ABSENT)


def _told(games: Iterable[Game], seating: Seating) -> dict[str, list[dict[str, Any]]]:
    """Who sits at each of these tables, by table number: ids, never names."""
    return {
        str(game.table_no): [
            {"side": seat.side, "slot": seat.slot, "entry": str(seating.get(seat.pk, seat.participant_id))}
            for seat in sorted(game.match.seats.all(), key=lambda seat: (seat.side, seat.slot))
        ]
        for game in games
    }
