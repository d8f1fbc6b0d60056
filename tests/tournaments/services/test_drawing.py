"""What the engine is asked: standings, winners, clubs and persons of the rounds played, and the stage's own rules."""

import pytest

from tests.tournaments.services import evening
from tournaments.draws.model import Rule
from tournaments.models import Draw, Entry, Stage, Tournament
from tournaments.services import rounds
from tournaments.services.drawing import draw_request

pytestmark = pytest.mark.django_db


def swiss(pairs: int, **settings: object) -> tuple[Tournament, Stage]:
    tournament = evening.new_tournament(pairs)
    stage = tournament.stages.get()
    stage.draw_system = "swiss"
    stage.settings = {**stage.settings, **settings}
    stage.save()
    return tournament, stage


def test_the_standings_and_the_winners_of_the_rounds_played_are_told() -> None:
    tournament, stage = swiss(5)
    evening.play_round(tournament, 1)
    asked = draw_request(tournament, stage, 2, 1)
    (played,) = asked.played
    figures = {one.id: one.standing for one in asked.entries}
    assert len(played.meetings) == 2
    assert len(played.byes) == 1
    for one in played.meetings:
        assert {one.won} <= {"ns", "ew", ""}
        ns, ew = figures[one.ns[0]][0], figures[one.ew[0]][0]
        assert one.won == ("ns" if ns > ew else "ew" if ew > ns else "")
    assert all(len(one) == 3 for one in figures.values())
    assert all(len(one.persons) == 2 for one in asked.entries)


def test_the_nearest_in_the_standings_meet() -> None:
    tournament, _ = swiss(8)
    evening.play_round(tournament, 1)
    made = rounds.make_draw(tournament.pk, 2, 1, evening.SYSTEM)
    assert made.result["system"] == "swiss"
    assert made.result["proved"]
    assert Draw.objects.get(pk=made.pk).result["tables"][0]["reasons"]


def test_the_stages_rules_and_settings_are_asked_for() -> None:
    rules = {
        "musts": ["one_bye", {"name": "not_same_club", "until": 2}],
        "wishes": [{"name": "keep_apart", "groups": [["x", "y"]]}],
        "draw": {"first_round": "entry"},
    }
    tournament, stage = swiss(4, **rules)
    Entry.objects.filter(tournament=tournament, number__lte=2).update(home_club="Belote de Pons")
    asked = draw_request(tournament, stage, 1, 1)
    assert asked.musts == (Rule("one_bye"), Rule("not_same_club", until=2))
    assert asked.wishes == (Rule("keep_apart", groups=(("x", "y"),)),)
    assert asked.settings == {"first_round": "entry"}
    clubs = [one.club for one in asked.entries]
    assert clubs[0] == clubs[1] is not None
    assert clubs[2:] == [None, None]


def test_danish_lets_two_meet_again_unless_the_stage_says_otherwise() -> None:
    tournament, stage = swiss(4)
    assert Rule("no_rematch") in draw_request(tournament, stage, 1, 1).musts
    stage.draw_system = "danish"
    assert draw_request(tournament, stage, 1, 1).musts == (Rule("one_bye"),)


def ranked_by(tournament: Tournament, figure: str) -> Stage:
    stage = tournament.stages.get()
    stage.settings = {**stage.settings, "ranking": figure}
    stage.save()
    return stage


def test_the_figure_that_ranks_first_comes_first_to_the_draw() -> None:
    tournament, stage = swiss(4)
    evening.play_round(tournament, 1, bid=evening.by_table)
    by_points = {one.id: one.standing for one in draw_request(tournament, stage, 2, 1).entries}
    by_wins = {one.id: one.standing for one in draw_request(tournament, ranked_by(tournament, "wins"), 2, 1).entries}
    assert {len(one) for one in by_points.values()} == {3}
    assert {one: figures[1:] for one, figures in by_wins.items()} == by_points
    assert sorted(figures[0] for figures in by_wins.values()) == [0, 0, 1, 1]


def test_where_those_with_as_many_wins_meet_wins_come_first_and_a_rest_is_one_of_them() -> None:
    tournament, stage = swiss(5)
    stage.draw_system = "equal-wins"
    stage.save()
    evening.play_round(tournament, 1)

    def wins() -> list[int]:
        return sorted(one.standing[0] for one in draw_request(tournament, stage, 2, 1).entries)

    assert wins() == [0, 0, 1, 1, 1]
    stage.settings = {**stage.settings, "draw": {"bye_wins": False}}
    assert wins() == [0, 0, 0, 1, 1]


def test_teams_have_the_usual_musts_of_the_system_that_draws_them() -> None:
    tournament, stage = swiss(4, draw={"teams_by": "danish"})
    stage.draw_system = "teams"
    assert draw_request(tournament, stage, 1, 1).musts == (Rule("one_bye"),)
