"""The hall's screens: their links, and that they show what is on the posters, on the clock and published only."""

import datetime as dt
import html
import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from clubs.models import Club
from clubs.roles import Role
from core import links
from core.actors import SYSTEM
from core.models import AccessLink
from scoring import sheets
from tests import factories
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening_kept as evening
from tournaments.hall import places, podium, ranking
from tournaments.hall import state as states
from tournaments.hall.pages import packed
from tournaments.models import EntryMember, Game, HallScreen, Match, Publication, Round, Tournament
from tournaments.people import EntryName
from tournaments.services import ceremony, clocks, prizes, publishing, rounds, screens
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.screens import Show
from tournaments.standings.prizes import Prize, Ties, Track

pytestmark = pytest.mark.django_db


def new_tournament(pairs: int = 4, **more: Any) -> Tournament:
    tournament = evening.new_tournament(pairs, **more)
    Club.objects.filter(pk=tournament.club_id).update(locale="en")
    return tournament


def new_screen(tournament: Tournament, *shows: str) -> HallScreen:
    made = screens.make(tournament.pk, f"Stage {tournament.screens.count() + 1}", SYSTEM)
    if shows:
        screens.steer([made.pk], [Show(view, 10) for view in shows])
    return HallScreen.objects.select_related("tournament__club").get(pk=made.pk)


class Screen:
    """A browser that has opened a screen's link."""

    def __init__(self, screen: HallScreen) -> None:
        self.client = Client()
        link = screens.link_of(screen)
        self.first = self.client.get(reverse("hall-link", args=[links.token_of(link)]))
        self.path = reverse("hall", args=[link.pk])

    def get(self, path: str = "", **headers: str) -> Any:
        return self.client.get(self.path + path, headers=headers)

    def views(self) -> list[str]:
        return [view for view, _seconds, _mark in self.get("state").json()["shows"]]

    def pages(self, view: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(f"view/{view}").json()["pages"]
        return found

    def text(self, view: str) -> str:
        return html.unescape(json.dumps(self.pages(view), ensure_ascii=False))


# The link


def test_a_link_is_exchanged_for_a_cookie_and_no_secret_stays_in_the_address():
    screen = new_screen(new_tournament())
    shown = Screen(screen)
    assert (shown.first.status_code, shown.first["Location"]) == (302, shown.path)
    token = links.token_of(screens.link_of(screen))
    assert token not in shown.path and token not in shown.get().content.decode()
    cookie = shown.first.cookies["screen"]
    assert cookie["httponly"] and cookie["path"] == shown.path
    for answer in (shown.first, shown.get(), shown.get("state")):
        assert answer["Cache-Control"] == "no-store"
        assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == ("no-referrer", "noindex")


@pytest.mark.both_databases
def test_another_link_stops_what_the_one_before_opened():
    tournament = new_tournament()
    screen = new_screen(tournament)
    shown, token = Screen(screen), links.token_of(screens.link_of(screen))
    screens.new_link(screen.pk, SYSTEM)
    assert [shown.get(path).status_code for path in ("", "state", "view/names")] == [404] * 3
    assert Client().get(reverse("hall-link", args=[token])).status_code == 404
    assert Screen(screen).get("state").status_code == 200
    screens.remove(screen.pk, SYSTEM)
    assert not AccessLink.objects.filter(purpose="screen", revoked_at__isnull=True).exists()


def test_a_link_is_over_a_month_after_the_tournament():
    screen = new_screen(new_tournament())
    shown = Screen(screen)
    link = screens.link_of(screen)
    assert link.closes_at is not None and link.closes_at > timezone.now() + dt.timedelta(days=29)
    AccessLink.objects.filter(pk=link.pk).update(closes_at=timezone.now())
    assert shown.get("state").status_code == 404
    assert Client().get(reverse("hall-link", args=[links.token_of(link)])).status_code == 404


def test_one_screens_cookie_opens_no_other_one():
    tournament = new_tournament()
    mine, other = Screen(new_screen(tournament)), Screen(new_screen(tournament))
    stolen = mine.client.cookies["screen"].value
    thief = Client()
    thief.cookies["screen"] = stolen
    assert thief.get(mine.path + "state").status_code == 200
    assert thief.get(other.path + "state").status_code == 404


def test_wrong_links_are_counted_by_address_and_a_right_one_opens_all_the_same(settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "hall"}}
    factories.make_user("administrator")  # of a site that is set up
    client = Client(REMOTE_ADDR="203.0.113.9")
    found = [client.get(reverse("hall-link", args=["x" * 22])).status_code for _ in range(32)]
    assert (found[0], found[29], found[30], found[31]) == (404, 404, 429, 429)
    token = links.token_of(screens.link_of(new_screen(new_tournament())))
    assert client.get(reverse("hall-link", args=[token])).status_code == 302


def test_a_tables_code_opens_no_screen_and_a_screens_code_no_table():
    tournament = new_tournament()
    screen = new_screen(tournament)
    evening.start_round(tournament, 1)
    table = AccessLink.objects.filter(purpose="table").first()
    assert table is not None
    assert Client().get(reverse("hall-link", args=[links.token_of(table)])).status_code == 404
    assert Client().get(reverse("table_link", args=[links.token_of(screens.link_of(screen))])).status_code == 404


def test_the_short_code_typed_where_the_tables_codes_are_opens_the_screen():
    screen = new_screen(new_tournament())
    code = links.short_code_of(screens.link_of(screen))
    answer = Client().post(reverse("table_type"), {"code": code})
    assert answer["Location"] == reverse("hall", args=[screens.link_of(screen).pk])
    assert screens.link_of(screen).used_at is not None


def test_the_link_is_shown_until_a_device_has_opened_it(client_for):
    tournament = new_tournament()
    screen = new_screen(tournament)
    token = links.token_of(screens.link_of(screen))
    url = reverse("screen-link", args=[tournament.club.slug, tournament.slug, screen.pk])
    desk = client_for(Role.DESK, tournament.club)
    assert token in desk.get(url).content.decode()
    Screen(screen)
    assert token not in desk.get(url).content.decode()
    desk.post(url)
    fresh = links.token_of(screens.link_of(screen))
    assert fresh != token and fresh in desk.get(url).content.decode()


# What it shows


def test_nothing_of_a_draft_is_shown_and_all_of_a_published_draw():
    tournament = new_tournament(5)
    shown = Screen(new_screen(tournament, "names", "tables", "round", "standings"))
    draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    assert shown.views() == ["waiting"]
    assert shown.get("view/tables").status_code == 404
    assert shown.pages("names") == []
    page = shown.get().content.decode()
    families = set(EntryMember.objects.values_list("person__family", flat=True))
    assert not [family for family in families if family in page]
    rounds.publish_draw(draw.pk, SYSTEM)
    assert shown.views() == ["names", "tables", "round"]
    text = shown.text("names")
    assert not [family for family in families if family not in text]
    assert text.count("rests") == 2  # both players of the pair that has no table


def test_a_closed_round_seats_nobody_and_its_results_wait_until_they_are_published():
    tournament = new_tournament()
    shown = Screen(new_screen(tournament, "names", "round", "standings"))
    round_ = evening.play_round(tournament, 1)
    assert shown.views() == ["round"]
    assert "next round" in shown.text("round")
    evening.publish(tournament, round_)
    assert shown.views() == ["round", "standings"]
    assert shown.pages("standings")[0]["title"] == "Standings after round 1"
    publication = publishing.latest_standings(tournament)
    assert publication is not None
    publishing.withdraw(publication.pk, SYSTEM)
    assert shown.views() == ["round"]


def test_tables_awaited_say_their_deal_and_no_score():
    tournament = new_tournament(4, deals=3)
    round_ = evening.start_round(tournament, 1)
    one, other = evening.games_of(round_)
    shown = Screen(new_screen(tournament, "round"))
    assert shown.text("round").count("playing") == 2
    before = shown.get("state")["ETag"]
    sheets.record_deal(one.sheet_id, deal(110), position=1, client_key=new_key(), actor=SYSTEM)
    assert shown.get("state")["ETag"] != before
    text = shown.text("round")
    assert "deal 2" in text
    one.sheet.refresh_from_db()
    totals = {str(side.total) for side in one.sheet.sides.all() if side.total}
    assert totals and not [total for total in totals if total in text]
    evening.play_game(other)
    assert "1 table of 2 has finished" in shown.text("round")


def test_who_objected_is_named_as_on_the_posters():
    tournament = new_tournament()
    member = tournament.members.select_related("person").first()
    assert member is not None
    EntryMember.objects.filter(pk=member.pk).update(shown_as=EntryMember.ShownAs.OBJECTED)
    member.person.pseudonym = "Roi de pique"
    member.person.save()
    evening.start_round(tournament, 1)
    shown = Screen(new_screen(tournament, "names", "tables"))
    for view in ("names", "tables"):
        assert "Roi de pique" in shown.text(view) and member.person.family not in shown.text(view)


def test_a_big_hall_is_told_in_pages_and_two_screens_can_share_it():
    tournament = new_tournament(40)
    evening.start_round(tournament, 1)
    everybody = places.by_name(tournament)
    first, second = places.by_name(tournament, 1), places.by_name(tournament, 2)
    assert (len(everybody), len(first), len(second)) == (3, 2, 2)
    count = [sum(page.body.count("data-find") for page in pages) for pages in (everybody, first, second)]
    assert count == [80, 40, 40]


def test_both_players_of_a_side_are_seated_in_a_melee_and_a_teams_pairs_by_their_letters():
    melee, teams = evening.new_melee(9), evening.new_teams(2)
    for tournament in (melee, teams):
        evening.start_round(tournament, 1)
    (page,) = places.by_name(melee)
    assert page.body.count("data-find") == 9 and page.body.count("<em>") == 1
    assert " + " in places.by_table(melee)[0].body
    assert ">1A<" in places.by_table(teams)[0].body


def test_a_game_of_another_round_is_told_beside_the_seats_and_one_of_this_round_is_not():
    tournament = new_tournament()
    played = evening.play_round(tournament, 1)
    evening.start_round(tournament, 2)
    assert "table-card" not in places.by_name(tournament)[0].strip
    match = Match.objects.create(round=played, board=77, kind=Match.Kind.CATCH_UP)
    Game.objects.create(match=match, table_no=77, sheet=factories.make_sheet(played.stage))
    with translation.override("en"):
        strip = places.by_name(tournament)[0].strip
    assert "Still playing" in strip and ">77<" in strip


def test_the_published_categories_have_their_own_pages():
    tournament = new_tournament()
    tournament.entries.filter(number__lte=2).update(category="ladies")
    shown = Screen(new_screen(tournament, "categories"))
    round_ = evening.play_round(tournament, 1)
    assert shown.views() == ["waiting"]
    evening.publish(tournament, round_)
    (page,) = shown.pages("categories")
    assert page["title"].startswith("Standings after round 1 · ") and page["body"].count("<li") == 2


def test_a_name_is_found_by_its_letters_without_accents():
    assert places.Player("", "Hélène-Müller", "Ève", 3).search == "helene muller eve"


def test_long_names_are_written_smaller_and_never_cut():
    sizes = [places.Player("", *name, 3).size for name in (("Roux", "Ève"), ("de La Tour d’Auvergne", "Marie-Thérèse"))]
    assert sizes == ["", "is-longer"]


def test_who_has_a_name_of_many_lines_takes_the_place_of_others():
    short = [places.Player("", "Roux", "Ève", 3)] * 40
    long = places.Player("", "de La Rochefoucauld-Liancourt de Montmorency-Bouteville", "Marie", 3)
    assert (short[0].tall, long.tall) == (2, 3)
    assert [len(page) for page in packed(short, 3, 24)] == [36, 4]
    assert [len(page) for page in packed([long] * 25, 3, 24)] == [24, 1]
    # What no column is left room for goes to the next one whole.
    assert [len(page) for page in packed([*short[:11], long, *short[:25]], 3, 24)] == [34, 3]
    names = "Marie-Antoinette Joséphine de La Rochefoucauld-Liancourt", "Maximilien de Montmorency-Bouteville"
    table, line = places.Table(7, (("1", names), ("2", names))), ranking.Line("", 1, "1", names, 100)
    assert [(one.size, one.tall) for one in (table, line)] == [("is-tiny", 3), ("is-tiny", 3)]


def test_who_has_it_is_told_so_and_pages_are_made_once(settings, django_assert_num_queries):
    settings.KEPT_PAGES = 8
    states.forget()
    tournament = new_tournament(4)
    evening.start_round(tournament, 1)
    screen = new_screen(tournament)
    shown = Screen(screen)
    first = shown.get("state")
    screens.seen(screen)
    with django_assert_num_queries(6):
        again = shown.get("state", **{"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert int(again["Server-Time"]) > 1_700_000_000_000
    states.forget()


def test_the_clock_is_told_by_its_end_and_stands_by_what_is_left():
    tournament = new_tournament()
    round_ = evening.start_round(tournament, 1)
    clocks.act(round_.pk, "length", SYSTEM, minutes=30)
    shown = Screen(new_screen(tournament))
    clock = shown.get("state").json()["clock"]
    started = Round.objects.get(pk=round_.pk).started_at
    assert started is not None
    ends = dt.datetime.fromtimestamp(clock["ends"] / 1000, dt.UTC)
    assert abs(ends - started - dt.timedelta(minutes=30)) < dt.timedelta(seconds=2)
    clocks.act(round_.pk, "pause", SYSTEM)
    clock = shown.get("state").json()["clock"]
    assert clock["ends"] is None and 1790 <= clock["left"] <= 1800
    clocks.act(round_.pk, "on", SYSTEM)
    clocks.act(round_.pk, "last", SYSTEM)
    assert shown.get("state").json()["clock"]["label"] == "Last deal"


def test_without_javascript_each_page_leads_to_the_next():
    tournament = new_tournament()
    evening.start_round(tournament, 1)
    shown = Screen(new_screen(tournament, "names", "round"))
    first, second = shown.get().content.decode(), shown.get("?p=1").content.decode()
    assert '<noscript><meta http-equiv="refresh" content="10;url=?p=1"></noscript>' in first
    assert "hall-names" in first and "hall-round" in second
    assert "url=?p=0" in second
    assert "hall-names" in shown.get("?p=14").content.decode()


# The ceremony


def finished(pairs: int = 4) -> Tournament:
    tournament = new_tournament(pairs, rounds=1)
    evening.publish(tournament, evening.play_round(tournament, 1))
    return tournament


@pytest.mark.both_databases
def test_the_ceremony_tells_the_published_places_from_the_last_one_up():
    tournament = finished()
    shown = Screen(new_screen(tournament, "ceremony"))
    assert shown.views() == ["waiting"]
    ceremony.begin(tournament.pk, 3)
    assert "about to begin" in shown.text("ceremony")
    with translation.override("en"):
        found = podium.told(tournament)
    assert found is not None
    steps = found[1]
    assert [step.place for step in steps] in (["3rd", "1st"], ["3rd", "2nd", "1st"], ["2nd", "1st"])
    for number, step in enumerate(steps):
        ceremony.go(tournament.pk, number, number + 1)
        text = shown.text("ceremony")
        assert all(name in text for row in step.rows for name in row.names)
        later = [name for other in steps[number + 1 :] for row in other.rows for name in row.names]
        assert not [name for name in later if name in text]


def test_the_prizes_are_given_from_the_last_one_up():
    tournament = finished()
    rows = [Prize("", Track.RANK, 1, 2, label="Jambon"), Prize("", Track.REST, label="Bouteille")]
    with pytest.raises(TournamentError, match="ceremony-prizes"):
        ceremony.begin(tournament.pk, 0)
    prizes.change(tournament.pk, rows, SYSTEM, several=False, ties=Ties.DRAWN, seen=0)
    ceremony.begin(tournament.pk, 0)
    shown = Screen(new_screen(tournament, "ceremony"))
    told = []
    for number in range(3):
        ceremony.go(tournament.pk, number, number + 1)
        told.append(shown.text("ceremony"))
    assert ["Bouteille" in text for text in told] == [True, False, False]
    assert ["Jambon" in text for text in told] == [False, True, True]
    assert "1st" in told[2] and "1st" not in told[1]


@pytest.mark.both_databases
def test_two_who_press_at_once_tell_one_place():
    tournament = finished()
    ceremony.begin(tournament.pk, 3)
    ceremony.go(tournament.pk, 0, 1)
    with pytest.raises(Conflict, match="ceremony-moved"):
        ceremony.go(tournament.pk, 0, 1)


def test_a_ceremony_of_standings_that_are_public_no_more_shows_nothing():
    tournament = finished()
    shown = Screen(new_screen(tournament, "ceremony"))
    ceremony.begin(tournament.pk, 2)
    ceremony.go(tournament.pk, 0, 1)
    publication = publishing.latest_standings(tournament)
    assert publication is not None
    publishing.withdraw(publication.pk, SYSTEM)
    assert shown.views() == ["waiting"]
    with pytest.raises(TournamentError, match="ceremony-early"):
        ceremony.begin(tournament.pk, 3)


def test_who_are_too_many_to_be_named_together_are_counted():
    def told(pairs: int, names: tuple[str, ...]) -> str:
        ids = [uuid.uuid4() for _ in range(pairs)]
        rows = [{"entry": str(one), "rank": 3, "points": 100} for one in ids]
        named = {one: EntryName(one, 7, "7", "pair", None, names, names, "", "", "", "", ()) for one in ids}
        (step,) = podium.by_rank(Publication(figures={"rows": rows}), named, 3, {}, "{} pairs".format)
        return step.many

    short, long = ("Ève Roux", "Noé Roux"), ("Marie-Antoinette de La Rochefoucauld-Liancourt de Bouteville",) * 2
    assert [told(pairs, short) for pairs in (8, 9)] == ["", "9 pairs"]
    assert [told(pairs, long * 2) for pairs in (2, 4, 8)] == ["", "", "8 pairs"]
