"""What can be printed for a tournament, and how far each paper is: what the page of the papers shows."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import files, system
from core.models import Job, StoredFile
from core.templatetags.look import number
from documents import services, words
from tournaments import moves
from tournaments.models import Round, Stage, Standing, Tournament
from tournaments.services import publishing

State = Job.State


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper. ``what`` and ``key`` ask for it; ``state``: none, waiting, running, done or failed.

    ``text`` says the state in words; ``done`` of ``total`` while it runs; ``file`` when there is one to open.
    """

    what: str
    key: str
    title: str
    state: str
    text: str
    done: int = 0
    total: int = 0
    file: StoredFile | None = None
    warning: str = ""

    @property
    def is_pending(self) -> bool:
        return self.state in ("waiting", "running")


#: What a page may ask for, by its word in the form.
KINDS = {
    "sheets": services.SHEETS,
    "draw": services.DRAW,
    "cards": services.CARDS,
    "moves": services.MOVES,
    "wall": services.WALL,
    "standings": services.STANDINGS,
}


def rounds_with_tables(tournament: Tournament) -> list[Round]:
    """The rounds whose draw is published, the last one first."""
    shown = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    return list(shown.select_related("stage").order_by("-stage__position", "-number"))


def stages_with_moves(rounds: Sequence[Round]) -> list[Stage]:
    """The stages of these rounds whose system says from the start where everybody goes, the last one first."""
    found = {round_.stage_id: round_.stage for round_ in rounds}
    return [stage for stage in found.values() if moves.may_have(stage)]


def of_tournament(tournament: Tournament) -> list[Paper]:
    """All papers of a tournament, those of the newest round first; a fixed number of queries."""
    wanted: list[tuple[str, str, str]] = []
    rounds = rounds_with_tables(tournament)
    for round_ in rounds:
        title = words.round_title(round_)
        wanted.append(("sheets", str(round_.pk), _("%(round)s: score sheets") % {"round": title}))
        wanted.append(("draw", str(round_.pk), _("%(round)s: draw posters") % {"round": title}))
    for stage in stages_with_moves(rounds):
        wanted.append(("cards", str(stage.pk), _("Movement cards, four to a page")))
        wanted.append(("moves", str(stage.pk), _("Poster: who moves where, and the plan of all rounds")))
    wanted.append(("wall", str(tournament.pk), _("For the wall before the first draw: how it is drawn, and the seal")))
    if Standing.objects.filter(tournament=tournament).exists():
        wanted.append(("standings", str(tournament.pk), _("Standings for the hall")))
    newest = _newest_jobs(wanted)
    stored = files_of(newest.values())
    papers = []
    for what, key, title in wanted:
        job = newest.get((KINDS[what], key))
        papers.append(paper(what, key, title, job, stored))
    return papers


def _newest_jobs(wanted: Sequence[tuple[str, str, str]]) -> dict[tuple[str, str], Job]:
    rows = Job.objects.filter(kind__in=list(KINDS.values()), key__in=[key for _what, key, _title in wanted])
    return {(job.kind, job.key): job for job in rows.exclude(state=State.CANCELLED).order_by("created_at")}


def files_of(found: Any) -> dict[str, StoredFile]:
    """The files that these jobs made and that are still there, by id."""
    ids = [uuid.UUID(job.result["file"]) for job in found if job.result and "file" in job.result]
    return {str(row.pk): row for row in StoredFile.objects.filter(pk__in=ids) if files.is_there(row)}


def paper(what: str, key: str, title: str, job: Job | None, stored: dict[str, StoredFile]) -> Paper:
    """A paper as its newest job tells; ``stored`` as ``files_of`` gives it."""
    if job is None:
        return Paper(what, key, title, "none", _("Not made yet"))
    if job.state == State.QUEUED:
        return Paper(what, key, title, "waiting", _("Waiting for its turn"))
    if job.state == State.RUNNING:
        text = _("%(done)s of %(total)s") % {"done": number(job.progress_done), "total": number(job.progress_total)}
        text = text if job.progress_total else _("Being prepared")
        return Paper(what, key, title, "running", text, job.progress_done, job.progress_total)
    if job.state == State.FAILED:
        return Paper(what, key, title, "failed", _failure(job.error))
    result = job.result or {}
    file = stored.get(str(result.get("file")))
    if file is None:
        return Paper(what, key, title, "none", _("Made before, no longer kept"))
    pages = int(result.get("pages", 0))
    text = ngettext("%(count)s page, made at %(time)s", "%(count)s pages, made at %(time)s", pages) % {
        "count": number(pages),
        "time": words.moment(file.created_at),
    }
    warning = _("Printed without codes: no address was chosen for the phones.") if result.get("without_code") else ""
    return Paper(what, key, title, "done", text, file=file, warning=warning)


def _failure(code: str) -> str:
    if code == "weasyprint-missing":
        command = system.weasyprint_missing()
        if command is None:
            return _("What printing needs is here now: make it again.")
        return _("This computer lacks what printing needs. Run: %(command)s") % {"command": command}
    return {
        "no-tables": _("This round has no tables: its draw was taken back."),
        "no-standings": _("There are no standings yet."),
        "no-plan": _("The draw of this stage follows no plan, or was taken back."),
        "not-published": _("These standings were taken back."),
    }.get(code, _("It could not be made. Try again; if it fails again, the log says why."))


def public_link(tournament: Tournament) -> bool:
    """Whether there are published standings that everybody may download."""
    return publishing.latest_standings(tournament) is not None
