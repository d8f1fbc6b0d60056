"""What each side writes for each outcome, made of the answers: the grid of a rule-set file in parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.rules.plain.answers import asked
from scoring.rules.plain.parts import Cell, Part
from scoring.rules.plain.questions import Answers


class Names(NamedTuple):
    """What the file calls its two own values: the figure of a failure by trump, and the factor by trump."""

    pot: str = "pot"
    times: str = "times"


class Written(NamedTuple):
    """One outcome: what declarers and defence write, and what is kept for a later deal (outcome ``held`` only)."""

    declarer: Cell
    defence: Cell
    keep: Cell | None = None

    def cells(self) -> dict[str, Cell]:
        found = {"declarer": self.declarer, "defence": self.defence}
        return found if self.keep is None else {**found, "keep": self.keep}


Outcomes = Mapping[tuple[str, bool], Written]


def outcomes(answers: Answers, names: Names) -> dict[tuple[str, bool], Written]:
    """Every outcome that can come under the answers (complete, without errors), plain (False) and doubled (True)."""
    if answers["kind"] == "totals":
        return {}
    table = _Table(answers, asked(answers), names)
    rows = {"made": table.made, "failed": table.failed}
    ties = {answers["at_bid"], answers["tie"], table.on("tie_last_deal")}
    rows |= {row: write for row, write in {"held": table.held, "share": table.share}.items() if row in ties}
    for contract in ("capot", "generale"):
        if answers["kind"] == "auction" and answers[contract]:
            rows |= {
                f"{contract}_made": table.capot_made(contract),
                f"{contract}_failed": table.capot_failed(contract),
            }
    return {(row, doubled): write(doubled) for row, write in rows.items() for doubled in (False, True)}


@dataclass(frozen=True, slots=True)
class _Table:
    answers: Answers
    asked: frozenset[str]
    names: Names

    def on(self, key: str) -> object:
        """The answer where the question arises, else nothing."""
        return self.answers[key] if key in self.asked else None

    def made(self, doubled: bool) -> Written:
        a, multiplied = self.answers, self._set("made_multiplied", doubled)
        own = doubled and self.on("doubled_made") not in {None, "same"}
        kind = str(a["doubled_made"] if own else a["made_writes"])
        amount = Part(int(a["doubled_amount"] if own else a["made_amount"]))
        bonus = a["sweep_bonus"] if self.on("sweep_bonus") else 0
        bonus_for = a["sweep_bonus_for"]
        extra = a["doubled_sweep"] if own else bonus * (bonus_for != "defence")
        loser = multiplied if a["loser_multiplied"] else frozenset[str]()
        defence = str(a["doubled_defence"]) if doubled and "doubled_defence" in self.asked else "same"
        points = a["made_defence"] if defence == "same" else defence
        theirs = bonus * (bonus_for != "declarers") if defence == "same" else 0
        return Written(
            self._times(
                *self._main(kind, amount, multiplied),
                *self._extra(extra, multiplied),
                *self._winner_announces("made", multiplied, doubled),
                *self._winner_belote("made", doubled),
            ),
            self._times(
                *([Part(1, ("points",), "points" in loser)] if points == "points" else []),
                *self._extra(theirs, loser),
                *self._loser_announces("made", loser, doubled),
                *self._loser_belote("made", doubled),
            ),
        )

    def failed(self, doubled: bool) -> Written:
        a, multiplied = self.answers, self._set("failed_multiplied", doubled)
        own = doubled and self.on("doubled_failed") not in {None, "same"}
        kind = str(a["doubled_failed"] if own else a["failed_writes"])
        figure = {
            "fixed": Part(int(a["failed_amount"])),
            "pack": Part(1, ("total",)),
            "by_trump": Part(1, (self.names.pot,)),
        }[str(a["failed_figure"])]
        loser = multiplied if a["loser_multiplied"] else frozenset[str]()
        return Written(
            self._times(
                *([Part(1, ("points",), "points" in loser)] if a["failed_declarer"] == "points" else []),
                *self._loser_announces("failed", loser, doubled),
                *self._loser_belote("failed", doubled),
            ),
            self._times(
                *self._main(kind, figure, multiplied),
                *self._extra(int(a["failed_sweep"]), multiplied),
                *self._winner_announces("failed", multiplied, doubled),
                *self._winner_belote("failed", doubled),
            ),
        )

    def held(self, doubled: bool) -> Written:
        m = self._held_m(doubled)
        belote = self.on("belote_held")
        kept = [Part(1, ("belote",), m)] if belote == "kept" else []
        waits = [Part(1, ("belote",))] if belote == "waits" else []
        return Written(
            self._times(*kept),
            self._own(m),
            self._times(Part(1, ("points",)), *self._announces(False), *waits),
        )

    def share(self, doubled: bool) -> Written:
        m = self._held_m(doubled)
        return Written(self._own(m), self._own(m))

    def capot_made(self, contract: str) -> "_Row":
        return _Row(self, contract, "made")

    def capot_failed(self, contract: str) -> "_Row":
        return _Row(self, contract, "failed")

    def capot(self, contract: str, result: str, doubled: bool) -> Written:
        """What a capot or générale is worth where it has a figure of its own."""
        a = self.answers
        adds = a["capot_adds"]
        multiplied = self._set(f"{result}_multiplied", doubled)
        loser = multiplied if a["loser_multiplied"] else frozenset[str]()
        winner = [
            *self._capot_amount(contract, result, multiplied, doubled),
            *(self._winner_announces(result, multiplied, doubled) if "announces" in adds else []),
            *(self._winner_belote(result, doubled) if "belote" in adds else []),
        ]
        other = self._times(
            *(self._loser_announces(result, loser, doubled) if "announces" in adds else []),
            *(self._loser_belote(result, doubled) if "belote" in adds else []),
        )
        cell = self._times(*winner)
        return Written(cell, other) if result == "made" else Written(other, cell)

    def _capot_amount(self, contract: str, result: str, multiplied: frozenset[str], doubled: bool) -> list[Part]:
        a = self.answers
        m = doubled and bool(self.on("capot_multiplied"))
        amount = int(a[f"{contract}_{result}_amount"])
        if a[f"capot_{result}"] == "amount_bid":
            return [*_number(amount, m), *self._bid("bid" in multiplied)]
        own = [one for one in ("capot", "generale") if a[one]]
        if all(a[f"{one}_{result}_amount"] == a[f"{one}_value"] for one in own):
            # The bid stands for the contract's own value, so one row serves both.
            return [Part(1, (*self._bid_factor(), "bid"), m)]
        return _number(amount, m)

    def _set(self, key: str, doubled: bool) -> frozenset[str]:
        return frozenset(self.answers[key]) if doubled and key in self.asked else frozenset()

    def _held_m(self, doubled: bool) -> bool:
        return doubled and bool(self.on("held_multiplied"))

    def _main(self, kind: str, figure: Part, multiplied: frozenset[str]) -> list[Part]:
        """The points, all points or the figure, and the bid."""
        words = kind.split("_")
        points = "points" in multiplied
        found = {
            "points": [Part(1, ("points",), points)],
            "all": [Part(1, ("points",), points), Part(1, ("their_points",), points)],
            "figure": [figure._replace(multiplied=points)] if figure.coefficient else [],
        }.get(words[0], [])
        return [*found, *(self._bid("bid" in multiplied) if "bid" in words else [])]

    def _bid(self, m: bool) -> list[Part]:
        factor = self._bid_factor()
        less = int(self.answers["bid_less"])
        return [Part(1, (*factor, "bid"), m), *([Part(-less, factor, m)] if less else [])]

    def _bid_factor(self) -> tuple[str, ...]:
        return (self.names.times,) if self.answers["trump_factor"] == "bid" else ()

    def _extra(self, amount: int, multiplied: frozenset[str]) -> list[Part]:
        return [Part(amount, ("sweep",), "sweep" in multiplied)] if amount else []

    def _announces(self, m: bool) -> list[Part]:
        return [Part(1, ("announces",), m)] if "announces_side" in self.asked else []

    def _fate(self, what: str, result: str, doubled: bool) -> object:
        """Where the loser's belote or announces go: kept, winner or lost; None where there are none to write."""
        fate = self.on(f"{what}_{result}")
        own = self.on(f"{what}_doubled") if result == "made" and doubled else None
        return fate if own in {None, "same"} else own

    def _winner_announces(self, result: str, multiplied: frozenset[str], doubled: bool) -> list[Part]:
        m = "announces" in multiplied
        fate = self._fate("announces", result, doubled)
        if fate == "winner":
            return [*self._announces(m), Part(1, ("their_announces",), m)]
        swept = result == "made" and self.on("announces_swept")
        return [*self._announces(m), *([Part(1, ("sweep", "their_announces"), m)] if swept else [])]

    def _loser_announces(self, result: str, multiplied: frozenset[str], doubled: bool) -> list[Part]:
        m = "announces" in multiplied
        if self._fate("announces", result, doubled) != "kept":
            return []
        swept = result == "made" and self.on("announces_swept")
        return [Part(1, ("announces",), m), *([Part(-1, ("their_sweep", "announces"), m)] if swept else [])]

    def _winner_belote(self, result: str, doubled: bool) -> list[Part]:
        fate = self._fate("belote", result, doubled)
        m = doubled and self.on("belote_multiplied") in {"winner", "always"}
        moved = [Part(1, ("their_belote",), m)] if fate == "winner" else []
        return [Part(1, ("belote",), m), *moved] if fate else []

    def _loser_belote(self, result: str, doubled: bool) -> list[Part]:
        m = doubled and self.on("belote_multiplied") == "always"
        return [Part(1, ("belote",), m)] if self._fate("belote", result, doubled) == "kept" else []

    def _own(self, m: bool) -> Cell:
        """A side's own points, announces and belote."""
        belote = [Part(1, ("belote",), m)] if "belote_failed" in self.asked else []
        return self._times(Part(1, ("points",), m), *self._announces(m), *belote)

    def _times(self, *parts: Part) -> Cell:
        """The parts, each times the trump's factor where that is on everything."""
        if self.answers["trump_factor"] != "all":
            return parts
        return tuple(part._replace(names=(self.names.times, *part.names)) for part in parts)


def _number(amount: int, m: bool) -> list[Part]:
    return [Part(amount, (), m)] if amount else []


@dataclass(frozen=True, slots=True)
class _Row:
    """A capot or générale: like a number contract, or by its own figure."""

    table: _Table
    contract: str
    result: str

    def __call__(self, doubled: bool) -> Written:
        if self.table.answers[f"capot_{self.result}"] == "like":
            return self.table.made(doubled) if self.result == "made" else self.table.failed(doubled)
        return self.table.capot(self.contract, self.result, doubled)
