"""The provisional list of a round that is being played, and who sees it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.actors import SYSTEM
from core.models import AuditEvent
from scoring import sheets
from tests.kept import kept
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening
from tournaments.models import Tournament
from tournaments.services import provisional, reopening, restoring, rounds, showing
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.provisional import Provisional
from tournaments.services.tournament_file import document_of
from tournaments.standings.provisional import Waits

pytestmark = pytest.mark.django_db


def play_one(game, bid: int, position: int = 1) -> None:
    """A deal of a game; its sheet stays open."""
    sheets.record_deal(game.sheet_id, deal(bid), position=position, client_key=new_key(), actor=SYSTEM)


def listed(tournament: Tournament) -> Provisional:
    round_ = provisional.playing(tournament)
    assert round_ is not None
    return provisional.list_of(tournament, round_)


def points(found: Provisional) -> dict[str, tuple[int | None, int]]:
    return {row.who: (row.rank, row.points) for one in found.lists for row in one.rows}


@pytest.fixture
@kept
def started() -> tuple[Tournament, list]:
    """Five pairs and the first round of two deals: one table is closed, at the other one deal is played, one rests."""
    tournament = evening.new_tournament(5, rounds=2, deals=2)
    one, other = evening.games_of(evening.start_round(tournament, 1))
    evening.play_game(one, 90)
    play_one(other, 150)
    return tournament, [one, other]


def test_the_list_is_as_if_every_table_ended_now(started) -> None:
    tournament, (one, other) = started
    found = listed(tournament)
    places = points(found)
    assert (found.closed, found.tables) == (1, 2)
    assert places[str(evening.entry_at(one, "A").pk)] == (1, 180)
    assert places[str(evening.entry_at(other, "A").pk)] == (2, 150)
    resting = next(entry for entry, waits in found.waits.items() if waits.rests)
    assert places[resting] == (3, 83)  # the mean of 180, 0, 150 and 0
    assert found.waits[str(evening.entry_at(other, "B").pk)] == Waits(1, 1)
    assert str(evening.entry_at(one, "A").pk) not in found.waits


def test_once_all_is_closed_it_is_what_the_standings_will_be(started) -> None:
    tournament, (_one, other) = started
    play_one(other, 110, 2)
    evening.close(other.sheet)
    before = points(listed(tournament))
    rounds.close_round(other.match.round_id, SYSTEM)
    figures = evening.compute(tournament).figures
    assert before == {row["entry"]: (row["rank"], row["points"]) for row in figures["rows"]}


def test_nothing_of_it_is_in_the_standings_that_count(started) -> None:
    tournament, _games = started
    figures = evening.compute(tournament).figures
    assert sorted(row["points"] for row in figures["rows"]) == [0, 0, 0, 0, 180]


def test_a_meeting_of_teams_goes_to_who_is_ahead_now() -> None:
    tournament = evening.new_teams(2, rounds=1, ranking="match_points")
    one, other = evening.games_of(evening.start_round(tournament, 1))
    evening.play_game(one, 90)
    play_one(other, 80)
    first, second = listed(tournament).lists[0].rows
    ahead = evening.entry_at(one, "A").team_id, evening.entry_at(other, "A").team_id
    assert (first.who in map(str, ahead), dict(first.values)["match_points"]) == (True, 2)
    assert first.points + second.points == 170


@pytest.mark.parametrize("what", ["pairs", "teams"])
def test_it_takes_as_many_queries_for_one_table_as_for_three(what: str) -> None:
    counts = []
    for few in (2, 6):
        tournament = evening.new_tournament(few, rounds=1) if what == "pairs" else evening.new_teams(few, rounds=1)
        for game in evening.games_of(evening.start_round(tournament, 1)):
            play_one(game, 80)
        with CaptureQueriesContext(connection) as asked:
            listed(tournament)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_it_is_shown_for_one_round_and_ends_with_it(started) -> None:
    tournament, (_one, other) = started
    assert not provisional.is_on(tournament, provisional.playing(tournament))
    provisional.show(tournament.pk, 1, SYSTEM)
    assert provisional.is_on(tournament, provisional.playing(tournament))
    play_one(other, 80, 2)
    evening.close(other.sheet)
    rounds.close_round(other.match.round_id, SYSTEM)
    reopening.reopen_round(other.match.round_id, SYSTEM, reason="trop tôt")
    assert not provisional.is_on(tournament, provisional.playing(tournament))
    rounds.close_round(other.match.round_id, SYSTEM)
    evening.start_round(tournament, 2)
    assert not provisional.is_on(tournament, provisional.playing(tournament))


def test_going_back_shows_no_list_that_was_put_away(started) -> None:
    tournament, _games = started
    provisional.show(tournament.pk, 1, SYSTEM)
    shown = document_of(tournament)
    provisional.hide(tournament.pk, SYSTEM)
    restoring.put_back(tournament.pk, shown, SYSTEM)
    assert not provisional.is_on(tournament, provisional.playing(tournament))


def test_who_switches_it_stands_on_the_trail(started) -> None:
    tournament, _games = started
    provisional.show(tournament.pk, 1, SYSTEM)
    provisional.show(tournament.pk, 1, SYSTEM)
    provisional.hide(tournament.pk, SYSTEM)
    provisional.hide(tournament.pk, SYSTEM)
    verbs = AuditEvent.objects.filter(scope=tournament.pk, verb__startswith="provisional").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["provisional.shown", "provisional.hidden"]
    assert not provisional.is_on(tournament, provisional.playing(tournament))


def test_only_the_round_that_is_played_can_be_shown_and_nothing_that_is_held_back(started) -> None:
    tournament, _games = started
    with pytest.raises(TournamentError) as refused:
        provisional.show(tournament.pk, 2, SYSTEM)
    assert refused.value.code == "round-not-playing"
    provisional.show(tournament.pk, 1, SYSTEM)
    showing.hold(tournament.pk, SYSTEM)
    assert not provisional.is_on(tournament, provisional.playing(tournament))
    with pytest.raises(Conflict) as held:
        provisional.show(tournament.pk, 1, SYSTEM)
    assert held.value.code == "results-held"
