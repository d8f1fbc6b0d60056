"""The table's addresses: the code's exchange for a cookie, and what the page's script asks."""

import json
import re

import pytest
from django.test import Client
from django.utils import timezone

from core import links, shortcodes
from core.models import AccessLink
from tests import factories
from tests.tournaments.at_table import DEAL, Table
from tournaments import phonewords, table_cookie
from tournaments.services import play

pytestmark = pytest.mark.django_db


class Phone:
    """A phone that has scanned a table's code."""

    def __init__(self, table: Table, **options) -> None:
        self.table = table
        self.client = Client(headers={"accept-language": "fr"}, **options)
        self.scanned = self.client.get(f"/t/{table.token}/")

    def ask(self, method: str, path: str, body=None, **headers):
        data = body if isinstance(body, str) else json.dumps(body)
        return self.client.generic(
            method, self.table.path + path, data, content_type="application/json", headers=headers
        )

    def record(self, position: int = 1, deal=None, key: str = "un", **more):
        return self.ask(
            "POST", "deals", {"position": position, "client_key": key, "deal": DEAL if deal is None else deal, **more}
        )


# The code and its cookie


def test_a_code_is_exchanged_for_a_cookie_of_its_table():
    table = Table()
    answer = Phone(table).scanned
    assert answer.status_code == 302
    assert answer["Location"] == table.path
    cookie = answer.cookies[table_cookie.NAME]
    assert cookie["path"] == table.path
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 86400


def test_the_cookie_is_secure_behind_https(settings):
    settings.HTTPS = True
    answer = Phone(Table()).scanned
    assert answer.cookies[table_cookie.NAME]["secure"]


def test_the_page_opens_with_the_cookie_and_shows_the_table():
    phone = Phone(Table())
    answer = phone.client.get(phone.table.path)
    assert answer.status_code == 200
    assert "Kervran" in answer.content.decode()


def test_the_token_stands_in_no_answer_after_the_exchange():
    phone = Phone(Table())
    answers = [
        phone.scanned,
        phone.client.get(phone.table.path),
        phone.ask("GET", "state"),
        phone.record(),
        phone.record(key="deux", deal={**DEAL, "contract": 110}),
    ]
    for answer in answers:
        seen = answer.content.decode() + str(answer.headers) + answer.cookies.output()
        assert phone.table.token not in seen
        assert answer["Cache-Control"] == "no-store"
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Robots-Tag"] == "noindex"


def test_a_code_is_blanked_in_the_log():
    from core.logs import blank

    table = Table()
    assert table.token not in blank(f'GET /t/{table.token}/ HTTP/1.1 "302"')


@pytest.mark.parametrize("token", ["faux", "x" * 300, "%00", "é"])
def test_a_wrong_code_leads_nowhere_and_says_what_to_do(token):
    answer = Client(headers={"accept-language": "en"}).get(f"/t/{token}/")
    assert answer.status_code == 404
    assert "This code leads to no table" in answer.content.decode()
    assert table_cookie.NAME not in answer.cookies


@pytest.mark.parametrize("how", ["closed", "revoked", "renewed"])
def test_a_void_code_answers_as_a_wrong_one(how):
    table = Table()
    token = table.token
    if how == "closed":
        links.close_for(AccessLink.Purpose.TABLE, [table.match.pk], timezone.now())
    elif how == "revoked":
        AccessLink.objects.filter(pk=table.link.pk).update(revoked_at=timezone.now())
    else:
        links.renew(table.link.pk)
    wrong = Client().get("/t/faux/")
    answer = Client().get(f"/t/{token}/")
    assert answer.status_code == 404
    # The preferences' form carries a CSRF token, new at each page.
    plain = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"|/t/[^"]+')
    assert plain.sub("", answer.content.decode()) == plain.sub("", wrong.content.decode())


def test_too_many_wrong_codes_make_a_device_wait_and_no_other():
    table = Table()
    client = Client()
    for _ in range(table_cookie.TRIES):
        assert client.get("/t/faux/").status_code == 404
    assert client.get(f"/t/{table.token}/").status_code == 429
    assert Client().get(f"/t/{table.token}/").status_code == 302


# The short code


def typed(code: str, client: Client | None = None):
    return (client or Client(headers={"accept-language": "en"})).post("/t/", {"code": code})


def test_the_short_code_of_a_sheet_opens_its_table_as_the_square_does():
    table = Table()
    client = Client(headers={"accept-language": "en"})
    page = client.get("/t/").content.decode()
    assert 'autocapitalize="characters"' in page and 'autocomplete="off"' in page
    answer = typed(shortcodes.shown(links.short_code_of(table.link)).lower(), client)
    assert (answer.status_code, answer["Location"]) == (302, table.path)
    assert answer.cookies[table_cookie.NAME]["path"] == table.path
    assert client.get(table.path).status_code == 200


@pytest.mark.parametrize(
    ("code", "why"), [("", "A code has 8"), ("CDFH 347", "A code has 8"), ("CDFHJKMN", "leads to no table")]
)
def test_a_wrong_short_code_stays_in_its_field_with_the_reason_under_it(code, why):
    answer = typed(code)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert why in page and 'id="id_code_error"' in page
    assert f'value="{code}"' in page or not code
    assert table_cookie.NAME not in answer.cookies
    assert answer["Cache-Control"] == "no-store"


def test_a_short_code_ends_with_its_round():
    table = Table()
    links.close_for(AccessLink.Purpose.TABLE, [table.match.pk], timezone.now())
    assert typed(links.short_code_of(table.link)).status_code == 422


def test_too_many_wrong_short_codes_make_a_device_wait_and_no_other_in_the_hall():
    table = Table()
    code, client = links.short_code_of(table.link), Client()
    for number in range(table_cookie.TYPED_TRIES):
        assert typed(shortcodes.ALPHABET[number] * 8, client).status_code == 422
    refused = typed(code, client)
    assert refused.status_code == 429 and code in refused.content.decode()
    assert typed(code).status_code == 302


def test_who_guesses_with_ever_new_devices_is_stopped_at_the_codes_that_begin_alike():
    table = Table()
    code = links.short_code_of(table.link)
    wrong = code[:2] + "CDFHJK"
    for _ in range(shortcodes.WRONG_OF_A_BEGINNING):
        assert typed(wrong).status_code == 422
    assert typed(code).status_code == 429
    assert Client().get(f"/t/{table.token}/").status_code == 302


def test_a_code_that_leads_nowhere_offers_to_type_it():
    assert 'href="/t/"' in Client().get("/t/faux/").content.decode()


def test_a_device_keeps_its_mark_from_table_to_table():
    table, other = Table(), Table()
    phone = Phone(table)
    phone.record()
    phone.client.get(f"/t/{other.token}/")
    second = Phone(other)
    second.client = phone.client
    second.record()
    marks = {game.sheet.events.get().device for game in (table.game, other.game)}
    assert len(marks) == 1 and marks != {""}


# Whose sheet


def test_without_the_cookie_nothing_is_shown_or_taken():
    table = Table()
    client = Client()
    page = client.get(table.path)
    assert page.status_code == 404
    assert "Kervran" not in page.content.decode()
    for method, path in [
        ("GET", "state"),
        ("POST", "preview"),
        ("POST", "deals"),
        ("PUT", "deals/1"),
        ("POST", "undo"),
        ("POST", "dealer"),
        ("POST", "confirm"),
        ("POST", "dispute"),
    ]:
        answer = client.generic(method, table.path + path, "{}", content_type="application/json")
        assert answer.status_code == 403, path
        assert answer.json()["code"] == "no-access"


def test_another_tables_cookie_opens_nothing():
    table, other = Table(), Table()
    client = Client()
    client.cookies[table_cookie.NAME] = Phone(other).client.cookies[table_cookie.NAME].value
    assert client.get(table.path).status_code == 404
    answer = client.post(table.path + "deals", {"position": 1, "client_key": "x", "deal": DEAL}, "application/json")
    assert answer.status_code == 403
    assert table.deals() == []


@pytest.mark.parametrize("value", ["", "x", "a:b:c", "é", '{"link": 1}'])
def test_a_forged_cookie_opens_nothing(value):
    table = Table()
    client = Client()
    client.cookies[table_cookie.NAME] = value
    assert client.get(table.path).status_code == 404


def test_a_cookie_is_good_for_a_day(monkeypatch):
    phone = Phone(Table())
    monkeypatch.setattr(table_cookie, "SECONDS", -1)
    assert phone.client.get(phone.table.path).status_code == 404


def test_a_renewed_code_shuts_out_who_held_the_old_one():
    phone = Phone(Table())
    links.renew(phone.table.link.pk)
    assert phone.record().status_code == 403
    assert phone.client.get(phone.table.path).status_code == 404


def test_after_the_round_the_phone_still_reads():
    phone = Phone(Table())
    links.close_for(AccessLink.Purpose.TABLE, [phone.table.match.pk], timezone.now())
    assert phone.client.get(phone.table.path).status_code == 200
    answer = phone.record()
    assert answer.status_code == 409
    assert answer.json()["code"] == "table-closed"
    assert answer.json()["state"]["writable"] is False


def test_after_the_draw_was_withdrawn_the_table_is_gone():
    phone = Phone(Table())
    AccessLink.objects.filter(pk=phone.table.link.pk).update(revoked_at=timezone.now())
    assert phone.ask("GET", "state").status_code == 403


def test_an_account_alone_does_not_open_a_table(client_for):
    table = Table()
    client = client_for("organiser", table.club)
    assert client.get(table.path).status_code == 404


# Deals


def test_a_deal_is_recorded_and_the_new_state_answered():
    phone = Phone(Table())
    answer = phone.record()
    assert answer.status_code == 201
    assert answer.json()["entries"][0]["score"] == {"NS": 120, "EW": 0}
    assert phone.table.deals() == [DEAL]


def test_the_same_request_twice_is_one_deal():
    phone = Phone(Table())
    assert phone.record().status_code == phone.record().status_code == 201
    assert len(phone.table.deals()) == 1


def test_the_other_phones_deal_stands_and_the_second_is_told():
    phone = Phone(Table())
    phone.table.record(1)
    answer = phone.record(deal={**DEAL, "contract": 110})
    assert answer.status_code == 409
    found = answer.json()
    assert (found["code"], found["position"]) == ("position-taken", 1)
    assert found["message"]
    assert found["state"]["entries"][0]["deal"] == DEAL


def test_a_deal_that_cannot_be_is_refused_with_its_field_and_the_reason():
    phone = Phone(Table())
    answer = phone.record(deal={**DEAL, "points": {"NS": 161, "EW": 1}})
    assert answer.status_code == 422
    assert answer.json()["field"] == "points"
    assert "161" in answer.json()["error"]
    assert phone.table.deals() == []


def test_a_preview_answers_what_a_deal_is_worth_and_writes_nothing():
    phone = Phone(Table())
    answer = phone.ask("POST", "preview", {"position": 1, "deal": DEAL})
    assert answer.status_code == 200
    assert answer.json()["score"] == {"NS": 120, "EW": 0}
    assert phone.table.deals() == []
    refused = phone.ask("POST", "preview", {"position": 1, "deal": {**DEAL, "trump": "SA"}})
    assert refused.status_code == 422
    assert refused.json()["field"] == "belote"


def test_a_deal_is_corrected_by_who_saw_the_sheet_as_it_is():
    phone = Phone(Table())
    revision = phone.record().json()["revision"]
    changed = {**DEAL, "contract": 110}
    stale = phone.ask("PUT", "deals/1", {"deal": changed, "seen": revision - 1})
    assert stale.status_code == 409
    assert stale.json()["code"] == "sheet-changed"
    answer = phone.ask("PUT", "deals/1", {"deal": changed, "seen": revision})
    assert answer.status_code == 200
    assert answer.json()["entries"][0]["amended"]
    assert phone.table.deals() == [changed]


def test_the_last_deal_is_taken_back():
    phone = Phone(Table())
    revision = phone.record().json()["revision"]
    answer = phone.ask("POST", "undo", {"position": 1, "seen": revision})
    assert answer.status_code == 200
    assert answer.json()["entries"] == []


def test_the_first_dealer_is_said_once():
    phone = Phone(Table())
    assert phone.ask("POST", "dealer", {"seat": "W"}).json()["dealer"]["name"] == "Bernard"
    assert phone.ask("POST", "dealer", {"seat": "X"}).status_code == 409


def test_an_unfinished_sheet_is_agreed_to_with_a_reason_only():
    phone = Phone(Table())
    digest = phone.record().json()["digest"]
    answer = phone.ask("POST", "confirm", {"side": "NS", "digest": digest})
    assert (answer.status_code, answer.json()["code"]) == (409, "sheet-unfinished")
    one = phone.ask("POST", "confirm", {"side": "NS", "digest": digest, "reason": "temps écoulé\x00\ud800"})
    assert (one.status_code, one.json()["state"]) == (200, "open")
    assert one.json()["agreement"]["reason"] == "temps écoulé"
    closed = phone.ask("POST", "confirm", {"side": "EW", "digest": digest})
    assert closed.json()["state"] == "closed"
    assert phone.table.game.sheet.events.get(verb="closed").reason == "temps écoulé"


def test_a_sheet_is_closed_once_both_sides_agree_to_the_figures_that_were_seen():
    phone = Phone(Table(deals=1))
    digest = phone.record().json()["digest"]
    stale = phone.ask("POST", "confirm", {"side": "NS", "digest": "0" * 64})
    assert (stale.status_code, stale.json()["code"]) == (409, "sheet-changed")
    first = phone.ask("POST", "confirm", {"side": "NS", "digest": digest})
    assert first.json()["agreement"]["state"] == "one_side"
    assert set(first.json()["agreement"]["sides"]["NS"]) == {"time"}
    other = Phone(phone.table)
    seen = other.ask("GET", "state").json()["agreement"]
    assert seen["sides"]["NS"] and not seen["sides"]["EW"]
    both = other.ask("POST", "confirm", {"side": "EW", "digest": digest}).json()
    assert (both["state"], both["agreement"]["state"], both["agreement"]["handed_over"]) == ("closed", "locked", False)
    assert phone.table.game.results.count() == 2
    assert phone.record(2, key="deux").json()["code"] == "sheet-closed"


def test_one_phone_handed_over_is_marked_so():
    phone = Phone(Table(deals=1))
    digest = phone.record().json()["digest"]
    for side in ("NS", "EW"):
        answer = phone.ask("POST", "confirm", {"side": side, "digest": digest})
    assert answer.json()["agreement"]["handed_over"] is True


def test_the_arbiter_is_called_about_a_deal_and_the_sheet_waits_for_him():
    phone = Phone(Table(deals=1))
    digest = phone.record().json()["digest"]
    for _ in range(2):
        answer = phone.ask("POST", "dispute", {"kind": "disagree", "position": 1, "text": "86\x00"})
        assert answer.status_code == 200
    found = answer.json()["agreement"]
    assert found["state"] == "disagreement"
    (about,) = found["disputes"]
    assert (about["position"], about["counted"], about["text"], about["deadline"]) == (1, 1, "86", "")
    refused = phone.ask("POST", "confirm", {"side": "NS", "digest": digest})
    assert (refused.status_code, refused.json()["code"]) == (409, "sheet-disputed")
    protest = phone.ask("POST", "dispute", {"kind": "protest", "side": "EW"}).json()["agreement"]["disputes"][1]
    assert protest["deadline"] and "31" in protest["about"]
    assert phone.ask("POST", "dispute", {"kind": "protest"}).json()["code"] == "side-unknown"
    assert phone.ask("POST", "dispute", {"kind": "disagree", "position": "1"}).status_code == 400


def test_after_the_round_nobody_agrees_and_nobody_is_called():
    phone = Phone(Table(deals=1))
    digest = phone.record().json()["digest"]
    links.close_for(AccessLink.Purpose.TABLE, [phone.table.match.pk], timezone.now())
    for path, body in (("confirm", {"side": "NS", "digest": digest}), ("dispute", {"kind": "disagree"})):
        assert phone.ask("POST", path, body).json()["code"] == "table-closed"


def test_the_state_is_sent_again_only_when_it_changed():
    phone = Phone(Table())
    first = phone.ask("GET", "state")
    assert first.status_code == 200
    again = phone.ask("GET", "state", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    phone.table.record(1)
    recorded = phone.ask("GET", "state", **{"If-None-Match": first["ETag"]})
    assert recorded.status_code == 200
    phone.ask("POST", "dispute", {"kind": "disagree"})
    assert phone.ask("GET", "state", **{"If-None-Match": recorded["ETag"]}).status_code == 200


def test_a_compressed_state_is_recognised_too():
    phone = Phone(Table())
    first = phone.ask("GET", "state", **{"Accept-Encoding": "gzip"})
    assert first["ETag"].startswith("W/")
    assert phone.ask("GET", "state", **{"If-None-Match": first["ETag"]}).status_code == 304


# What no page of ours sends


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (" ", 400),
        ("[]", 400),
        ("{", 400),
        ('{"position": NaN}', 400),
        ("[" * 8000, 400),
        ('{"position": "1", "client_key": "a", "deal": {}}', 400),
        ('{"position": true, "client_key": "a", "deal": {}}', 400),
        ('{"position": 1, "client_key": "a b", "deal": {}}', 400),
        ('{"position": 1, "client_key": "\\u0000", "deal": {}}', 400),
        ('{"position": 1, "client_key": "a", "deal": []}', 400),
        ('{"position": 1, "client_key": "a", "deal": {}, "sheet": "x"}', 400),
        ('{"position": 1, "client_key": "a", "deal": {}}', 422),
        ('{"position": 1, "client_key": "a", "deal": {"declarer": "\\ud800"}}', 422),
        ('{"position": 1, "client_key": "a", "deal": {"declarer": ' + "[" * 898 + "]" * 898 + "}}", 400),
        (json.dumps({"x": "y" * 17_000}), 413),
    ],
)
def test_a_body_that_no_page_sends_is_refused(body, status):
    phone = Phone(Table())
    answer = phone.ask("POST", "deals", body)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"
    assert phone.table.deals() == []


def test_only_json_is_taken():
    phone = Phone(Table())
    answer = phone.client.post(phone.table.path + "deals", {"position": 1})
    assert answer.status_code == 415


def test_a_change_needs_the_csrf_token():
    phone = Phone(Table(), enforce_csrf_checks=True)
    page = phone.client.get(phone.table.path)
    assert phone.record().status_code == 403
    token = re.search(r'name="csrf" content="([^"]+)"', page.content.decode()).group(1)
    answer = phone.ask("POST", "deals", {"position": 1, "client_key": "un", "deal": DEAL}, **{"X-CSRFToken": token})
    assert answer.status_code == 201
    assert len(phone.table.deals()) == 1


@pytest.mark.parametrize(("method", "path"), [("GET", "deals"), ("POST", "deals/1"), ("POST", "state"), ("DELETE", "")])
def test_each_address_takes_its_own_method_only(method, path):
    phone = Phone(Table())
    assert phone.ask(method, path, {}).status_code == 405


def test_names_are_text_on_the_page():
    table = Table()
    person = table.ew.members.get(slot=1).person
    person.family = '</script><script>alert(1)</script><b title="'
    person.save()
    phone = Phone(table)
    page = phone.client.get(table.path).content.decode()
    assert "<script>alert" not in page
    assert page.count("</script>") == page.count("<script")


def test_the_page_has_no_script_or_style_of_its_own():
    phone = Phone(Table())
    page = phone.client.get(phone.table.path).content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)
    for tag in re.findall(r"<script[^>]*>", page):
        assert 'type="application/json"' in tag or " src=" in tag


def test_every_table_address_declares_its_access():
    from tournaments import urls_table

    for pattern in urls_table.urlpatterns:
        wanted = "public" if pattern.name in {"table_type", "table_words", "table_worker", "friends"} else "table"
        assert pattern.callback.access.kind == wanted, pattern


def _nothing_alike(table: Table) -> None:
    """Twelve deals of which no two are alike, two of them amended, and the arbiter called about one."""
    for position in range(1, 13):
        mine, theirs = ("NS", "EW") if position % 3 else ("EW", "NS")
        table.record(
            position,
            {
                "declarer": mine,
                "contract": 80 + 10 * (position % 8),
                "trump": "HSDC"[position % 4],
                "double": "coinche" if position == 5 else "none",
                "points": {mine: 87 + 5 * position, theirs: 75 - 5 * position},
                "belote": [mine] if position % 4 == 1 else [],
            },
        )
    actor = table.access.actor("autre")
    for entry in list(table.game.sheet.entries.filter(position__in=(4, 8))):
        table.game.sheet.refresh_from_db()
        changed = {**entry.data, "belote": [entry.data["declarer"]]}
        play.amend(table.access, entry.position, changed, seen=table.game.sheet.revision, actor=actor)
    play.dispute(table.access, "disagree", position=7, text="Nous avons 86 et eux 76", side="", actor=actor)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_weighs_less_than_35_kb_before_it_is_usable(language):
    import gzip
    from pathlib import Path

    from django.conf import settings

    table = Table()
    _nothing_alike(table)
    answer = Phone(table).client.get(table.path, headers={"accept-language": language})
    page = answer.content
    assert page.count(b'"amended": [{') == 2 and b"Nous avons 86" in page
    static = Path(settings.BASE_DIR) / "static"
    # What stands in the template is loaded once the page is usable.
    before = re.sub(rb'<template id="later".*?</template>', b"", page, flags=re.S)
    files = dict.fromkeys(re.findall(rb'(?:href|src|data-sprite)="/static/([^"?]+)"', before))
    # Each file comes with some 400 bytes of headers of its own, which are not counted: there shall be no more of them.
    assert 8 <= len(files) <= 14
    parts = [page, *(static.joinpath(name.decode()).read_bytes() for name in files)]
    headers = [*(f"{name}: {value}" for name, value in answer.items()), answer.cookies.output()]
    assert sum(len(gzip.compress(part, 6)) for part in parts) + len("\r\n".join(headers)) < 35 * 1024


def _words_used(*scripts: str) -> set[str]:
    """The words that these scripts of the page name."""
    from pathlib import Path

    from django.conf import settings

    text = "".join(
        (Path(settings.BASE_DIR) / "static/js/table" / f"{name}.js").read_text(encoding="utf-8") for name in scripts
    )
    said = re.findall(r'\bsay\((?:[^"(]{0,40}\? )?"(\w+)"(?: : "(\w+)")?', text)
    return {*re.findall(r"(?<!/)\bwords\.(\w+)", text), *(name for pair in said for name in pair if name)}


def test_each_word_comes_with_the_scripts_that_show_it():
    page = Phone(table := Table()).client.get(table.path).content.decode()
    first, _, rest = page.partition('<template id="later"')
    scripts = [re.findall(r"/js/table/(\w+)\.js", part) for part in (first, rest)]
    assert scripts[0] and scripts[1]
    early, late = set(phonewords.first_words()), set(phonewords.later_words())
    soon = set(phonewords.soon_words())
    assert _words_used(*scripts[0]) <= early | soon
    assert soon <= _words_used(*scripts[0])
    late -= soon
    assert _words_used(*scripts[1]) <= early | soon | late
    assert not late & early
    assert late <= _words_used(*scripts[1])


def test_the_words_of_later_screens_are_kept_as_long_as_they_say_the_same(client):
    page = Phone(table := Table()).client.get(table.path).content.decode()
    address = re.search(r'data-words="([^"]+)"', page).group(1)
    answer = client.get(address)
    assert answer.json()["each_agrees"].startswith("Chaque")
    assert "immutable" in answer["Cache-Control"]
    other = client.get(address.replace("fr-", "en-"))
    assert other.json()["each_agrees"].startswith("Each")
    assert other["Cache-Control"] == "no-store"
    assert client.get("/table/words?x").json() == answer.json()


def test_the_rules_come_by_the_mark_that_the_state_names_and_are_kept():
    phone = Phone(table := Table())
    mark = phone.ask("GET", "state").json()["keys"]["rules"]
    answer = phone.client.get(f"{table.path}rules?{mark}")
    assert "immutable" in answer["Cache-Control"] and "private" in answer["Cache-Control"]
    found = answer.json()
    assert found["packed"]["id"] == "club"
    assert found["messages"]["game.end_deals"].startswith("Toutes")
    other = phone.client.get(f"{table.path}rules?0")
    assert (other.status_code, other["Cache-Control"]) == (409, "no-store")
    assert Client().get(f"{table.path}rules?{mark}").status_code == 403


def test_the_worker_comes_from_where_it_may_work_and_is_asked_for_each_time(client):
    answer = client.get("/table/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert b"addEventListener" in answer.content


def test_the_table_page_asks_the_database_little(django_assert_max_num_queries):
    table = Table()
    for position in range(1, 12):
        table.record(position)
    phone = Phone(table)
    with django_assert_max_num_queries(13):
        phone.client.get(table.path)
    tag = phone.ask("GET", "state")["ETag"]
    with django_assert_max_num_queries(3):
        assert phone.ask("GET", "state", **{"If-None-Match": tag}).status_code == 304


def test_until_an_account_exists_the_hall_is_not_answered():
    table = Table()
    answer = Client(REMOTE_ADDR="192.168.1.30").get(f"/t/{table.token}/")
    assert answer.status_code == 403
    factories.make_user("organiser", table.club)
    assert Client(REMOTE_ADDR="192.168.1.30").get(f"/t/{table.token}/").status_code == 302
