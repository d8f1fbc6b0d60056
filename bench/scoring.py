"""What scoring a deal costs, beside reading its JSON line and writing its answer; and the stream; and colver, if here.

Run: python bench/scoring.py            (the ratios)
     python bench/scoring.py --stream   (also a million lines through ``manage.py score``: lines a second, peak memory)

The deals are always the same: a whole evening of the club rules and the club's scored cases that are no refusals. In
one process passes of everything that is compared alternate, and the best of 25 passes counts, so that a busy machine
disturbs all alike. "Scored" means a mapping as ``json.loads`` gives it, checked, with its answer as a mapping that
``json.dumps`` takes.

colver (the package of that name from PyPI, an engine of its own) is compared where it can be imported: put it into a
throw-away environment, it is no requirement. It scores fewer things (no lines, no checks), so only made and failed
number bids without announces, which its rules and the club's count alike, are put to both.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scoring.rules import RuleSet, preset, score_deal  # noqa: E402

PASSES = 25


def lines_of_deals() -> list[str]:
    """The JSON lines of the deals, in a fixed order."""
    evening = (ROOT / "tests" / "data" / "deals-64-pairs.jsonl").read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, (ROOT / "tests" / "scoring" / "cases" / "club.jsonl").read_text("utf-8").splitlines())
    return evening + [json.dumps(row["deal"], ensure_ascii=False) for row in rows if "error" not in row["expect"]]


def best_of(passes: int, works: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Seconds of the best pass of each work, the passes alternating."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(passes):
        for name, work in works.items():
            start = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - start)
    return best


def works_on(ruleset: RuleSet, lines: list[str]) -> dict[str, Callable[[], Any]]:
    """What is compared, each a pass over all deals."""
    deals = [json.loads(line) for line in lines]
    answers = [score_deal(ruleset, deal).as_dict() for deal in deals]

    def loads() -> None:
        for line in lines:
            json.loads(line)

    def dumps() -> None:
        for answer in answers:
            json.dumps(answer)

    def scored() -> None:
        for deal in deals:
            score_deal(ruleset, deal).as_dict()

    def figures() -> None:
        for deal in deals:
            score_deal(ruleset, deal, lines=False)

    return {"json.loads": loads, "json.dumps": dumps, "with lines": scored, "without lines": figures}


def report(count: int, best: dict[str, float]) -> None:
    for name, seconds in best.items():
        print(f"{name:14} {seconds / count * 1e6:6.2f} us a deal")
    print(
        f"with checks and lines: {best['with lines'] / (best['json.loads'] + best['json.dumps']):.2f} x loads and dumps"
    )
    print(f"with checks, no lines: {best['without lines'] / best['json.loads']:.2f} x loads")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--passes", type=int, default=PASSES)
    parser.add_argument("--stream", action="store_true", help="a million lines through the command, too")
    options = parser.parse_args()
    lines = lines_of_deals()
    best = best_of(options.passes, works_on(preset("club"), lines))
    print(f"{len(lines)} deals, best of {options.passes}")
    report(len(lines), best)


if __name__ == "__main__":
    main()
