"""Formulas brought to what they come to in one outcome, so that two ways of writing the same are seen to be one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.rules.formula import Term
from scoring.rules.plain.parts import Cell
from scoring.rules.ruleset import RuleSet
from scoring.rules.settings import own_names, own_value, sweep_formula

Sum = dict[tuple[str, ...], int]


def terms_of(cell: Cell) -> list[Term]:
    """A built cell as the terms of its formula."""
    return [Term(part.coefficient, (*part.names, *(["m"] if part.multiplied else []))) for part in cell]


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of the names in the formulas of one rule set. ``own`` says which own values are what: equal
    tables have equal tokens."""

    ruleset: RuleSet
    own: Mapping[str, str]

    def reduced(self, terms: Iterable[Term], row: str, cell: str, doubled: bool) -> Sum:
        """The terms in the cell of an outcome with everything put in that is certain there, and added up."""
        return add_up(terms, self._known(row, cell, doubled), self.own)

    def _known(self, row: str, cell: str, doubled: bool) -> dict[str, int]:
        rules = self.ruleset
        known = numbers(rules, doubled)
        if not rules.announce_rules.on:
            known |= {"announces": 0, "their_announces": 0}
        if not rules.enters_belote:
            known |= {"belote": 0, "their_belote": 0}
        contract = row.rpartition("_")[0]
        if rules.kind == "take":
            known["bid"] = rules.bid_rules.take
        elif contract:
            known["bid"] = (rules.bid_rules.capot if contract == "capot" else rules.bid_rules.generale) or 0
        if row in {"capot_made", "generale_made"}:
            swept = cell == "declarer"
            known |= {"sweep": int(swept), "their_sweep": int(not swept)}
            points = _sweep_points(rules, contract, known)
            if points is not None:
                known |= {"points": points * swept, "their_points": points * (not swept)}
        elif row == "capot_failed":
            known["sweep" if cell == "declarer" else "their_sweep"] = 0
        return known


def context_of(ruleset: RuleSet) -> Context:
    """The context; an own value that never changes is its number."""
    return Context(ruleset, {name: _token(own_value(ruleset, name)) for name in own_names(ruleset)})


def _token(values: Mapping[str, int]) -> str:
    """What stands for an own value by trump: its number where that is one, else a text that says the whole table."""
    if len(set(values.values())) == 1:
        return str(next(iter(values.values())))
    return "@" + ",".join(f"{trump}{values[trump]}" for trump in sorted(values))


def numbers(rules: RuleSet, doubled: bool) -> dict[str, int]:
    """Names that are one number whatever the deal and its trump: the multiplier and the pack's points."""
    known = {} if doubled and len(rules.multipliers) > 1 else {"m": 1}
    totals = {rules.converted_total(trump) for trump in rules.trumps}
    return known | ({"total": totals.pop()} if len(totals) == 1 else {})


def add_up(terms: Iterable[Term], known: Mapping[str, int], own: Mapping[str, str]) -> Sum:
    """The terms added up, sorted names to coefficient, nothing where they cancel each other."""
    out: Sum = {}
    for coefficient, names in terms:
        amount, left = coefficient, list[str]()
        for name in names:
            token = own.get(name, name)
            if name in known:
                amount *= known[name]
            elif token.removeprefix("-").isdigit():
                amount *= int(token)
            elif not (token in left and token in {"sweep", "their_sweep"}):
                left.append(token)
        if "sweep" in left and "their_sweep" in left:
            continue
        key = tuple(sorted(left))
        out[key] = out.get(key, 0) + amount
    return {key: amount for key, amount in out.items() if amount}


def _sweep_points(rules: RuleSet, contract: str, known: Mapping[str, int]) -> int | None:
    """What the points become for declarers who make a capot or générale, None where it depends on the deal."""
    alone = contract == "generale" and rules.bid_rules.generale_needs == "alone"
    swept = add_up(sweep_formula(rules).terms, {**known, **({"alone": 1} if alone else {})}, {})
    if swept.keys() - {()}:
        return None
    amount = swept.get((), 0)
    before = rules.rounding.scope in {"points", "declarer_rest", "defence_rest"}
    return amount if not before or amount % rules.rounding.unit == 0 else None
