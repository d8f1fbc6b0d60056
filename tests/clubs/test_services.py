"""Clubs, regions, accounts and roles."""

import pytest

from clubs import services
from clubs.models import Membership, User
from clubs.roles import Role
from clubs.services import ClubError, free_slug
from clubs.signals import region_changed
from core.actors import SYSTEM, Actor
from core.models import AuditEvent
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor():
    return Actor(user=factories.make_user().pk)


def roles(user_id) -> list[tuple]:
    return list(Membership.objects.filter(user=user_id).values_list("role", "club__name", "region__name"))


@pytest.mark.parametrize(
    ("taken", "text", "slug"),
    [
        ([], "Amicale d'Évreux", "amicale-d-evreux"),
        (["amicale"], "Amicale", "amicale-2"),
        (["amicale", "amicale-2", "amicale-3"], "Amicale", "amicale-4"),
        ([], "♣♦", "club"),
        (["club"], "", "club-2"),
        ([], "x" * 80, "x" * 50),
    ],
)
def test_an_address_is_made_of_the_name(taken, text, slug):
    assert free_slug(taken, text, "club") == slug


def test_who_makes_a_club_is_its_organiser(actor):
    club = services.create_club(" Amicale ", actor)
    assert (club.name, club.slug, club.demo) == ("Amicale", "amicale", False)
    assert roles(actor.user) == [("organiser", "Amicale", None)]
    assert services.create_club("Amicale", SYSTEM).slug == "amicale-2"
    assert Membership.objects.count() == 1


def test_who_makes_a_region_is_its_secretary_and_a_name_is_given_once(actor):
    region = services.create_region("Bretagne", actor)
    assert roles(actor.user) == [("region", None, "Bretagne")]
    with pytest.raises(ClubError, match="region-exists"):
        services.create_region(" bretagne ", actor)
    assert region.slug == "bretagne"


def test_a_club_joins_a_region_and_rooms_above_hear_of_it_once(actor):
    heard = []

    def hear(club, before, **_):
        heard.append((club.region, before))

    club, region = factories.make_club(), factories.make_region()
    region_changed.connect(hear)
    try:
        services.join_region(club, region, actor)
        services.join_region(club, region, actor)
        services.join_region(club, None, actor)
    finally:
        region_changed.disconnect(hear)
    assert heard == [(region, None), (None, region)]
    assert AuditEvent.objects.filter(verb="club.region").count() == 2


def test_a_renamed_club_keeps_its_address(actor):
    club = services.create_club("Amicale", actor)
    services.rename_club(club, "Amicale du Port", actor)
    services.rename_club(club, "", actor)
    club.refresh_from_db()
    assert (club.name, club.slug) == ("Amicale du Port", "amicale")
    assert AuditEvent.objects.filter(verb="club.renamed").count() == 1


def test_a_sign_in_name_is_given_once_whatever_its_case():
    user = services.create_account("Zoe", "carte-sur-table-32", administrator=True)
    assert user.is_superuser
    assert user.check_password("carte-sur-table-32")
    with pytest.raises(ClubError) as caught:
        services.create_account("ZOE", None)
    assert (caught.value.code, caught.value.field) == ("name-taken", "username")
    assert User.objects.count() == 1


def test_an_account_without_password_takes_none():
    user = services.create_account("bureau", None)
    assert not user.has_usable_password()
    assert not user.is_superuser


def test_a_role_is_given_once_and_taken_away(actor):
    club, helper = factories.make_club(), factories.make_user()
    membership = services.grant(helper, Role.DESK, actor, club=club)
    assert services.grant(helper, Role.DESK, actor, club=club) == membership
    assert AuditEvent.objects.filter(verb="role.granted").count() == 1
    services.revoke(membership, actor)
    assert roles(helper.pk) == []
    assert AuditEvent.objects.get(verb="role.revoked").before == {"role": "desk"}


def test_the_last_organiser_of_a_club_stays(actor):
    club = services.create_club("Amicale", actor)
    first = Membership.objects.get()
    with pytest.raises(ClubError, match="last-organiser"):
        services.revoke(first, actor)
    services.grant(factories.make_user(), Role.ORGANISER, actor, club=club)
    services.revoke(first, actor)
    assert Membership.objects.filter(club=club).count() == 1
