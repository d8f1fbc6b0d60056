"""Papers as jobs: made once, made again only when something changed, and what a page says meanwhile."""

import pytest

from core import files, jobs
from core.actors import SYSTEM
from core.models import Job, StoredFile
from documents import papers, render, services, sheets
from tests import factories
from tests.documents.helpers import choose_address, make_evening, rename, text_of
from tests.documents.test_lists import play
from tournaments.models import Publication, PublicationWithdrawal, Round
from tournaments.services import rounds
from tournaments.signals import draw_published, results_published

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "files"


def done(job):
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    return job.result


def test_sheets_are_asked_for_when_a_draw_is_published(run_jobs):
    choose_address()
    tournament, round_ = make_evening(4)
    draw_published.send(sender=Round, round_id=round_.pk)
    draw_published.send(sender=Round, round_id=round_.pk)
    job = Job.objects.get()
    run_jobs()
    result = done(job)
    row = StoredFile.objects.get(pk=result["file"])
    assert (result["pages"], result["tables"], result["without_code"]) == (2, 2, False)
    assert row.private and row.owner == tournament.pk and row.kind == "pdf.sheets" and row.name.endswith(".pdf")
    assert len(text_of(files.read(row))) == 2
    job.refresh_from_db()
    assert (job.progress_done, job.progress_total) == (2, 2)


def test_sheets_are_made_again_when_their_codes_are_renewed():
    _, round_ = make_evening(4)
    rounds.renew_codes(round_.pk, SYSTEM)
    job = Job.objects.get(kind="pdf.sheets")
    assert job.key == str(round_.pk)


def test_the_same_job_twice_is_one_file_made_once(run_jobs, monkeypatch):
    _, round_ = make_evening(4)
    first = services.ask_sheets(round_.pk)
    run_jobs()
    first_result = done(first)
    monkeypatch.setattr(sheets, "make", lambda *_: pytest.fail("laid out again"))
    second = services.ask_sheets(round_.pk)
    assert second.pk != first.pk
    run_jobs()
    assert done(second) == first_result
    assert jobs.run_job(first.pk) == "skipped"
    assert StoredFile.objects.count() == 1


@pytest.mark.long
def test_a_changed_name_makes_another_file(run_jobs):
    tournament, round_ = make_evening(2)
    first = services.ask_sheets(round_.pk)
    run_jobs()
    rename(tournament.entries.first(), ("Çağrı", "Ağaoğlu"), ("A", "B"))
    second = services.ask_sheets(round_.pk)
    run_jobs()
    assert done(first)["file"] != done(second)["file"]
    assert done(second)["without_code"] is True


def test_a_run_that_was_replaced_leaves_no_file(monkeypatch):
    _, round_ = make_evening(2)
    job = services.ask_sheets(round_.pk)
    real = sheets.make

    def overtaken(*arguments):
        Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED, lease=None)
        return real(*arguments)

    monkeypatch.setattr(sheets, "make", overtaken)
    assert jobs.run_job(job.pk) == "lost"
    assert not StoredFile.objects.exists()
    monkeypatch.setattr(sheets, "make", real)
    assert jobs.run_job(job.pk) == "done"
    assert StoredFile.objects.count() == 1


def test_a_machine_without_the_libraries_says_what_it_lacks(run_jobs, monkeypatch):
    tournament, round_ = make_evening(2)
    monkeypatch.setattr("core.system.missing_libraries", lambda: ["libpango-1.0.so.0"])
    job = services.ask_sheets(round_.pk)
    run_jobs()
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.FAILED, "weasyprint-missing")
    (paper,) = (one for one in papers.of_tournament(tournament) if one.what == "sheets")
    assert paper.state == "failed" and "libpango" in paper.text


def test_a_round_whose_draw_was_taken_back_has_no_papers(run_jobs):
    _, round_ = make_evening(2)
    jobs_asked = [services.ask_sheets(round_.pk), services.ask_draw_posters(round_.pk)]
    for match in round_.matches.all():
        match.games.all().delete()
    round_.matches.all().delete()
    run_jobs()
    for job in jobs_asked:
        job.refresh_from_db()
        assert (job.state, job.error) == (Job.State.FAILED, "no-tables")


def test_posters_and_hall_standings_are_private_published_standings_are_not(run_jobs):
    tournament, round_ = make_evening(4)
    services.ask_draw_posters(round_.pk)
    early = services.ask_standings(tournament.pk)
    run_jobs()
    early.refresh_from_db()
    assert early.error == "no-standings"
    standing = play(tournament, round_, [(1000, 944), (944, 1000)])
    publication = publish(tournament, round_, standing.figures)
    hall = services.ask_standings(tournament.pk)
    run_jobs()
    assert done(hall)["pages"] == 1
    private = {row.kind + str(row.private) for row in StoredFile.objects.all()}
    assert private == {"pdf.drawTrue", "pdf.standingsTrue", "pdf.standingsFalse"}
    found = services.public_standings(tournament)
    assert found is not None and found[0] == publication and found[1] is not None and not found[1].private


def publish(tournament, round_, figures):
    publication = Publication.objects.create(
        tournament=tournament, what="standings", round=round_, version=1, revision=1, figures=figures, sha256=""
    )
    results_published.send(sender=Publication, publication_id=publication.pk)
    return publication


def test_standings_taken_back_are_not_printed_for_everybody(run_jobs):
    tournament, round_ = make_evening(2)
    publication = publish(tournament, round_, play(tournament, round_, [(1000, 944)]).figures)
    PublicationWithdrawal.objects.create(publication=publication)
    run_jobs()
    assert Job.objects.get().error == "not-published"
    assert services.public_standings(tournament) is None


def test_who_objects_later_is_in_no_pdf_that_is_still_served(run_jobs):
    tournament, round_ = make_evening(2, full_names=True)
    publish(tournament, round_, play(tournament, round_, [(1000, 944)]).figures)
    run_jobs()
    assert services.public_standings(tournament)[1] is not None
    tournament.members.update(shown_as="objected")
    assert services.public_standings(tournament)[1] is None


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_list_of_papers_asks_a_fixed_number_of_questions(rounds, django_assert_num_queries):
    tournament, _ = make_evening(2)
    stage = tournament.stages.get()
    for _round in range(rounds - 1):
        factories.make_round(stage, state=Round.State.PLAYING)
    for round_ in stage.rounds.all():
        services.ask_sheets(round_.pk)
    with django_assert_num_queries(5):
        found = papers.of_tournament(tournament)
    assert [one.state for one in found if one.what == "sheets"] == ["waiting"] * rounds
    assert [one.state for one in found if one.what == "draw"] == ["none"] * rounds


def test_a_running_paper_says_how_far_it_is():
    tournament, round_ = make_evening(2)
    job = services.ask_sheets(round_.pk)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, progress_done=25, progress_total=64)
    (paper,) = (one for one in papers.of_tournament(tournament) if one.what == "sheets")
    assert paper.is_pending and "25" in paper.text and "64" in paper.text
    assert (paper.done, paper.total) == (25, 64)


def test_a_paper_is_taken_back_while_it_waits_and_while_it_is_made(monkeypatch):
    _, round_ = make_evening(2)
    waiting = services.ask_sheets(round_.pk)
    assert jobs.cancel(waiting.kind, waiting.key) and not jobs.cancel(waiting.kind, waiting.key)
    assert jobs.run_job(waiting.pk) == "skipped"
    running = services.ask_sheets(round_.pk)
    real = sheets.make

    def stopped(*arguments):
        jobs.cancel(running.kind, running.key)
        return real(*arguments)

    monkeypatch.setattr(sheets, "make", stopped)
    assert jobs.run_job(running.pk) == "lost"
    running.refresh_from_db()
    assert running.state == Job.State.CANCELLED and not StoredFile.objects.exists()
    monkeypatch.setattr(sheets, "make", real)
    again = services.ask_sheets(round_.pk)
    assert jobs.run_job(again.pk) == "done" and StoredFile.objects.count() == 1


def test_another_layout_is_another_content(monkeypatch):
    _, round_ = make_evening(2)
    before = sheets.gather(round_.pk)[1].content_key()
    monkeypatch.setattr("documents.words.layout_digest", lambda: "another")
    assert sheets.gather(round_.pk)[1].content_key() != before
    assert len(render.layout_digest()) == 64
