"""The fee of a tournament, and what is due and received, by entry and by player."""

import secrets
import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet, Sum

from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.fees import Account, Fees, Kind, Share, shares
from tournaments.models import Entry, EntryMember, FeeChoice, FeeRules, Payment, Tournament
from tournaments.services import contests
from tournaments.services.errors import TournamentError
from tournaments.services.ranking import GONE

MOST_KINDS = 12
MOST_CENTS = 1_000_000
CHANGED, CHOSEN = "fees.changed", "fee.chosen"


def fees_of(tournament: Tournament) -> Fees:
    """The fees of a tournament; a fee for a whole entry where nothing else was said."""
    rules = FeeRules.objects.filter(tournament=tournament).first()
    if rules is None:
        return Fees(tournament.fee_cents)
    kinds = tuple(Kind(row["key"], row["name"], row["cents"]) for row in rules.kinds)
    return Fees(tournament.fee_cents, rules.per, kinds)


@transaction.atomic
def change(tournament_id: uuid.UUID, cents: int, per: str, kinds: Sequence[Kind], actor: Actor) -> Fees:
    """Settle the fees: the usual one, for whom it is, and the others; a kind without key is new. Who has paid stays
    with what was received; what is due follows.

    TournamentError ``fee-range``, ``fee-kinds`` (most), ``fee-name``.
    """
    tournament = contests.lock(tournament_id)
    known = {kind.key for kind in fees_of(tournament).kinds}
    if per not in FeeRules.Per.values or any(not 0 <= one <= MOST_CENTS for one in (cents, *(k.cents for k in kinds))):
        raise TournamentError("fee-range", "fee")
    if len(kinds) > MOST_KINDS:
        raise TournamentError("fee-kinds", most=MOST_KINDS)
    kept = []
    for kind in kinds:
        name = one_line(kind.name, 40)
        if not name:
            raise TournamentError("fee-name")
        key = kind.key if kind.key in known else secrets.token_hex(3)
        kept.append({"key": key, "name": name, "cents": kind.cents})
    tournament.fee_cents = cents
    tournament.save(update_fields=["fee_cents"])
    FeeRules.objects.update_or_create(tournament=tournament, defaults={"per": per, "kinds": kept})
    audit.record(actor, CHANGED, tournament, club_id=tournament.club_id, after={"per": per, "kinds": len(kept)})
    note(tournament)
    return fees_of(tournament)


@transaction.atomic
def choose(entry_id: uuid.UUID, person_id: uuid.UUID | None, key: str, actor: Actor) -> None:
    """Say that another fee is due for an entry or for one of its players; "" for the usual one. TournamentError
    ``fee-unknown``."""
    entry = Entry.objects.select_related("tournament").get(pk=entry_id)
    tournament = contests.lock(entry.tournament_id)
    fees = fees_of(tournament)
    if key and key not in {kind.key for kind in fees.kinds}:
        raise TournamentError("fee-unknown")
    if person_id is not None and not _members(tournament).filter(person=person_id).exists():
        raise TournamentError("fee-unknown")
    mine = FeeChoice.objects.filter(entry=entry, person=person_id)
    mine.delete()
    if key:
        FeeChoice.objects.create(entry=entry, person_id=person_id, key=key)
    audit.record(actor, CHOSEN, entry, club_id=tournament.club_id, after={"number": entry.number})
    note(tournament, [payer_of(entry).pk])


def payer_of(entry: Entry) -> Entry:
    """The entry that owes the fee: of a pair of a team, the team."""
    return entry.team or entry


@dataclass(frozen=True, slots=True)
class Due:
    """What is due of an entry that owes a fee, by player, and how it stands."""

    account: Account
    shares: tuple[Share, ...]


def _members(tournament: Tournament) -> QuerySet[EntryMember]:
    return EntryMember.objects.filter(tournament=tournament, until_round__isnull=True)


def dues(tournament: Tournament, only: Collection[uuid.UUID] | None = None) -> dict[uuid.UUID, Due]:
    """By entry that owes a fee what is due and received, in five queries however many there are."""
    fees = fees_of(tournament)
    entries = Entry.objects.filter(tournament=tournament, team__isnull=True)
    if only is not None:
        entries = entries.filter(pk__in=only)
    players: dict[uuid.UUID, list[tuple[int, str]]] = defaultdict(list)
    rows = _members(tournament).order_by("entry__number", "slot")
    for entry_id, team_id, slot, person_id in rows.values_list("entry_id", "entry__team_id", "slot", "person_id"):
        mine = players[team_id or entry_id]
        mine.append((slot if team_id is None else len(mine) + 1, str(person_id)))
    chosen: dict[uuid.UUID, dict[str | None, str]] = defaultdict(dict)
    for entry_id, person_id, key in FeeChoice.objects.filter(entry__tournament=tournament).values_list(
        "entry_id", "person_id", "key"
    ):
        chosen[entry_id][str(person_id) if person_id else None] = key
    received = dict(
        Payment.objects.filter(tournament=tournament).order_by().values_list("entry").annotate(Sum("amount_cents"))
    )
    ticked = set(standing(tournament).values_list("entry_id", flat=True))
    chairs = 1 if tournament.entry_kind == Tournament.EntryKind.SINGLES else 2
    return {
        entry.pk: _due(
            fees, entry, players[entry.pk], chairs, chosen[entry.pk], received.get(entry.pk, 0), entry.pk in ticked
        )
        for entry in entries
    }


def _due(
    fees: Fees,
    entry: Entry,
    players: list[tuple[int, str]],
    chairs: int,
    chosen: Mapping[str | None, str],
    received: int,
    is_ticked: bool,
) -> Due:
    is_team = entry.kind == Entry.Kind.TEAM
    owed = shares(fees, players, len(players) if is_team else chairs, chosen)
    due = sum(one.cents for one in owed)
    return Due(Account(due, received, is_ticked, entry.status in GONE), tuple(owed))


def standing(tournament: Tournament) -> QuerySet[Payment]:
    """The sums received that no counter entry has made void, and that are none themselves."""
    rows = Payment.objects.filter(tournament=tournament, voids__isnull=True, counters__isnull=True)
    return rows.exclude(kind=Payment.Kind.REFUND)


def note(tournament: Tournament, only: Collection[uuid.UUID] | None = None) -> None:
    """Keep on the entries whether they have paid in full, as lists show it: nothing is said of who was never asked."""
    tournament.refresh_from_db(fields=["fee_cents", "entry_kind"])
    asked = set(Payment.objects.filter(tournament=tournament).values_list("entry_id", flat=True))
    now = dict(tournament.entries.values_list("pk", "paid"))
    has_fee = bool(tournament.fee_cents)
    by_state: dict[str, list[uuid.UUID]] = defaultdict(list)
    for pk, due in dues(tournament, only).items():
        account = due.account
        is_free = has_fee and not account.due and bool(due.shares)
        is_given_back = account.has_left and account.due and not account.received
        if is_free or (account.is_paid and account.is_ticked and not is_given_back):
            state = Entry.Paid.YES.value
        elif pk in asked or now[pk] == Entry.Paid.YES:
            state = Entry.Paid.NO.value
        else:
            continue
        if now[pk] != state:
            by_state[state].append(pk)
    for state, ids in by_state.items():
        Entry.objects.filter(pk__in=ids).update(paid=state)
