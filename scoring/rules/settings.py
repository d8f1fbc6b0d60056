"""A resolved rule set back as the keys of a rule-set file: variants merged, every default written out.

Loading what ``file_tree`` gives makes the same rule set again, with the same ``sha256``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from scoring.rules.cards import ALL_TRUMP, RANKS
from scoring.rules.formula import Formula, parse_formula
from scoring.rules.ruleset import SWEEP_NAMES, Cards, Origin, RuleSet


def settings(ruleset: RuleSet) -> dict[str, Any]:
    """Every key that decides what is written, dotted as in a file ("bids.highest.suit", "penalty[1].amount"), with its
    value: a text, a whole number, a truth value or a list."""
    return dict(_flat("", rules_tree(ruleset)))


def file_tree(ruleset: RuleSet) -> dict[str, Any]:
    """The whole rule set as the nested tables of a file, with names, origin and labels."""
    tree: dict[str, Any] = {"id": ruleset.id, "name": dict(ruleset.name)}
    tree |= _origin(ruleset.origin)
    tree |= rules_tree(ruleset)
    labels = {name: dict(texts) for name, texts in ruleset.labels.items()}
    return tree | ({"labels": labels} if labels else {})


def _origin(origin: Origin) -> dict[str, Any]:
    """The head's texts as in a file: by language where the file has them so."""
    plain = {"document": origin.document, "dated": origin.dated, "notes": origin.notes}
    tree: dict[str, Any] = {key: text for key, text in plain.items() if text}
    for key, language, text in origin.by_language:
        if not isinstance(tree.get(key), dict):
            tree[key] = {}
        tree[key][language] = text
    return tree


def rules_tree(ruleset: RuleSet) -> dict[str, Any]:
    """The tables of a file that decide what is written."""
    game = {"kind": ruleset.kind, "tricks": ruleset.tricks, "passed": "counted" if ruleset.counts_passed else "void"}
    if ruleset.totals is not None:
        return {"game": {"kind": ruleset.kind}, "totals": asdict(ruleset.totals)}
    tree: dict[str, Any] = {
        "game": game,
        "cards": _cards(ruleset.cards),
        "bids": _bids(ruleset),
        "belote": {"value": ruleset.belote_value, "most": dict(ruleset.belote_most)},
        "announces": _announces(ruleset),
        "success": asdict(ruleset.success),
        "sweep": {"points": ruleset.canonical()["sweep_points"]},
        "doubling": {double: factor for double, factor in ruleset.multipliers.items() if double != "none"},
        "rounding": asdict(ruleset.rounding),
        "held": {"carried_to": ruleset.carried_to},
        "values": {name: _own(own_value(ruleset, name)) for name in own_names(ruleset)},
        "score": _score(ruleset),
        "penalty": [dict(rung) for rung in ruleset.canonical().get("penalties", ())],
    }
    return {key: table for key, table in tree.items() if table}


def own_names(ruleset: RuleSet) -> tuple[str, ...]:
    """The names of the rule set's own values, in the file's order."""
    return tuple(ruleset.canonical()["own_names"])


def own_value(ruleset: RuleSet, name: str) -> dict[str, int]:
    """An own value by trump."""
    place = own_names(ruleset).index(name)
    return {trump: values[place] for trump, values in ruleset.own_values.items()}


def sweep_formula(ruleset: RuleSet) -> Formula:
    """What a side that took all tricks has as points."""
    return parse_formula(ruleset.canonical()["sweep_points"], (*SWEEP_NAMES, *own_names(ruleset)))


def all_trump_values(deck: tuple[int, ...]) -> Mapping[str, int]:
    """What each card of an all-trump pack of 32 is worth."""
    suit = deck[: len(RANKS)]
    named = (table for table in ALL_TRUMP.values() if tuple(table.values()) == suit)
    return next(named, dict(zip(RANKS, suit, strict=True)))


def _cards(cards: Cards) -> dict[str, Any]:
    values = all_trump_values(cards.decks["TA"])
    named = next((name for name, table in ALL_TRUMP.items() if table is values), None)
    convert = {
        mode: {
            "ratio": [rules.up, rules.down],
            "to": rules.to,
            "unit": rules.unit,
            "to_nearest": rules.to_nearest,
            "side": rules.side,
            "last_trick": "apart" if rules.apart else "with",
        }
        for mode, rules in cards.convert.items()
    }
    return {
        "trumps": list(cards.trumps),
        "all_trump": named or dict(values),
        "last_trick": dict(cards.last_trick),
        **({"total": {mode: cards.totals[mode] for mode in cards.own_totals}} if cards.own_totals else {}),
        "unit": cards.unit,
        **({"convert": convert} if convert else {}),
    }


def _bids(ruleset: RuleSet) -> dict[str, Any]:
    tree = asdict(ruleset.bid_rules)
    listed = list(tree.pop("listed"))
    special = {name: False if tree[name] is None else tree[name] for name in ("capot", "generale")}
    return {**tree, "highest": dict(ruleset.bid_rules.highest), **({"list": listed} if listed else {}), **special}


def _announces(ruleset: RuleSet) -> dict[str, Any]:
    tree = asdict(ruleset.announce_rules)
    values_sa = tree.pop("values_sa")
    cancel = list(tree.pop("cancel"))
    return {**tree, "values_SA": values_sa, **({"cancel": cancel} if cancel else {})}


def _own(by_trump: Mapping[str, int]) -> int | dict[str, int]:
    alike = {*by_trump.values()}
    return alike.pop() if len(alike) == 1 else dict(by_trump)


def _score(ruleset: RuleSet) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for form, cells in ruleset.formulas.items():
        row, _, doubled = form.partition(".")
        table = tree.setdefault(row, {})
        written = {cell: formula.text for cell, formula in cells.items()}
        if doubled:
            table["doubled"] = written
        else:
            table.update(written)
    return tree


def _flat(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{prefix}.{key}" if prefix else str(key), inner)
    elif isinstance(value, list) and value and isinstance(value[0], Mapping):
        for place, inner in enumerate(value, start=1):
            yield from _flat(f"{prefix}[{place}]", inner)
    else:
        yield prefix, value
