"""In which categories players and entries are: noted for many of them at once."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from clubs.models import Person
from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.models import Entry
from tournaments.services import contests
from tournaments.standings.categories import JUNIORS, LADIES, MEN, SENIORS

#: What may be noted of a player; the order is that of the form. A club's own categories are noted of entries.
OF_A_PLAYER = tuple(
    ", ".join(keys)
    for keys in (
        (LADIES,),
        (MEN,),
        (LADIES, JUNIORS),
        (MEN, JUNIORS),
        (LADIES, SENIORS),
        (MEN, SENIORS),
        (JUNIORS,),
        (SENIORS,),
    )
)
MOST = 20

Change = tuple[str, str]
"""What the page showed, and what is wanted."""


@dataclass(frozen=True, slots=True)
class Noted:
    """How many players and entries were noted, and how many had been changed by somebody else meanwhile: those stay as
    they are."""

    players: int = 0
    entries: int = 0
    missed: int = 0


@dataclass(frozen=True, slots=True)
class Wish:
    """By id what is to be noted of players and of entries; of an entry "" leaves it to its players."""

    players: Mapping[uuid.UUID, Change] = field(default_factory=dict)
    entries: Mapping[uuid.UUID, Change] = field(default_factory=dict)


@transaction.atomic
def note(tournament_id: uuid.UUID, wish: Wish, actor: Actor) -> Noted:
    """Note categories. What is not otherwise than it was shown is not touched, and what somebody else has changed since
    stays. In a rehearsal only those of entries: its players are those of the real tournament."""
    tournament = contests.lock(tournament_id)
    missed = 0
    people: Any = Person.objects.none()
    if tournament.rehearsal_of_id is None:
        people = Person.objects.filter(memberships__tournament=tournament, pk__in=wish.players).distinct()
    changed_people, lost = _changed(people, wish.players, frozenset({"", *OF_A_PLAYER}))
    missed += lost
    changed_entries, lost = _changed(tournament.entries.filter(pk__in=wish.entries), wish.entries, None)
    missed += lost
    Person.objects.bulk_update(changed_people, ["category"])
    Entry.objects.bulk_update(changed_entries, ["category"])
    noted = Noted(len(changed_people), len(changed_entries), missed)
    if noted.players or noted.entries:
        audit.record(
            actor,
            "entries.categories",
            tournament,
            club_id=tournament.club_id,
            after={"players": noted.players, "entries": noted.entries},
        )
    return noted


def _changed(rows: Any, wanted: Mapping[uuid.UUID, Change], allowed: frozenset[str] | None) -> tuple[list[Any], int]:
    """The rows with what is wanted of them, unsaved, and how many were changed by somebody else. ``allowed``: what can
    be noted (None: any text of 20 characters)."""
    found, missed = [], 0
    for row in rows:
        shown, text = wanted[row.pk]
        text = one_line(text, MOST)
        if text == shown or (allowed is not None and text not in allowed):
            continue
        if row.category != shown:
            missed += row.category != text
            continue
        row.category = text
        found.append(row)
    return found, missed
