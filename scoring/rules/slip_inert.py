"""Keys that are set and that nothing reads: most often the key beside them was forgotten."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.cards import MODES
from scoring.rules.ruleset import RuleSet
from scoring.rules.settings import settings
from scoring.rules.slip_checks import Found


@dataclass(frozen=True, slots=True)
class _Reads:
    """When a key is read, what it is where it is not given, and the key that would have it read."""

    default: Any
    read: Callable[[RuleSet], bool]
    needs: str


def _rounds(ruleset: RuleSet) -> bool:
    return ruleset.rounding.scope != "none" and ruleset.rounding.unit > 1


def _rounds_points(ruleset: RuleSet) -> bool:
    return _rounds(ruleset) and ruleset.rounding.scope != "line"


def _all_tricks_bid(ruleset: RuleSet) -> bool:
    return ruleset.bid_rules.capot is not None or ruleset.bid_rules.generale is not None


def _holds(ruleset: RuleSet) -> bool:
    return "held" in ruleset.success.outcomes


def _belote_helps(ruleset: RuleSet) -> bool:
    return ruleset.enters_belote and ruleset.success.belote != "no"


def _judges_points(ruleset: RuleSet) -> bool:
    played = {mode for mode in MODES if any(mode == _mode(trump) for trump in ruleset.trumps)}
    return _rounds_points(ruleset) or bool(played & {*ruleset.cards.convert})


def _mode(trump: str) -> str:
    return trump if trump in MODES else "suit"


def _numbers(ruleset: RuleSet) -> bool:
    return ruleset.kind == "auction" and not ruleset.bid_rules.listed


_INERT: Mapping[str, _Reads] = {
    "rounding.unit": _Reads(1, lambda r: r.rounding.scope != "none", "rounding.scope"),
    "rounding.scope": _Reads("none", lambda r: r.rounding.unit > 1, "rounding.unit"),
    "rounding.last_deal_exact": _Reads(False, _rounds, "rounding.scope"),
    "success.judge": _Reads("exact", _judges_points, "rounding.scope"),
    "success.belote": _Reads("yes", lambda r: r.enters_belote, "belote.value"),
    "success.belote_floor": _Reads(0, lambda r: r.enters_belote and r.success.belote == "lowers", "success.belote"),
    "success.belote_from": _Reads(0, _belote_helps, "success.belote"),
    "success.tie_last_deal": _Reads("none", lambda r: r.success.tie != "none", "success.tie"),
    "success.announces": _Reads(True, lambda r: r.enters_announces, "announces.on"),
    "announces.count": _Reads("best_side", lambda r: r.enters_announces, "announces.on"),
    "announces.equal": _Reads(
        "ask", lambda r: r.enters_announces and r.announce_rules.count == "best_side", "announces.on"
    ),
    "announces.cancel": _Reads(None, lambda r: r.enters_announces, "announces.on"),
    "bids.generale_needs": _Reads("alone", lambda r: r.bid_rules.generale is not None, "bids.generale"),
    "bids.capot_doubled": _Reads(True, lambda r: _all_tricks_bid(r) and len(r.doublings) > 1, "bids.capot"),
    "bids.take": _Reads(0, lambda r: r.kind == "take", "game.kind"),
    "bids.lowest": _Reads(80, _numbers, "game.kind"),
    "bids.step": _Reads(10, _numbers, "game.kind"),
    "bids.list": _Reads(None, lambda r: r.kind == "auction", "game.kind"),
    "held.carried_to": _Reads("winner", _holds, "success.tie"),
    "cards.all_trump": _Reads("natural", lambda r: "TA" in r.trumps, "cards.trumps"),
}


def inert(ruleset: RuleSet) -> Iterator[Found]:
    """Keys that are not at their default although nothing reads them."""
    values = settings(ruleset)
    for key, rule in _INERT.items():
        if values.get(key) != rule.default and not rule.read(ruleset):
            listed = key in {"bids.lowest", "bids.step"} and ruleset.kind == "auction"
            yield Found("not_read", key, {"setting": key, "needs": "bids.list" if listed else rule.needs})
    for mode in ruleset.cards.convert:
        if not any(_mode(trump) == mode for trump in ruleset.trumps):
            key = f"cards.convert.{mode}"
            yield Found("not_read", key, {"setting": key, "needs": "cards.trumps"})
