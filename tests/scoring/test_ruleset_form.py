"""The edit page's form: what people type is read as they mean it, and nothing they type breaks the page."""

import random
from typing import Any

import pytest
from django.http import QueryDict

from scoring import rules
from scoring.rules.plain import QUESTIONS
from scoring.rules.source import read_toml
from scoring.rulesets_edit import rules_only
from scoring.rulesets_form import read_answers
from scoring.rulesets_page import (
    AREAS,
    changed_keys,
    page_of_form,
    page_of_tree,
    shown_areas,
    shown_groups,
)


def form(**fields: Any) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data.setlist(name.replace("__", "."), value if isinstance(value, list) else [value])
    return data


@pytest.mark.parametrize(("text", "number"), [("90", 90), (" 90 ", 90), ("1 000", 1000), ("1\u202f000", 1000)])
def test_a_number_is_read_with_the_blanks_that_people_put_in(text: str, number: int) -> None:
    typed = read_answers(form(q__kind="auction", q__lowest=text))
    assert (typed.answers["lowest"], typed.errors) == (number, {})


@pytest.mark.parametrize("text", ["", "quatre-vingts", "8.5", "١٢", "9" * 9, "0x50", "1e3"])
def test_what_is_no_whole_number_stays_in_its_field(text: str) -> None:
    typed = read_answers(form(q__kind="auction", q__lowest=text))
    assert (set(typed.errors), typed.raw["lowest"]) == ({"lowest"}, text)


def test_what_was_typed_in_a_field_that_is_no_longer_asked_is_no_error() -> None:
    assert read_answers(form(q__kind="take", q__lowest="x")).errors == {}


def test_a_list_of_bids_is_sorted_and_each_stands_once() -> None:
    asked = {"q__kind": "auction", "q__bid_steps": "list"}
    assert read_answers(form(**asked, q__bid_list="92, 82;82 102")).answers["bid_list"] == [82, 92, 102]
    assert set(read_answers(form(**asked, q__bid_list="82 et 92")).errors) == {"bid_list"}


def test_empty_penalty_rows_are_none_and_a_row_needs_but_fault_and_points() -> None:
    rows = {"penalty-rows": "3", "q__penalties__0__fault": "fausse donne", "q__penalties__0__points": "162"}
    typed = read_answers(form(**rows, q__penalties__2__from="4"))
    usual = {"from": 1, "until": 99, "points": 162, "adds": [], "then": "", "counted": False}
    assert typed.answers["penalties"] == [{"fault": "fausse donne", **usual}]
    wrong = read_answers(form(**{**rows, "q__penalties__0__points": "beaucoup"}))
    assert set(wrong.errors) == {"penalties"}
    assert wrong.raw["penalties"][0]["points"] == "beaucoup"


def filled(tree: dict[str, Any]) -> dict[str, list[str]]:
    """The fields of the page for a tree."""
    fields: dict[str, list[str]] = {}
    for group in shown_groups(page_of_tree(tree), [], "fr"):
        for one in group["fields"]:
            if one["kind"] in {"choice", "set"}:
                fields[one["name"]] = [option["value"] for option in one["options"] if option["chosen"]]
            elif one["kind"] == "table":
                fields |= {f"{one['name']}.{row['option']}": [str(row["value"])] for row in one["rows"]}
            elif one["kind"] != "ladder" and one["value"] is not False:
                fields[one["name"]] = ["1" if one["value"] is True else str(one["value"])]
    return fields


def spoilt(rng: random.Random, fields: dict[str, list[str]]) -> dict[str, list[str]]:
    """A few fields answered at random, some with what no answer can be."""
    out = dict(fields)
    for question in rng.choices(QUESTIONS, k=rng.randint(1, 6)):
        name = f"q.{question.key}"
        if question.kind == "flag":
            out.pop(name, None) if name in out else out.update({name: ["1"]})
        elif question.kind in {"choice", "set"}:
            out[name] = [rng.choice([*question.options, "zzz"])]
        elif question.kind == "table":
            out[f"{name}.{rng.choice(question.options)}"] = [rng.choice(["0", "5", "x", "-1", "9999999"])]
        elif question.kind == "ladder":
            out |= {"penalty-rows": [rng.choice(["1", "x", "-1", "99999"])], f"{name}.0.fault": ["x" * 90]}
        else:
            out[name] = [rng.choice(["0", "1", "-4", "9999999", "x", "", "82 90"])]
    if rng.random() < 0.3:
        texts = ["", "declarer=", "[x]", "declarer = 5\ndefence='9*m'", "[[score]]", "a=1", "total", "\x00"]
        out |= {"expert": ["1"], f"x.{rng.choice(AREAS)}": [rng.choice(texts)]}
    return out


@pytest.mark.long
@pytest.mark.parametrize("preset", rules.preset_ids())
def test_whatever_is_sent_the_page_is_shown_with_what_is_wrong(preset: str) -> None:
    tree = rules_only(read_toml(rules.preset_source(preset)))
    before, fields, rng = page_of_tree(tree), filled(tree), random.Random(preset)
    for _ in range(40):
        sent = QueryDict(mutable=True)
        for name, values in spoilt(rng, fields).items():
            sent.setlist(name, values)
        page = page_of_form(sent, tree, "fr")
        shown_groups(page, changed_keys(page, before.answers), "fr")
        shown_areas(page)
        page.examples("fr")
        page.slips("fr")
        assert page.ruleset or page.errors or page.area_errors or page.general, dict(sent.lists())
