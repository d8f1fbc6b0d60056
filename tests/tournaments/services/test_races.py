"""Several ask for the same thing at the same moment, in processes of their own: one gets it, the others are told."""

import pytest
from django.db import connection

from core.models import Job
from tests import factories
from tests.scoring.on_sheets import deal, record
from tests.tournaments.services import evening
from tournaments.models import Draw, Entry, Game, Match, Publication, Result, Round, Seat
from tournaments.services import entries, rounds
from tournaments.standings.ranking import bye_average

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RACE = "tests.tournaments.services.race"
FIRSTS = ["Jean", "Luc", "Ève"]


@pytest.fixture
def times(scale):
    """How often a race is run. SQLite lets one writer in at a time, so that there twice shows it as well."""
    return (5 if connection.vendor == "postgresql" else 2) * min(scale, 10)


def ids(rows) -> list[str]:
    return [str(row.pk) for row in rows]


def won_and_lost(answers) -> tuple[list, list]:
    """What the winners got, and the others' refusals."""
    return [one for one in answers if not isinstance(one, list)], [one for one in answers if isinstance(one, list)]


def test_of_twenty_that_ask_for_the_same_draw_one_makes_it(crowd):
    tournaments = [evening.new_tournament(16) for _ in range(2)]
    for tournament, answers in zip(tournaments, crowd("ask_for_a_draw", ids(tournaments), 20), strict=True):
        won, lost = won_and_lost(answers)
        assert won == ids(Draw.objects.filter(round__stage__tournament=tournament))
        assert lost == [["Conflict", "draw-made"]] * 19


def test_of_those_that_ask_for_different_attempts_at_once_one_draft_is_left(crowd, times):
    tournaments = [evening.new_tournament(8) for _ in range(times)]
    for tournament, answers in zip(tournaments, crowd("ask_for_a_draw", ids(tournaments), 3, [1, 2, 3]), strict=True):
        won, lost = won_and_lost(answers)
        assert won
        assert all(refusal == ["Conflict", "draw-made"] for refusal in lost)
        assert Draw.objects.filter(round__stage__tournament=tournament, state="draft").count() == 1


def test_of_those_that_publish_a_draw_at_once_one_sets_the_tables(crowd, times):
    tournaments = [evening.new_tournament(8) for _ in range(times)]
    draws = [rounds.make_draw(tournament.pk, 1, 1, evening.SYSTEM) for tournament in tournaments]
    for draw, answers in zip(draws, crowd("publish_a_draw", ids(draws), 3), strict=True):
        assert won_and_lost(answers) == (["playing"], [["Conflict", "draw-published"]] * 2)
        assert Match.objects.filter(round=draw.round).count() == 4
        assert Seat.objects.filter(round=draw.round).count() == 8
        assert Game.objects.filter(match__round=draw.round).count() == 4


def test_a_round_drawn_again_while_its_draft_is_published_is_either_the_one_or_the_other(crowd, times):
    tournaments = [evening.new_tournament(8) for _ in range(times)]
    draws = [rounds.make_draw(tournament.pk, 1, 1, evening.SYSTEM) for tournament in tournaments]
    both = list(zip(ids(tournaments), ids(draws), strict=True))
    for draw, (drawn, published) in zip(draws, crowd("draw_or_publish", both), strict=True):
        states = dict(Draw.objects.filter(round=draw.round).values_list("attempt", "state"))
        round_ = Round.objects.get(pk=draw.round_id)
        if published == "playing":
            assert drawn == ["Conflict", "round-published"]
            assert (states, round_.state) == ({1: "published"}, "playing")
        else:
            assert (drawn, published) == (2, ["Conflict", "draw-gone"])
            assert (states, round_.state) == ({1: "discarded", 2: "draft"}, "draft")


def test_of_those_that_publish_results_at_once_one_makes_the_version(crowd, times):
    tournaments = [evening.new_tournament(4, rounds=1) for _ in range(times)]
    played = [evening.play_round(tournament, 1) for tournament in tournaments]
    for tournament in tournaments:
        evening.compute(tournament)
    for round_, answers in zip(played, crowd("publish_results", ids(played), 3), strict=True):
        assert won_and_lost(answers) == ([1], [["Conflict", "nothing-new"]] * 2)
        assert Publication.objects.filter(round=round_).count() == len(Publication.What)


def test_a_player_entered_in_several_pairs_at_once_is_in_one(crowd, times):
    tournaments = [evening.new_tournament(0) for _ in range(times)]
    for tournament, answers in zip(tournaments, crowd("add_pairs", ids(tournaments), 3, ["Jean"]), strict=True):
        assert won_and_lost(answers) == ([1], [["Conflict", "player-in-pair"]] * 2)
        assert tournament.entries.count() == 1
        assert tournament.members.count() == 2


def test_a_number_asked_for_by_several_at_once_is_given_once(crowd, times):
    tournaments = [evening.new_tournament(0) for _ in range(times)]
    for tournament, answers in zip(tournaments, crowd("add_pairs", ids(tournaments), 3, FIRSTS, 7), strict=True):
        assert won_and_lost(answers) == ([7], [["Conflict", "number-taken"]] * 2)
        assert list(tournament.entries.values_list("number", flat=True)) == [7]


def test_pairs_entered_at_once_get_numbers_of_their_own(crowd, times):
    tournaments = [evening.new_tournament(0) for _ in range(times)]
    for answers in crowd("add_pairs", ids(tournaments), 3, FIRSTS):
        assert set(map(str, answers)) == {"1", "2", "3"}


def test_a_list_imported_twice_at_once_is_imported_once(crowd, times):
    text = "numéro;joueur 1;joueur 2\n1;MARTIN Jean;GIRARD Zoé\n2;ROUX Noël;PETIT Ève\n"
    tournaments = [evening.new_tournament(0) for _ in range(times)]
    digests = [entries.preview(tournament, text.encode(), "liste.csv").digest for tournament in tournaments]
    answers = crowd("import_the_same_list", ids(tournaments), 3, text, digests)
    for tournament, answer in zip(tournaments, answers, strict=True):
        assert won_and_lost(answer) == ([2], [["Conflict", "list-changed"]] * 2)
        assert Entry.objects.filter(tournament=tournament).count() == 2


def test_a_job_asked_for_by_several_at_once_waits_once(crowd, times):
    keys = [f"chose-{number}" for number in range(times)]
    for key, answers in zip(keys, crowd("ask_for_a_job", keys, 3), strict=True):
        assert set(answers) == {str(Job.objects.get(kind="race", key=key).pk)}


def test_tournaments_of_one_name_made_at_once_have_addresses_of_their_own(crowd, times):
    clubs = [factories.make_club() for _ in range(times)]
    for answers in crowd("make_tournaments", ids(clubs), 3):
        assert set(map(str, answers)) == {f"concours-2026-11-28{tail}" for tail in ("", "-2", "-3")}


def test_clubs_of_one_name_made_at_once_have_addresses_of_their_own(crowd, times):
    names = [f"Amicale {'abcdefghij'[number % 10] * (1 + number // 10)}" for number in range(times)]
    for name, answers in zip(names, crowd("make_clubs", names, 3), strict=True):
        slug = name.lower().replace(" ", "-")
        assert set(map(str, answers)) == {slug, f"{slug}-2", f"{slug}-3"}


def test_a_region_made_by_several_at_once_is_one_and_the_others_are_told(crowd, times):
    for answers in crowd("make_regions", [f"Ligue {number}" for number in range(times)], 3):
        won, lost = won_and_lost(answers)
        assert len(won) == 1
        assert lost == [["ClubError", "region-exists"]] * 2


# Closing a round while a sheet of it is corrected


def test_what_the_resting_pair_marks_follows_a_correction_made_while_the_round_is_being_closed(together, tmp_path):
    tournament = evening.new_tournament(3)
    round_ = evening.start_round(tournament, 1)
    (game,) = evening.games_of(round_)
    evening.play_game(game, 100)
    closed, corrected = together(
        [
            (f"{RACE}:close_slowly", [str(tmp_path), str(round_.pk)]),
            (f"{RACE}:correct_meanwhile", [str(tmp_path), str(game.pk), 160]),
        ]
    )
    assert (closed.message, corrected.message) == ("", "")
    assert (closed.value, corrected.value) == ("closed", "corrected")
    scores = list(Result.objects.filter(round=round_, source="game").values_list("points_for", flat=True))
    assert sorted(scores) == [0, 160]
    assert Result.objects.get(round=round_, source="bye").points_for == bye_average(scores) == 80


def test_a_sheet_reopened_while_its_round_is_closed_keeps_the_round_open_or_is_a_correction(together, tmp_path, times):
    played = []
    for _ in range(times):
        round_ = evening.start_round(evening.new_tournament(3), 1)
        (game,) = evening.games_of(round_)
        evening.play_game(game)
        played.append((round_, game))
    both = [[str(round_.pk), str(game.pk)] for round_, game in played]
    outcomes = together([(f"{RACE}:close_round_in_turns", [str(tmp_path), me, 2, both]) for me in (0, 1)])
    assert [outcome.message for outcome in outcomes] == ["", ""]
    for (round_, game), closed, reopened in zip(played, outcomes[0].value, outcomes[1].value, strict=True):
        assert reopened == "open"
        assert not game.results.exists()
        byes = Result.objects.filter(round=round_, source="bye")
        if closed == "closed":
            assert byes.get().points_for == 50
        else:
            assert closed == ["Conflict", "tables-open"]
            assert not byes.exists()


def test_a_draw_taken_back_while_a_sheet_of_it_is_closed_stays(together, tmp_path, times):
    games = []
    for _ in range(2 * times):
        (game,) = evening.games_of(evening.start_round(evening.new_tournament(2), 1))
        record(game.sheet, deal())
        games.append(game)
    both = [[str(game.match.round_id), str(game.sheet_id)] for game in games]
    outcomes = together([(f"{RACE}:withdraw_in_turns", [str(tmp_path), me, 2, both]) for me in (0, 1)])
    assert [outcome.message for outcome in outcomes] == ["", ""]
    assert outcomes[0].value == [["Conflict", "scores-entered"]] * len(games)
    assert outcomes[1].value == ["closed"] * len(games)


def test_a_deal_that_comes_while_its_draw_is_taken_back_is_refused_or_keeps_the_draw(together, tmp_path, times):
    games = []
    for _ in range(2 * times):
        (game,) = evening.games_of(evening.start_round(evening.new_tournament(2), 1))
        games.append(game)
    both = [[str(game.match.round_id), str(game.sheet_id)] for game in games]
    outcomes = together([(f"{RACE}:record_in_turns", [str(tmp_path), me, 2, both]) for me in (0, 1)])
    assert [outcome.message for outcome in outcomes] == ["", ""]
    for game, withdrawn, recorded in zip(games, outcomes[0].value, outcomes[1].value, strict=True):
        still_there = Game.objects.filter(pk=game.pk).exists()
        if still_there:
            assert withdrawn == ["Conflict", "scores-entered"]
            assert recorded == 1
            assert game.sheet.entries.count() == 1
        else:
            assert withdrawn == "draft"
            assert recorded[0] == "DoesNotExist"
