"""Giving prizes out: who has which in hand, told by rows that nothing changes. A prize that is taken back is a counter
entry, so that both stay to be read."""

import uuid
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from core import audit
from core.actors import Actor
from tournaments.models import Entry, EntryMember, PrizeHanding, PrizeList, Tournament
from tournaments.services import contests, prizes
from tournaments.services.errors import Conflict, TournamentError
from tournaments.standings.prizes import Award

OPENED, HANDED, TAKEN_BACK = "prizes.opened", "prize.handed", "prize.taken-back"


def handed(tournament: Tournament) -> dict[str, PrizeHanding]:
    """What is in somebody's hands, by the key of its award."""
    newest: dict[str, PrizeHanding] = {}
    rows = PrizeHanding.objects.filter(tournament=tournament).select_related("by", "signed_by")
    for row in rows.order_by("award", "seq"):
        newest[row.award] = row
    return {key: row for key, row in newest.items() if row.seq % 2}


@transaction.atomic
def hand(
    tournament_id: uuid.UUID, key: str, entry: str, actor: Actor, *, signed_by: uuid.UUID | None = None
) -> PrizeHanding:
    """Hand a settled prize to the entry that has won it, once; ``entry``: its id on the page. ``signed_by``: the player
    of it who signs.

    TournamentError ``prizes-open`` (not settled), ``prize-signer``; Conflict ``prize-gone`` (not this entry's, or there
    is none such), ``prize-handed`` (it is out already, or another share of the same is by an older settlement).
    """
    tournament = contests.lock(tournament_id)
    found = prizes.of(tournament)
    if found is None or found.settled_at is None:
        raise TournamentError("prizes-open")
    won = next((one for one in prizes.settled_awards(found) if one.key == key and one.entry == entry and entry), None)
    if won is None:
        raise Conflict("prize-gone")
    out = handed(tournament)
    for other in out.values():
        is_share_of_same = tuple(other.slots) == won.slots and other.award != key
        if set(other.slots) & set(won.slots) and not is_share_of_same:
            raise Conflict("prize-handed", number=Entry.objects.get(pk=other.entry_id).number)
    members = EntryMember.objects.filter(tournament=tournament).filter(Q(entry=won.entry) | Q(entry__team=won.entry))
    if signed_by is not None and not members.filter(person=signed_by).exists():
        raise TournamentError("prize-signer")
    made = _write(tournament, _row(won, signed_by), actor)
    audit.record(actor, HANDED, made, club_id=tournament.club_id, after=_told(made))
    return made


def _row(won: Award, signed_by: uuid.UUID | None) -> PrizeHanding:
    return PrizeHanding(
        award=won.key,
        entry_id=uuid.UUID(won.entry),
        slots=list(won.slots),
        kind=won.kind.value,
        label=won.label,
        cents=won.cents,
        signed_by_id=signed_by,
    )


@transaction.atomic
def take_back(tournament_id: uuid.UUID, key: str, actor: Actor) -> PrizeHanding:
    """A prize that was handed out is there again: a counter entry. Conflict ``prize-not-out``."""
    tournament = contests.lock(tournament_id)
    out = handed(tournament).get(key)
    if out is None:
        raise Conflict("prize-not-out")
    row = PrizeHanding(
        award=key, entry_id=out.entry_id, slots=out.slots, kind=out.kind, label=out.label, cents=out.cents
    )
    made = _write(tournament, row, actor)
    audit.record(actor, TAKEN_BACK, made, club_id=tournament.club_id, after=_told(made))
    return made


def _write(tournament: Tournament, row: PrizeHanding, actor: Actor) -> PrizeHanding:
    row.tournament, row.by_id = tournament, actor.user
    row.seq = PrizeHanding.objects.filter(tournament=tournament, award=row.award).count() + 1
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise Conflict("prize-handed", number=row.entry.number) from None
    return row


def _told(row: PrizeHanding) -> dict[str, Any]:
    return {"number": row.entry.number, "label": row.label, "cents": row.cents}


@transaction.atomic
def open_again(tournament_id: uuid.UUID, actor: Actor) -> PrizeList:
    """Let the list be changed again. TournamentError ``prizes-none``, ``prizes-open``; Conflict ``prizes-handed``
    (count): something of it was handed out."""
    tournament = contests.lock(tournament_id)
    found = prizes.must_be_there(tournament)
    if found.settled_at is None:
        raise TournamentError("prizes-open")
    out = len(handed(tournament))
    if out:
        raise Conflict("prizes-handed", count=out)
    found.publication, found.settled_at, found.awards = None, None, []
    found.revision += 1
    found.save()
    audit.record(actor, OPENED, found, club_id=tournament.club_id)
    return found
