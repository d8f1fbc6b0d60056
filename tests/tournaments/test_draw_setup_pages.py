"""Choosing how a contest is drawn, on the pages of a new tournament and of its settings."""

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
from tests.thinned import one_in
from tests.tournaments.services import evening
from tournaments.drawform import ASKED, FIELD_OF, values_of_setup
from tournaments.draws.model import Rule
from tournaments.draws.options import OPTIONS
from tournaments.models import Tournament
from tournaments.services import contests, drawrules, rounds
from tournaments.services.contests import NewTournament
from tournaments.services.drawsetup import DrawSetup, kept, setup_of

pytestmark = pytest.mark.django_db

TYPED = {
    "name": "Concours",
    "local_date": "2026-11-28",
    "ruleset": "club",
    "rounds": "4",
    "game_kind": "deals",
    "deals": "12",
}


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def sent(setup: DrawSetup, **more: Any) -> dict[str, Any]:
    """What the page sends for a setup: every field it shows, ticks only where they are on."""
    values = {name: value for name, value in values_of_setup(setup).items() if value not in (None, False)}
    return {**TYPED, **values, **more}


def made(organiser: Client, club: Club, data: dict[str, Any]) -> Tournament:
    response = organiser.post(reverse("tournament-new", args=[club.slug]), data)
    assert response.status_code == 302, re.findall(r'class="error">.*?</li>', response.content.decode(), re.DOTALL)
    found = club.tournaments.order_by("-created_at").first()
    assert found is not None
    return found


def setup_now(tournament: Tournament) -> DrawSetup:
    tournament.refresh_from_db()
    return setup_of(tournament, contests.only_stage(tournament))


OTHER: dict[str, Any] = {
    "first_round": "rating",
    "bye": "not_last",
    "nearest": "places",
    "bye_wins": False,
    "order": "rating",
    "repeats": True,
    "rankings": 2,
    "movement": "relay",
    "legs": 2,
    "seeding": "rating",
    "clubs_apart": True,
    "third_place": False,
    "classification": 8,
    "consolation": 2,
    "pool_size": 5,
    "qualified": 6,
    "pools": "number",
}


SYSTEMS = sorted(set(OPTIONS) - {"melee"})


@pytest.mark.parametrize(
    ("kind", "system"),
    [*(("pairs", system) for system in SYSTEMS), *one_in(5, [("teams", system) for system in SYSTEMS])],
)
def test_what_is_chosen_for_a_system_reaches_the_engine_and_comes_back(
    organiser: Client, club: Club, system: str, kind: str
) -> None:
    settings = {option.name: OTHER[option.name] for option in OPTIONS[system]}
    if system == "pools-knockout":
        settings["clubs_apart"] = False
    setup = DrawSetup(kind, system, settings, "wins", pairs_a_team=3, inner_plan="rotating")
    tournament = made(organiser, club, sent(setup))
    stage = contests.only_stage(tournament)
    assert (stage.draw_system, stage.settings["draw"]) == kept(setup)
    page = organiser.get(at("tournament-settings", tournament))
    assert page.context["form"].setup() == DrawSetup(
        kind, system, settings, "wins", *((3, "rotating") if kind == "teams" else ())
    )
    # Saved again as it stands, nothing changes.
    response = organiser.post(at("tournament-settings", tournament), sent(setup_now(tournament)))
    assert response.status_code == 302
    assert kept(setup_now(tournament)) == kept(setup)


def test_every_setting_of_every_system_is_asked_for() -> None:
    assert set(FIELD_OF) == {
        (system, option.name) for system in OPTIONS if system != "melee" for option in OPTIONS[system]
    }


def test_a_page_sent_without_the_draw_leaves_it(organiser: Client, club: Club) -> None:
    tournament = made(organiser, club, TYPED)
    assert setup_now(tournament) == DrawSetup()
    contests.change(tournament.pk, NewTournament("Concours", evening.DAY, draw=DrawSetup(system="swiss")), SYSTEM)
    assert organiser.post(at("tournament-settings", tournament), TYPED).status_code == 302
    assert setup_now(tournament).system == "swiss"


def test_single_players_are_drawn_as_a_melee_or_by_hand(organiser: Client, club: Club) -> None:
    data = sent(DrawSetup(entry_kind="singles", system="melee"))
    assert contests.only_stage(made(organiser, club, {**data, "system": "swiss"})).draw_system == "melee"
    assert contests.only_stage(made(organiser, club, {**data, "melee_by": "manual"})).draw_system == "manual"


def refused(organiser: Client, club: Club, data: dict[str, Any]) -> dict[str, list[str]]:
    response = organiser.post(reverse("tournament-new", args=[club.slug]), data)
    assert response.status_code == 422
    form = response.context["form"]
    page = response.content.decode()
    for name in form.errors:
        assert f'id="id_{name}_error"' in page or f'id="{form[name].auto_id}_error"' in page
    assert form["name"].value() == "Concours"
    return {name: list(texts) for name, texts in form.errors.items()}


@pytest.mark.parametrize(
    ("system", "field", "value"),
    one_in(
        4,
        [
            *(("swiss", name, "first") for name in ("first_round", "nearest", "who_rests")),
            ("even-odd", "even_odd_order", "standing"),
            ("mitchell", "order", "standing"),
            ("mitchell", "rankings", "3"),
            ("mitchell", "movement", "howell"),
            ("round-robin", "legs", "0"),
            ("pools-knockout", "pools", "standing"),
            ("pools-knockout", "pool_size", "2"),
            ("pools-knockout", "qualified", "1"),
            ("pools-knockout", "qualified", "eight"),
            ("knockout", "seeding", "best"),
            ("knockout", "consolation", "3"),
            ("knockout", "classification", "3"),
            ("knockout", "classification", "70000"),
        ],
    ),
)
def test_a_bad_value_is_refused_beside_its_field_and_nothing_typed_is_lost(
    organiser: Client, club: Club, system: str, field: str, value: str
) -> None:
    data = sent(DrawSetup(system=system), place="Salle B", **{field: value})
    assert set(refused(organiser, club, data)) == {field}
    # Where the system does not read it, it is not looked at.
    assert made(organiser, club, {**data, "system": "random"}).place == "Salle B"


@pytest.mark.parametrize(
    ("field", "value"),
    [("entry_kind", "trios"), ("system", "chess"), ("system", "melee"), ("ranking", "goals"), ("melee_by", "swiss")],
)
def test_a_choice_that_is_not_offered_is_refused_at_its_field(
    organiser: Client, club: Club, field: str, value: str
) -> None:
    assert field in refused(organiser, club, sent(DrawSetup(), **{field: value}))


@pytest.mark.parametrize("typed", ["", "1", "7", "many"])
def test_teams_have_two_to_six_pairs(organiser: Client, club: Club, typed: str) -> None:
    data = sent(DrawSetup(entry_kind="teams"), pairs_a_team=typed)
    assert set(refused(organiser, club, data)) == {"pairs_a_team"}
    assert made(organiser, club, {**data, "entry_kind": "pairs"}).entry_kind == "pairs"


def test_a_new_tournament_starts_from_the_last_one(organiser: Client, club: Club) -> None:
    setup = DrawSetup(system="knockout", settings={"seeding": "rating"}, ranking="wins")
    last = made(organiser, club, sent(setup))
    factories.make_pairs(last, 12)
    form = organiser.get(reverse("tournament-new", args=[club.slug])).context["form"]
    assert (form.setup().system, form.setup().settings["seeding"], form.setup().ranking) == (
        "knockout",
        "rating",
        "wins",
    )
    assert form["expected"].value() == 12


# What is said beside it


def said(response: Any) -> str:
    page = re.sub(r"\s+", " ", response.content.decode())
    found = re.search(r'<div id="draw-advice-lines">(.*?)</div>', page)
    assert found is not None
    return re.sub(r"<[^>]+>", "|", found[1])


def test_what_comes_of_the_choice_is_told_for_those_who_are_expected(organiser: Client, club: Club) -> None:
    url = reverse("tournament-new", args=[club.slug])
    assert "Say how many you expect" in said(organiser.get(url))
    data = sent(DrawSetup(system="knockout"), expected="24", look="1")
    response = organiser.post(url, data)
    assert (response.status_code, club.tournaments.count()) == (200, 0)
    assert "24 pairs, 4 rounds" in said(response)
    assert "at least 5 rounds, not 4" in said(response)
    assert "8 go through the first round" in said(organiser.post(url, {**data, "rounds": "5"}))
    assert "24 teams" in said(organiser.post(url, {**data, "entry_kind": "teams", "pairs_a_team": "2"}))
    melee = said(organiser.post(url, {**data, "entry_kind": "singles", "expected": "45"}))
    assert "45 players" in melee
    assert "11 tables. 1 rests each round" in melee


def test_looking_says_nothing_of_what_is_still_missing_and_keeps_what_was_typed(organiser: Client, club: Club) -> None:
    url = reverse("tournament-new", args=[club.slug])
    response = organiser.post(url, {**sent(DrawSetup(system="swiss")), "name": "", "place": "Salle B", "look": "1"})
    page = response.content.decode()
    assert response.status_code == 200
    assert "data-form-errors" not in page
    assert 'value="Salle B"' in page
    assert re.search(r'value="swiss"[^>]*checked', page)


def test_who_is_entered_is_counted_rather_than_who_is_expected(organiser: Client) -> None:
    tournament = evening.new_tournament(5, club=organiser_club(organiser), draw=DrawSetup(system="round-robin"))
    page = organiser.get(at("tournament-settings", tournament))
    assert "5 pairs, 3 rounds" in said(page)
    assert "it takes 5 rounds" in said(page)
    assert 'name="expected"' not in page.content.decode()
    looked = organiser.post(at("tournament-settings", tournament), {**sent(DrawSetup(system="random")), "look": "1"})
    assert "5 pairs, 4 rounds" in said(looked)
    assert setup_now(tournament).system == "round-robin"


def organiser_club(organiser: Client) -> Club:
    return Club.objects.get()


def test_drawn_by_hand_only_the_tables_are_told(organiser: Client, club: Club) -> None:
    url = reverse("tournament-new", args=[club.slug])
    text = said(organiser.post(url, sent(DrawSetup(system="manual"), expected="9", rounds="12", look="1")))
    assert "4 tables. 1 rests" in text
    assert "must meet again" not in text


# Once something is drawn


def test_who_plays_is_no_more_asked_once_it_is_drawn_and_the_draw_still_is(organiser: Client, club: Club) -> None:
    tournament = evening.new_tournament(8, club=club)
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    page = organiser.get(at("tournament-settings", tournament)).content.decode()
    assert re.search(r'<input type="hidden" name="entry_kind" value="pairs"', page)
    assert 'type="radio" name="entry_kind"' not in page
    data = {**sent(DrawSetup(system="swiss")), "deals": "1", "rounds": "3"}
    assert organiser.post(at("tournament-settings", tournament), data).status_code == 302
    assert setup_now(tournament).system == "swiss"
    response = organiser.post(at("tournament-settings", tournament), {**data, "entry_kind": "singles"})
    assert response.status_code == 422
    assert "who plays stays as it is" in response.content.decode()


def test_a_plan_that_cannot_begin_any_more_is_refused_at_the_choice(organiser: Client, club: Club) -> None:
    tournament = evening.new_tournament(8, club=club)
    evening.start_round(tournament, 1)
    page = organiser.get(at("tournament-settings", tournament)).content.decode()
    assert "What is drawn stays as it is: the next draw follows." in page
    data = {**sent(DrawSetup(system="knockout")), "deals": "1", "rounds": "3"}
    response = organiser.post(at("tournament-settings", tournament), data)
    assert (response.status_code, set(response.context["form"].errors)) == (422, {"system"})
    assert 'id="id_system_error"' in response.content.decode()


def test_the_kind_cannot_be_changed_under_teams(organiser: Client, club: Club) -> None:
    tournament = evening.new_tournament(2, club=club)
    data = {**sent(DrawSetup(entry_kind="teams")), "deals": "1"}
    response = organiser.post(at("tournament-settings", tournament), data)
    assert (response.status_code, set(response.context["form"].errors)) == (422, {"entry_kind"})


def test_each_field_is_for_a_system_that_reads_it() -> None:
    for asked in ASKED:
        for system in asked.systems:
            assert asked.option in {option.name for option in OPTIONS[system]}


def test_the_rules_of_the_last_tournament_are_taken_over_where_it_was_drawn_alike(
    organiser: Client, club: Club
) -> None:
    last = evening.new_tournament(2, club=club, draw=DrawSetup(system="swiss"))
    stage = contests.only_stage(last)
    ids = tuple(str(entry.pk) for entry in last.entries.all())
    kept_apart, clubs = Rule("keep_apart", groups=(ids,)), Rule("not_same_club", until=2)
    rules = drawrules.DrawRules((clubs, kept_apart), ())
    drawrules.change(stage.pk, rules, drawrules.digest(stage), SYSTEM)
    page = organiser.get(reverse("tournament-new", args=[club.slug])).content.decode()
    assert "The rules of the draw are those of “Concours”" in page
    alike = made(organiser, club, sent(DrawSetup(system="swiss")))
    assert drawrules.rules_of(contests.only_stage(alike)) == drawrules.DrawRules((clubs,), ())
    other = made(organiser, club, sent(DrawSetup(system="danish")))
    assert "musts" not in contests.only_stage(other).settings


def test_the_checklist_says_how_it_is_drawn_and_ranked(organiser: Client, club: Club) -> None:
    tournament = evening.new_tournament(2, club=club, draw=DrawSetup(system="mitchell", ranking="wins"))
    checks = organiser.get(at("tournament-settings", tournament)).context["checks"]
    told = {check["title"]: str(check["value"]) for check in checks}
    assert told["Draw"] == "Mitchell"
    assert told["What ranks"].startswith("games won")


def checks(organiser: Client, club: Club, data: dict[str, Any]) -> dict[str, str]:
    """What the checklist of a new tournament says while its page is filled in, and what stands over the rests."""
    response = organiser.post(reverse("tournament-new", args=[club.slug]), {**data, "look": "1"})
    said = {str(one["title"]): str(one["value"]) for one in response.context["checks"]}
    return {**said, "title": str(response.context["given_form"].title), "marks": response.context["given_says"]}


def test_the_checklist_follows_what_is_chosen_for_who_rests(organiser: Client, club: Club) -> None:
    asked = {"given-bye": "flat", "given-bye_points": "700", "given-late": "nothing"}
    asked |= {"given-absent": "nothing", "given-forfeit": "winners"}
    pairs = checks(organiser, club, {**sent(DrawSetup(system="swiss")), **asked})
    assert pairs["Odd number"] == "who rests marks 700 points"
    assert (pairs["title"], pairs["marks"]) == ("The pair that rests marks …", "700 points")
    players = checks(organiser, club, {**sent(DrawSetup(entry_kind="singles", system="melee")), **asked})
    assert players["No multiple of four"] == "who rests marks 700 points"
    assert players["title"] == "The player who rests marks …"
    teams = checks(organiser, club, {**sent(DrawSetup(entry_kind="teams", system="swiss")), **asked})
    assert teams["Odd number"] == "each pair of the team that rests marks 700 points"
    knockout = checks(organiser, club, {**sent(DrawSetup(system="knockout")), **asked})
    assert knockout["Odd number"] == "in the knockout, who has no opponent goes on without playing"
    nobody = checks(organiser, club, {**sent(DrawSetup()), **asked, "given-bye": "refuse"})
    assert nobody["Odd number"] == "nobody rests: an odd number is not drawn"


def test_the_advice_counts_the_tables_of_teams(organiser: Client, club: Club) -> None:
    data = sent(DrawSetup(entry_kind="teams", system="swiss", pairs_a_team=3), expected="9", look="1")
    advice = organiser.post(reverse("tournament-new", args=[club.slug]), data).context["advice"]
    assert [line["title"] for line in advice["lines"]] == ["12 tables. 1 rests each round, in turn."]
