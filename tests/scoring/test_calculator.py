"""The calculator's address, page and riddles, as they come without a script."""

import re
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from clubs.roles import Role
from scoring import calculator, rulesets_store
from scoring.models import Ruleset, RulesetVersion
from scoring.rules import load_ruleset, preset, preset_source, score_deal
from scoring.views_calculator import MOST_A_MINUTE
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db

DEAL = {
    "declarer": "NS",
    "contract": 100,
    "trump": "H",
    "double": "coinche",
    "points": {"NS": 71, "EW": 91},
    "belote": ["EW"],
    "announces": {"NS": ["tierce"], "EW": ["carre-J", 50]},
    "carried": 81,
    "last_deal": True,
}


def _text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


@pytest.fixture
def ask(client: Client, django_user_model: Any) -> Any:
    """``ask(address)``: the page, in English, as anybody sees it."""
    return lambda address: client.get(address, headers={"accept-language": "en"})


def test_a_deal_in_an_address_comes_back_as_it_was() -> None:
    for deal in (DEAL, {"declarer": None}, {**DEAL, "sweep": "EW", "alone": True, "last_trick": "EW", "best": "NS"}):
        assert calculator.deal_of(QueryDict(calculator.query_of(["club"], deal))) == deal


def test_an_address_is_readable() -> None:
    assert calculator.query_of(
        ["club", "app"], {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 105}}
    ) == ("rules=club&with=app&by=NS&contract=100&trump=H&ns=105")


def test_an_address_without_a_deal_has_none() -> None:
    assert calculator.deal_of(QueryDict("rules=club&utm_source=mail")) is None


def test_a_variant_is_found_with_a_plus_and_with_what_an_address_makes_of_one() -> None:
    found = {calculator.find(key, "en").key for key in ("ffb-contree-2016+points", "ffb-contree-2016 points")}
    assert found == {"ffb-contree-2016+points"}
    for key in ("nothing", "ffb-contree-2016+nothing", "", "totals", "../club", "0" * 36):
        assert calculator.find(key, "en") is None


def test_the_version_of_a_clubs_own_rules_is_found_by_its_id() -> None:
    version = rulesets_store.preset_version("ffb-contree-2016+points")
    found = calculator.find(str(version.pk), "fr")
    assert found is not None
    assert found.ruleset.sha256 == version.sha256


def test_a_clubs_own_rules_count_under_their_own_name_for_who_has_their_address(ask: Any) -> None:
    ruleset = Ruleset.objects.create(owner_club=make_club(), key="ours", name="Chez nous")
    version = RulesetVersion.objects.create(
        ruleset=ruleset, number=1, source=preset_source("app"), canonical=preset("app").canonical(), sha256="0" * 64
    )
    answer = ask(f"/calculator/?rules={version.pk}&with=club&by=NS&contract=100&trump=H&ns=105")
    columns = answer.context["columns"]
    assert [column["title"] for column in columns] == ["Chez nous", "Club coinche"]
    assert [side["score"] for side in columns[0]["sides"]] == [105, 57]
    assert f"rules={version.pk}" in answer.context["link"]
    assert f'value="{version.pk}" selected' in answer.content.decode()


@pytest.mark.parametrize("key", rulesets_store.preset_keys())
def test_every_rule_set_has_examples_and_riddles_that_can_be(key: str) -> None:
    chosen = calculator.find(key, "en")
    if chosen is None:
        assert key == "totals"
        return
    assert len(calculator.examples(chosen.ruleset)) >= 5
    for number in range(1, 6):
        deal = calculator.quiz_deal(chosen.ruleset, number)
        assert deal == calculator.quiz_deal(chosen.ruleset, number)
        assert score_deal(chosen.ruleset, deal).lines


def test_the_page_counts_the_deal_and_says_every_step(ask: Any) -> None:
    answer = ask(f"/calculator/?{calculator.query_of(['club'], {**DEAL, 'carried': 0})}&best=EW")
    assert answer.status_code == 200
    said = _text(answer.content.decode())
    for part in ("North-South play 100, hearts, coinched", "The contract needs 100", "failed", "belote 20"):
        assert part in said
    column = answer.context["columns"][0]
    expected = score_deal(preset("club"), {**DEAL, "best": "EW", "carried": 0})
    assert {side["side"]: side["score"] for side in column["sides"]} == expected.score


def test_two_rule_sets_count_the_same_deal_side_by_side(ask: Any) -> None:
    answer = ask("/calculator/?rules=club&with=ffb-contree-2016+points&by=NS&contract=100&trump=H&ns=105")
    scores = [[side["score"] for side in column["sides"]] for column in answer.context["columns"]]
    assert scores == [[100, 0], [110, 60]]


def test_without_a_deal_an_example_stands_there_and_no_address_is_offered(ask: Any) -> None:
    answer = ask("/calculator/")
    assert answer.context["columns"][0]["made"] is True
    assert answer.context["link"] == ""


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("by=NS&contract=abc&trump=H&ns=1", "contract"),
        ("by=XX&contract=100&trump=H&ns=100", "declarer"),
        ("contract=100&trump=H&ns=100", "declarer"),
        ("by=NS&contract=100&trump=H&ns=%22%3E%3Cscript%3E", "points"),
        ("by=NS&contract=100&trump=H&ns=161", "points"),
        ("by=NS&contract=100&trump=H&ns=100&belote_ns=999999", "belote"),
        ("by=NS&contract=100&trump=H&ns=100&belote_ns=x", "belote"),
        ("by=NS&contract=100&trump=SA&ns=100&belote_ew=1", "belote"),
        ("by=NS&contract=100&trump=H&ns=100&carried=-5", "carried"),
        ("by=NS&contract=100&trump=H&ns=100&ann_ns=__proto__", "announces"),
        ("by=NS&contract=100&trump=H&ns=100&sweep=both", "sweep"),
        ("by=NS&contract=999999&trump=H&ns=100", "contract"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_in_its_column(ask: Any, query: str, field: str) -> None:
    answer = ask(f"/calculator/?{query}")
    assert answer.status_code == 200
    assert answer.context["columns"][0]["field"] == field
    assert "<script>" not in answer.content.decode().split("ns=", 1)[0]
    assert '"><script>' not in answer.content.decode()


def test_a_rule_set_that_is_not_here_is_said_and_another_one_counts(ask: Any) -> None:
    answer = ask("/calculator/?rules=nowhere")
    assert answer.context["not_found"] is True
    assert answer.context["columns"][0]["key"] == "club"


def test_rules_without_numbers_ask_for_none(ask: Any) -> None:
    page = ask("/calculator/?rules=guide-belote").content.decode()
    assert 'type="hidden" name="contract" value="take"' in page
    assert 'name="double"' not in page


def test_a_riddle_says_the_deal_but_not_the_score_until_it_is_guessed(ask: Any) -> None:
    asked = ask("/calculator/quiz/?rules=club&deal=7")
    scores = {side["side"]: side["score"] for side in asked.context["column"]["sides"]}
    assert "count-score" not in asked.content.decode()
    right = ask(f"/calculator/quiz/?rules=club&deal=7&ns={scores['NS']}&ew={scores['EW']}")
    assert right.context["right"] is True
    wrong = ask(f"/calculator/quiz/?rules=club&deal=7&ns={scores['NS'] + 10}&ew={scores['EW']}")
    assert wrong.context["right"] is False
    assert "count-score" in wrong.content.decode()
    half = ask("/calculator/quiz/?rules=club&deal=7&ns=12")
    assert half.context["is_missing"]
    assert "count-score" not in half.content.decode()


def test_an_address_that_asks_without_end_waits(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.views_calculator.MOST_A_MINUTE", 2)
    assert [ask("/calculator/quiz/").status_code for _ in range(3)] == [200, 200, 429]
    assert MOST_A_MINUTE >= 100  # a hall has one address


def test_the_first_page_leads_to_the_calculator(ask: Any) -> None:
    make_user(Role.ADMINISTRATOR)
    assert 'href="/calculator/"' in ask("/").content.decode()


def test_rules_under_which_nothing_can_be_bid_have_their_pages_too(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = "[score.made]\ndeclarer = 1\ndefence = 0\n[score.failed]\ndeclarer = 0\ndefence = 1\n"
    odd = calculator.Chosen("odd", "Odd", load_ruleset(f'id = "odd"\n[bids]\nlowest = 2000\n{grid}'))
    monkeypatch.setattr(calculator, "find", lambda key, language: odd)
    monkeypatch.setattr(calculator, "examples", lambda ruleset: [])
    for address in ("/calculator/?rules=odd", "/calculator/quiz/?rules=odd&deal=3&ns=0&ew=0"):
        answer = ask(address)
        assert answer.status_code == 200, address
    assert "calc-form" in answer.content.decode()
