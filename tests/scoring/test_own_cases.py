"""Cases of our own, from the sheets' text, for what no published deal decides: without its key each goes wrong."""

import re
from typing import Any

import pytest

from scoring.rules import DealError, RuleSet, RuleSetError, load_ruleset, score_event
from scoring.rules.toml_lines import line_of
from tests.scoring.rule_files import case_rows, ids_for_tests, ruleset_of, source_of, title

ROWS = case_rows("own")

# Keys that are no parameter of their own: a cell, a ladder, the kind. The cases themselves show what they do.
NO_PARAMETER = re.compile(r"score\.|penalty|game\.kind")
# Where a file states the default for its reader, taking the line away changes nothing: here the other value is put in.
OTHER_VALUE = {"announces.count": '"both"', "success.judge": '"converted"'}


def _wrong(ruleset: RuleSet, row: dict[str, Any]) -> str:
    """What of the row's expectation does not come out; empty where all does."""
    expect = row["expect"]
    try:
        answer = score_event(ruleset, row.get("deal") or row["penalty"]).as_dict()
    except DealError as error:
        return "" if "error" in expect else f"refused: {error}"
    if "error" in expect:
        return "not refused"
    for name, score in answer["score"].items():
        assert sum(line["amount"] for line in answer["lines"] if line["side"] == name) == score
    return ", ".join(f"{key} {answer[key]}" for key in expect if answer[key] != expect[key])


@pytest.mark.parametrize("row", ROWS, ids=[(row.get("deal") or row["penalty"])["id"] for row in ROWS])
def test_a_case_from_a_sheets_text_comes_out_exactly(row: dict[str, Any]) -> None:
    assert not _wrong(ruleset_of(row["ruleset"], tuple(row["variants"])), row), row["why"]


def _without(id_: str, variants: tuple[str, ...], key: str) -> str:
    """The file's text without the line of ``key`` (the last variant's that gives it), or with its other value."""
    source = source_of(id_)
    lines = source.splitlines()
    for place in (*(f"variant.{name}.{key}" for name in reversed(variants)), key):
        number = line_of(source, place)
        name = place.rpartition(".")[2]
        if number is None or not re.match(rf"\s*{name}\s*=", lines[number - 1]):
            continue
        lines[number - 1] = f"{name} = {OTHER_VALUE[key]}" if key in OTHER_VALUE else ""
        return "\n".join(lines)
    # A whole table, such as the announces' values at no-trump.
    start = line_of(source, key)
    assert start is not None and lines[start - 1].strip() == f"[{key}]", f"{id_} has no {key}"
    while start < len(lines) and not lines[start].startswith("["):
        lines[start] = ""
        start += 1
    return "\n".join(lines)


PARAMETERS = sorted(
    {
        (row["ruleset"], tuple(row["variants"]), key)
        for row in ROWS
        for key in row["keys"]
        if not NO_PARAMETER.match(key)
    }
)


@pytest.mark.parametrize(("id_", "variants", "key"), PARAMETERS, ids=[f"{title(i, v)}-{k}" for i, v, k in PARAMETERS])
def test_a_case_goes_wrong_without_the_key_that_decides_it(id_: str, variants: tuple[str, ...], key: str) -> None:
    rows = [r for r in ROWS if r["ruleset"] == id_ and r["variants"] == [*variants] and key in r["keys"]]
    try:
        changed = load_ruleset(_without(id_, variants, key), variants)
    except RuleSetError:
        return  # what is left is no rule set: the key cannot be forgotten unseen
    assert any(_wrong(changed, row) for row in rows)


def test_the_parameters_that_only_texts_state_have_cases() -> None:
    stated = {
        "cards.all_trump", "cards.last_trick", "cards.total", "cards.unit", "cards.convert.TA.last_trick",
        "cards.convert.TA.ratio", "bids.lowest", "bids.step", "bids.highest", "bids.list", "bids.capot_doubled",
        "belote.most", "announces.equal", "announces.values_SA", "announces.cancel", "success.lowest_needs",
        "success.beat_defence", "success.belote", "success.belote_floor", "success.belote_from", "success.announces",
        "success.judge", "success.tie_last_deal", "sweep.points", "rounding.unit", "rounding.scope",
        "rounding.divide", "held.carried_to",
    }  # fmt: skip
    assert stated <= {key for _, _, key in PARAMETERS}


def test_a_passed_deal_takes_a_number_only_where_the_sheet_says_so() -> None:
    assert ruleset_of("beljeu").counts_passed
    assert not load_ruleset(_without("beljeu", (), "game.passed")).counts_passed


def test_every_rule_set_for_tests_is_used_by_a_case() -> None:
    used = {row["ruleset"] for row in ROWS}
    from_sheets = {"bridgee", "contreenet", "ducale", "fauxd", "kydos", "scoreit", "wiki-contree"}
    assert {*ids_for_tests()} <= used | from_sheets
