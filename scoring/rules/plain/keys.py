"""Everything but the grid: keys of the file that answers stand for, read and written, dotted: "bids.lowest"."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.rules.cards import ALL_TRUMP, MODES, RANKS, Mode
from scoring.rules.deal import ALIASES
from scoring.rules.plain.answers import asked, shape_error
from scoring.rules.plain.catalogue import BY_KEY
from scoring.rules.plain.penalties import rows_of, tables_of
from scoring.rules.plain.questions import Answers
from scoring.rules.ruleset import RuleSet

# Question, key in the file. The answer is the key's value, a text of digits its number; a key that is left out stands
# for the file format's default, which is the first or usual answer.
_SAME: Mapping[str, str] = {
    "kind": "game.kind",
    "players": "game.tricks",
    "passed": "game.passed",
    "points_unit": "cards.unit",
    "lowest": "bids.lowest",
    "step": "bids.step",
    "generale_needs": "bids.generale_needs",
    "take_needs": "bids.take",
    "capot_doubled": "bids.capot_doubled",
    "beat_defence": "success.beat_defence",
    "at_bid": "success.at_bid",
    "margin": "success.margin",
    "lowest_needs": "success.lowest_needs",
    "belote_helps": "success.belote",
    "belote_floor": "success.belote_floor",
    "belote_from": "success.belote_from",
    "announces_count": "success.announces",
    "judge": "success.judge",
    "tie": "success.tie",
    "announces": "announces.on",
    "announces_side": "announces.count",
    "announces_equal": "announces.equal",
    "carried_to": "held.carried_to",
    "last_deal_exact": "rounding.last_deal_exact",
    "rounding_divide": "rounding.divide",
    "totals_sides": "totals.sides",
    "totals_control": "totals.control",
    "totals_lowest": "totals.lowest",
}
_TRICKS = {"4": 8, "2": 16}

# Keys that mean something although their question is not asked in this kind of game.
_ALWAYS = {"margin", "lowest_needs", "belote_from"}

_MANAGED_ELSEWHERE = (
    "cards.trumps", "cards.all_trump", "cards.convert", "cards.last_trick", "cards.total", "bids.highest", "bids.list",
    "bids.capot", "bids.generale", "success.tie_last_deal", "belote.value", "belote.most", "announces.values",
    "announces.values_SA", "announces.cancel", "doubling.coinche", "doubling.surcoinche", "rounding.unit",
    "rounding.up_from", "rounding.scope", "sweep.points", "penalty",
)  # fmt: skip
KEYS = (*_SAME.values(), *_MANAGED_ELSEWHERE)
_TABLES = {key.partition(".")[0] for key in KEYS if "." in key}
ABOUT = ("id", "name", "document", "dated", "notes", "variant", "values", "labels", "score")
SUITS = ("S", "H", "D", "C")


def value_at(tree: Mapping[str, Any], key: str) -> Any:
    """The value at the dotted ``key``, None where there is none."""
    node: Any = tree
    for name in key.split("."):
        node = node.get(name) if isinstance(node, Mapping) else None
    return node


def unknown_keys(tree: Mapping[str, Any]) -> Iterator[str]:
    """Keys of ``tree`` that no question stands for."""
    for name, value in tree.items():
        if name in ABOUT or name in KEYS:
            continue
        if name in _TABLES and isinstance(value, Mapping):
            yield from (f"{name}.{key}" for key in value if f"{name}.{key}" not in KEYS)
        else:
            yield name


def read_keys(tree: Mapping[str, Any], ruleset: RuleSet) -> tuple[dict[str, Any], list[str]]:
    """The answers that a valid tree's keys give, and the keys that say more than an answer can."""
    rest = list(unknown_keys(tree))
    answers: dict[str, Any] = {}
    for key, place in _SAME.items():
        value = value_at(tree, place)
        if value is None:
            continue
        question = BY_KEY[key]
        if key == "players":
            value = "2" if value == 16 else "4"
        elif question.kind == "choice":
            value = str(value)
        if shape_error(question, value) is None:
            answers[key] = value
        else:
            rest.append(place)
    for read in (_read_trumps, _read_pack, _read_bids, _read_belote, _read_announces, _read_rounding):
        found, more = read(tree, ruleset)
        answers |= found
        rest += more
    return answers, rest


_Found = tuple[dict[str, Any], list[str]]


def _read_trumps(tree: Mapping[str, Any], ruleset: RuleSet) -> _Found:
    played = ruleset.trumps
    rest = [] if {*SUITS} <= {*played} else ["cards.trumps"]
    answers: dict[str, Any] = {"no_trump": "SA" in played, "all_trump": "TA" in played}
    scale = value_at(tree, "cards.all_trump") or "natural"
    if isinstance(scale, Mapping):
        same = next((name for name, values in ALL_TRUMP.items() if dict(values) == dict(scale)), None)
        answers["all_trump_scale"] = same or "own"
        answers["all_trump_cards"] = {rank: scale[rank] for rank in RANKS}
    else:
        answers["all_trump_scale"] = scale
    convert = value_at(tree, "cards.convert") or {}
    rest += [f"cards.convert.{mode}" for mode in convert if mode != "TA" and _plays(ruleset, mode)]
    if "TA" in convert:
        answers |= _read_conversion(convert["TA"])
    return answers, rest


def _plays(ruleset: RuleSet, mode: str) -> bool:
    return mode == "suit" or mode in ruleset.trumps


# 162/258 is 27/43: no half ever comes, so nearest is the same whichever side is converted.
_TO_162 = {"ratio": [162, 258], "to_nearest": "nearest", "unit": 1, "last_trick": "with", "to": 162}


def _read_conversion(given: Mapping[str, Any]) -> dict[str, Any]:
    table = dict(given)
    if all(value == _TO_162.get(key, value) for key, value in table.items()):
        return {"all_trump_conversion": "to_162"}
    return {
        "all_trump_conversion": "own",
        "convert_up": table["ratio"][0],
        "convert_down": table["ratio"][1],
        "convert_to": table.get("to", 0),
        "convert_unit": str(table.get("unit", 1)),
        "convert_nearest": table.get("to_nearest", "nearest"),
        "convert_side": table.get("side", "declarer"),
        "convert_last_trick": table.get("last_trick", "with"),
    }


def _read_pack(tree: Mapping[str, Any], ruleset: RuleSet) -> _Found:
    own = {*ruleset.cards.own_totals}
    played = {mode for mode in MODES if _plays(ruleset, mode)}
    fixed = played <= own
    answers: dict[str, Any] = {
        "last_trick": {mode: ruleset.cards.last_trick[mode] for mode in MODES},
        "pack_total": "fixed" if fixed else "counted",
    }
    if fixed:
        answers["pack_totals"] = {mode: ruleset.cards.totals[mode] for mode in MODES}
    rows = rows_of(value_at(tree, "penalty") or [])
    if rows is not None:
        answers["penalties"] = rows
    rest = [] if rows is not None else ["penalty"]
    return answers, [*rest, "cards.total"] if own & played and not fixed else rest


def _read_bids(tree: Mapping[str, Any], ruleset: RuleSet) -> _Found:
    rules = ruleset.bid_rules
    answers: dict[str, Any] = {
        "bid_steps": "list" if rules.listed else "ladder",
        "highest": {mode: rules.highest[mode] for mode in MODES},
        "capot": rules.capot is not None,
        "generale": rules.generale is not None,
        "coinche": "coinche" in ruleset.multipliers,
        "surcoinche": "surcoinche" in ruleset.multipliers,
    }
    if rules.listed:
        answers["bid_list"] = list(rules.listed)
    values = {"capot_value": rules.capot, "generale_value": rules.generale}
    values |= {f"{name}_times": ruleset.multipliers.get(name) for name in ("coinche", "surcoinche")}
    answers |= {key: value for key, value in values.items() if value is not None}
    special = [f"bids.{name}" for name in ("capot", "generale") if answers[name]]
    always = [_SAME[key] for key in sorted(_ALWAYS) if value_at(tree, _SAME[key])]
    tie = value_at(tree, "success.tie_last_deal")
    answers["tie_last_deal"] = "same" if tie is None or tie == ruleset.success.tie else tie
    return answers, [*special, *always] if ruleset.kind == "take" else []


def _read_belote(tree: Mapping[str, Any], ruleset: RuleSet) -> _Found:
    most = ruleset.belote_most
    played: list[Mode] = [mode for mode in MODES if _plays(ruleset, mode)]
    on = ruleset.belote_value > 0 and any(most[mode] for mode in played)
    answers: dict[str, Any] = {"belote": on, "belote_all_trump": most["TA"]}
    if on:
        answers["belote_value"] = ruleset.belote_value
    answers["belote_against"] = ruleset.success.belote == "yes"
    usual = not on or (most["suit"] == 1 and (most["SA"] == 0 or "SA" not in played))
    return answers, [] if usual else ["belote.most"]


def _read_announces(tree: Mapping[str, Any], ruleset: RuleSet) -> _Found:
    rules = ruleset.announce_rules
    names = BY_KEY["announces_values"].options
    cancel = value_at(tree, "announces.cancel") or []
    return {
        "announces_values": {name: rules.values[name] for name in names},
        "announces_no_trump": rules.values != rules.values_sa,
        "announces_no_trump_values": {name: rules.values_sa[name] for name in names},
        "announces_cancel": [name for name in names if name in {ALIASES.get(given, given) for given in cancel}],
    }, []


def _read_rounding(tree: Mapping[str, Any], ruleset: RuleSet) -> _Found:
    rules = ruleset.rounding
    if rules.unit == 1:
        return {}, []
    return {
        "rounding": rules.scope,
        "rounding_unit": str(rules.unit),
        "rounding_up_from": rules.up_from,
    }, []


def write_keys(answers: Answers) -> dict[str, Any]:
    """The file's keys for the answers (complete, without errors): only those whose questions arise and, where a
    default is not the usual way of counting, those that say something."""
    seen = asked(answers)
    keys: dict[str, Any] = {}
    for key, place in _SAME.items():
        if (key in seen or key in _UNASKED) and (answers[key] != BY_KEY[key].default or key in _SPOKEN):
            keys[place] = _file_value(key, answers[key])
    if answers["kind"] != "totals":
        for write in (_write_pack, _write_bids, _write_belote, _write_announces, _write_rounding):
            keys |= write(answers, seen)
    if answers["penalties"]:
        keys["penalty"] = tables_of(answers["penalties"])
    return keys


# Written even where they are the usual ones: a reader of the file looks for them.
_SPOKEN = {"kind", "lowest", "step"}

# Means something although nothing is held over under these rules: a deal may bring points from before a change.
_UNASKED = {"carried_to"}


def _file_value(key: str, answer: Any) -> Any:
    if key == "players":
        return _TRICKS[answer]
    return int(answer) if isinstance(answer, str) and answer.isdigit() else answer


def _write_pack(answers: Answers, seen: frozenset[str]) -> dict[str, Any]:
    extra = [trump for trump, key in (("SA", "no_trump"), ("TA", "all_trump")) if answers[key]]
    keys: dict[str, Any] = {"cards.trumps": [*SUITS, *extra]}
    if "all_trump_scale" in seen and answers["all_trump_scale"] != "natural":
        own = answers["all_trump_scale"] == "own"
        keys["cards.all_trump"] = dict(answers["all_trump_cards"]) if own else answers["all_trump_scale"]
    conversion = "all_trump_conversion" in seen and answers["all_trump_conversion"]
    if conversion == "to_162":
        keys["cards.convert"] = {"TA": {"ratio": [162, 258]}}
    elif conversion == "own":
        keys["cards.convert"] = {"TA": _conversion(answers)}
    if set(answers["last_trick"].values()) != {10}:
        keys["cards.last_trick"] = dict(answers["last_trick"])
    if answers["pack_total"] == "fixed":
        keys["cards.total"] = dict(answers["pack_totals"])
    return keys


def _conversion(answers: Answers) -> dict[str, Any]:
    table: dict[str, Any] = {"ratio": [answers["convert_up"], answers["convert_down"]]}
    if answers["convert_to"]:
        table["to"] = answers["convert_to"]
    if answers["convert_unit"] != "1":
        table["unit"] = int(answers["convert_unit"])
    names = {"to_nearest": "convert_nearest", "side": "convert_side", "last_trick": "convert_last_trick"}
    return table | {name: answers[key] for name, key in names.items() if answers[key] != BY_KEY[key].default}


def _write_bids(answers: Answers, seen: frozenset[str]) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    if "highest" in seen:
        ends = dict(answers["highest"])
        keys["bids.highest"] = ends["suit"] if len(set(ends.values())) == 1 else ends
    if "bid_list" in seen:
        keys["bids.list"] = sorted(set(answers["bid_list"]))
    keys |= {f"bids.{name}": answers[f"{name}_value"] for name in ("capot", "generale") if f"{name}_value" in seen}
    keys |= {
        f"doubling.{name}": answers[f"{name}_times"] for name in ("coinche", "surcoinche") if f"{name}_times" in seen
    }
    if "tie_last_deal" in seen and answers["tie_last_deal"] not in {"same", answers["tie"]}:
        keys["success.tie_last_deal"] = answers["tie_last_deal"]
    if answers["sweep_unasked"] in {"points", "added"}:
        alone = f" + {answers['sweep_alone']}*alone" if answers["sweep_alone"] else ""
        if answers["sweep_unasked"] == "points":
            keys["sweep.points"] = f"{answers['sweep_points']}{alone}"
        else:
            sign = "-" if answers["sweep_added"] < 0 else "+"
            keys["sweep.points"] = f"total {sign} {abs(answers['sweep_added'])}{alone}"
    return keys


def _write_belote(answers: Answers, seen: frozenset[str]) -> dict[str, Any]:
    if not answers["belote"]:
        return {"belote.value": 0}
    keys: dict[str, Any] = {}
    if answers["belote_value"] != 20:
        keys["belote.value"] = answers["belote_value"]
    if "belote_all_trump" in seen and answers["belote_all_trump"] != 4:
        keys["belote.most"] = {"TA": answers["belote_all_trump"]}
    return keys


def _write_announces(answers: Answers, seen: frozenset[str]) -> dict[str, Any]:
    if "announces_values" not in seen:
        return {}
    usual, plain = BY_KEY["announces_values"].default, answers["announces_values"]
    keys: dict[str, Any] = {"announces.values": {name: n for name, n in plain.items() if n != usual[name]}}
    if "announces_no_trump_values" in seen:
        other = answers["announces_no_trump_values"]
        keys["announces.values_SA"] = {name: n for name, n in other.items() if n != plain[name]}
    keys["announces.cancel"] = list(answers["announces_cancel"])
    return {key: value for key, value in keys.items() if value}


def _write_rounding(answers: Answers, seen: frozenset[str]) -> dict[str, Any]:
    if answers["rounding"] == "none":
        return {}
    return {
        "rounding.unit": int(answers["rounding_unit"]),
        "rounding.up_from": answers["rounding_up_from"],
        "rounding.scope": answers["rounding"],
    }
