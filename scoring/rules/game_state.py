"""The lines of a score sheet, what each did, and the game that they make: the words of ``game.play``."""

from dataclasses import dataclass, replace
from typing import Literal

from scoring.rules.answer import Answer
from scoring.rules.cards import SIDES
from scoring.rules.deal import Deal
from scoring.rules.game_end import End, Scores, Wait, leader
from scoring.rules.game_format import GameFormat
from scoring.rules.marked import Marked
from scoring.rules.penalty import Penalty
from scoring.rules.ruleset import PLAYERS
from scoring.rules.three import Held
from scoring.rules.totals import Totals

Kind = Literal["deal", "passed", "replayed", "penalty", "adjustment", "total", "time", "settlement"]
DEAL_KINDS = frozenset({"deal", "passed", "replayed", "total"})
AMOUNT_KINDS = frozenset({"penalty", "adjustment", "settlement"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a score sheet. A voided entry is not an entry: leave it out.

    ``deal``, ``penalty`` (a fault, for the rule set's ladder) and ``totals`` belong to the kinds "deal", "penalty" and
    "total"; ``marked``, the scores of a deal taken over from a paper, stands in the place of ``deal``. ``ns``, ``ew``
    (and ``third`` of three players) are the amounts of an adjustment, of a penalty that an arbiter sets freely, or of a
    settlement of points that were held; they may be negative. ``in_progress``: whether a deal was being played when
    time was called. A ``nth`` in a penalty is not looked at: the game counts. ``held``: who
    held what in a deal of a game of three (``three``).
    """

    kind: Kind
    deal: Deal | None = None
    ns: int = 0
    ew: int = 0
    third: int = 0
    penalty: Penalty | None = None
    totals: Totals | None = None
    in_progress: bool = True
    marked: Marked | None = None
    held: Held | None = None

    def __post_init__(self) -> None:
        if (self.kind == "deal") != (self.deal is not None or self.marked is not None):
            raise ValueError("a deal, and nothing else, has a deal")
        if self.deal is not None and self.marked is not None:
            raise ValueError("a deal is played or taken over from a paper, not both")
        if (self.kind == "total") != (self.totals is not None):
            raise ValueError("totals, and nothing else, have totals")
        if self.penalty is not None and (self.kind != "penalty" or self.ns or self.ew or self.third):
            raise ValueError("a fault has what the ladder gives, and only a penalty has a fault")
        if self.kind not in AMOUNT_KINDS and (self.ns or self.ew or self.third):
            raise ValueError("only what is no deal has amounts of its own")


@dataclass(frozen=True, slots=True)
class Step:
    """What one entry did. ``counted``: its number in the quota, None where it takes none; ``scores``: what it wrote;
    ``totals`` and ``held``: how the game stood after it. ``last_deal``: it was scored as the last of the game.
    ``after_end``: a deal that came when the game was over, for nothing. ``idle``: a second call of time, or a
    settlement of more than is held, which does nothing."""

    counted: int | None
    answer: Answer | None
    scores: Scores
    held: int
    totals: Scores
    last_deal: bool = False
    after_end: bool = False
    idle: bool = False

    @property
    def by_name(self) -> dict[str, int]:
        """What it wrote, by side, or by player of three."""
        return dict(zip(PLAYERS if len(self.scores) == len(PLAYERS) else SIDES, self.scores, strict=True))

    @property
    def ns(self) -> int:
        return self.scores[0]

    @property
    def ew(self) -> int:
        return self.scores[1]

    @property
    def total_ns(self) -> int:
        return self.totals[0]

    @property
    def total_ew(self) -> int:
        return self.totals[1]

    @property
    def then(self) -> str:
        """What a penalty's ladder says happens now at the table ("redeal" ...); "" for nothing."""
        return self.answer.then if self.answer is not None else ""


@dataclass(frozen=True, slots=True)
class Game:
    """Where a game stands. ``scores`` are the totals in the order of ``sides``, with what the end gave of the points
    that were ``held``; what is still held when the game is ``complete`` is unsettled, and an organiser decides.
    ``counted`` deals of the quota are played. ``to_play``: deals left since time was called, None before. ``wait``:
    why the game goes on although its length is reached."""

    format: GameFormat
    sides: tuple[str, ...] = SIDES
    steps: tuple[Step, ...] = ()
    scores: Scores = (0, 0)
    held: int = 0
    counted: int = 0
    end: End | None = None
    wait: Wait | None = None
    to_play: int | None = None
    settled: Scores = (0, 0)

    @property
    def complete(self) -> bool:
        return self.end is not None

    @property
    def ns(self) -> int:
        return self.scores[0]

    @property
    def ew(self) -> int:
        return self.scores[1]

    @property
    def totals(self) -> dict[str, int]:
        """The totals of the sides, or of three players, by name."""
        return dict(zip(self.sides, self.scores, strict=True))

    @property
    def winner(self) -> str | None:
        """The name of the side that has won; None in a draw, or as long as the game goes on."""
        return self.sides[self.end.winner] if self.end is not None and self.end.winner is not None else None

    @property
    def leader(self) -> str | None:
        """The name of the side that has most now; None where two have as many."""
        place = leader(self.scores)
        return None if place is None else self.sides[place]

    @property
    def deals_left(self) -> int | None:
        """Deals until the end, where that is known: of the quota, or since time was called. At least 1 while the game
        goes on."""
        return 0 if self.complete else deals_left(self.format, self.counted, self.to_play)

    @property
    def points_left(self) -> dict[str, int] | None:
        """What each side still needs for the target; None without one."""
        threshold = self.format.threshold
        if threshold is None:
            return None
        return {side: max(0, threshold - total) for side, total in zip(self.sides, self.scores, strict=True)}

    @property
    def next_is_last(self) -> bool:
        """Whether the next counted deal is known to be the last; in a game to a target only once time is called."""
        return not self.complete and is_last(self.deals_left)

    def place(self, deal: Deal) -> Deal:
        """The deal as the next one of this game: what is carried, and whether it is the last, come from the game."""
        return replace(deal, carried=self.held, last_deal=self.next_is_last)

    def closed(self) -> "Game":
        """The game as it counts when its sheet is closed: one that was stopped before its end goes to who is ahead."""
        if self.end is not None:
            return self
        ahead = leader(self.scores)
        return replace(self, end=End("closed", "draw" if ahead is None else "points", ahead), wait=None)

    def capped(self, number: int = 1) -> Scores:
        """The totals as they count for match and ranking, this being game ``number`` of the contest."""
        return self.format.caps.hold(
            self.scores, self.end.winner if self.end is not None else leader(self.scores), number
        )


def deals_left(format_: GameFormat, counted: int, to_play: int | None) -> int | None:
    known = [] if to_play is None else [to_play]
    if format_.deals is not None:
        known.append(format_.deals - counted)
    return max(1, min(known)) if known else None


def is_last(deals_left: int | None) -> bool:
    return deals_left is not None and deals_left <= 1
