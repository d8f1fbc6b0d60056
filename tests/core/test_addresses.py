"""The address inside the codes: what is taken, how it is tidied, and what no phone could open."""

import pytest

from core import addresses, hosts
from core.actors import Actor
from core.addresses import AddressError, tidy
from core.models import AuditEvent, SiteAddress
from tests import factories


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("  http://192.168.1.20/ ", "http://192.168.1.20"),
        ("http://Salle.Example/", "http://salle.example"),
        ("https://coinche.example", "https://coinche.example"),
        ("coinche", "http://coinche"),
        ("portable.local:8000", "http://portable.local:8000"),
        ("http://[fd00::1]:8000", "http://[fd00::1]:8000"),
        ("http://hall.example:65535", "http://hall.example:65535"),
    ],
)
def test_an_address_is_tidied(typed, kept):
    assert tidy(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "http://",
        "ftp://hall.example",
        "javascript:alert(1)",
        "http://hall.example/table/1",
        "http://hall.example/?next=x",
        "http://hall.example/#x",
        "http://moi@hall.example",
        "http://moi:secret@hall.example",
        "http://hall.example:99999",
        "http://hall.example:port",
        "http://hall.example:0",
        "http://[fd00::1",
        "http://[fe80::1%25eth0]:8000",
        "192.168.1",
        "192.168.1.300",
        "1",
        "la salle des fêtes",
        "-hall.example",
        "hall..example",
        "x" * 64 + ".example",
        "http://hall.example\\@elsewhere.example",
        "hall.example<script>",
    ],
)
def test_what_is_no_address_is_refused(typed):
    with pytest.raises(AddressError) as caught:
        tidy(typed)
    assert caught.value.code == "not-an-address"


@pytest.mark.parametrize(
    "typed",
    [
        "localhost",
        "LOCALHOST:8000",
        "x.localhost",
        "127.0.0.1",
        "127.8.8.8:80",
        "0.0.0.0:8000",
        "[::1]",
        "[::]:8000",
        "[::ffff:127.0.0.1]",
    ],
)
def test_what_leads_to_this_machine_only_is_refused_as_such(typed):
    with pytest.raises(AddressError) as caught:
        tidy(typed)
    assert caught.value.code == "only-this-machine"


@pytest.mark.django_db
def test_a_chosen_address_is_kept_with_who_chose_it_and_the_newest_counts():
    user = factories.make_user("administrator")
    addresses.choose("192.168.1.20:8000", Actor(user=user.pk))
    addresses.choose("192.168.1.21:8000", Actor(user=user.pk))
    assert hosts.current_base_url() == "http://192.168.1.21:8000"
    assert SiteAddress.objects.count() == 2
    last = AuditEvent.objects.order_by("pk").last()
    assert last.actor == user
    assert (last.before, last.after) == (
        {"address": "http://192.168.1.20:8000"},
        {"address": "http://192.168.1.21:8000"},
    )


@pytest.mark.django_db
def test_a_refused_address_changes_nothing():
    with pytest.raises(AddressError):
        addresses.choose("localhost:8000", Actor())
    assert not SiteAddress.objects.exists()
    assert not AuditEvent.objects.exists()


def test_the_addresses_of_this_machine_are_proposed_with_the_port(monkeypatch):
    monkeypatch.setattr(hosts, "lan_addresses", lambda: ["192.168.1.20", "10.0.0.5"])
    assert addresses.proposals("8000") == ["http://192.168.1.20:8000", "http://10.0.0.5:8000"]
    assert addresses.proposals("") == ["http://192.168.1.20", "http://10.0.0.5"]
