"""Who really played: put right after scores exist, with history and without a new draw."""

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent
from scoring import sheets
from scoring.models import EntryEvent
from tests import factories
from tests.kept import kept
from tests.tournaments.services import evening
from tournaments.models import Draw, Entry, Game, Result, Round, RoundStatus, Seat, Tournament
from tournaments.services import drawing, results, rounds, seats
from tournaments.services.errors import Conflict, TournamentError
from tournaments.signals import tables_changed

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def tournament() -> Tournament:
    """Five pairs, a round of two tables being played, one deal a game; one pair rests."""
    tournament = evening.new_tournament(5)
    evening.start_round(tournament, 1)
    return tournament


def game_at(tournament: Tournament, table: int) -> Game:
    found = Game.objects.filter(match__round__stage__tournament=tournament).select_related("match__round", "sheet")
    return found.order_by("-match__round__number").filter(table_no=table)[0]


def seated(game: Game) -> dict:
    """Entries by seat, as a page shows them."""
    return dict(game.match.seats.values_list("pk", "participant_id"))


def at(game: Game, side: str) -> Entry:
    return evening.entry_at(game, side)


def put(game: Game, *, reason: str = "assis à la mauvaise table", **sides: Entry) -> seats.PutRight:
    """Say who sat on these sides (A, B)."""
    wanted = {game.match.seats.get(side=side).pk: entry.pk for side, entry in sides.items()}
    return seats.put_right(game.pk, wanted, seated(game), actor=SYSTEM, reason=reason)


def resting(tournament: Tournament) -> Entry:
    return RoundStatus.objects.get(round__stage__tournament=tournament, status="bye").entry


def test_two_pairs_that_sat_at_each_others_table_change_places_with_their_results(tournament):
    one, two = game_at(tournament, 1), game_at(tournament, 2)
    evening.play_game(one, 100)
    evening.play_game(two, 130)
    mine, other = at(one, "A"), at(two, "A")
    assert put(one, A=other) == seats.PutRight((1, 2))
    assert (at(one, "A"), at(two, "A")) == (other, mine)
    marks = dict(Result.objects.values_list("entry__number", "points_for"))
    assert (marks[other.number], marks[mine.number]) == (100, 130)
    # and north-south for both, with nothing drawn anew
    assert Draw.objects.get().state == "published"
    assert Seat.objects.count() == 4


def test_a_whole_table_put_right_at_once(tournament):
    one, two = game_at(tournament, 1), game_at(tournament, 2)
    first, second = (at(one, "A"), at(one, "B")), (at(two, "A"), at(two, "B"))
    put(one, A=second[0], B=second[1])
    assert (at(one, "A"), at(one, "B")) == second
    assert (at(two, "A"), at(two, "B")) == first


def test_the_sides_of_one_table_exchanged_keeps_the_deals_where_they_are(tournament):
    one = game_at(tournament, 1)
    evening.play_game(one, 100)
    north, east = at(one, "A"), at(one, "B")
    put(one, A=east)
    assert (at(one, "A"), at(one, "B")) == (east, north)
    marks = dict(Result.objects.values_list("entry__number", "points_for"))
    assert (marks[east.number], marks[north.number]) == (100, 0)


def test_who_was_said_to_rest_played_and_the_other_one_rests(tournament):
    rested, one = resting(tournament), game_at(tournament, 1)
    replaced = at(one, "B")
    put(one, B=rested)
    statuses = dict(RoundStatus.objects.values_list("entry__number", "status"))
    assert (statuses[rested.number], statuses[replaced.number]) == ("plays", "bye")


def test_who_was_said_to_be_absent_played_and_the_other_one_was_absent(tournament):
    absent = factories.make_pairs(tournament, 1)[0]
    RoundStatus.objects.create(round=Round.objects.get(), entry=absent, status="absent")
    one = game_at(tournament, 1)
    replaced = at(one, "B")
    put(one, B=absent)
    statuses = dict(RoundStatus.objects.values_list("entry__number", "status"))
    assert (statuses[absent.number], statuses[replaced.number]) == ("plays", "absent")


def test_in_a_closed_round_the_rest_and_the_standings_follow(tournament):
    rested, one = resting(tournament), game_at(tournament, 1)
    replaced = at(one, "A")
    for table in (1, 2):
        evening.play_game(game_at(tournament, table), 100)
    round_ = rounds.close_round(Round.objects.get().pk, SYSTEM)
    tournament.refresh_from_db()
    before, revision = evening.points(round_), tournament.revision
    put(one, A=rested)
    after = evening.points(round_)
    assert (after[rested.number], after[replaced.number]) == (before[replaced.number], before[rested.number])
    tournament.refresh_from_db()
    assert tournament.revision > revision
    rows = {row["entry"]: row for row in results.standings_figures(tournament)["rows"]}
    assert rows[str(rested.pk)]["rounds"]["1"]["points"] == 100


def test_the_next_draw_knows_who_really_met(tournament):
    one, two = game_at(tournament, 1), game_at(tournament, 2)
    for game in (one, two):
        evening.play_game(game, 100)
    put(one, A=at(two, "A"))
    rounds.close_round(Round.objects.get().pk, SYSTEM)
    request = drawing.draw_request(tournament, tournament.stages.get(), 2, 1)
    met = {frozenset((*meeting.ns, *meeting.ew)) for meeting in request.played[0].meetings}
    assert frozenset((str(at(one, "A").pk), str(at(one, "B").pk))) in met


def test_it_stands_in_the_trail_and_in_the_history_of_both_sheets_by_ids_with_why(tournament):
    one, two = game_at(tournament, 1), game_at(tournament, 2)
    mine, other = at(one, "A"), at(two, "A")
    put(one, A=other)
    event = AuditEvent.objects.get(verb="seats.corrected")
    assert event.reason == "assis à la mauvaise table"
    assert event.before["tables"]["1"][0] == {"side": "A", "slot": 1, "entry": str(mine.pk)}
    assert event.after["tables"]["1"][0] == {"side": "A", "slot": 1, "entry": str(other.pk)}
    told = EntryEvent.objects.filter(verb="seats").order_by("sheet__game__table_no")
    assert [row.sheet.game.table_no for row in told] == [1, 2]
    assert told[0].after == event.after["tables"]["1"]
    assert game_at(tournament, 1).sheet.revision == 1  # so that the table's phone looks again


def test_putting_right_twice_gives_back_what_was(tournament):
    one, two = game_at(tournament, 1), game_at(tournament, 2)
    mine, other = at(one, "A"), at(two, "A")
    put(one, A=other)
    put(one, A=mine)
    assert (at(one, "A"), at(two, "A")) == (mine, other)


def test_what_was_printed_of_a_round_that_is_played_is_out_of_date(tournament):
    heard = []

    def listen(round_id, **_):
        heard.append(round_id)

    tables_changed.connect(listen)
    try:
        one = game_at(tournament, 1)
        put(one, A=at(game_at(tournament, 2), "A"))
    finally:
        tables_changed.disconnect(listen)
    assert heard == [one.match.round_id]


def test_what_cannot_be_is_refused(tournament):
    one, two = game_at(tournament, 1), game_at(tournament, 2)
    elsewhere = evening.new_tournament(2).entries.order_by("number")[0]
    refusals = [
        ({"A": at(two, "A")}, " ", "reason-missing"),
        ({"A": at(one, "A"), "B": at(one, "B")}, "x", "seats-same"),
        ({"A": at(two, "A"), "B": at(two, "A")}, "x", "seats-twice"),
        ({"A": elsewhere}, "x", "seats-unknown"),
    ]
    before = dict(Seat.objects.values_list("pk", "participant_id"))
    for sides, reason, code in refusals:
        with pytest.raises(TournamentError, match=code):
            put(one, reason=reason, **sides)
    with pytest.raises(TournamentError, match="seats-unknown"):
        seats.put_right(one.pk, {two.match_id: at(one, "A").pk}, {}, actor=SYSTEM, reason="x")
    assert dict(Seat.objects.values_list("pk", "participant_id")) == before


def test_what_was_not_seen_is_not_changed(tournament):
    one, two = game_at(tournament, 1), game_at(tournament, 2)
    shown = seated(one)
    wanted = {one.match.seats.get(side="B").pk: at(two, "B").pk}
    put(one, A=at(two, "A"))
    with pytest.raises(Conflict, match="seats-changed"):
        seats.put_right(one.pk, wanted, shown, actor=SYSTEM, reason="x")


def test_an_open_sheet_goes_on_and_its_result_is_of_who_really_sits_there(tournament):
    one, two = game_at(tournament, 1), game_at(tournament, 2)
    other = at(two, "B")
    put(one, B=other)
    evening.play_game(game_at(tournament, 1), 100, "EW")
    assert Result.objects.get(entry=other).points_for == 100


def test_a_sheet_that_was_turned_gives_its_results_to_the_other_side_also_in_a_closed_round(tournament):
    one = game_at(tournament, 1)
    for table in (1, 2):
        evening.play_game(game_at(tournament, table), 100)
    rounds.close_round(Round.objects.get().pk, SYSTEM)
    sheet = game_at(tournament, 1).sheet
    sheets.turn_sides(sheet.pk, seen=sheet.revision, actor=SYSTEM, reason="écrite à l’envers")
    marks = dict(Result.objects.values_list("entry__number", "points_for"))
    assert (marks[at(one, "A").number], marks[at(one, "B").number]) == (0, 100)
    assert Game.objects.get(pk=one.pk).state == "closed"
