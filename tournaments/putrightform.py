"""The form by which it is said who really sat at a table: a choice for each seat, and what the page showed."""

import uuid
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournaments import people
from tournaments.models import Entry, Game, Match, Seat

#: The names of the fields: who is wanted on a seat, and who was shown there.
WANTED, SEEN = "seat-", "was-"

SIDES = {"A": "NS", "B": "EW"}


def of_game(game: Game) -> list[dict[str, Any]]:
    """A choice for each seat of a table, in order; none where a game is made up: it stays with who makes it up."""
    if game.match.kind == Match.Kind.CATCH_UP:
        return []
    round_ = game.match.round
    tournament = round_.stage.tournament
    named = people.in_hall(tournament, round_number=round_.number)
    tables: dict[uuid.UUID, int | None] = dict(
        Seat.objects.filter(round=round_, outside=False).values_list("participant_id", "match__games__table_no")
    )
    seats = list(game.match.seats.filter(outside=False).select_related("participant").order_by("side", "slot"))
    kinds = {seat.participant.kind for seat in seats}
    entries = list(tournament.entries.filter(kind__in=kinds).order_by("number"))
    labels = people.labels_of(tournament.entries.order_by("number"))
    choices = [(str(entry.pk), _choice(entry, labels[entry.pk], named, tables)) for entry in entries]
    return [
        {
            "name": f"{WANTED}{seat.pk}",
            "was": f"{SEEN}{seat.pk}",
            "side": SIDES.get(seat.side, ""),
            "value": str(seat.participant_id),
            "choices": choices,
        }
        for seat in seats
    ]


def _choice(
    entry: Entry, label: str, named: dict[uuid.UUID, people.EntryName], tables: dict[uuid.UUID, int | None]
) -> str:
    told = {"number": label, "names": named[entry.pk].joined}
    table = tables.get(entry.pk)
    if table is None:
        return _("%(number)s. %(names)s, not at a table") % told
    return _("%(number)s. %(names)s, table %(table)d") % {**told, "table": table}


def read(sent: QueryDict) -> tuple[dict[uuid.UUID, uuid.UUID], dict[uuid.UUID, uuid.UUID]]:
    """Who is wanted, and who was shown, by seat; what is no id is left out."""
    return _ids(sent, WANTED), _ids(sent, SEEN)


def _ids(sent: QueryDict, prefix: str) -> dict[uuid.UUID, uuid.UUID]:
    found = {}
    for name, value in sent.items():
        if name.startswith(prefix):
            try:
                found[uuid.UUID(name.removeprefix(prefix))] = uuid.UUID(str(value))
            except ValueError:
                continue
    return found
