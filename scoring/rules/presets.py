"""The rule sets that come with the product: the TOML files in ``scoring/rulesets``, found by their names."""

from functools import lru_cache
from pathlib import Path

from scoring.rules.errors import RuleSetError
from scoring.rules.loading import load_ruleset
from scoring.rules.ruleset import RuleSet

FOLDER = Path(__file__).resolve().parent.parent / "rulesets"


@lru_cache(maxsize=1)
def preset_ids() -> tuple[str, ...]:
    """The ids of all presets, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def preset_source(id_: str) -> str:
    """The TOML text of a preset. Raises RuleSetError for an unknown id."""
    if id_ not in preset_ids():
        raise RuleSetError("no_ruleset", name=repr(id_), known=", ".join(preset_ids()))
    return (FOLDER / f"{id_}.toml").read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def preset(id_: str) -> RuleSet:
    """The preset, loaded once. Raises RuleSetError for an unknown id."""
    ruleset = load_ruleset(preset_source(id_))
    if ruleset.id != id_:
        raise RuleSetError("other_id", "id", name=id_, id=repr(ruleset.id))
    return ruleset
