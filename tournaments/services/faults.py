"""A club's list of faults at the table, and what each usually costs.

A club that has changed nothing has the usual list, which stands in the program; with the first change it becomes the
club's own.
"""

import uuid
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs.models import Club
from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments import faultwords
from tournaments.models import Fault
from tournaments.services.errors import Conflict, TournamentError

MOST_POINTS = 10_000
MOST_NAME = 60
MOST_FAULTS = 60


@dataclass(frozen=True, slots=True)
class Sanctions:
    """What a fault costs the first time, and each time after that: each a sanction and its points."""

    first: str
    first_points: int
    again: str
    again_points: int


def listed(club: Club) -> list[Fault]:
    """The faults of a club's list, in order."""
    rows = list(club.faults.all())
    return [one for one in rows if one.removed_at is None] if rows else faultwords.starting()


def code_of(fault: Fault) -> str:
    """By what a fault of a list is told from the others, whether it is written or not."""
    return fault.key or str(fault.pk)


def find(club: Club, code: str) -> Fault:
    """The fault of this code. TournamentError ``fault-unknown`` (field ``fault``)."""
    found = next((one for one in listed(club) if code_of(one) == code), None)
    if found is None:
        raise TournamentError("fault-unknown", "fault")
    return found


@transaction.atomic
def add(club_id: uuid.UUID, name: str, sanctions: Sanctions, actor: Actor) -> Fault:
    """Put a fault on a club's list. TournamentError ``fault-name``, ``fault-sanction``, ``fault-points`` (most),
    ``faults-many`` (most); Conflict ``fault-known``."""
    club = _own(club_id)
    said = _checked(name, sanctions)
    if not said:
        raise TournamentError("fault-name", "name")
    known = list(club.faults.all())
    if len(known) >= MOST_FAULTS:
        raise TournamentError("faults-many", most=MOST_FAULTS)
    if said.casefold() in {faultwords.called(one).casefold() for one in known if one.removed_at is None}:
        raise Conflict("fault-known", "name")
    made = Fault(club=club, name=said, position=max((one.position for one in known), default=0) + 1)
    _put(made, sanctions)
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError:
        raise Conflict("fault-known", "name") from None
    _record(actor, "fault.added", made)
    return made


@transaction.atomic
def change(club_id: uuid.UUID, code: str, name: str, sanctions: Sanctions, actor: Actor, *, seen: str) -> Fault:
    """Change what a fault of the list is called (a usual one keeps its name where none is given) and what it costs;
    what was given for it stays. ``seen``: the ``mark_of`` the fault that was looked at.

    TournamentError as ``add``, and ``fault-unknown``; Conflict ``fault-known``, ``fault-changed``.
    """
    club = _own(club_id)
    said = _checked(name, sanctions)
    fault = find(club, code)
    if mark_of(fault) != seen:
        raise Conflict("fault-changed")
    if not said and not fault.key:
        raise TournamentError("fault-name", "name")
    fault.name = "" if said == faultwords.name_of(fault.key) else said
    _put(fault, sanctions)
    try:
        with transaction.atomic():
            fault.save()
    except IntegrityError:
        raise Conflict("fault-known", "name") from None
    _record(actor, "fault.changed", fault)
    return fault


def mark_of(fault: Fault) -> str:
    """What changes with everything that is said of a fault: by it a page says what it saw."""
    return f"{fault.first}.{fault.first_points}.{fault.again}.{fault.again_points}.{fault.name}"


@transaction.atomic
def remove(club_id: uuid.UUID, code: str, actor: Actor) -> None:
    """Take a fault off the list; what was given for it stays. TournamentError ``fault-unknown``."""
    fault = find(_own(club_id), code)
    fault.removed_at = timezone.now()
    fault.save(update_fields=["removed_at"])
    _record(actor, "fault.removed", fault)


def _own(club_id: uuid.UUID) -> Club:
    """The club with a list of its own, its row locked: of two first changes one makes the list."""
    club = Club.objects.select_for_update().get(pk=club_id)
    if not club.faults.exists():
        rows = faultwords.starting()
        for row in rows:
            row.club = club
        Fault.objects.bulk_create(rows)
    return club


def _checked(name: str, sanctions: Sanctions) -> str:
    for what, sanction, points in (
        ("first", sanctions.first, sanctions.first_points),
        ("again", sanctions.again, sanctions.again_points),
    ):
        if sanction not in Fault.Sanction.values:
            raise TournamentError("fault-sanction", what)
        least = 0 if sanction == Fault.Sanction.WARNING else 1
        if not least <= points <= MOST_POINTS:
            raise TournamentError("fault-points", f"{what}_points", most=MOST_POINTS)
    return one_line(name, MOST_NAME)


def _put(fault: Fault, sanctions: Sanctions) -> None:
    for what in ("first", "again"):
        sanction, points = getattr(sanctions, what), getattr(sanctions, f"{what}_points")
        setattr(fault, what, sanction)
        setattr(fault, f"{what}_points", 0 if sanction == Fault.Sanction.WARNING else points)


def _record(actor: Actor, verb: str, fault: Fault) -> None:
    after = {"key": fault.key, "first": [fault.first, fault.first_points], "again": [fault.again, fault.again_points]}
    audit.record(actor, verb, fault, club_id=fault.club_id, after=after)
