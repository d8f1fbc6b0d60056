"""From closed sheets to results, and from results to standings, by one job however many changes there were."""

import pytest

from core import jobs
from core.actors import SYSTEM
from core.models import Job
from scoring import sheets
from tests import factories
from tests.scoring.on_sheets import deal, new_key, new_sheet, record
from tests.tournaments.services import evening
from tournaments.models import Adjustment, Result, Standing, Tournament
from tournaments.services import contests, entries, results, rounds

pytestmark = pytest.mark.django_db


def standings_jobs(state: str = "queued"):
    return Job.objects.filter(kind="standings", state=state)


# Results


def test_closing_a_sheet_writes_both_sides_results():
    round_ = evening.start_round(evening.new_tournament(2), 1)
    (game,) = evening.games_of(round_)
    evening.play_game(game, 120)
    rows = Result.objects.filter(game=game).order_by("-points_for")
    assert [(row.entry, row.points_for, row.points_against, row.match_points, row.source) for row in rows] == [
        (evening.entry_at(game, "A"), 120, 0, 2, "game"),
        (evening.entry_at(game, "B"), 0, 120, 0, "game"),
    ]
    game.refresh_from_db()
    assert game.state == "closed"


def test_equal_totals_are_a_drawn_game():
    round_ = evening.start_round(evening.new_tournament(2, deals=2), 1)
    (game,) = evening.games_of(round_)
    for position, declarer in enumerate(("NS", "EW"), start=1):
        sheets.record_deal(game.sheet_id, deal(100, declarer), position=position, client_key=new_key(), actor=SYSTEM)
    evening.close(game.sheet)
    assert list(game.results.values_list("points_for", "match_points")) == [(100, 1), (100, 1)]


@pytest.mark.both_databases
def test_reopening_a_sheet_takes_its_results_back_and_closing_it_again_writes_the_new_ones():
    round_ = evening.start_round(evening.new_tournament(4), 1)
    first, second = evening.games_of(round_)
    evening.play_game(first, 100)
    evening.play_game(second, 110)
    sheet = sheets.reopen_sheet(first.sheet_id, actor=SYSTEM, reason="erreur")
    assert not first.results.exists()
    assert second.results.count() == 2
    first.refresh_from_db()
    assert first.state == "playing"
    sheets.amend_deal(sheet.pk, 1, deal(130), seen=sheet.revision, actor=SYSTEM)
    evening.close(sheet)
    assert sorted(first.results.values_list("points_for", flat=True)) == [0, 130]


def test_closing_a_closed_sheet_again_doubles_nothing():
    round_ = evening.start_round(evening.new_tournament(2), 1)
    (game,) = evening.games_of(round_)
    evening.play_game(game)
    evening.close(game.sheet)
    assert game.results.count() == 2


def test_a_sheet_outside_any_tournament_has_no_results():
    sheet = new_sheet(1)
    record(sheet, deal())
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM)
    sheets.reopen_sheet(sheet.pk, actor=SYSTEM, reason="r")
    assert not Result.objects.exists()
    assert not Job.objects.exists()


# The job


@pytest.mark.both_databases
def test_many_changes_wait_for_one_job():
    tournament = evening.new_tournament(8)
    round_ = evening.start_round(tournament, 1)
    for game in evening.games_of(round_):
        evening.play_game(game)
    assert standings_jobs().count() == 1
    tournament.refresh_from_db()
    assert tournament.revision > 4
    evening.run_jobs("standings")
    assert not standings_jobs().exists()
    assert Standing.objects.get(tournament=tournament).revision == tournament.revision


def test_a_change_that_is_rolled_back_asks_for_nothing():
    from django.db import transaction

    tournament = evening.new_tournament(2)
    before = tournament.revision
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        contests.touch(tournament.pk)
        raise ZeroDivisionError
    tournament.refresh_from_db()
    assert (tournament.revision, standings_jobs().count()) == (before, 0)


def test_the_job_run_twice_leaves_the_same():
    tournament = evening.new_tournament(4)
    evening.play_round(tournament, 1)
    job = standings_jobs().get()
    assert jobs.run_job(job.pk) == "done"
    first = Standing.objects.get(tournament=tournament)
    assert jobs.run_job(job.pk) == "skipped"
    factories.make_job("standings", str(tournament.pk), payload={"tournament": str(tournament.pk)})
    assert evening.run_jobs("standings") == 1
    again = Standing.objects.get(tournament=tournament)
    assert (again.pk, again.revision, again.figures, again.computed_at) == (
        first.pk,
        first.revision,
        first.figures,
        first.computed_at,
    )
    assert job.payload == {"tournament": str(tournament.pk)}


@pytest.mark.both_databases
def test_a_job_that_lost_its_lease_leaves_no_figures():
    tournament = evening.new_tournament(4)
    evening.play_round(tournament, 1)
    job = standings_jobs().get()
    context = jobs._claim(job.pk, jobs._new_lease())
    jobs.sweep(everything=True)  # taken to be dead: the job waits again
    with pytest.raises(jobs.LeaseLost):
        results.compute_standings(context)
    assert not Standing.objects.exists()
    Job.objects.filter(pk=job.pk).update(not_before=job.not_before)
    assert jobs.run_job(job.pk) == "done"
    assert Standing.objects.get().revision == Tournament.objects.get().revision


def test_a_late_job_computes_what_is_true_now_never_what_was():
    """The revision is read with the results under one lock: figures of an older one cannot come after."""
    tournament = evening.new_tournament(4)
    evening.play_round(tournament, 1)
    late = jobs._claim(standings_jobs().get().pk, jobs._new_lease())  # a worker took it, and then was slow
    evening.correct(evening.games_of(tournament.stages.get().rounds.get())[0], 160)
    newer = standings_jobs().get()
    evening.compute(tournament)
    figures = Standing.objects.get().figures
    results.compute_standings(late)
    standing = Standing.objects.get()
    assert (standing.revision, standing.figures) == (tournament.revision, figures)
    assert jobs.run_job(newer.pk) == "done"
    assert Standing.objects.get().figures == figures
    assert max(row["points"] for row in figures["rows"]) == 160


def test_standings_hold_ids_and_figures_and_no_names():
    tournament = evening.new_tournament(4)
    evening.play_round(tournament, 1)
    evening.run_jobs("standings")
    text = str(Standing.objects.get().figures)
    for member in tournament.members.select_related("person"):
        assert str(member.entry_id) in text
        assert member.person.family not in text


@pytest.mark.both_databases
def test_points_are_results_and_byes_and_adjustments_for_each_entry():
    tournament = evening.new_tournament(7, rounds=3)
    for number in (1, 2, 3):
        evening.play_round(tournament, number)
    entry = tournament.entries.first()
    Adjustment.objects.create(entry=entry, points=-40, reason="retard")
    contests.touch(tournament.pk)
    rows = evening.compute(tournament).figures["rows"]
    assert len(rows) == 7
    assert sum(bool(row["terms"]["byes"]) for row in rows) == 3
    for row in rows:
        mine = Result.objects.filter(entry_id=row["entry"])
        by_source = {
            source: sum(mine.filter(source=source).values_list("points_for", flat=True)) for source in ("game", "bye")
        }
        given = -40 if row["entry"] == str(entry.pk) else 0
        assert row["terms"] == {"results": by_source["game"], "byes": by_source["bye"], "adjustments": given}
        assert row["points"] == sum(row["terms"].values())
        assert sum(cell["points"] for cell in row["rounds"].values()) + given == row["points"]


def test_who_left_keeps_what_was_played_and_who_never_played_is_gone():
    tournament = evening.new_tournament(5)
    round_ = evening.start_round(tournament, 1)
    gone = evening.entry_at(evening.games_of(round_)[0], "A")
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    newcomer = factories.make_pairs(tournament, 1)[0]
    for entry in (gone, newcomer):
        entries.set_status(entry.pk, "withdrawn", SYSTEM)
    shown = {row["entry"] for row in evening.compute(tournament).figures["rows"]}
    assert str(gone.pk) in shown
    assert str(newcomer.pk) not in shown
