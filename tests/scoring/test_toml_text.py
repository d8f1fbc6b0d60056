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


INNER: dict[str, Any] = {
    "score": {"made": {"defence": "0", "doubled": {"defence": "1", "declarer": "2"}, "declarer": "1"}},
    "announces": {"values": {"score": 1, "id": 2}, "equal": "ask", "on": True},
    "cards": {"convert": {"TA": {"unit": 1, "ratio": [1, 2]}}, "unit": 1, "trumps": ["S"]},
    "other": {"z": 1, "a": {"c": {"d": 1}}},
    "id": "x",
}
WRITTEN = """\
id = "x"

[{0}cards]
trumps = ["S"]
unit = 1

[{0}cards.convert.TA]
ratio = [1, 2]
unit = 1

[{0}announces]
on = true
equal = "ask"

[{0}announces.values]
score = 1
id = 2

[{0}score.made]
declarer = "1"
defence = "0"

[{0}score.made.doubled]
declarer = "2"
defence = "1"

[{0}other]
z = 1
a = {{ c = {{ d = 1 }} }}
"""


def test_a_variant_is_written_as_the_file_is() -> None:
    assert write_toml(INNER) == WRITTEN.format("")
    assert write_toml({"variant": {"v": INNER}}) == "[variant.v]\n" + WRITTEN.format("variant.v.")
    assert write_toml({"variant": {"one two": {"name": {"fr": "N"}, "bids": {"step": 5, "lowest": 90}}}}) == (
        '[variant."one two"]\nname = { fr = "N" }\n\n[variant."one two".bids]\nlowest = 90\nstep = 5\n'
    )


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        ({"game": {"kind": "x"}}, '[game]\nkind = "x"\n'),
        ({"X1": 1}, "X1 = 1\n"),
        ({}, "\n"),
        ({"a b": 1, "é": 2, "a.b": {"c": 1}}, '"a b" = 1\n"é" = 2\n"a.b" = { c = 1 }\n'),
        ({"values": {"a.b": {"c": 1}}}, '[values]\n"a.b" = { c = 1 }\n'),
        ({"variant": {"x": {"penalty": [{"amount": 1, "fault": "f"}]}}},
         '[[variant.x.penalty]]\nfault = "f"\namount = 1\n'),
        ({"variant": {"x": {}}}, "[variant.x]\n"),
        ({"variant": {"a.b": {"id": "x"}}}, '[variant]\n"a.b" = { id = "x" }\n'),
        ({"cards": {"convert": {"TA": {"to": 1, "x": 2, "ratio": [1]}, "SA": {}}}},
         "[cards.convert.TA]\nratio = [1]\nto = 1\nx = 2\n\n[cards.convert.SA]\n"),
        ({"a": {"b": {}, "c": [{}], "d": []}}, "[a]\nb = {}\nd = []\n\n[[a.c]]\n"),
        ({"a": "\x01\x1f\x7f é\t\"\\"}, 'a = "\\u0001\\u001f\\u007f é\\t\\"\\\\"\n'),
        ({"a": True, "b": False, "c": 1.5, "d": (1, 2)}, "a = true\nb = false\nc = 1.5\nd = [1, 2]\n"),
    ],
)  # fmt: skip
def test_how_a_tree_is_written(tree: dict[str, Any], text: str) -> None:
    assert write_toml(tree) == text


def test_what_has_no_form_is_named() -> None:
    with pytest.raises(TypeError, match=r"^TOML has no form for bytes$"):
        write_toml({"id": b"x"})
