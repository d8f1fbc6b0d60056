"""What an organiser shows and hides stands by itself: no switch moves what another one is for."""

import itertools
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from core.actors import SYSTEM
from scoring import sheets
from tests.kept import kept
from tests.scoring.on_sheets import deal, new_key
from tests.thinned import one_in
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.test_prizes import PIG, settle, with_prizes
from tournaments import people
from tournaments.models import Tournament
from tournaments.services import prizes, provisional, showing

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SWITCHES = ("announced", "held", "provisional", "prizes", "winners", "whole")
#: All are on in the first, none in the last, each in two more of the others: any two of them meet in all four ways.
CASES = [
    {name for name, on in zip(SWITCHES, itertools.combinations(range(5), 3), strict=False) if case in on}
    for case in range(6)
]


@pytest.fixture
@kept
def played() -> Tournament:
    """The first round of two is public, its prizes settled; of the second one deal is played."""
    tournament = evening.new_tournament(4, rounds=2, deals=1)
    evening.publish(tournament, evening.play_round(tournament, 1))
    with_prizes(tournament, PIG)
    settle(tournament)
    game = evening.games_of(evening.start_round(tournament, 2))[0]
    sheets.record_deal(game.sheet_id, deal(130), position=1, client_key=new_key(), actor=SYSTEM)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
@kept
def prepared() -> Tournament:
    """Nothing is drawn; it has a list of prizes."""
    tournament = evening.new_tournament(2)
    with_prizes(tournament, PIG)
    return tournament


def switch(tournament: Tournament, on: set[str]) -> None:
    """Put each as it is in this case; held back is last, for nothing is shown by a press from then on."""
    showing.change(tournament.pk, SYSTEM, announced="announced" in on, programme="")
    prizes.show(tournament.pk, SYSTEM, is_shown="prizes" in on, winners="winners" in on)
    Tournament.objects.filter(pk=tournament.pk).update(full_names="whole" in on)
    if "provisional" in on and tournament.state != Tournament.State.SETUP:
        provisional.show(tournament.pk, 2, SYSTEM)
    if "held" in on:
        showing.hold(tournament.pk, SYSTEM)


def page(tournament: Tournament, name: str) -> str:
    """What everybody gets, in English; "" where there is nothing."""
    url = reverse(name, args=[tournament.club.slug, tournament.slug])
    answer = Client(headers={"accept-language": "en"}).get(url)
    return answer.content.decode() if answer.status_code == 200 else ""


def whole_names(tournament: Tournament, html: str) -> list[str]:
    """The whole names on a page: not those of which it says a letter."""
    text = unescape(html)
    return [name for one in people.in_hall(tournament).values() for name in one.names if name in text]


@pytest.mark.parametrize("on", one_in(3, CASES), ids=lambda on: "-".join(sorted(on)) or "none")
def test_each_switch_shows_what_it_is_for_whatever_the_others_say(
    played: Tournament, prepared: Tournament, on: set[str]
) -> None:
    for tournament in (played, prepared):
        switch(tournament, on)
    # Before the first draw: there once it is announced, its prizes with it.
    assert bool(page(prepared, "public-programme")) == ("announced" in on)
    assert bool(page(prepared, "public-prizes")) == ({"announced", "prizes"} <= on)
    entered = page(prepared, "public-entries")
    assert bool(whole_names(prepared, entered)) == ({"announced", "whole"} <= on)
    # While it is played: what is public stays, whatever was announced or is held back.
    home = page(played, "public-tournament")
    assert "Standings" in home and ">90<" in home and bool(whole_names(played, home)) == ("whole" in on)
    provisional_page = page(played, "public-provisional")
    assert ('<td class="num total">' in provisional_page) == ("provisional" in on and "held" not in on)
    assert bool(whole_names(played, provisional_page)) == ({"provisional", "whole"} <= on and "held" not in on)
    listed = page(played, "public-prizes")
    assert ("Cochon" in listed) == ("prizes" in on)
    assert ('id="winners"' in listed) == ({"prizes", "winners"} <= on)
    assert bool(whole_names(played, listed)) == ({"prizes", "winners", "whole"} <= on)


def test_any_two_switches_are_tried_in_all_four_ways():
    for one, other in itertools.combinations(SWITCHES, 2):
        assert len({(one in case, other in case) for case in CASES}) == 4
