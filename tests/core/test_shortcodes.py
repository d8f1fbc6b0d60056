"""Short codes: eight characters that an older hand can type, kept hashed, and no use to who guesses."""

import datetime
import uuid
from collections import Counter

import pytest
from django.utils import timezone

from core import links, shortcodes
from core.models import AccessLink, WrongCodes

pytestmark = pytest.mark.django_db

TABLE = AccessLink.Purpose.TABLE


def test_a_code_has_eight_characters_of_which_none_looks_like_another():
    codes = [shortcodes.derive(uuid.uuid4(), 1) for _ in range(400)]
    assert {len(code) for code in codes} == {8}
    assert not set("".join(codes)) & set("0OQ1IL2Z5S6G8BUVAE")
    for place in range(8):
        seen = Counter(code[place] for code in codes)
        assert set(seen) == set(shortcodes.ALPHABET)
        assert max(seen.values()) < 60  # 22 each


def test_a_code_is_read_however_it_is_typed():
    code = shortcodes.derive(uuid.uuid4(), 1)
    for typed in (code, shortcodes.shown(code), code.lower(), f" {code[:2]}-{code[2:5]}.{code[5:]}\t", "·".join(code)):
        assert shortcodes.read(typed) == code
    for wrong in ("", code[:-1], code + "C", code[:-1] + "0", code[:-1] + "É", "é\ud800" * 4):
        assert shortcodes.read(wrong) is None


def test_a_code_opens_its_link_while_it_is_open():
    link, other = links.issue_many(TABLE, [uuid.uuid4(), uuid.uuid4()])
    code = links.short_code_of(link)
    assert links.find_short(TABLE, code) == link
    assert links.find_short(AccessLink.Purpose.START, code) is None
    assert links.find_short(TABLE, links.short_code_of(other)) == other
    links.close_for(TABLE, [link.target], timezone.now())
    assert links.find_short(TABLE, code) is None


def test_a_renewed_link_has_another_code_and_the_printed_one_is_void():
    link = links.issue(TABLE, uuid.uuid4())
    printed = links.short_code_of(link)
    renewed = links.renew(link.pk)
    assert links.find_short(TABLE, printed) is None
    assert links.find_short(TABLE, links.short_code_of(renewed)) == link


def test_what_is_kept_of_a_code_is_of_no_use_without_the_servers_secret(settings):
    link = links.issue(TABLE, uuid.uuid4())
    code = links.short_code_of(link)
    assert link.short_code == shortcodes.kept(code) != code
    settings.SECRET_KEY = "another secret, of another installation"
    assert shortcodes.kept(code) != link.short_code
    assert links.short_code_of(link) == ""


def test_two_links_that_come_to_one_code_get_two(monkeypatch):
    monkeypatch.setattr(shortcodes, "derive", lambda _link, generation: "CDFHJKM" + shortcodes.ALPHABET[generation])
    one = links.issue(TABLE, uuid.uuid4())
    many = links.issue_many(TABLE, [uuid.uuid4(), uuid.uuid4()])
    assert [link.generation for link in (one, *many)] == [1, 2, 3]
    for link in (one, *many):
        assert links.find_short(TABLE, links.short_code_of(link)) == link
        assert links.find(TABLE, links.token_of(link)) == link


def test_a_link_put_back_opens_by_its_code_unless_another_has_it_now(monkeypatch):
    link = links.issue(TABLE, uuid.uuid4())
    code = links.short_code_of(link)
    AccessLink.objects.update(revoked_at=timezone.now())
    link.refresh_from_db()
    assert links.find_short(TABLE, code) is None
    links.put_back(link)
    assert links.find_short(TABLE, code) == link
    AccessLink.objects.update(revoked_at=timezone.now())
    monkeypatch.setattr(shortcodes, "derive", lambda *_of: code)
    other = links.issue(TABLE, uuid.uuid4())
    links.put_back(link)
    assert links.short_code_of(link) == ""
    assert links.find_short(TABLE, code) == other


def test_wrong_codes_stop_those_that_begin_alike_for_a_quarter_of_an_hour():
    for _ in range(shortcodes.WRONG_OF_A_BEGINNING):
        assert shortcodes.may_try("CDFHJKMN")
        shortcodes.count_wrong("CDFHJKMN")
    assert not shortcodes.may_try("CD999999")
    assert shortcodes.may_try("DC999999")
    WrongCodes.objects.update(since=timezone.now() - shortcodes.WITHIN - datetime.timedelta(seconds=1))
    assert shortcodes.may_try("CDFHJKMN")
    shortcodes.count_wrong("CDFHJKMN")
    assert WrongCodes.objects.get().count == 1
