"""Faults at a table with what the club's list says, other scores, games that cannot be finished: what they write, what
the results and the check make of it."""

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent
from scoring import sheets
from scoring.sheets import SheetConflict
from tests.kept import kept
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.checking.played import document_of
from tests.tournaments.services import evening
from tournaments.checking import check
from tournaments.faultwords import Cost
from tournaments.models import Game, Result
from tournaments.services import cutting, faults, forfeits, given_settings, rulings, unplayed
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.faults import Sanctions
from tournaments.services.restoring import put_back
from tournaments.services.rulings import Given
from tournaments.standings.policies import GivenRules, UnplayedRule

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def played():
    """Two tables of two deals, all played: each 200 to 0."""
    tournament = evening.new_tournament(4, rounds=2, deals=2)
    round_ = evening.start_round(tournament, 1)
    for game in evening.games_of(round_):
        evening.play_game(game, 100)
    return tournament, round_, evening.games_of(round_)


def penalise(game: Game, side: str, code: str, **more) -> Cost:
    given = Given(side, code, more.pop("position", 0), more.pop("points", None))
    return rulings.penalise(game.pk, given, key=more.pop("key", new_key()), actor=SYSTEM, **more)


def points(game: Game) -> dict[str, int]:
    found = dict(Result.objects.filter(game=game).values_list("entry", "points_for"))
    return {seat.side: found[seat.participant_id] for seat in game.match.seats.all()}


def refused(code: str, call, *arguments, **named):
    with pytest.raises(TournamentError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


def test_a_fault_costs_what_the_list_says_and_the_result_follows(played):
    tournament, _, (game, _) = played
    before = tournament.revision
    assert penalise(game, "A", "revoke") == Cost("other", 162)
    assert points(game) == {"A": 200, "B": 162}
    tournament.refresh_from_db()
    assert tournament.revision > before


def test_a_word_the_first_time_and_points_the_second_whatever_the_table_or_round(played):
    tournament, round_, games = played
    game = games[0]
    assert penalise(game, "A", "misdeal") == Cost("warning", 0)
    mine = evening.entry_at(game, "A")
    evening.rounds.close_round(round_.pk, SYSTEM)
    evening.start_round(tournament, 2)
    seat = mine.seats.get(round__number=2)
    second = seat.match.games.get()
    assert rulings.before(second)[seat.side, "misdeal"] == 1
    assert penalise(second, seat.side, "misdeal") == Cost("other", 162)
    other = "B" if seat.side == "A" else "A"
    assert penalise(second, other, "misdeal") == Cost("warning", 0)


def test_a_fault_that_was_made_void_was_no_first_time(played):
    game = played[2][0]
    penalise(game, "A", "misdeal")
    rulings.void(game.pk, 1, actor=SYSTEM, reason="autre table")
    assert penalise(game, "A", "misdeal") == Cost("warning", 0)


def test_the_same_form_sent_twice_is_one_fault_and_says_the_same(played):
    game = played[2][0]
    assert penalise(game, "A", "misdeal", key="k") == penalise(game, "A", "misdeal", key="k") == Cost("warning", 0)
    assert penalise(game, "B", "revoke", key="l") == penalise(game, "B", "revoke", key="l")
    game.sheet.refresh_from_db()
    assert len(sheets.rulings_of(game.sheet)) == 2
    assert AuditEvent.objects.filter(verb="ruling.made").count() == 2


def test_the_arbiter_may_say_other_points_than_the_list(played):
    game = played[2][0]
    assert penalise(game, "B", "misdeal", points=50) == Cost("other", 50)
    assert points(game) == {"A": 250, "B": 0}
    assert penalise(game, "B", "revoke", points=0) == Cost("warning", 0)


def test_a_fault_of_the_club_may_take_points_or_give_the_deal_another_score(played):
    tournament, _, (game, _) = played
    made = faults.add(tournament.club_id, "Retard", Sanctions("own", 40, "deal", 162), SYSTEM)
    code = faults.code_of(made)
    assert penalise(game, "A", code) == Cost("own", 40)
    assert points(game) == {"A": 160, "B": 0}
    assert refused("fault-deal", penalise, game, "A", code).field == "position"
    assert penalise(game, "A", code, position=1) == Cost("deal", 162)
    assert points(game) == {"A": 60, "B": 162}


def test_a_ruling_made_void_gives_back_what_was_and_only_once(played):
    game = played[2][0]
    penalise(game, "A", "revoke")
    rulings.void(game.pk, 1, actor=SYSTEM, reason="non")
    assert points(game) == {"A": 200, "B": 0}
    with pytest.raises(SheetConflict, match="ruling-void"):
        rulings.void(game.pk, 1, actor=SYSTEM, reason="non")


def test_another_score_counts_in_the_results(played):
    game = played[2][0]
    rulings.adjust(game.pk, 0, 300, 280, key="k", actor=SYSTEM, reason="donnes inversées")
    assert points(game) == {"A": 300, "B": 280}


def test_what_cannot_be_is_refused(played):
    game = played[2][0]
    refused("fault-side", penalise, game, "C", "revoke")
    refused("fault-unknown", penalise, game, "A", "nothing-such")
    forfeits.declare(game.pk, "A", SYSTEM)
    refused("ruling-forfeited", penalise, game, "A", "revoke")


def test_the_check_agrees_with_every_kind_of_ruling_and_finds_one_that_was_altered(played):
    tournament, _, (one, other) = played
    penalise(one, "A", "misdeal")
    penalise(one, "A", "misdeal")
    rulings.adjust(one.pk, 1, 40, 60, key="k", actor=SYSTEM, reason="x")
    rulings.void(one.pk, 2, actor=SYSTEM, reason="y")
    rulings.adjust(other.pk, 0, 300, 280, key="k", actor=SYSTEM, reason="x")
    sheet = sheets.reopen_sheet(one.sheet_id, actor=SYSTEM, reason="z")
    sheets.amend_deal(sheet.pk, 2, deal(120), seen=sheet.revision, actor=SYSTEM)
    evening.close(sheet)
    document = document_of(tournament)
    assert check(document).findings == ()
    row = next(row for row in document["sheets"] if row["id"] == str(one.sheet_id))
    row["options"]["rulings"][2]["ns"] = 41
    assert {"total", "sheet-digest", "history-sheet-rulings"} <= {one.code for one in check(document).findings}


def test_going_back_to_a_copy_takes_a_ruling_back_with_its_trace(played):
    tournament, _, (game, _) = played
    before = document_of(tournament)
    penalise(game, "A", "revoke")
    put_back(tournament.pk, before, SYSTEM)
    assert points(game) == {"A": 200, "B": 0}
    penalise(game, "A", "revoke")
    assert points(game) == {"A": 200, "B": 162}
    assert check(document_of(tournament)).findings == ()


# A table that cannot finish


@pytest.fixture
@kept
def stopped():
    """A table of five deals that has played two, 130 to 90."""
    tournament = evening.new_tournament(4, rounds=2, deals=5)
    game = evening.games_of(evening.start_round(tournament, 1))[0]
    for position, one in enumerate([deal(130), deal(90, "EW")], 1):
        sheets.record_deal(game.sheet_id, one, position=position, client_key=new_key(), actor=SYSTEM)
    return tournament, game


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (UnplayedRule(), {"A": 130, "B": 90}),
        (UnplayedRule("flat", 81), {"A": 130 + 3 * 81, "B": 90 + 3 * 81}),
        (UnplayedRule("own_average"), {"A": 130 + 3 * 65, "B": 90 + 3 * 45}),
    ],
)
def test_deals_that_are_not_played_count_what_the_settings_say(stopped, rule, expected):
    tournament, game = stopped
    given_settings.change(tournament.pk, GivenRules(unplayed=rule), SYSTEM, from_start=True)
    ended = unplayed.end(game.pk, SYSTEM, reason="malaise")
    assert (ended.state, points(ended)) == ("closed", expected)
    assert unplayed.was_ended(ended)
    assert check(document_of(tournament)).findings == ()


def test_a_table_that_was_ended_plays_on_as_it_was(stopped):
    tournament, game = stopped
    given_settings.change(tournament.pk, GivenRules(unplayed=UnplayedRule("flat", 81)), SYSTEM, from_start=True)
    unplayed.end(game.pk, SYSTEM, reason="malaise")
    refused("sheet-closed-already", unplayed.end, game.pk, SYSTEM, reason="encore")
    back = unplayed.go_on(game.pk, SYSTEM, reason="reprise")
    assert back.state == "playing"
    back.sheet.refresh_from_db()
    assert dict(back.sheet.sides.values_list("side", "total")) == {"A": 130, "B": 90}
    assert "time_called" not in back.sheet.options
    refused("not-ended", unplayed.go_on, game.pk, SYSTEM, reason="reprise")
    sheets.record_deal(game.sheet_id, deal(), position=3, client_key=new_key(), actor=SYSTEM)
    assert check(document_of(tournament)).findings == ()


def test_a_table_that_played_nothing_ends_with_what_the_settings_say(stopped):
    tournament, game = stopped
    empty = evening.games_of(game.match.round)[1]
    given_settings.change(tournament.pk, GivenRules(unplayed=UnplayedRule("flat", 81)), SYSTEM, from_start=True)
    unplayed.end(empty.pk, SYSTEM, reason="table vide")
    assert points(empty) == {"A": 405, "B": 405}


def test_ending_a_game_needs_a_reason_and_a_round_that_is_played(stopped):
    _, game = stopped
    refused("reason-missing", unplayed.end, game.pk, SYSTEM, reason=" ")
    with pytest.raises(Conflict, match="round-not-playing"):
        type(game.match.round).objects.filter(pk=game.match.round_id).update(state="closed")
        unplayed.end(game.pk, SYSTEM, reason="x")


def test_in_a_round_cut_short_the_missing_deals_count_the_same_and_no_more_once_it_goes_on(stopped):
    tournament, game = stopped
    round_ = game.match.round
    given_settings.change(tournament.pk, GivenRules(unplayed=UnplayedRule("flat", 81)), SYSTEM, from_start=True)
    cutting.cut_short(round_.pk, SYSTEM, reason="salle à rendre", with_empty=True)
    assert points(game) == {"A": 130 + 3 * 81, "B": 90 + 3 * 81}
    assert points(evening.games_of(round_)[1]) == {"A": 405, "B": 405}
    assert not unplayed.was_ended(evening.games_of(round_)[0])
    cutting.go_on(round_.pk, SYSTEM)
    assert dict(game.sheet.sides.values_list("side", "total")) == {"A": 130, "B": 90}
    assert check(document_of(tournament)).findings == ()
