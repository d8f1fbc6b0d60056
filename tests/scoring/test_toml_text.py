"""Rule-set trees as text: what is written is read back as it was, and keys are found on their lines."""

import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import RuleSetError, load_ruleset
from scoring.rules.source import read_toml
from scoring.rules.toml_text import write_toml
from tests.scoring.rule_files import all_rulesets, source_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
FORMAT = "id name game score made doubled penalty variant cards convert TA values announces then"
KEYS = st.sampled_from(FORMAT.split()) | TEXTS
LEAVES = (
    TEXTS
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False)
    | st.dates()
    | st.times(timezones=st.none())
    | st.datetimes()
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)


@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_any_tree_is_read_back_as_it_was(tree: dict[str, Any]) -> None:
    assert read_toml(write_toml(tree)) == tree


@pytest.mark.parametrize("id_", sorted({id_ for id_, _ in all_rulesets()}))
def test_every_file_keeps_its_content_and_is_written_the_same_again(id_: str) -> None:
    tree = read_toml(source_of(id_))
    text = write_toml(tree)
    assert read_toml(text) == tree
    assert write_toml(read_toml(text)) == text


def test_the_order_is_the_formats_own() -> None:
    tree = {
        "score": {"failed": {"defence": "bid"}, "made": {"doubled": {"defence": "0", "declarer": "bid"}, "x": 1}},
        "game": {"kind": "auction"},
        "dated": datetime.date(2016, 1, 27),
        "name": {"fr": "Ça « compte »\n"},
        "id": "x",
        "penalty": [{"amount": "160", "fault": "misdeal"}],
        "cards": {"convert": {"TA": {"to": 162, "ratio": [162, 258]}}, "last_trick": {"TA": 0}},
    }
    assert write_toml(tree).splitlines() == [
        'id = "x"', 'name = { fr = "Ça « compte »\\n" }', "dated = 2016-01-27", "",
        "[game]", 'kind = "auction"', "",
        "[cards]", "last_trick = { TA = 0 }", "", "[cards.convert.TA]", "ratio = [162, 258]", "to = 162", "",
        "[score.made]", "x = 1", "", "[score.made.doubled]", 'declarer = "bid"', 'defence = "0"', "",
        "[score.failed]", 'defence = "bid"', "",
        "[[penalty]]", 'fault = "misdeal"', 'amount = "160"',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "key", "value", "line_text"),
    [
        ("bids", "lowest", "eighty", 'lowest = "eighty"'),
        ("cards", "last_trick", {"TA": -1}, "last_trick = { TA = -1 }"),
        ("score", "failed", {"declarer": "0", "defence": "bidd"}, 'defence = "bidd"'),
    ],
)
def test_a_mistake_is_found_on_its_line(table: str, key: str, value: Any, line_text: str) -> None:
    tree = read_toml(source_of("coinchons"))
    tree[table][key] = value
    text = write_toml(tree)
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(text)
    assert caught.value.line is not None
    assert text.splitlines()[caught.value.line - 1] == line_text


def test_what_toml_has_no_form_for_is_refused() -> None:
    with pytest.raises(TypeError):
        write_toml({"id": None})
