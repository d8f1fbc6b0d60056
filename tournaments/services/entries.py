"""Who takes part: adding by hand, importing a list, withdrawing, completing a single player's pair."""

import itertools
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, ProtectedError

from clubs.models import Licence
from clubs.persons import PersonName, person_for, persons_for
from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments import entrylist
from tournaments.entrylist import ExistingEntry, ExistingPlayer, Plan, PlannedPlayer, PlannedRow
from tournaments.models import Entry, EntryMember, Payment, Tournament
from tournaments.services import contests, drawsetup, fees, kinds, payments, presence
from tournaments.services.errors import Conflict, TournamentError

#: The highest number that can be typed.
MOST_NUMBER = 9_999


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player as entered; ``objected``: does not want to be named in public."""

    name: PersonName
    objected: bool = False


@transaction.atomic
def add_pair(
    tournament_id: uuid.UUID,
    players: Sequence[NewPlayer],
    actor: Actor,
    *,
    home_club: str = "",
    category: str = "",
    paid: bool | None = None,
    number: int | None = None,
    rating: int | None = None,
) -> Entry:
    """Enter a pair (or one player who looks for a partner) under ``number``, or the next free one. In a mêlée one
    player alone is complete. The pairs of a team: see ``tournaments.services.teams``.

    Raises TournamentError: ``players-count``, ``same-player`` (the same twice), ``player-in-pair`` (number of the other
    entry), ``number-taken``, ``team-missing``.
    """
    tournament = contests.lock(tournament_id)
    if tournament.entry_kind == Tournament.EntryKind.TEAMS:
        raise TournamentError("team-missing", "team")
    if not 1 <= len(players) <= players_of(tournament):
        raise TournamentError("players-count", "players")
    complete = len(players) == players_of(tournament)
    entry = new_entry(tournament, number, home_club, category, paid, complete=complete, rating=rating)
    add_members(tournament, entry, players)
    if paid:
        payments.pay_open(entry, actor)
    audit.record(
        actor, "entry.added", entry, club_id=tournament.club_id, after={"number": entry.number, "players": len(players)}
    )
    return entry


def players_of(tournament: Tournament) -> int:
    """How many players an entry has when it is complete: one in a mêlée, else the two of a pair."""
    return 1 if tournament.entry_kind == Tournament.EntryKind.SINGLES else 2


def kind_of(tournament: Tournament) -> str:
    """What a player or two enter as: single players in a mêlée, else a pair (also of a team)."""
    return Entry.Kind.SINGLE if tournament.entry_kind == Tournament.EntryKind.SINGLES else Entry.Kind.PAIR


def new_entry(
    tournament: Tournament,
    number: int | None,
    home_club: str,
    category: str,
    paid: bool | None,
    *,
    complete: bool,
    **more: Any,
) -> Entry:
    """A row of the list under ``number``, or the next free one; ``more``: other fields of it. What was ``paid`` is
    received once its players are there (``payments.pay_open``). Conflict ``number-taken``."""
    if number is None:
        number = next_number(tournament, more.get("team"))
    values = {"kind": kind_of(tournament), **more}
    try:
        with transaction.atomic():
            return Entry.objects.create(
                tournament=tournament,
                number=number,
                home_club=one_line(home_club, 80),
                category=category[:20],
                paid=_said(paid),
                status=Entry.Status.ACTIVE if complete else Entry.Status.INCOMPLETE,
                **values,
            )
    except IntegrityError:
        raise Conflict("number-taken", "number", number=number) from None


def next_number(tournament: Tournament, team: Entry | None = None) -> int:
    """The number after the highest. The pairs of teams, which are called by their team, have numbers above all that
    are typed."""
    last = tournament.entries.filter(team__isnull=team is None).aggregate(last=Max("number"))["last"] or 0
    return max(last, 0 if team is None else MOST_NUMBER) + 1


def _said(paid: bool | None) -> str:
    """What is noted of who has not paid: that he was asked, or nothing. Who has, has a payment."""
    return Entry.Paid.NO if paid is False else Entry.Paid.UNKNOWN


def add_members(tournament: Tournament, entry: Entry, players: Sequence[NewPlayer], *, from_round: int = 1) -> None:
    """Put players on the free chairs of an entry, from a round on; a refusal names the field by the chair."""
    members = dict(entry.members.filter(until_round__isnull=True).values_list("slot", "person_id"))
    seen = set(members.values())
    free = (slot for slot in itertools.count(1) if slot not in members)
    for slot, player in zip(free, players, strict=False):
        person = person_for(tournament.club, player.name)
        if person.pk in seen:
            raise TournamentError("same-player", f"player_{slot}")
        seen.add(person.pk)
        shown = EntryMember.ShownAs.OBJECTED if player.objected else EntryMember.ShownAs.NAME
        try:
            with transaction.atomic():
                EntryMember.objects.create(
                    tournament=tournament,
                    entry=entry,
                    person=person,
                    slot=slot,
                    shown_as=shown,
                    from_round=from_round,
                )
        except IntegrityError:
            other = EntryMember.objects.filter(
                tournament=tournament, person=person, until_round__isnull=True
            ).select_related("entry__team")
            clash = other[0].entry if other else entry
            number = (clash.team or clash).number  # of a pair of a team nobody knows its own
            raise Conflict("player-in-pair", f"player_{slot}", number=number) from None


@transaction.atomic
def complete_pair(entry_id: uuid.UUID, player: NewPlayer, actor: Actor) -> Entry:
    """Give a single player a partner; from then on the pair is drawn."""
    entry = Entry.objects.select_related("tournament__club").get(pk=entry_id)
    tournament = contests.lock(entry.tournament_id)
    entry.refresh_from_db(fields=["status"])
    if entry.status != Entry.Status.INCOMPLETE:
        raise Conflict("pair-complete", "player_2", number=entry.number)
    add_members(tournament, entry, [player], from_round=presence.next_number(tournament))
    entry.status = Entry.Status.ACTIVE
    entry.save(update_fields=["status"])
    if entry.team is not None:
        kinds.settle(entry.team, drawsetup.pairs_a_team(contests.only_stage(tournament)))
    fees.note(tournament, [fees.payer_of(entry).pk])
    audit.record(actor, "entry.completed", entry, club_id=tournament.club_id)
    return entry


@transaction.atomic
def join_singles(entry_id: uuid.UUID, other_id: uuid.UUID, actor: Actor) -> Entry:
    """Make one pair of two players who both look for a partner; it keeps the number of the first.

    The second entry goes; where a round has been played since it was entered, it stays as withdrawn and without player.
    Raises Conflict("pair-complete") where one of them has found a partner meanwhile, or TournamentError("same-player").
    """
    entry = Entry.objects.select_related("tournament").get(pk=entry_id)
    tournament = contests.lock(entry.tournament_id)
    other = tournament.entries.get(pk=other_id)
    entry.refresh_from_db(fields=["status"])
    if entry.pk == other.pk:
        raise TournamentError("same-player", "other")
    for single in (entry, other):
        if single.status != Entry.Status.INCOMPLETE:
            raise Conflict("pair-complete", "other", number=single.number)
    _move_members(other, entry, presence.next_number(tournament))
    # What was noted beforehand of one who has not played yet; nobody was ever absent from a round by it.
    other.attendances.filter(round_number__gte=presence.next_number(tournament)).delete()
    entry.status = Entry.Status.ACTIVE
    entry.save(update_fields=["status"])
    payments.move(tournament, other, entry, actor)
    try:
        with transaction.atomic():
            other.delete()
    except ProtectedError:
        other.status = Entry.Status.WITHDRAWN
        other.save(update_fields=["status"])
    audit.record(
        actor, "entry.joined", entry, club_id=tournament.club_id, after={"number": entry.number, "other": other.number}
    )
    return entry


def _move_members(other: Entry, entry: Entry, number: int) -> None:
    """Who plays in ``other`` plays in ``entry`` from round ``number`` on; what was played before stays where it was."""
    has_played = other.seats.exists()
    taken = set(entry.members.filter(until_round__isnull=True).values_list("slot", flat=True))
    free = (slot for slot in itertools.count(1) if slot not in taken)
    moving = list(other.members.filter(until_round__isnull=True).order_by("slot"))
    for member, slot in zip(moving, free, strict=False):
        if has_played and member.from_round < number:
            member.until_round = number - 1
            member.save(update_fields=["until_round"])
        else:
            member.delete()
        EntryMember.objects.create(
            tournament_id=entry.tournament_id,
            entry=entry,
            person_id=member.person_id,
            slot=slot,
            shown_as=member.shown_as,
            from_round=number,
        )


@transaction.atomic
def set_status(entry_id: uuid.UUID, status: str, actor: Actor, *, reason: str = "") -> Entry:
    """Withdraw or disqualify an entry from the next draw on, or take it back in. What it has played stays.

    Of the round that is being played it changes nothing: see ``tournaments.services.leaving``.
    """
    entry = Entry.objects.select_related("tournament").get(pk=entry_id)
    contests.lock(entry.tournament_id)
    entry.refresh_from_db(fields=["status"])
    known = status in {Entry.Status.ACTIVE, Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED}
    if status == Entry.Status.ACTIVE and not is_complete(entry):
        status = Entry.Status.INCOMPLETE
    if not known or status == entry.status:
        raise Conflict("status-unchanged", number=entry.number)
    before = entry.status
    entry.status = status
    entry.save(update_fields=["status"])
    audit.record(
        actor,
        "entry.status",
        entry,
        club_id=entry.tournament.club_id,
        before={"status": before},
        after={"status": status},
        reason=reason,
    )
    contests.touch(entry.tournament_id)
    return entry


def is_complete(entry: Entry) -> bool:
    """Whether it has the players it plays with: two, in a mêlée one. A team's are in its pairs."""
    if entry.kind == Entry.Kind.TEAM:
        return True
    needed = 1 if entry.tournament.entry_kind == Tournament.EntryKind.SINGLES else 2
    return entry.members.filter(until_round__isnull=True).count() >= needed


# A whole list


def existing_entries(tournament: Tournament) -> list[ExistingEntry]:
    """The entries that a list is compared with, licences included so that namesakes are told apart."""
    licences = dict(
        Licence.objects.filter(person__memberships__tournament=tournament).values_list("person_id", "number")
    )
    members: dict[uuid.UUID, list[EntryMember]] = {}
    rows = EntryMember.objects.filter(tournament=tournament, until_round__isnull=True).select_related("person")
    for member in rows.order_by("slot"):
        members.setdefault(member.entry_id, []).append(member)
    amounts: dict[uuid.UUID, int] = {}
    for entry_id, cents in Payment.objects.filter(tournament=tournament).values_list("entry_id", "amount_cents"):
        amounts[entry_id] = amounts.get(entry_id, 0) + cents
    return [
        ExistingEntry(
            id=str(entry.pk),
            number=entry.number,
            players=tuple(
                ExistingPlayer(m.person.family, m.person.given, licences.get(m.person_id, ""))
                for m in members.get(entry.pk, [])
            ),
            club=entry.home_club,
            category=entry.category,
            # A list says that something was paid, whether or not more is due.
            paid=entry.paid == Entry.Paid.YES or bool(amounts.get(entry.pk)),
            amount_cents=amounts.get(entry.pk) or None,
            present=entry.present,
            withdrawn=entry.status == Entry.Status.WITHDRAWN,
            rating=entry.rating,
        )
        for entry in tournament.entries.filter(team__isnull=True).order_by("number")
    ]


def preview(tournament: Tournament, data: bytes, filename: str) -> Plan:
    """What importing this file would do, row by row; the import itself calls this very function.

    Raises ``entrylist.EntryListError`` where the file as a whole cannot be used, TournamentError ``team-missing`` where
    teams play: see ``teamimport``.
    """
    if tournament.entry_kind == Tournament.EntryKind.TEAMS:
        raise TournamentError("team-missing", "file")
    seats = players_of(tournament)
    table = entrylist.read_table(data, filename)
    mapping = entrylist.guess_mapping(table, seats)
    return entrylist.plan_import(table, mapping, existing_entries(tournament), seats)


@transaction.atomic
def import_list(tournament_id: uuid.UUID, data: bytes, filename: str, digest: str, actor: Actor) -> Plan:
    """Import the file whose preview had ``digest``. Conflict("list-changed") where the plan is no longer that one."""
    tournament = contests.lock(tournament_id)
    plan = preview(tournament, data, filename)
    if plan.digest != digest:
        raise Conflict("list-changed")
    created = [row for row in plan.rows if row.creates]
    _create_all(tournament, created, actor)
    if tournament.entry_kind == Tournament.EntryKind.SINGLES:
        _note_absent(tournament, [row.number or 0 for row in created if row.present is False], actor)
    for row in plan.rows:
        if row.updates:
            _update(tournament, row, actor)
    audit.record(
        actor, "entries.imported", tournament, club_id=tournament.club_id, after={"rows": plan.counts, "digest": digest}
    )
    return plan


def _note_absent(tournament: Tournament, numbers: Sequence[int], actor: Actor) -> None:
    """Whom a list says to be absent is so from the next round."""
    due = presence.due(tournament)
    if due is not None:
        for entry_id in tournament.entries.filter(number__in=numbers).values_list("pk", flat=True):
            presence.expect_absent(entry_id, due.number, actor)


def _create_all(tournament: Tournament, rows: list[PlannedRow], actor: Actor) -> None:
    """The new entries of a list with their players and sums, in a handful of statements."""
    persons = iter(persons_for(tournament.club, [_name(player) for row in rows for player in row.players]))
    numbers = dict(tournament.members.filter(until_round__isnull=True).values_list("person_id", "entry__number"))
    entries, members, sums = [], [], []
    for row in rows:
        assert row.number is not None
        entry = Entry(
            tournament=tournament,
            number=row.number,
            kind=kind_of(tournament),
            home_club=row.club[:80],
            category=row.category[:20],
            paid=_said(row.paid),
            present=row.present is not False,
            rating=row.rating,
            status=Entry.Status.ACTIVE if len(row.players) >= players_of(tournament) else Entry.Status.INCOMPLETE,
        )
        entries.append(entry)
        for slot, _player in enumerate(row.players, start=1):
            person = next(persons)
            if person.pk in numbers:  # another name of the same licence, or a joined record
                raise Conflict("player-in-pair", f"player_{slot}", number=numbers[person.pk])
            numbers[person.pk] = row.number
            members.append(EntryMember(tournament=tournament, entry=entry, person=person, slot=slot))
        if row.amount_cents:
            sums.append(_sum(tournament, entry, row.amount_cents, actor))
    try:
        with transaction.atomic():
            Entry.objects.bulk_create(entries)
            EntryMember.objects.bulk_create(members)
            Payment.objects.bulk_create(sums)
    except IntegrityError:
        raise Conflict("list-changed") from None
    ticked = {entry.pk for entry, row in zip(entries, rows, strict=True) if row.paid and not row.amount_cents}
    due = fees.dues(tournament, ticked) if ticked else {}
    Payment.objects.bulk_create(
        [_sum(tournament, entry, due[entry.pk].account.open, actor) for entry in entries if entry.pk in ticked]
    )
    if ticked or sums:
        fees.note(tournament, [entry.pk for entry in entries])


def _sum(tournament: Tournament, entry: Entry, cents: int, actor: Actor) -> Payment:
    """A payment that a list tells of; it does not say how."""
    kind = Payment.Kind.FEE if cents >= 0 else Payment.Kind.REFUND
    return Payment(tournament=tournament, entry=entry, kind=kind, amount_cents=cents, by_id=actor.user)


def _name(player: PlannedPlayer) -> PersonName:
    """The name to keep: as it was written where nothing told the order of its parts."""
    if not player.sure:
        return PersonName(player.name, "", order_known=False, licence=player.licence)
    return PersonName(player.family, player.given, licence=player.licence)


def _update(tournament: Tournament, row: PlannedRow, actor: Actor) -> None:
    entry = tournament.entries.get(pk=uuid.UUID(row.existing_id))
    entry.home_club = (row.club or entry.home_club)[:80]
    entry.category = (row.category or entry.category)[:20]
    if row.paid is False and not entry.payments.exists():
        entry.paid = Entry.Paid.NO
    if row.present is not None:
        entry.present = row.present
    if row.rating is not None:
        entry.rating = row.rating
    entry.save(update_fields=["home_club", "category", "paid", "present", "rating"])
    have = entry.members.filter(until_round__isnull=True).count()
    if have < len(row.players):
        newcomers = [NewPlayer(_name(player)) for player in row.players[have:]]
        add_members(tournament, entry, newcomers, from_round=presence.next_number(tournament))
        if entry.status == Entry.Status.INCOMPLETE:
            entry.status = Entry.Status.ACTIVE
            entry.save(update_fields=["status"])
    if row.amount_cents:
        more = row.amount_cents - payments.received(entry)
        if more:
            _sum(tournament, entry, more, actor).save()
    elif row.paid and entry.paid != Entry.Paid.YES:
        payments.pay_open(entry, actor)
    fees.note(tournament, [entry.pk])
