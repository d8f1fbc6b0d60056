"""Links without an account: 128 bits, derived, only the hash kept, void as soon as they are renewed."""

import base64
import datetime
import uuid

import pytest
from django.apps import apps
from django.utils import timezone

from core import links, shortcodes
from core.actors import SYSTEM
from core.models import AccessLink
from tests.tournaments.services import evening
from tournaments.services import rounds

pytestmark = pytest.mark.django_db

TABLE = AccessLink.Purpose.TABLE


@pytest.fixture
def link() -> AccessLink:
    return links.issue(TABLE, uuid.uuid4())


def test_a_token_stands_for_128_bits():
    tokens = [links.derive(uuid.uuid4(), 1) for _ in range(200)]
    assert {len(token) for token in tokens} == {22}
    raw = [base64.urlsafe_b64decode(token + "==") for token in tokens]
    assert {len(one) for one in raw} == {16}
    for byte in range(16):
        assert len({one[byte] for one in raw}) > 60


def test_a_token_is_derived_from_the_secret_the_link_and_its_generation(link, settings):
    token = links.token_of(link)
    assert token == links.derive(link.pk, 1) == links.token_of(AccessLink.objects.get(pk=link.pk))
    assert token != links.derive(link.pk, 2)
    assert token != links.derive(uuid.uuid4(), 1)
    settings.SECRET_KEY = "another secret, of another installation"
    assert links.derive(link.pk, 1) != token


def test_a_token_opens_its_link_and_nothing_else_does(link):
    token = links.token_of(link)
    assert links.find(TABLE, token) == link
    for wrong in ("", token[:-1], token + "A", token.swapcase(), link.token_hash, str(link.pk), "x" * 1000, "é\ud800"):
        assert links.find(TABLE, wrong) is None
    assert links.find(AccessLink.Purpose.START, token) is None


def test_a_renewed_link_has_another_token_and_the_printed_one_is_void(link):
    printed = links.token_of(link)
    renewed = links.renew(link.pk)
    assert (renewed.pk, renewed.generation) == (link.pk, 2)
    assert links.find(TABLE, printed) is None
    assert links.find(TABLE, links.token_of(renewed)) == link


def test_a_link_opens_between_its_two_moments_and_until_it_is_revoked(link):
    token, now = links.token_of(link), timezone.now()
    hour = datetime.timedelta(hours=1)
    for opens, closes, revoked, is_open in (
        (now - hour, None, None, True),
        (now - hour, now + hour, None, True),
        (now + hour, None, None, False),
        (now - hour, now - datetime.timedelta(seconds=1), None, False),
        (now - hour, now + hour, now, False),
    ):
        AccessLink.objects.filter(pk=link.pk).update(opens_at=opens, closes_at=closes, revoked_at=revoked)
        assert (links.find(TABLE, token) is not None) is is_open


def test_the_moment_of_closing_is_closed(link):
    link.closes_at = timezone.now()
    assert not links.is_open(link, link.closes_at)
    assert links.is_open(link, link.closes_at - datetime.timedelta(microseconds=1))


def test_many_links_are_made_and_closed_at_once():
    targets = [uuid.uuid4() for _ in range(3)]
    made = links.issue_many(TABLE, targets)
    assert [link.target for link in made] == targets
    assert len({link.token_hash for link in made}) == 3
    assert links.close_for(TABLE, targets[:2], timezone.now()) == 2
    assert [links.find(TABLE, links.token_of(link)) is not None for link in made] == [False, False, True]


def test_no_row_of_the_database_has_a_token_in_it():
    """A stolen copy of the database opens no table, neither while a round is played nor after."""
    tournament = evening.new_tournament(6)
    evening.play_round(tournament, 1)
    rounds.renew_codes(evening.start_round(tournament, 2).pk, SYSTEM)
    tokens = [links.derive(link.pk, n) for link in AccessLink.objects.all() for n in range(1, link.generation + 1)]
    assert len(tokens) == 3 + 2 * 3
    tokens += [
        shortcodes.derive(link.pk, n) for link in AccessLink.objects.all() for n in range(1, link.generation + 1)
    ]
    everything = "\n".join(
        str(row) for model in apps.get_models() for row in model._base_manager.values_list() if model._meta.managed
    )
    assert str(tournament.pk) in everything.replace("UUID('", "").replace("')", "")
    hashes = [link.token_hash for link in AccessLink.objects.all()]
    assert all(one in everything for one in hashes)
    assert not [token for token in tokens if token in everything]
