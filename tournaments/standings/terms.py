"""What the figure of a criterion is made of, and the field that figures of others are looked up in. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tournaments.standings.scores import RoundResult, ScoreRow

Params = Mapping[str, Any]
"""The parameters of a criterion, whole, by name."""

CAPPED, LEFT_OUT, HALVED, RESTED, AWAY, GIVEN = "capped", "left-out", "halved", "rested", "away", "given"
WON, LOST, DRAWN, NOT_ALL_MET = "won", "lost", "drawn", "not-all-met"


class Term(NamedTuple):
    """A part of a figure: the `amount`s of all its terms add up to it.

    `round`: where it comes from, 0 for none in particular; `entry`: the opponent that it is about; `figure`: what there
    was, where not all of it counts; `why`: one of the words above.
    """

    round: int
    amount: int
    entry: str = ""
    figure: int | None = None
    why: str = ""


Terms = tuple[Term, ...]


def value_of(terms: Iterable[Term]) -> int:
    """The figure that these terms come to."""
    return sum(one.amount for one in terms)


def as_lists(terms: Iterable[Term]) -> list[list[Any]]:
    """Terms as plain JSON, without what they do not say at the end; ``from_lists`` reads them back."""
    found = []
    for term in terms:
        told: list[Any] = list(term)
        while len(told) > 2 and told[-1] in ("", None):
            told.pop()
        found.append(told)
    return found


def from_lists(told: Iterable[Iterable[Any]]) -> Terms:
    """What ``as_lists`` made."""
    return tuple(Term(*one) for one in told)


Span = tuple[int, int] | None

POINTS, MATCH_POINTS, WINS = "points", "match_points", "wins"
#: By what an opponent's strength may be told.
STRENGTHS = (POINTS, MATCH_POINTS, WINS)


class Field:
    """Everybody in a contest, ranked or not: what each is worth to those who met it."""

    def __init__(self, rows: Iterable[ScoreRow]) -> None:
        self.rows = {row.entry: row for row in rows}
        self._figures: dict[tuple[str, str, Span], int] = {}
        self._rounds: dict[Span, list[int]] = {}
        self._sides = 0

    def figure(self, entry: str, by: str, span: Span) -> int:
        """What an entry has marked in the rounds of a span, rests and all that was given for a round with it; nothing
        that was given or taken beside. 0 for who is not known."""
        key = entry, by, span
        if key not in self._figures:
            row = self.rows.get(entry)
            self._figures[key] = 0 if row is None else strength(_spanned(row, span), by)
        return self._figures[key]

    def rounds(self, span: Span) -> list[int]:
        """The rounds in which anybody has marked something."""
        if span not in self._rounds:
            found = {one.round for row in self.rows.values() for one in _spanned(row, span)}
            self._rounds[span] = sorted(found)
        return self._rounds[span]

    @property
    def opponents_a_round(self) -> int:
        """How many opponents one has in a round: two in a mêlée, else one."""
        if not self._sides:
            sizes = (len(one.opponents) for row in self.rows.values() for one in row.results)
            self._sides = max(1, max(sizes, default=1))
        return self._sides

    def outcome(self, row: ScoreRow, number: int, opponents: Iterable[str]) -> int:
        """Who won a round at a table, for ``row``: 1 where it did, -1 where the others did, 0 for neither. By match
        points where the game format gives any, else by points; over all games of the round."""
        mine = [one for one in row.marked if one.round == number]
        scored, conceded = sum(one.scored for one in mine), sum(one.conceded for one in mine)
        other = next((self.rows[one] for one in opponents if one in self.rows), None)
        theirs = [] if other is None else [one for one in other.marked if one.round == number]
        points = sum(one.match_points for one in mine)
        against = sum(one.match_points for one in theirs) if theirs else points
        difference = points - against or scored - conceded
        return (difference > 0) - (difference < 0)


def _spanned(row: ScoreRow, span: Span) -> Iterable[RoundResult]:
    return row.marked if span is None else (one for one in row.marked if span[0] <= one.round <= span[1])


def strength(results: Iterable[RoundResult], by: str) -> int:
    """What results come to: points, match points or games won."""
    if by == MATCH_POINTS:
        return sum(one.match_points for one in results)
    if by == WINS:
        return sum(one.scored > one.conceded for one in results if one.source in ("game", "forfeit"))
    return sum(one.scored for one in results)
