"""A club's list of faults: the usual one until it is changed, then its own."""

import pytest
from django.db import IntegrityError, transaction

from core.actors import SYSTEM
from tests import factories
from tournaments import faultwords
from tournaments.models import Fault
from tournaments.services import faults
from tournaments.services.errors import TournamentError
from tournaments.services.faults import Sanctions

pytestmark = pytest.mark.django_db

FINE = Sanctions("other", 100, "other", 200)


def refused(code: str, field: str, call, *arguments) -> None:
    with pytest.raises(TournamentError) as caught:
        call(*arguments)
    assert (caught.value.code, caught.value.field) == (code, field)


def change(club, code: str, name: str):
    seen = faults.mark_of(faults.find(club, code))
    return faults.change(club.pk, code, name, FINE, SYSTEM, seen=seen)


def names(club) -> list[str]:
    return [faultwords.called(one) for one in faults.listed(club)]


def test_a_club_that_changed_nothing_has_the_usual_list_and_no_rows():
    club = factories.make_club()
    assert [faults.code_of(one) for one in faults.listed(club)][:2] == ["misdeal", "revoke"]
    assert not club.faults.exists()


def test_the_first_change_makes_the_list_the_clubs_own_and_keeps_the_rest():
    club, other = factories.make_club(), factories.make_club()
    usual = names(club)
    faults.add(club.pk, "Téléphone à table", FINE, SYSTEM)
    assert names(club) == [*usual, "Téléphone à table"]
    assert names(other) == usual


def test_a_fault_is_changed_and_taken_off_under_the_code_it_had():
    club = factories.make_club()
    change(club, "revoke", "Renonce prouvée")
    found = faults.find(club, "revoke")
    assert (faultwords.called(found), found.first_points, found.again_points) == ("Renonce prouvée", 100, 200)
    faults.remove(club.pk, "revoke", SYSTEM)
    assert "Renonce prouvée" not in names(club)
    refused("fault-unknown", "fault", faults.find, club, "revoke")


def test_a_usual_fault_that_keeps_its_name_stays_translated():
    club = factories.make_club()
    changed = change(club, "revoke", faultwords.name_of("revoke"))
    assert changed.name == ""


def test_of_two_who_change_a_fault_at_once_the_second_is_told():
    club = factories.make_club()
    seen = faults.mark_of(faults.find(club, "revoke"))
    faults.change(club.pk, "revoke", "Renonce", FINE, SYSTEM, seen=seen)
    with pytest.raises(TournamentError, match="fault-changed"):
        faults.change(club.pk, "revoke", "Renonce", Sanctions("own", 1, "own", 1), SYSTEM, seen=seen)
    assert faults.find(club, "revoke").first_points == 100


def test_a_warning_has_no_points():
    club = factories.make_club()
    made = faults.add(club.pk, "Bruit", Sanctions("warning", 50, "other", 50), SYSTEM)
    assert (made.first_points, made.again_points) == (0, 50)


def test_a_name_is_once_on_a_list_whatever_its_capitals():
    club = factories.make_club()
    faults.add(club.pk, "Bruit", FINE, SYSTEM)
    refused("fault-known", "name", faults.add, club.pk, "bruit", FINE, SYSTEM)
    refused("fault-known", "name", faults.add, club.pk, str(faultwords.NAMES["misdeal"]), FINE, SYSTEM)
    refused("fault-known", "name", change, club, "revoke", "BRUIT")


def test_the_database_keeps_a_fault_once_on_a_list():
    club = factories.make_club()
    made = faults.add(club.pk, "Bruit", FINE, SYSTEM)
    for again in (Fault(key="misdeal"), Fault(name="BRUIT")):
        again.club, again.first, again.again = club, made.first, made.again
        with pytest.raises(IntegrityError), transaction.atomic():
            again.save(force_insert=True)
    faults.remove(club.pk, faults.code_of(made), SYSTEM)
    assert faults.add(club.pk, "Bruit", FINE, SYSTEM).pk != made.pk


@pytest.mark.parametrize(
    ("code", "field", "name", "sanctions"),
    [
        ("fault-name", "name", "  ", FINE),
        ("fault-sanction", "first", "x", Sanctions("prison", 1, "other", 1)),
        ("fault-points", "first_points", "x", Sanctions("other", 0, "other", 1)),
        ("fault-points", "again_points", "x", Sanctions("warning", 0, "own", 10_001)),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(code, field, name, sanctions):
    refused(code, field, faults.add, factories.make_club().pk, name, sanctions, SYSTEM)
