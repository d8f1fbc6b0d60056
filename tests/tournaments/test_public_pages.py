"""The public pages beside the standings: what they show of what is published, and that nothing else moves them."""

import re
from collections import Counter
from typing import Any

import pytest
import segno
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from core.actors import SYSTEM
from core.models import SiteAddress
from scoring import sheets
from tests.kept import kept
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening_kept as evening
from tournaments.models import Entry, Round, Tournament
from tournaments.services import adjustments, holding, leaving, publishing, rounds, showing

pytestmark = pytest.mark.django_db


def page(tournament: Tournament, name: str, *more: Any) -> str:
    """What everybody gets, in English."""
    url = reverse(name, args=[tournament.club.slug, tournament.slug, *more])
    answer = Client(headers={"accept-language": "en"}).get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def text_of(html: str) -> str:
    """The words of a page, single blanks between them."""
    body = html[html.index("<main") : html.index("</main>")]
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


@pytest.fixture
@kept
def played() -> tuple[Tournament, Round]:
    """Four pairs; round 1 is public, round 2 drawn."""
    tournament = evening.new_tournament(4, rounds=3, deals=2)
    first = evening.play_round(tournament, 1)
    evening.publish(tournament, first)
    evening.start_round(tournament, 2)
    return tournament, first


def test_an_entry_s_way_tells_table_opponent_points_place_and_every_deal(played):
    tournament, first = played
    game = evening.games_of(first)[0]
    mine, other = evening.entry_at(game, "A"), evening.entry_at(game, "B")
    text = text_of(page(tournament, "public-path", mine.number))
    assert f"Pair {mine.number}" in text
    assert "Round 1, table 1" in text
    assert "160 0 160 2" in text  # points, theirs, total, rank
    assert f"Pair {other.number}" in text
    assert text.count("Made, ") == 2
    assert "results not public yet" in text  # of round 2 it says where it sits


def test_a_round_shows_who_sits_where_until_its_results_are_public(played):
    tournament, _first = played
    assert "Where do I sit?" in page(tournament, "public-round", 2)
    assert "Where do I sit?" not in page(tournament, "public-round", 1)
    url = reverse("public-round", args=[tournament.club.slug, tournament.slug, 3])
    assert Client().get(url).status_code == 404


def test_figures_are_those_of_published_rounds(played):
    tournament, _first = played
    text = text_of(page(tournament, "public-statistics"))
    assert "From 2 sheets of the published rounds." in text
    assert "80 2 2 100 %" in text
    assert "90 2 2 100 %" in text


def test_the_statistics_tell_coinches_that_paid_points_a_round_and_ranks_after_each():
    """Two rounds of two tables, of one deal each: 90 made and 100 lost, doubled in the first."""
    tournament = evening.new_tournament(4, rounds=2, deals=1)
    have: Counter[int] = Counter()
    ahead: Counter[int] = Counter()
    ranks: dict[int, list[int]] = {entry.number: [] for entry in tournament.entries.all()}
    for number, double in ((1, "coinche"), (2, "none")):
        round_ = evening.start_round(tournament, number)
        dealt = deal(90, double=double), deal(100, points=90, double=double)
        for game, one in zip(evening.games_of(round_), dealt, strict=True):
            sheets.record_deal(game.sheet_id, one, position=1, client_key=new_key(), actor=SYSTEM)
            evening.close(game.sheet)
        evening.publish(tournament, rounds.close_round(round_.pk, SYSTEM))
        for result in round_.results.select_related("entry"):
            have[result.entry.number] += result.points_for
            ahead[result.entry.number] += result.points_for - result.points_against
        for entry, found in ranks.items():
            better = [one for one in ranks if (have[one], ahead[one]) > (have[entry], ahead[entry])]
            found.append(1 + len(better))
    text = text_of(page(tournament, "public-statistics"))
    assert "Coinches that paid Kind Played Paid Share Doubled 2 1 50 % " in text
    assert "Points a round Round Least Middle Most 1 0 90 324 2 0 45 162 " in text
    table = text[text.index("Rank after each round Pair Round 1 Round 2 ") :]
    for entry, (first, second) in ranks.items():
        assert re.search(rf" Pair {entry} \D+ {first} {second} ", table), (entry, ranks, table)


def test_a_tournament_in_preparation_is_shown_once_it_is_announced():
    tournament = evening.new_tournament(2)
    url = reverse("public-programme", args=[tournament.club.slug, tournament.slug])
    assert Client().get(url).status_code == 404
    showing.change(tournament.pk, SYSTEM, announced=True, programme="20 h premier tour")
    text = text_of(page(tournament, "public-programme"))
    assert "20 h premier tour" in text
    assert "not drawn yet" in text
    assert "Pair" in text_of(page(tournament, "public-entries"))


PAGES = ("public-tournament", "public-statistics", "public-rules", "api-standings", "api-rounds", "public-feed")


def everything(tournament: Tournament) -> dict[str, bytes]:
    """What everybody gets of a published round, by address; names of pairs do not change here."""
    args = [tournament.club.slug, tournament.slug]
    urls = [reverse(name, args=args) for name in PAGES]
    urls += [reverse(name, args=[*args, 1]) for name in ("public-round", "api-round")]
    urls += [reverse("public-path", args=[*args, entry.number]) for entry in tournament.entries.all()]
    client = Client()
    return {url: client.get(url).content for url in urls}


def change_everything(tournament: Tournament, round_: Round) -> None:
    """A deal corrected, points taken, a pair gone, another one disqualified, its club written otherwise."""
    game = evening.games_of(round_)[0]
    one, other = evening.entry_at(game, "A"), evening.entry_at(game, "B")
    sheet = sheets.reopen_sheet(game.sheet_id, actor=SYSTEM, reason="à revoir")
    sheets.amend_deal(sheet.pk, 1, deal(160, "EW"), seen=sheet.revision, actor=SYSTEM)
    evening.close(sheet)
    adjustments.give(one.pk, -70, "retard", SYSTEM, round_id=round_.pk)
    leaving.disqualify(other.pk, "tricherie", SYSTEM)
    leaving.leave(one.pk, SYSTEM)
    evening.compute(tournament)


@pytest.mark.parametrize(("system", "planned"), [("random", 2), ("knockout", 3), ("pools-knockout", 5)])
def test_a_published_round_stays_as_it_is_whatever_is_changed_afterwards(system, planned):
    tournament = evening.new_tournament(6, rounds=planned)
    stage = tournament.stages.get()
    stage.draw_system = system
    stage.settings = {**stage.settings, "draw": {}}
    stage.save()
    first = evening.play_round(tournament, 1)
    evening.publish(tournament, first)
    before = everything(tournament)
    change_everything(tournament, first)
    after = everything(tournament)
    assert [url for url in before if before[url] != after[url]] == []
    evening.publish(tournament, first)
    assert everything(tournament) != before


def test_while_results_are_held_back_nobody_sees_them_and_one_press_shows_all(played):
    tournament, _first = played
    showing.hold(tournament.pk, SYSTEM)
    second = Round.objects.get(stage__tournament=tournament, number=2)
    before = everything(tournament)
    for game in evening.games_of(second):
        evening.play_game(game, 140)
    rounds.close_round(second.pk, SYSTEM)
    evening.compute(tournament)
    assert everything(tournament) == before
    holding.let_go(tournament.pk, tournament.revision, SYSTEM)
    assert "280" in text_of(page(tournament, "public-tournament"))
    assert len(publishing.public(tournament, "round")) == 2


def test_a_feed_names_nobody_and_keeps_its_ids(played):
    tournament, first = played
    feed = page(tournament, "public-feed")
    ids = re.findall(r"<id>(urn:uuid:[^<]+)</id>", feed)
    assert len(ids) == len(set(ids)) == 4  # the feed's own, two draws, one publication
    for member in tournament.members.select_related("person"):
        assert member.person.family not in feed
    evening.correct(evening.games_of(first)[0], 160)
    assert re.findall(r"<id>(urn:uuid:[^<]+)</id>", page(tournament, "public-feed")) == ids


def test_a_link_s_preview_names_no_person(played):
    tournament, _first = played
    number = tournament.entries.order_by("number").first().number
    for html in (page(tournament, "public-tournament"), page(tournament, "public-path", number)):
        head = html[: html.index("</head>")]
        assert 'property="og:title"' in head
        assert 'property="og:image" content="http' in head
        for entry in Entry.objects.filter(tournament=tournament):
            for member in entry.members.select_related("person"):
                assert member.person.given not in head


def test_the_calendar_tells_the_days_of_a_club(played):
    tournament, _first = played
    with translation.override("en"):
        answer = Client().get(reverse("public-calendar", args=[tournament.club.slug]))
    assert answer["Content-Type"].startswith("text/calendar")
    assert f"DTSTART;VALUE=DATE:{tournament.local_date:%Y%m%d}\r\n" in answer.content.decode()


def test_the_pages_ask_as_many_questions_for_three_rounds_as_for_one(settings):
    settings.KEPT_PAGES = 0
    tournament = evening.new_tournament(6, rounds=4)
    first = tournament.entries.order_by("number").first()
    names: dict[str, list[Any]] = {
        "public-programme": [], "public-entries": [], "public-statistics": [], "public-feed": [],
        "public-path": [first.number], "public-round": [1],
    }  # fmt: skip

    def asked() -> dict[str, int]:
        found = {}
        for name, more in names.items():
            page(tournament, name, *more)
            with CaptureQueriesContext(connection) as queries:
                page(tournament, name, *more)
            found[name] = len(queries)
        return found

    evening.publish(tournament, evening.play_round(tournament, 1))
    before = asked()
    for number in (2, 3):
        evening.publish(tournament, evening.play_round(tournament, number))
    assert asked() == before


def modules_of(svg: str) -> set[tuple[int, int]]:
    """The black modules of a drawn code by row and column, white margin not counted: what a phone's camera sees."""
    drawn = re.search(r'stroke="#000" d="([^"]+)"', svg)
    assert drawn is not None
    black, x, y = set(), 0.0, 0.0
    for act, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", drawn[1]):
        if act == "h":
            black |= {(int(y) - 4, int(x) - 4 + step) for step in range(int(first))}
            x += float(first)
        else:
            x, y = (float(first), float(second)) if act == "M" else (x + float(first), y + float(second))
    return black


@pytest.mark.parametrize("base", ["", "https://club.example"])
def test_the_code_on_the_public_pages_holds_the_address_that_answers(base):
    tournament = evening.new_tournament(2)
    showing.change(tournament.pk, SYSTEM, announced=True, programme="")
    if base:
        SiteAddress.objects.create(base_url=base)
    address = reverse("public-tournament", args=[tournament.club.slug, tournament.slug])
    code = reverse("public-code", args=[tournament.club.slug, tournament.slug])
    assert code in page(tournament, "public-programme")
    answer = Client().get(code)
    assert answer["Content-Type"] == "image/svg+xml"
    matrix = segno.make(f"{base or 'http://testserver'}{address}", error="m", micro=False).matrix
    wanted = {(row, column) for row, line in enumerate(matrix) for column, black in enumerate(line) if black}
    assert modules_of(answer.content.decode()) == wanted
    assert Client().get(address, follow=True).status_code == 200
