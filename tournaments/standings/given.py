"""What is marked by who does not play: pure figures from the settled policies and from what the others scored.

Whole numbers only, rounded as `ranking.rounded_mean` rounds: to the nearest, a half upwards. A result that is given
concedes as much as it scores, so that it moves no difference; in a forfeit each side concedes what the other marks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from scoring.rules.control_sum import deal_total
from scoring.rules.game_format import GameFormat
from scoring.rules.ruleset import RuleSet
from tournaments.standings.policies import (
    AVERAGE,
    FLAT,
    HALF_TABLE,
    NOTHING,
    OWN_AVERAGE,
    WINNERS,
    ByeRule,
    ForfeitRule,
    MissedRule,
)
from tournaments.standings.ranking import Source, rounded_mean

PLAYS, BYE, ABSENT, LATE, WITHDRAWN, OUT = "plays", "bye", "absent", "late", "withdrawn", "out"
"""What an entry does in a round, as the round's statuses say."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What one entry marks without having played: points scored and conceded, match points."""

    points: int
    against: int
    match_points: int = 0


@dataclass(frozen=True, slots=True)
class Total:
    """Points summed, and of how many scores."""

    points: int = 0
    count: int = 0

    @classmethod
    def of(cls, scores: Iterable[int]) -> Self:
        """The total of these scores."""
        listed = list(scores)
        return cls(sum(listed), len(listed))

    @property
    def average(self) -> int | None:
        """The mean, to the nearest whole point, a half upwards; None of no score at all."""
        return rounded_mean(self.points, self.count)


@dataclass(frozen=True, slots=True)
class Others:
    """What the others did in a round: the `scores` of every entry at a table, the scores of the `winners` (of both
    sides where they were equal), and `table_total`, what a table marks in all where rules and format fix it.

    Games that were made up later or forfeited are in neither: nobody's rest may follow from them.
    """

    scores: Total = field(default_factory=Total)
    winners: Total = field(default_factory=Total)
    table_total: int | None = None

    @property
    def average(self) -> int | None:
        return self.scores.average

    @property
    def half_table(self) -> int | None:
        """Half of a table's total; the measured one, which is the average, where none is fixed."""
        return self.average if self.table_total is None else half(self.table_total)


def half(total: int) -> int:
    """Half of `total`, rounded as an average is: 973 for 1945, -972 for -1945."""
    return (total + 1) // 2


def resting(rule: ByeRule, others: Others, own: Total | None = None, drawn: int = 0) -> Mark | None:
    """What a resting entry marks. `own`: those of all its own games; `drawn`: match points of a drawn game.

    None where there is nothing yet that it could follow from: nobody has played.
    """
    if rule.policy == NOTHING:
        points: int | None = 0
    elif rule.policy == FLAT:
        points = rule.points
    elif rule.policy == HALF_TABLE:
        points = others.half_table
    elif rule.policy == OWN_AVERAGE and own is not None and own.count:
        points = own.average
    else:
        points = others.average
    if points is None:
        return None
    usual = 0 if rule.policy == NOTHING else drawn
    return Mark(points, points, usual if rule.match_points is None else rule.match_points)


def missed(rule: MissedRule, others: Others) -> Mark | None:
    """What is marked for a round that was missed; None where it follows from the others and nobody has played."""
    points: int | None = {NOTHING: 0, FLAT: rule.points}.get(rule.policy)
    if rule.policy == AVERAGE:
        average = others.average
        points = None if average is None else max(min(average, 0), average - rule.less)
    return None if points is None else Mark(points, points, rule.match_points or 0)


def forfeited(rule: ForfeitRule, others: Others, by_format: tuple[int, int] = (0, 0)) -> tuple[Mark, Mark]:
    """What is marked by (who was there, who was not). `by_format`: the match points of both in the game format."""
    winners = others.winners.average if rule.policy == WINNERS else None
    there = rule.points if winners is None else winners
    away = rule.absent_points
    win, loss = by_format
    return (
        Mark(there, away, win if rule.match_points is None else rule.match_points),
        Mark(away, there, loss if rule.absent_match_points is None else rule.absent_match_points),
    )


def neither(rule: ForfeitRule, by_format: tuple[int, int] = (0, 0)) -> Mark:
    """What both sides mark of a game to which neither came."""
    loss = by_format[1] if rule.absent_match_points is None else rule.absent_match_points
    return Mark(rule.absent_points, rule.absent_points, loss)


def table_total(rules: RuleSet, format_: GameFormat, number: int = 1) -> int | None:
    """What both sides of a table mark together in round ``number``, belotes, announces and doubled deals apart: known
    where every deal is worth the same in all and their number is fixed. Caps for both sides hold it down."""
    each = deal_total(rules)
    if each is None or format_.deals is None or format_.is_timed:
        return None
    total = each * format_.deals
    caps = format_.caps
    if caps.winner is not None and caps.loser is not None and (not caps.games or number in caps.games):
        return min(total, caps.winner + caps.loser)
    return total


def source_of(status: str | None, round_number: int, first: int | None, last: int | None) -> Source | None:
    """By which rule an entry marks something in a round that it did not play; None for nothing.

    `status`: what it did in the round, None for who was not on the list yet. `first`, `last`: the rounds in which it
    was first and last there, at a table or resting; None for who never was, and marks nothing. Who comes for the first
    time after the round was late for it; everything missed later is an absence, also for who left and came back. So
    nobody gains by leaving. Who has left, or is knocked out, marks nothing.
    """
    if first is None or last is None:
        return None
    if status == BYE:
        return Source.BYE
    if status in (None, LATE):
        return Source.LATE if round_number < first else Source.ABSENT
    if status == ABSENT or (status == WITHDRAWN and round_number < last):
        return Source.ABSENT
    return None
