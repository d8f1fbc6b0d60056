"""A game: deals, passed and replayed deals, penalties, totals, time called and adjustments in their order, to totals.

A game is a pure function of its entries: working it out again gives the same, and a correction of an early deal moves
points held over, and the end of the game, to where they belong. What comes after the end is kept: deals count for
nothing, amounts that an arbiter gives still count.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from scoring.rules.answer import Answer
from scoring.rules.cards import SIDES
from scoring.rules.deal import Deal
from scoring.rules.errors import DealError
from scoring.rules.game_end import End, Facts, Pending, Scores, Standing, Wait, facts_of, judge, leader
from scoring.rules.game_format import FormatError, GameFormat
from scoring.rules.game_state import DEAL_KINDS, Entry, Game, Step, deals_left, is_last
from scoring.rules.marked import answer_marked
from scoring.rules.penalty import score_penalty
from scoring.rules.ruleset import PLAYERS, RuleSet
from scoring.rules.scorer import score_deal
from scoring.rules.three import share
from scoring.rules.totals import score_totals

__all__ = ["End", "Entry", "FormatError", "Game", "GameFormat", "Step", "Wait", "looks_at_last", "play"]


def play(
    ruleset: RuleSet, format_: GameFormat, entries: Iterable[Entry], *, language: str = "en", players: int = 4
) -> Game:
    """The game that these entries make; of three ``players`` each deal has who ``held`` what. Raises DealError for a
    deal, a penalty or totals that cannot be."""
    run = _Run(ruleset, format_, language)
    if players == len(PLAYERS):
        run._seat(PLAYERS)
    for entry in entries:
        run.take(entry)
    return run.game()


@dataclass(slots=True)
class _Run:
    """A game while its entries are read."""

    ruleset: RuleSet
    format: GameFormat
    language: str
    sides: tuple[str, ...] = SIDES
    totals: Scores = (0, 0)
    held: int = 0
    counted: int = 0
    #: The facts of the last deal, or what they are found in once somebody asks how the game ends.
    facts: Facts | tuple[Deal, Answer] | None = None
    pending: Pending = field(default_factory=Pending)
    to_play: int | None = None
    end: End | None = None
    ahead: int | None = None
    wait: Wait | None = None
    by_rounding: Scores = (0, 0)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        rules = self.ruleset.totals
        if rules is not None and rules.sides == 3:
            self._seat(PLAYERS)

    def _seat(self, sides: tuple[str, ...]) -> None:
        if len(sides) != len(self.sides) and any(step.answer is not None for step in self.steps):
            raise DealError("totals", "other_totals", allowed=", ".join(self.sides))
        self.sides = sides
        self.totals = (*self.totals, 0)[: len(sides)]
        self.by_rounding = self._nothing

    def take(self, entry: Entry) -> None:
        if entry.kind in DEAL_KINDS:
            self._deal(entry)
        elif entry.kind == "time":
            self._time(entry)
        elif entry.kind == "settlement":
            self._settlement(entry)
        else:
            self._amount(entry)

    # Deals

    def _deal(self, entry: Entry) -> None:
        if self.end is not None:
            answer = self._score(entry, last=False)
            self._step(Step(None, answer, self._nothing, self.held, self.totals, after_end=True))
            return
        known = is_last(deals_left(self.format, self.counted, self.to_play))
        if not known and entry.deal is not None and self.format.target is not None and looks_at_last(self.ruleset):
            self._deal_to_the_target(entry)
        else:
            self._write(entry, self._score(entry, last=known), last=known)
            self._judge(after_deal=True)

    def _deal_to_the_target(self, entry: Entry) -> None:
        """A deal is the last because of its score, and its score may depend on being the last. So it is tried as the
        last: if that score, exact, ends the game by the target, it was the last and the score stands. If not, it is
        scored as any other, and what rounding adds does not end the game."""
        tried = replace(self, steps=list(self.steps))
        tried._write(entry, self._score(entry, last=True), last=True)
        tried._judge(after_deal=True)
        if tried.end is not None:
            for name in ("totals", "held", "counted", "facts", "pending", "to_play", "end", "ahead", "wait", "steps"):
                setattr(self, name, getattr(tried, name))
            self.by_rounding = self._nothing
            return
        self._write(entry, self._score(entry, last=False), last=False)
        if self.steps[-1].counted is not None:
            self.by_rounding = tuple(
                max(0, total - exact) if exact < (self.format.threshold or 0) <= total else 0
                for total, exact in zip(self.totals, tried.totals, strict=True)
            )
            self.pending = tried.pending
            self.wait = tried.wait or self._rounded_there

    def _score(self, entry: Entry, *, last: bool) -> Answer | None:
        if entry.marked is not None:
            return answer_marked(self.ruleset, entry.marked, language=self.language)
        if entry.totals is not None:
            return score_totals(self.ruleset, entry.totals, language=self.language)
        if entry.deal is None:
            return None
        deal = entry.deal
        if deal.carried != self.held or deal.last_deal != last:
            deal = replace(deal, carried=self.held, last_deal=last)
        answer = score_deal(self.ruleset, deal, language=self.language)
        return answer if entry.held is None else share(self.ruleset, deal, entry.held, answer)

    def _write(self, entry: Entry, answer: Answer | None, *, last: bool) -> None:
        """Put a deal on the sheet."""
        scores, number = self._nothing, None
        if answer is not None:
            self.held = answer.held
            scores = tuple(n for _, n in answer.players) if answer.players else (answer.ns, answer.ew)
            if len(scores) != len(self.sides):
                self._seat(PLAYERS if len(scores) == len(PLAYERS) else SIDES)
        if self._takes_number(entry, answer):
            number = self.counted = self.counted + (entry.marked.deals if entry.marked is not None else 1)
            if self.to_play is not None:
                self.to_play -= 1
        if entry.marked is not None and entry.marked.whole:
            self.to_play = 0  # nothing is played after the totals of a whole game
        self._add(scores)
        if answer is not None and answer.result not in {"passed", "replay"}:
            deal = entry.deal
            self.facts = (
                (deal, answer)
                if deal is not None and entry.held is None
                else Facts(scores, belote=self._nothing, announces=self._nothing)
            )
        self._step(Step(number, answer, scores, self.held, self.totals, last_deal=last))

    def _takes_number(self, entry: Entry, answer: Answer | None) -> bool:
        if entry.kind == "passed" or (answer is not None and answer.result == "passed"):
            return self.ruleset.counts_passed
        return answer is not None and answer.result != "replay"

    # What is no deal

    def _amount(self, entry: Entry) -> None:
        answer, number = None, None
        scores = (entry.ns, entry.ew, entry.third)[: len(self.sides)]
        if entry.penalty is not None:
            fault = entry.penalty.fault, entry.penalty.by
            self.faults[fault] += 1
            event = replace(entry.penalty, nth=self.faults[fault])
            answer = score_penalty(self.ruleset, event, language=self.language)
            scores = (answer.ns, answer.ew)
            if answer.counted and self.end is None:
                number = self.counted = self.counted + 1
                if self.to_play is not None:
                    self.to_play -= 1
        self._add(scores)
        self._step(Step(number, answer, scores, self.held, self.totals))
        self._judge()

    def _settlement(self, entry: Entry) -> None:
        scores = (entry.ns, entry.ew, entry.third)[: len(self.sides)]
        idle = not 0 <= sum(scores) <= self._held_on_sheet or min(scores) < 0
        if not idle:
            self.held = 0
            self._add(scores)
        self._step(Step(None, None, self._nothing if idle else scores, self.held, self.totals, idle=idle))
        self._judge()

    def _time(self, entry: Entry) -> None:
        idle = self.to_play is not None or self.end is not None
        if not idle:
            ending = self.format.ending
            self.to_play = int(ending.finish_deal and entry.in_progress) + ending.more_deals
        self._step(Step(None, None, self._nothing, self.held, self.totals, idle=idle))
        self._judge()

    # What they share

    @property
    def _nothing(self) -> Scores:
        return (0,) * len(self.sides)

    @property
    def _held_on_sheet(self) -> int:
        """What is held, in the totals' scale: it waits in points, and the sheet may be written in tens."""
        return self.ruleset.rounding.written(self.held)

    def _add(self, scores: Scores) -> None:
        self.totals = tuple(total + score for total, score in zip(self.totals, scores, strict=True))

    def _step(self, step: Step) -> None:
        self.steps.append(step)

    @property
    def _used_up(self) -> str:
        if self.format.deals is not None and self.counted >= self.format.deals:
            return "deals"
        return "time" if self.to_play is not None and self.to_play <= 0 else ""

    @property
    def _rounded_there(self) -> Wait | None:
        """The target is reached, but only by what rounding added to the last deal."""
        threshold = self.format.threshold or 0
        sides = zip(self.totals, self.by_rounding, strict=True)
        return Wait("exact") if any(total - extra < threshold <= total for total, extra in sides) else None

    def _judge(self, *, after_deal: bool = False) -> None:
        """Look whether the game is over. Once it is, it stays over; an amount given later can only change who won."""
        if self.end is not None:
            ahead = leader(self.totals)
            if ahead != self.ahead:
                self.end, self.ahead = replace(self.end, by="draw" if ahead is None else "points", winner=ahead), ahead
            return
        if after_deal:
            if self.steps[-1].counted is None:
                return
            self.by_rounding = self._nothing
        reached = tuple(total - extra for total, extra in zip(self.totals, self.by_rounding, strict=True))
        now = Standing(reached, self.counted, self._facts(reached), self._used_up, after_deal)
        verdict = judge(self.format, now, self.pending)
        self.end, self.wait, self.pending = verdict.end, verdict.wait or self._rounded_there, verdict.pending
        if self.end is not None:
            self.ahead, self.wait = leader(self.totals), None

    def _facts(self, reached: Scores) -> Facts | None:
        """The facts of the last deal, where the end of the game can depend on them."""
        threshold = self.format.threshold
        near = threshold is not None and (max(reached) >= threshold or bool(self.pending.owing))
        if not near and not self._used_up:
            return None
        if isinstance(self.facts, tuple):
            self.facts = facts_of(self.ruleset, *self.facts)
        return self.facts

    def game(self) -> Game:
        """The game as it stands, with the points still held given to whom the format says."""
        held, settled = self.held, self._nothing
        if self.end is not None and held:
            rule, winner, given = self.format.ending.held, self.end.winner, self._held_on_sheet
            if rule == "split":
                held, settled = 0, (given // 2,) * len(self.sides)
            elif rule == "lost":
                held = 0
            elif rule == "winner" and winner is not None:
                held, settled = 0, tuple(given if place == winner else 0 for place in range(len(self.sides)))
        scores = tuple(total + more for total, more in zip(self.totals, settled, strict=True))
        return Game(
            self.format, self.sides, tuple(self.steps), scores, held, self.counted, self.end, self.wait, self.to_play,
            settled,
        )  # fmt: skip


def looks_at_last(ruleset: RuleSet) -> bool:
    """Whether a deal of this rule set can be worth something else as the last of a game."""
    return ruleset.rounding.last_deal_exact or ruleset.success.tie_at_last != ruleset.success.tie
