"""The file of draws: not before the last round is closed, then whole; what is opened draws nothing any more."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from core import jobs
from core.actors import SYSTEM
from core.models import AuditEvent, Job
from tests.tournaments.draws.test_short_verifier import check as short_check
from tests.tournaments.services import evening_kept as evening
from tournaments.draws.verify import read, verify
from tournaments.models import Draw, Entry, Tournament
from tournaments.services import contests, cuts, draw_file, entries, rounds
from tournaments.services.errors import TournamentError

pytestmark = pytest.mark.django_db


def refused(code: str, call, *arguments) -> None:
    with pytest.raises(TournamentError) as caught:
        call(*arguments)
    assert caught.value.code == code


def played() -> Tournament:
    """Two rounds of seven pairs; the second was drawn twice, and a third time after it had been taken back."""
    tournament = evening.new_tournament(7, rounds=2)
    evening.play_round(tournament, 1)
    rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    taken_back = rounds.publish_draw(rounds.make_draw(tournament.pk, 2, 2, SYSTEM, reason="encore").pk, SYSTEM)
    rounds.withdraw_draw(taken_back.pk, SYSTEM)
    round_ = rounds.publish_draw(rounds.make_draw(tournament.pk, 2, 3, SYSTEM).pk, SYSTEM)
    for game in evening.games_of(round_):
        evening.play_game(game, evening.by_table(game))
    refused("seed-sealed", draw_file.open_draws, tournament.pk, SYSTEM)
    rounds.close_round(round_.pk, SYSTEM)
    return tournament


def test_before_the_last_round_is_closed_nothing_is_opened():
    tournament = evening.new_tournament(6, rounds=2)
    refused("seed-sealed", draw_file.open_draws, tournament.pk, SYSTEM)
    evening.play_round(tournament, 1)
    refused("seed-sealed", draw_file.open_draws, tournament.pk, SYSTEM)
    assert tournament.stages.get().seed_opened_at is None


def test_every_draw_made_is_in_the_file_and_the_file_holds():
    tournament = played()
    report = verify(read(json.dumps(draw_file.open_draws(tournament.pk, SYSTEM))))
    assert report.seed == "open"
    assert [(one.round, one.attempt, one.state, one.finding) for one in report.verdicts] == [
        (1, 1, "published", "same"),
        (2, 1, "discarded", "same"),
        (2, 2, "discarded", "same"),
        (2, 3, "published", "same"),
    ]
    assert report.remarks == ()
    opened = AuditEvent.objects.filter(verb="seed.opened")
    assert opened.count() == 1
    draw_file.open_draws(tournament.pk, SYSTEM)
    assert opened.count() == 1


@pytest.mark.one_database
def test_an_opened_seed_draws_nothing_any_more():
    tournament = played()
    wish = contests.NewTournament(name="Concours", local_date=evening.DAY, rounds=3, length=1)
    contests.change(tournament.pk, wish, SYSTEM)
    refused("seed-sealed", draw_file.open_draws, tournament.pk, SYSTEM)
    contests.change(tournament.pk, contests.NewTournament("Concours", evening.DAY, rounds=2, length=1), SYSTEM)
    draw_file.open_draws(tournament.pk, SYSTEM)
    refused("seed-opened", contests.change, tournament.pk, wish, SYSTEM)
    tournament.stages.update(rounds_planned=3)
    refused("seed-opened", rounds.make_draw, tournament.pk, 3, 1, SYSTEM)


@pytest.mark.one_database
def test_the_commands_write_the_file_and_check_it(tmp_path: Path):
    tournament = evening.new_tournament(4, rounds=1)
    name, path, out = f"{tournament.club.slug}/{tournament.slug}", tmp_path / "draws.json", StringIO()

    def status(*arguments: str) -> int:
        with pytest.raises(CommandError) as caught:
            call_command(*arguments)
        return caught.value.returncode

    assert status("export_draws", name) == 2
    evening.play_round(tournament, 1)
    call_command("export_draws", name, "--output", str(path))
    assert status("export_draws", name, "--output", str(path)) == 2
    assert status("export_draws", f"{name}x") == 2
    assert status("export_draws", name, "--stage", "2") == 2
    call_command("verify_draw", str(path), "--language", "en", stdout=out)
    assert out.getvalue().splitlines() == [
        "The opened seed is the one that was sealed.",
        "Round 1, draw 1 (published): the same again",
        "Everything is as it was drawn.",
    ]
    data = json.loads(path.read_text(encoding="utf-8"))
    one = data["draws"][0]["result"]["tables"][0]
    one["ns"], one["ew"] = one["ew"], one["ns"]
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        call_command("verify_draw", str(path), stdout=out)
    assert caught.value.code == 1
    assert status("verify_draw", str(tmp_path / "nothing")) == 2


@pytest.mark.one_database
@pytest.mark.parametrize(
    "system", ["swiss", *(pytest.param(one, marks=pytest.mark.long) for one in ("even-odd", "knockout", "random"))]
)
def test_the_file_names_nobody_and_draws_the_same_all_the_same(system: str):
    """Numbers for entries, numbers with a letter for persons; persons kept apart are known by theirs."""
    tournament = evening.new_tournament(8, rounds=3)
    apart = [str(pk) for pk in tournament.members.order_by("entry__number", "slot").values_list("person_id", flat=True)]
    rules = [{"name": "keep_apart", "groups": [[apart[0], apart[3]]]}, {"name": "one_bye"}, {"name": "no_rematch"}]
    tournament.stages.update(draw_system=system, settings={"bye": "average", "musts": rules})
    for number in (1, 2, 3):
        evening.play_round(tournament, number)
    data = draw_file.open_draws(tournament.pk, SYSTEM)
    text = json.dumps(data)
    ids = [*tournament.entries.values_list("pk", flat=True), *tournament.members.values_list("person_id", flat=True)]
    assert not [one for one in ids if str(one) in text]
    entries = data["draws"][0]["request"]["entries"]
    assert [(one["id"], one["persons"]) for one in entries[:2]] == [("1", ["1a", "1b"]), ("2", ["2a", "2b"])]
    assert data["draws"][0]["request"]["musts"][0]["groups"] == [["1a", "2b"]]
    assert verify(read(text)).holds


def test_a_file_lies_open_only_once_the_seed_does():
    tournament = evening.new_tournament(4, rounds=1)
    stage = tournament.stages.get()
    refused("seed-sealed", draw_file.file_of, stage)
    refused("seed-sealed", draw_file.ask_check, stage)
    evening.play_round(tournament, 1)
    refused("seed-sealed", draw_file.file_of, stage)
    assert draw_file.open_seed(tournament.pk, 1, SYSTEM).seed_opened_at is not None


@pytest.mark.one_database
def test_a_check_is_done_once_for_the_same_draws():
    tournament = evening.new_tournament(4, rounds=1)
    evening.play_round(tournament, 1)
    stage = draw_file.open_seed(tournament.pk, 1, SYSTEM)
    assert draw_file.checked(stage) is None
    for _ in range(2):
        draw_file.ask_check(stage)
    waiting = Job.objects.filter(kind=draw_file.CHECK)
    assert waiting.count() == 1
    assert jobs.run_job(waiting.get().pk) == "done"
    report = draw_file.checked(stage)
    assert report is not None and report.holds
    assert [(one.round, one.attempt, one.finding) for one in report.verdicts] == [(1, 1, "same")]
    draw_file.ask_check(stage)
    assert waiting.count() == 1
    # A draw that was tampered with in the database is another draw, and is found out.
    made = Draw.objects.get()
    made.result["tables"][0]["ns"], made.result["tables"][0]["ew"] = (
        made.result["tables"][0]["ew"],
        made.result["tables"][0]["ns"],
    )
    made.state = "discarded"
    made.save()
    assert draw_file.checked(stage) is None
    draw_file.ask_check(stage)
    assert jobs.run_job(waiting.order_by("-created_at")[0].pk) == "done"
    report = draw_file.checked(stage)
    assert report is not None and not report.holds
    assert report.verdicts[0].finding == "differs"


def test_a_check_of_what_was_sealed_again_fails_with_the_reason():
    tournament = evening.new_tournament(4, rounds=1)
    job = jobs.enqueue(draw_file.CHECK, "x", {"stage": str(tournament.stages.get().pk)})
    assert jobs.run_job(job.pk) == "failed"


@pytest.mark.one_database
def test_each_part_of_a_tournament_has_a_file_of_its_own_that_holds():
    tournament = evening.new_tournament(8, rounds=2)
    later = cuts.add(tournament.pk, cuts.NewStage(name="Finale", draw_system="swiss", rounds=2, places=8), SYSTEM)
    for number in (1, 2):
        evening.play_round(tournament, number)
    first = draw_file.open_draws(tournament.pk, SYSTEM)
    refused("seed-sealed", draw_file.open_draws, tournament.pk, SYSTEM, 2)
    cuts.make_cut(later.pk, SYSTEM)
    for number in (3, 4):
        evening.play_round(tournament, number)
    second = draw_file.open_draws(tournament.pk, SYSTEM, 2)
    assert [data["first_round"] for data in (first, second)] == [1, 3]
    assert first["seed"] != second["seed"]
    for data in (first, second):
        assert verify(read(json.dumps(data))).holds
        lines, holds = short_check(json.loads(json.dumps(data)))
        assert holds, lines


@pytest.mark.one_database
@pytest.mark.parametrize(
    "kind",
    [
        "swiss",
        "melee",
        *(pytest.param(one, marks=pytest.mark.long) for one in ("random", "mitchell", "round-robin", "teams")),
    ],
)
def test_both_verifiers_agree_on_what_was_really_played(kind: str):
    """With somebody gone after the first round."""
    if kind == "melee":
        tournament = evening.new_melee(9)
    elif kind == "teams":
        tournament = evening.new_teams(5)
    else:
        tournament = evening.new_tournament(9, rounds=3)
        tournament.stages.update(draw_system=kind)
    for number in (1, 2, 3):
        if number == 2 and kind != "teams":
            gone = tournament.entries.get(number=9)
            entries.set_status(gone.pk, Entry.Status.WITHDRAWN, SYSTEM)
        evening.play_round(tournament, number)
    data = draw_file.open_draws(tournament.pk, SYSTEM)
    assert verify(read(json.dumps(data))).holds
    lines, holds = short_check(json.loads(json.dumps(data)))
    assert holds, lines
    assert not [line for line in lines if line.startswith("note")]
