"""Wins, floats and outcomes, counted from the rounds played."""

from __future__ import annotations

from collections import Counter

from tournaments.draws.field import Field
from tournaments.draws.model import DrawRequest, Meeting
from tournaments.draws.settings import flag


def wins_and_floats(request: DrawRequest, field: Field) -> tuple[list[int], list[int]]:
    """For each playing entry its wins, and how often it met somebody with another number of wins than its own.

    The wins of the past are those of the rounds played; where an entry has a standing, its first figure is what counts
    now, so that what a rule gave (a late entry, a forfeit) counts too.
    """
    bye_wins = flag(request, "bye_wins", usual=True)
    wins: Counter[str] = Counter()
    floats: Counter[str] = Counter()
    for played in sorted(request.played, key=lambda one: one.number):
        won: list[str] = []
        for meeting in played.meetings:
            both = (*meeting.ns, *meeting.ew)
            if len({wins[entry] for entry in both}) > 1:
                floats.update(both)
            won += winners(meeting)
        wins.update(won)
        if bye_wins:
            wins.update(played.byes)
    return (
        [entry.standing[0] if entry.standing else wins[entry.id] for entry in field.entries],
        [floats[entry.id] for entry in field.entries],
    )


def last_outcomes(request: DrawRequest, field: Field) -> list[int]:
    """For each playing entry: 2 where it won in the last round played, 0 where it lost, 1 for neither."""
    last = max(request.played, key=lambda one: one.number, default=None)
    found: dict[str, int] = {}
    if last is not None:
        for meeting in last.meetings:
            if meeting.won:
                found |= dict.fromkeys((*meeting.ns, *meeting.ew), 0) | dict.fromkeys(winners(meeting), 2)
        if flag(request, "bye_wins", usual=True):
            found |= dict.fromkeys(last.byes, 2)
    return [found.get(entry.id, 1) for entry in field.entries]


def winners(meeting: Meeting) -> tuple[str, ...]:
    """Who won a meeting; nobody where it was not won, or that is not known."""
    return {"ns": meeting.ns, "ew": meeting.ew}.get(meeting.won, ())
