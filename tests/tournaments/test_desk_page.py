"""The desk: the clock of the round, the state of every table, late ones first, and how cheaply it is asked."""

import datetime as dt
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from clubs.roles import Role
from core import actors
from core.actors import SYSTEM, Actor
from scoring import agreeing, disputes, sheets
from scoring.models import ScoreSheet
from tests import factories
from tests.scoring.on_sheets import PHONE, deal, new_key
from tests.tournaments.services import evening
from tournaments import deskrows, people, tables
from tournaments.clock import LAST_DEAL, LENGTH, Clock
from tournaments.deskrows import Moment
from tournaments.models import Game, Round
from tournaments.services import clocks, play, rulings
from tournaments.services.rulings import Given

pytestmark = pytest.mark.django_db


def hall(pairs: int = 6, deals: int = 6):
    club = factories.make_club()
    tournament = evening.new_tournament(pairs, rounds=2, deals=deals, club=club)
    round_ = evening.start_round(tournament, 1)
    return club, tournament, round_


def record(game: Game, count: int, actor: Actor = PHONE) -> None:
    for _ in range(count):
        position = len(sheets.standing_entries(game.sheet)) + 1
        sheets.record_deal(game.sheet_id, deal(), position=position, client_key=new_key(), actor=actor)


def ago(round_: Round, minutes: int) -> Round:
    """The same round, begun so long ago."""
    Round.objects.filter(pk=round_.pk).update(started_at=timezone.now() - dt.timedelta(minutes=minutes))
    return Round.objects.select_related("stage__game_format", "stage__tournament").get(pk=round_.pk)


def rows(round_: Round, since: dt.datetime | None = None, later: int = 0) -> dict[int, dict]:
    """The rows as they are ``later`` minutes from now."""
    named = people.in_hall(round_.stage.tournament, round_number=round_.number)
    moment = Moment(timezone.now() + dt.timedelta(minutes=later), clocks.clock_of(round_), since)
    return {row["table"]: row for row in deskrows.rows(round_, named, moment)}


def address(name: str, club, tournament, *more) -> str:
    return reverse(name, args=[club.slug, tournament.slug, *more])


def text_of(response) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def test_a_table_says_which_deal_it_plays_and_since_when_the_last_came():
    _, _, round_ = hall()
    game = evening.games_of(round_)[0]
    record(game, 2)
    row = rows(ago(round_, 12))[game.table_no]
    assert (row["state"], row["played"], row["minutes"], row["hot"]) == ("playing", 2, 0, False)
    assert str(row["reason"]).startswith(("deal 3", "donne 3"))
    assert rows(ago(round_, 12))[2]["minutes"] == 12


def test_what_only_the_desk_has_typed_is_on_paper():
    _, _, round_ = hall()
    one, other, _ = evening.games_of(round_)
    desk = actors.of_user(factories.make_user())
    record(one, 2, desk)
    record(other, 1, desk)
    record(other, 1)
    found = rows(ago(round_, 5))
    assert [found[game.table_no]["state"] for game in (one, other)] == ["paper", "playing"]


def test_past_the_expected_end_every_table_that_plays_is_late_and_the_others_are_not():
    _, _, round_ = hall(deals=2)
    one, other, _ = evening.games_of(round_)
    evening.play_game(one)
    record(other, 1)
    found = rows(ago(round_, 13))
    assert [found[n]["hot"] for n in sorted(found)] == [False, True, True]
    assert found[other.table_no]["state"] == "late"
    assert "3" in found[other.table_no]["reason"]


def test_a_table_that_falls_silent_is_late_unless_it_writes_on_paper():
    _, _, round_ = hall(deals=12)
    one, other, _ = evening.games_of(round_)
    record(one, 3)
    record(other, 3, actors.of_user(factories.make_user()))
    found = rows(ago(round_, 5), later=20)
    assert (found[one.table_no]["state"], found[one.table_no]["minutes"]) == ("late", 20)
    assert found[other.table_no]["state"] == "paper"


def test_rows_that_changed_since_the_page_was_asked_for_are_marked():
    _, _, round_ = hall()
    one, other, _ = evening.games_of(round_)
    record(one, 1)
    since = timezone.now()
    record(other, 1)
    found = rows(ago(round_, 5), since)
    assert [found[game.table_no]["changed"] for game in (one, other)] == [False, True]
    assert not any(row["changed"] for row in rows(ago(round_, 5)).values())


def test_the_list_can_be_held_to_some_of_the_tables():
    _, _, round_ = hall()
    one, other, third = evening.games_of(round_)
    evening.play_game(one)
    record(other, 1)
    found = list(rows(ago(round_, 5)).values())

    def shown(only: str) -> list[int]:
        return [row["table"] for group in deskrows.groups(found, only, show_all=False) for row in group["rows"]]

    assert shown("done") == [one.table_no]
    assert shown("waiting") == [third.table_no]
    assert shown("going") == [other.table_no, third.table_no]
    assert sorted(shown("nonsense")) == sorted(shown("")) == [1, 2, 3]
    assert [tab["key"] for tab in deskrows.filters(found, "done") if tab["current"]] == ["done"]
    assert [tab["key"] for tab in deskrows.filters(found, "nonsense") if tab["current"]] == [""]


def test_who_needs_a_hand_stands_first_and_of_the_late_the_furthest_behind(client_for):
    """Who does not agree, who is late, what is to be closed, what goes on, what is done; by number within the same."""
    club, tournament, round_ = hall(pairs=14, deals=8)
    going, done, ready, less_late, most_late, disputed, also_going = evening.games_of(round_)
    evening.play_game(done)
    for game, count in ((ready, 8), (less_late, 3), (most_late, 1), (disputed, 2), (going, 7), (also_going, 7)):
        record(game, count)
    agreeing.confirm(ready.sheet_id, "A", digest=ScoreSheet.objects.get(pk=ready.sheet_id).digest, actor=PHONE)
    disputes.raise_dispute(disputed.sheet_id, "disagree", position=2, actor=PHONE)
    ago(round_, 30)
    text = text_of(client_for(Role.DESK, club).get(address("desk", club, tournament)))
    shown = [int(number) for number in re.findall(r'id="table-(\d+)"', text)]
    order = (disputed, most_late, less_late, ready, going, also_going, done)
    assert shown == [game.table_no for game in order]


def test_the_page_shows_clock_tables_and_ways(client_for):
    club, tournament, round_ = hall()
    ago(round_, 10)
    client = client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")
    text = text_of(client.get(address("desk", club, tournament)))
    assert "Expected end" in text
    assert re.search(r'data-left="(1199|1200|119\d)" data-runs', text)
    assert 'id="decide-1"' in text
    reader = client_for(Role.READER, club, HTTP_ACCEPT_LANGUAGE="en")
    text = text_of(reader.get(address("desk", club, tournament)))
    assert 'id="decide-1"' not in text
    assert 'id="clock-pause"' not in text
    assert "Expected end" in text


def test_the_clock_is_set_from_the_page(client_for):
    club, tournament, round_ = hall()
    client = client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")
    act = address("round-clock", club, tournament, round_.pk)
    text = text_of(client.post(act, {"act": "pause"}, follow=True))
    assert 'id="clock-on"' in text
    assert "data-runs" not in text
    assert "Last deal, announced at" in text_of(client.post(act, {"act": "last"}, follow=True))
    client.post(act, {"act": "length", "minutes": "77"})
    assert clocks.clock_of(ago(round_, 1)).minutes == 77
    assert "From 1 to 600 minutes." in text_of(client.post(act, {"act": "length", "minutes": "9999"}, follow=True))


def test_the_desk_asks_as_much_for_three_tables_as_for_one(client_for):
    counts = []
    for pairs in (2, 6):
        club, tournament, round_ = hall(pairs)
        clocks.act(round_.pk, LAST_DEAL, SYSTEM)
        clocks.act(round_.pk, LENGTH, SYSTEM, minutes=40)
        for game in evening.games_of(round_):
            record(game, 2)
        client = client_for(Role.ORGANISER, club)
        url = address("desk", club, tournament)
        client.get(url)
        with CaptureQueriesContext(connection) as asked:
            client.get(url)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_poll_gets_nothing_until_something_is_done_with_the_clock(client_for):
    club, tournament, round_ = hall()
    client = client_for(Role.ORGANISER, club)
    page = client.get(address("desk", club, tournament)).content.decode()
    poll = re.search(r'hx-get="([^"]+)"', page).group(1).replace("&amp;", "&")
    assert client.get(poll, HTTP_HX_REQUEST="true").status_code == 204
    clocks.act(round_.pk, LAST_DEAL, SYSTEM)
    assert client.get(poll, HTTP_HX_REQUEST="true").status_code == 200
    assert client.get(f"{poll}x&since=nonsense", HTTP_HX_REQUEST="true").status_code == 200


def test_a_closed_round_has_no_countdown(client_for):
    club, tournament, _ = hall(4, 1)
    for game in Game.objects.filter(match__round__stage__tournament=tournament):
        evening.play_game(game)
    client = client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")
    round_ = Round.objects.get(stage__tournament=tournament)
    evening.rounds.close_round(round_.pk, SYSTEM)
    text = text_of(client.get(address("desk", club, tournament)))
    assert "data-left" not in text
    assert ScoreSheet.objects.filter(state="open").count() == 0


def test_without_a_round_there_is_no_clock():
    assert Clock().left(timezone.now()) is None


def test_the_phones_are_told_of_the_last_deal_and_of_what_the_arbiter_decided():
    _, _, round_ = hall(4, 2)
    game = play.current_game(evening.games_of(round_)[0].match_id)
    assert not {"announced", "rulings"} & tables.game_state(game, "en", writable=True).keys()
    clocks.act(round_.pk, LAST_DEAL, SYSTEM)
    rulings.penalise(game.pk, Given("A", "revoke"), key="k", actor=SYSTEM)
    with translation.override("en"):
        state = tables.game_state(play.current_game(game.match_id), "en", writable=True)
    assert state["announced"] == "The desk announces the last deal."
    assert [side["total"] for side in state["sides"]] == [0, 162]
    assert "Not following suit: +162" in state["rulings"][0]["text"]
