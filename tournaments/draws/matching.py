"""Minimum-cost perfect matching: the one place that knows the matching library.

rustworkx's blossom algorithm is exact, keeps its weights in signed 128-bit integers, and takes a fraction of a
second where a pure Python one takes many. Which of several equal optima it returns is its own affair, so callers give
costs whose optimum is unique.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import rustworkx

from tournaments.draws.model import DrawError

Edge = tuple[int, int, int]
"""Two vertices and the cost (0 or more) of matching them."""

_BITS = 127


def costs_fit(highest: int, vertices: int) -> bool:
    """Whether costs up to `highest` cannot overflow the library's 128-bit integers.

    The algorithm works with twice the weights, and its dual variables stay within the sum of the weights along one
    alternating path: 8 × vertices × the highest cost bounds everything it adds.
    """
    return _bits(highest, vertices) <= _BITS


def _bits(highest: int, vertices: int) -> int:
    return (8 * max(vertices, 1) * highest).bit_length()


def perfect_matching(vertices: Sequence[int], edges: Iterable[Edge]) -> list[tuple[int, int]] | None:
    """The cheapest set of edges that holds every vertex exactly once, or None when there is none.

    Pairs come lower vertex first, in ascending order. Each two vertices may be joined by one edge at most. DrawError
    `too_many_costs` (bits) where the costs do not fit.
    """
    if not vertices:
        return []
    position = {vertex: place for place, vertex in enumerate(vertices)}
    placed = [(position[one], position[other], cost) for one, other, cost in edges]
    highest = max((cost for _, _, cost in placed), default=0)
    if not costs_fit(highest, len(vertices)):
        raise DrawError("too_many_costs", bits=_bits(highest, len(vertices)))
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(list(vertices))
    graph.add_edges_from([(one, other, highest - cost) for one, other, cost in placed])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) != len(vertices):
        return None
    pairs = ((vertices[one], vertices[other]) for one, other in matched)
    return sorted((one, other) if one < other else (other, one) for one, other in pairs)
