"""Formulas brought to what they come to in one outcome, so that two ways of writing the same are seen to be one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.rules.formula import Formula, Term
from scoring.rules.plain.parts import Cell
from scoring.rules.ruleset import RuleSet

Sum = dict[tuple[str, ...], int]
CELLS = ("declarer", "defence", "keep")


def form_of(formulas: Mapping[str, Mapping[str, Formula]], row: str, doubled: bool) -> str | None:
    """Which row of the file rules an outcome: "capot_made" or what it falls back on, with ".doubled" where written."""
    contract, _, result = row.rpartition("_")
    chain = [row, *(["capot_" + result] if contract == "generale" else []), *([result] if contract else [])]
    found = next((name for name in chain if name in formulas), None)
    return f"{found}.doubled" if found and doubled and f"{found}.doubled" in formulas else found


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
        known = dict(_constants(rules))
        if not doubled or len(rules.multipliers) < 2:
            known["m"] = 1
        contract = row.rpartition("_")[0]
        if rules.kind == "take":
            known["bid"] = rules.bid_rules.take
        elif contract:
            known["bid"] = (rules.bid_rules.capot if contract == "capot" else rules.bid_rules.generale) or 0
        if row in {"capot_made", "generale_made"}:
            swept = cell == "declarer"
            known |= {"sweep": int(swept), "their_sweep": int(not swept)}
            points = _sweep_points(rules, contract)
            if points is not None:
                known |= {"points": points * swept, "their_points": points * (not swept)}
        elif row == "capot_failed":
            known["sweep" if cell == "declarer" else "their_sweep"] = 0
        return known


def context_of(ruleset: RuleSet) -> Context:
    """The context; an own value that never changes is its number."""
    return Context(ruleset, {name: _token(ruleset, name) for name in own_names(ruleset)})


def own_names(ruleset: RuleSet) -> tuple[str, ...]:
    names: list[str] = ruleset.canonical()["own_names"]
    return tuple(names)


def own_value(ruleset: RuleSet, name: str) -> dict[str, int]:
    """An own value by the trumps that are played."""
    place = own_names(ruleset).index(name)
    return {trump: ruleset.own_values[trump][place] for trump in ruleset.trumps}


def _token(ruleset: RuleSet, name: str) -> str:
    values = own_value(ruleset, name)
    if len(set(values.values())) == 1:
        return str(next(iter(values.values())))
    return "@" + ",".join(f"{trump}{values[trump]}" for trump in sorted(values))


def add_up(terms: Iterable[Term], known: Mapping[str, int], own: Mapping[str, str]) -> Sum:
    """The terms added up, sorted names to coefficient, nothing where they cancel each other."""
    out: Sum = {}
    for coefficient, names in terms:
        amount, left = coefficient, list[str]()
        for name in names:
            token = own.get(name, name)
            if name in known:
                amount *= known[name]
            elif token.lstrip("-").isdigit():
                amount *= int(token)
            elif not (token in left and token in {"sweep", "their_sweep"}):
                left.append(token)
        if "sweep" in left and "their_sweep" in left:
            continue
        key = tuple(sorted(left))
        out[key] = out.get(key, 0) + amount
    return {key: amount for key, amount in out.items() if amount}


def _constants(rules: RuleSet) -> dict[str, int]:
    """Names that have one value under this rule set, whatever the deal."""
    known: dict[str, int] = {}
    if not rules.announce_rules.on:
        known |= {"announces": 0, "their_announces": 0}
    if not rules.enters_belote:
        known |= {"belote": 0, "their_belote": 0}
    totals = {rules.converted_total(trump) for trump in rules.trumps}
    if len(totals) == 1:
        known["total"] = totals.pop()
    return known


def _sweep_points(rules: RuleSet, contract: str) -> int | None:
    """What the points become for declarers who make a capot or générale, None where it depends on the deal."""
    known = _constants(rules)
    amount = 0
    for coefficient, places, _, _ in rules.sweep_points:
        names = {2: "total", 10: "alone"}
        for place in places:
            if names.get(place) == "total" and "total" in known:
                coefficient *= known["total"]
            elif names.get(place) == "alone" and contract == "generale" and rules.bid_rules.generale_needs == "alone":
                continue
            else:
                return None
        amount += coefficient
    before = rules.rounding.scope in {"points", "declarer_rest", "defence_rest"}
    return amount if not before or amount % rules.rounding.unit == 0 else None
