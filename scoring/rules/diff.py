"""What two rule sets count differently: by the sentences of the rules, and by the keys of the file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.describe import SECTION_IDS, Section, describe
from scoring.rules.phrases import Voice
from scoring.rules.ruleset import RuleSet
from scoring.rules.settings import settings

# Which section of the rules speaks of a key: the longest beginning that fits.
_SECTIONS: Mapping[str, str] = {
    "game.kind": "bids",
    "game.tricks": "cards",
    "game.passed": "passed",
    "cards": "cards",
    "bids": "bids",
    "bids.capot_doubled": "doubling",
    "bids.generale_needs": "success",
    "bids.take": "success",
    "belote": "belote",
    "announces": "announces",
    "success": "success",
    "success.tie": "ties",
    "success.tie_last_deal": "ties",
    "sweep": "sweep",
    "doubling": "doubling",
    "rounding": "rounding",
    "held": "ties",
    "values": "values",
    "score.made": "made",
    "score.failed": "failed",
    "score.held": "ties",
    "score.share": "ties",
    "score.capot_made": "capot",
    "score.capot_failed": "capot",
    "score.generale_made": "generale",
    "score.generale_failed": "generale",
    "penalty": "penalties",
    "totals": "totals",
}
# Sections whose words follow from all the others.
_DERIVED = ("examples", "source")


@dataclass(frozen=True, slots=True)
class Change:
    """One key of the file: its value before and after, None where it is not there. Formulas are texts."""

    key: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Difference:
    """One section of the rules that differs: the sentences only the old rules have, those only the new ones have, and
    the keys that make it so. Words can differ without a key of the section (a formula that reads a changed value), and
    a key without words (nothing it governs can happen)."""

    section: str
    title: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    changes: tuple[Change, ...]


def differences(old: RuleSet, new: RuleSet, language: str) -> tuple[Difference, ...]:
    """What differs, in the order of the rules' sections; empty for two that count alike. Names, documents and labels
    are no difference."""
    if old.sha256 == new.sha256:
        return ()
    keys = changes(old, new)
    before, after = _by_id(describe(old, language)), _by_id(describe(new, language))
    found: list[Difference] = []
    for id_ in SECTION_IDS:
        if id_ in _DERIVED:
            continue
        was, now = _sentences(before.get(id_)), _sentences(after.get(id_))
        gone = tuple(text for text in was if text not in now)
        come = tuple(text for text in now if text not in was)
        if not gone and not come and was != now:
            gone, come = was, now
        mine = tuple(change for change in keys if section_of(change.key) == id_)
        if gone or come or mine:
            found.append(Difference(id_, Voice(new, language).say(f"title_{id_}"), gone, come, mine))
    return tuple(found)


def changes(old: RuleSet, new: RuleSet) -> tuple[Change, ...]:
    """The keys whose value differs, in the file's order, those that only the new rules have last."""
    was, now = settings(old), settings(new)
    return tuple(
        Change(key, was.get(key), now.get(key)) for key in dict.fromkeys((*was, *now)) if was.get(key) != now.get(key)
    )


def section_of(key: str) -> str:
    """The id of the section that speaks of a key."""
    fitting = [start for start in _SECTIONS if key == start or key.startswith((f"{start}.", f"{start}["))]
    return _SECTIONS[max(fitting, key=len)]


def _by_id(sections: tuple[Section, ...]) -> dict[str, Section]:
    return {section.id: section for section in sections}


def _sentences(section: Section | None) -> tuple[str, ...]:
    return section.sentences if section else ()
