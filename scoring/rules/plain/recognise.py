"""From a rule-file tree to answers: what a club's member would say of it, and what only the expert part can say.

The grid is read cell by cell, the answers are then built again, and every cell that does not come to the same belongs
to the rest: nothing is ever recognised by halves.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import Any, NamedTuple

from scoring.rules.cards import MODE_OF, MODES, TRUMPS
from scoring.rules.formula import Term
from scoring.rules.grid import written_form
from scoring.rules.loading import load_ruleset
from scoring.rules.plain.answers import complete
from scoring.rules.plain.catalogue import MULTIPLIED
from scoring.rules.plain.keys import read_keys
from scoring.rules.plain.outcomes import Names, outcomes
from scoring.rules.plain.reading import Reading, bid_less, factor_of, read_cell
from scoring.rules.plain.terms import Sum, add_up, context_of, numbers, terms_of
from scoring.rules.ruleset import RuleSet
from scoring.rules.settings import own_names, own_value, sweep_formula
from scoring.rules.toml_text import write_toml

# Which cell is the winner's and which the loser's, by what a number contract comes to.
_WINNER = {"made": "declarer", "failed": "defence"}
_LOSER = {"made": "defence", "failed": "declarer"}
_CELLS = ("declarer", "defence")
# What a losing side may write that a coinche may multiply.
_SHARED = ("points", "announces", "sweep")
# What the two own values that answers can make are called where the file has none, and the answer that is in each.
_FIELDS = (("pot", "failed_amounts"), ("times", "trump_factors"))


class Recognised(NamedTuple):
    """``answers`` to every question; ``rest``: the file's keys that no answer says, in the order of the file."""

    answers: dict[str, Any]
    rest: tuple[str, ...]


def answers_of(tree: Mapping[str, Any]) -> Recognised:
    """What a rule-file tree (variants already merged in) says in answers. Raises RuleSetError where it cannot be
    loaded."""
    ruleset = loaded(tree)
    answers, rest = read_keys(tree, ruleset)
    if ruleset.kind == "totals":
        return Recognised(complete(answers), tuple(rest))
    grid = Grid(ruleset)
    answers |= grid.read()
    full = complete(answers)
    read_capots(full, grid)
    names = names_in(ruleset, full)
    cells = dict.fromkeys(grid.place(*where) for where in grid.differing(full, names))
    return Recognised(full, (*rest, *grid.sweep_rest(full), *cells))


def loaded(tree: Mapping[str, Any]) -> RuleSet:
    """The rule set of a tree without its variants; an id is made up where there is none."""
    return load_ruleset(write_toml({"id": "rules", **{key: value for key, value in tree.items() if key != "variant"}}))


def names_in(ruleset: RuleSet, answers: Mapping[str, Any]) -> Names:
    """What the file calls the figure by trump and the factor by trump; names that are free where it has none."""
    taken = own_names(ruleset)
    found: dict[str, str] = {}
    for field, key in _FIELDS:
        wanted = _by_trump(ruleset, answers[key])
        same = (name for name in taken if own_value(ruleset, name) == wanted and name not in found.values())
        free = (name for name in chain([field], (f"{field}_{n}" for n in count(2))) if name not in taken)
        found[field] = next(chain(same, free))
    return Names(**found)


def _by_trump(ruleset: RuleSet, table: Mapping[str, int]) -> dict[str, int]:
    """A table by trump or by trump mode, as one by the trumps that are played."""
    return {trump: table[trump if trump in table else MODE_OF[trump]] for trump in ruleset.trumps}


class Grid:
    """The grid of a file, each outcome's cells as readings."""

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self.context = context_of(ruleset)
        sums = [self._sum(row, cell, m) for row in _WINNER for m in (False, True) for cell in _CELLS]
        self.factor = factor_of(sums)
        self.less = bid_less(read_cell(one, self.factor) for one in sums)

    def _form(self, row: str, doubled: bool) -> str:
        """The file's row that rules an outcome."""
        return written_form(self.ruleset.formulas, row, doubled=doubled) or row

    def _terms(self, row: str, cell: str, doubled: bool) -> Sequence[Term]:
        return self.ruleset.formulas[self._form(row, doubled)][cell].terms

    def _sum(self, row: str, cell: str, doubled: bool) -> Sum:
        """The cell with nothing put in but numbers, so that parts that come to nothing today are seen too."""
        return add_up(self._terms(row, cell, doubled), numbers(self.ruleset, doubled), self.context.own)

    def cell(self, row: str, cell: str, doubled: bool, *, less: bool = True) -> Reading:
        """A reading; of the doubled form, or of the plain one with the multiplier away. ``less``: whether what the
        bid is written with less belongs to the bid."""
        return read_cell(self._sum(row, cell, doubled), self.factor, self.less * less)

    def winner(self, row: str, doubled: bool = False) -> Reading:
        return self.cell(row, _WINNER[row], doubled)

    def loser(self, row: str, doubled: bool = False) -> Reading:
        return self.cell(row, _LOSER[row], doubled)

    def _four(self) -> list[Reading]:
        """What both sides write without a coinche, whatever the contract comes to."""
        return [self.cell(row, cell, False) for row in _WINNER for cell in _CELLS]

    def read(self) -> dict[str, Any]:
        """The answers that the grid gives, those of a capot that was bid apart."""
        return {
            **self._factor(),
            **self._sweep(),
            **self._made(),
            **self._failed(),
            **self._belote(),
            **self._announces(),
            **self._doubled(),
            **self._held(),
        }

    def _factor(self) -> dict[str, Any]:
        if self.factor is None:
            return {}
        name = next(n for n in own_names(self.ruleset) if self.context.own[n] == self.factor)
        values = own_value(self.ruleset, name)
        everything = all(item[2] for cell in self._four() for item in cell.items)
        return {
            "trump_factor": "all" if everything else "bid",
            "trump_factors": {trump: values.get(trump, 1) for trump in TRUMPS},
        }

    def _sweep_terms(self) -> Sum:
        return add_up(sweep_formula(self.ruleset).terms, {}, {})

    def _sweep(self) -> dict[str, Any]:
        terms = self._sweep_terms()
        answers: dict[str, Any] = {"sweep_alone": terms.get(("alone",), 0), "sweep_unasked": "none"}
        if terms == {("total",): 1}:
            bonus = {"declarers": self.winner("made").amount("sweep"), "defence": self.loser("made").amount("sweep")}
            sides = [side for side, amount in bonus.items() if amount]
            if sides:
                answers |= {"sweep_unasked": "bonus", "sweep_bonus": bonus[sides[0]]}
                answers["sweep_bonus_for"] = "both" if len(sides) > 1 else sides[0]
        elif ("total",) in terms:
            answers |= {"sweep_unasked": "added", "sweep_added": terms.get((), 0)}
        else:
            answers |= {"sweep_unasked": "points", "sweep_points": terms.get((), 0)}
        return answers

    def sweep_rest(self, answers: Mapping[str, Any]) -> list[str]:
        """Whether the points of a sweep are more than an answer can say."""
        kind, alone = answers["sweep_unasked"], answers["sweep_alone"]
        wanted: Sum = {("total",): 1}
        if kind == "points":
            wanted = {(): answers["sweep_points"], ("alone",): alone}
        elif kind == "added":
            wanted = {("total",): 1, (): answers["sweep_added"], ("alone",): alone}
        said = {names: number for names, number in wanted.items() if number}
        return [] if said == self._sweep_terms() else ["sweep.points"]

    def _made(self) -> dict[str, Any]:
        taker = self.winner("made")
        written = writes(taker)
        return {
            "made_writes": written,
            "made_defence": "points" if self.loser("made").has("points") else "nothing",
            "bid_less": self.less,
            **({"made_amount": taker.figure()} if written.startswith("figure") else {}),
        }

    def _failed(self) -> dict[str, Any]:
        defence = self.winner("failed")
        figured = defence if _has_figure(defence) else self.winner("failed", True)
        answers: dict[str, Any] = {
            "failed_writes": writes(defence),
            "failed_sweep": max(0, defence.amount("sweep")),
            "failed_declarer": "points" if self.loser("failed").has("points") else "nothing",
        }
        token = figured.token()
        if token:
            name = next(n for n in own_names(self.ruleset) if self.context.own[n] == token)
            values = own_value(self.ruleset, name)
            by_mode = {MODE_OF[trump]: value for trump, value in values.items()}
            answers["failed_figure"] = "by_trump"
            answers["failed_amounts"] = dict.fromkeys(MODES, 0) | by_mode
        elif figured.has("total"):
            answers["failed_figure"] = "pack"
        elif writes(figured).startswith("figure"):
            answers["failed_amount"] = figured.figure()
        return answers

    def _belote(self) -> dict[str, Any]:
        if not self.ruleset.enters_belote and not any(cell.has("belote") for cell in self._four()):
            return {}
        won = [self.winner(row, True) for row in _WINNER]
        lost = [self.loser(row, True) for row in _LOSER]
        always = all(cell.multiplied("belote") for cell in lost if cell.has("belote"))
        multiplied = any(cell.multiplied("belote") for cell in won)
        in_made, in_failed = (self.winner(row).has("belote") for row in _WINNER)
        plain, doubled = (fate(self, "made", "belote", m) for m in (False, True))
        return {
            "belote_written": "always" if in_made else "failed" if in_failed else "never",
            "belote_made": plain,
            "belote_failed": fate(self, "failed", "belote"),
            "belote_doubled": "same" if doubled == plain else doubled,
            "belote_multiplied": "no" if not multiplied else "always" if always else "winner",
        }

    def _announces(self) -> dict[str, Any]:
        if not self.ruleset.announce_rules.on and not any(cell.has("announces") for cell in self._four()):
            return {}
        plain, doubled = (fate(self, "made", "announces", m) for m in (False, True))
        return {
            "announces_made": plain,
            "announces_doubled": "same" if doubled == plain else doubled,
            "announces_failed": fate(self, "failed", "announces"),
            "announces_swept": any(self.winner("made", m).has("sweep", "their_announces") for m in (False, True)),
        }

    def _doubled(self) -> dict[str, Any]:
        """What a coinche changes: other parts, and which of them are multiplied."""
        taker, plain = self.winner("made", True), self.winner("made")
        failed = self.winner("failed", True)
        losers = [self.loser(row, True) for row in _LOSER]
        kind, amount, sweep = parts = (writes(taker), taker.figure(), taker.amount("sweep"))
        same = parts == (writes(plain), plain.figure(), plain.amount("sweep"))
        now, before = writes(failed), writes(self.winner("failed"))
        points, points_before = losers[0].has("points"), self.loser("made").has("points")
        return {
            "doubled_made": "same" if same else kind,
            "doubled_sweep": 0 if same else sweep,
            **({"doubled_amount": amount} if kind.startswith("figure") else {}),
            "doubled_defence": "same" if points == points_before else "points" if points else "nothing",
            "doubled_failed": "same" if now == before else now,
            "made_multiplied": multiplied_in(taker),
            "failed_multiplied": multiplied_in(failed),
            "loser_multiplied": any(cell.multiplied(part) for cell in losers for part in _SHARED),
        }

    def _held(self) -> dict[str, Any]:
        answers: dict[str, Any] = {}
        for row in ("share", "held"):
            if row in self.ruleset.formulas:
                answers["held_multiplied"] = self.cell(row, "defence", True).multiplied("points")
        if "held" in self.ruleset.formulas and self.ruleset.enters_belote:
            stays, waits = (self.cell("held", cell, False).has("belote") for cell in ("declarer", "keep"))
            answers["belote_held"] = "kept" if stays else "waits" if waits else "lost"
        return answers

    def differing(self, answers: Mapping[str, Any], names: Names) -> list[tuple[str, bool, str]]:
        """Row, doubled and cell of what the answers, built again, do not come to; rows that cannot come are left
        out."""
        found: list[tuple[str, bool, str]] = []
        for (row, doubled), written in outcomes(answers, names).items():
            for cell, parts in written.cells().items():
                one = self.context.reduced(self._terms(row, cell, doubled), row, cell, doubled)
                if one != self.context.reduced(terms_of(parts), row, cell, doubled):
                    found.append((row, doubled, cell))
        return found

    def place(self, row: str, doubled: bool, cell: str) -> str:
        """The file's key that rules a cell."""
        return f"score.{self._form(row, doubled)}.{cell}"


def _has_figure(cell: Reading) -> bool:
    return bool(cell.figure() or cell.token() or cell.has("total"))


def writes(cell: Reading) -> str:
    """Which of the ways to write a contract a cell is."""
    bid = "_bid" if cell.has("bid") else ""
    if cell.has("points"):
        return ("all" if cell.has("their_points") else "points") + bid
    if _has_figure(cell) or not bid:
        return f"figure{bid}"
    return "bid"


def multiplied_in(cell: Reading) -> list[str]:
    """Which parts of the winner's line a coinche multiplies; for parts that are not there, as for the others."""
    there: dict[str, bool] = {}
    if cell.has("points") or _has_figure(cell):
        own = any(cell.multiplied(name) for name in ("points", "total", cell.token()))
        there["points"] = own or cell.figure_multiplied()
    for part in MULTIPLIED[1:]:
        if cell.has(part):
            there[part] = cell.multiplied(part)
    usual = bool(there) and all(there.values())
    return [part for part in MULTIPLIED if there.get(part, usual)]


def fate(grid: Grid, row: str, what: str, doubled: bool = False) -> str:
    """Where the loser's belote or announces go: kept, winner or lost."""
    if grid.loser(row, doubled).has(what):
        return "kept"
    return "winner" if grid.winner(row, doubled).has(f"their_{what}") else "lost"


def read_capots(answers: dict[str, Any], grid: Grid) -> None:
    """Completes the answers by what a capot or générale that was bid is worth."""
    names = names_in(grid.ruleset, answers)
    for result, winner in _WINNER.items():
        rows = [f"{contract}_{result}" for contract in ("capot", "generale") if answers[contract]]
        like = {**answers, f"capot_{result}": "like"}
        if not any(row in rows for row, _, _ in grid.differing(like, names)):
            continue
        for row in rows:
            _read_capot(answers, grid, row, winner)


def _read_capot(answers: dict[str, Any], grid: Grid, row: str, winner: str) -> None:
    contract, _, result = row.partition("_")
    cell, doubled = (grid.cell(row, winner, m) for m in (False, True))
    if not grid.cell(row, winner, False, less=False).has():
        # The bid alone is the contract's own value, and nothing is taken off it.
        cell, doubled = (grid.cell(row, winner, m, less=False) for m in (False, True))
    value = answers[f"{contract}_value"]
    figure = cell.figure()
    twice = cell.amount("bid") == 2
    both = cell.has("bid") and (bool(figure) or twice)
    answers[f"capot_{result}"] = "amount_bid" if both else "amount"
    answers[f"{contract}_{result}_amount"] = figure or (value if cell.has("bid") else 0)
    if figure or not both:
        answers["capot_multiplied"] = doubled.figure_multiplied() if figure else doubled.multiplied("bid")
    else:
        answers["capot_multiplied"] = doubled.items.count((("bid",), True, False, 2)) > 0
    adds = {"belote": cell.has("belote"), "announces": cell.has("announces")}
    off = {"belote": not answers["belote"], "announces": not answers["announces"]}
    answers["capot_adds"] = [name for name, added in adds.items() if added or off[name]]
