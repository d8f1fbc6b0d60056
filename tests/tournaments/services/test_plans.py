"""Systems that follow a plan, through the services: the plan comes back from the stored draw, results decide."""

from dataclasses import asdict

import pytest
from django.utils import translation

from core.actors import SYSTEM
from tests.tournaments.draws.by_plan import Stage
from tests.tournaments.services import evening
from tournaments import drawwords
from tournaments.models import Draw, Entry, Tournament
from tournaments.services import entries, rounds

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def tournament_by(system: str, pairs: int, rounds_planned: int) -> Tournament:
    tournament = evening.new_tournament(pairs, rounds=rounds_planned)
    tournament.stages.update(draw_system=system)
    return tournament


def play(tournament: Tournament, number: int) -> Draw:
    """A round played to its end; north-south wins everywhere. Its draw was made twice, by another seed."""
    rounds.make_draw(tournament.pk, number, 1, SYSTEM)
    made = rounds.make_draw(tournament.pk, number, 2, SYSTEM, reason="encore")
    round_ = rounds.publish_draw(made.pk, SYSTEM)
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    made.refresh_from_db()
    return made


def test_a_later_round_goes_by_the_plan_of_the_first_draw_that_was_published():
    tournament = tournament_by("round-robin", 6, 5)
    met: set[frozenset[str]] = set()
    places = []
    for number in range(1, 6):
        result = play(tournament, number).result
        met |= {frozenset((*table["ns"], *table["ew"])) for table in result["tables"]}
        places.append(result["plan"]["places"])
    assert len(met) == 15
    assert places == [places[0]] * 5


def test_the_winners_at_the_tables_meet_in_the_final_and_the_losers_for_the_third_place():
    tournament = tournament_by("knockout", 4, 2)
    first, second = (play(tournament, number).result for number in (1, 2))
    meetings = {table["bracket"]: {*table["ns"], *table["ew"]} for table in second["tables"]}
    assert meetings == {
        "main": {table["ns"][0] for table in first["tables"]},
        "third": {table["ew"][0] for table in first["tables"]},
    }


@pytest.mark.parametrize(
    ("system", "pairs", "settings"),
    [
        ("knockout", 16, {"classification": 8}),
        ("knockout", 8, {"consolation": 1}),
        ("pools-knockout", 8, {}),
        ("even-odd", 8, {}),
        ("round-robin", 8, {}),
    ],
)
def test_each_table_of_a_plan_says_in_words_what_it_is_for(system, pairs, settings):
    stage = Stage(system, pairs, 5 if system == "pools-knockout" else 3 if pairs == 8 else 4, settings)
    stage.play()
    stage.change("e2", plays=False)
    stage.change("e6", plays=False)
    numbers = {entry.id: entry.number for entry in stage.entries}
    for result in stage.play_all():
        for table in result.tables:
            (told,) = table.reasons
            assert drawwords.reason({"code": told.code, "params": told.params}, numbers)
    if system in ("knockout", "pools-knockout"):
        final = next(table for table in stage.results[-1].tables if table.bracket == "main")
        assert drawwords.reason(asdict(final.reasons[0]), numbers) == "The final of the knockout."


def test_who_leaves_a_knockout_gives_the_opponent_a_bye():
    tournament = tournament_by("knockout", 4, 2)
    first = play(tournament, 1).result
    gone, alone = (table["ns"][0] for table in first["tables"])
    entries.set_status(Entry.objects.get(pk=gone).pk, Entry.Status.WITHDRAWN, SYSTEM)
    second = rounds.make_draw(tournament.pk, 2, 1, SYSTEM).result
    assert list(second["byes"]) == [alone]
    assert [table["bracket"] for table in second["tables"]] == ["third"]
