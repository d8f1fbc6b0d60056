"""The single checks behind ``slips``: each looks at a resolved rule set and yields what is probably a slip.

What is set and read by nothing is in ``slip_inert``; the outcome grid, bids, belotes and penalties are here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise, product

from scoring.rules.cards import MODE_OF
from scoring.rules.formula import Formula
from scoring.rules.grid import written_form
from scoring.rules.ruleset import ROWS, RuleSet
from scoring.rules.settings import own_names, own_value, settings, sweep_formula
from scoring.rules.words import Value

_ALL_TRICKS = ("capot", "generale")
_SIDES = ("declarer", "defence")
_EVER = 99


@dataclass(frozen=True, slots=True)
class Found:
    """A slip before its line is known."""

    code: str
    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


def forms(ruleset: RuleSet) -> Iterator[tuple[str, str, bool, Mapping[str, Formula]]]:
    """What each outcome that can come is written by: the row, the form that it stands in (the row itself or what it
    falls back on, with ".doubled" for a doubled form of its own), whether that is used doubled, and its cells."""
    for row in _rows_that_come(ruleset):
        can_be_doubled = len(ruleset.doublings) > 1 and ("_" not in row or ruleset.bid_rules.capot_doubled)
        for doubled in (False, True) if can_be_doubled else (False,):
            form = written_form(ruleset.formulas, row, doubled=doubled) or row
            yield row, form, doubled, ruleset.formulas[form]


def _rows_that_come(ruleset: RuleSet) -> tuple[str, ...]:
    rules, bids = ruleset.success, ruleset.bid_rules
    reached = set(rules.outcomes)
    for contract, bid in zip(_ALL_TRICKS, (bids.capot, bids.generale), strict=True):
        if bid is not None:
            reached |= {f"{contract}_made", f"{contract}_failed"}
    return tuple(row for row in ROWS if row in reached)


def _used(formula: Formula) -> set[str]:
    return {name for term in formula.terms for name in term.names}


def doubling_unused(ruleset: RuleSet) -> Iterator[Found]:
    """An outcome that pays the same whatever the factor, doubled or redoubled."""
    for _, form, doubled, cells in forms(ruleset):
        worth = any(formula.terms for formula in cells.values())
        if doubled and worth and not any("m" in _used(formula) for formula in cells.values()):
            yield Found("doubling_unused", f"score.{form}", {"row": form})


def row_unused(ruleset: RuleSet) -> Iterator[Found]:
    """A row of the grid that no deal can lead to."""
    reached = {form for _, form, _, _ in forms(ruleset)}
    for form in ruleset.formulas:
        if form not in reached:
            yield Found("row_unused", f"score.{form}", {"row": form})


def sweep_twice(ruleset: RuleSet) -> Iterator[Found]:
    """All tricks paid twice: in the points (``sweep.points``) and beside them."""
    if settings(ruleset)["sweep.points"] == "total":
        return
    for _, form, _, cells in forms(ruleset):
        for cell, formula in cells.items():
            bonus = any({*term.names} - {"m", *own_names(ruleset)} == {"sweep"} for term in formula.terms)
            if bonus and "points" in _used(formula):
                yield Found("sweep_twice", f"score.{form}.{cell}", {"row": form})


def sweep_below_total(ruleset: RuleSet) -> Iterator[Found]:
    """All tricks are worth less than all points."""
    points = settings(ruleset)["sweep.points"]
    most = max(ruleset.converted_total(trump) for trump in ruleset.trumps)
    if points.isdigit() and int(points) < most:
        yield Found("sweep_below_total", "sweep.points", {"points": points, "total": most})


def belotes(ruleset: RuleSet) -> Iterator[Found]:
    """A belote that two write, or nobody."""
    if not ruleset.enters_belote:
        return
    for _, form, _, cells in forms(ruleset):
        writers = {side: _writers(cells, side, other) for side, other in (_SIDES, _SIDES[::-1])}
        lost = [side for side, count in writers.items() if not count]
        if lost:
            yield Found(f"belote_lost_{'both' if len(lost) == 2 else lost[0]}", f"score.{form}", {"row": form})
        for side, count in writers.items():
            if count > 1:
                yield Found(f"belote_twice_{side}", f"score.{form}", {"row": form})


def _writers(cells: Mapping[str, Formula], side: str, other: str) -> int:
    """How many write the belote of ``side``: that side, the other, and what is held over (the declarers' cell)."""
    own = ["belote" in _used(cells[side]), "their_belote" in _used(cells[other])]
    kept = "belote" if side == "declarer" else "their_belote"
    return sum(own) + ("keep" in cells and kept in _used(cells["keep"]))


def announces_lost(ruleset: RuleSet) -> Iterator[Found]:
    """Announces that are played and that a whole outcome writes to nobody."""
    if not ruleset.enters_announces:
        return
    for _, form, _, cells in forms(ruleset):
        if not any({"announces", "their_announces"} & _used(formula) for formula in cells.values()):
            yield Found("announces_lost", f"score.{form}", {"row": form})


def below_zero(ruleset: RuleSet) -> Iterator[Found]:
    """A cell that some deal brings below zero."""
    for row, form, doubled, cells in forms(ruleset):
        for cell, formula in cells.items():
            least = _least(ruleset, row, cell, formula, doubled=doubled)
            if least < 0:
                yield Found("below_zero", f"score.{form}.{cell}", {"row": form, "least": f"−{-least}"})


def _least(ruleset: RuleSet, row: str, cell: str, formula: Formula, *, doubled: bool) -> int:
    """The least that a formula comes to, at the ends of what each of its names can be."""
    own = own_names(ruleset)
    used = _used(formula)
    lowest = [min(own_value(ruleset, name).values()) for name in used & {*own}]
    if all(term.coefficient > 0 for term in formula.terms) and min(lowest, default=0) >= 0:
        return 0
    free = [name for name in _FREE if name in used or (name == "points" and "their_points" in used)]
    least = 0
    for trump in ruleset.trumps:
        total = ruleset.converted_total(trump)
        values = dict(zip(own, ruleset.own_values[trump], strict=True)) | {"total": total}
        for point in product(*(_ends(ruleset, name, row, doubled=doubled) for name in free)):
            chosen = values | dict(zip(free, point, strict=True))
            for sweep in _sweeps(row, cell):
                chosen |= _points(total, chosen.get("points", 0), sweep)
                least = min(least, sum(term.coefficient * _product(chosen, term.names) for term in formula.terms))
    return least


_FREE = ("points", "bid", "announces", "their_announces", "belote", "their_belote", "m")


def _ends(ruleset: RuleSet, name: str, row: str, *, doubled: bool) -> tuple[int, ...]:
    """The least and the most that a name stands for; ``points`` as 0 and 1 of all there are."""
    if name == "bid":
        special = {"capot": ruleset.bid_rules.capot, "generale": ruleset.bid_rules.generale}.get(row.partition("_")[0])
        numbers = ruleset.bids or (ruleset.bid_rules.take,)
        return (special,) if special is not None else (numbers[0], numbers[-1])
    if name == "m":
        factors = tuple(factor for double, factor in ruleset.multipliers.items() if double != "none")
        return factors if doubled else (1,)
    if name == "points":
        return (0, 1)
    played = ruleset.enters_belote if name.endswith("belote") else ruleset.enters_announces
    return (0, ruleset.belote_value if name.endswith("belote") else 100) if played else (0,)


def _sweeps(row: str, cell: str) -> tuple[tuple[int, int], ...]:
    """Which of (``sweep``, ``their_sweep``) can be 1 there."""
    if row.startswith(_ALL_TRICKS) and row.endswith("made"):
        return ((0, 1),) if cell == "defence" else ((1, 0),)
    return ((0, 0), (1, 0), (0, 1))


def _points(total: int, share: int, sweep: tuple[int, int]) -> dict[str, int]:
    own = total if sweep[0] else 0 if sweep[1] else total * share
    return {"points": own, "their_points": total - own, "sweep": sweep[0], "their_sweep": sweep[1]}


def _product(values: Mapping[str, int], names: tuple[str, ...]) -> int:
    result = 1
    for name in names:
        result *= values[name]
    return result


def value_unused(ruleset: RuleSet) -> Iterator[Found]:
    """An own value that no formula reads."""
    formulas = [formula for cells in ruleset.formulas.values() for formula in cells.values()]
    used = {name for formula in (*formulas, sweep_formula(ruleset)) for name in _used(formula)}
    for name in own_names(ruleset):
        if name not in used:
            yield Found("value_unused", f"values.{name}", {"name": name})


def bid_bounds(ruleset: RuleSet) -> Iterator[Found]:
    """Numbers that no bid can reach, and bids of all tricks that a number bid outdoes."""
    rules = ruleset.bid_rules
    if ruleset.kind == "auction" and not rules.listed:
        modes = tuple(dict.fromkeys(MODE_OF[trump] for trump in ruleset.trumps))
        highest = {mode: rules.highest[mode] for mode in modes}
        # One number for all modes is one key in the file.
        for place, end in highest.items() if len({*highest.values()}) > 1 else [("", highest[modes[0]])]:
            key = f"bids.highest.{place}" if place else "bids.highest"
            values: dict[str, Value] = {"highest": end, "lowest": rules.lowest, "step": rules.step}
            if end and end < rules.lowest:
                yield Found("highest_below_lowest", key, values)
            elif end and (end - rules.lowest) % rules.step:
                yield Found("highest_off_step", key, values)
    ends = rules.listed or tuple(rules.highest[MODE_OF[trump]] for trump in ruleset.trumps)
    if ruleset.kind == "auction" and rules.capot is not None and rules.capot <= max(ends):
        yield Found("capot_below_highest", "bids.capot", {"capot": rules.capot, "highest": max(ends)})
    if rules.capot is not None and rules.generale is not None and rules.generale < rules.capot:
        yield Found("generale_below_capot", "bids.generale", {"generale": rules.generale, "capot": rules.capot})


def factors(ruleset: RuleSet) -> Iterator[Found]:
    """A redoubling that is worth no more than the doubling."""
    given = ruleset.multipliers
    if "surcoinche" in given and given["surcoinche"] <= given["coinche"]:
        yield Found("redoubling_not_more", "doubling.surcoinche", {"n": given["surcoinche"]})


def always_made(ruleset: RuleSet) -> Iterator[Found]:
    """Trump taken, and nothing that the takers must reach."""
    rules = ruleset.success
    nothing = not (ruleset.bid_rules.take or rules.margin or rules.lowest_needs)
    if ruleset.kind == "take" and nothing and rules.beat_defence == "no":
        yield Found("always_made", "success.beat_defence")


def pack_off_unit(ruleset: RuleSet) -> Iterator[Found]:
    """A pack that does not come out in the unit in which points are written: no deal could be written."""
    for mode in dict.fromkeys(MODE_OF[trump] for trump in ruleset.trumps):
        if ruleset.cards.totals[mode] % ruleset.cards.unit:
            values: dict[str, Value] = {"unit": ruleset.cards.unit, "total": ruleset.cards.totals[mode]}
            yield Found("pack_off_unit", "cards.unit", values)


def unnamed(ruleset: RuleSet) -> Iterator[Found]:
    if not ruleset.name:
        yield Found("unnamed", "name", {"id": ruleset.id})


def ladder(ruleset: RuleSet) -> Iterator[Found]:
    """Penalty ladders with a time that no rung says, or that two say."""
    for fault in ruleset.faults:
        rungs = [(rung, f"penalty[{n}]") for n, rung in enumerate(ruleset.penalties, start=1) if rung.fault == fault]
        rungs.sort(key=lambda pair: (pair[0].first, pair[0].until))
        first, key = rungs[0]
        if first.first > 1:
            yield _gap(f"{key}.from", fault, 1, first.first - 1)
        for (before, _), (after, place) in pairwise(rungs):
            if after.first > before.until + 1:
                yield _gap(f"{place}.from", fault, before.until + 1, after.first - 1)
            elif after.first <= before.until:
                yield Found("ladder_overlap", f"{place}.from", {"fault": fault, "first": after.first})
        if max(rung.until for rung, _ in rungs) < _EVER:
            last, key = max(rungs, key=lambda pair: pair[0].until)
            yield Found("ladder_end", f"{key}.until", {"fault": fault, "last": last.until})


def _gap(key: str, fault: str, first: int, last: int) -> Found:
    code = "ladder_gap" if last > first else "ladder_gap_one"
    return Found(code, key, {"fault": fault, "first": first, "last": last})
