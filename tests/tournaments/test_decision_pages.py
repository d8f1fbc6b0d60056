"""What is decided at the desk, as the organiser, the desk and everybody meet it: rests and what they mark, forfeits, a
round cut short, a game made up, penalties."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.tournaments.services import evening_kept as evening
from tournaments import givenwords
from tournaments.givenform import GivenForm
from tournaments.models import Adjustment, Game, Match, Result, Round, Tournament
from tournaments.services import adjustments, contests, cutting, forfeits, given_settings, giving, rounds
from tournaments.standings.policies import ByeRule, ForfeitRule, GivenRules, MissedRule

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def settle(tournament: Tournament, **tables: Any) -> None:
    given_settings.change(tournament.pk, GivenRules(**tables), SYSTEM, from_start=True)


@pytest.fixture
def playing(club: Club) -> tuple[Tournament, Round]:
    """Five pairs, two tables of two deals, nothing entered."""
    tournament = evening.new_tournament(5, rounds=3, deals=2, club=club)
    return tournament, evening.start_round(tournament, 1)


def asked(**more: Any) -> dict[str, Any]:
    """What the part of the settings sends."""
    plain = {"bye": "average", "late": "nothing", "absent": "nothing", "forfeit": "winners"}
    return {f"given-{name}": value for name, value in {**plain, **more}.items()}


# The settings


def form(**more: Any) -> GivenForm:
    return GivenForm(asked(**more), rules=GivenRules())


def test_the_form_says_what_was_asked() -> None:
    made = form(
        bye="flat", bye_points="972", bye_match_points="3", catch_up="on", late="average", late_less="100",
        absent="flat", absent_points="0", forfeit="flat", forfeit_points="1100", forfeit_absent="50",
        late_match_points="-1", absent_match_points="0", forfeit_match_points="4", forfeit_absent_match_points="-2",
    )  # fmt: skip
    assert made.is_valid(), made.errors
    assert made.rules() == GivenRules(
        ByeRule("flat", 972, 3, catch_up=True),
        MissedRule("average", less=100, match_points=-1, table="late"),
        MissedRule("flat", 0, match_points=0),
        ForfeitRule("flat", 1100, 50, match_points=4, absent_match_points=-2),
    )
    again = GivenForm(rules=made.rules())
    names = ("late_match_points", "absent_match_points", "forfeit_match_points", "forfeit_absent_match_points")
    assert [again.initial[name] for name in names] == [-1, 0, 4, -2]
    assert not form(late_match_points="1001").is_valid()
    assert (again.initial["bye_points"], again.initial["absent_points"]) == (972, 0)


def test_a_fixed_number_wants_its_number() -> None:
    made = form(bye="flat")
    assert not made.is_valid()
    assert list(made.errors) == ["bye_points"]
    assert not form(bye="flat", bye_points="100001").is_valid()


def test_a_page_that_asked_nothing_of_this_changes_nothing() -> None:
    made = GivenForm({}, rules=GivenRules(bye=ByeRule("flat", 972)))
    assert made.is_valid()
    assert made.rules().bye == ByeRule("flat", 972)


def wish(tournament: Tournament, **more: Any) -> dict[str, Any]:
    return {
        "name": tournament.name, "local_date": "2026-11-28", "rounds": "3", "game_kind": "deals", "deals": "2",
        "ruleset": "club", **more,
    }  # fmt: skip


def test_the_settings_hold_for_the_next_draws_or_for_all(organiser: Client, playing: tuple[Tournament, Round]) -> None:
    tournament, first = playing
    page = text_of(organiser.get(at("tournament-settings", tournament)))
    assert "The pair that rests marks …" in page
    organiser.post(at("tournament-settings", tournament), {**wish(tournament), **asked(bye="flat", bye_points="972")})
    assert giving.rules_of_stage(contests.only_stage(tournament)).bye == ByeRule("flat", 972)
    first.refresh_from_db()
    assert giving.rules_of(first).bye == ByeRule()
    more = asked(bye="flat", bye_points="900", from_start="on")
    organiser.post(at("tournament-settings", tournament), {**wish(tournament), **more})
    first.refresh_from_db()
    assert giving.rules_of(first).bye == ByeRule("flat", 900)
    refused = organiser.post(at("tournament-settings", tournament), {**wish(tournament), **asked(bye="flat")})
    assert refused.status_code == 422
    assert "Say how many points." in text_of(refused)


def test_a_new_tournament_begins_with_the_rules_of_the_last_one(organiser: Client, club: Club) -> None:
    settle(evening.new_tournament(2, club=club), bye=ByeRule("flat", 1450))
    page = organiser.get(reverse("tournament-new", args=[club.slug]))
    assert page.context["given_form"].initial["bye_points"] == 1450
    values = {**wish(Tournament(name="Suivant")), **asked(bye="half_table")}
    organiser.post(reverse("tournament-new", args=[club.slug]), values)
    made = Tournament.objects.get(name="Suivant")
    assert giving.rules_of_stage(contests.only_stage(made)).bye == ByeRule("half_table")


# Told before the draw


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (ByeRule(), "One will rest and mark the average of what the others score in the round."),
        (ByeRule("flat", 972), "One will rest and mark 972 points."),
        (ByeRule("half_table"), "One will rest and mark half of what a table of the round marks on average."),
        (ByeRule("own_average"), "One will rest and mark the average of its own games."),
        (ByeRule("nothing"), "One will rest and mark nothing."),
    ],
)
def test_the_draw_page_tells_what_the_rest_marks(organiser: Client, club: Club, rule: ByeRule, said: str) -> None:
    tournament = evening.new_tournament(5, club=club)
    settle(tournament, bye=rule)
    assert said in text_of(organiser.get(at("draw", tournament)))
    assert said in text_of(organiser.get(at("entries", tournament)))
    evening.start_round(tournament, 1)
    page = text_of(organiser.get(at("draw", tournament)))
    assert said.replace("One will rest and mark", "rests in this round and marks") in page
    assert "rests in this round and marks" in text_of(organiser.get(at("desk", tournament)))


def test_half_of_a_known_table_is_told_as_a_number(organiser: Client, club: Club) -> None:
    tournament = evening.new_tournament(37, deals=12, club=club, ruleset="guide-belote")
    settle(tournament, bye=ByeRule("half_table"))
    page = text_of(organiser.get(at("draw", tournament)))
    assert "37 pairs, 18 tables. One will rest and mark 972 points." in page


def test_in_french_the_pair_is_feminine_and_the_player_masculine(club: Club) -> None:
    with translation.override("fr"):
        assert givenwords.will_rest("pairs", 1, "972 points") == "Une sera exempte et marquera 972 points."
        assert givenwords.will_rest("singles", 1, "972 points") == "Un sera exempt et marquera 972 points."


def test_where_nobody_rests_the_page_names_who_is_one_too_many(organiser: Client, club: Club) -> None:
    tournament = evening.new_tournament(5, club=club)
    settle(tournament, bye=ByeRule("refuse"))
    name = "nobody rests: Pair 5 ("
    assert name in text_of(organiser.get(at("draw", tournament)))
    page = organiser.post(at("draw-make", tournament), {"round": "1", "attempt": "1"}, follow=True)
    assert "5 are there, an odd number" in text_of(page)
    assert not Round.objects.exists()


# Forfeits


def test_a_forfeit_is_noted_on_the_sheet_and_taken_back(organiser: Client, playing: tuple[Tournament, Round]) -> None:
    tournament, round_ = playing
    game = evening.games_of(round_)[0]
    page = text_of(organiser.get(at("sheet", tournament, game.pk)))
    assert "Who does not play, or not on?" in page
    organiser.post(at("game-forfeit", tournament, game.pk), {"sides": "B", "reason": "partis"})
    game.refresh_from_db()
    assert game.forfeit == "B"
    page = text_of(organiser.get(at("sheet", tournament, game.pk)))
    assert f"Forfeit: Pair {evening.entry_at(game, 'B').number}" in page
    assert "What stands on this sheet counts for nothing." in page
    assert "forfeit" in text_of(organiser.get(at("desk", tournament)))
    organiser.post(at("game-forfeit", tournament, game.pk), {"back": "1"})
    game.refresh_from_db()
    assert (game.forfeit, game.state) == ("", "playing")
    organiser.post(at("game-forfeit", tournament, game.pk), {"sides": ""}, follow=True)
    assert not Result.objects.exists()


def test_who_may_not_correct_is_not_offered_a_forfeit(
    client_for: Callable[..., Client], club: Club, playing: tuple[Tournament, Round]
) -> None:
    tournament, round_ = playing
    game = evening.games_of(round_)[0]
    desk = client_for(Role.DESK, club, HTTP_ACCEPT_LANGUAGE="en")
    assert "Who does not play" not in text_of(desk.get(at("sheet", tournament, game.pk)))


# A round cut short


def test_a_round_is_cut_short_from_the_desk_and_that_is_said_everywhere(
    organiser: Client, client: Client, playing: tuple[Tournament, Round]
) -> None:
    tournament, round_ = playing
    first, second = evening.games_of(round_)
    evening.sheets.record_deal(first.sheet_id, evening.deal(100), position=1, client_key="a", actor=SYSTEM)
    assert at("round-cut", tournament, round_.pk) in text_of(organiser.get(at("desk", tournament)))
    page = organiser.get(at("round-cut", tournament, round_.pk))
    assert ([one.pk for one in page.context["with_score"]], [one.pk for one in page.context["empty"]]) == (
        [first.pk],
        [second.pk],
    )
    refused = organiser.post(at("round-cut", tournament, round_.pk), {"reason": ""})
    assert refused.status_code == 422
    answer = organiser.post(at("round-cut", tournament, round_.pk), {"reason": "salle fermée"})
    assert "1 table without any score" in text_of(answer)
    organiser.post(at("round-cut", tournament, round_.pk), {"reason": "salle fermée", "with_empty": "on"})
    assert not Game.objects.filter(state="playing").exists()
    page = text_of(organiser.get(at("desk", tournament)))
    assert "This round was cut short: salle fermée" in page
    organiser.post(at("round-cut", tournament, round_.pk), {"back": "1"})
    assert Game.objects.filter(state="playing").count() == 2
    cutting.cut_short(round_.pk, SYSTEM, reason="salle fermée", with_empty=True)
    evening.publish(tournament, rounds.close_round(round_.pk, SYSTEM))
    assert "Round 1 was cut short." in text_of(organiser.get(at("standings", tournament)))
    public = text_of(client.get(at("public-tournament", tournament), HTTP_ACCEPT_LANGUAGE="en"))
    assert "Round 1 was cut short." in public
    assert "This round was cut short." in public
    assert "salle fermée" not in public


# A game made up


def test_a_game_is_made_up_from_the_desk(organiser: Client, client: Client, club: Club) -> None:
    tournament = evening.new_tournament(5, rounds=3, club=club)
    settle(tournament, bye=ByeRule(catch_up=True))
    round_ = evening.play_round(tournament, 1, lambda game: 100)
    rested = round_.statuses.get(status="bye").entry
    url = at("catch-up", tournament, round_.pk, rested.pk)
    assert url in text_of(organiser.get(at("desk", tournament)))
    page = organiser.get(url)
    opponent = page.context["free"][0]
    organiser.post(url, {"opponent": str(opponent.id), "table": "12"})
    game = Match.objects.get(kind="catchup").games.get()
    desk = text_of(organiser.get(at("desk", tournament)))
    assert f"Its game is made up at table {game.table_no}." in desk and "may make up its game later" not in desk
    assert game.table_no == 12
    page = text_of(organiser.get(at("sheet", tournament, game.pk)))
    assert "makes up the game of round 1" in page
    assert "game made up" in text_of(organiser.get(at("desk", tournament)))
    assert "already, or the rules do not allow it" in text_of(organiser.get(url))
    organiser.post(at("catch-up-away", tournament, game.pk))
    assert not Match.objects.filter(kind="catchup").exists()
    organiser.post(url, {"opponent": str(opponent.id)})
    evening.play_game(Match.objects.get(kind="catchup").games.get(), 150)
    evening.publish(tournament, round_)
    public = text_of(client.get(at("public-tournament", tournament), HTTP_ACCEPT_LANGUAGE="en"))
    assert "game made up, the second pair out of competition" in public


# Penalties, and where the figures come from


def test_a_penalty_is_noted_shown_with_its_reason_in_the_hall_and_made_void(
    organiser: Client, client: Client, club: Club
) -> None:
    tournament = evening.new_tournament(4, rounds=2, club=club)
    round_ = evening.play_round(tournament, 1)
    entry = tournament.entries.get(number=2)
    values = {"entry": str(entry.pk), "points": "-162", "round": str(round_.pk), "reason": "renonce de Martin"}
    assert organiser.post(at("penalties", tournament), {**values, "reason": ""}).status_code == 422
    organiser.post(at("penalties", tournament), values)
    assert "renonce de Martin" in text_of(organiser.get(at("penalties", tournament)))
    evening.publish(tournament, round_)
    page = text_of(organiser.get(at("standings", tournament) + "?open=2"))
    assert "Round 1: renonce de Martin" in page
    assert "−162" in page
    public = text_of(client.get(at("public-tournament", tournament) + "?open=2", HTTP_ACCEPT_LANGUAGE="en"))
    assert "Given or taken by the arbiter" in public
    assert "renonce de Martin" not in public
    made = Adjustment.objects.get()
    asked = organiser.post(at("penalty-void", tournament, made.pk), {"reason": "erreur"})
    if asked.status_code == 200:  # what is public would move, which is shown before
        seen = asked.context["seen"]
        organiser.post(at("penalty-void", tournament, made.pk), {"reason": "erreur", "moves_seen": seen})
    assert sum(Adjustment.objects.values_list("points", flat=True)) == 0
    organiser.post(at("penalty-void", tournament, made.pk), {"reason": "erreur"}, follow=True)
    assert Adjustment.objects.count() == 2


def test_who_only_reads_sees_the_penalties_and_no_form(client_for: Callable[..., Client], club: Club) -> None:
    tournament = evening.new_tournament(2, club=club)
    adjustments.give(tournament.entries.first().pk, -5, "retard", SYSTEM)
    reader = client_for(Role.READER, club, HTTP_ACCEPT_LANGUAGE="en")
    page = reader.get(at("penalties", tournament))
    assert "retard" in text_of(page)
    assert b'<form class="form"' not in page.content


def test_standings_have_a_letter_for_each_figure_that_was_given(organiser: Client, client: Client, club: Club) -> None:
    tournament = evening.new_tournament(5, rounds=3, club=club)
    settle(tournament, late=MissedRule("flat", 40, table="late"), forfeit=ForfeitRule("flat", 95))
    first = evening.start_round(tournament, 1)
    games = evening.games_of(first)
    forfeits.declare(games[0].pk, "A", SYSTEM)
    evening.play_game(games[1], 100)
    rounds.close_round(first.pk, SYSTEM)
    factories.make_pairs(tournament, 1)
    second = evening.play_round(tournament, 2, lambda game: 100)
    evening.publish(tournament, second)
    page = organiser.get(at("standings", tournament))
    assert page.context["legend"] == [("r", "rest"), ("l", "came late"), ("f", "forfeit")]
    marks = {cell["mark"] for row in page.context["rows"] for cell in row["cells"] if cell}
    assert marks == {"", "r", "l", "f"}
    public = text_of(client.get(at("public-tournament", tournament), HTTP_ACCEPT_LANGUAGE="en"))
    assert 'title="came late">l</abbr>' in public


def test_public_results_of_a_round_say_by_which_rule_somebody_rested(client: Client, club: Club) -> None:
    tournament = evening.new_tournament(5, rounds=3, club=club)
    settle(tournament, bye=ByeRule("flat", 42))
    evening.publish(tournament, evening.play_round(tournament, 1))
    public = text_of(client.get(at("public-tournament", tournament), HTTP_ACCEPT_LANGUAGE="en"))
    assert re.search(r"rested: 42\.", public)
    rules = text_of(client.get(at("public-rules", tournament), HTTP_ACCEPT_LANGUAGE="en"))
    assert "who rests marks 42 points" in rules
    assert "who is there: the average of the winners of the round; who is not: 0 points" in rules
