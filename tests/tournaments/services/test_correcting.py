"""A correction of public results: who moved, told with the version that made it public, and to whom."""

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent
from scoring import sheets
from tests import factories
from tests.scoring.on_sheets import deal
from tests.tournaments.checking.played import document_of
from tests.tournaments.services import evening_kept as evening
from tournaments.checking import check
from tournaments.models import Publication, Round, Tournament
from tournaments.services import adjustments, correcting, corrections, cuts, moves, publishing
from tournaments.standings.moved import IN, OUT, Crossed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def public(tables: int = 3) -> tuple[Tournament, Round]:
    """One round of one deal, public: table 1's north-south has 80, table 2's 90, table 3's 100."""
    tournament = evening.new_tournament(2 * tables)
    round_ = evening.play_round(tournament, 1)
    evening.publish(tournament, round_)
    return tournament, round_


def correct(round_: Round, table: int, bid: int, reason: str = "belote oubliée") -> str:
    """Put the deal of a table right from the desk; the id of its north-south."""
    game = evening.games_of(round_)[table - 1]
    sheet = corrections.reopen_sheet(game.pk, actor=SYSTEM, reason=reason)
    sheets.amend_deal(sheet.pk, 1, deal(bid), seen=sheet.revision, actor=SYSTEM)
    evening.close(sheet)
    return str(evening.entry_at(game, "A").pk)


def test_before_it_is_public_again_the_club_sees_who_moves_and_by_how_much():
    tournament, round_ = public()
    assert moves.since_shown(tournament) == []
    mover = correct(round_, 1, 150)
    found = {one.entry: (one.before, one.after) for one in moves.since_shown(tournament)}
    assert found.pop(mover) == (3, 1)
    _one, two, three = (str(evening.entry_at(game, "A").pk) for game in evening.games_of(round_))
    assert (found[two], found[three]) == ((2, 3), (1, 2))


def test_the_new_version_tells_round_tables_who_moved_and_why():
    tournament, round_ = public()
    mover = correct(round_, 1, 150)
    evening.publish(tournament, round_)
    (told,) = correcting.corrections_of(tournament)
    assert (told.round, told.tables, told.beside, told.reason) == (1, (1,), False, "belote oubliée")
    assert told.moved[0].entry == mover and (told.moved[0].before, told.moved[0].after) == (3, 1)
    assert moves.since_shown(tournament) == []


@pytest.mark.long
def test_what_was_public_of_a_first_publication_is_no_correction():
    tournament, _round = public()
    assert correcting.corrections_of(tournament) == []


def test_an_earlier_round_corrected_before_the_next_is_public_is_told_by_its_own_places():
    tournament, first = public()
    second = evening.play_round(tournament, 2)
    mover = correct(first, 1, 150)
    evening.publish(tournament, second)
    (told,) = correcting.corrections_of(tournament)
    assert (told.round, told.tables) == (1, (1,))
    assert {(one.before, one.after) for one in told.moved if one.entry == mover} == {(3, 1)}
    assert Publication.objects.get(round=first, what="round", version=2)


def test_points_beside_the_results_are_told_as_such():
    tournament, round_ = public()
    best = evening.entry_at(evening.games_of(round_)[2], "A")
    adjustments.give(best.pk, -50, "retard", SYSTEM)
    evening.publish(tournament, round_)
    (told,) = correcting.corrections_of(tournament)
    assert told.beside and told.tables == () and told.reason == "retard"
    assert (told.moved[-1].entry, told.moved[-1].before) == (str(best.pk), 1)


@pytest.mark.long
def test_a_correction_that_was_taken_back_with_its_version_is_shown_no_more():
    tournament, round_ = public()
    correct(round_, 1, 150)
    made = evening.publish(tournament, round_)
    publishing.withdraw(made.pk, SYSTEM)
    assert correcting.corrections_of(tournament) == []
    assert AuditEvent.objects.filter(verb=correcting.CORRECTED).exists()


def test_who_goes_on_or_does_not_any_more_is_told():
    tournament = evening.new_tournament(6, rounds=1)
    cuts.add(tournament.pk, cuts.NewStage("Finale", "swiss", 1, 2), SYSTEM)
    round_ = evening.play_round(tournament, 1)
    evening.publish(tournament, round_)
    mover = correct(round_, 1, 150)
    crossed = {one.entry: one.crossed for one in moves.since_shown(tournament) if one.crossed}
    assert crossed.pop(mover) == (Crossed("Finale", OUT, IN),)
    assert list(crossed.values()) == [(Crossed("Finale", IN, OUT),)]


@pytest.mark.long
def test_who_came_later_moves_nobody_of_the_rounds_before():
    tournament, _first = public()
    factories.make_pairs(tournament, 2)
    evening.play_round(tournament, 2)
    assert moves.since_shown(tournament) == []


@pytest.mark.long
def test_the_check_finds_nothing_in_a_tournament_that_was_corrected():
    tournament, round_ = public()
    correct(round_, 1, 150)
    evening.publish(tournament, round_)
    assert check(document_of(tournament)).findings == ()


@pytest.mark.long
def test_a_sheet_that_is_open_moves_places_only_as_long_as_it_is():
    tournament, round_ = public()
    game = evening.games_of(round_)[0]
    corrections.reopen_sheet(game.pk, actor=SYSTEM, reason="x")
    assert moves.since_shown(tournament) != []
    evening.close(game.sheet)
    assert moves.since_shown(tournament) == []
