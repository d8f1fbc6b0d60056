"""A simulated tournament checked from its JSON alone: nothing of the program is asked."""

from collections import Counter
from itertools import combinations, product
from typing import Any


def check(told: dict[str, Any]) -> None:
    """Everybody once a round, seats and numbers as they must be, and the metrics counted again."""
    ids = told["entries"]
    assert ids == list(range(1, len(ids) + 1))
    seats = 2 if told["format"] == "melee" else 1
    assert [one["number"] for one in told["rounds"]] == list(range(1, len(told["rounds"]) + 1))
    for one in told["rounds"]:
        seated = [who for table in one["tables"] for who in (*table["ns"], *table["ew"])]
        assert sorted((*seated, *one["byes"], *one["absent"], *one["out"])) == ids
        numbers = [table["table"] for table in one["tables"]]
        assert len(set(numbers)) == len(numbers)
        assert all(number >= 1 for number in numbers)
        assert all(len(table["ns"]) == len(table["ew"]) == seats for table in one["tables"])
        assert one["seconds"] >= 0
    assert sorted(told["ranking"]) == ids
    _metrics(told)


def _metrics(told: dict[str, Any]) -> None:
    metrics, rounds = told["metrics"], told["rounds"]
    met, partnered, sat = Counter(), Counter(), Counter()
    for table in (table for one in rounds for table in one["tables"]):
        met.update(frozenset(both) for both in product(table["ns"], table["ew"]))
        partnered.update(frozenset(both) for side in (table["ns"], table["ew"]) for both in combinations(side, 2))
        sat.update((who, table["table"]) for who in (*table["ns"], *table["ew"]))
    assert metrics["rematches"] == met.total() - len(met)
    assert metrics["partner_rematches"] == partnered.total() - len(partnered)
    assert metrics["table_repeats"] == sat.total() - len(sat)
    club_of = {who: place for place, club in enumerate(metrics["clubs"]) for who in club}
    assert sorted(club_of) == told["entries"]
    assert metrics["same_club_meetings"] == sum(
        count for both, count in met.items() if len({club_of[who] for who in both}) == 1
    )
    rests = rests_of_those_always_there(told)
    assert metrics["byes"] == {"most": max(rests, default=None), "least": min(rests, default=None)}
    truth = metrics["true_ranking"]
    assert sorted(truth) == told["entries"]
    agree = sum(1 if truth.index(one) < truth.index(other) else -1 for one, other in combinations(told["ranking"], 2))
    assert abs(metrics["kendall_tau"] - agree / (len(truth) * (len(truth) - 1) / 2)) < 1e-4
    top = max(1, int(len(truth) / 8 + 0.5))
    assert abs(metrics["top_eighth_found"] - len({*truth[:top]} & {*told["ranking"][:top]}) / top) < 1e-4


def rests_of_those_always_there(told: dict[str, Any]) -> list[int]:
    missing = {who for one in told["rounds"] for who in (*one["absent"], *one["out"])}
    rests = Counter(who for one in told["rounds"] for who in one["byes"])
    return [rests[who] for who in told["entries"] if who not in missing]


def without_seconds(told: Any) -> Any:
    """The same, whatever it took."""
    if isinstance(told, dict):
        return {name: without_seconds(value) for name, value in told.items() if name != "seconds"}
    return [without_seconds(one) for one in told] if isinstance(told, list) else told
