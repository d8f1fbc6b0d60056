"""Ranked levels: the least sum on the first, among these the least on the second, whatever their sizes."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draws.test_matching import cheapest
from tournaments.draws import DrawError, lexicographic
from tournaments.draws.lexicographic import Weighed, least


def best(size: int, edges: list[Weighed]) -> list[int] | None:
    """The least sums by one great number a pair, which Python does not mind."""
    packed = {(one, other): sum(value << (200 * place) for place, value in enumerate(reversed(values)))
              for one, other, values in edges}  # fmt: skip
    total = cheapest(tuple(range(size)), packed)
    if total is None:
        return None
    depth = len(edges[0][2]) if edges else 0
    return [total >> (200 * place) & ((1 << 200) - 1) for place in reversed(range(depth))]


def graph(size: int, depth: int, bits: int, name: int) -> list[Weighed]:
    chance = random.Random(name)
    pairs = itertools.combinations(range(size), 2)
    return [
        (one, other, tuple(chance.choice((0, 0, 1, chance.getrandbits(bits))) for _ in range(depth)))
        for one, other in pairs
        if chance.random() < 0.9
    ]


@given(st.sampled_from((2, 4, 6, 8)), st.integers(1, 9), st.integers(1, 60), st.integers(0, 10**9))
def test_every_level_is_as_low_as_the_ones_before_allow(size: int, depth: int, bits: int, name: int) -> None:
    """Nine levels of 60 bits never fit 128 at once: they are ranked."""
    edges = graph(size, depth, bits, name)
    try:
        pairs = least(range(size), edges)
    except DrawError as error:
        assert error.code == "too_many_costs"
        assert depth * bits > 127 - 8
        return
    sums = best(size, edges)
    if pairs is None:
        assert sums is None
    else:
        values = {(one, other): row for one, other, row in edges}
        assert [sum(column) for column in zip(*(values[one] for one in pairs), strict=True)] == sums


def test_levels_that_fit_are_solved_at_once_and_others_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[int] = []
    matching = lexicographic.perfect_matching

    def counted(*args: object) -> object:
        solved.append(1)
        return matching(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(lexicographic, "perfect_matching", counted)
    small = [(one, other, (0, one, 0, other)) for one, other in itertools.combinations(range(6), 2)]
    assert least(range(6), small) is not None
    assert len(solved) == 1
    # Four musts whose sums could be great but are nothing in the draw: no room is lost for what is kept.
    kept = {(0, 1), (2, 3), (4, 5)}
    great = [
        (one, other, (0,) * 4 + (7,) if (one, other) in kept else (1 << 50,) * 4 + (3,))
        for one, other in itertools.combinations(range(6), 2)
    ]
    assert least(range(6), great) == sorted(kept)
    assert len(solved) > 2


def test_levels_that_cannot_be_kept_and_do_not_fit_are_refused_in_plain_words() -> None:
    edges = [(one, other, (1 << 60,) * 4) for one, other in itertools.combinations(range(6), 2)]
    with pytest.raises(DrawError) as caught:
        least(range(6), edges)
    assert caught.value.code == "too_many_costs"
