"""Accounts, clubs, helpers and the address of the codes, as a browser meets them."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Membership, Region, User
from clubs.roles import Role
from core import hosts, startlink
from core.models import AuditEvent, SiteAddress
from tests.factories import PASSWORD, make_club, make_region, make_user

pytestmark = pytest.mark.django_db

GOOD = "carte-sur-table-32"


def test_first_page_of_an_empty_installation_offers_account_and_example(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "/first-account/" in page
    assert 'action="/demo/"' in page


def test_first_account_administers_and_is_signed_in(client: Client) -> None:
    answer = client.post("/first-account/", {"username": "marie", "password": GOOD}, follow=True)
    user = User.objects.get()
    assert user.is_superuser
    assert answer.wsgi_request.user == user
    assert "/first-account/" not in client.get("/").content.decode()


def test_first_account_is_refused_from_elsewhere_and_once_there_is_one() -> None:
    elsewhere = Client(REMOTE_ADDR="192.168.1.9")
    assert elsewhere.post("/first-account/", {"username": "x", "password": GOOD}).status_code == 403
    make_user(Role.ADMINISTRATOR)
    assert elsewhere.post("/first-account/", {"username": "x", "password": GOOD}).status_code == 302
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["short", "12345678", "password"])
def test_a_weak_first_password_is_refused_beside_its_field(client: Client, password: str) -> None:
    answer = client.post("/first-account/", {"username": "marie", "password": password})
    assert answer.status_code == 422
    assert "id_password_error" in answer.content.decode()
    assert 'value="marie"' in answer.content.decode()
    assert not User.objects.exists()


def test_start_link_signs_the_administrator_in_once_and_lets_set_a_new_password() -> None:
    admin = make_user(Role.ADMINISTRATOR)
    token = startlink.make()
    client = Client(REMOTE_ADDR="192.168.1.9")
    assert client.get(f"/start/{token}/").status_code == 200  # a preview does not use it up
    answer = client.post(f"/start/{token}/", follow=True)
    assert answer.wsgi_request.user == admin
    new = {"new_password1": "une-autre-main-9", "new_password2": "une-autre-main-9"}
    assert client.post("/account/", new).status_code == 302
    admin.refresh_from_db()
    assert admin.check_password("une-autre-main-9")
    assert Client().post(f"/start/{token}/").status_code == 410


def test_start_link_of_an_empty_installation_leads_to_the_first_account() -> None:
    client = Client(REMOTE_ADDR="192.168.1.9")
    assert client.get("/").status_code == 403
    assert client.post(f"/start/{startlink.make()}/").headers["Location"] == "/first-account/"
    answer = client.post("/first-account/", {"username": "marie", "password": GOOD}, follow=True)
    assert answer.wsgi_request.user.is_superuser


def test_who_signed_in_with_a_password_must_know_it_to_change_it() -> None:
    user = make_user()
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    new = {"new_password1": "une-autre-main-9", "new_password2": "une-autre-main-9"}
    assert client.post("/account/", new).status_code == 422
    assert client.post("/account/", {**new, "old_password": PASSWORD}).status_code == 302


def test_sign_in_and_out(client: Client) -> None:
    user = make_user()
    wrong = client.post("/sign-in/", {"username": user.username, "password": "non"})
    assert not wrong.wsgi_request.user.is_authenticated
    answer = client.post("/sign-in/", {"username": user.username, "password": PASSWORD}, follow=True)
    assert answer.wsgi_request.user == user
    assert not client.post("/sign-out/", follow=True).wsgi_request.user.is_authenticated


def test_sign_in_never_leads_to_another_site(client: Client) -> None:
    user = make_user()
    answer = client.post("/sign-in/?next=https://example.org/", {"username": user.username, "password": PASSWORD})
    assert answer.headers["Location"] == "/"


def test_ten_wrong_passwords_pause_this_name_only() -> None:
    user, other = make_user(), make_user()
    client = Client()
    for _ in range(10):
        answer = client.post("/sign-in/", {"username": user.username, "password": "non"})
    assert answer.status_code == 429
    paused = client.post("/sign-in/", {"username": user.username, "password": PASSWORD})
    assert paused.status_code == 429
    free = client.post("/sign-in/", {"username": other.username, "password": PASSWORD}, follow=True)
    assert free.wsgi_request.user == other


def test_a_new_club_belongs_to_who_made_it(client: Client) -> None:
    user = make_user()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.post("/clubs/new/", {"name": "Amicale de la Saint-Martin"})
    club = Club.objects.get()
    assert club.slug == "amicale-de-la-saint-martin"
    assert Membership.objects.get(club=club).role == "organiser"
    client.post("/clubs/new/", {"name": "Amicale de la Saint-Martin"})
    assert Club.objects.filter(slug="amicale-de-la-saint-martin-2").exists()


def test_helpers_are_added_and_the_last_organiser_stays(client_for: Any) -> None:
    club = make_club()
    client = client_for(Role.ORGANISER, club)
    page = f"/c/{club.slug}/members/"
    no_password = client.post(page, {"username": "bernard", "role": "desk"})
    assert no_password.status_code == 422
    assert "id_password_error" in no_password.content.decode()
    client.post(page, {"username": "bernard", "password": GOOD, "role": "desk"})
    helper = Membership.objects.get(club=club, role="desk")
    assert helper.user.username == "bernard"
    client.post(page, {"username": "BERNARD", "role": "arbiter"})
    assert set(Membership.objects.filter(user=helper.user).values_list("role", flat=True)) == {"desk", "arbiter"}
    client.post(f"{page}{helper.pk}/remove/")
    assert not Membership.objects.filter(pk=helper.pk).exists()
    mine = Membership.objects.get(club=club, role="organiser")
    client.post(f"{page}{mine.pk}/remove/")
    assert Membership.objects.filter(pk=mine.pk).exists()


def test_a_helper_of_another_club_is_out_of_reach(client_for: Any) -> None:
    club, other = make_club(), make_club()
    client = client_for(Role.ORGANISER, club)
    theirs = make_user(Role.DESK, other).memberships.get()
    assert client.post(f"/c/{club.slug}/members/{theirs.pk}/remove/").status_code == 404
    assert client.get(f"/c/{other.slug}/members/").status_code == 404
    assert Membership.objects.filter(pk=theirs.pk).exists()


def test_a_club_joins_a_region(client_for: Any) -> None:
    club, region = make_club(), make_region()
    client = client_for(Role.ORGANISER, club)
    client.post(f"/c/{club.slug}/settings/", {"name": "Nouveau nom", "region": str(region.pk)})
    club.refresh_from_db()
    assert (club.name, club.region) == ("Nouveau nom", region)
    assert AuditEvent.objects.filter(verb="club.region", club_id=club.pk).exists()


def test_only_an_administrator_makes_regions(client_for: Any) -> None:
    assert client_for(Role.ORGANISER).post("/regions/new/", {"name": "Drôme"}).status_code == 403
    client = client_for(Role.ADMINISTRATOR)
    client.post("/regions/new/", {"name": "Drôme"})
    assert Region.objects.get(name="Drôme").slug == "drome"
    again = client.post("/regions/new/", {"name": "drôme"})
    assert again.status_code == 422
    assert Region.objects.filter(name__iexact="drôme").count() == 1


def test_the_address_is_chosen_by_a_person_and_never_taken_from_the_request(client_for: Any) -> None:
    client = client_for(Role.ADMINISTRATOR)
    client.get("/address/", HTTP_HOST="localhost")
    assert hosts.current_base_url() is None
    client.post("/address/", {"address": "192.168.1.20:8000"})
    assert hosts.current_base_url() == "http://192.168.1.20:8000"
    page = client.get("/address/").content.decode()
    assert "<svg" in page
    assert AuditEvent.objects.filter(verb="address.chosen").exists()


@pytest.mark.parametrize(
    "text",
    ["", "http://", "ftp://hall", "http://a b", "javascript:alert(1)", "http://hall/path", "http://u:p@hall",
     "http://hall:99999", "localhost:8000", "127.0.0.1", "[::1]:8000", "1.2.3", "http://hall/?x=1"],
)  # fmt: skip
def test_what_no_phone_could_open_is_refused_beside_the_field(client_for: Any, text: str) -> None:
    client = client_for(Role.ADMINISTRATOR)
    assert client.post("/address/", {"address": text}).status_code == 422
    assert not SiteAddress.objects.exists()


def test_a_lost_address_is_said_on_the_page(client_for: Any) -> None:
    client = client_for(Role.ADMINISTRATOR)
    client.post("/address/", {"address": "http://203.0.113.7:8000"})
    assert hosts.address_changed()
    assert 'role="alert"' in client.get("/address/").content.decode()


def test_an_organiser_chooses_the_address_only_where_all_clubs_are_his(client_for: Any) -> None:
    club = make_club()
    client = client_for(Role.ORGANISER, club)
    assert client.get("/address/").status_code == 200
    make_club()
    assert client.get("/address/").status_code == 403
    assert client_for(Role.DESK, club).get("/address/").status_code == 403


def test_french_is_the_fallback_and_the_browser_chooses() -> None:
    make_user(Role.ADMINISTRATOR)
    assert 'lang="fr"' in Client(HTTP_ACCEPT_LANGUAGE="de").get("/sign-in/").content.decode()
    assert 'lang="en"' in Client(HTTP_ACCEPT_LANGUAGE="en-GB").get("/sign-in/").content.decode()
    assert 'lang="fr"' in Client().get("/sign-in/").content.decode()


def test_a_region_is_chosen_by_its_name(client: Client) -> None:
    region = make_region()
    club = make_club()
    client.force_login(make_user(Role.ORGANISER, club), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/c/{club.slug}/settings/").content.decode()
    assert f'<option value="{region.pk}">{region.name}</option>' in page


def test_a_wrong_password_is_refused_in_words_that_tell_nothing_of_the_account(client: Client) -> None:
    user = make_user(Role.ADMINISTRATOR)
    for name in (user.username, "nobody"):
        page = client.post("/sign-in/", {"username": name, "password": "nope"}, headers={"accept-language": "en"})
        assert "This name and this password do not go together." in page.content.decode()
