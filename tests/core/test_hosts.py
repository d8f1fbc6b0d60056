"""Allowed hosts follow from the machine's addresses and from the one that a person chose."""

import ipaddress

import pytest
from django.http.request import validate_host

from core import hosts
from core.models import SiteAddress

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with one address."""
    monkeypatch.setattr(hosts, "own_addresses", lambda: ["192.168.1.20"])


def choose(base_url: str) -> None:
    SiteAddress.objects.create(base_url=base_url)


def test_this_machines_names_and_addresses_are_allowed_and_others_are_not() -> None:
    allowed = hosts.AllowedHosts()
    for host in ("localhost", "127.0.0.1", "[::1]", "192.168.1.20"):
        assert validate_host(host, allowed), host
    assert not validate_host("192.168.1.21", allowed)
    assert not validate_host("evil.example", allowed)


def test_the_chosen_address_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    choose("https://belote.example:8443/")
    assert validate_host("belote.example", hosts.AllowedHosts())


def test_a_choice_made_elsewhere_is_seen_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(hosts.time, "monotonic", lambda: clock[0])
    allowed = hosts.AllowedHosts()
    assert "belote.example" not in list(allowed)
    choose("http://belote.example")
    clock[0] += hosts._CHOSEN_FOR
    assert "belote.example" in list(allowed)


def test_a_new_network_is_seen_within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(hosts.time, "monotonic", lambda: clock[0])
    allowed = hosts.AllowedHosts()
    list(allowed)
    monkeypatch.setattr(hosts, "own_addresses", lambda: ["10.0.0.7"])
    clock[0] += hosts._OWN_FOR
    assert "10.0.0.7" in list(allowed)
    assert "192.168.1.20" not in list(allowed)


def test_hosts_of_the_environment_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINCHE_HOSTS", "club.example, other.example")
    allowed = list(hosts.AllowedHosts())
    assert {"club.example", "other.example"} <= set(allowed)
    assert "" not in allowed


def test_without_a_table_the_rest_is_still_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> str:
        raise RuntimeError("no such table")

    monkeypatch.setattr(hosts, "current_base_url", broken)
    assert "localhost" in list(hosts.AllowedHosts())


def test_the_newest_choice_counts_without_its_last_slash() -> None:
    assert hosts.current_base_url() is None
    choose("http://192.168.1.19:8000")
    choose("http://192.168.1.20:8000/")
    assert hosts.current_base_url() == "http://192.168.1.20:8000"


@pytest.mark.parametrize(
    ("base_url", "changed"),
    [
        ("http://192.168.1.20:8000", False),
        ("http://192.168.1.99:8000", True),
        ("http://belote.example", False),
        ("http://127.0.0.1:8000", False),
    ],
)
def test_a_number_that_this_machine_no_longer_has_is_told(base_url: str, changed: bool) -> None:
    choose(base_url)
    assert hosts.address_changed() is changed


def test_nothing_has_changed_before_anything_is_chosen() -> None:
    assert not hosts.address_changed()


def test_the_real_addresses_are_numbers_and_not_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    for address in hosts.own_addresses():
        assert not ipaddress.ip_address(address).is_loopback
    assert set(hosts.lan_addresses()) <= set(hosts.own_addresses())
