"""The outcome grid: formulas made ready for the scorer, and each outcome and doubling led to the cells that rule it."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from scoring.rules.formula import Formula
from scoring.rules.ruleset import CELLS, NAMES, ROWS, Cells, CompiledTerm

# Words with a meaning of their own in the lines of an answer: an own value called like one is "values.NAME" there.
RESERVED = {*ROWS, "replay", "passed", "number", "carried", "rounding", "divide", "cancel", "penalty"}

# Which name a term is called after when it has several; own values come after these, a bare number last.
_LEADS = ("sweep", "their_sweep", "alone", "bid", "announces", "their_announces", "belote", "their_belote", "points",
          "their_points", "total")  # fmt: skip


def compile_terms(formula: Formula, places: Mapping[str, int]) -> tuple[CompiledTerm, ...]:
    """The terms with their names replaced by places in the scorer's list of values."""
    return _compiled(formula, tuple(places.items()))


@lru_cache(maxsize=512)
def _compiled(formula: Formula, names: tuple[tuple[str, int], ...]) -> tuple[CompiledTerm, ...]:
    places = dict(names)
    return tuple(
        CompiledTerm(
            term.coefficient, tuple(places[name] for name in term.names), _lead(term.names), term.names.count("m")
        )
        for term in formula.terms
    )


def _lead(names: tuple[str, ...]) -> str:
    own = (name for name in names if name not in NAMES)
    found = next((name for name in _LEADS if name in names), next(own, "number"))
    return f"values.{found}" if found in RESERVED and found not in NAMES and names and found in names else found


def written_form(formulas: Collection[str], row: str, *, doubled: bool) -> str | None:
    """Which of the rows that are written ("made", "made.doubled" ...) rules an outcome; None where none does."""
    result = row.rpartition("_")[2]
    chain = {"generale": (row, f"capot_{result}", result), "capot": (row, result)}.get(row.partition("_")[0], (row,))
    forms = [form for name in chain for form in ((f"{name}.doubled", name) if doubled else (name,))]
    return next((form for form in forms if form in formulas), None)


def resolve_cells(
    formulas: Mapping[str, Mapping[str, Formula]], places: Mapping[str, int]
) -> dict[tuple[str, bool], Cells]:
    """Row and doubled or not, to cells. A row that is not written falls back: générale on capot, capot on the plain
    row; doubled takes the row's doubled form, else its plain one."""
    out: dict[tuple[str, bool], Cells] = {}
    for row in ROWS:
        for doubled in (False, True):
            form = written_form(formulas, row, doubled=doubled)
            if form is not None:
                cells = formulas[form]
                declarer, defence, keep = (compile_terms(cells[c], places) if c in cells else () for c in CELLS)
                out[row, doubled] = Cells(declarer, defence, keep)
    return out


def work_out(terms: tuple[CompiledTerm, ...], values: Sequence[int]) -> int:
    """What the terms come to together."""
    total = 0
    for coefficient, places, _, _ in terms:
        for place in places:
            coefficient *= values[place]
        total += coefficient
    return total
