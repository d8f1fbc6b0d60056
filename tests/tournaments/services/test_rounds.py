"""A round's life: drawn, drawn again, published, taken back, closed."""

from dataclasses import asdict

import pytest

from core import links
from core.actors import SYSTEM, Actor
from core.models import AccessLink, AuditEvent
from scoring import sheets
from tests import factories
from tests.scoring.on_sheets import PASSED, new_key
from tests.tournaments.services import evening
from tournaments.draws.engine import draw as draw_tables
from tournaments.draws.model import DrawError
from tournaments.draws.record import request_from
from tournaments.models import Draw, Entry, Match, Round, RoundStatus, Seat
from tournaments.services import contests, entries, rounds
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db


def refused(code: str, call, *arguments, **named) -> TournamentError:
    with pytest.raises(TournamentError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


def draw(tournament, number=1, attempt=1, **named) -> Draw:
    return rounds.make_draw(tournament.pk, number, attempt, SYSTEM, **named)


def meetings(round_) -> set[frozenset]:
    found: dict = {}
    for match, entry in Seat.objects.filter(round=round_).values_list("match", "participant"):
        found.setdefault(match, set()).add(entry)
    return {frozenset(both) for both in found.values()}


# Whole evenings


@pytest.mark.slow
@pytest.mark.one_database
@pytest.mark.parametrize("pairs", [16, 15, *(pytest.param(n, marks=pytest.mark.long) for n in (64, 63))])
def test_in_five_rounds_nobody_meets_twice_and_nobody_rests_twice(pairs):
    tournament = evening.new_tournament(pairs, rounds=5)
    met: set[frozenset] = set()
    rested: list = []
    for number in range(1, 6):
        made = draw(tournament, number)
        byes = made.result["byes"]
        assert len(byes) == pairs % 2  # told before the draw is published
        round_ = rounds.publish_draw(made.pk, SYSTEM)
        now = meetings(round_)
        assert len(now) == pairs // 2
        assert not met & now
        met |= now
        rests = list(round_.statuses.filter(status="bye").values_list("entry_id", flat=True))
        assert tuple(str(entry) for entry in rests) == byes
        rested += rests
        assert round_.statuses.filter(status="plays").count() == pairs - len(rests)
        for game in evening.games_of(round_):
            evening.play_game(game, evening.by_table(game))
        rounds.close_round(round_.pk, SYSTEM)
    assert len(set(rested)) == len(rested)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    refused("all-played", draw, tournament, 6)


# Drawing


def test_a_draw_can_be_made_again_from_what_is_stored():
    tournament = evening.new_tournament(9)
    evening.play_round(tournament, 1)
    made = draw(tournament, 2)
    made.refresh_from_db()  # through JSON
    again = draw_tables(request_from(made.inputs))
    assert Draw.objects.get(pk=made.pk).result == _through_json(asdict(again))
    assert made.inputs["seed"] == made.seed
    assert made.engine_version == again.engine_version


def _through_json(value):
    import json

    return json.loads(json.dumps(value))


def test_a_draw_sets_no_table_before_it_is_published():
    tournament = evening.new_tournament()
    made = draw(tournament)
    assert (made.state, made.round.state) == ("draft", "draft")
    assert not Match.objects.exists()
    assert not AccessLink.objects.exists()


def test_drawing_again_discards_the_draft_with_its_reason_and_counts():
    tournament = evening.new_tournament(16)
    first = draw(tournament)
    second = draw(tournament, 1, 2, reason="la doublette 4 est arrivée")
    third = draw(tournament, 1, 3, reason="micro coupé")
    assert list(Draw.objects.order_by("attempt").values_list("attempt", "state", "reason")) == [
        (1, "discarded", "la doublette 4 est arrivée"),
        (2, "discarded", "micro coupé"),
        (3, "draft", ""),
    ]
    assert len({first.seed, second.seed, third.seed}) == 3
    assert first.result["tables"] != second.result["tables"]
    events = AuditEvent.objects.filter(verb="draw.made").order_by("pk")
    assert [event.after["attempt"] for event in events] == [1, 2, 3]
    assert events.last().reason == "micro coupé"


def test_the_same_draw_twice_is_one_and_the_second_is_told():
    tournament = evening.new_tournament()
    made = draw(tournament)
    assert isinstance(refused("draw-made", draw, tournament), Conflict)
    assert list(Draw.objects.values_list("pk", flat=True)) == [made.pk]


def test_an_attempt_is_never_made_twice_not_even_after_its_draw_was_taken_back():
    """The same attempt has the same seed: whoever saw the tables would know them beforehand."""
    tournament = evening.new_tournament()
    round_ = rounds.publish_draw(draw(tournament).pk, SYSTEM)
    rounds.withdraw_draw(round_.pk, SYSTEM)
    refused("draw-made", draw, tournament, 1, 1)
    draw(tournament, 1, 2)


def test_rounds_are_drawn_in_their_order_each_when_the_one_before_is_closed():
    tournament = evening.new_tournament(rounds=2)
    assert refused("round-unexpected", draw, tournament, 2).params["round"] == 1
    round_ = evening.start_round(tournament, 1)
    refused("round-published", draw, tournament, 1, 2)
    assert refused("round-open", draw, tournament, 2).params["round"] == 1
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    refused("round-published", draw, tournament, 1, 2)
    refused("all-played", draw, tournament, 3)
    assert draw(tournament, 2).round.number == 2


def test_who_has_left_or_has_no_partner_is_not_drawn_and_has_a_status_of_his_own():
    tournament = evening.new_tournament(6)
    gone, late = tournament.entries.order_by("number")[:2]
    entries.set_status(gone.pk, "withdrawn", SYSTEM)
    single = factories.make_entry(tournament, [factories.make_person()], status=Entry.Status.INCOMPLETE)
    round_ = evening.start_round(tournament, 1)
    seated = set(Seat.objects.filter(round=round_).values_list("participant", flat=True))
    assert not {gone.pk, single.pk} & seated
    status = dict(round_.statuses.values_list("entry", "status"))
    assert (status[gone.pk], status[single.pk]) == ("withdrawn", "late")
    assert len(seated) + (list(status.values()).count("bye")) == 5
    assert late.pk in status


def test_a_tournament_without_pairs_is_told_what_it_lacks():
    tournament = evening.new_tournament(1)
    with pytest.raises(DrawError):
        draw(tournament)
    assert not Draw.objects.exists()
    assert not Round.objects.exists()


# Publishing a draw


def test_publishing_a_draw_sets_the_tables_with_sheets_links_and_statuses():
    tournament = evening.new_tournament(5)
    made = draw(tournament)
    round_ = rounds.publish_draw(made.pk, SYSTEM)
    assert round_.state == "playing"
    assert round_.started_at is not None
    games = evening.games_of(round_)
    assert [game.table_no for game in games] == [1, 2]
    for game, table in zip(games, made.result["tables"], strict=True):
        assert str(evening.entry_at(game, "A").pk) == table["ns"][0]
        assert str(evening.entry_at(game, "B").pk) == table["ew"][0]
        assert game.sheet.state == "open"
    targets = AccessLink.objects.filter(purpose="table").values_list("target", flat=True)
    assert set(targets) == {game.match_id for game in games}
    assert sorted(round_.statuses.values_list("status", flat=True)) == ["bye", "plays", "plays", "plays", "plays"]
    tournament.refresh_from_db()
    assert tournament.state == "running"


def test_a_draw_is_published_once():
    tournament = evening.new_tournament()
    made = draw(tournament)
    rounds.publish_draw(made.pk, SYSTEM)
    refused("draw-published", rounds.publish_draw, made.pk, SYSTEM)
    assert Match.objects.count() == 2


def test_a_draft_that_was_drawn_again_is_not_published():
    tournament = evening.new_tournament()
    first, second = draw(tournament), draw(tournament, 1, 2)
    refused("draw-gone", rounds.publish_draw, first.pk, SYSTEM)
    assert rounds.publish_draw(second.pk, SYSTEM).state == "playing"


def test_a_draft_is_not_published_with_a_pair_that_has_left_since():
    tournament = evening.new_tournament(6)
    made = draw(tournament)
    gone = tournament.entries.order_by("number")[2]
    entries.set_status(gone.pk, "withdrawn", SYSTEM)
    assert isinstance(refused("draw-outdated", rounds.publish_draw, made.pk, SYSTEM), Conflict)
    assert not Match.objects.exists()
    round_ = rounds.publish_draw(draw(tournament, 1, 2).pk, SYSTEM)
    assert gone.pk not in set(Seat.objects.filter(round=round_).values_list("participant", flat=True))


def test_a_draft_is_not_published_without_a_pair_that_has_come_since():
    tournament = evening.new_tournament(4)
    made = draw(tournament)
    late = factories.make_pairs(tournament, 2)[0]
    refused("draw-outdated", rounds.publish_draw, made.pk, SYSTEM)
    round_ = rounds.publish_draw(draw(tournament, 1, 2).pk, SYSTEM)
    assert round_.statuses.get(entry=late).status == "plays"


def test_a_player_without_partner_who_comes_after_the_draw_does_not_stop_it():
    tournament = evening.new_tournament(4)
    made = draw(tournament)
    factories.make_entry(tournament, [factories.make_person()], status=Entry.Status.INCOMPLETE)
    assert rounds.publish_draw(made.pk, SYSTEM).state == "playing"


# Taking a published draw back


def test_a_draw_without_scores_is_taken_back_with_all_that_it_set():
    tournament = evening.new_tournament(5)
    round_ = evening.start_round(tournament, 1)
    tokens = [links.token_of(link) for link in AccessLink.objects.filter(purpose="table")]
    back = rounds.withdraw_draw(round_.pk, SYSTEM, reason="une doublette oubliée")
    assert (back.state, back.started_at) == ("draft", None)
    assert not Match.objects.exists()
    assert not Seat.objects.exists()
    assert not RoundStatus.objects.exists()
    assert [links.find("table", token) for token in tokens] == [None, None]
    assert list(Draw.objects.values_list("state", "reason")) == [("discarded", "une doublette oubliée")]
    rounds.publish_draw(draw(tournament, 1, 2).pk, SYSTEM)
    assert Match.objects.count() == 2


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_draw_with_a_score_stays_even_one_that_was_taken_back(taken_back):
    round_ = evening.start_round(evening.new_tournament(), 1)
    game = evening.games_of(round_)[1]
    sheets.record_deal(game.sheet_id, PASSED, position=1, client_key=new_key(), actor=SYSTEM)
    if taken_back:
        sheets.void_last(game.sheet_id, 1, seen=1, actor=SYSTEM)
    assert refused("scores-entered", rounds.withdraw_draw, round_.pk, SYSTEM).params["table"] == 2
    assert Match.objects.count() == 2


def test_only_a_round_that_is_played_has_a_draw_to_take_back():
    tournament = evening.new_tournament()
    made = draw(tournament)
    refused("round-not-playing", rounds.withdraw_draw, made.round_id, SYSTEM)


# Codes


def test_renewed_codes_make_the_printed_ones_void():
    round_ = evening.start_round(evening.new_tournament(), 1)
    printed = {link.pk: links.token_of(link) for link in AccessLink.objects.filter(purpose="table")}
    assert rounds.renew_codes(round_.pk, SYSTEM) == 2
    assert [links.find("table", token) for token in printed.values()] == [None, None]
    for link in AccessLink.objects.filter(purpose="table"):
        assert links.find("table", links.token_of(link)) == link


# Closing


def test_a_round_with_open_tables_is_not_closed_and_names_the_first():
    round_ = evening.start_round(evening.new_tournament(8), 1)
    games = evening.games_of(round_)
    for game in (games[0], games[3]):
        evening.play_game(game)
    conflict = refused("tables-open", rounds.close_round, round_.pk, SYSTEM)
    assert conflict.params == {"count": 2, "table": 2}
    round_.refresh_from_db()
    assert round_.state == "playing"


def test_closing_a_round_ends_its_links_but_not_those_of_others():
    tournament = evening.new_tournament()
    round_ = evening.play_round(tournament, 1)
    old = [links.token_of(link) for link in AccessLink.objects.filter(purpose="table")]
    assert [links.find("table", token) for token in old] == [None, None]
    evening.start_round(tournament, 2)
    assert sum(links.is_open(link) for link in AccessLink.objects.filter(purpose="table")) == 2
    refused("round-not-playing", rounds.close_round, round_.pk, SYSTEM)


def test_who_rests_marks_the_average_of_the_others_rounded_half_up():
    tournament = evening.new_tournament(5)
    round_ = evening.play_round(tournament, 1, lambda game: {1: 100, 2: 110}[game.table_no])
    resting = round_.statuses.get(status="bye").entry
    # 100, 0, 110, 0: 52.5
    assert evening.points(round_)[resting.number] == 53
    assert round_.results.get(entry=resting).source == "bye"


def test_the_average_follows_a_correction_in_a_closed_round():
    tournament = evening.new_tournament(5)
    round_ = evening.play_round(tournament, 1, lambda game: 100)
    resting = round_.statuses.get(status="bye").entry
    assert evening.points(round_)[resting.number] == 50
    evening.correct(evening.games_of(round_)[0], 160)
    assert evening.points(round_)[resting.number] == 65
    assert round_.results.filter(entry=resting).count() == 1


def test_an_act_on_a_round_leaves_its_trace():
    user = factories.make_user("organiser")
    tournament = evening.new_tournament()
    actor = Actor(user=user.pk)
    made = rounds.make_draw(tournament.pk, 1, 1, actor)
    round_ = rounds.publish_draw(made.pk, actor)
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, actor)
    trail = AuditEvent.objects.filter(actor=user, club_id=tournament.club_id).order_by("pk")
    assert list(trail.values_list("verb", flat=True)) == ["draw.made", "draw.published", "round.closed"]


def test_a_change_of_the_deals_after_the_draw_is_too_late():
    tournament = evening.new_tournament()
    draw(tournament)
    wish = contests.NewTournament(name="Autre nom", local_date=evening.DAY, rounds=3, length=8)
    refused("rules-fixed", contests.change, tournament.pk, wish, SYSTEM)
