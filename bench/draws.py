"""Seconds a draw takes (the engine alone, no database), and how much slower networkx is on the same graph.

Run: python bench/draws.py

Each line draws six rounds of a field, no pair meeting twice, and gives the slowest. For the small fields the graph of
that last round, as the engine weighed it, is also given to networkx, which must find the same draw.
"""

import hashlib
import sys
import time
from pathlib import Path

import networkx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws import DrawEntry, DrawRequest, Meeting, PlayedRound, draw, random_each_round, round_seed
from tournaments.draws.matching import perfect_matching

SIZES = (64, 256, 512, 1000, 2000)
ROUNDS = 6
BESIDE_NETWORKX = 256


def evening(count: int, master: str) -> tuple[float, DrawRequest]:
    """The slowest of the rounds in seconds, and the last request."""
    entries = tuple(DrawEntry(str(number), number) for number in range(1, count + 1))
    played: list[PlayedRound] = []
    slowest = 0.0
    for number in range(1, ROUNDS + 1):
        request = DrawRequest("random", round_seed(master, number, 1), number, ROUNDS, entries, tuple(played))
        start = time.perf_counter()
        result = draw(request)
        slowest = max(slowest, time.perf_counter() - start)
        assert not any(breach.must for breach in result.breaches)
        played.append(PlayedRound(number, tuple(Meeting(one.ns, one.ew, one.table) for one in result.tables)))
    return slowest, request


def beside_networkx(request: DrawRequest) -> tuple[float, float]:
    """Seconds of rustworkx and of networkx for the matching alone, on the widest graph the engine weighed."""
    graphs = []

    def remembered(vertices, edges):
        graphs.append((list(vertices), list(edges)))
        return perfect_matching(*graphs[-1])

    random_each_round.perfect_matching = remembered
    draw(request)
    random_each_round.perfect_matching = perfect_matching
    vertices, edges = graphs[-1]
    start = time.perf_counter()
    ours = perfect_matching(vertices, edges)
    middle = time.perf_counter()
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    theirs = networkx.min_weight_matching(graph)
    end = time.perf_counter()
    assert ours == sorted((min(pair), max(pair)) for pair in theirs)
    return middle - start, end - middle


def main() -> None:
    print(f"{'pairs':>6} {'slowest of 6':>13} {'matching':>10} {'networkx':>10} {'ratio':>7}")
    for count in SIZES:
        seconds, request = evening(count, hashlib.sha256(str(count).encode()).hexdigest())
        line = f"{count:>6} {seconds:>11.3f} s"
        if count <= BESIDE_NETWORKX:
            ours, theirs = beside_networkx(request)
            line += f" {ours:>8.4f} s {theirs:>8.3f} s {theirs / ours:>6.0f}x"
        print(line, flush=True)


if __name__ == "__main__":
    main()
