"""Where rule sets for tests come from: the presets, and the files of sheets that are no presets."""

import json
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from scoring.rules import RuleSet, load_ruleset, preset_ids, preset_source

HERE = Path(__file__).parent

#: Case file to the rule set of its rows. The first five come from rule documents, the others from published sheets.
CASE_FILES = {
    "club": "club",
    "app": "app",
    "guide-belote": "guide-belote",
    "guide-coinche": "guide-coinche",
    "guide-contree": "guide-contree",
    "ascee2a": "ascee-2a",
    "ascee79": "ascee-79",
    "bridgee": "bridgee",
    "cannes16": "cannes-2016",
    "casson": "casson",
    "coinchons": "coinchons",
    "contreenet": "contreenet",
    "ducale": "ducale",
    "essarts": "essarts",
    "exoty": "exoty",
    "fauxd": "fauxd",
    "ffb-b16": "ffb-belote-2016",
    "ffb-c16": "ffb-contree-2016",
    "ffb-coi15": "ffb-coinche-2015",
    "ffb-lud": "ffb-contree-ludique",
    "ffc-ste": "stephanoise",
    "geraudot": "geraudot",
    "intl": "international",
    "jweb": "jweb",
    "koenigs": "koenigshoffen",
    "kydos": "kydos",
    "lagrandcombe": "la-grand-combe",
    "lions": "lions",
    "muscle": "muscle",
    "pagat": "pagat",
    "scoreit": "scoreit",
    "wiki-ct": "wiki-contree",
}


def case_rows(name: str) -> list[dict[str, Any]]:
    """The rows of a case file, deals and penalties."""
    return [json.loads(line) for line in (HERE / "cases" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def ids_for_tests() -> tuple[str, ...]:
    """The rule sets that are written for tests only."""
    return tuple(sorted(path.stem for path in (HERE / "rulesets").glob("*.toml")))


def source_of(id_: str) -> str:
    """The text of a preset, or of a rule set that is written for tests only."""
    if id_ in preset_ids():
        return preset_source(id_)
    return (HERE / "rulesets" / f"{id_}.toml").read_text(encoding="utf-8")


@lru_cache(maxsize=256)
def ruleset_of(id_: str, variants: tuple[str, ...] = ()) -> RuleSet:
    """A rule set with variants laid over it, loaded once."""
    return load_ruleset(source_of(id_), variants)


def variants_of(id_: str) -> tuple[str, ...]:
    """The names of a file's variants, in its order."""
    return tuple(tomllib.loads(source_of(id_)).get("variant", {}))


def all_rulesets(*, presets_only: bool = False) -> list[tuple[str, tuple[str, ...]]]:
    """Every rule set, plain and with each of its variants alone."""
    ids = preset_ids() if presets_only else (*preset_ids(), *ids_for_tests())
    return [(id_, chosen) for id_ in ids for chosen in ((), *((name,) for name in variants_of(id_)))]


def title(id_: str, variants: tuple[str, ...]) -> str:
    """What the command line calls it: ID+VARIANT."""
    return "+".join((id_, *variants))
