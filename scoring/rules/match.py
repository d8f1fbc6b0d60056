"""A match: one game, or the games until a side has won as many as are needed. A pure function of its games."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.rules.game_end import Scores, leader
from scoring.rules.game_format import GameFormat
from scoring.rules.game_state import Game


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands. ``won``: games won, ``totals``: points of the games that count, capped, both in the order
    of the sides. ``counts``: for each game given whether it counts; one after the end does not. ``winner`` is a place,
    None in a draw or before the end; ``points`` are the match points of each, zeros before the end."""

    won: Scores
    totals: Scores
    counts: tuple[bool, ...]
    complete: bool
    winner: int | None
    points: Scores

    @property
    def is_drawn(self) -> bool:
        return self.complete and self.winner is None


def play_match(format_: GameFormat, games: Iterable[Game], *, first_number: int = 1) -> Match:
    """The match that these games make, in their order.

    With ``games_to_win`` 1 the one game decides, and may be drawn. Otherwise a drawn game is nobody's and another is
    played. ``first_number`` is the first game's number in the contest, for caps that hold in some games only.
    """
    won: Scores = (0, 0)
    totals: Scores = (0, 0)
    counts: list[bool] = []
    winner, complete = None, False
    for number, game in enumerate(games, start=first_number):
        counts.append(not complete)
        if complete:
            continue
        if len(game.scores) != len(won):
            won = totals = (0,) * len(game.scores)
        totals = _sum(totals, game.capped(number))
        if game.end is None:
            continue
        if game.end.winner is not None:
            won = _sum(won, tuple(int(place == game.end.winner) for place in range(len(won))))
        complete = max(won) >= format_.games_to_win or format_.games_to_win == 1
        winner = leader(won) if complete else None
    return Match(
        won, totals, tuple(counts), complete, winner, _points(format_, totals, winner) if complete else _no(won)
    )


def points_by_totals(format_: GameFormat, totals: Scores) -> Scores:
    """The match points of sides with these totals, the higher total having won: of teams, whose pairs' points are put
    together."""
    return _points(format_, totals, leader(totals))


def _points(format_: GameFormat, totals: Scores, winner: int | None) -> Scores:
    rules = format_.match_points
    if winner is None:
        return (rules.draw,) * len(totals)
    margin = totals[winner] - max(total for place, total in enumerate(totals) if place != winner)
    win, loss = rules.won(margin)
    return tuple(win if place == winner else loss for place in range(len(totals)))


def _no(scores: Scores) -> Scores:
    return (0,) * len(scores)


def _sum(one: Scores, other: Scores) -> Scores:
    return tuple(a + b for a, b in zip(one, other, strict=True))
