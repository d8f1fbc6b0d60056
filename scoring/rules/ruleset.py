"""A rule set, resolved: what one deal is worth, as data. Made by ``loading``, read by the scorer and by pages."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scoring.rules.cards import MODE_OF, Mode
from scoring.rules.formula import Formula
from scoring.rules.plan import Plan
from scoring.rules.words import words

ROWS = (
    "made", "failed", "held", "share", "capot_made", "capot_failed", "generale_made", "generale_failed",
)  # fmt: skip
CELLS = ("declarer", "defence", "keep")
DOUBLES = ("none", "coinche", "surcoinche")

# Names that formulas know, in the order in which the scorer puts their values; a rule set's own names follow.
NAMES = (
    "points", "their_points", "total", "bid", "announces", "their_announces", "belote", "their_belote",
    "sweep", "their_sweep", "alone", "m",
)  # fmt: skip
PLAYERS = ("A", "B", "C")
SWEEP_NAMES = ("total", "alone")
CELL_NAMES = tuple(name for name in NAMES if name != "alone")


class CompiledTerm(NamedTuple):
    """One term, ready to be worked out: ``coefficient`` times the values at ``places``. ``what`` names the line that
    it becomes, ``doublings`` is how often the multiplier is in it."""

    coefficient: int
    places: tuple[int, ...]
    what: str
    doublings: int


class Cells(NamedTuple):
    """One outcome: what declarers and defence write, and what is held over (row ``held`` only)."""

    declarer: tuple[CompiledTerm, ...]
    defence: tuple[CompiledTerm, ...]
    keep: tuple[CompiledTerm, ...]


@dataclass(frozen=True, slots=True)
class Conversion:
    """Points of one trump mode brought to another pack of ``to`` points: times ``up / down``, the other side gets the
    rest. ``apart``: the last trick's worth is left out before and added after, and ``to`` has it in."""

    up: int
    down: int
    to: int
    unit: int
    to_nearest: str
    side: str
    apart: bool


@dataclass(frozen=True, slots=True)
class Cards:
    """The pack: what its cards and its last trick are worth by trump mode, and what a side's points may be. In the
    modes of ``own_totals`` the file gives the total itself: nobody knows then what the cards are worth."""

    trumps: tuple[str, ...]
    decks: Mapping[Mode, tuple[int, ...]]
    last_trick: Mapping[Mode, int]
    totals: Mapping[Mode, int]
    unit: int
    convert: Mapping[Mode, Conversion]
    own_totals: tuple[Mode, ...]


@dataclass(frozen=True, slots=True)
class Bids:
    """The contracts: numbers from ``lowest`` by ``step`` to the trump mode's ``highest`` (0: no end), or ``listed``."""

    lowest: int
    step: int
    highest: Mapping[Mode, int]
    listed: tuple[int, ...]
    capot: int | None
    generale: int | None
    generale_needs: str
    capot_doubled: bool
    take: int


@dataclass(frozen=True, slots=True)
class Announces:
    """Whether announces are played, what each is worth, and which count. Of ``cancel`` one shown cancels all."""

    on: bool
    count: str
    equal: str
    values: Mapping[str, int]
    values_sa: Mapping[str, int]
    cancel: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Success:
    """The test a contract must pass (see ``success``)."""

    at_bid: str
    margin: int
    lowest_needs: int
    beat_defence: str
    belote: str
    belote_floor: int
    belote_from: int
    announces: bool
    judge: str
    tie: str
    tie_last_deal: str

    @property
    def tie_at_last(self) -> str:
        """What a tie on the last deal comes to: where none is looked for, there is none on the last deal either."""
        return self.tie_last_deal if self.tie != "none" else "none"

    @property
    def outcomes(self) -> frozenset[str]:
        """What a number contract can come to, "none" among it where some tie is none."""
        return frozenset({"made", "failed", self.at_bid, self.tie, self.tie_at_last})


@dataclass(frozen=True, slots=True)
class Rounding:
    """How points or whole lines are rounded. ``divide`` 10: the line, once rounded, is written in tens."""

    unit: int
    up_from: int
    scope: str
    last_deal_exact: bool
    divide: int

    def round(self, number: int) -> int:
        """``number`` to the unit; ``up_from`` is the last digit from which it goes up. Whole numbers only."""
        return (number + self.unit - self.up_from) // self.unit * self.unit

    def written(self, points: int) -> int:
        """``points`` as a sheet has them: in tens where it is written so. What is no whole number of tens after the
        rounding, if there is any, is brought to one by the file's ``up_from``, or from 5 up."""
        if self.divide == 1:
            return points
        return (points + self.divide - (self.up_from if self.unit == self.divide else 5)) // self.divide


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of a penalty ladder: what ``fault`` costs from its ``first`` time to its ``until``-th, what follows at
    the table (``then``, "" for nothing) and whether it uses up a deal of the quota (``counted``)."""

    fault: str
    first: int
    until: int
    formula: Formula
    amount: tuple[CompiledTerm, ...]
    then: str
    counted: bool


@dataclass(frozen=True, slots=True)
class TotalsRules:
    """Typed totals: of 2 sides or 3 players (0: either), the sum they must make (0: none), the lowest total."""

    sides: int
    control: int
    lowest: int


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a rule set comes from: the document, its date as text, and the choices taken where it leaves one; each in
    every language that the file has it in. ``by_language`` are (key, language, text) where the file says which."""

    document: str
    dated: str
    notes: str
    by_language: tuple[tuple[str, str, str], ...] = ()

    def said(self, language: str) -> "Origin":
        """The same in one language: that, else English, else the first that there is."""
        texts: dict[str, dict[str, str]] = {}
        for key, code, text in self.by_language:
            texts.setdefault(key, {})[code] = text
        return replace(self, by_language=(), **{key: _in_language(said, language, "") for key, said in texts.items()})


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything that decides what a deal is worth. Equal ``sha256`` means equal counting: names, labels, comments
    and the file's layout are not in it."""

    id: str
    name: Mapping[str, str]
    origin: Origin
    kind: str
    tricks: int
    counts_passed: bool
    cards: Cards
    bid_rules: Bids
    belote_value: int
    belote_most: Mapping[Mode, int]
    announce_rules: Announces
    success: Success
    sweep_points: tuple[CompiledTerm, ...]
    multipliers: Mapping[str, int]
    rounding: Rounding
    carried_to: str
    own_values: Mapping[str, tuple[int, ...]]
    labels: Mapping[str, Mapping[str, str]]
    cells: Mapping[tuple[str, bool], Cells]
    formulas: Mapping[str, Mapping[str, Formula]]
    uses: frozenset[str]
    canonical_json: str
    sha256: str
    penalties: tuple[Rung, ...] = ()
    totals: TotalsRules | None = None
    plan: Plan = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plan", Plan(self))

    def canonical(self) -> dict[str, Any]:
        """The resolved rule set as JSON-able data (a new dict at each call): every key with its value, formulas as
        text, variants merged. Whoever has it can score without the file."""
        tree: dict[str, Any] = json.loads(self.canonical_json)
        return tree

    def title(self, language: str) -> str:
        """The rule set's name in ``language``, else in English, else the first it has."""
        return _in_language(self.name, language, self.id)

    def label(self, value_name: str, language: str) -> str:
        """What players call an own value; the name itself where the file says nothing."""
        return _in_language(self.labels.get(value_name, {}), language, value_name)

    @property
    def trumps(self) -> tuple[str, ...]:
        """The trumps that can be played, in the file's order, among S H D C SA TA."""
        return self.cards.trumps

    @property
    def doublings(self) -> tuple[str, ...]:
        """What ``double`` may be: "none" and, where they are played, "coinche" and "surcoinche"."""
        return tuple(name for name in DOUBLES if name in self.multipliers)

    @property
    def bids(self) -> tuple[int, ...]:
        """The numbers that can be bid under some trump, rising. Where the file sets no end, up to 500."""
        if self.kind != "auction":
            return ()
        if self.bid_rules.listed:
            return self.bid_rules.listed
        ends = [self.bid_rules.highest[MODE_OF[trump]] or 500 for trump in self.trumps]
        return tuple(range(self.bid_rules.lowest, max(ends) + 1, self.bid_rules.step))

    @property
    def special_contracts(self) -> tuple[str, ...]:
        """Contracts that are no number: "take", "capot", "generale"."""
        if self.kind == "totals":
            return ()
        rules = self.bid_rules
        played = {"take": self.kind == "take", "capot": rules.capot is not None, "generale": rules.generale is not None}
        return tuple(name for name, is_played in played.items() if is_played)

    def pack_total(self, trump: str) -> int:
        """Points of both sides together under ``trump``, as players count them, the last trick's included."""
        return self.cards.totals[MODE_OF[trump]]

    def converted_total(self, trump: str) -> int:
        """Points of both sides together under ``trump`` once the pack is converted: ``total`` of the formulas."""
        mode = MODE_OF[trump]
        conversion = self.cards.convert.get(mode)
        return self.cards.totals[mode] if conversion is None else conversion.to

    @property
    def faults(self) -> tuple[str, ...]:
        """The faults of the penalty ladder, in the file's order."""
        return tuple(dict.fromkeys(rung.fault for rung in self.penalties))

    def fault_name(self, fault: str, language: str) -> str:
        """What players call a fault: the file's label, else the usual word, else its name with spaces."""
        said, key = words(language), f"rules.fault_{fault}"
        usual = said.say(key) if said.knows(key) else fault.replace("-", " ")
        return _in_language(self.labels.get(fault, {}), language, usual)

    def announce_values(self, trump: str = "S") -> Mapping[str, int]:
        """Points of each announce under ``trump``; empty where announces are not played."""
        rules = self.announce_rules
        if not rules.on:
            return {}
        return rules.values_sa if trump == "SA" else rules.values

    def announce_names(self, language: str) -> dict[str, str]:
        """The announces that are worth something, by what they are called in ``language``."""
        said = words(language)
        return {name: said.say(f"announce.{name}") for name, value in self.announce_values().items() if value}

    @property
    def enters_announces(self) -> bool:
        return self.announce_rules.on

    @property
    def enters_belote(self) -> bool:
        """Whether a belote changes anything under some trump."""
        return self.belote_value > 0 and any(self.belote_most[MODE_OF[trump]] for trump in self.trumps)

    @property
    def enters_sweep(self) -> bool:
        """Whether it matters who took all tricks."""
        return "sweep" in self.uses or self.bid_rules.capot is not None or self.bid_rules.generale is not None

    @property
    def enters_alone(self) -> bool:
        """Whether it matters that one single player took all tricks."""
        return "alone" in self.uses or (
            self.bid_rules.generale is not None and self.bid_rules.generale_needs == "alone"
        )

    @property
    def enters_last_trick(self) -> bool:
        """Whether the side of the last trick must be written: only where the pack is converted without its ten."""
        return any(conversion.apart for conversion in self.cards.convert.values())

    @property
    def fields(self) -> tuple[str, ...]:
        """What a scorer writes for one deal under this rule set, in the order asked, by the deal's field names."""
        if self.kind == "totals":
            return ("totals",)
        wanted = {
            "declarer": True,
            "contract": bool(self.bids) or len(self.special_contracts) > 1,
            "trump": len(self.trumps) > 1,
            "double": len(self.doublings) > 1,
            "points": True,
            "last_trick": self.enters_last_trick,
            "sweep": self.enters_sweep,
            "alone": self.enters_alone,
            "belote": self.enters_belote,
            "announces": self.enters_announces,
        }
        return tuple(name for name, is_wanted in wanted.items() if is_wanted)


def _in_language(texts: Mapping[str, str], language: str, fallback: str) -> str:
    code = language.lower().replace("_", "-")
    for key in (code, code.partition("-")[0], "en"):
        if key in texts:
            return texts[key]
    return next(iter(texts.values()), fallback)
