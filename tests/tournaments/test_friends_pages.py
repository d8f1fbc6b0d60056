"""Score sheets of friends on their pages: begun by anybody, the table's page with its own columns, shared, erased."""

from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from core import shortcodes
from scoring import friends
from scoring.friends import Length
from scoring.models import FriendsTable
from tests import factories
from tests.tournaments.at_table import DEAL, Table
from tests.tournaments.friends_table import Friends, Phone
from tournaments import friends_table, table_cookie
from tournaments.services import play
from tournaments.views import friends as pages

pytestmark = pytest.mark.django_db

FORM: dict[str, Any] = {
    "players": "3",
    "name1": "Ann",
    "name2": "Bob",
    "name4": "Dan",
    "length": "target",
    "target": "501",
}
OF_THREE = {"declarer": "A", "contract": 100, "trump": "H", "points": {"NS": 110, "EW": 52}, "belote": ["C"]}
MISSED = {"declarer": "B", "contract": 100, "trump": "S", "points": {"NS": 60, "EW": 102}}


@pytest.fixture(autouse=True)
def fresh_limits():
    """Somebody has an account here; nothing was asked so far."""
    factories.make_user("administrator")
    cache.clear()


def begin(client: Client | None = None, **form: Any) -> Any:
    return (client or Client(headers={"accept-language": "en"})).post("/friends/", {**FORM, **form})


# Beginning


def test_the_form_has_an_answer_to_everything_and_is_not_indexed():
    answer = Client(headers={"accept-language": "en"}).get("/friends/")
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Referrer-Policy"] == "same-origin"
    text = answer.content.decode()
    assert "The usual ones: Club coinche" in text
    assert 'value="ffb-contree-2016+points"' in text
    assert Client().post("/friends/", {"players": "4", "length": "open"}).status_code == 302


def test_who_sends_the_form_is_at_the_sheet():
    client = Client(headers={"accept-language": "en"})
    answer = client.post("/friends/", FORM, follow=True)
    assert answer.status_code == 200
    assert answer.request["PATH_INFO"].startswith("/table/")
    state = answer.context["state"]
    assert [one["label"] for one in state["sides"]] == ["Ann", "Bob", "Player 3"]
    assert (state["game"]["kind"], state["game"]["length"]) == ("target", 501)
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "friends.js" in answer.content.decode()


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"players": "5"}, "players"),
        ({"target": ""}, "target"),
        ({"target": "9"}, "target"),
        ({"length": "deals", "deals": "1000"}, "deals"),
        ({"length": "minutes"}, "length"),
        ({"rules": "totals"}, "rules"),
        ({"rules": "../club"}, "rules"),
        ({"name1": "A" * 13}, "name1"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(form: dict[str, str], field: str):
    answer = begin(**form)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not FriendsTable.objects.exists()


def test_what_is_not_asked_is_not_wrong():
    assert begin(length="open", target="", deals="abc").status_code == 302
    table = FriendsTable.objects.get()
    assert (table.open_ended, table.names) == (True, ["Ann", "Bob", ""])


def test_a_device_and_an_address_begin_so_many_an_hour(monkeypatch):
    monkeypatch.setattr(pages, "OF_A_DEVICE", 2)
    monkeypatch.setattr(pages, "OF_AN_ADDRESS", 4)
    client = Client(headers={"accept-language": "en"})
    assert [begin(client).status_code for _ in range(3)] == [302, 302, 429]
    assert "Wait an hour" in begin(client).content.decode()
    others = [begin(Client()).status_code for _ in range(3)]
    assert others[0] == 302
    assert others[-1] == 429
    assert begin(Client(REMOTE_ADDR="192.0.2.9")).status_code == 302


def test_who_sends_no_cookie_leaves_no_count_of_a_device(monkeypatch):
    """Else two thousand of them would push the count of their address out of the cache, and begin anew."""
    counted = []
    monkeypatch.setattr(pages, "allowed", lambda scope, who, most, seconds: bool(counted.append((scope, who))))
    forged = Client()
    forged.cookies["friends"] = "x"
    for client in (Client(), forged):
        assert begin(client).status_code == 429
    assert set(counted) == {("friends-address", "127.0.0.1")}


def test_beginning_and_erasing_need_the_csrf_token():
    assert Client(enforce_csrf_checks=True).post("/friends/", FORM).status_code == 403
    phone = Phone(Friends(), enforce_csrf_checks=True)
    assert phone.client.post(f"{phone.table.path}erase").status_code == 403
    assert phone.ask("POST", "again", {}).status_code == 403


def test_the_first_page_leads_to_it():
    assert 'href="/friends/"' in Client().get("/").content.decode()


# At the sheet


def test_the_cookie_lasts_as_long_as_the_sheet_and_a_tables_does_not(monkeypatch):
    phone = Phone(Friends())
    assert phone.opened.cookies[table_cookie.NAME]["max-age"] == 30 * 24 * 3600
    table = Table()
    client = Client()
    client.get(f"/t/{table.token}/")
    later = timezone.now().timestamp() + 2 * 24 * 3600
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    assert phone.ask("GET", "state").status_code == 200
    assert client.get(f"{table.path}state").status_code == 403


def test_the_short_code_opens_it():
    table = Friends()
    client = Client(headers={"accept-language": "en"})
    answer = client.post("/t/", {"code": shortcodes.derive(table.link.pk, table.link.generation)})
    assert answer["Location"] == table.path


def test_three_phones_see_three_columns():
    table = Friends(3)
    one, other = Phone(table), Phone(table)
    assert one.record(1, OF_THREE).status_code == 201
    assert one.record(2, MISSED).status_code == 201
    state = other.state()
    assert [(side["label"], side["total"]) for side in state["sides"]] == [("Ann", 262), ("Bob", 0), ("Chloé", 182)]
    first, second = state["entries"]
    assert (first["score"], first["totals"]) == ({"A": 100, "B": 0, "C": 20}, {"A": 100, "B": 0, "C": 20})
    assert (first["summary"], second["summary"]) == ("Made, 110 points", "Failed, 60 points")
    assert state["game"]["points_left"] == {"A": 738, "B": 1000, "C": 818}
    assert "alone against the two others" in state["friends"]["rule"]


def test_a_deal_is_worth_what_the_preview_says():
    phone = Phone(Friends(3))
    found = phone.ask("POST", "preview", {"deal": OF_THREE, "position": 1}).json()
    assert found["score"] == found["totals"] == {"A": 100, "B": 0, "C": 20}
    assert [line["side"] for line in found["lines"]] == ["A", "A", "C"]
    refused = phone.ask("POST", "preview", {"deal": DEAL, "position": 1})
    assert (refused.status_code, refused.json()["field"]) == (422, "declarer")


def test_the_same_deal_of_three_typed_on_two_phones_is_one():
    table = Friends(3)
    phone = Phone(table)
    phone.record(1, OF_THREE)
    assert Phone(table).record(1, {**OF_THREE, "double": "none"}).status_code == 201
    assert Phone(table).record(1, {**OF_THREE, "declarer": "B"}).json()["code"] == "position-taken"
    assert len(phone.state()["entries"]) == 1


def test_a_change_and_a_taking_back_leave_their_trace():
    phone = Phone(Friends(3))
    phone.record(1, OF_THREE)
    changed = phone.ask("PUT", "deals/1", {"deal": {**OF_THREE, "declarer": "B"}, "seen": 1}).json()
    assert changed["entries"][0]["amended"][0]["text"].startswith("Declarer corrected")
    assert [side["total"] for side in changed["sides"]] == [0, 100, 20]
    undone = phone.ask("POST", "undo", {"position": 1, "seen": 2}).json()
    assert undone["taken_back"][0]["text"].startswith("Line 1 taken back")


@pytest.mark.parametrize(
    ("players", "first", "dealers"),
    [(2, "E", ["Bob", "Ann", "Bob"]), (3, "C", ["Chloé", "Ann", "Bob"]), (4, "W", ["Bob", "Chloé", "Dan"])],
)
def test_the_deal_goes_round(players: int, first: str, dealers: list[str]):
    phone = Phone(Friends(players))
    found = [phone.ask("POST", "dealer", {"seat": first}).json()["dealer"]["name"]]
    for position in (1, 2):
        found.append(phone.record(position, {"declarer": None}).json()["dealer"]["name"])
    assert found == dealers


def test_four_are_two_against_two_and_two_are_one_against_one():
    four = Phone(Friends(4))
    assert [side["label"] for side in four.state()["sides"]] == ["Ann + Chloé", "Bob + Dan"]
    four.record(1, DEAL)
    assert [side["total"] for side in four.state()["sides"]] == [120, 0]
    two = Phone(Friends(2))
    assert [side["label"] for side in two.state()["sides"]] == ["Ann", "Bob"]
    # Two players: 81 or less fails, the other has all.
    lost = {"declarer": "EW", "contract": "take", "trump": "H", "points": {"NS": 90, "EW": 72}, "belote": ["EW"]}
    two.record(1, lost)
    assert [side["total"] for side in two.state()["sides"]] == [90, 92]


def test_a_game_of_deals_ends_and_the_next_begins_for_every_phone():
    table = Friends(3, length=Length("deals", 2))
    one, other = Phone(table), Phone(table)
    assert one.state()["game"]["deals_left"] == 2
    table.record(OF_THREE, MISSED)
    over = other.state()
    assert (over["complete"], over["game"]["winner"], over["next"]) == (True, "A", None)
    assert one.record(3, MISSED).json()["code"] == "sheet-complete"
    begun = one.ask("POST", "again", {"sheet": over["sheet"]}).json()
    assert (begun["round"]["number"], begun["entries"], begun["dealer"]["first"]) == (2, [], "")
    assert begun["friends"]["games"] == [{"number": 1, "totals": [262, 0, 182]}]
    assert other.ask("POST", "again", {"sheet": over["sheet"]}).json()["sheet"] == begun["sheet"]
    assert other.state()["sheet"] == begun["sheet"]


def test_a_game_as_long_as_one_likes_has_nothing_left():
    phone = Phone(Friends(2, length=Length("open")))
    game = phone.state()["game"]
    assert (game["kind"], game["deals_left"], game["points_left"], game["length"]) == ("open", None, None, 0)


def test_the_state_is_sent_again_only_when_it_changed():
    phone = Phone(Friends(3))
    tag = phone.ask("GET", "state")["ETag"]
    assert phone.ask("GET", "state", None, **{"if-none-match": tag}).status_code == 304
    phone.table.record(OF_THREE)
    assert phone.ask("GET", "state", None, **{"if-none-match": tag}).status_code == 200


def test_nobody_is_called_and_nobody_has_to_agree():
    phone = Phone(Friends())
    phone.record(1, DEAL)
    digest = phone.state()["digest"]
    asked = [
        ("confirm", {"side": "NS", "digest": digest, "reason": "x"}),
        ("dispute", {"kind": "disagree", "position": 1}),
        ("reopen", {"side": "NS"}),
        ("late", {"sheet": phone.state()["sheet"], "deals": [{"client_key": "k", "position": 1, "deal": DEAL}]}),
    ]
    for path, body in asked:
        answer = phone.ask("POST", path, body)
        assert (answer.status_code, answer.json()["code"]) == (409, "no-arbiter"), path
    picture = SimpleUploadedFile("sheet.jpg", b"picture")
    sent = phone.client.post(f"{phone.table.path}photo", {"photo": picture, "sheet": phone.state()["sheet"]})
    assert (sent.status_code, sent.json()["code"]) == (409, "table-gone")
    assert phone.state()["writable"]


def test_a_tournaments_table_has_nothing_of_this():
    table = Table()
    client = Client()
    client.get(f"/t/{table.token}/")
    sheet = str(table.game.sheet_id)
    again = client.post(f"{table.path}again", {"sheet": sheet}, content_type="application/json")
    assert again.json()["code"] == "table-closed"
    for answer in (client.get(f"{table.path}share"), client.post(f"{table.path}erase", {"sure": "1"})):
        assert (answer.status_code, answer["Location"]) == (302, table.path)
    table.game.sheet.refresh_from_db()
    assert table.game.sheet.state == "open"


def test_the_api_opens_no_sheet_of_friends():
    answer = Client().get("/api/v1/table/state/", headers={"authorization": f"TableLink {Friends().token}"})
    assert answer.status_code in {401, 404}


# Sharing and erasing


def test_the_sharing_page_has_link_square_and_code():
    phone = Phone(Friends(3))
    answer = phone.client.get(f"{phone.table.path}share")
    text = answer.content.decode()
    assert f"/t/{phone.table.token}/" in text
    assert "<svg" in text
    assert shortcodes.shown(shortcodes.derive(phone.table.link.pk, phone.table.link.generation)) in text
    assert "Ann, Bob, Chloé" in text
    assert (answer["X-Robots-Tag"], answer["Cache-Control"]) == ("noindex", "no-store")
    stranger = Client().get(f"{phone.table.path}share")
    assert (stranger.status_code, stranger["X-Robots-Tag"], stranger["Cache-Control"]) == (404, "noindex", "no-store")


def test_erased_it_is_gone_for_every_phone():
    table = Friends(3)
    one, other = Phone(table), Phone(table)
    one.record(1, OF_THREE)
    token, path = table.token, table.path
    answer = one.client.post(f"{path}erase", {"sure": "1"})
    assert "Nothing of it is kept" in answer.content.decode()
    assert not FriendsTable.objects.exists()
    assert other.ask("GET", "state").json()["code"] == "no-access"
    assert other.record(2, MISSED).status_code == 403
    assert Client().get(f"/t/{token}/").status_code == 404
    assert one.client.post(f"{path}erase").status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "deals/1", {"deal": MISSED, "seen": 1}),
        ("POST", "undo", {"position": 1, "seen": 1}),
        ("POST", "dealer", {"seat": "A"}),
        ("POST", "deals", {"position": 2, "client_key": "late", "deal": MISSED}),
    ],
)
def test_who_writes_while_it_is_erased_is_told(monkeypatch, method: str, path: str, body: dict[str, Any]):
    phone = Phone(Friends(3))
    phone.record(1, OF_THREE)
    monkeypatch.setattr(play, "_must_write", lambda access: friends.erase(access.table_id))
    answer = phone.ask(method, path, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "table-gone")


def test_erasing_is_confirmed():
    phone = Phone(Friends())
    assert phone.client.post(f"{phone.table.path}erase").status_code == 422
    assert FriendsTable.objects.count() == 1


def test_a_sheet_asks_the_database_little(django_assert_max_num_queries):
    table = Friends(3)
    table.record(OF_THREE, MISSED, OF_THREE)
    friends.again(table.access.table_id, table.game.sheet_id)
    phone = Phone(table)
    with django_assert_max_num_queries(12):
        phone.ask("GET", "state")


def test_long_names_head_narrow_columns_by_their_initials_unless_two_are_then_alike():
    assert friends_table.brief(["Jean-Philipp", "Ann", "Joueur 3"]) == ["J.-P.", "Ann", "J. 3"]
    assert friends_table.brief(["Maximilienn", "Mathilde", "Bob"]) == ["Maximilienn", "Mathilde", "Bob"]
