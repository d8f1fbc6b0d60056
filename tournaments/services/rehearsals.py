"""A rehearsal the day before: a copy of the tournament, with its real list, to try the evening with.

The copy has rows of its own throughout (entries, stages, rounds, tables, codes) and a seed of its own, so that nothing
that is done in it can touch the real one: its list, its settings, the codes of its tables and its sealed seed stay as
they are. It is marked on every page and paper, is never public, and is erased whole, histories included.
"""

import json
import secrets
import uuid
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.services import free_slug
from core import audit, erasing, jobs
from core.actors import SYSTEM, Actor
from core.jobs import JobContext
from core.models import AccessLink, Job, StoredFile
from scoring.models import ScoreSheet
from tournaments.draws.seeds import commitment
from tournaments.models import Draw, Entry, EntryMember, Game, Match, Publication, Round, SetAside, Stage, Tournament
from tournaments.services import contests, screens
from tournaments.services.errors import Conflict, TournamentError

KIND = "rehearsal.wipe"
"""The kind of the job that wipes a forgotten one; its key is the rehearsal's id."""

BEGUN, WIPED = "rehearsal.begun", "rehearsal.wiped"
#: A rehearsal that nobody wipes is wiped so long after it was begun.
KEEP = timedelta(days=7)
#: What of a tournament its rehearsal has too; the state, the revision and the slug are its own.
_SAME = ("club_id", "place", "local_date", "zone", "currency", "entry_kind", "full_names", "fee_cents")
_BATCH = 500


def of(tournament: Tournament) -> Tournament | None:
    """The rehearsal of a tournament that is on, if any."""
    return Tournament.objects.filter(rehearsal_of=tournament).first()


def may_begin(tournament: Tournament) -> bool:
    """Whether a rehearsal could still help: round 1 is not drawn, and this is none itself."""
    return tournament.rehearsal_of_id is None and not _is_drawn(tournament)


def _is_drawn(tournament: Tournament) -> bool:
    return Draw.objects.filter(round__stage__tournament=tournament).exists()


# Beginning


@transaction.atomic
def begin(tournament_id: uuid.UUID, actor: Actor) -> Tournament:
    """Make the rehearsal of a tournament: its settings and its list as they are now, nothing drawn.

    TournamentError ``rehearsal-of-rehearsal``, ``rehearsal-too-late`` (round 1 of the real one is drawn); of two that
    begin one at once the second gets Conflict ``rehearsal-there``.
    """
    tournament = contests.lock(tournament_id)
    if tournament.rehearsal_of_id is not None:
        raise TournamentError("rehearsal-of-rehearsal")
    if _is_drawn(tournament):
        raise TournamentError("rehearsal-too-late")
    taken = list(tournament.club.tournaments.values_list("slug", flat=True))
    try:
        with transaction.atomic():
            copy = Tournament.objects.create(
                rehearsal_of=tournament,
                name=_name(tournament),
                slug=free_slug(taken, f"repetition-{tournament.slug}"[:70], "repetition"),
                **{name: getattr(tournament, name) for name in _SAME},
            )
    except IntegrityError:
        raise Conflict("rehearsal-there") from None
    ids = _copy_entries(tournament, copy)
    _copy_stages(tournament, copy, ids)
    audit.record(actor, BEGUN, tournament, club_id=tournament.club_id, after={"entries": len(ids)})
    return copy


def _name(tournament: Tournament) -> str:
    with translation.override(tournament.club.locale):
        mark = _("REHEARSAL")
    return f"{mark} · {tournament.name}"[:80]


def _copy_entries(tournament: Tournament, copy: Tournament) -> dict[str, str]:
    """The list with all who are in it; what each entry's id has become."""
    old = list(tournament.entries.order_by("number"))
    new = {one.pk: uuid.uuid4() for one in old}
    own = {"id", "tournament_id", "team_id", "paid"}
    fields = [one.attname for one in Entry._meta.concrete_fields if one.attname not in own]
    # Teams first: their pairs refer to them.
    for one in sorted(old, key=lambda entry: entry.team_id is not None):
        values = {name: getattr(one, name) for name in fields}
        team = new[one.team_id] if one.team_id else None
        Entry.objects.create(id=new[one.pk], tournament=copy, team_id=team, **values)
    members = tournament.members.all()
    parts = [one.attname for one in EntryMember._meta.concrete_fields if one.attname not in {"id", "tournament_id"}]
    EntryMember.objects.bulk_create(
        [
            EntryMember(
                tournament=copy, **{**{name: getattr(one, name) for name in parts}, "entry_id": new[one.entry_id]}
            )
            for one in members
        ],
        batch_size=_BATCH,
    )
    return {str(before): str(after) for before, after in new.items()}


def _copy_stages(tournament: Tournament, copy: Tournament, ids: dict[str, str]) -> None:
    """The parts with their settings, sealed by seeds of their own: what the real draws will be stays unknown."""
    for one in tournament.stages.order_by("position"):
        seed = secrets.token_hex(32)
        settings = json.dumps(one.settings)
        for before, after in ids.items():
            settings = settings.replace(before, after)
        Stage.objects.create(
            tournament=copy,
            position=one.position,
            name=one.name,
            draw_system=one.draw_system,
            rounds_planned=one.rounds_planned,
            settings=json.loads(settings),
            ruleset_version_id=one.ruleset_version_id,
            game_format_id=one.game_format_id,
            sealed_seed=seed,
            commitment=commitment(seed),
        )


# Wiping


@transaction.atomic
def wipe(rehearsal_id: uuid.UUID, actor: Actor) -> Tournament:
    """Erase a rehearsal whole: rows, histories, codes, papers, copies; the real tournament, which is answered, is as it
    was. What the trail says (who did what, with ids that lead nowhere any more) stays.

    TournamentError ``rehearsal-not`` for a tournament that is none.
    """
    real = Tournament.objects.select_related("rehearsal_of").get(pk=rehearsal_id).rehearsal_of
    if real is None:
        raise TournamentError("rehearsal-not")
    # As whoever closes a sheet: the sheets first, then the rounds. Nobody writes on one any more while it goes.
    _sheets_of(rehearsal_id)
    rounds = Round.objects.filter(stage__tournament=rehearsal_id)
    list(rounds.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    rehearsal = contests.lock(rehearsal_id)
    sheets = _sheets_of(rehearsal_id)  # again: tables may have been set before their round was locked
    publications = list(Publication.objects.filter(tournament=rehearsal).values_list("pk", flat=True))
    keys = _keys(rehearsal)
    files = set(StoredFile.objects.filter(owner__in=[rehearsal.pk, *sheets]).values_list("pk", flat=True))
    tables = list(Match.objects.filter(round__stage__tournament=rehearsal).values_list("pk", flat=True))
    AccessLink.objects.filter(purpose=AccessLink.Purpose.TABLE, target__in=tables).delete()
    screens.forget_links(rehearsal)
    with erasing.permitted([rehearsal.pk, *sheets, *publications]):
        for part in _parts(sheets):
            _erase_what_refers_to(ScoreSheet.objects.filter(pk__in=part), files, but=(Game, SetAside))
        _erase_what_refers_to(Tournament.objects.filter(pk=rehearsal.pk), files)
        for part in _parts(sheets):
            ScoreSheet.objects.filter(pk__in=part).delete()
        rehearsal.delete()
    StoredFile.objects.filter(pk__in=files).delete()
    Job.objects.filter(key__in=keys, state=Job.State.QUEUED).update(state=Job.State.CANCELLED)
    audit.record(actor, WIPED, real, club_id=real.club_id)
    return real


def _sheets_of(rehearsal_id: uuid.UUID) -> list[uuid.UUID]:
    """All sheets, their rows locked."""
    at_tables = Game.objects.filter(match__round__stage__tournament=rehearsal_id).values("sheet")
    aside = SetAside.objects.filter(tournament=rehearsal_id).values("sheet")
    found = ScoreSheet.objects.filter(Q(pk__in=at_tables) | Q(pk__in=aside))
    return list(found.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))


def _keys(rehearsal: Tournament) -> list[str]:
    """What jobs about it are called by."""
    stages = list(rehearsal.stages.values_list("pk", flat=True))
    rounds = list(Stage.objects.filter(pk__in=stages, rounds__isnull=False).values_list("rounds__pk", flat=True))
    return [str(one) for one in (rehearsal.pk, *stages, *rounds)]


def _parts(ids: list[uuid.UUID]) -> list[list[uuid.UUID]]:
    return [ids[start : start + _BATCH] for start in range(0, len(ids), _BATCH)]


def _erase_what_refers_to(
    rows: "models.QuerySet[Any]", files: set[uuid.UUID], but: tuple[type[models.Model], ...] = ()
) -> None:
    """Delete whatever refers to ``rows``, and what refers to that, before it; ``files`` learns of the files that went
    with them. It follows the models as they are, so that a table that comes later is not forgotten."""
    for relation in rows.model._meta.related_objects:
        model = relation.related_model
        if not isinstance(relation, models.ManyToOneRel) or issubclass(model, but):
            continue
        ids = list(rows.values_list("pk", flat=True))
        for start in range(0, len(ids), _BATCH):
            mine = model._base_manager.filter(**{f"{relation.field.name}__in": ids[start : start + _BATCH]})
            found = list(mine.values_list("pk", flat=True))
            for first in range(0, len(found), _BATCH):
                referring = model._base_manager.filter(pk__in=found[first : first + _BATCH])
                _erase_what_refers_to(referring, files)
                _note_files(referring, files)
                referring.delete()


def _note_files(rows: "models.QuerySet[Any]", files: set[uuid.UUID]) -> None:
    for field in rows.model._meta.concrete_fields:
        if field.related_model is StoredFile:
            files |= {pk for pk in rows.values_list(field.attname, flat=True) if pk is not None}


def ask_tonight() -> None:
    """Ask for those to be wiped that were begun a week ago."""
    old = Tournament.objects.filter(rehearsal_of__isnull=False, created_at__lt=timezone.now() - KEEP)
    for pk in old.values_list("pk", flat=True):
        jobs.enqueue(KIND, str(pk), {"rehearsal": str(pk)})


def make(job: JobContext) -> dict[str, Any]:
    """The job: wipe one, if it is still there."""
    with transaction.atomic():
        if Tournament.objects.filter(pk=job.payload["rehearsal"], rehearsal_of__isnull=False).exists():
            wipe(uuid.UUID(job.payload["rehearsal"]), SYSTEM)
        job.finish({})
    return {}
