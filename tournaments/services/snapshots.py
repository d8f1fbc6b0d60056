"""Copies of a tournament: made before risky acts, after each round and when asked for; and the way back to one.

A copy is the tournament's file, gzipped, kept privately. Of one tournament these are kept: the last ``KEPT_ACTS`` made
before an act, the last ``KEPT_ASKED`` that were asked for, and after each round the last one. Where a place off the
machine is set, each comes there too (``copies_away``).
"""

import hashlib
import uuid
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from core import audit, files
from core.actors import Actor
from core.models import AuditEvent, StoredFile
from scoring.models import EntryEvent
from tournaments import archive
from tournaments.models import Snapshot, Tournament
from tournaments.safety import Act
from tournaments.services import copies_away, restoring
from tournaments.services.archive_rows import NOT_TOLD, sheets_of
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.tournament_file import document_of

KEPT_ACTS = 20
KEPT_ASKED = 5
#: The kind under which the file is stored.
KIND = "snapshot"
#: The verbs of the trail: the tournament was put back; somebody asked for a copy.
RESTORED = "tournament.restored"
COPIED = "tournament.copied"
_HARMLESS = (*NOT_TOLD, COPIED)


def take(
    tournament: Tournament,
    cause: str,
    actor: Actor,
    *,
    act: Act | None = None,
    level: str = "",
    round_number: int | None = None,
) -> Snapshot:
    """Keep a copy of the tournament as it is at this moment. Nobody who writes has to wait for it."""
    at = timezone.now()
    last = AuditEvent.objects.aggregate(last=Max("pk"))["last"] or 0
    document = document_of(tournament)
    data = archive.written(document)
    with transaction.atomic():
        file = files.store(
            archive.compressed(data),
            kind=KIND,
            name=f"{tournament.slug}-{at:%Y%m%d-%H%M%S}.json.gz",
            content_type="application/gzip",
            private=True,
            owner=tournament.pk,
        )
        made = Snapshot.objects.create(
            tournament=tournament,
            revision=document["tournament"]["revision"],
            cause=cause,
            action=act.value if act is not None else "",
            level=level,
            round_number=round_number,
            last_event=last,
            file=file,
            sha256=hashlib.sha256(data).hexdigest(),
            by_id=actor.user,
            at=at,
        )
        _tidy(tournament)
        copies_away.ask()
    return made


def ask_for(tournament: Tournament, actor: Actor) -> Snapshot:
    """Keep a copy because somebody wants one, with its trace."""
    made = take(tournament, Snapshot.Cause.ASKED, actor)
    audit.record(actor, COPIED, tournament, club_id=tournament.club_id)
    return made


def drop(snapshot: Snapshot) -> None:
    """Forget a copy: nothing came of the act that it was made for."""
    _forget([snapshot])


def _tidy(tournament: Tournament) -> None:
    """Forget those beyond the numbers that are kept."""
    cause, rows = Snapshot.Cause, list(tournament.snapshots.order_by("-at", "-pk"))
    acts = [row for row in rows if row.cause == cause.ACT]
    asked = [row for row in rows if row.cause == cause.ASKED]
    of_rounds: dict[int | None, Snapshot] = {}
    older = []
    for row in rows:
        if row.cause == cause.ROUND and of_rounds.setdefault(row.round_number, row) is not row:
            older.append(row)
    _forget([*acts[KEPT_ACTS:], *asked[KEPT_ASKED:], *older])


@transaction.atomic
def _forget(rows: list[Snapshot]) -> None:
    Snapshot.objects.filter(pk__in=[row.pk for row in rows]).delete()
    StoredFile.objects.filter(pk__in=[row.file_id for row in rows], snapshot__isnull=True).delete()


# The way back


@dataclass(frozen=True, slots=True)
class Lost:
    """What going back to a copy would make void, beside the act that it was made before: ``deals`` entered or corrected
    at ``tables`` tables, other changes of ``sheets``, and ``acts`` of whomever. ``mark`` is of the moment of the count.
    """

    deals: int
    tables: int
    sheets: int
    acts: int
    mark: str

    @property
    def is_nothing(self) -> bool:
        return not (self.deals or self.sheets or self.acts)


def what_is_lost(snapshot: Snapshot) -> Lost:
    """What has happened since a copy was made, its own act apart."""
    tournament = snapshot.tournament
    mark = restoring.mark_of(tournament)
    since = AuditEvent.objects.filter(scope=tournament.pk, pk__gt=snapshot.last_event)
    own = since.filter(snapshot=snapshot.pk)
    own_until = own.aggregate(last=Max("at"))["last"]
    events = EntryEvent.objects.filter(sheet__in=sheets_of(tournament), at__gt=snapshot.at)
    if own_until is not None and snapshot.by_id is not None:
        events = events.exclude(actor=snapshot.by_id, at__lte=own_until)
    verb = EntryEvent.Verb
    entered = events.filter(verb__in=[verb.RECORDED, verb.AMENDED, verb.VOIDED])
    return Lost(
        deals=entered.count(),
        tables=entered.values("sheet").distinct().count(),
        sheets=events.exclude(pk__in=entered).values("sheet").distinct().count(),
        acts=since.exclude(snapshot=snapshot.pk).exclude(verb__in=_HARMLESS).count(),
        mark=mark,
    )


def undo(snapshot_id: uuid.UUID, seen: str, actor: Actor) -> Tournament:
    """Put the tournament back to a copy, as long as nothing has happened since ``seen`` (a ``Lost.mark``).

    Conflict ``changed-since``, ``copy-gone``; TournamentError as ``restoring.put_back``.
    """
    snapshot = Snapshot.objects.select_related("file", "tournament").filter(pk=snapshot_id).first()
    if snapshot is None or not files.is_there(snapshot.file):
        raise Conflict("copy-gone")
    try:
        document = archive.read(files.read(snapshot.file))
    except archive.ArchiveError:
        raise TournamentError("copy-damaged") from None
    with transaction.atomic():
        lost = what_is_lost(snapshot)
        tournament = restoring.put_back(
            snapshot.tournament_id, document, actor, reason=_("the tournament was put back"), seen=seen
        )
        Snapshot.objects.filter(pk=snapshot.pk).update(undone_at=timezone.now(), undone_by_id=actor.user)
        audit.record(
            actor,
            RESTORED,
            tournament,
            club_id=tournament.club_id,
            before={"deals": lost.deals, "tables": lost.tables, "acts": lost.acts},
            after={"copy": str(snapshot.pk), "at": snapshot.at.isoformat(), "act": snapshot.action},
        )
    return tournament
