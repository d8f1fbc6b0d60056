"""The one interface: what it refuses, and that the answer hangs on the request's content alone."""

import itertools
import json
import subprocess
import sys
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draws.evenings import as_played, entries, evening, lock, meeting, pairs_of, rules, seed
from tournaments.draws import (
    DrawEntry,
    DrawError,
    DrawRequest,
    DrawResult,
    LockedTable,
    Meeting,
    PlayedRound,
    Rule,
    draw,
    request_from,
    round_seed,
)


def third_round(count: int, name: str = "base") -> DrawRequest:
    played = tuple(as_played(result) for result in evening(count, 2, seed(name)))
    return DrawRequest("random", seed(f"{name}/3"), 3, 5, entries(count), played)


@given(st.integers(4, 20), st.randoms(use_true_random=False))
def test_the_order_of_the_request_does_not_matter(count: int, shuffler: Any) -> None:
    request = third_round(count)

    def mixed(items: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(shuffler.sample(items, len(items)))

    played = tuple(replace(one, meetings=mixed(one.meetings), byes=mixed(one.byes)) for one in mixed(request.played))
    assert draw(replace(request, entries=mixed(request.entries), played=played)) == draw(request)


def test_other_ids_with_the_same_numbers_give_the_same_draw() -> None:
    request = third_round(13)
    names = {f"e{number}": f"x{97 - number}" for number in range(1, 14)}

    def other(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names[one] for one in ids)

    def renamed(played: PlayedRound) -> PlayedRound:
        meetings = tuple(Meeting(other(one.ns), other(one.ew), one.table) for one in played.meetings)
        return PlayedRound(played.number, meetings, other(played.byes))

    moved = draw(
        replace(
            request,
            entries=tuple(replace(entry, id=names[entry.id]) for entry in request.entries),
            played=tuple(renamed(one) for one in request.played),
        )
    )
    original = draw(request)
    assert [(one.table, one.ns, one.ew) for one in moved.tables] == [
        (one.table, other(one.ns), other(one.ew)) for one in original.tables
    ]
    assert moved.byes == other(original.byes)


def test_different_seeds_give_different_draws() -> None:
    request = third_round(32)
    draws = {frozenset(pairs_of(draw(replace(request, seed=seed(name))))) for name in range(50)}
    assert len(draws) == 50


def test_a_stored_request_gives_the_stored_result() -> None:
    request = replace(third_round(9), locked=(lock("e1", "e2", 4),))
    stored = json.loads(json.dumps({"inputs": asdict(request), "result": asdict(draw(request))}))
    again = request_from(stored["inputs"])
    assert again == request
    assert json.loads(json.dumps(asdict(draw(again)))) == stored["result"]


@pytest.mark.parametrize("spoil", ["missing", "shape"])
def test_a_stored_request_that_cannot_be_read_is_refused(spoil: str) -> None:
    data = asdict(third_round(4))
    if spoil == "missing":
        del data["entries"]
    else:
        data["entries"] = [{"id": "e1", "place": 3}]
    with pytest.raises(DrawError) as caught:
        request_from(data)
    assert caught.value.code == "bad_request"


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_another_process_with_another_hash_seed_draws_the_same(hash_seed: str) -> None:
    program = (
        "from tests.tournaments.draws.test_engine import third_round; from tournaments.draws import draw;"
        "print(draw(third_round(21)))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == str(draw(third_round(21)))


def test_the_engine_imports_no_django() -> None:
    program = "import sys, tournaments.draws, tournaments.standings.ranking; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def base() -> DrawRequest:
    played = (PlayedRound(1, (meeting("e1", "e2", 1), meeting("e3", "e4", 2))),)
    return DrawRequest("random", seed("base"), 2, 3, entries(4), played)


REFUSED: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"system": "tombola"}, "unknown_system", {"system": "tombola"}),
    ({"seed": "ab"}, "bad_seed", {}),
    ({"seed": seed("base").upper()}, "bad_seed", {}),
    ({"round": 0, "played": ()}, "bad_round", {"round": 0}),
    ({"musts": rules("new_table")}, "unknown_rule", {"rule": "new_table"}),
    ({"musts": rules("no_rematch", "no_rematch")}, "unknown_rule", {"rule": "no_rematch"}),
    ({"wishes": rules("sunshine")}, "unknown_rule", {"rule": "sunshine"}),
    ({"entries": (), "played": ()}, "too_few_entries", {"entries": 0}),
    ({"entries": entries(1), "played": ()}, "too_few_entries", {"entries": 1}),
    (
        {"entries": tuple(replace(entry, plays=entry.number == 2) for entry in entries(4))},
        "too_few_entries",
        {"entries": 1},
    ),
    ({"entries": (*entries(4), DrawEntry("e1", 5))}, "duplicate_entry", {"entry": "e1"}),
    ({"entries": (*entries(4), DrawEntry("e5", 4))}, "duplicate_number", {"number": 4}),
    ({"entries": entries(3)}, "unknown_entry", {"entry": "e4", "round": 1}),
    ({"played": (PlayedRound(1, (meeting("e1", "e1"),)),)}, "meets_itself", {"entry": "e1", "round": 1}),
    (
        {"played": (PlayedRound(1, (meeting("e1", "e2"),), ("e2",)),)},
        "twice_in_round",
        {"entry": "e2", "round": 1},
    ),
    ({"played": (PlayedRound(1), PlayedRound(1))}, "duplicate_round", {"round": 1}),
    ({"played": (PlayedRound(2),)}, "history_not_before", {"round": 2}),
    ({"played": (PlayedRound(0),)}, "bad_round", {"round": 0}),
    ({"played": (PlayedRound(1, (meeting("e1", "e2", 0),)),)}, "bad_table", {"table": 0}),
    ({"locked": (lock("e1", "e9"),)}, "locked_not_playing", {"entry": "e9"}),
    ({"locked": (lock("e1", "e1"),)}, "locked_twice", {"entry": "e1"}),
    ({"locked": (lock("e1", "e3"), lock("e2", "e3"))}, "locked_twice", {"entry": "e3"}),
    (
        {"locked": (lock("e1", "e3", 1), lock("e2", "e4", 1))},
        "locked_table_twice",
        {"table": 1},
    ),
    ({"locked": (lock("e1", "e3", 0),)}, "bad_table", {"table": 0}),
    ({"locked": (LockedTable(("e1", "e2"), ("e3",)),)}, "locked_seats", {"entry": "e1"}),
    ({"entries": (*entries(4), DrawEntry("e5", 5, fixed_table=0))}, "bad_table", {"table": 0}),
    ({"entries": (*entries(4), DrawEntry("e5", 5, standing=(3, -500_001)))}, "bad_standing", {"entry": "e5"}),
    ({"musts": (Rule("limited_repeats"),)}, "bad_rule", {"rule": "limited_repeats"}),
    ({"musts": (Rule("keep_apart"),)}, "bad_rule", {"rule": "keep_apart"}),
    ({"musts": (Rule("no_rematch", until=2),)}, "bad_rule", {"rule": "no_rematch"}),
    ({"wishes": (Rule("not_same_club", until=0),)}, "bad_rule", {"rule": "not_same_club"}),
    ({"wishes": (Rule("new_table", times=2),)}, "bad_rule", {"rule": "new_table"}),
    ({"wishes": (Rule("new_table", groups=(("e1", "e2"),)),)}, "bad_rule", {"rule": "new_table"}),
    ({"musts": 2 * (Rule("keep_apart", groups=(("e1", "e2"),)),)}, "unknown_rule", {"rule": "keep_apart"}),
]


@pytest.mark.parametrize(
    ("change", "code", "params"), REFUSED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_what_a_person_can_mend_is_refused_by_name(change: dict[str, Any], code: str, params: dict[str, Any]) -> None:
    assert isinstance(draw(base()), DrawResult)
    with pytest.raises(DrawError) as caught:
        draw(replace(base(), **change))
    assert (caught.value.code, dict(caught.value.params)) == (code, params)


def test_without_the_must_rematches_are_free() -> None:
    request = replace(base(), musts=rules("one_bye"))
    results = [draw(replace(request, seed=seed(name))) for name in range(60)]
    met = [table for result in results for table in result.tables if table.met_in]
    assert met
    assert all(breach.rule == "new_table" for result in results for breach in result.breaches)


def test_a_fair_bye_outweighs_a_rematch_and_the_other_way_round_if_so_ranked() -> None:
    """Three entries: e2 alone has not rested, but only a second rest of e1 would let the two who never met meet."""
    played = (PlayedRound(1, (meeting("e1", "e3"),)), PlayedRound(2, (), ("e1", "e3")))
    for name in range(10):
        ask = DrawRequest("random", seed(name), 4, 4, entries(3), (*played, PlayedRound(3, (meeting("e1", "e2"),))))
        fair = draw(ask)
        assert fair.byes == ("e2",)
        assert [breach.rule for breach in fair.breaches if breach.must] == ["no_rematch"]
        fresh = draw(replace(ask, musts=rules("no_rematch", "one_bye")))
        assert fresh.byes == ("e1",)
        assert [breach.rule for breach in fresh.breaches if breach.must] == ["one_bye"]


def test_tables_are_new_for_both_where_that_is_possible() -> None:
    for count, rounds in ((16, 4), (32, 6), (33, 6)):
        for result in evening(count, rounds, seed(f"tables/{count}")):
            assert dict(result.cost)["repeated_tables"] == 0


def test_a_table_sat_at_before_is_told_as_a_wish_not_kept() -> None:
    first, second = evening(2, 2, seed("one table"))
    assert first.breaches == ()
    wishes = [breach for breach in second.breaches if breach.rule == "new_table"]
    assert [(breach.must, breach.entries, breach.rounds) for breach in wishes] == [
        (False, ("e1",), (1,)),
        (False, ("e2",), (1,)),
    ]


def test_sides_even_out() -> None:
    north = dict.fromkeys((entry.id for entry in entries(24)), 0)
    for number, result in enumerate(evening(24, 8, seed("sides")), 1):
        for table in result.tables:
            north[table.ns[0]] += 1
            north[table.ew[0]] -= 1
        assert all(abs(balance) <= number for balance in north.values())
    assert max(abs(balance) for balance in north.values()) <= 4


def test_two_attempts_of_a_round_have_different_seeds() -> None:
    seeds = [round_seed(seed("master"), number, attempt) for number in (1, 2, 11) for attempt in (1, 2, 11)]
    assert len(set(seeds)) == 9
    assert all(one != other for one, other in itertools.combinations(seeds, 2))
