"""Putting a tournament back, or taking one over, leaves everything of others as it is: their tournaments to the byte,
clubs, accounts, roles, members, codes and copies. That it is so whatever was done since is asked of made-up evenings.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from clubs.models import Club, Membership, Person
from clubs.roles import Role
from core.actors import SYSTEM
from core.models import AccessLink
from tests import factories
from tests.conftest import LONG
from tests.kept import kept
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.random_evening import Chance
from tournaments import archive
from tournaments.models import Match, Snapshot, Tournament
from tournaments.services import payments, receipts, restoring, snapshots, tournament_file

SEEDS = range(40) if LONG else range(1)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

#: What others have beside their tournaments.
_HOUSE = [apps.get_app_config("clubs"), apps.get_app_config("rankings")]


@kept
def neighbour() -> Tournament:
    """Another club's tournament in the middle of round 2, with accounts of every role, a receipt and a copy."""
    region = factories.make_region("Voisine")
    club = factories.make_club("Voisins", region, slug="voisins")
    for role in (Role.READER, Role.DESK, Role.ARBITER, Role.TREASURER, Role.ORGANISER):
        factories.make_user(role, club)
    factories.make_user(Role.REGION, region=region)
    factories.make_user(Role.ADMINISTRATOR)
    tournament = evening.new_tournament(5, club=club)
    evening.publish(tournament, evening.play_round(tournament, 1))
    evening.play_game(evening.games_of(evening.start_round(tournament, 2))[0])
    receipts.give(payments.receive(tournament.entries.get(number=1).pk, 1500, "cash", SYSTEM).pk, SYSTEM)
    snapshots.take(tournament, Snapshot.Cause.ASKED, SYSTEM)
    return tournament


def state_of(tournament: Tournament) -> dict[str, Any]:
    """Everything of others: the file of their tournament, and the rows of all tables that know no tournament."""
    tables: dict[str, Any] = {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for config in _HOUSE
        for model in config.get_models()
    }
    matches = Match.objects.filter(round__stage__tournament=tournament).values("pk")
    tables["codes"] = list(AccessLink.objects.filter(target__in=matches).order_by("pk").values())
    tables["copies"] = list(tournament.snapshots.order_by("pk").values())
    tables["receipts"] = list(tournament.club.receipts.order_by("pk").values())
    return {"file": tournament_file.export(tournament), **tables}


def shared_players(here: Tournament, there: Tournament) -> None:
    """Two players of one are in a pair of the other too."""
    persons = Person.objects.filter(memberships__tournament=there).order_by("pk")[:2]
    factories.make_entry(here, list(persons))


def by_the_file(tournament: Tournament, act: Callable[[], object]) -> None:
    document = archive.read(tournament_file.export(tournament))
    act()
    restoring.put_back(tournament.pk, document, SYSTEM)


def by_a_copy(tournament: Tournament, act: Callable[[], object]) -> None:
    copy = snapshots.take(tournament, Snapshot.Cause.ASKED, SYSTEM)
    act()
    snapshots.undo(copy.pk, snapshots.what_is_lost(copy).mark, SYSTEM)


@pytest.mark.parametrize("way", [by_the_file, by_a_copy] if LONG else [by_a_copy])
@pytest.mark.parametrize("seed", SEEDS)
def test_going_back_moves_nothing_of_another_club(seed: int, way: Callable[..., None]) -> None:
    other = neighbour()
    chance = Chance(seed)
    shared_players(chance.tournament, other)
    chance.live(15)
    seen: list[dict[str, Any]] = []

    def live_on() -> None:
        chance.live(15)
        seen.append(state_of(other))

    way(chance.tournament, live_on)
    (before,) = seen
    after = state_of(other)
    assert [name for name in before if before[name] != after[name]] == []
    assert len(before["clubs.Membership"]) == 6 and len(before["clubs.User"]) == 7 and before["receipts"]


def test_taking_over_moves_nothing_of_another_club_and_grants_nobody_anything() -> None:
    """A club, its players and its list come; whoever is known here, by the same id, stays as he is known."""
    other = neighbour()
    with transaction.atomic():
        chance = Chance(3)
        shared_players(chance.tournament, other)
        Person.objects.filter(memberships__tournament=other).update(family="Autrement", category="men")
        data = tournament_file.export(chance.live(20))
        transaction.set_rollback(True)
    assert b"Autrement" in data
    before = state_of(other)
    taken = tournament_file.take_over(data, SYSTEM)
    after = state_of(other)
    new = {"clubs.Club", "clubs.Person", "clubs.ClubPerson", "clubs.Licence"}
    assert [name for name in before if before[name] != after[name] and name not in new] == []
    for name in new:
        assert [row for row in before[name] if row not in after[name]] == [], name
    assert Membership.objects.filter(club=taken.club).count() == 0 and Club.objects.count() == 2
