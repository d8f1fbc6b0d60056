"""Who floats in a draw, and how often before."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.tournaments.draws.evenings import entries, meeting, seed
from tournaments.draws import DrawRequest, PlayedRound
from tournaments.draws.byhand import Hand, Table
from tournaments.draws.floats import Float, floats_in, groups_of


def asked(system: str, *results: Sequence[str], **more: Any) -> DrawRequest:
    """Rounds played one after the other; each result names two, the winner first."""
    played = tuple(
        PlayedRound(number, tuple(meeting(*both.split(">"), table, "ns") for table, both in enumerate(round_, 1)))
        for number, round_ in enumerate(results, 1)
    )
    return DrawRequest(system, seed("floats"), len(played) + 1, 9, entries(6), played, **more)


def tables(*pairs: str) -> Hand:
    return Hand(
        tuple(Table(number, (both.split("-")[0],), (both.split("-")[1],)) for number, both in enumerate(pairs, 1))
    )


def test_two_with_unequal_wins_float_and_their_earlier_floats_are_counted() -> None:
    # After round 1 e1, e3, e5 have a win; in round 2 e5 meets e6, who has none: both float.
    request = asked("equal-wins", ["e1>e2", "e3>e4", "e5>e6"], ["e1>e3", "e2>e4", "e6>e5"])
    groups = groups_of(request)
    assert groups is not None
    assert groups.scores == {"e1": 2, "e2": 1, "e3": 1, "e4": 0, "e5": 1, "e6": 1}
    assert groups.floats == {"e1": 0, "e2": 0, "e3": 0, "e4": 0, "e5": 1, "e6": 1}
    found = floats_in(groups, tables("e5-e1", "e2-e3", "e4-e6"))
    assert found == {1: Float(1, ("e1", "e5"), (2, 1), (0, 1)), 3: Float(3, ("e6", "e4"), (1, 0), (1, 0))}


def test_winners_and_losers_are_told_by_the_last_round() -> None:
    groups = groups_of(asked("winners-losers", ["e1>e2", "e3>e4"], ["e2>e1", "e3>e4"]))
    assert groups is not None and groups.kind == "outcomes"
    assert groups.scores == {"e1": 0, "e2": 2, "e3": 2, "e4": 0, "e5": 1, "e6": 1}
    assert set(floats_in(groups, tables("e2-e3", "e1-e4", "e5-e1"))) == {3}


def test_there_are_no_groups_in_a_first_round_nor_by_points_nor_by_lot() -> None:
    played = ["e1>e2", "e3>e4", "e5>e6"]
    assert groups_of(asked("equal-wins")) is None
    assert groups_of(asked("random", played)) is None
    request = asked("swiss", played)
    points = tuple(replace(entry, standing=(1000 + entry.number,)) for entry in request.entries)
    assert groups_of(replace(request, entries=points)) is None
    wins = tuple(replace(entry, standing=(entry.number % 2, 1000)) for entry in request.entries)
    groups = groups_of(replace(request, entries=wins))
    assert groups is not None and groups.kind == "wins"


def test_an_unfinished_table_floats_with_nobody() -> None:
    groups = groups_of(asked("equal-wins", ["e1>e2", "e3>e4", "e5>e6"]))
    assert groups is not None
    assert floats_in(groups, Hand((Table(1, ("e1",), ()), Table(2)))) == {}
