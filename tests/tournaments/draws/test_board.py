"""Plans as they are played: brackets with what is not known yet, pools, movements."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.draws.evenings import entries, seed
from tournaments.draws import DrawRequest, DrawResult, Meeting, PlayedRound, draw
from tournaments.draws.board import bracket, movement, pools, tables_of

Won = Callable[[str, str], str]


def lower(one: str, other: str) -> str:
    """The lower number wins, as north-south or east-west."""
    return "ns" if int(one[1:]) < int(other[1:]) else "ew"


def played(request: DrawRequest, rounds: int, won: Won = lower) -> tuple[DrawRequest, DrawResult | None]:
    """The request for the round after so many played ones, and the last draw."""
    result = None
    for number in range(1, rounds + 1):
        result = draw(replace(request, round=number))
        meetings = tuple(
            Meeting(one.ns, one.ew, one.table, won(one.ns[0], one.ew[0]), one.bracket) for one in result.tables
        )
        request = replace(
            request, played=(*request.played, PlayedRound(number, meetings, result.byes, plan=result.plan))
        )
    return replace(request, round=rounds + 1), result


def asked(system: str, count: int, rounds: int, **settings: Any) -> DrawRequest:
    return DrawRequest(system, seed(f"{system} {count}"), 1, rounds, entries(count), settings=settings)


def test_before_anything_is_played_a_bracket_says_where_everybody_comes_from() -> None:
    request = asked("knockout", 6, 3, seeding="number")
    result = draw(request)
    assert result.plan is not None
    found = bracket(request, result.plan, {})
    assert [(one.number, one.round, one.part) for one in found] == [
        (1, 1, "main"),
        (2, 1, "main"),
        (3, 2, "main"),
        (4, 2, "main"),
        (5, 3, "main"),
        (6, 3, "third"),
    ]
    # The two best have a bye: they wait for the winners of the first round.
    assert {one.one.entry for one in found if one.round == 2} == {"e1", "e2"}
    assert [(one.other.match, one.other.loser) for one in found if one.round == 2] == [(1, False), (2, False)]
    assert (found[5].one.match, found[5].one.loser) == (3, True)
    assert not any(one.over for one in found)


@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (5, 3), (8, 3), (13, 4)])
def test_a_bracket_fills_up_round_by_round_and_ends_with_the_best(count: int, rounds: int) -> None:
    request = asked("knockout", count, rounds)
    for number in range(1, rounds + 1):
        after, result = played(request, number)
        assert result is not None and result.plan is not None
        found = bracket(after, result.plan, tables_of(after.played))
        assert all(one.over == (one.round <= number) for one in found)
        drawn = {frozenset((*table.ns, *table.ew)): table.table for table in result.tables}
        now = [one for one in found if one.round == number]
        assert {frozenset((one.one.entry, one.other.entry)): one.table for one in now} == drawn
    final = next(one for one in found if one.part == "main" and one.last == 2)
    assert ("e1", True) in [(side.entry, side.won) for side in (final.one, final.other)]


def test_a_match_that_is_not_decided_leaves_what_follows_open() -> None:
    after, result = played(asked("knockout", 4, 2), 1, lambda one, other: "" if "e1" in (one, other) else "ns")
    assert result is not None and result.plan is not None
    found = bracket(after, result.plan, tables_of(after.played))
    level = next(one for one in found if "e1" in (one.one.entry, one.other.entry))
    assert not level.over and not level.one.won and not level.other.won
    final = next(one for one in found if one.round == 2 and one.part == "main")
    assert [side.match for side in (final.one, final.other) if not side.known] == [level.number]
    # Whoever has left does not go on.
    other = (level.one if level.other.entry == "e1" else level.other).entry
    gone = bracket(after, result.plan, {}, [other])
    assert next(one for one in gone if one.number == level.number).over


def test_pools_hold_everybody_once_and_each_meets_each_of_the_pool() -> None:
    request = asked("pools-knockout", 10, 5)
    after, result = played(request, 2)
    assert result is not None and result.plan is not None
    found = pools(after, result.plan, tables_of(after.played))
    assert sorted(one for pool in found for one in pool.members) == sorted(entry.id for entry in request.entries)
    for pool in found:
        pairs = {frozenset((one.one, one.other)) for one in pool.meetings}
        size = len(pool.members)
        assert len(pairs) == len(pool.meetings) == size * (size - 1) // 2
        assert all(bool(one.table) == bool(one.won) == (one.round <= 2) for one in pool.meetings)
        assert all(one.won == min(one.one, one.other, key=lambda who: int(who[1:])) for one in pool.meetings if one.won)
    assert bracket(after, result.plan, {}) == ()
    later, knockout = played(request, 4)
    assert knockout is not None and knockout.plan is not None
    matches = bracket(later, knockout.plan, tables_of(later.played))
    assert {one.round for one in matches} == {4, 5}
    assert pools(later, knockout.plan, tables_of(later.played))[0].members == found[0].members


@pytest.mark.parametrize(("system", "count"), [("even-odd", 9), ("mitchell", 8), ("round-robin", 7)])
def test_a_movement_says_where_everybody_goes_as_the_rounds_then_are_drawn(system: str, count: int) -> None:
    request = asked(system, count, 3)
    first = draw(request)
    assert first.plan is not None
    told = movement(request, first.plan, {})
    assert set(told) == {entry.id for entry in request.entries}
    for number in range(1, 4):
        after, result = played(request, number)
        assert result is not None and result.plan is not None
        tables = tables_of(after.played)
        for entry, stops in movement(after, result.plan, tables).items():
            stop = stops[number - 1]
            here = next((one for one in result.tables if entry in (*one.ns, *one.ew)), None)
            if here is None:
                assert (stop.meets, entry in result.byes) == ("", True)
                continue
            other = (here.ew if entry in here.ns else here.ns)[0]
            assert (stop.meets, stop.table) == (other, here.table)
            assert told[entry][number - 1].meets == other
    assert pools(request, first.plan, {}) == ()


def test_other_systems_have_no_movement() -> None:
    request = asked("knockout", 4, 2)
    plan = draw(request).plan
    assert plan is not None
    assert movement(request, plan, {}) == {}
