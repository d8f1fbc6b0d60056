"""Every key of a rule-set file takes what the schema says, to its very ends; what is just beyond is refused by name."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.rules import RuleSet, RuleSetError, load_ruleset
from scoring.rules.toml_text import write_toml

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parents[2] / "scoring/rules/schema.json").read_text(encoding="utf-8")
)
#: Read elsewhere, or not by themselves.
ELSEWHERE = {"variant", "score", "penalty", "labels", "name", "document", "dated", "notes"}
Key = tuple[str, ...]
GRID = {"made": {"declarer": "points", "defence": "points"}, "failed": {"declarer": 0, "defence": "total"}}
TIES = {"share": GRID["made"], "held": {**GRID["made"], "keep": 0}}
# What must stand in the file for a key to mean something.
BESIDE: dict[str, dict[str, Any]] = {
    "doubling.surcoinche": {"doubling": {"coinche": 2}},
    "success.tie_last_deal": {"success": {"tie": "made"}, "score": TIES},
    "success.tie": {"score": TIES},
    "success.at_bid": {"score": TIES},
    "rounding.up_from": {"rounding": {"unit": 10, "scope": "line"}},
    "rounding.divide": {"rounding": {"unit": 10, "scope": "line"}},
    "totals": {"game": {"kind": "totals"}, "score": None},
}


def _resolved(node: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in node:
        node = SCHEMA["$defs"][node["$ref"].rpartition("/")[2]]
    return node


def _leaves(node: dict[str, Any], key: Key) -> Iterator[tuple[Key, dict[str, Any]]]:
    """The keys that hold one number, one word or yes and no, each with its part of the schema."""
    node = _resolved(node)
    for inner in (node, *map(_resolved, node.get("oneOf", ()))):
        if inner.get("type") in ("integer", "boolean") or ("enum" in inner and inner is node):
            yield key, {"default": node.get("default"), **inner}
        if inner.get("type") == "object" and key[:1] != ("values",):
            for name, of in inner.get("properties", {}).items():
                if name not in ELSEWHERE:
                    yield from _leaves(of, (*key, name))


LEAVES = [(key, leaf) for key, leaf in _leaves(SCHEMA, ()) if key != ("sweep", "points")]
NUMBERS = [(".".join(key), leaf["minimum"], leaf["maximum"]) for key, leaf in LEAVES if "minimum" in leaf]
WORDS = [(".".join(key), leaf["enum"]) for key, leaf in LEAVES if "enum" in leaf]
FLAGS = [".".join(key) for key, leaf in LEAVES if leaf.get("type") == "boolean"]
# A pack's total is a rule of its own where it stands in the file: then nobody looks at the cards.
DEFAULTS = [
    (".".join(key), leaf["default"])
    for key, leaf in LEAVES
    if leaf["default"] is not None and not isinstance(leaf["default"], dict)
]


def _laid(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    out = dict(under)
    for name, value in over.items():
        old = out.get(name)
        out[name] = _laid(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return out


def _load(key: str, value: Any) -> RuleSet:
    """A small rule set in which that key has that value; None leaves it out."""
    tree: dict[str, Any] = {"id": "x", "score": GRID}
    if ".convert." in key:
        tree["cards"] = {"convert": {key.split(".")[2]: {"ratio": [1, 1]}}}
    if key.startswith("cards.all_trump."):
        tree["cards"] = {"all_trump": dict.fromkeys(("A", "10", "K", "Q", "J", "9", "8", "7"), 1)}
    for beside in (key, key.partition(".")[0]):
        tree = _laid(tree, BESIDE.get(beside, {}))
    if value is not None:
        for name in reversed(key.split(".")):
            value = {name: value}
        tree = _laid(tree, value)
    if tree.get("game", {}).get("kind") == "totals":
        tree["score"] = None
    return load_ruleset(write_toml({name: part for name, part in tree.items() if part is not None}))


def _refused(key: str, value: Any) -> RuleSetError:
    with pytest.raises(RuleSetError) as caught:
        _load(key, value)
    assert caught.value.key == key
    assert caught.value.line is not None
    return caught.value


@pytest.mark.parametrize(("key", "low", "high"), NUMBERS, ids=[row[0] for row in NUMBERS])
def test_a_number_goes_to_its_very_ends_and_is_refused_beyond(key: str, low: int, high: int) -> None:
    assert _load(key, low).canonical() != _load(key, high).canonical()
    for beyond in (low - 1, high + 1, "x", True):
        said = _refused(key, beyond).text("en")
        assert str(low) in said
        assert str(high) in said


@pytest.mark.parametrize(("key", "words"), WORDS, ids=[row[0] for row in WORDS])
def test_each_word_that_a_key_takes_is_another_rule_and_no_other_is_taken(key: str, words: list[Any]) -> None:
    assert len({json.dumps(_load(key, word).canonical(), sort_keys=True) for word in words}) == len(words)
    for other in ("nothing", 7, [words[0]]):
        said = _refused(key, other).text("en")
        assert all(str(word) in said for word in words)


@pytest.mark.parametrize("key", FLAGS)
def test_yes_and_no_are_two_rules(key: str) -> None:
    assert _load(key, True).canonical() != _load(key, False).canonical()
    for other in ("true", 1):
        _refused(key, other)


@pytest.mark.parametrize(("key", "default"), DEFAULTS, ids=[row[0] for row in DEFAULTS])
def test_a_key_left_out_is_as_the_schema_says(key: str, default: Any) -> None:
    assert _load(key, default).canonical() == _load(key, None).canonical()


def test_the_schema_has_these_keys() -> None:
    assert (len(NUMBERS), len(WORDS), len(FLAGS)) >= (60, 20, 4)
