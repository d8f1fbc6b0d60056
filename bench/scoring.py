"""What scoring a deal costs, beside reading its JSON line and writing its answer; and the stream; and colver, if here.

Run: python bench/scoring.py             (the ratios, in about half a minute)
     python bench/scoring.py --stream    (also a million lines through ``manage.py score``: lines a second, peak memory)

The deals are always the same: a whole evening of the club rules and the club's scored cases that are no refusals.
"Scored" means: a mapping as ``json.loads`` gives it, checked, to its answer as a mapping that ``json.dumps`` takes; or
without lines, to its ``Answer``. No answer is kept from one pass to the next.

All in one process: the passes of what is compared alternate hundred deals by hundred deals, and for each hundred the
best of 25 passes counts, in processor time, so that a busy machine disturbs all alike and as little as can be.

colver (an engine of its own, from PyPI) is compared where it can be imported, on deals that it plays out under its own
rules, which a rule-set file of a few lines expresses: see scoring_colver.py. It is no requirement.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.scoring_colver import compare  # noqa: E402
from scoring.rules import RuleSet, preset, score_deal  # noqa: E402

PASSES = 25
HUNDRED = 100
STREAM = 1_000_000

Work = Callable[[slice], None]


def lines_of_deals() -> list[str]:
    """The JSON lines of the deals, in a fixed order."""
    evening = (ROOT / "tests" / "data" / "deals-64-pairs.jsonl").read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, (ROOT / "tests" / "scoring" / "cases" / "club.jsonl").read_text("utf-8").splitlines())
    return evening + [json.dumps(row["deal"], ensure_ascii=False) for row in rows if "error" not in row["expect"]]


def best_of(passes: int, count: int, works: dict[str, Work]) -> dict[str, float]:
    """Seconds of each work over all deals, the best of the passes for each hundred."""
    parts = [slice(start, start + HUNDRED) for start in range(0, count, HUNDRED)]
    best = {name: [float("inf")] * len(parts) for name in works}
    for _ in range(passes):
        for number, part in enumerate(parts):
            for name, work in works.items():
                start = time.process_time()
                work(part)
                best[name][number] = min(best[name][number], time.process_time() - start)
    return {name: sum(seconds) for name, seconds in best.items()}


def works_on(ruleset: RuleSet, lines: list[str]) -> dict[str, Work]:
    """What is compared, each on a part of the deals."""
    deals = [json.loads(line) for line in lines]
    answers = [score_deal(ruleset, deal).as_dict() for deal in deals]

    def loads(part: slice) -> None:
        for line in lines[part]:
            json.loads(line)

    def dumps(part: slice) -> None:
        for answer in answers[part]:
            json.dumps(answer)

    def explained(part: slice) -> None:
        for deal in deals[part]:
            score_deal(ruleset, deal).as_dict()

    def figures(part: slice) -> None:
        for deal in deals[part]:
            score_deal(ruleset, deal, lines=False)

    return {"json.loads": loads, "json.dumps": dumps, "with lines": explained, "without lines": figures}


def report(count: int, best: dict[str, float]) -> None:
    for name, seconds in best.items():
        print(f"{name:14} {seconds / count * 1e6:6.2f} us a deal")
    both = best["json.loads"] + best["json.dumps"]
    print(f"with checks and lines: {best['with lines'] / both:.2f} x json.loads and json.dumps")
    print(f"with checks, no lines: {best['without lines'] / best['json.loads']:.2f} x json.loads")


def stream(lines: list[str], count: int) -> None:
    """``count`` lines through the command: lines a second, and the most memory it had at once."""
    command = [sys.executable, str(ROOT / "manage.py"), "score", "--ruleset", "club"]
    start = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as score:
        assert score.stdin is not None
        block = ("\n".join(lines) + "\n").encode()
        for _ in range(count // len(lines)):
            score.stdin.write(block)
        score.stdin.close()
        score.wait()
    seconds = time.perf_counter() - start
    written = count // len(lines) * len(lines)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"stream: {written} lines, {written / seconds:.0f} a second, at most {peak:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--passes", type=int, default=PASSES)
    parser.add_argument("--stream", action="store_true", help="also a million lines through the command")
    options = parser.parse_args()
    lines = lines_of_deals()
    print(f"{len(lines)} deals, best of {options.passes}")
    report(len(lines), best_of(options.passes, len(lines), works_on(preset("club"), lines)))
    compare()
    if options.stream:
        stream(lines, STREAM)


if __name__ == "__main__":
    main()
