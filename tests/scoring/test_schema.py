"""The JSON Schema of rule-set files: takes what the loader takes, refuses what it refuses for its type, and knows
every key that it reads; so does the documentation."""

import datetime
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scoring.rules import RuleSetError, load_ruleset
from scoring.rules.settings import file_tree
from scoring.rules.source import Reader
from scoring.rules.toml_text import write_toml
from tests.scoring.rule_files import all_rulesets, ruleset_of, source_of
from tests.scoring.rules_to_change import CHANGES, RICH

ROOT = Path(__file__).resolve().parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / "scoring/rules/schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def _parsed(source: str) -> Any:
    """The file as JSON has it."""

    def as_text(value: object) -> str:
        assert isinstance(value, (datetime.date, datetime.datetime))
        return value.isoformat()

    return json.loads(json.dumps(tomllib.loads(source), default=as_text))


def _takes(source: str) -> bool:
    return bool(VALIDATOR.is_valid(_parsed(source)))


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("id_", sorted({id_ for id_, _ in all_rulesets()}))
def test_every_rule_set_validates_as_written_and_as_resolved(id_: str) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(_parsed(source_of(id_)))] == []
    assert _takes(write_toml(file_tree(ruleset_of(id_))))


def test_what_the_loader_takes_the_schema_takes() -> None:
    for old, new in CHANGES:
        assert _takes(RICH.replace(old, new, 1)), new
    assert _takes('id = "three"\n[game]\nkind = "totals"\n[totals]\nsides = 3\nlowest = -20\n')


# A line of RICH, and what is wrong for its type, its range or its name.
WRONG = [
    ('id = "rich"', 'id = "Rich Rules"'),
    ('id = "rich"', "id = 3"),
    ('id = "rich"\n', ""),
    ('name = "Rich"', "name = 3"),
    ('name = "Rich"', 'name = { french = "Riche" }'),
    ("dated = 2020-03-01", "dated = true"),
    ('kind = "auction"', 'kind = "auctions"'),
    ('kind = "auction"', "kind = 1"),
    ("tricks = 8", "tricks = 7"),
    ("tricks = 8", 'tricks = "8"'),
    ('passed = "void"', "passed = true"),
    ('trumps = ["S", "H", "D", "C", "SA", "TA"]', 'trumps = "S"'),
    ('trumps = ["S", "H", "D", "C", "SA", "TA"]', "trumps = []"),
    ('trumps = ["S", "H", "D", "C", "SA", "TA"]', 'trumps = ["S", "S"]'),
    ('trumps = ["S", "H", "D", "C", "SA", "TA"]', 'trumps = ["P"]'),
    ('all_trump = "natural"', 'all_trump = "normal"'),
    ('all_trump = "natural"', "all_trump = { J = 20 }"),
    ("last_trick = { suit = 10, SA = 10, TA = 10 }", "last_trick = { suits = 10 }"),
    ("last_trick = { suit = 10, SA = 10, TA = 10 }", "last_trick = { suit = true }"),
    ("unit = 1\n[cards", "unit = 0\n[cards"),
    ("ratio = [162, 258]", "ratio = [162]"),
    ("ratio = [162, 258]", "ratio = [162, 0]"),
    ("ratio = [162, 258]\n", ""),
    ('side = "declarer"', 'side = "attack"'),
    ('last_trick = "with"', "last_trick = true"),
    ("lowest = 80", "lowest = 80.5"),
    ("step = 10", "step = 0"),
    ("highest = { suit = 160, SA = 160, TA = 160 }", "highest = { S = 160 }"),
    ("capot = 250", "capot = true"),
    ("capot = 250", "capot = 0"),
    ("generale = 500", 'generale = "500"'),
    ("capot_doubled = true", "capot_doubled = 1"),
    ("lowest = 80", "list = [80, 'capot']\nlowest = 80"),
    ("value = 20", "value = -20"),
    ("most = { suit = 1, SA = 0, TA = 4 }", "most = 5"),
    ("on = true", "on = 1"),
    ("values = { tierce = 20 }", "values = { sixte = 20 }"),
    ("values_SA = { tierce = 30 }", "values_SA = { tierce = '30' }"),
    ('equal = "ask"', 'equal = "ask"\ncancel = "carre-7"'),
    ('at_bid = "made"', 'at_bid = "none"'),
    ("margin = 0", "margin = false"),
    ('beat_defence = "no"', "beat_defence = false"),
    ('tie = "held"', 'tie = "litige"'),
    ('points = "252"', "points = 25.2"),
    ('points = "252"', 'points = "252 / 2"'),
    ("coinche = 2\n", "coinche = 1\n"),
    ("surcoinche = 4", "surcoinche = true"),
    ("unit = 10\nup_from = 5", "unit = 20\nup_from = 5"),
    ("up_from = 5", "up_from = 0"),
    ('scope = "points"', 'scope = "point"'),
    ("divide = 1", "divide = 2"),
    ('carried_to = "winner"', 'carried_to = "winners"'),
    ("k = { suit = 1, SA = 2, TA = 3 }", "k = { suit = 1, TT = 3, else = 1 }"),
    ("k = { suit = 1, SA = 2, TA = 3 }", "k = 1\nbid = 2"),
    ("k = { suit = 1, SA = 2, TA = 3 }", "k = 1\nBig = 2"),
    ('k = "rank"', "k = 2"),
    ('declarer = "points + k*m*bid + announces + belote"', "declarer = true"),
    ('declarer = "points + k*m*bid + announces + belote"', 'declarer = "points + BID"'),
    ('declarer = "points + k*m*bid + announces + belote"\n', ""),
    ("[score.share]", "[score.shared]"),
    ('keep = "points"\n', ""),
    ('[[penalty]]\nfault = "misdeal"', "[[penalty]]\nfault = 3"),
    ('[[penalty]]\nfault = "misdeal"', '[[penalty]]\nfaults = "misdeal"'),
    ("until = 1", "until = 100"),
    ('then = "redeal"', 'then = "replay"'),
    ("counted = false", "counted = 0"),
    ("[game]", "[totals]\nsides = 2\n[game]"),
    ("[game]", "[games]"),
    ("[sweep]", "[variant.Big.bids]\ncapot = 1\n[sweep]"),
    ("[sweep]", "[variant.big]\nid = 'other'\n[sweep]"),
    ("[sweep]", "[variant.big.bids]\nhigh = 1\n[sweep]"),
    ("[sweep]", "[variant.big.score.made]\ndefence = 0\n[sweep]"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), WRONG)
def test_what_the_loader_refuses_for_its_type_the_schema_refuses(old: str, new: str) -> None:
    assert old in RICH
    source = RICH.replace(old, new, 1)
    with pytest.raises(RuleSetError):
        load_ruleset(source)
    assert not _takes(source)


# Every key, from the loader itself


def _keys_read(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The keys that the loader asks for, and those that it allows in a table, "*" for names of the file's own."""
    asked: set[str] = set()
    take, names = Reader.take, Reader.names

    def watched_take(self: Reader, key: str) -> Any:
        asked.add(f"{self._prefix}{key}")
        return take(self, key)

    def watched_names(self: Reader, key: str, table: Any, allowed: Any) -> None:
        known = tuple(allowed)
        if key != "labels":
            asked.update(f"{key}.{name}" for name in known)
        names(self, key, table, known)

    monkeypatch.setattr(Reader, "take", watched_take)
    monkeypatch.setattr(Reader, "names", watched_names)
    load_ruleset(RICH)
    load_ruleset('id = "three"\n[game]\nkind = "totals"\n')
    load_ruleset(source_of("rl15"))
    plain = {re.sub(r"\[\d+\]", "", key) for key in asked}
    return {re.sub(r"^(values|labels)\.\w+", r"\1.*", key) for key in plain}


def _in_schema(key: str) -> bool:
    nodes: list[dict[str, Any]] = [SCHEMA]
    for name in key.split("."):
        inner = [found for node in nodes for found in _below(node, name)]
        if not inner:
            return False
        nodes = inner
    return True


def _below(node: dict[str, Any], name: str) -> list[dict[str, Any]]:
    node = _followed(node)
    options = [_followed(option) for option in (node, *node.get("oneOf", ()))]
    found = []
    for option in options:
        option = _followed(option["items"]) if isinstance(option.get("items"), dict) else option
        if name in option.get("properties", {}):
            found.append(option["properties"][name])
        elif name == "*" and isinstance(option.get("additionalProperties"), dict):
            found.append(option["additionalProperties"])
    return found


def _followed(node: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in node:
        node = SCHEMA["$defs"][node["$ref"].rpartition("/")[2]]
    return node


def test_every_key_that_the_loader_reads_is_in_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = _keys_read(monkeypatch)
    assert {
        "game.kind",
        "cards.convert.TA.to_nearest",
        "score.held.doubled.keep",
        "penalty.then",
        "values.*.else",
    } <= keys
    assert sorted(key for key in keys if not _in_schema(key)) == []


def test_every_key_that_the_loader_reads_is_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    documented = (ROOT / "docs/rule-sets.md").read_text(encoding="utf-8")
    missing = []
    keys = _keys_read(monkeypatch)
    for key in (key for key in keys if not any(other.startswith(f"{key}.") for other in keys)):
        parts = [part for part in key.split(".") if part != "*"]
        # The reference says a key by its table and its own name, modes, trumps, cards and rows apart.
        general = re.sub(r"^cards\.convert\.\w+", "cards.convert.MODE", key)
        general = re.sub(r"^score\.\w+(\.doubled)?", "score.ROW", general)
        general = re.sub(r"^(values|labels)\.\*", r"\1.NAME", general)
        if f"`{general}`" not in documented and f"`{parts[-1]}`" not in documented:
            missing.append(key)
    assert missing == []
