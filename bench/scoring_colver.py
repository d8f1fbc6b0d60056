"""The same deals counted by colver, an engine of its own from PyPI, where it can be imported.

colver plays contrée and counts a deal at its end. Deals are played out at random by it; what it counts for each is
compared with ours under rules written to be its own (no lines, but all checks), and both are timed. It counts cards
that it has seen fall: it has nothing to check, to complete or to explain, and it is compiled.
"""

import random
import time
from typing import Any

from scoring.rules import RuleSet, load_ruleset, score_deal

RULES = """
id = "as-colver-counts"
[bids]
capot = 250
[doubling]
coinche = 2
surcoinche = 3
[sweep]
points = "252"
[score.made]
declarer = "points + bid + belote"
defence = "points + belote"
[score.made.doubled]
declarer = "162 + 90*sweep + m*bid + belote + their_belote"
defence = 0
[score.failed]
declarer = 0
defence = "162 + m*bid + belote + their_belote"
"""
SIDES = ("NS", "EW")
DEALS = 1000
PASSES = 10


def played_out(colver: Any, count: int) -> list[Any]:
    """Deals that colver has played to their end, the same at each run as far as its own shuffling allows."""
    chance = random.Random(1)
    ended = []
    while len(ended) < count:
        env = colver.Env()
        env.reset()
        while not env.is_terminal():
            env.step(chance.choice(env.legal_actions()))
        if env.get_contract():
            ended.append(env)
    return ended


def as_deal(env: Any) -> dict[str, Any]:
    """A deal that colver has played, as it is written on a sheet."""
    contract, tricks = env.get_contract(), env.get_tricks_won()
    points = [int(number) for number in env.get_points()]
    if 0 in tricks:
        points = [162 if taken else 0 for taken in tricks]
    return {
        "declarer": SIDES[contract["team"]],
        "contract": "capot" if contract["value"] == 250 else contract["value"],
        "trump": "SHDC"[contract["trump"]],
        "double": ("none", "coinche", "surcoinche")[contract["coinche"]],
        "points": dict(zip(SIDES, points, strict=True)),
        "tricks": dict(zip(SIDES, tricks, strict=True)),
        "belote": [side for side, worth in zip(SIDES, env.belote_final(), strict=True) if worth],
    }


def compare() -> None:
    """Prints how many deals both count alike, and what each takes; says so where colver is not here."""
    try:
        import colver
    except ImportError:
        print("colver: not here (pip install colver, in an environment to throw away)")
        return
    ruleset: RuleSet = load_ruleset(RULES)
    envs = played_out(colver, DEALS)
    deals = [as_deal(env) for env in envs]
    alike = 0
    for env, deal in zip(envs, deals, strict=True):
        answer = score_deal(ruleset, deal, lines=False)
        alike += [answer.ns, answer.ew] == [int(number) for number in env.rewards()]
    best = [float("inf")] * 2
    for _ in range(PASSES):
        start = time.process_time()
        for env in envs:
            env.rewards()
        middle = time.process_time()
        for deal in deals:
            score_deal(ruleset, deal, lines=False)
        best = [min(best[0], middle - start), min(best[1], time.process_time() - middle)]
    theirs, ours = (seconds / DEALS * 1e6 for seconds in best)
    print(f"colver: {alike} of {DEALS} deals alike; {theirs:.2f} us a deal, here with all checks {ours:.2f} us")
