"""Whether a game is over after an entry, and who has won it: the format's words applied to where the game stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.rules.answer import Answer
from scoring.rules.cards import SIDES
from scoring.rules.deal import Deal
from scoring.rules.game_format import GameFormat
from scoring.rules.ruleset import RuleSet

Scores = tuple[int, ...]
BELOTE_LINES = frozenset({"belote", "their_belote"})
ANNOUNCE_LINES = frozenset({"announces", "their_announces"})


@dataclass(frozen=True, slots=True)
class Facts:
    """What the end of a game asks of the last deal that was played out. Places count as in the totals: 0 is NS.

    ``belote`` and ``announces`` are the amounts that each side wrote for them, whoever held the cards, in tens where
    the sheet is; ``sweeper`` is the side that took all tricks.
    """

    scores: Scores
    declarer: int | None = None
    result: str = "total"
    sweeper: int | None = None
    belote: Scores = (0, 0)
    announces: Scores = (0, 0)

    @property
    def winner(self) -> int | None:
        """The side that the deal went to: declarers who made, defence of a failed one."""
        if self.declarer is None or self.result not in {"made", "failed"}:
            return None
        return self.declarer if self.result == "made" else 1 - self.declarer

    def took_a_trick(self, side: int) -> bool:
        return self.sweeper is None or self.sweeper == side


def facts_of(ruleset: RuleSet, deal: Deal, answer: Answer) -> Facts:
    """The facts of a deal that was played out, from its answer's machine-readable lines."""
    assert deal.declarer is not None
    return Facts(
        scores=(answer.ns, answer.ew),
        declarer=SIDES.index(deal.declarer),
        result=answer.result,
        sweeper=_sweeper(ruleset, deal),
        belote=_amounts(answer, BELOTE_LINES, ruleset.rounding.divide),
        announces=_amounts(answer, ANNOUNCE_LINES, ruleset.rounding.divide),
    )


def _amounts(answer: Answer, whats: frozenset[str], divide: int) -> Scores:
    return tuple(
        sum(line.amount for line in answer.lines if line.side == side and line.what in whats) // divide
        for side in SIDES
    )


def _sweeper(ruleset: RuleSet, deal: Deal) -> int | None:
    if deal.sweep is not None:
        return SIDES.index(deal.sweep)
    for place, count in enumerate(deal.tricks):
        if count is not None and count in {0, ruleset.tricks}:
            return place if count else 1 - place
    return None


@dataclass(frozen=True, slots=True)
class End:
    """A game is over. ``why``: "deals" or "time" used up, the "target" reached, "both" sides past it, or the sheet was
    "closed" before any of it; ``by``: what
    named the winner, "points", "alone" (the only side that was there), "declarer", "taker", "last_deal", or "draw".
    ``winner`` is a place in the totals, None in a draw."""

    why: str
    by: str
    winner: int | None


@dataclass(frozen=True, slots=True)
class Wait:
    """Why a game goes on although its length is reached: "equal" totals, "both" past the target (one more deal),
    "barred" (``side`` is there and may not win on this; ``bar`` says on what, () where it still owes a trick), "exact"
    (the target is reached by rounding only)."""

    why: str
    side: int | None = None
    bar: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """What the end has to remember from deal to deal: which sides owe a trick, and how many deals counted when both
    were first past the target."""

    owing: frozenset[int] = frozenset()
    both_at: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """One look at the game: over, waiting, or neither."""

    end: End | None = None
    wait: Wait | None = None
    pending: Pending = field(default_factory=Pending)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the game stands when it is looked at. ``used_up``: "deals" or "time" where no deal is left of them, ""
    otherwise; ``after_deal``: whether a deal has just been written, and not an amount."""

    totals: Scores
    counted: int
    facts: Facts | None
    used_up: str
    after_deal: bool


def judge(format_: GameFormat, now: Standing, pending: Pending) -> Verdict:
    """Whether the game is over now, and what to remember if not."""
    wait: Wait | None = None
    threshold = format_.threshold
    if threshold is not None:
        past = [side for side, total in enumerate(now.totals) if total >= threshold]
        bars = {side: bar for side in past if (bar := _bar(format_, now, side, threshold, pending)) is not None}
        pending = Pending(_owing(format_, now, bars, pending), pending.both_at)
        free = [side for side in past if side not in bars]
        if len(free) > 1:
            verdict = _both_past(format_, now, free, pending)
            if verdict.end is not None or not now.used_up:
                return verdict
            wait, pending = verdict.wait, verdict.pending
        elif free:
            by = "alone" if bars else "points"
            return Verdict(End("target", by, free[0]))
        elif bars:
            wait = Wait("barred", past[0], bars[past[0]])
    if now.used_up:
        return _used_up(format_, now, pending)
    return Verdict(wait=wait, pending=pending)


def _used_up(format_: GameFormat, now: Standing, pending: Pending) -> Verdict:
    ahead = leader(now.totals)
    if ahead is not None:
        return Verdict(End(now.used_up, "points", ahead))
    return _equal(format_, now, now.used_up, pending)


def _both_past(format_: GameFormat, now: Standing, free: list[int], pending: Pending) -> Verdict:
    rule = format_.ending.both
    facts = now.facts
    if rule == "extra_deal":
        since = now.counted if pending.both_at is None else pending.both_at
        pending = Pending(pending.owing, since)
        if now.counted <= since:
            return Verdict(wait=Wait("both"), pending=pending)
    if rule == "taker" and facts is not None and facts.declarer is not None:
        return Verdict(End("both", "taker", facts.declarer))
    if rule == "last_deal" and facts is not None and (best := leader(facts.scores)) is not None:
        return Verdict(End("both", "last_deal", best))
    ahead = leader(tuple(total if side in free else 0 for side, total in enumerate(now.totals)))
    if ahead is None:
        return _equal(format_, now, "both", pending)
    if rule == "declarer" and facts is not None and facts.winner is not None:
        return Verdict(End("both", "declarer", facts.winner))
    return Verdict(End("both", "points", ahead))


def _equal(format_: GameFormat, now: Standing, why: str, pending: Pending) -> Verdict:
    rule = format_.equal
    if rule == "draw":
        return Verdict(End(why, "draw", None))
    if rule == "last_deal" and now.facts is not None and (best := leader(now.facts.scores)) is not None:
        return Verdict(End(why, "last_deal", best))
    return Verdict(wait=Wait("equal"), pending=pending)


def leader(totals: Scores) -> int | None:
    """The place of the one who has most; None where two have as many."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def _bar(format_: GameFormat, now: Standing, side: int, threshold: int, pending: Pending) -> tuple[str, ...] | None:
    """What keeps a side that is past the target from having won: the first combination that holds, () for a trick
    that it owes, None for nothing."""
    facts = now.facts
    if facts is None:
        return None
    total = now.totals[side]
    holds: Mapping[str, bool] = {
        "defence": facts.declarer is not None and facts.declarer != side,
        "failed": facts.declarer == side and facts.result == "failed",
        "not_made": facts.declarer is not None and not (facts.declarer == side and facts.result == "made"),
        "capot": not facts.took_a_trick(side),
        "sweep": facts.sweeper == side,
        "belote": total - facts.belote[side] < threshold,
        "announces": total - facts.announces[side] < threshold,
        "short": total - facts.scores[side] < threshold,
        "behind": any(other >= total for place, other in enumerate(now.totals) if place != side),
    }
    bar = next((bar for bar in format_.ending.may_not_win if all(holds[word] for word in bar)), None)
    if bar is None and side in pending.owing and not (now.after_deal and facts.took_a_trick(side)):
        return ()
    return bar


def _owing(format_: GameFormat, now: Standing, bars: Mapping[int, tuple[str, ...]], pending: Pending) -> frozenset[int]:
    """The sides that still need a trick of their own after this: those barred now, or before and without one since."""
    if format_.ending.owes != "trick":
        return frozenset()
    facts = now.facts
    paid = {side for side in pending.owing if now.after_deal and facts is not None and facts.took_a_trick(side)}
    return frozenset(bars) | (pending.owing - paid)
