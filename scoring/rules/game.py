"""A game: deals, passed and replayed deals, penalties and adjustments in their order, to totals.

A game is a pure function of its entries: working it out again gives the same, and a correction of an early deal moves
points held over, and the end of the game, to where they belong.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from scoring.rules.cards import Side
from scoring.rules.deal import Deal
from scoring.rules.ruleset import RuleSet
from scoring.rules.scorer import Answer, score_deal

Kind = Literal["deal", "passed", "replayed", "penalty", "adjustment"]
DEAL_KINDS = ("deal", "passed", "replayed")


@dataclass(frozen=True, slots=True)
class GameFormat:
    """How long a game is: exactly one of ``deals`` (1 to 100 counted deals) and ``target`` (1 to 100,000 points).
    Raises ValueError for anything else."""

    deals: int | None = None
    target: int | None = None

    def __post_init__(self) -> None:
        if (self.deals is None) == (self.target is None):
            raise ValueError("a game goes to a number of deals or to a target")
        length, most = (self.deals, 100) if self.deals is not None else (self.target, 100_000)
        if length is None or not 1 <= length <= most:
            raise ValueError("1 to 100 deals, or a target of 1 to 100,000 points")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a score sheet. ``deal`` belongs to the kind "deal" only; ``ns`` and ``ew`` are the amounts of a
    penalty or an adjustment, which may be negative. A voided entry is not an entry: leave it out."""

    kind: Kind
    deal: Deal | None = None
    ns: int = 0
    ew: int = 0

    def __post_init__(self) -> None:
        if (self.kind == "deal") != (self.deal is not None):
            raise ValueError("a deal, and nothing else, has a deal")


@dataclass(frozen=True, slots=True)
class Step:
    """What one entry did: its number in the quota (None where it takes none), what it wrote, and how the game stood
    after it. ``after_end`` deals came when the game was over and count for nothing."""

    counted: int | None
    answer: Answer | None
    ns: int
    ew: int
    held: int
    total_ns: int
    total_ew: int
    after_end: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """Where a game stands. ``held`` points wait for a later deal; with ``complete`` nobody has them, and an organiser
    decides. ``counted`` deals of the quota are played."""

    format: GameFormat
    steps: tuple[Step, ...] = ()
    ns: int = 0
    ew: int = 0
    held: int = 0
    counted: int = 0
    complete: bool = False

    @property
    def totals(self) -> dict[Side, int]:
        return {"NS": self.ns, "EW": self.ew}

    @property
    def next_is_last(self) -> bool:
        """Whether the next counted deal ends the game; never known in advance in a game to a target."""
        return self.format.deals is not None and self.counted + 1 >= self.format.deals

    def place(self, deal: Deal) -> Deal:
        """The deal as the next one of this game: what is carried, and whether it is the last, come from the game."""
        return replace(deal, carried=self.held, last_deal=self.next_is_last)


def play(ruleset: RuleSet, format_: GameFormat, entries: Iterable[Entry], *, language: str = "en") -> Game:
    """The game that these entries make. Raises DealError for a deal that cannot be."""
    game = Game(format_)
    for entry in entries:
        game = _after(ruleset, game, entry, language)
    return game


def _after(ruleset: RuleSet, game: Game, entry: Entry, language: str) -> Game:
    answer = None
    ns, ew, held, number = entry.ns, entry.ew, game.held, None
    late = game.complete and entry.kind in DEAL_KINDS
    if entry.kind in DEAL_KINDS:
        ns = ew = 0
    if entry.deal is not None:
        answer = score_deal(ruleset, game.place(entry.deal), language=language)
        if not late:
            ns, ew, held = answer.ns, answer.ew, answer.held
    if not late and _takes_number(ruleset, entry, answer):
        number = game.counted + 1
    totals = game.ns + ns, game.ew + ew
    counted = number or game.counted
    step = Step(number, answer, ns, ew, held, *totals, after_end=late)
    return Game(game.format, (*game.steps, step), *totals, held, counted, _is_complete(game.format, counted, totals))


def _takes_number(ruleset: RuleSet, entry: Entry, answer: Answer | None) -> bool:
    if entry.kind == "passed" or (answer and answer.result == "passed"):
        return ruleset.counts_passed
    return answer is not None and answer.result != "replay"


def _is_complete(format_: GameFormat, counted: int, totals: tuple[int, int]) -> bool:
    """A game to a target ends when a side is there and the sides differ; equal totals take one more deal."""
    if format_.deals is not None:
        return counted >= format_.deals
    return max(totals) >= (format_.target or 0) and totals[0] != totals[1]
