"""Papers as jobs: asked for, made once for one content, kept as files whose row says who may have them.

Job kinds and their keys: "pdf.sheets" and "pdf.draw" (a round's id), "pdf.cards" and "pdf.moves" (a stage's id),
"pdf.wall" (a tournament's id), "pdf.fallback" (an emergency plan's id), "pdf.standings" (a tournament's id for the
hall's list, a publication's id for everybody's), "pdf.season" (a season's id), and the kinds of ``documents.registry``
(a tournament's id); behind an id what was chosen of the paper. A job's result: {"file": the
StoredFile's id, "pages": n}; sheets say "tables" too, movement cards how many "cards" there are, and papers with codes
whether they are "without_code".
"""

import uuid
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from core import files, jobs, system
from core.jobs import JobContext, JobError
from core.models import Job, StoredFile
from documents import (
    fallback,
    fallback_pages,
    lists,
    move_papers,
    moves,
    page,
    posters,
    registry,
    render,
    seasons,
    sheet_papers,
    sheets,
    standings,
    wall,
    words,
)
from documents.kinds import Choice, Content, Kind, Nothing, key_of
from documents.page import Progress
from scoring.rulesets_store import rules_of
from tournaments.models import PaperPlan, Publication, Round, Stage, Tournament
from tournaments.services import publishing

SHEETS, DRAW, STANDINGS, SEASON = "pdf.sheets", "pdf.draw", "pdf.standings", "pdf.season"
FALLBACK = "pdf.fallback"
CARDS, MOVES, WALL = "pdf.cards", "pdf.moves", "pdf.wall"
#: Nothing is left out.
ALL = Choice()
#: A paper that nobody asks for again is forgotten after this long.
KEEP = timedelta(days=30)


# Asking


def ask_sheets(round_id: uuid.UUID) -> Job:
    """Ask for the score sheets of a round, one a table; in the caller's transaction."""
    return jobs.enqueue(SHEETS, str(round_id), {"round": str(round_id)})


def ask_draw_posters(round_id: uuid.UUID) -> Job:
    """Ask for the posters of a round's draw, by name and by table."""
    return jobs.enqueue(DRAW, str(round_id), {"round": str(round_id)})


def ask_movement_cards(stage_id: uuid.UUID, choice: Choice = ALL) -> Job:
    """Ask for the movement cards of a stage, one an entry, or for those of the numbers that are chosen."""
    return jobs.enqueue(CARDS, key_of(stage_id, choice), {"stage": str(stage_id), "choice": choice.to_data()})


def ask_moves_poster(stage_id: uuid.UUID) -> Job:
    """Ask for the poster that says how everybody moves."""
    return jobs.enqueue(MOVES, str(stage_id), {"stage": str(stage_id)})


def ask_wall(tournament_id: uuid.UUID) -> Job:
    """Ask for what hangs on the wall before the first draw: how it is drawn, and the seal of the draws."""
    return jobs.enqueue(WALL, str(tournament_id), {"tournament": str(tournament_id)})


def ask_fallback(plan: PaperPlan, copies: int, blanks: int) -> Job:
    """Ask for the papers of an emergency plan, with so many spare sheets a table and so many without a number."""
    return jobs.enqueue(FALLBACK, str(plan.pk), {"plan": str(plan.pk), "copies": copies, "blanks": blanks})


def ask_standings(tournament_id: uuid.UUID) -> Job:
    """Ask for the standings as they are now, with whole names: for the hall, private."""
    return ask(registry.KINDS["standings"], tournament_id, Choice())


def ask(kind: Kind, tournament_id: uuid.UUID, choice: Choice) -> Job:
    """Ask for a paper of a kind of ``documents.registry``, with what was chosen of it; private."""
    payload = {"tournament": str(tournament_id), "choice": choice.to_data()}
    return jobs.enqueue(kind.job, key_of(tournament_id, choice), payload)


def ask_some_sheets(round_id: uuid.UUID, choice: Choice) -> Job:
    """Ask for the score sheets of a round, or for those of them, in that size, that are chosen."""
    if choice == Choice():
        return ask_sheets(round_id)
    payload = {"round": str(round_id), "choice": choice.to_data()}
    return jobs.enqueue(SHEETS, key_of(round_id, choice), payload)


def ask_public_standings(publication_id: uuid.UUID) -> Job:
    """Ask for published standings with the names that everybody may see: a public file."""
    return jobs.enqueue(STANDINGS, str(publication_id), {"publication": str(publication_id)})


def ask_season(season_id: uuid.UUID) -> Job:
    """Ask for the ranking of a season, with the names that everybody may see: a public file."""
    return jobs.enqueue(SEASON, str(season_id), {"season": str(season_id)})


# Making (called by the jobs)

Maker = Callable[[Progress], tuple[bytes, int]]


def make_sheets(job: JobContext) -> dict[str, Any]:
    """The job: a round's score sheets as one PDF. JobError "no-tables" where no draw is published, "no-such" where none
    is among those chosen."""
    if "choice" in job.payload:
        return _make_some_sheets(job)
    round_, data = sheets.gather(uuid.UUID(job.payload["round"]))
    if not data.tables:
        raise JobError("no-tables")
    tournament = round_.stage.tournament
    return _deliver(
        job,
        data.content_key(),
        lambda progress: sheets.make(round_, data, progress),
        owner=tournament.pk,
        private=True,
        name=words.file_name(tournament.slug, data.head.round_title),
        facts={"tables": len(data.tables), "without_code": data.without_code},
    )


def _make_some_sheets(job: JobContext) -> dict[str, Any]:
    choice = Choice.of_data(job.payload["choice"])
    round_ = Round.objects.select_related("stage__tournament__club").get(pk=job.payload["round"])
    return _make(job, round_.stage.tournament, lambda: sheet_papers.gather(round_.pk, choice))


def make_paper(job: JobContext) -> dict[str, Any]:
    """The job: a paper of a kind of ``documents.registry``. JobError with the reason where there is nothing on it."""
    kind, choice = registry.by_job(job.kind), Choice.of_data(job.payload.get("choice", {}))
    tournament = Tournament.objects.select_related("club").get(pk=job.payload["tournament"])
    return _make(job, tournament, lambda: kind.gather(tournament, choice))


def _make(job: JobContext, tournament: Tournament, gather: Callable[[], Content]) -> dict[str, Any]:
    with words.local_to(tournament) as language:
        try:
            content = gather()
        except Nothing as reason:
            raise JobError(str(reason)) from None
    title = f"{content.title}, {tournament.name}"

    def make(progress: Progress) -> tuple[bytes, int]:
        with words.local_to(tournament):
            return page.all_to_pdf(content.pages(), title, language, progress)

    key = words.content_key(job.kind, [str(tournament.pk), language, title, content.data])
    name = words.file_name(tournament.slug, content.title)
    return _deliver(job, key, make, owner=tournament.pk, private=True, name=name, facts=content.facts)


def make_draw_posters(job: JobContext) -> dict[str, Any]:
    """The job: the posters of a round's draw. JobError "no-tables" where no draw is published."""
    round_, data = posters.gather(uuid.UUID(job.payload["round"]))
    if not data.tables:
        raise JobError("no-tables")
    tournament = round_.stage.tournament

    def make(progress: Progress) -> tuple[bytes, int]:
        with words.local_to(tournament) as language:
            return page.all_to_pdf(posters.pages(data), f"{data.over}, {data.title}", language, progress)

    name = words.file_name(tournament.slug, data.title)
    return _deliver(job, data.content_key(), make, owner=tournament.pk, private=True, name=name)


def make_movement_cards(job: JobContext) -> dict[str, Any]:
    """The job: the movement cards of a stage. JobError "no-plan" where nothing says yet who meets whom, "no-such" where
    none has a number that was chosen."""
    stage = Stage.objects.select_related("tournament__club").get(pk=job.payload["stage"])
    choice = Choice.of_data(job.payload.get("choice", {}))
    return _make(job, stage.tournament, lambda: move_papers.gather_cards(stage.pk, choice))


def make_moves_poster(job: JobContext) -> dict[str, Any]:
    """The job: the poster of a stage's moves, and the plan of its rounds. JobError "no-plan"."""
    tournament, data = moves.gather(uuid.UUID(job.payload["stage"]))
    with words.local_to(tournament):
        title = _("How everybody moves")

    def make(progress: Progress) -> tuple[bytes, int]:
        with words.local_to(tournament) as language:
            return page.all_to_pdf(move_papers.poster(data), f"{data.over}, {title}", language, progress)

    name = words.file_name(tournament.slug, title)
    return _deliver(job, data.content_key(job.kind), make, owner=tournament.pk, private=True, name=name)


def make_wall(job: JobContext) -> dict[str, Any]:
    """The job: how a tournament is drawn, with the seal of its draws, a page for each of its parts."""
    tournament, data = wall.gather(uuid.UUID(job.payload["tournament"]))

    def make(progress: Progress) -> tuple[bytes, int]:
        with words.local_to(tournament) as language:
            return page.all_to_pdf(wall.pages(data), f"{data.name}, {data.over}", language, progress)

    with words.local_to(tournament):
        name = words.file_name(tournament.slug, _("How it is drawn"))
    facts = {"without_code": data.without_code}
    return _deliver(job, data.content_key(), make, owner=tournament.pk, private=True, name=name, facts=facts)


def make_fallback(job: JobContext) -> dict[str, Any]:
    """The job: the papers for the case that the machine dies. JobError "no-plan" where the plan is gone."""
    payload = job.payload
    try:
        plan, data = fallback.gather(uuid.UUID(payload["plan"]), payload["copies"], payload["blanks"])
    except PaperPlan.DoesNotExist:
        raise JobError("no-plan") from None
    tournament = plan.stage.tournament

    def make(progress: Progress) -> tuple[bytes, int]:
        with words.local_to(tournament):
            return fallback_pages.make(data, rules_of(plan.stage.ruleset_version), progress)

    name = words.file_name(tournament.slug, data.title)
    return _deliver(job, data.content_key(), make, owner=tournament.pk, private=True, name=name)


def make_standings(job: JobContext) -> dict[str, Any]:
    """The job: standings, of a tournament for the hall or of a publication for everybody.

    JobError "no-standings" before they were ever computed, "no-such" for a list that nobody is in, "not-published" for
    a publication that was taken back.
    """
    if "publication" not in job.payload:
        return make_paper(job)
    publication = Publication.objects.select_related("tournament__club").get(pk=job.payload["publication"])
    tournament = publication.tournament
    if hasattr(publication, "withdrawal"):
        raise JobError("not-published")
    found = standings.of_public(publication)

    def make(progress: Progress) -> tuple[bytes, int]:
        with words.local_to(tournament):
            papers = [found.paper, *([found.pairs] if found.pairs else [])]
            made = [sheet for paper in papers for sheet in lists.pages(paper)]
            return page.all_to_pdf(made, f"{found.paper.title}, {found.paper.over}", found.language, progress)

    name = words.file_name(tournament.slug, found.paper.title)
    return _deliver(job, found.content_key(), make, owner=tournament.pk, private=False, name=name)


def _list_pdf(paper: lists.ListPaper, language: str, progress: Progress) -> tuple[bytes, int]:
    return page.all_to_pdf(lists.pages(paper), f"{paper.title}, {paper.over}", language, progress)


def make_season(job: JobContext) -> dict[str, Any]:
    """The job: the ranking of a season as it is now."""
    data = seasons.gather(uuid.UUID(job.payload["season"]))

    def make(progress: Progress) -> tuple[bytes, int]:
        with translation.override(data.language):
            return _list_pdf(data.paper, data.language, progress)

    name = words.file_name(data.paper.over, data.paper.title)
    return _deliver(job, data.content_key(), make, owner=data.season, private=False, name=name)


def season_pdf(
    title: str, subtitle: str, columns: Sequence[str], rows: Sequence[Sequence[lists.Cell]], *, language: str = "fr"
) -> bytes:
    """A ranking of any kind as a PDF: ``columns`` are titles, ``rows`` have a cell (number, text, texts) for each.

    A column with any text in it stands left and may shrink, one of numbers stands right; the last one is bold.
    """
    with translation.override(language):
        paper = seasons.ranking_paper(title, subtitle, columns, rows)
        return _list_pdf(paper, language, lambda _done, _all: None)[0]


def _deliver(
    job: JobContext,
    content_key: str,
    make: Maker,
    *,
    owner: uuid.UUID,
    private: bool,
    name: str,
    facts: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Give the job the file of this content: the one that is there, or a new one; finish both in one transaction.

    JobError "weasyprint-missing" where the system lacks what printing needs.
    """
    rehearsed = Tournament.objects.filter(pk=owner, rehearsal_of__isnull=False).select_related("club").first()
    if rehearsed is not None:
        # Nobody may take it for a paper of the real one, and that one's is not given in its place.
        content_key = words.content_key("rehearsal", content_key)
        make = _rehearsed(make, rehearsed)
    expires_at = timezone.now() + KEEP
    known = files.find(job.kind, content_key)
    if known is not None:
        StoredFile.objects.filter(pk=known.pk).update(expires_at=expires_at)
        result = {"file": str(known.pk), "pages": render.page_count(files.read(known)), **(facts or {})}
        job.finish(result)
        return result
    if system.weasyprint_missing() is not None:
        raise JobError("weasyprint-missing")
    content, pages = make(job.progress)
    with transaction.atomic():
        row = files.store(
            content,
            kind=job.kind,
            name=name,
            content_type="application/pdf",
            private=private,
            owner=owner,
            content_key=content_key,
            expires_at=expires_at,
        )
        result = {"file": str(row.pk), "pages": pages, **(facts or {})}
        job.finish(result)
        files.tidy()
    return result


def _rehearsed(make: Maker, tournament: Tournament) -> Maker:
    """The same paper, marked on every page as one of a rehearsal."""

    def made(progress: Progress) -> tuple[bytes, int]:
        content, _pages = make(progress)
        with words.local_to(tournament) as language:
            word = _("REHEARSAL")
            return render.marked(content, word, f"{word}, {tournament.name}", language)

    return made


# Finding


def public_standings(tournament: Tournament) -> tuple[Publication, StoredFile | None, str] | None:
    """What everybody may download: the publication, its PDF with today's names if it is made, and the content's key.

    None where nothing is published. A person who objected since gets no older PDF served: its key is another one.
    """
    publication = publishing.latest_standings(tournament)
    if publication is None:
        return None
    publication.tournament = tournament
    key = standings.of_public(publication).content_key()
    found = files.find(STANDINGS, key)
    return publication, found if found is not None and not found.private else None, key


def season_ranking(season_id: uuid.UUID) -> tuple[StoredFile | None, str]:
    """The PDF of a season's ranking with today's names, if it is made, and the content's key."""
    key = seasons.gather(season_id).content_key()
    return files.find(SEASON, key), key
