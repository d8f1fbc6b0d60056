"""Results held back and let go at once; the sheets that are made public with a round."""

import json

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent
from tests.kept import kept
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.test_publishing import refused
from tournaments.models import Publication, Tournament
from tournaments.services import checks, holding, publishing, restoring, showing
from tournaments.services.tournament_file import document_of

pytestmark = pytest.mark.django_db

ROUND, STANDINGS, SHEETS = Publication.What.ROUND, Publication.What.STANDINGS, Publication.What.SHEETS


@pytest.fixture
@kept
def held() -> Tournament:
    """Four pairs; round 1 is public, then results are held back, rounds 2 and 3 are closed."""
    tournament = evening.new_tournament(4, rounds=4)
    evening.publish(tournament, evening.play_round(tournament, 1))
    showing.hold(tournament.pk, SYSTEM)
    evening.play_round(tournament, 2)
    evening.play_round(tournament, 3)
    evening.compute(tournament)
    return tournament


def numbers(tournament: Tournament, what: str) -> list[int]:
    return [row.round.number for row in publishing.public(tournament, what)]


def test_nothing_is_published_while_results_are_held_back(held):
    last = held.stages.get().rounds.get(number=3)
    refused("results-held", publishing.publish, last.pk, held.revision, SYSTEM)
    refused("results-held", showing.hold, held.pk, SYSTEM)
    assert numbers(held, STANDINGS) == [1]
    assert [one.number for one in holding.held_rounds(held.pk)] == [2, 3]


def test_all_that_was_held_back_goes_at_once_with_the_standings_after_each_round(held):
    holding.let_go(held.pk, held.revision, SYSTEM)
    assert numbers(held, ROUND) == numbers(held, SHEETS) == numbers(held, STANDINGS) == [1, 2, 3]
    second = publishing.public(held, STANDINGS)[1].figures
    assert second["rounds"] == [1, 2]
    assert all(set(row["rounds"]) <= {"1", "2"} for row in second["rows"])
    assert not showing.is_held(held)
    event = AuditEvent.objects.get(verb="results.let-go")
    assert event.after == {"rounds": [2, 3]}
    refused("not-held", holding.let_go, held.pk, held.revision, SYSTEM)


def test_what_goes_is_what_was_seen_or_nothing_goes(held):
    refused("standings-changed", holding.let_go, held.pk, held.revision - 1, SYSTEM)
    assert showing.is_held(held)
    assert numbers(held, ROUND) == [1]


def test_closed_rounds_go_while_the_next_one_is_played_without_a_figure_of_it(held):
    fourth = evening.start_round(held, 4)
    evening.play_game(evening.games_of(fourth)[0], 140)
    assert [one.number for one in holding.let_go(held.pk, 0, SYSTEM)] == [2, 3]
    latest = publishing.latest_standings(held)
    assert latest is not None
    assert latest.figures["rounds"] == [1, 2, 3]
    assert '"4"' not in json.dumps(latest.figures)


def test_the_check_agrees_with_what_was_let_go(held):
    holding.let_go(held.pk, held.revision, SYSTEM)
    assert checks.before_publishing(held).count == 0


def test_a_round_that_was_never_public_goes_with_the_next_one():
    tournament = evening.new_tournament(4, rounds=2)
    evening.play_round(tournament, 1)
    evening.publish(tournament, evening.play_round(tournament, 2))
    assert numbers(tournament, ROUND) == numbers(tournament, SHEETS) == [1, 2]


def test_going_back_lets_no_results_go():
    tournament = evening.new_tournament(4, rounds=2)
    made = evening.publish(tournament, evening.play_round(tournament, 1))
    before = document_of(tournament)
    publishing.withdraw(made.pk, SYSTEM)
    showing.hold(tournament.pk, SYSTEM)
    restoring.put_back(tournament.pk, before, SYSTEM)
    assert showing.is_held(tournament)
    assert numbers(tournament, ROUND) == numbers(tournament, STANDINGS) == []


def test_published_sheets_tell_each_deal_and_nothing_of_who_wrote_it():
    tournament = evening.new_tournament(4, rounds=1)
    evening.publish(tournament, evening.play_round(tournament, 1))
    (row,) = publishing.public(tournament, SHEETS)
    sheet = row.figures["sheets"][0]
    assert sheet["table"] == 1
    assert sum(line["score"][0] for line in sheet["deals"]) == sheet["totals"][0]
    assert {"no", "score", "result", "declarer", "contract", "trump", "points"} <= set(sheet["deals"][0])
    assert not {"id", "device", "client_key", "at"} & set(sheet["deals"][0])


def test_a_corrected_deal_is_public_only_with_the_new_version():
    tournament = evening.new_tournament(4, rounds=1)
    round_ = evening.play_round(tournament, 1)
    evening.publish(tournament, round_)
    (before,) = publishing.public(tournament, SHEETS)
    evening.correct(evening.games_of(round_)[0], 160)
    assert publishing.public(tournament, SHEETS) == [before]
    evening.publish(tournament, round_)
    (after,) = publishing.public(tournament, SHEETS)
    assert after.version == 2
    assert after.figures != before.figures


def test_who_announces_a_tournament_shows_it_before_its_first_draw():
    tournament = evening.new_tournament(0)
    assert list(publishing.shown_tournaments(tournament.club)) == []
    showing.change(tournament.pk, SYSTEM, announced=True, programme=" 19 h 30  accueil\r\n\r\n20 h premier tour\n")
    assert list(publishing.shown_tournaments(tournament.club)) == [tournament]
    assert showing.programme_of(tournament) == "19 h 30 accueil\n\n20 h premier tour"
    showing.change(tournament.pk, SYSTEM, announced=False, programme="")
    assert list(publishing.shown_tournaments(tournament.club)) == []
