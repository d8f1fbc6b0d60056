"""Papers typed a second time: by somebody else, blind, compared line by line, settled with a reason."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from clubs.roles import Role
from core.actors import Actor
from scoring import sheets
from scoring.models import ScoreSheet
from scoring.rules.marked import Marked
from tests.factories import make_user
from tests.tournaments.at_table import Table
from tournaments.models import SecondReading, SheetHand
from tournaments.services import rereading, typing
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db

MADE = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"EW": 52}}
FAILED = {"declarer": "EW", "contract": 90, "trump": "S", "points": {"EW": 71}}
#: Figures that stand nowhere else on a page.
ODD = Marked(1847, 963, 2, whole=True)


class Room:
    """A sheet typed by one account of the desk, to be typed again by another."""

    def __init__(self, client_for: Callable[..., Client], *deals: dict[str, Any]) -> None:
        self.table = Table(deals=2)
        self.game = self.table.game
        self.first = make_user(Role.DESK, self.table.club)
        self.second_client = client_for(Role.DESK, self.table.club, HTTP_ACCEPT_LANGUAGE="en")
        self.second = Actor(user=uuid.UUID(self.second_client.session["_auth_user_id"]))
        typist = Actor(user=self.first.pk)
        for position, deal in enumerate(deals, start=1):
            typing.record_deal(self.game, deal, position=position, client_key=f"k{position}", actor=typist)
        if not deals:
            typing.write_lines(self.game, [ODD], None, way="totals", seen=0, key="k", actor=typist)
        rereading.ask([self.game], typist)
        self.reading = SecondReading.objects.get()

    @property
    def sheet(self) -> ScoreSheet:
        return ScoreSheet.objects.get(pk=self.game.sheet_id)

    def take(self) -> None:
        rereading.take(self.reading.pk, self.second)

    def read(self, *lines: dict[str, Any]) -> SecondReading:
        self.take()
        rereading.write(self.reading.pk, list(lines), seen=0, actor=self.second)
        return rereading.finish(self.reading.pk, self.second)

    def at(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.table.club.slug, self.table.tournament.slug, *more])


@pytest.fixture
def room(client_for: Callable[..., Client]) -> Room:
    return Room(client_for, MADE, FAILED)


def test_who_typed_a_sheet_does_not_type_it_again(room: Room) -> None:
    with pytest.raises(TournamentError, match="reading-own"):
        rereading.take(room.reading.pk, Actor(user=room.first.pk))


def test_who_only_closed_a_sheet_has_seen_it_too(room: Room) -> None:
    sheets.close_sheet(room.game.sheet_id, digest=room.sheet.digest, actor=room.second)
    with pytest.raises(TournamentError, match="reading-own"):
        room.take()


def test_the_database_lets_no_account_have_both_parts_in_a_sheet(room: Room) -> None:
    """The verb looks first; this is what holds when two things happen at once."""
    with pytest.raises(IntegrityError), transaction.atomic():
        SheetHand.objects.create(game=room.game, account=room.first, part=SheetHand.Part.BLIND)


def test_who_types_a_sheet_again_types_nothing_on_it(room: Room) -> None:
    room.take()
    with pytest.raises(Exception, match="reading-blind"):
        typing.amend_deal(room.game, 1, FAILED, seen=room.sheet.revision, actor=room.second, reason="")


def test_the_same_figures_are_settled_at_once_whichever_points_were_typed(room: Room) -> None:
    done = room.read({**MADE, "points": {"NS": 110, "EW": 52}}, FAILED)
    assert (done.outcome, done.settled_at is not None) == ("same", True)


def test_what_differs_is_told_line_by_line_and_the_second_may_be_right(room: Room) -> None:
    done = room.read({**MADE, "points": {"EW": 62}}, {**FAILED, "declarer": "NS"})
    assert [one.position for one in rereading.differences(done)] == [1, 2]
    actor = Actor(user=room.first.pk)
    with pytest.raises(TournamentError, match="reading-reason"):
        rereading.settle(done.pk, [2], seen=room.sheet.revision, actor=actor, reason=" ")
    with pytest.raises(Conflict, match="reading-changed"):
        rereading.settle(done.pk, [2], seen=0, actor=actor, reason="looked at the paper")
    settled = rereading.settle(done.pk, [2], seen=room.sheet.revision, actor=actor, reason="looked at the paper")
    assert (settled.outcome, settled.reason) == ("second", "looked at the paper")
    first, second = room.sheet.entries.order_by("position")
    assert (first.data["points"], second.data["declarer"]) == ({"EW": 52}, "NS")
    assert room.sheet.events.get(verb="amended").reason == "looked at the paper"


@pytest.mark.both_databases
def test_a_closed_sheet_is_put_right_and_closed_again(room: Room) -> None:
    sheets.close_sheet(room.game.sheet_id, digest=room.sheet.digest, actor=Actor(user=room.first.pk))
    done = room.read(MADE, {**FAILED, "points": {"EW": 61}})
    rereading.settle(done.pk, [2], seen=room.sheet.revision, actor=Actor(user=room.first.pk), reason="61 it is")
    assert room.sheet.state == "closed"
    assert room.sheet.entries.get(position=2).data["points"] == {"EW": 61}


def test_lines_that_only_one_has_are_settled_alike(room: Room) -> None:
    done = room.read(MADE)
    actor = Actor(user=room.first.pk)
    settled = rereading.settle(done.pk, [2], seen=room.sheet.revision, actor=actor, reason="crossed out")
    assert settled.outcome == "second" and room.sheet.entries.filter(voided_at__isnull=True).count() == 1


@pytest.mark.both_databases
def test_who_gives_a_sheet_back_takes_it_no_more_and_it_waits_for_another(room: Room) -> None:
    room.take()
    rereading.give_back(room.reading.pk, room.second)
    (waits,) = rereading.open_readings(room.table.tournament)
    assert waits.hand is None
    with pytest.raises(TournamentError, match="reading-own"):
        rereading.take(waits.pk, room.second)


@pytest.mark.both_databases
def test_one_reading_is_taken_once_and_each_account_has_one_at_a_time(room: Room) -> None:
    room.take()
    third = Actor(user=make_user(Role.DESK, room.table.club).pk)
    with pytest.raises(Conflict, match="reading-taken"):
        rereading.take(room.reading.pk, third)
    with pytest.raises(Conflict, match="reading-gone"):
        rereading.write(room.reading.pk, [MADE], seen=0, actor=third)
    assert rereading.ask([room.game], third) == 0, "a sheet is asked for once"


@pytest.mark.both_databases
def test_sheets_are_drawn_by_lot_from_those_that_were_typed(room: Room) -> None:
    assert rereading.eligible(room.table.tournament) == []
    SecondReading.objects.all().delete()
    assert rereading.ask_some(room.table.tournament, 5, room.second, round_=1) == 0
    assert rereading.ask_some(room.table.tournament, 5, room.second, round_=2) == 1
    assert SecondReading.objects.get().is_sample
    with pytest.raises(TournamentError, match="reading-count"):
        rereading.ask_some(room.table.tournament, 0, room.second)


def test_no_page_and_no_answer_tells_the_first_figures_while_a_sheet_is_typed_again(
    client_for: Callable[..., Client],
) -> None:
    room = Room(client_for)
    club, tournament = room.table.club, room.table.tournament
    mine = room.at("reading", room.reading.pk)
    room.take()
    shut = [
        room.at("sheet", room.game.pk),
        room.at("sheets"),
        room.at("desk"),
        room.at("journal"),
        room.at("standings"),
        room.at("rereading"),
        room.at("papers"),
        room.at("tournament-file"),
        room.table.path,
        f"/p/{club.slug}/{tournament.slug}/",
        "/",
    ]
    for path in shut:
        assert room.second_client.get(path).headers["Location"] == mine, path
    api = room.second_client.get(room.at("api-desk-sheet", room.game.pk))
    assert (api.status_code, api.json()["code"]) == (403, "reading-blind")
    follows = room.second_client.get(room.at("desk"), HTTP_HX_REQUEST="true")
    assert (follows.status_code, follows.headers["HX-Redirect"]) == (204, mine)
    page = room.second_client.get(mine).content.decode()
    for figure in ("1847", "1\u202f847", "1,847", "963"):
        assert figure not in page
    answer = room.second_client.post(mine, {"by": "totals", "seen": "0", "ns": "1847", "ew": "936"})
    assert answer.headers["Location"] == mine
    assert "963" not in room.second_client.get(mine).content.decode()
    room.second_client.post(mine, {"act": "finish"})
    assert "963" in room.second_client.get(mine).content.decode(), "what differs is shown once it is done"
    assert room.second_client.get(room.at("desk")).status_code == 200


def test_the_page_asks_takes_types_and_settles(room: Room) -> None:
    SecondReading.objects.all().delete()
    client = room.second_client
    client.post(room.at("rereading"), {"games": [str(room.game.pk)]})
    reading = SecondReading.objects.get()
    mine = client.post(room.at("rereading"), {"take": str(reading.pk)}).headers["Location"]
    deal = {"declarer": "NS", "contract": "100", "trump": "H", "points_defence": "52", "seen": "0"}
    assert client.post(mine, {**deal, "points_defence": "900"}).status_code == 422
    client.post(mine, deal)
    client.post(mine, {**deal, "seen": "1", "declarer": "EW", "contract": "90", "trump": "S", "points_defence": "70"})
    client.post(mine, {"act": "take-back", "seen": "2"})
    assert len(SecondReading.objects.get().lines) == 1
    client.post(mine, {"act": "finish"})
    page = client.get(mine).content.decode()
    assert "not there" in page
    sheet = client.get(room.at("sheet", room.game.pk)).content.decode()
    assert f'href="{mine}"' in sheet, "who is about to close the sheet is told that a second typing differs"
    assert client.post(room.at("reading-settle", reading.pk), {"reason": "x"}).status_code == 403, "the arbiter settles"
    assert client.get(room.at("rereading")).status_code == 200
