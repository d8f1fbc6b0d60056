"""Prizes as the organiser, the treasurer and everybody meet them."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.kept import kept
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.test_correcting import correct
from tests.tournaments.services.test_prizes import PIG, SECOND, settle, with_prizes
from tournaments import amounts
from tournaments.models import PrizeHanding, Round, Tournament
from tournaments.services import prizegiving, prizes
from tournaments.standings.prizes import Kind, Track

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
@kept
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def client(client_for: Callable[..., Client], club: Club) -> Callable[[Role], Client]:
    return lambda role: client_for(role, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
@kept
def played(club: Club) -> tuple[Tournament, Round]:
    tournament = evening.new_tournament(6, club=club)
    round_ = evening.play_round(tournament, 1)
    evening.publish(tournament, round_)
    return tournament, round_


def at(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug])


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def row(at_: int, **more: str) -> dict[str, str]:
    values = {"track": "rank", "first": "1", "last": "", "kind": "thing", "label": "", "value": "", "category": ""}
    return {f"row-{at_}-{name}": value for name, value in {**values, **more}.items()}


def test_the_list_is_written_in_one_form_and_empty_lines_are_left_out(client, club):
    tournament = evening.new_tournament(4, club=club)
    page = client(Role.ORGANISER)
    sent = {
        **row(0, label="Cochon"),
        **row(1),
        **row(2, kind="money", first="2", last="3", value="12,50"),
        "seen": "0",
        "ties": "drawn",
        "several": "1",
    }
    assert page.post(at("prizes", tournament), sent).status_code == 302
    found = prizes.of(tournament)
    kept = prizes.rows_of(found)
    assert [(one.label, one.first, one.last, one.cents, one.kind) for one in kept] == [
        ("Cochon", 1, 1, None, Kind.THING),
        ("", 2, 3, 1250, Kind.MONEY),
    ]
    assert (found.several, found.ties) == (True, "drawn")
    body = page.get(at("prizes", tournament)).content.decode()
    assert 'value="12.50"' in body


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"label": "Ham", "value": "beaucoup"}, "Line 1: this is no sum of money"),
        ({"kind": "money", "label": "x"}, "Line 1: say how much."),
        ({"label": "Ham", "first": "3", "last": "2"}, "Line 1: the places go up"),
        ({"label": "Ham", "track": "category"}, "Line 1: say of which category."),
    ],
)
def test_what_cannot_be_is_said_with_its_line_and_nothing_is_lost(client, club, typed, said):
    tournament = evening.new_tournament(0, club=club)
    answer = client(Role.ORGANISER).post(
        at("prizes", tournament), {**row(0, **typed), "seen": "0", "ties": "shared", "several": ""}
    )
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert f'value="{typed["label"]}"' in answer.content.decode()
    assert prizes.of(tournament) is None


def test_more_lines_keep_what_is_typed(client, club):
    tournament = evening.new_tournament(0, club=club)
    sent = {**row(0, label="Ham"), "seen": "0", "ties": "shared", "several": "", "more": "1"}
    body = client(Role.ORGANISER).post(at("prizes", tournament), sent).content.decode()
    assert 'value="Ham"' in body and "row-3-track" in body


def keys_of(body: str) -> list[str]:
    return re.findall(r'name="row-\d+-label" value="([^"]*)"', body)


def test_a_line_moves_with_all_that_is_typed_in_it_and_is_saved_there(client, club):
    tournament = evening.new_tournament(0, club=club)
    page, url = client(Role.ORGANISER), at("prizes", tournament)
    page.post(url, {**row(0, label="Cochon"), **row(1, label="Jambon", first="2"), "seen": "0", "ties": "drawn"})
    cochon, jambon = prizes.rows_of(prizes.of(tournament))
    sent = {
        **row(0, label="Cochon", key=cochon.key),
        **row(1, label="Jambon", key=jambon.key, value="beaucoup"),
        **row(2, label="Vin"),
        "seen": "1",
        "ties": "drawn",
    }
    body = page.post(url, {**sent, "up": "1"}).content.decode()
    assert keys_of(body) == ["Jambon", "Cochon", "Vin"] and 'value="beaucoup"' in body
    assert re.search(r'name="up" value="0"[^>]* autofocus', body)
    assert keys_of(page.post(url, {**sent, "down": "0"}).content.decode()) == ["Jambon", "Cochon", "Vin"]
    for way, which in (("up", "0"), ("down", "2"), ("up", "x"), ("down", "-1"), ("up", "99999")):
        assert keys_of(page.post(url, {**sent, way: which}).content.decode()) == ["Cochon", "Jambon", "Vin"]
    assert [one.label for one in prizes.rows_of(prizes.of(tournament))] == ["Cochon", "Jambon"]
    fields = dict(re.findall(r'name="(row-\d-key)" value="([^"]*)"', body))
    saved = {**row(0, label="Jambon"), **row(1, label="Cochon"), **fields, "seen": "1", "ties": "drawn"}
    assert page.post(url, saved).status_code == 302
    assert [one.key for one in prizes.rows_of(prizes.of(tournament))] == [jambon.key, cochon.key]


def test_a_purse_fills_the_list_and_saves_nothing(client, club):
    tournament = evening.new_tournament(8, club=club)
    body = client(Role.ORGANISER).get(at("prizes", tournament), {"purse": "80"}).content.decode()
    assert 'value="54"' in body and 'value="26"' in body
    assert prizes.of(tournament) is None


def test_settled_handed_out_and_signed_for_and_taken_back(client, played):
    tournament, _round = played
    with_prizes(tournament, PIG, SECOND)
    page = client(Role.ORGANISER)
    body = page.get(at("prizes", tournament)).content.decode()
    sent = dict(re.findall(r'name="(publication|seen)" value="([^"]+)"', body))
    asked = page.post(at("prizes-act", tournament), {**sent, "act": "settle"})
    assert asked.status_code == 422 and "Tick the box if this is meant" in text_of(asked)
    assert "after round 1 of 3, and not everything is played yet" in text_of(asked)
    assert prizes.settled_awards(prizes.of(tournament)) == []
    page.post(at("prizes-act", tournament), {**sent, "act": "settle", "sure": "1"})
    won = prizes.settled_awards(prizes.of(tournament))[0]
    signer = tournament.entries.get(pk=won.entry).members.first().person
    treasurer = client(Role.TREASURER)
    treasurer.post(at("prize-hand", tournament), {"award": won.key, "entry": won.entry, "signed": str(signer.pk)})
    told = text_of(treasurer.get(at("prizes", tournament)))
    assert f"signed by {signer.given} {signer.family}" in told or "signed by" in told
    treasurer.post(at("prize-hand", tournament), {"award": won.key, "back": "1"})
    assert PrizeHanding.objects.count() == 2
    assert prizegiving.handed(tournament) == {}


def test_a_reader_sees_who_wins_and_hands_nothing_out(client, played):
    tournament, _round = played
    with_prizes(tournament, PIG)
    won = settle(tournament)[0]
    reader = client(Role.READER)
    body = reader.get(at("prizes", tournament)).content.decode()
    assert "Cochon" in body and "prizes/hand/" not in body and "row-0-track" not in body
    assert reader.post(at("prize-hand", tournament), {"award": won.key, "entry": won.entry}).status_code == 403
    assert reader.post(at("prizes", tournament), {}).status_code == 403


def test_after_a_correction_the_page_says_whose_prize_it_would_be_and_settles_anew(client, played):
    tournament, round_ = played
    with_prizes(tournament, PIG)
    won = settle(tournament)[0]
    prizegiving.hand(tournament.pk, won.key, won.entry, SYSTEM)
    correct(round_, 1, 150)
    evening.publish(tournament, round_)
    page = client(Role.ORGANISER)
    body = text_of(page.get(at("prizes", tournament)))
    assert "Since then the standings were corrected" in body
    settle(tournament)
    number = tournament.entries.get(pk=won.entry).number
    body = text_of(page.get(at("prizes", tournament)))
    assert "Since then" not in body and f"handed to {number} " in body


def test_everybody_sees_the_list_and_the_winners_only_as_the_organiser_says(client, played):
    tournament, _round = played
    with_prizes(tournament, PIG)
    settle(tournament)
    everybody = Client(HTTP_ACCEPT_LANGUAGE="en")
    address = at("public-prizes", tournament)
    assert everybody.get(address).status_code == 404
    page = client(Role.ORGANISER)
    page.post(at("prizes-act", tournament), {"act": "show", "list": "1"})
    body = text_of(everybody.get(address))
    assert "Cochon" in body and "Who has won" not in body
    page.post(at("prizes-act", tournament), {"act": "show", "list": "1", "winners": "1"})
    assert "Who has won" in text_of(everybody.get(address))
    page.post(at("prizes-act", tournament), {"act": "show", "winners": "1"})
    assert everybody.get(address).status_code == 404


def test_everybody_is_told_of_a_prize_that_moved_only_where_the_list_is_shown(client, played):
    tournament, round_ = played
    with_prizes(tournament, PIG)
    correct(round_, 1, 150)
    evening.publish(tournament, round_)
    public = at("public-tournament", tournament)
    everybody = Client(HTTP_ACCEPT_LANGUAGE="en")
    assert "Cochon" not in text_of(everybody.get(public))
    prizes.show(tournament.pk, SYSTEM, is_shown=True, winners=False)
    body = text_of(everybody.get(public))
    assert "wins now: Cochon" in body and "does not win any more: Cochon" in body
    assert "wins now: Cochon" in text_of(client(Role.READER).get(at("standings", tournament)))


@pytest.mark.long
def test_before_a_correction_is_made_the_page_says_whose_prize_would_move(client, played):
    tournament, _round = played
    best = prizes.now(tournament)
    with_prizes(tournament, PIG)
    best = prizes.now(tournament).awards[0].entry
    answer = client(Role.ORGANISER).post(
        at("penalties", tournament), {"entry": best, "points": "-50", "reason": "retard", "round": ""}
    )
    assert "does not win any more: Cochon" in text_of(answer)


@pytest.mark.parametrize(
    ("text", "cents"),
    [("12", 1200), ("12,5", 1250), ("12.50 €", 1250), ("1 250,00", 125_000), ("1.250", 125_000), ("0", 0)],
)
def test_a_sum_is_read_as_it_is_written(text, cents):
    assert amounts.read(text) == cents


@pytest.mark.parametrize("text", ["", "douze", "-3", "12,345", "1,2,3", "99999999", "€"])
def test_what_is_no_sum_is_none(text):
    assert amounts.read(text) is None


@pytest.mark.long
def test_a_category_is_met_by_what_is_noted_or_by_who_plays(played):
    tournament, _round = played
    entry = tournament.entries.get(number=3)
    for member in entry.members.all():
        member.person.category = "Dame"
        member.person.save()
    with_prizes(tournament, PIG.__class__("", Track.CATEGORY, category="Dames", label="Fleurs"))
    (award,) = prizes.now(tournament).awards
    assert award.entry == str(entry.pk)
