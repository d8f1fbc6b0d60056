"""The journal of a tournament: its trail and the history of its sheets, newest first, as rows for a page.

What concerns the copies made before risky acts is here too: which act has one that can still be gone back to.
"""

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.models import User
from core.models import AccessLink, AuditEvent
from scoring.models import EntryEvent
from tournaments import journalwords, nouns, people, sheetwords
from tournaments.journalwords import Told
from tournaments.models import Adjustment, Draw, Game, Match, Publication, Round, SetAside, Snapshot, Tournament
from tournaments.services.archive_rows import sheets_of

#: The groups beside those of ``journalwords``: everything, what was risky, the history of the sheets.
ALL, RISKY, SHEETS = "", "risky", "sheets"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the journal. ``by`` is an account's name, a table's phone, or "" for the machine itself; ``risk`` the
    level of danger it had ("" for none); ``copy`` the copy that was made before it, while it is kept."""

    at: datetime
    text: str
    by: str
    reason: str
    risk: str = ""
    copy: Snapshot | None = None


def events_of(tournament: Tournament, group: str) -> QuerySet[AuditEvent]:
    """The events of a group of the trail, newest first."""
    events = AuditEvent.objects.filter(scope=tournament.pk).order_by("-pk")
    if group == RISKY:
        return events.exclude(risk="")
    return events.filter(verb__in=journalwords.verbs_of(group)) if group else events


def sheet_events_of(tournament: Tournament) -> QuerySet[EntryEvent]:
    """The history of all sheets, newest first."""
    return EntryEvent.objects.filter(sheet__in=sheets_of(tournament)).order_by("-at", "-seq")


def lines(tournament: Tournament, events: Iterable[AuditEvent]) -> list[Line]:
    """Events in words, in a fixed number of queries however many they are."""
    rows = list(events)
    names = _Names(tournament, rows)
    copies = {row.pk: row for row in Snapshot.objects.filter(pk__in=[one.snapshot for one in rows if one.snapshot])}
    return [
        Line(
            at=event.at,
            text=journalwords.sentence(event.verb, names.told(event)),
            by=names.by(event.actor_id, event.link),
            reason=event.reason,
            risk=event.risk,
            copy=copies.get(event.snapshot) if event.snapshot else None,
        )
        for event in rows
    ]


def sheet_lines(tournament: Tournament, events: Iterable[EntryEvent]) -> list[Line]:
    """Events of sheets in words, each with its table."""
    rows = list(events)
    names = _Names(tournament, ())
    names.add_people({row.actor_id for row in rows}, {row.link for row in rows})
    tables = _tables(tournament, {row.sheet_id for row in rows})
    found = []
    for row in rows:
        round_number, table = tables.get(row.sheet_id, (0, 0))
        where = _("Round %(round)d, table %(table)d") % {"round": round_number, "table": table}
        text = sheetwords.on_sheet(row.verb, row.before, row.after)
        found.append(Line(row.at, f"{where}: {text}", names.by(row.actor_id, row.link), row.reason))
    return found


def lines_of_sheet(tournament: Tournament, events: Collection[EntryEvent]) -> list[Line]:
    """Events of one sheet in words, in their order."""
    names = _Names(tournament, ())
    names.add_people({row.actor_id for row in events}, {row.link for row in events})
    return [
        Line(row.at, sheetwords.on_sheet(row.verb, row.before, row.after), names.by(row.actor_id, row.link), row.reason)
        for row in events
    ]


def _tables(tournament: Tournament, sheets: Collection[uuid.UUID]) -> dict[uuid.UUID, tuple[int, int]]:
    """Round and table of sheets, also of those that were set aside."""
    games = Game.objects.filter(sheet__in=sheets).values_list("sheet_id", "match__round__number", "table_no")
    aside = SetAside.objects.filter(sheet__in=sheets).values_list("sheet_id", "round__number", "table_no")
    return {sheet: (round_number, table) for sheet, round_number, table in (*aside, *games)}


def _called(tournament: Tournament) -> dict[Any, str]:
    """ "Pair 12", by entry."""
    entries = list(tournament.entries.order_by("number"))
    labels = people.labels_of(entries)
    return {entry.pk: nouns.of_entry(entry.kind).numbered(labels[entry.pk]) for entry in entries}


class _Names:
    """What the things of some events are called: looked up together."""

    def __init__(self, tournament: Tournament, events: Collection[AuditEvent]) -> None:
        ids = {event.object_id for event in events if event.object_id is not None}
        self._who: dict[Any, str] = {}
        if self._has(events, "entry") or self._has(events, "adjustment"):
            self._who = _called(tournament)
            # An adjustment is told of the entry that it is for.
            adjusted = Adjustment.objects.filter(pk__in=ids).values_list("pk", "entry_id")
            self._who |= {pk: self._who[entry] for pk, entry in adjusted if entry in self._who}
        self._round: dict[uuid.UUID, int] = {}
        for model, path in ((Round, "number"), (Draw, "round__number"), (Match, "round__number")):
            if self._has(events, model._meta.model_name or ""):
                self._round |= dict(model._default_manager.filter(pk__in=ids).values_list("pk", path))
        if self._has(events, "publication"):
            rows = Publication.objects.filter(pk__in=ids, round__isnull=False).values_list("pk", "round__number")
            self._round |= {pk: number for pk, number in rows if number is not None}
        self._users: dict[uuid.UUID, str] = {}
        self._links: dict[uuid.UUID, int] = {}
        self.add_people({event.actor_id for event in events}, {event.link for event in events})

    @staticmethod
    def _has(events: Collection[AuditEvent], kind: str) -> bool:
        return any(event.object_type == kind for event in events)

    def add_people(self, users: set[Any], links: set[Any]) -> None:
        """Learn the names of accounts, and the tables of links."""
        self._users |= dict(User.objects.filter(pk__in=users - {None}).values_list("pk", "username"))
        targets = dict(AccessLink.objects.filter(pk__in=links - {None}).values_list("pk", "target"))
        tables = dict(Game.objects.filter(match__in=targets.values()).values_list("match_id", "table_no"))
        self._links |= {link: tables[match] for link, match in targets.items() if match in tables}

    def by(self, user: uuid.UUID | None, link: uuid.UUID | None) -> str:
        """Who did it."""
        if user is not None:
            return self._users.get(user, "")
        if link is None:
            return ""
        table = self._links.get(link)
        return _("the table’s phone") if table is None else _("the phone of table %(table)d") % {"table": table}

    def told(self, event: AuditEvent) -> Told:
        before = event.before if isinstance(event.before, dict) else {}
        after = event.after if isinstance(event.after, dict) else {}
        number = after.get("round", before.get("round", self._round.get(event.object_id) if event.object_id else 0))
        table = after.get("table", before.get("table"))
        return Told(
            before=before,
            after=after,
            who=self._who.get(event.object_id, ""),
            round=number if isinstance(number, int) else 0,
            table=table if isinstance(table, int) else 0,
        )
