"""A table's sheet by its link: the same verbs as the table's page, the same refusals."""

import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from api import limits
from core import links
from core.models import AccessLink
from scoring import disputes
from scoring.models import EntryEvent
from tests.tournaments.at_table import DEAL, PASSED, Table
from tournaments.services import play

pytestmark = pytest.mark.django_db
TABLE = "/api/v1/table/"


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


class Program:
    """A client of the API that holds a table's token; CSRF is enforced, as for everybody."""

    def __init__(self, token: str, language: str = "en") -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.headers = {"authorization": f"TableLink {token}", "accept-language": language}

    def get(self, path: str = "", **headers: str) -> Any:
        return self.client.get(TABLE + path, headers=self.headers | headers)

    def send(self, path: str, body: Any, method: str = "POST") -> Any:
        content = json.dumps(body)
        return self.client.generic(method, TABLE + path, content, "application/json", headers=self.headers)


@pytest.fixture
def program(table: Table) -> Program:
    return Program(table.token)


def _deal(position: int = 1, key: str = "k-1", deal: Any = None, **more: Any) -> dict[str, Any]:
    return {"position": position, "client_key": key, "deal": DEAL if deal is None else deal, **more}


def test_the_link_reads_its_table(table: Table, program: Program) -> None:
    answer = program.get()
    assert answer.status_code == 200
    found = answer.json()
    assert (found["table"], found["round"]["number"], found["writable"]) == (12, 2, True)
    assert found["next"] == {"position": 1, "counted": 1}
    assert answer["Cache-Control"] == "no-store"


def test_a_recorded_deal_is_answered_with_the_sheet_that_has_it(table: Table, program: Program) -> None:
    answer = program.send("deals/", _deal())
    assert answer.status_code == 201, answer.content
    found = answer.json()
    assert found["entries"][0]["deal"] == DEAL
    assert found["entries"][0]["score"] == {"NS": 120, "EW": 0}
    assert found["revision"] == 1
    assert table.deals() == [DEAL]
    event = EntryEvent.objects.get(sheet=table.game.sheet)
    assert (event.link, event.device, event.actor) == (table.link.pk, "api", None)


def test_the_same_deal_sent_again_is_one(table: Table, program: Program) -> None:
    first, again = program.send("deals/", _deal()), program.send("deals/", _deal())
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert len(table.deals()) == 1


def test_who_comes_second_for_a_place_is_told_with_the_sheet(table: Table, program: Program) -> None:
    table.record(1)
    answer = program.send("deals/", _deal(key="k-2", deal=PASSED))
    assert answer.status_code == 409
    found = answer.json()
    assert (found["code"], found["position"]) == ("position-taken", 1)
    assert found["state"]["entries"][0]["deal"] == DEAL
    assert found["message"]
    assert table.deals() == [DEAL]


def test_a_deal_that_cannot_be_names_its_field(table: Table, program: Program) -> None:
    answer = program.send("deals/", _deal(deal={**DEAL, "points": {"NS": 112, "EW": 51}}))
    assert answer.status_code == 422
    assert set(answer.json()) == {"field", "error"}
    assert answer.json()["field"] == "points"
    french = Program(table.token, "fr").send("deals/", _deal(deal={**DEAL, "points": {"NS": 112, "EW": 51}}))
    assert french.json()["error"] != answer.json()["error"]
    assert table.deals() == []


def test_half_a_character_in_what_cannot_be_is_answered_too(table: Table, program: Program) -> None:
    """The answer repeats what was sent, and no half of a character can be written as UTF-8."""
    answer = program.send("deals/", _deal(deal={**DEAL, "contract": "\ud800"}))
    assert (answer.status_code, answer.json()["field"]) == (422, "contract")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"client_key": "k", "deal": DEAL}, 400, "no-position"),
        ({"position": 1, "client_key": "", "deal": DEAL}, 400, "no-client_key"),
        ({"position": 1, "client_key": "k", "deal": "H"}, 400, "no-deal"),
        ({"position": 1, "client_key": "k", "deal": DEAL, "sheet": "x"}, 400, "no-sheet"),
        ([], 400, "not-an-object"),
        ({"position": 1, "client_key": "k", "deal": {"note": "x" * 20_000}}, 413, "too-large"),
    ],
)
def test_what_is_not_understood_is_refused_and_changes_nothing(
    table: Table, program: Program, body: Any, status: int, code: str
) -> None:
    answer = program.send("deals/", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
    assert table.deals() == []


def test_only_json_is_read(table: Table, program: Program) -> None:
    answer = program.client.post(f"{TABLE}deals/", {"position": 1}, headers=program.headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "not-json")


def test_amending_taking_back_the_dealer_and_closing_work_as_on_the_page() -> None:
    table = Table(deals=2)
    program = Program(table.token)
    assert program.send("dealer/", {"seat": "E"}).json()["dealer"]["first"] == "E"
    revision = program.send("deals/", _deal()).json()["revision"]
    lower = {**DEAL, "contract": 90}
    stale = program.send("deals/1/", {"deal": lower, "seen": revision - 1}, "PUT")
    assert (stale.status_code, stale.json()["code"]) == (409, "sheet-changed")
    amended = program.send("deals/1/", {"deal": lower, "seen": revision}, "PUT")
    assert (amended.status_code, table.deals()) == (200, [lower])
    state = program.send("deals/", _deal(2, "k-2")).json()
    state = program.send("take-back/", {"position": 2, "seen": state["revision"]}).json()
    assert len(state["entries"]) == 1
    state = program.send("deals/", _deal(2, "k-3")).json()
    assert state["complete"] is True
    wrong = program.send("confirm/", {"side": "NS", "digest": "0" * 64})
    assert wrong.status_code == 409
    one = program.send("confirm/", {"side": "NS", "digest": state["digest"]})
    assert (one.json()["state"], one.json()["agreement"]["state"]) == ("open", "one_side")
    called = program.send("dispute/", {"kind": "disagree", "position": 1}).json()["agreement"]
    assert (called["state"], called["disputes"][0]["position"]) == ("disagreement", 1)
    disputes.decide(uuid.UUID(called["disputes"][0]["id"]), "stands", "recomptés", table.access.actor())
    closed = program.send("confirm/", {"side": "EW", "digest": state["digest"]})
    assert (closed.status_code, closed.json()["state"]) == (200, "closed")
    late = program.send("deals/", _deal(3, "k-4"))
    assert (late.status_code, late.json()["code"]) == (409, "sheet-closed")
    sheet, handed = closed.json()["sheet"], [{"client_key": "k-4", "position": 3, "deal": DEAL}]
    kept = program.send("late/", {"sheet": sheet, "deals": handed})
    assert (kept.status_code, kept.json()["agreement"]["disputes"][0]["kind"]) == (201, "late")
    assert closed.json()["agreement"]["open_until"]
    opened = program.send("reopen/", {"side": "NS"})
    assert (opened.status_code, opened.json()["state"]) == (200, "open")


def test_two_versions_of_a_deal_are_settled_as_on_the_page(table: Table, program: Program) -> None:
    sheet = program.send("deals/", _deal()).json()["sheet"]
    other = {**_deal(1, "k-2"), "deal": {**DEAL, "contract": 90}, "sheet": sheet}
    assert program.send("deals/", other).json()["code"] == "position-taken"
    kept = program.send("versions/", other)
    (found,) = kept.json()["versions"]
    assert (kept.status_code, found["deals"][0]["deal"]) == (201, other["deal"])
    asked = {
        "sheet": sheet,
        "dispute": found["id"],
        "version": found["deals"][0]["id"],
        "seen": kept.json()["revision"],
    }
    assert "versions" not in program.send("settle/", asked).json()
    assert table.deals() == [other["deal"]]
    again = program.send("settle/", asked)
    assert (again.status_code, again.json()["code"]) == (409, "versions-settled")


def test_a_preview_writes_nothing(table: Table, program: Program) -> None:
    answer = program.send("preview/", {"position": 1, "deal": DEAL})
    assert answer.json()["score"] == {"NS": 120, "EW": 0}
    assert table.deals() == []


def test_a_sheet_that_is_as_it_was_is_not_sent_again(table: Table, program: Program) -> None:
    tag = program.get()["ETag"]
    assert program.get(**{"if-none-match": tag}).status_code == 304
    table.record(1)
    assert program.get(**{"if-none-match": tag}).status_code == 200


@pytest.mark.parametrize("header", ["", "TableLink", "TableLink x", "Bearer x", "TableLink \x00", "TableLink é"])
def test_without_a_link_that_opens_something_there_is_no_table(table: Table, header: str) -> None:
    answer = Client().get(TABLE, headers={"authorization": header} if header else {})
    assert (answer.status_code, answer.json()["code"]) == (401, "no-access")
    assert answer["WWW-Authenticate"] == "TableLink"


def test_a_link_that_was_renewed_revoked_or_closed_opens_nothing(table: Table, program: Program) -> None:
    links.renew(table.link.pk)
    assert program.get().status_code == 401
    fresh = links.token_of(AccessLink.objects.get(pk=table.link.pk))
    assert Program(fresh).get().status_code == 200
    AccessLink.objects.filter(pk=table.link.pk).update(closes_at=timezone.now())
    assert Program(fresh).get().status_code == 401
    assert play.by_token(fresh) is None


def test_a_table_cookie_or_a_session_does_not_stand_for_the_header(table: Table, client_for: Any) -> None:
    chief = client_for("administrator")
    phone = Client()
    phone.get(f"/t/{table.token}/")
    assert phone.get(f"{table.path}state").status_code == 200
    for client in (chief, phone):
        answer = client.post(f"{TABLE}deals/", _deal(), "application/json")
        assert answer.status_code == 401
    assert table.deals() == []


def test_a_link_is_bound_to_its_table(table: Table, program: Program) -> None:
    other = Table()
    answer = program.send("deals/", _deal(sheet=str(other.game.sheet_id)))
    assert (answer.status_code, answer.json()["code"]) == (409, "table-gone")
    assert other.deals() == []


def test_wrong_links_are_limited_and_never_stop_a_right_one(
    table: Table, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits.WrongLinks, "rate", "2/min", raising=False)
    wrong = [Program(f"wrong-{number}").get().status_code for number in range(3)]
    assert wrong == [401, 401, 429]
    assert program.send("deals/", _deal()).status_code == 201
