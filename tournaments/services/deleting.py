"""Deleting an entry that was typed by mistake, as long as nothing of the tournament knows it yet."""

import json
import uuid

from django.db import transaction

from core import audit
from core.actors import Actor
from tournaments.models import Attendance, Draw, Entry, Publication
from tournaments.services import contests
from tournaments.services.errors import Conflict


def hindrance(entry: Entry) -> str:
    """Why an entry cannot be deleted, as the code of a Conflict; "" where it can.

    ``entry-of-team``: a pair of a team goes with it. ``entry-drawn``: it was on the list of a draw, published or not,
    is in a published ranking, or was given points or a place. ``entry-came``: it was ticked on a roll. ``entry-money``:
    something was received for it.
    """
    if entry.team_id is not None:
        return "entry-of-team"
    ids = [entry.pk, *entry.pairs.values_list("pk", flat=True)]
    of_it = Entry.objects.filter(pk__in=ids)
    if of_it.filter(payments__isnull=False).exists():
        return "entry-money"
    if of_it.filter(attendances__state=Attendance.State.HERE).exists():
        return "entry-came"
    known = ("seats", "statuses", "results", "adjustments", "stages")
    if any(of_it.filter(**{f"{name}__isnull": False}).exists() for name in known) or _is_told_of(entry, ids):
        return "entry-drawn"
    return ""


def _is_told_of(entry: Entry, ids: list[uuid.UUID]) -> bool:
    """Whether a draw was made with it on the list, or it stands in what was published."""
    draws = Draw.objects.filter(round__stage__tournament=entry.tournament_id).values_list("inputs", flat=True)
    # Sheets tell of tables, not of who sat there.
    told = Publication.objects.filter(tournament=entry.tournament_id).exclude(what=Publication.What.SHEETS)
    shown = told.values_list("figures", flat=True)
    texts = (json.dumps(one) for rows in (draws, shown) for one in rows.iterator())
    return any(str(pk) in text for text in texts for pk in ids)


@transaction.atomic
def delete(entry_id: uuid.UUID, actor: Actor) -> int:
    """Take an entry off the list for good; its number, which is given again only if it was the highest.

    What was noted of it beforehand goes with it, its players stay known to the club. The trail keeps that it was there.
    Conflict with the code of its ``hindrance``.
    """
    entry = Entry.objects.select_related("tournament").get(pk=entry_id)
    tournament = contests.lock(entry.tournament_id)
    entry = Entry.objects.get(pk=entry_id)
    found = hindrance(entry)
    if found:
        raise Conflict(found, number=entry.number)
    told = {"number": entry.number, "players": entry.members.count(), "pairs": entry.pairs.count()}
    audit.record(actor, "entry.deleted", entry, club_id=tournament.club_id, before=told)
    pairs = entry.pairs.all()
    Attendance.objects.filter(entry__in=[entry.pk, *pairs.values_list("pk", flat=True)]).delete()
    for pair in pairs:
        pair.delete()
    entry.delete()
    contests.touch(tournament.pk)
    return int(told["number"])
