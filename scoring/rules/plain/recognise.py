"""From a rule-file tree to answers: what a club's member would say of it, and what only the expert part can say.

The grid is read cell by cell, the answers are then built again, and every cell that does not come to the same belongs
to the rest: nothing is ever recognised by halves.
"""

from collections.abc import Mapping
from itertools import chain, count
from typing import Any, NamedTuple

from scoring.rules.cards import MODE_OF, TRUMPS
from scoring.rules.loading import load_ruleset
from scoring.rules.plain.answers import complete
from scoring.rules.plain.catalogue import MULTIPLIED
from scoring.rules.plain.keys import read_keys
from scoring.rules.plain.outcomes import Names, outcomes
from scoring.rules.plain.reading import Reading, bid_less, factor_of, read_cell
from scoring.rules.plain.terms import Context, add_up, context_of, form_of, own_names, own_value, terms_of
from scoring.rules.ruleset import RuleSet
from scoring.rules.toml_text import write_toml

# What a losing side may write that a coinche may multiply.
_SHARED = ("points", "announces", "sweep")


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
    for field, table in (("pot", answers["failed_amounts"]), ("times", answers["trump_factors"])):
        wanted = {trump: table.get(trump, table.get(MODE_OF[trump])) for trump in ruleset.trumps}
        same = (name for name in taken if own_value(ruleset, name) == wanted and name not in found.values())
        free = (name for name in chain([field], (f"{field}_{n}" for n in count(2))) if name not in taken)
        found[field] = next(same, None) or next(free)
    return Names(**found)


class Grid:
    """The grid of a file, each outcome's cells as readings."""

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self.context = context_of(ruleset)
        places = [
            (row, m, cell) for row in ("made", "failed") for m in (False, True) for cell in ("declarer", "defence")
        ]
        self.factor = factor_of(self._sum(*place) for place in places)
        self.less = bid_less(read_cell(self._sum(*place), self.factor) for place in places)

    def _sum(self, row: str, doubled: bool, cell: str) -> dict[tuple[str, ...], int]:
        """The cell with nothing put in but numbers, so that parts that come to nothing today are seen too."""
        form = form_of(self.ruleset.formulas, row, doubled)
        formula = self.ruleset.formulas[form].get(cell) if form else None
        known = {} if doubled and len(self.ruleset.multipliers) > 1 else {"m": 1}
        totals = {self.ruleset.converted_total(trump) for trump in self.ruleset.trumps}
        if len(totals) == 1:
            known["total"] = totals.pop()
        return add_up(formula.terms if formula else (), known, self.context.own)

    def cell(self, row: str, cell: str, doubled: bool = False, *, less: bool = True) -> Reading:
        """A reading; of the doubled form, or of the plain one with the multiplier away. ``less``: whether what the
        bid is written with less belongs to the bid."""
        return read_cell(self._sum(row, doubled, cell), self.factor, self.less * less)

    def written(self, row: str) -> bool:
        return row in self.ruleset.formulas

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
        cells = [self.cell(row, cell) for row in ("made", "failed") for cell in ("declarer", "defence")]
        everything = all(item[2] for cell in cells for item in cell.items)
        return {
            "trump_factor": "all" if everything else "bid",
            "trump_factors": {trump: values.get(trump, 1) for trump in TRUMPS},
        }

    def _sweep_terms(self) -> dict[tuple[str, ...], int]:
        names = {2: "total", 10: "alone"}
        out: dict[tuple[str, ...], int] = {}
        for term in self.ruleset.sweep_points:
            key = tuple(names.get(place, "own") for place in term.places)
            out[key] = out.get(key, 0) + term.coefficient
        return out

    def _sweep(self) -> dict[str, Any]:
        terms = self._sweep_terms()
        taker, defence = self.cell("made", "declarer"), self.cell("made", "defence")
        answers: dict[str, Any] = {"sweep_alone": terms.get(("alone",), 0), "sweep_unasked": "none"}
        if terms == {("total",): 1}:
            bonus = taker.amount("sweep") or defence.amount("sweep")
            if bonus:
                for_one = "declarers" if not defence.has("sweep") else "defence"
                both = taker.has("sweep") and defence.has("sweep")
                answers |= {"sweep_unasked": "bonus", "sweep_bonus": bonus}
                answers["sweep_bonus_for"] = "both" if both else for_one
        elif terms.get(("total",)):
            answers |= {"sweep_unasked": "added", "sweep_added": terms.get((), 0)}
        else:
            answers |= {"sweep_unasked": "points", "sweep_points": terms.get((), 0)}
        return answers

    def sweep_rest(self, answers: Mapping[str, Any]) -> list[str]:
        """Whether the points of a sweep are more than an answer can say."""
        kind, alone = answers["sweep_unasked"], answers["sweep_alone"]
        wanted: dict[tuple[str, ...], int] = {("total",): 1}
        if kind == "points":
            wanted = {(): answers["sweep_points"], ("alone",): alone}
        elif kind == "added":
            wanted = {("total",): 1, (): answers["sweep_added"], ("alone",): alone}
        written = self._sweep_terms()
        same = all(wanted.get(key, 0) == written.get(key, 0) for key in {*wanted, *written})
        return [] if same else ["sweep.points"]

    def _made(self) -> dict[str, Any]:
        taker = self.cell("made", "declarer")
        return {
            "made_writes": writes(taker),
            "made_defence": "points" if self.cell("made", "defence").has("points") else "nothing",
            "bid_less": self.less,
            **({"made_amount": taker.figure()} if writes(taker).startswith("figure") else {}),
        }

    def _failed(self) -> dict[str, Any]:
        defence = self.cell("failed", "defence")
        figured = defence if _has_figure(defence) else self.cell("failed", "defence", doubled=True)
        answers: dict[str, Any] = {
            "failed_writes": writes(defence),
            "failed_sweep": max(0, defence.amount("sweep")),
            "failed_declarer": "points" if self.cell("failed", "declarer").has("points") else "nothing",
        }
        token = figured.token()
        if token:
            name = next(n for n in own_names(self.ruleset) if self.context.own[n] == token)
            values = own_value(self.ruleset, name)
            by_mode = {MODE_OF[trump]: value for trump, value in values.items()}
            answers["failed_figure"] = "by_trump"
            answers["failed_amounts"] = {"suit": 0, "SA": 0, "TA": 0} | by_mode
        elif figured.has("total"):
            answers["failed_figure"] = "pack"
        elif writes(figured).startswith("figure"):
            answers["failed_amount"] = figured.figure()
        return answers

    def _belote(self) -> dict[str, Any]:
        made, failed = self.cell("made", "declarer"), self.cell("failed", "defence")
        told = [self.cell(row, cell).has("belote") for row in ("made", "failed") for cell in ("declarer", "defence")]
        if not self.ruleset.enters_belote and not any(told):
            return {}
        in_made = made.has("belote")
        written = "always" if in_made else "failed" if failed.has("belote") else "never"
        doubled = fate(self, "made", "belote", doubled=True)
        plain = fate(self, "made", "belote")
        winner = self.cell("made", "declarer", True).multiplied("belote") or self.cell(
            "failed", "defence", True
        ).multiplied("belote")
        losers = [self.cell("made", "defence", True), self.cell("failed", "declarer", True)]
        always = all(cell.multiplied("belote") for cell in losers if cell.has("belote"))
        return {
            "belote_written": written,
            "belote_made": plain,
            "belote_failed": fate(self, "failed", "belote"),
            "belote_doubled": "same" if doubled == plain else doubled,
            "belote_multiplied": "no" if not winner else "always" if always else "winner",
        }

    def _announces(self) -> dict[str, Any]:
        told = [self.cell(r, c).has("announces") for r in ("made", "failed") for c in ("declarer", "defence")]
        if not self.ruleset.announce_rules.on and not any(told):
            return {}
        plain, doubled = fate(self, "made", "announces"), fate(self, "made", "announces", doubled=True)
        swept = any(self.cell("made", "declarer", m).has("sweep", "their_announces") for m in (False, True))
        return {
            "announces_made": plain,
            "announces_doubled": "same" if doubled == plain else doubled,
            "announces_failed": fate(self, "failed", "announces"),
            "announces_swept": swept,
        }

    def _doubled(self) -> dict[str, Any]:
        """What a coinche changes: other parts, and which of them are multiplied."""
        taker, plain = self.cell("made", "declarer", True), self.cell("made", "declarer")
        theirs, plain_theirs = self.cell("made", "defence", True), self.cell("made", "defence")
        failed, plain_failed = self.cell("failed", "defence", True), self.cell("failed", "defence")
        parts = [(writes(cell), cell.figure(), cell.amount("sweep")) for cell in (taker, plain)]
        now, before = writes(failed), writes(plain_failed)
        points = [cell.has("points") for cell in (theirs, plain_theirs)]
        losers = (theirs, self.cell("failed", "declarer", True))
        return {
            "doubled_made": "same" if parts[0] == parts[1] else parts[0][0],
            "doubled_sweep": taker.amount("sweep") if parts[0] != parts[1] else 0,
            **({"doubled_amount": taker.figure()} if parts[0][0].startswith("figure") else {}),
            "doubled_defence": "same" if points[0] == points[1] else "points" if points[0] else "nothing",
            "doubled_failed": "same" if now == before else now,
            "made_multiplied": multiplied_in(taker),
            "failed_multiplied": multiplied_in(failed),
            "loser_multiplied": any(cell.multiplied(part) for cell in losers for part in _SHARED),
        }

    def _held(self) -> dict[str, Any]:
        row = "held" if self.written("held") else "share"
        if not self.written(row):
            return {}
        taker, kept = self.cell("held", "declarer"), self.cell("held", "keep")
        belote = "kept" if taker.has("belote") else "waits" if kept.has("belote") else "lost"
        answers: dict[str, Any] = {"held_multiplied": self.cell(row, "defence", True).multiplied("points")}
        return answers | ({"belote_held": belote} if row == "held" and self.ruleset.enters_belote else {})

    def differing(self, answers: Mapping[str, Any], names: Names) -> list[tuple[str, bool, str]]:
        """Row, doubled and cell of what the answers, built again, do not come to; rows that cannot come are left
        out."""
        context = Context(self.ruleset, {**self.context.own, **_tokens(answers, names, self.ruleset)})
        found: list[tuple[str, bool, str]] = []
        for (row, doubled), written in outcomes(answers, names).items():
            form = form_of(self.ruleset.formulas, row, doubled)
            for cell, parts in written.cells().items():
                formula = self.ruleset.formulas[form].get(cell) if form else None
                one = context.reduced(formula.terms if formula else (), row, cell, doubled)
                if one != context.reduced(terms_of(parts), row, cell, doubled):
                    found.append((row, doubled, cell))
        return found

    def place(self, row: str, doubled: bool, cell: str) -> str:
        """The file's key that rules a cell."""
        return f"score.{form_of(self.ruleset.formulas, row, doubled) or row}.{cell}"


def _tokens(answers: Mapping[str, Any], names: Names, ruleset: RuleSet) -> dict[str, str]:
    """The tokens of the two own values that the answers make."""
    out: dict[str, str] = {}
    for name, table in ((names.pot, answers["failed_amounts"]), (names.times, answers["trump_factors"])):
        values = {trump: table.get(trump, table.get(MODE_OF[trump])) for trump in ruleset.trumps}
        same = len(set(values.values())) == 1
        text = ",".join(f"{trump}{values[trump]}" for trump in sorted(values))
        out[name] = str(next(iter(values.values()))) if same else f"@{text}"
    return out


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
    token = cell.token()
    there: dict[str, bool] = {}
    if cell.has("points") or _has_figure(cell):
        own = [cell.multiplied("points"), cell.multiplied("total"), bool(token) and cell.multiplied(str(token))]
        there["points"] = any(own) or cell.figure_multiplied()
    for part, names in (("bid", ("bid",)), ("announces", ("announces",)), ("sweep", ("sweep",))):
        if cell.has(*names):
            there[part] = cell.multiplied(*names)
    usual = bool(there) and all(there.values())
    return [part for part in MULTIPLIED if there.get(part, usual)]


def fate(grid: Grid, row: str, what: str, *, doubled: bool = False) -> str:
    """Where the loser's belote or announces go: kept, winner or lost."""
    winner, loser = ("declarer", "defence") if row == "made" else ("defence", "declarer")
    if grid.cell(row, loser, doubled).has(what):
        return "kept"
    return "winner" if grid.cell(row, winner, doubled).has(f"their_{what}") else "lost"


def read_capots(answers: dict[str, Any], grid: Grid) -> None:
    """Completes the answers by what a capot or générale that was bid is worth."""
    names = names_in(grid.ruleset, answers)
    for result, winner in (("made", "declarer"), ("failed", "defence")):
        rows = [f"{contract}_{result}" for contract in ("capot", "generale") if answers[contract]]
        like = {**answers, f"capot_{result}": "like"}
        if not any(row in rows for row, _, _ in grid.differing(like, names)):
            continue
        for row in rows:
            _read_capot(answers, grid, row, winner)


def _read_capot(answers: dict[str, Any], grid: Grid, row: str, winner: str) -> None:
    contract, _, result = row.partition("_")
    cell, doubled = grid.cell(row, winner), grid.cell(row, winner, True)
    if not grid.cell(row, winner, less=False).has():
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
