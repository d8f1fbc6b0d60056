"""Whom people mean by what they type."""

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments.services import evening
from tournaments.models import Entry, Tournament
from tournaments.picking import Picker, PickError
from tournaments.services.drawsetup import DrawSetup

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = evening.new_tournament(0)
    names = [
        [("Dupont", "Jean"), ("Martin", "Anne")],
        [("Dupont", "Luc"), ("Le Gall", "Éric")],
        [("Martineau", "Paul"), ("Roy", "Marc")],
    ]
    for pair in names:
        factories.make_entry(tournament, [factories.make_person(*name) for name in pair])
    return tournament


def entry(tournament: Tournament, number: int) -> str:
    return str(tournament.entries.get(number=number).pk)


def person(tournament: Tournament, given: str) -> str:
    return str(tournament.members.get(person__given=given).person_id)


def test_numbers_mean_entries_and_names_mean_persons(tournament: Tournament) -> None:
    picker = Picker(tournament)
    assert picker.pick("1, 3") == (entry(tournament, 1), entry(tournament, 3))
    assert picker.pick("Dupont Jean; Paul Martineau") == (person(tournament, "Jean"), person(tournament, "Paul"))
    assert picker.pick("le gall et 1") == (person(tournament, "Éric"), entry(tournament, 1))
    # The whole word before the beginning of one: Martin is not Martineau.
    assert picker.pick("martin, roy")[0] == person(tournament, "Anne")


def test_what_was_picked_is_typed_back_and_means_the_same(tournament: Tournament) -> None:
    picker = Picker(tournament)
    picked = picker.pick("dupont l, 3")
    assert picker.text(picked) == "Luc Dupont, 3"
    assert picker.pick(picker.text(picked)) == picked


def test_who_is_not_there_any_more_is_left_out(tournament: Tournament) -> None:
    gone = "00000000-0000-0000-0000-000000000000"
    assert Picker(tournament).text((gone, entry(tournament, 2))) == "2"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1, 9", "There is no number 9"),
        ("1, 999999", "There is no number 999999"),
        ("1, Durand", "Nobody in the list is called “Durand”"),
        ("1, ***", "Nobody in the list"),
        ("3, Dupont", "“Dupont” may be several: Jean Dupont (1), Luc Dupont (2)"),
        ("", "Name two at least"),
        ("2", "Name two at least"),
        ("2, 2", "Name two at least"),
        ("1, Jean Dupont", "Name two at least"),
        ("Jean Dupont, Anne Martin", "Name two at least"),
    ],
)
def test_what_means_nobody_or_several_is_said(tournament: Tournament, typed: str, said: str) -> None:
    with translation.override("en"), pytest.raises(PickError) as caught:
        Picker(tournament).pick(typed)
    assert said in str(caught.value)


def test_who_has_left_is_found_by_number_only(tournament: Tournament) -> None:
    tournament.entries.filter(number=3).update(status=Entry.Status.WITHDRAWN)
    picker = Picker(tournament)
    assert picker.pick("1, 3") == (entry(tournament, 1), entry(tournament, 3))
    with pytest.raises(PickError):
        picker.pick("1, Roy")


def test_of_teams_a_name_means_the_team() -> None:
    tournament = evening.new_tournament(0, draw=DrawSetup(entry_kind="teams"))
    teams = [
        factories.make_entry(tournament, kind=Entry.Kind.TEAM, name=name, number=number)
        for number, name in enumerate(("Les As", "Pons"), start=1)
    ]
    for number, team in enumerate(teams, start=101):
        members = [factories.make_person(f"Famille{number}", "Jean"), factories.make_person(f"Famille{number}", "Anne")]
        factories.make_entry(tournament, members, number=number, team=team)
    one, other = (str(team.pk) for team in teams)
    picker = Picker(tournament)
    assert picker.pick("les as, 2") == (one, other)
    assert picker.pick("Famille102 Jean, pons, Les As") == (other, one)
    with pytest.raises(PickError):
        picker.pick("1, 101")
