"""The matching library behind its one door: exact, and refused before its integers overflow."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.draws import DrawError
from tournaments.draws.matching import costs_fit, perfect_matching


def cheapest(vertices: tuple[int, ...], cost: dict[tuple[int, int], int]) -> int | None:
    if not vertices:
        return 0
    first, rest = vertices[0], vertices[1:]
    totals = []
    for other in rest:
        if (first, other) in cost:
            after = cheapest(tuple(one for one in rest if one != other), cost)
            if after is not None:
                totals.append(cost[first, other] + after)
    return min(totals, default=None)


def graphs(size: int) -> st.SearchStrategy[tuple[int, dict[tuple[int, int], int]]]:
    """Any graph of `size` vertices: each pair has a cost or is missing."""
    pairs = list(itertools.combinations(range(size), 2))
    prices = st.none() | st.integers(0, 3) | st.integers(0, 2**100)
    return st.lists(prices, min_size=len(pairs), max_size=len(pairs)).map(
        lambda drawn: (size, {pair: price for pair, price in zip(pairs, drawn, strict=True) if price is not None})
    )


@given(st.sampled_from((2, 4, 6, 8)).flatmap(graphs))
def test_the_matching_is_perfect_and_the_cheapest_or_there_is_none(
    graph: tuple[int, dict[tuple[int, int], int]],
) -> None:
    size, cost = graph
    found = perfect_matching(range(size), [(one, other, price) for (one, other), price in cost.items()])
    best = cheapest(tuple(range(size)), cost)
    if found is None:
        assert best is None
    else:
        assert sorted(vertex for pair in found for vertex in pair) == list(range(size))
        assert sum(cost[pair] for pair in found) == best


def test_nobody_is_matched_with_nobody() -> None:
    assert perfect_matching([], []) == []
    assert perfect_matching([1], []) is None


def test_costs_that_could_overflow_are_refused() -> None:
    assert costs_fit(2**120, 8)
    assert not costs_fit(2**120, 16)
    with pytest.raises(DrawError) as caught:
        perfect_matching([0, 1], [(0, 1, 2**126)])
    assert caught.value.code == "too_many_costs"
