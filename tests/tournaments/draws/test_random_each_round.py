"""The random system over whole evenings: complete, without a rematch while one can be avoided, fair with the bye."""

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draws.evenings import (
    as_played,
    entries,
    evening,
    everybody,
    lock,
    meeting,
    must_breaches,
    pairs_of,
    seed,
)
from tournaments.draws import DrawEntry, DrawRequest, PlayedRound, draw
from tournaments.draws.costs import Costs
from tournaments.draws.field import prepare
from tournaments.draws.lines import shuffled
from tournaments.draws.nearest import nearest
from tournaments.draws.seeds import Chance


def assert_clean_evening(count: int, rounds: int, master: str) -> None:
    met: set[frozenset[str]] = set()
    rests: Counter[str] = Counter()
    for result in evening(count, rounds, master):
        assert everybody(result) == sorted(entry.id for entry in entries(count))
        assert [table.table for table in result.tables] == list(range(1, count // 2 + 1))
        assert must_breaches(result) == []
        assert not met & pairs_of(result)
        met |= pairs_of(result)
        rests.update(result.byes)
    assert max(rests.values(), default=0) <= 1
    assert sum(rests.values()) == (rounds if count % 2 else 0)


@pytest.mark.parametrize("count", range(2, 66))
def test_five_rounds_without_a_rematch_for_every_size(count: int) -> None:
    possible = count if count % 2 else count - 1
    assert_clean_evening(count, min(5, possible), seed(count))


@pytest.mark.parametrize("count", [128, 256, 501])
def test_five_rounds_without_a_rematch_in_large_fields(count: int) -> None:
    assert_clean_evening(count, 5, seed(count))


@pytest.mark.parametrize("count", range(3, 17))
def test_everybody_meets_everybody_when_so_many_rounds_are_announced(count: int) -> None:
    for trial in range(4):
        assert_clean_evening(count, count if count % 2 else count - 1, seed(f"{count}/{trial}"))


def test_a_draw_that_minds_its_own_round_only_would_get_stuck() -> None:
    """The same evenings of six with every round announced as the last: some of them must run into a rematch."""

    def stuck(trial: int, announced: int) -> bool:
        played: list[PlayedRound] = []
        for number in range(1, 6):
            ask = DrawRequest(
                "random", seed(f"{trial}/{number}"), number, announced or number, entries(6), tuple(played)
            )
            result = draw(ask)
            if must_breaches(result):
                return True
            played.append(as_played(result))
        return False

    assert any(stuck(trial, 0) for trial in range(60))
    assert not any(stuck(trial, 5) for trial in range(60))


def test_more_rounds_than_opponents_give_the_fewest_rematches_each_named() -> None:
    results = list(evening(4, 6, seed("four")))
    assert all(must_breaches(result) == [] for result in results[:3])
    for result in results[3:]:
        named = [breach for breach in result.breaches if breach.rule == "no_rematch"]
        assert len(named) == len(result.tables) == 2
        for breach, table in zip(named, sorted(result.tables, key=lambda one: min(one.ns, one.ew)), strict=True):
            assert breach.rounds == table.met_in
            assert table.reason == "rematch"
            assert len(table.met_in) == 1  # everybody once more before anybody a third time
    assert len({frozenset(pairs_of(result)) for result in results[3:]}) == 3


def test_rests_differ_by_at_most_one_and_are_never_twice_running() -> None:
    for count in (3, 5, 9):
        rested = [result.byes[0] for result in evening(count, 4 * count + 1, seed(f"rests/{count}"))]
        assert all(one != after for one, after in itertools.pairwise(rested))
        for end in range(1, len(rested) + 1):
            had = [rested[:end].count(entry.id) for entry in entries(count)]
            assert max(had) - min(had) <= 1


def test_who_may_not_rest_rests_only_when_nobody_else_can() -> None:
    people = tuple(replace(entry, may_rest=entry.number == 4) for entry in entries(7))
    played: list[PlayedRound] = []
    for number in (1, 2, 3):
        result = draw(DrawRequest("random", seed(f"stand-in/{number}"), number, 3, people, tuple(played)))
        assert result.byes == ("e4",)
        # A stand-in that always rests does so twice running, and the organiser is told.
        assert must_breaches(result) == ([] if number == 1 else [("one_bye", ("e4",))])
        played.append(as_played(result))

    nobody = tuple(replace(entry, may_rest=False) for entry in entries(3))
    result = draw(DrawRequest("random", seed("nobody"), 1, 1, nobody))
    assert must_breaches(result) == [("one_bye", result.byes)]


def test_the_absent_are_in_no_table_and_their_past_stays() -> None:
    people = (*entries(4), DrawEntry("gone", 9, plays=False))
    played = (PlayedRound(1, (meeting("e1", "gone", 1), meeting("e2", "e3", 2)), ("e4",)),)
    result = draw(DrawRequest("random", seed("absent"), 2, 2, people, played))
    assert everybody(result) == ["e1", "e2", "e3", "e4"]
    assert frozenset(("e2", "e3")) not in pairs_of(result)


def test_locked_pairs_meet_at_their_table_with_their_sides() -> None:
    locked = (lock("e5", "e2", 3), lock("e7", "e1"))
    result = draw(DrawRequest("random", seed("locked"), 1, 1, entries(9), locked=locked))
    assert everybody(result) == sorted(entry.id for entry in entries(9))
    fixed = {(table.table, *table.ns, *table.ew) for table in result.tables if table.reason == "locked"}
    assert (3, "e5", "e2") in fixed
    assert [seats[1:] for seats in fixed if seats[0] != 3] == [("e7", "e1")]
    assert sorted(table.table for table in result.tables) == [1, 2, 3, 4]


def test_a_locked_rematch_is_named() -> None:
    played = (PlayedRound(1, (meeting("e1", "e2", 1), meeting("e3", "e4", 2))),)
    result = draw(DrawRequest("random", seed(1), 2, 2, entries(4), played, locked=(lock("e1", "e2"),)))
    assert must_breaches(result) == [("no_rematch", ("e1", "e2")), ("no_rematch", ("e3", "e4"))]


def test_every_entry_locked_leaves_nothing_to_draw() -> None:
    result = draw(DrawRequest("random", seed(1), 1, 1, entries(3), locked=(lock("e3", "e1"),)))
    assert (result.byes, pairs_of(result)) == (("e2",), {frozenset(("e1", "e3"))})


def histories(sizes: st.SearchStrategy[int]) -> st.SearchStrategy[tuple[int, list[list[int]]]]:
    """A field size, and earlier rounds as orders of the entries: neighbours met, an odd last one rested."""
    return sizes.flatmap(
        lambda size: st.tuples(st.just(size), st.lists(st.permutations(range(1, size + 1)), max_size=size + 2))
    )


def played_from(orders: list[list[int]]) -> tuple[PlayedRound, ...]:
    rounds = []
    for number, order in enumerate(orders, 1):
        meetings = [meeting(f"e{one}", f"e{other}") for one, other in zip(order[::2], order[1::2], strict=False)]
        rounds.append(PlayedRound(number, tuple(meetings), (f"e{order[-1]}",) if len(order) % 2 else ()))
    return tuple(rounds)


def all_draws(vertices: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    if not vertices:
        return [[]]
    first, *rest = vertices
    return [
        [(first, other), *others] for other in rest for others in all_draws(tuple(one for one in rest if one != other))
    ]


@given(histories(st.integers(2, 8)), st.integers(0, 10**6))
def test_no_complete_draw_breaks_less(past: tuple[int, list[list[int]]], name: int) -> None:
    """Against every complete draw there is, by the written rules computed here afresh."""
    size, orders = past
    played = played_from(orders)
    result = draw(DrawRequest("random", seed(name), len(played) + 1, len(played) + 1, entries(size), played))
    met = Counter(
        frozenset(int(side[0][1:]) for side in (one.ns, one.ew)) for round_ in played for one in round_.meetings
    )
    rests = Counter(int(entry[1:]) for round_ in played for entry in round_.byes)
    last = [int(entry[1:]) for entry in played[-1].byes] if played else []
    fewest = min(rests[entry] for entry in range(1, size + 1))

    def breaks(pairs: list[tuple[int, int]]) -> tuple[bool, int, int]:
        bye = next((one for one, other in pairs if other == size + 1), None)
        tables = [frozenset(one) for one in pairs if size + 1 not in one]
        excess = 0 if bye is None else rests[bye] - fewest
        return bye in last, excess, sum(met[table] > 0 for table in tables)

    best = min(breaks(pairs) for pairs in all_draws(tuple(range(1, size + 1 + size % 2))))
    cost = dict(result.cost)
    assert (bool(cost["bye_running"]), cost["bye_excess"], cost["rematches"]) == best
    assert sum(rule == "no_rematch" for rule, _ in must_breaches(result)) == best[2]
    assert everybody(result) == sorted(entry.id for entry in entries(size))


@given(histories(st.integers(9, 10)), st.integers(0, 10**6))
def test_a_rematch_only_where_nothing_avoids_it(past: tuple[int, list[list[int]]], name: int) -> None:
    size, orders = past
    played = played_from(orders)
    result = draw(DrawRequest("random", seed(name), len(played) + 1, len(played) + 1, entries(size), played))
    met = {frozenset((*one.ns, *one.ew)) for round_ in played for one in round_.meetings}
    vertices = [entry.id for entry in entries(size) if entry.id not in result.byes]
    assert len(met & pairs_of(result)) == fewest_rematches(tuple(vertices), met)


def fewest_rematches(vertices: tuple[str, ...], met: set[frozenset[str]]) -> int:
    if not vertices:
        return 0
    first, rest = vertices[0], vertices[1:]
    return min(
        (frozenset((first, other)) in met) + fewest_rematches(tuple(one for one in rest if one != other), met)
        for other in rest
    )


@pytest.mark.parametrize("count", [40, 101, 128, 256])
def test_the_window_gives_the_draw_of_all_pairs(count: int) -> None:
    results = list(evening(count, 6, seed(f"window/{count}")))
    played = tuple(as_played(result) for result in results[:5])
    request = DrawRequest("random", results[5].seed, 6, 6, entries(count), played)
    field = prepare(request)
    costs = Costs(field, request)
    line = shuffled(field, request.seed, 0)
    narrow = nearest(field, costs, line, Chance(request.seed, "pairs/0"))
    whole = nearest(field, costs, line, Chance(request.seed, "pairs/0"), window=count)
    assert whole.complete
    assert narrow.proved
    assert not narrow.complete
    assert narrow.pairs == whole.pairs
    assert narrow.own == whole.own >= (narrow.lower_bound,)
    assert narrow.lower_bound == count // 2


def test_every_first_draw_is_equally_likely() -> None:
    """Six entries have 15 draws; 1,500 seeds give each about 100 (chi-square, 14 degrees of freedom, p = 0.001)."""
    seen = Counter(
        frozenset(pairs_of(draw(DrawRequest("random", seed(trial), 1, 1, entries(6))))) for trial in range(1500)
    )
    assert len(seen) == 15
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 36.12


def test_every_entry_rests_tables_and_sides_alike() -> None:
    byes: Counter[str | None] = Counter()
    first_table: Counter[str] = Counter()
    north: Counter[str] = Counter()
    for trial in range(1000):
        result = draw(DrawRequest("random", seed(f"alike/{trial}"), 1, 1, entries(5)))
        byes.update(result.byes)
        first_table.update((*result.tables[0].ns, *result.tables[0].ew))
        north.update(table.ns[0] for table in result.tables)
    for counts, expected in ((byes, 200), (first_table, 400), (north, 400)):
        assert all(abs(counts[entry.id] - expected) < 65 for entry in entries(5))
