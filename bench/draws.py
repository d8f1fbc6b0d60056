"""Seconds (of the processor) a swiss draw takes, the engine alone, and how much slower networkx is on the same graph.

Run: python bench/draws.py [SIZE ...]

Each line plays six rounds of a field of pairs, ranked by points, nobody meeting twice: the slowest draw, the matching
alone on the graph of the last one, as the engine weighed it with its noise, and networkx on that graph, which must find
the same draw (left out above 1,000 pairs, where it takes minutes, and without requirements-dev.txt).
"""

import hashlib
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws import DrawEntry, DrawRequest, Meeting, PlayedRound, draw, lexicographic, round_seed
from tournaments.draws.matching import perfect_matching

try:
    import networkx
except ImportError:
    networkx = None

SIZES = (64, 256, 512, 1000, 2000)
ROUNDS = 6
BESIDE_NETWORKX = 1000


def evening(count: int, master: str) -> tuple[float, DrawRequest]:
    """The slowest of the rounds in seconds, and the last request."""
    chance = random.Random(master)
    points = dict.fromkeys((str(number) for number in range(1, count + 1)), 0)
    skill = {entry: chance.gauss(0, 80) for entry in points}
    played: list[PlayedRound] = []
    slowest = 0.0
    for number in range(1, ROUNDS + 1):
        entries = tuple(DrawEntry(entry, int(entry), standing=(points[entry],)) for entry in points)
        request = DrawRequest("swiss", round_seed(master, number, 1), number, ROUNDS, entries, tuple(played))
        start = time.process_time()
        result = draw(request)
        slowest = max(slowest, time.process_time() - start)
        assert result.proved
        assert not any(breach.must for breach in result.breaches)
        played.append(
            PlayedRound(number, tuple(Meeting(one.ns, one.ew, one.table) for one in result.tables), result.byes)
        )
        for table in result.tables:
            scored = round(972 + skill[table.ns[0]] - skill[table.ew[0]] + chance.gauss(0, 200))
            points[table.ns[0]] += scored
            points[table.ew[0]] += 1944 - scored
    return slowest, request


def last_graph(request: DrawRequest) -> tuple[list[int], list[tuple[int, int, int]]]:
    """The graph of the draw's last matching over the whole field: the one with the noise."""
    graphs: list[tuple[list[int], list[tuple[int, int, int]]]] = []

    def remembered(vertices, edges):
        graphs.append((list(vertices), list(edges)))
        return perfect_matching(*graphs[-1])

    lexicographic.perfect_matching = remembered
    draw(request)
    lexicographic.perfect_matching = perfect_matching
    return [graph for graph in graphs if len(graph[0]) >= len(request.entries)][-1]


def main() -> None:
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    if networkx is None:
        print("networkx is not installed: no comparison")
    print(f"{'pairs':>6} {'slowest of 6':>13} {'edges':>7} {'matching':>10} {'networkx':>10} {'ratio':>7}")
    for count in sizes:
        seconds, request = evening(count, hashlib.sha256(str(count).encode()).hexdigest())
        vertices, edges = last_graph(request)
        start = time.process_time()
        ours = perfect_matching(vertices, edges)
        middle = time.process_time()
        line = f"{count:>6} {seconds:>11.3f} s {len(edges):>7} {middle - start:>8.4f} s"
        if networkx is not None and count <= BESIDE_NETWORKX:
            graph = networkx.Graph()
            graph.add_weighted_edges_from(edges)
            begin = time.process_time()
            theirs = networkx.min_weight_matching(graph)
            taken = time.process_time() - begin
            assert ours == sorted((min(pair), max(pair)) for pair in theirs)
            line += f" {taken:>8.3f} s {taken / (middle - start):>6.0f}x"
        print(line, flush=True)


if __name__ == "__main__":
    main()
