"""The rules of the draw on their page: chosen, ordered, filled in and saved, with nothing but forms."""

import html
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
from tests.tournaments.services import evening
from tournaments.draws.model import Rule
from tournaments.models import Tournament
from tournaments.services import contests, drawrules, rounds
from tournaments.services.drawrules import DrawRules
from tournaments.services.drawsetup import DrawSetup

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
@kept
def tournament(club: Club) -> Tournament:
    return evening.new_tournament(6, club=club)


def at(tournament: Tournament) -> str:
    return reverse("draw-rules", args=[tournament.club.slug, tournament.slug])


def shown(response: Any) -> list[tuple[str, str]]:
    """The rows of the page in their order, each with what it counts as."""
    page = response.content.decode()
    keys = re.findall(r'name="row" value="([^"]+)"', page)
    states = {}
    for key in keys:
        found = re.search(rf'name="{key}-state" value="(\w+)"[^>]*checked', page)
        states[key] = found[1] if found else ""
    return [(key, states[key]) for key in keys]


def sent(response: Any, **changes: str) -> dict[str, Any]:
    """What the page would send as it stands, with changes: ``no_rematch__state="wish"``."""
    page = response.content.decode()
    data: dict[str, Any] = {"row": [key for key, _ in shown(response)]}
    data["seen"] = re.search(r'name="seen" value="(\w+)"', page)[1]  # type: ignore[index]
    data |= {f"{key}-state": state for key, state in shown(response)}
    for name, value in re.findall(r'<input type="(?:text|number)" name="([^"]+)" value="([^"]*)"', page):
        data[name] = html.unescape(value)
    return data | {name.replace("__", "-"): value for name, value in changes.items()}


def rules_now(tournament: Tournament) -> DrawRules:
    return drawrules.rules_of(contests.only_stage(tournament))


USUAL = [
    ("one_bye", "must"),
    ("no_rematch", "must"),
    ("new_table", "wish"),
    ("balanced_sides", "wish"),
    ("limited_repeats", "off"),
    ("not_same_club", "off"),
    ("keep_apart-1", "off"),
]


def test_the_usual_rules_stand_in_three_lists(organiser: Client, tournament: Tournament) -> None:
    page = organiser.get(at(tournament))
    assert shown(page) == USUAL
    assert organiser.post(at(tournament), {**sent(page), "save": "1"}).status_code == 302
    assert rules_now(tournament) == drawrules.usual(contests.only_stage(tournament))


def test_rules_are_chosen_with_their_figures_and_groups_by_number_or_name(
    organiser: Client, tournament: Tournament
) -> None:
    page = organiser.get(at(tournament))
    numbers = {entry.number: str(entry.pk) for entry in tournament.entries.all()}
    person = tournament.members.get(entry__number=3, slot=1).person
    data = sent(
        page,
        no_rematch__state="off",
        limited_repeats__state="wish",
        limited_repeats__times="2",
        not_same_club__state="must",
        not_same_club__until="3",
        **{"keep_apart-1-state": "must", "keep_apart-1-who": f"1, {person.given} {person.family}"},
    )
    assert organiser.post(at(tournament), data).status_code == 302
    rules = rules_now(tournament)
    group = (numbers[1], str(person.pk))
    assert rules.musts == (Rule("one_bye"), Rule("not_same_club", until=3), Rule("keep_apart", groups=(group,)))
    assert rules.wishes == (Rule("new_table"), Rule("balanced_sides"), Rule("limited_repeats", times=2))
    again = organiser.get(at(tournament))
    assert sent(again)["keep_apart-1-who"] == f"1, {person.given} {person.family}"
    assert organiser.post(at(tournament), sent(again)).status_code == 302
    assert rules_now(tournament) == rules


def test_a_row_moves_among_those_that_count_as_it_does_and_is_not_saved_by_that(
    organiser: Client, tournament: Tournament
) -> None:
    page = organiser.get(at(tournament))
    assert "Not saved yet" not in page.content.decode()
    page = organiser.post(at(tournament), {**sent(page), "up": "balanced_sides"})
    assert [key for key, state in shown(page) if state == "wish"] == ["balanced_sides", "new_table"]
    assert "Not saved yet" in page.content.decode()
    page = organiser.post(at(tournament), {**sent(page), "down": "one_bye"})
    assert [key for key, state in shown(page) if state == "must"] == ["no_rematch", "one_bye"]
    for step, key in (("up", "no_rematch"), ("down", "one_bye"), ("up", "balanced_sides"), ("up", "nothing")):
        assert shown(organiser.post(at(tournament), {**sent(page), step: key})) == shown(page)
    assert rules_now(tournament) == drawrules.usual(contests.only_stage(tournament))
    organiser.post(at(tournament), {**sent(page), "save": "1"})
    assert [rule.name for rule in rules_now(tournament).musts] == ["no_rematch", "one_bye"]
    assert [rule.name for rule in rules_now(tournament).wishes] == ["balanced_sides", "new_table"]


def test_a_move_keeps_what_was_typed_and_says_nothing_of_what_is_missing(
    organiser: Client, tournament: Tournament
) -> None:
    data = sent(organiser.get(at(tournament)), limited_repeats__state="must", limited_repeats__times="much")
    page = organiser.post(at(tournament), {**data, "up": "limited_repeats"})
    assert page.status_code == 200
    assert "data-form-errors" not in page.content.decode()
    assert 'value="much"' in page.content.decode()
    assert [key for key, state in shown(page) if state == "must"] == ["one_bye", "limited_repeats", "no_rematch"]


def test_more_groups_can_be_kept_apart_each_until_its_own_round(organiser: Client, tournament: Tournament) -> None:
    page = organiser.get(at(tournament))
    page = organiser.post(at(tournament), {**sent(page, **{"keep_apart-1-state": "must"}), "add": "keep_apart"})
    assert ("keep_apart-2", "must") in shown(page)
    data = sent(page) | {"keep_apart-1-who": "1, 2", "keep_apart-2-who": "3,4,5", "keep_apart-2-until": "2"}
    assert organiser.post(at(tournament), data).status_code == 302
    found = [rule for rule in rules_now(tournament).musts if rule.name == "keep_apart"]
    assert [(len(rule.groups[0]), rule.until) for rule in found] == [(2, None), (3, 2)]
    assert [key for key, _ in shown(organiser.get(at(tournament))) if key.startswith("keep")] == [
        "keep_apart-1",
        "keep_apart-2",
    ]


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"limited_repeats-state": "must"}, "limited_repeats-times", "How often at most?"),
        ({"limited_repeats-state": "must", "limited_repeats-times": "0"}, "limited_repeats-times", "1"),
        ({"limited_repeats-state": "must", "limited_repeats-times": "x"}, "limited_repeats-times", "number"),
        ({"not_same_club-state": "wish", "not_same_club-until": "0"}, "not_same_club-until", "1"),
        ({"not_same_club-state": "wish", "not_same_club-until": "31"}, "not_same_club-until", "30"),
        ({"keep_apart-1-state": "must"}, "keep_apart-1-who", "Name two at least"),
        ({"keep_apart-1-state": "must", "keep_apart-1-who": "1, 77"}, "keep_apart-1-who", "no number 77"),
        ({"keep_apart-1-state": "must", "keep_apart-1-who": "1, Nobodaddy"}, "keep_apart-1-who", "Nobody in the list"),
        ({"new_table-state": "must"}, "new_table-state", "must"),
        ({"one_bye-state": "perhaps"}, "one_bye-state", "perhaps"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_lost(
    organiser: Client, tournament: Tournament, changes: dict[str, str], field: str, said: str
) -> None:
    data = sent(organiser.get(at(tournament)), no_rematch__state="wish") | changes
    response = organiser.post(at(tournament), {**data, "save": "1"})
    assert response.status_code == 422
    (error,) = response.context["errors"]
    assert said in error["text"]
    assert error["id"].startswith(f"id_{field}")
    page = response.content.decode()
    assert f'href="#{error["id"]}"' in page
    assert f'id="{error["id"]}' in page
    assert ("no_rematch", "wish") in shown(response)
    assert rules_now(tournament) == drawrules.usual(contests.only_stage(tournament))
    # What is off may wait half filled in.
    key = field.rpartition("-")[0]
    if not field.endswith("state"):
        assert organiser.post(at(tournament), data | {f"{key}-state": "off"}).status_code == 302


def test_the_same_group_twice_is_said(organiser: Client, tournament: Tournament) -> None:
    page = organiser.get(at(tournament))
    page = organiser.post(at(tournament), {**sent(page, **{"keep_apart-1-state": "must"}), "add": "keep_apart"})
    data = sent(page) | {"keep_apart-1-who": "1, 2", "keep_apart-2-who": "1,2"}
    (error,) = organiser.post(at(tournament), data).context["errors"]
    assert (error["id"], error["text"]) == ("id_keep_apart-2-who", "These are kept apart already.")


def test_a_page_that_was_tampered_with_is_put_right(organiser: Client, tournament: Tournament) -> None:
    data = {"row": ["no_luck", "one_bye", "one_bye", "keep_apart-x", "keep_apart-99999", "new_table-2"], "up": "x"}
    page = organiser.post(at(tournament), data)
    assert {key for key, _ in shown(page)} == {key for key, _ in USUAL}
    assert {state for _, state in shown(page)} == {"off"}


def test_of_two_who_save_at_once_the_second_is_told_and_loses_nothing(
    organiser: Client, tournament: Tournament
) -> None:
    mine = sent(organiser.get(at(tournament)), no_rematch__state="wish")
    other = sent(organiser.get(at(tournament)), not_same_club__state="must")
    assert organiser.post(at(tournament), other).status_code == 302
    response = organiser.post(at(tournament), mine)
    assert response.status_code == 409
    assert ("no_rematch", "wish") in shown(response)
    assert "Somebody else has changed the rules meanwhile" in response.content.decode()
    assert Rule("no_rematch") in rules_now(tournament).musts
    assert organiser.post(at(tournament), sent(response)).status_code == 302
    assert Rule("no_rematch") in rules_now(tournament).wishes


def test_as_is_usual_shows_the_usual_rules_to_be_saved(organiser: Client, tournament: Tournament) -> None:
    organiser.post(at(tournament), sent(organiser.get(at(tournament)), no_rematch__state="off"))
    page = organiser.post(at(tournament), {"usual": "1"})
    assert shown(page) == USUAL
    assert Rule("no_rematch") not in rules_now(tournament).musts


def test_the_page_says_what_a_change_touches(organiser: Client, tournament: Tournament) -> None:
    assert "draw it again" not in organiser.get(at(tournament)).content.decode()
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    assert "Round 1 has been drawn and is not published yet" in organiser.get(at(tournament)).content.decode()
    tournament.stages.update(draw_system="even-odd")
    assert "a plan says who meets whom" in organiser.get(at(tournament)).content.decode()


def test_a_change_shows_in_the_next_draw(organiser: Client, tournament: Tournament) -> None:
    tournament.entries.filter(number__in=(1, 2, 3)).update(home_club="Pons")
    organiser.post(at(tournament), sent(organiser.get(at(tournament)), not_same_club__state="must"))
    made = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    pons = {str(pk) for pk in tournament.entries.filter(home_club="Pons").values_list("pk", flat=True)}
    assert all(len({*table["ns"], *table["ew"]} & pons) == 1 for table in made.result["tables"])


def test_who_must_not_rest_or_needs_a_table_is_listed(organiser: Client, tournament: Tournament) -> None:
    tournament.entries.filter(number=2).update(may_rest=False, fixed_table=1)
    tournament.entries.filter(number=4).update(stand_in=True)
    page = re.sub(r"\s+", " ", organiser.get(at(tournament)).content.decode())
    assert "must not rest, always at table 1" in page
    assert "stands in: rests first" in page
    entry = tournament.entries.get(number=2)
    assert reverse("entry", args=[tournament.club.slug, tournament.slug, entry.pk]) in page


def test_in_a_melee_the_rules_speak_of_sharing_a_table(organiser: Client, club: Club) -> None:
    melee = evening.new_tournament(0, club=club, draw=DrawSetup(entry_kind="singles", system="melee"))
    assert "No two share a table twice" in organiser.get(at(melee)).content.decode()


def test_the_rules_are_linked_from_the_settings_and_from_the_draw(organiser: Client, tournament: Tournament) -> None:
    for name in ("tournament-settings", "draw"):
        page = organiser.get(reverse(name, args=[tournament.club.slug, tournament.slug])).content.decode()
        assert f'href="{at(tournament)}"' in page


def test_a_reader_has_no_page_of_rules(client_for: Callable[..., Client], club: Club, tournament: Tournament) -> None:
    assert client_for(Role.READER, club).get(at(tournament)).status_code == 403


def test_a_draft_of_other_rules_is_said_to_be_one(organiser: Client, tournament: Tournament) -> None:
    url = reverse("draw", args=[tournament.club.slug, tournament.slug])
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    assert "since this draft was made" not in organiser.get(url).content.decode()
    organiser.post(at(tournament), sent(organiser.get(at(tournament)), no_rematch__state="off"))
    assert "draw again for that to count" in organiser.get(url).content.decode()
    rounds.make_draw(tournament.pk, 1, 2, SYSTEM)
    assert "draw again for that to count" not in organiser.get(url).content.decode()
