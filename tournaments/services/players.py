"""Who plays in a pair, round by round: replaced, leaving a partner alone, coming back.

A member is of an entry from a round until a round, and a round that is closed is nobody else's any more: what was
played stays with who played. Whoever comes in during a round plays it from the next deal on: the pair goes on as one,
and in lists of players each has the deals that he played. Or he comes in with the next round.
"""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, Q

from clubs.persons import person_for
from core import audit
from core.actors import Actor
from core.models import AuditEvent
from scoring.models import SheetEntry
from tournaments.models import Entry, EntryMember, Round, Tournament
from tournaments.services import contests, leaving, presence
from tournaments.services.entries import NewPlayer
from tournaments.services.errors import Conflict, TournamentError
from tournaments.signals import tables_changed

#: The verbs of the trail under which a change is found again, to be taken back.
REPLACED = "entry.player-replaced"
RELEASED = "entry.player-released"


@dataclass(frozen=True, slots=True)
class Since:
    """The rounds a change may begin with: the one being played (or None), and the next one that can be drawn."""

    now: int | None
    next: int | None

    @property
    def choices(self) -> tuple[int, ...]:
        return tuple(number for number in (self.now, self.next) if number is not None)


def since(tournament: Tournament) -> Since:
    """When a change of players may begin."""
    round_, next_one = presence.playing(tournament), presence.due(tournament)
    return Since(round_.number if round_ else None, next_one.number if next_one else None)


@transaction.atomic
def replace(
    member_id: uuid.UUID, player: NewPlayer | uuid.UUID, from_round: int, actor: Actor, *, from_deal: int | None = None
) -> tuple[EntryMember, AuditEvent]:
    """Put a player (by name, or a known person's id) in the place of a member, from round ``from_round`` on: the one
    being played or the next. ``from_deal``: the deal of a round being played that he begins with (1 or more), the next
    one on the sheet where it is not said. The event takes it back (``take_back``).

    Conflict ``player-replaced`` (the member has given way already), ``entry-left``, ``player-in-pair`` (number);
    TournamentError ``from-round``, ``from-deal``, ``same-player``, ``replace-single`` (in a mêlée who leaves is not
    replaced: another player is another entry).
    """
    entry, member = _locked(member_id, from_round)
    if entry.tournament.entry_kind == Tournament.EntryKind.SINGLES:
        raise TournamentError("replace-single")
    person_id = player if isinstance(player, uuid.UUID) else person_for(entry.tournament.club, player.name).pk
    if entry.members.filter(until_round__isnull=True, person_id=person_id).exists():
        raise TournamentError("same-player", "player")
    deal = _first_deal(entry, member, from_round, from_deal)
    before = _give_way(member, from_round, has_played=deal > 1)
    objected = isinstance(player, NewPlayer) and player.objected
    made = EntryMember(
        tournament=entry.tournament,
        entry=entry,
        person_id=person_id,
        slot=member.slot,
        from_round=from_round,
        from_deal=deal,
        shown_as=EntryMember.ShownAs.OBJECTED if objected else EntryMember.ShownAs.NAME,
    )
    _save(made, entry)
    event = audit.record(actor, REPLACED, entry, club_id=entry.tournament.club_id, before=before, after=_as_data(made))
    _changed(entry, from_round)
    return made, event


@transaction.atomic
def release(member_id: uuid.UUID, actor: Actor) -> tuple[Entry, AuditEvent]:
    """A player leaves and the partner looks for another one: the pair is not drawn until it is complete again.

    It begins with the next round. Errors as of ``replace``; TournamentError ``nothing-to-draw`` after the last draw.
    """
    next_one = presence.due(_tournament_of(member_id))
    if next_one is None:
        raise TournamentError("nothing-to-draw")
    entry, member = _locked(member_id, next_one.number)
    if entry.tournament.entry_kind == Tournament.EntryKind.SINGLES or entry.status != Entry.Status.ACTIVE:
        raise TournamentError("replace-single")
    before = _give_way(member, next_one.number)
    entry.status = Entry.Status.INCOMPLETE
    entry.save(update_fields=["status"])
    event = audit.record(actor, RELEASED, entry, club_id=entry.tournament.club_id, before=before)
    _changed(entry, next_one.number)
    return entry, event


@transaction.atomic
def take_back(event_id: int, actor: Actor) -> Entry:
    """Undo the replacement or departure of a player under this event, while no round has been closed since it began.

    Conflict ``nothing-to-undo`` (it has been taken back, or followed by another change), ``player-has-played`` (round:
    a round has been closed with the new player), ``player-in-pair`` (who left plays elsewhere now).
    """
    event = AuditEvent.objects.filter(pk=event_id, verb__in=[REPLACED, RELEASED]).first()
    if event is None or event.object_id is None:
        raise Conflict("nothing-to-undo")
    before, after = dict(event.before or {}), dict(event.after or {})
    tournament = Entry.objects.select_related("tournament__club").get(pk=event.object_id).tournament
    leaving.lock_playing(tournament)
    contests.lock(tournament.pk)
    entry = Entry.objects.select_related("tournament").get(pk=event.object_id)
    _check_undo(entry, before, after)
    if after:
        entry.members.filter(pk=after["member"]).delete()
    member = entry.members.filter(pk=before["member"]).first() or EntryMember(
        pk=uuid.UUID(before["member"]),
        tournament=tournament,
        entry=entry,
        person_id=uuid.UUID(before["person"]),
        slot=before["slot"],
        from_round=before["from"],
        from_deal=before.get("from_deal", 1),
        shown_as=before["shown_as"],
    )
    member.from_round, member.until_round = before["from"], None
    _save(member, entry)
    if not after and entry.status == Entry.Status.INCOMPLETE:
        entry.status = Entry.Status.ACTIVE
        entry.save(update_fields=["status"])
    audit.record(actor, "entry.player-back", entry, club_id=tournament.club_id, before=after, after=before)
    _changed(entry, before["until"] + 1)
    return entry


def undoable(entry: Entry) -> AuditEvent | None:
    """The last change of this entry's players, if it can still be taken back."""
    events = AuditEvent.objects.filter(object_type="entry", object_id=entry.pk, verb__in=[REPLACED, RELEASED])
    event = events.order_by("-pk").first()
    if event is None:
        return None
    try:
        _check_undo(entry, dict(event.before or {}), dict(event.after or {}))
    except Conflict:
        return None
    return event


def is_of(event_id: int, entry: Entry) -> bool:
    """Whether this event is a change of this entry's players."""
    return AuditEvent.objects.filter(pk=event_id, object_id=entry.pk, verb__in=[REPLACED, RELEASED]).exists()


def _check_undo(entry: Entry, before: dict[str, Any], after: dict[str, Any]) -> None:
    in_place = entry.members.filter(slot=before["slot"], until_round__isnull=True).first()
    if (str(in_place.pk) if in_place else None) != after.get("member"):
        raise Conflict("nothing-to-undo")
    begun = before["until"] + 1
    closed = Round.objects.filter(
        stage__tournament=entry.tournament_id, number__gte=begun, state=Round.State.CLOSED
    ).first()
    if after and closed is not None:
        raise Conflict("player-has-played", round=closed.number)


def _locked(member_id: uuid.UUID, from_round: int) -> tuple[Entry, EntryMember]:
    """A member that plays, and its entry, which is still in; round and tournament locked."""
    tournament = _tournament_of(member_id)
    leaving.lock_playing(tournament)
    contests.lock(tournament.pk)
    member = EntryMember.objects.select_related("entry__tournament__club").filter(pk=member_id).first()
    if member is None or member.until_round is not None:
        raise Conflict("player-replaced")
    if from_round not in since(tournament).choices or from_round < member.from_round:
        raise TournamentError("from-round", "from_round")
    if member.entry.status in leaving.GONE:
        raise Conflict("entry-left", number=member.entry.number)
    return member.entry, member


def _tournament_of(member_id: uuid.UUID) -> Tournament:
    """The tournament of a member; Conflict ``player-replaced`` for one who gave way before he had played."""
    member = EntryMember.objects.select_related("tournament").filter(pk=member_id).first()
    if member is None:
        raise Conflict("player-replaced")
    return member.tournament


def _first_deal(entry: Entry, member: EntryMember, from_round: int, wanted: int | None) -> int:
    """The deal that a round begins with for who comes in: the first, unless the round is being played. Who came and
    went within one round has nothing of it: who comes next has all since he came."""
    round_ = presence.playing(entry.tournament)
    if round_ is None or round_.number != from_round:
        return 1
    if member.from_round == from_round and member.from_deal > 1:
        return member.from_deal
    if wanted is not None:
        if not 1 <= wanted <= contests.MOST_DEALS:
            raise TournamentError("from-deal", "from_deal", most=contests.MOST_DEALS)
        return wanted
    at_table = Q(sheet__game__match__seats__participant=entry, sheet__game__match__seats__outside=False)
    lines = SheetEntry.objects.filter(at_table, sheet__game__match__round=round_, voided_at=None)
    return (lines.aggregate(last=Max("counted"))["last"] or 0) + 1


def _give_way(member: EntryMember, from_round: int, *, has_played: bool = False) -> dict[str, Any]:
    """End a membership before ``from_round``; one that has not begun by then is forgotten, but for who ``has_played``
    deals of the very first round: he is kept as from 0 until 0. What is to be remembered."""
    data = {**_as_data(member), "until": from_round - 1}
    if has_played and member.from_round == from_round == 1 and member.from_deal == 1:
        member.from_round = member.until_round = 0
        member.save(update_fields=["from_round", "until_round"])
    elif member.from_round >= from_round:
        member.delete()
    else:
        member.until_round = from_round - 1
        member.save(update_fields=["until_round"])
    return data


def _as_data(member: EntryMember) -> dict[str, Any]:
    return {
        "member": str(member.pk),
        "person": str(member.person_id),
        "slot": member.slot,
        "from": member.from_round,
        **({"from_deal": member.from_deal} if member.from_deal > 1 else {}),
        "shown_as": member.shown_as,
    }


def _save(member: EntryMember, entry: Entry) -> None:
    try:
        with transaction.atomic():
            member.save()
    except IntegrityError:
        other = EntryMember.objects.filter(
            tournament=entry.tournament_id, person=member.person_id, until_round__isnull=True
        ).select_related("entry")
        number = other[0].entry.number if other else entry.number
        raise Conflict("player-in-pair", "player", number=number) from None


def _changed(entry: Entry, from_round: int) -> None:
    """Phones, desk and sheets of a round being played show who plays now."""
    round_ = presence.playing(entry.tournament)
    if round_ is not None and from_round <= round_.number and round_.seats.filter(participant=entry).exists():
        Round.objects.filter(pk=round_.pk).update(revision=round_.revision + 1)
        tables_changed.send(sender=Round, round_id=round_.pk)
