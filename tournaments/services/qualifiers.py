"""A final fed by qualifying tournaments: the best so many of each, and the next ones to fill up.

What was chosen is kept in the settings of the final's first stage (``qualifiers``); the list can be made again at any
time before the first draw, and follows corrections, declines and play-offs. A pair is known by the persons in it, so
that it is the same in every qualifier.
"""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max

from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.draws.model import DrawError
from tournaments.draws.plans.cuts import Cut, Ranked, cut_of_qualifiers
from tournaments.models import Entry, EntryMember, Round, Stage, Tournament
from tournaments.services import contests
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.ranking import ranked

MOST_QUALIFIERS = 30


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who may qualify: the entry it played as in a qualifier, that tournament, and its rank there (1 the best)."""

    key: str
    entry: Entry
    tournament: Tournament
    rank: int


@dataclass(frozen=True, slots=True)
class Qualified:
    """The cut as it stands, by key, and every candidate's best appearance by key."""

    cut: Cut
    candidates: dict[str, Candidate]
    entered: frozenset[str]


@transaction.atomic
def choose(tournament_id: uuid.UUID, others: Sequence[uuid.UUID], direct: int, places: int, actor: Actor) -> Stage:
    """Say which tournaments qualify for this one, in the order in which they were played, how many of each go on
    ``direct``-ly (0 or more) and for how many ``places`` (2 or more).

    TournamentError: ``qualifiers-which`` (none, too many, itself, another club's or one not finished),
    ``places-range``, ``qualifiers-direct`` (they would take more than there are); Conflict ``qualifiers-drawn``.
    """
    stage, tournament = _open(tournament_id)
    found = {row.pk: row for row in tournament.club.tournaments.real().filter(pk__in=others).exclude(pk=tournament.pk)}
    finished = [row for row in found.values() if row.state == Tournament.State.FINISHED]
    if not others or len(finished) < len(set(others)) or len(others) > MOST_QUALIFIERS:
        raise TournamentError("qualifiers-which", "others")
    if places < 2:
        raise TournamentError("places-range", "places")
    if not 0 <= direct * len(others) <= places:
        raise TournamentError("qualifiers-direct", "direct", places=places)
    told = {**stage.settings.get("qualifiers", {}), "from": [str(one) for one in others]}
    _keep(stage, {**told, "direct": direct, "places": places})
    after = {"from": told["from"], "direct": direct, "places": places}
    audit.record(actor, "qualifiers.chosen", tournament, club_id=tournament.club_id, after=after)
    return stage


def as_it_stands(tournament: Tournament) -> Qualified | None:
    """Who would qualify now, who plays off and the reserves; None where no qualifiers were chosen."""
    stage = contests.only_stage(tournament)
    told = stage.settings.get("qualifiers")
    if not told:
        return None
    candidates: dict[str, Candidate] = {}
    rankings = []
    for pk in told["from"]:
        other = Tournament.objects.get(pk=pk)
        listed = _candidates(other)
        rankings.append([Ranked(one.key, one.rank) for one in listed])
        for one in listed:
            before = candidates.get(one.key)
            if before is None or one.rank < before.rank:
                candidates[one.key] = one
    cut = cut_of_qualifiers(
        rankings,
        told["direct"],
        told["places"],
        declined=[key for key in told.get("declined", ()) if key in candidates],
        settled=[key for key in told.get("settled", ()) if key in candidates],
    )
    return Qualified(cut, candidates, frozenset(_entered(tournament)))


def _candidates(tournament: Tournament) -> list[Candidate]:
    """The ranked pairs of a qualifier with the persons in them at its end."""
    members = _members(tournament)
    entries = {str(entry.pk): entry for entry in tournament.entries.all()}
    return [
        Candidate(_key(members[row.entry]), entries[row.entry], tournament, row.rank)
        for row in ranked(tournament)
        if row.rank is not None and members.get(row.entry)
    ]


def _members(tournament: Tournament) -> dict[str, list[EntryMember]]:
    found: dict[str, list[EntryMember]] = {}
    for member in tournament.members.filter(until_round__isnull=True).select_related("person").order_by("slot"):
        found.setdefault(str(member.entry_id), []).append(member)
    return found


def _key(members: Sequence[EntryMember]) -> str:
    return "+".join(sorted(str(member.person.merged_into_id or member.person_id) for member in members))


def _entered(tournament: Tournament) -> dict[str, Entry]:
    """The entries of the final by key."""
    entries = {str(entry.pk): entry for entry in tournament.entries.all()}
    return {_key(members): entries[entry] for entry, members in _members(tournament).items()}


@transaction.atomic
def decline(tournament_id: uuid.UUID, keys: Collection[str], actor: Actor, *, back: bool = False) -> None:
    """Note who does not come though qualified, or (``back``) comes after all. Conflict ``qualifiers-drawn``."""
    stage, tournament = _open(tournament_id)
    told = stage.settings.get("qualifiers", {})
    declined = set(told.get("declined", ()))
    after = sorted(declined - set(keys) if back else declined | set(keys))
    _keep(stage, {**told, "declined": after})
    audit.record(
        actor,
        "qualifiers.declined",
        tournament,
        club_id=tournament.club_id,
        before={"declined": sorted(declined)},
        after={"declined": after},
    )


@transaction.atomic
def settle(tournament_id: uuid.UUID, order: Sequence[str], actor: Actor, *, reason: str = "") -> None:
    """Give the order of equals on the line, best first.

    TournamentError ``settle-who``; Conflict ``qualifiers-drawn``.
    """
    stage, tournament = _open(tournament_id)
    found = as_it_stands(tournament)
    play_off = found.cut.play_off if found is not None else None
    if play_off is None or sorted(order) != sorted(play_off.entries):
        raise TournamentError("settle-who")
    told = stage.settings["qualifiers"]
    _keep(stage, {**told, "settled": [*told.get("settled", ()), *order]})
    audit.record(
        actor,
        "qualifiers.settled",
        tournament,
        club_id=tournament.club_id,
        after={"order": list(order)},
        reason=one_line(reason, 300),
    )


@transaction.atomic
def enter(tournament_id: uuid.UUID, actor: Actor) -> list[Entry]:
    """Enter everybody who has qualified and is not entered yet, in order; who was entered by hand stays.

    Who had qualified and has declined since is withdrawn. TournamentError ``play-off`` (count, seats) while equals
    stand on the line, ``qualifiers-none``; Conflict ``qualifiers-drawn``, ``player-in-pair`` (number).
    """
    _stage, tournament = _open(tournament_id)
    try:
        found = as_it_stands(tournament)
    except DrawError:
        raise TournamentError("places-range", "places") from None
    if found is None:
        raise TournamentError("qualifiers-none")
    if found.cut.play_off is not None:
        raise TournamentError("play-off", count=len(found.cut.play_off.entries), seats=found.cut.play_off.seats)
    entered = _entered(tournament)
    for key in found.candidates:
        if key in entered:
            _set_status(entered[key], key in found.cut.qualified)
    number = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    made = []
    for key in found.cut.qualified:
        if key not in entered:
            number += 1
            made.append(_enter(tournament, found.candidates[key], number))
    audit.record(actor, "qualifiers.entered", tournament, club_id=tournament.club_id, after={"entries": len(made)})
    contests.touch(tournament.pk)
    return made


def _set_status(entry: Entry, plays: bool) -> None:
    status = Entry.Status.ACTIVE if plays else Entry.Status.WITHDRAWN
    if entry.status in (Entry.Status.ACTIVE, Entry.Status.WITHDRAWN) and entry.status != status:
        entry.status = status
        entry.save(update_fields=["status"])


def _enter(tournament: Tournament, candidate: Candidate, number: int) -> Entry:
    old = candidate.entry
    entry = Entry.objects.create(
        tournament=tournament, number=number, kind=old.kind, name=old.name, home_club=old.home_club,
        category=old.category, rating=old.rating,
    )  # fmt: skip
    for slot, member in enumerate(old.members.filter(until_round__isnull=True).order_by("slot"), 1):
        person_id = member.person.merged_into_id or member.person_id
        taken = tournament.members.filter(person_id=person_id, until_round__isnull=True).first()
        if taken is not None:
            raise Conflict("player-in-pair", number=taken.entry.number)
        EntryMember.objects.create(
            tournament=tournament, entry=entry, person_id=person_id, slot=slot, shown_as=member.shown_as
        )
    return entry


def _open(tournament_id: uuid.UUID) -> tuple[Stage, Tournament]:
    """The first stage, the tournament locked; Conflict once a draw has been published."""
    tournament = contests.lock(tournament_id)
    stage = contests.only_stage(tournament)
    if stage.rounds.exclude(state=Round.State.DRAFT).exists():
        raise Conflict("qualifiers-drawn")
    return stage, tournament


def _keep(stage: Stage, told: dict[str, Any]) -> None:
    stage.settings = {**stage.settings, "qualifiers": told}
    stage.save(update_fields=["settings"])
