import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.draws.evenings import seed
from tests.tournaments.draws.mingling import Mingling, both, past, repeats
from tournaments.draws import (
    Breach,
    DrawEntry,
    DrawError,
    DrawRequest,
    LockedTable,
    Rule,
    draw,
    melee,
    request_from,
)

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twentieth of the usual search, where not the last repeat matters."""
    monkeypatch.setattr(melee, "EFFORT", melee.EFFORT // 20)


def is_fair(evening: Mingling) -> bool:
    rests = evening.rests_of_the_faithful()
    return max(rests) - min(rests) <= 1 and not evening.rested_running()


# Whole evenings, everybody there throughout.


@pytest.mark.parametrize("count", [*range(8, 66), 97, 200])
def test_five_rounds_of_any_number(count: int, hasty: None) -> None:
    evening = Mingling(count, 5).play_all()
    assert repeats(evening.partners) == 0
    assert is_fair(evening)
    assert max(evening.together.values()) <= (3 if count < 16 else 2)
    if count >= 24:
        assert repeats(evening.together) == 0
        assert not [breach for result in evening.results for breach in result.breaches if breach.must]
        assert [result.planned_rounds for result in evening.results] == [4, 3, 2, 1, 0]


@pytest.mark.long
@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 6, 7])
@pytest.mark.parametrize("count", [*range(8, 66), 100, 101, 202, 303, 600])
def test_any_number_of_rounds_of_any_number(count: int, rounds: int) -> None:
    evening = Mingling(count, rounds).play_all()
    assert repeats(evening.partners) == 0
    assert is_fair(evening)
    # Of 14 two rest in the first round, but each of the three tables of the second would need one of them: from each
    # of the three tables of the first it may take one player only.
    assert repeats(evening.together) == 0 or 3 * rounds >= count // 2 or (count, rounds) == (14, 2)


@pytest.mark.parametrize(("count", "rounds"), [(16, 5), (20, 5), (24, 7), (32, 6), (32, 9), (45, 6), (200, 6)])
def test_nobody_at_a_table_together_twice(count: int, rounds: int) -> None:
    evening = Mingling(count, rounds).play_all()
    assert repeats(evening.together) == 0
    assert is_fair(evening)


@pytest.mark.parametrize(("count", "rounds"), [(16, 5), (32, 6)])
def test_the_search_alone_finds_it_too(count: int, rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(melee, "never_twice", lambda _: [])
    started = time.process_time()
    evening = Mingling(count, rounds).play_all()
    assert time.process_time() - started < 10
    assert repeats(evening.together) == 0


def test_eight_players_in_seven_rounds_are_partners_once_and_opponents_twice() -> None:
    evening = Mingling(8, 7).play_all()
    assert set(evening.partners.values()) == {1}
    assert set(evening.opponents.values()) == {2}
    assert len(evening.partners) == len(evening.opponents) == 28


def test_after_all_partners_are_used_up_repeats_are_told_and_spread(hasty: None) -> None:
    evening = Mingling(8, 9).play_all()
    assert set(evening.partners.values()) == {1, 2}
    told = [breach for result in evening.results for breach in result.breaches if breach.rule == "partner_again"]
    assert len(told) == repeats(evening.partners) == 2 * 2 * 2
    assert all(breach.must and len(breach.entries) == 2 and breach.rounds for breach in told)


# People come and go.


def hall_with_people_coming_and_going(chance: random.Random, count: int, rounds: int) -> Mingling:
    evening = Mingling(count, rounds, name=chance.random())
    while len(evening.played) < rounds:
        for entry in list(evening.entries):
            if entry.comes:
                leaves = chance.random() < 0.03 and sum(one.comes for one in evening.entries) > 8
                away = leaves or (chance.random() < 0.05 and sum(one.plays for one in evening.entries) > 8)
                evening.change(entry.id, plays=not away, comes=not leaves)
        if chance.random() < 0.3:
            evening.add(chance.randint(1, 3))
        if sum(one.plays for one in evening.entries) < 4:
            break
        evening.play()
    return evening


@settings(max_examples=12, deadline=None)
@given(key=st.integers(0, 2**32), count=st.integers(8, 40), rounds=st.integers(2, 6))
def test_with_people_coming_and_going_no_partner_twice_and_rests_stay_fair(key: int, count: int, rounds: int) -> None:
    before, melee.EFFORT = melee.EFFORT, 100
    try:
        evening = hall_with_people_coming_and_going(random.Random(key), count, rounds)
    finally:
        melee.EFFORT = before
    assert repeats(evening.partners) == 0
    assert not evening.rested_running()
    rests = evening.rests_of_the_faithful()
    assert not rests or max(rests) - min(rests) <= 1


@pytest.mark.long
@pytest.mark.parametrize("key", range(1000))
def test_a_thousand_evenings_with_people_coming_and_going(key: int, hasty: None) -> None:
    chance = random.Random(key)
    evening = hall_with_people_coming_and_going(chance, chance.randint(10, 60), 6)
    assert repeats(evening.partners) == 0
    rests = evening.rests_of_the_faithful()
    assert not rests or max(rests) - min(rests) <= 1
    assert not evening.rested_running()


def tables_ahead(evening: Mingling) -> list[set[frozenset[str]]]:
    """Who shares a table in each round from the next one on, as the last plan says."""
    plan = evening.played[-1].plan
    assert plan is not None
    rest = plan.rounds[len(evening.played) + 1 - plan.since :]
    return [{frozenset(table) for table in tables} for tables in rest]


def seated_in(evening: Mingling, number: int) -> set[frozenset[str]]:
    return {frozenset((*table.ns, *table.ew)) for table in evening.results[number - 1].tables}


def test_later_rounds_follow_the_plan_whatever_their_seed() -> None:
    evening = Mingling(21, 4)
    evening.play()
    planned = tables_ahead(evening)
    for number in (2, 3, 4):
        result = evening.play(seed=seed(f"another/{number}"))
        assert seated_in(evening, number) == planned[number - 2]
        assert result.plan == evening.results[0].plan


def test_who_leaves_sits_nowhere_and_what_was_played_stays(hasty: None) -> None:
    evening = Mingling(20, 5)
    evening.play()
    evening.play()
    kept = [asdict(result) for result in evening.results]
    evening.change("p3", plays=False, comes=False)
    result = evening.play()
    assert [asdict(one) for one in evening.results[:2]] == kept
    assert result.plan is not None
    assert result.plan.since == 3
    assert "p3" not in {one for tables in result.plan.rounds for table in tables for one in table}


def test_who_misses_one_round_does_not_upset_the_rounds_after(hasty: None) -> None:
    evening = Mingling(21, 5)
    evening.play()
    evening.change("p3", plays=False)
    evening.play()
    planned = tables_ahead(evening)
    evening.change("p3", plays=True)
    evening.play()
    assert seated_in(evening, 3) == planned[0]


def test_who_comes_late_plays_at_once() -> None:
    evening = Mingling(20, 4)
    evening.play()
    evening.add(4)
    evening.play_all()
    assert repeats(evening.together) == 0
    assert not evening.rests


def test_tables_changed_by_hand_are_what_the_rest_is_planned_around() -> None:
    evening = Mingling(24, 5)
    evening.play()
    first, second, *others = evening.played[0].meetings
    mended = (
        replace(first, ns=(first.ns[0], second.ns[1])),
        replace(second, ns=(second.ns[0], first.ns[1])),
        *others,
    )
    evening.played[0] = replace(evening.played[0], meetings=mended)
    for counter in (evening.partners, evening.opponents, evening.together):
        counter.clear()
    for one in mended:
        evening.together.update(both(*two) for two in combinations((*one.ns, *one.ew), 2))
    evening.play_all()
    assert evening.results[1].plan is not None
    assert evening.results[1].plan.since == 2
    assert repeats(evening.together) == 0


def test_more_rounds_than_announced_are_planned_when_they_are_asked_for() -> None:
    evening = Mingling(24, 2)
    evening.play_all()
    evening.rounds = 4
    evening.play_all()
    assert repeats(evening.together) == 0


# Rules.


@pytest.mark.parametrize("kind", ["wishes", "musts"])
def test_clubs_share_no_table_where_that_is_possible(kind: str) -> None:
    rules = {kind: (Rule("one_bye"), Rule("no_rematch"), Rule("not_same_club"))}
    evening = Mingling(24, 3, more=rules)
    for number, entry in enumerate(evening.entries):
        evening.change(entry.id, club=f"c{number % 8}")
    club = {entry.id: entry.club for entry in evening.entries}
    evening.play_all()
    assert repeats(evening.together) == 0
    assert not [two for two in evening.together if len({club[one] for one in two}) == 1]


def test_what_is_kept_apart_until_a_round_may_meet_after_it(hasty: None) -> None:
    rule = Rule("keep_apart", until=1, groups=(("p1", "p2", "p3"),))
    evening = Mingling(8, 3, more={"wishes": (rule,)})
    first = evening.play()
    apart = {both(*two) for two in combinations(("p1", "p2", "p3"), 2)}
    # Two tables for three people: two of them share one, and no more than two.
    assert len(apart & set(evening.together)) == 1
    assert [(one.rule, one.must) for one in first.breaches if one.rule == "keep_apart"] == [("keep_apart", False)]
    evening.play_all()
    assert apart <= set(evening.together)


def test_a_must_ranked_before_the_repeats_is_kept_and_the_repeats_are_told(hasty: None) -> None:
    groups = (tuple(f"p{number}" for number in range(1, 5)), tuple(f"p{number}" for number in range(5, 9)))
    apart = Rule("keep_apart", groups=groups)
    evening = Mingling(8, 4, more={"musts": (apart, Rule("no_rematch"))}).play_all()
    names = Counter(breach.rule for result in evening.results for breach in result.breaches if breach.must)
    # With four tables' seats for two groups of four somebody is always with two of his own: as few as can be.
    assert names["keep_apart"] == 4 * 4
    assert names["no_rematch"] > 0


def test_limited_repeats_are_of_partners_and_opponents_alike(hasty: None) -> None:
    evening = Mingling(12, 6, more={"musts": (Rule("limited_repeats", times=2),)}).play_all()
    over = sum(max(0, times - 2) for times in evening.together.values())
    told = [breach for result in evening.results for breach in result.breaches if breach.rule == "limited_repeats"]
    assert over == len(told) == sum(dict(result.cost)["repeats_over"] for result in evening.results)


def test_who_may_not_rest_does_not_and_a_stand_in_rests_first(hasty: None) -> None:
    evening = Mingling(10, 4)
    evening.change("p1", may_rest=False)
    evening.change("p2", stand_in=True)
    evening.play_all()
    assert evening.rests["p1"] == 0
    assert evening.rests["p2"] == 4


def test_a_fixed_table_is_kept_and_the_rest_is_planned_around_it() -> None:
    evening = Mingling(22, 4)
    evening.play()
    lock = LockedTable(("p1", "p2"), ("p3", "p4"), 2)
    result = evening.play(locked=(lock,))
    at_two = result.tables[1]
    assert (at_two.ns, at_two.ew, at_two.reason) == (("p1", "p2"), ("p3", "p4"), "locked")
    evening.play_all()
    assert repeats(evening.partners) == 0


def test_two_who_need_their_own_tables_sit_at_them() -> None:
    evening = Mingling(16, 3)
    evening.change("p1", fixed_table=2)
    evening.change("p9", fixed_table=4)
    evening.play_all()
    for result in evening.results:
        at = {one: table.table for table in result.tables for one in (*table.ns, *table.ew)}
        assert (at["p1"], at["p9"]) == (2, 4)


def test_tables_are_new_and_sides_even_out_in_a_roomy_hall() -> None:
    evening = Mingling(80, 3).play_all()
    tables = Counter(
        (one, table.table) for result in evening.results for table in result.tables for one in (*table.ns, *table.ew)
    )
    north = Counter(one for result in evening.results for table in result.tables for one in table.ns)
    assert max(tables.values()) == 1
    # The sides are a local optimum: nearly everybody is as even as three rounds can be.
    assert sum(1 <= north[entry.id] <= 2 for entry in evening.entries) >= 72


@pytest.mark.parametrize(
    ("count", "code", "params"),
    [(0, "too_few_for_melee", {"entries": 0, "least": 8}), (7, "too_few_for_melee", {"entries": 7, "least": 8})],
)
def test_fewer_than_eight_are_refused(count: int, code: str, params: dict[str, int]) -> None:
    with pytest.raises(DrawError) as refused:
        Mingling(count, 3).play()
    assert (refused.value.code, dict(refused.value.params)) == (code, params)


def test_after_people_have_left_one_table_goes_on_but_not_three_players(hasty: None) -> None:
    evening = Mingling(8, 5)
    evening.play()
    for entry in ("p5", "p6", "p7", "p8"):
        evening.change(entry, plays=False, comes=False)
    assert len(evening.play().tables) == 1
    evening.change("p4", plays=False, comes=False)
    with pytest.raises(DrawError, match="too_few_for_melee"):
        evening.play()


def test_a_fixed_meeting_of_one_a_side_is_refused() -> None:
    with pytest.raises(DrawError, match="locked_seats"):
        Mingling(8, 3).play(locked=(LockedTable(("p1",), ("p2",)),))


# Exact where that can be counted out.


def every_round(people: tuple[str, ...]) -> Iterator[list[tuple[str, str, str, str]]]:
    """Every way to seat people at tables of four, partners first."""
    if not people:
        yield []
        return
    first, *others = people
    for three in combinations(others, 3):
        left = tuple(one for one in others if one not in three)
        for mate in three:
            one, other = (who for who in three if who != mate)
            for rest in every_round(left):
                yield [(first, mate, one, other), *rest]


def price(evening: list[list[tuple[str, str, str, str]]]) -> tuple[int, int, int]:
    """Partners again, together again, opponents again; the k-th repeat counts k."""
    partners = Counter(both(*side) for tables in evening for a, b, c, d in tables for side in ((a, b), (c, d)))
    opponents = Counter(
        both(*two) for tables in evening for a, b, c, d in tables for two in ((a, c), (a, d), (b, c), (b, d))
    )
    together = partners + opponents
    return tuple(sum(k * (k - 1) // 2 for k in one.values()) for one in (partners, together, opponents))  # type: ignore[return-value]


@pytest.mark.parametrize("count", [8, 8, 8, 9, 9])
@pytest.mark.parametrize("rounds", [1, 3, 5])
def test_a_last_round_is_the_best_there_is(count: int, rounds: int) -> None:
    ids = [f"p{number}" for number in range(1, count + 1)]
    played = past(random.Random(f"{count}/{rounds}"), ids, rounds)
    entries = tuple(DrawEntry(one, number) for number, one in enumerate(ids, 1))
    request = DrawRequest("melee", seed(rounds), rounds + 1, rounds + 1, entries, played)
    result = draw(request)
    before = [[(*one.ns, *one.ew) for one in each.meetings] for each in played]
    least = min(price([*before, tables]) for tables in every_round(tuple(sorted(set(ids) - set(result.byes)))))  # type: ignore[list-item]
    now = [(*table.ns, *table.ew) for table in result.tables]
    assert price([*before, now]) == least  # type: ignore[list-item]
    known = dict(result.cost)
    costs = tuple(known[name] for name in ("partner_again", "together_again", "opponents_again"))
    assert costs == tuple(one - other for one, other in zip(least, price(before), strict=True))  # type: ignore[arg-type]


# Said, stored, made again.


def test_a_table_of_strangers_says_so_and_a_repeat_says_what_stood_against_it(hasty: None) -> None:
    evening = Mingling(9, 6)
    first = evening.play()
    assert [one.code for table in first.tables for one in table.reasons] == ["all_new", "all_new"]
    later = evening.play_all().results[-1]
    said = [one for table in later.tables for one in table.reasons]
    again = [one.params for one in said if one.code == "together_again"]
    assert {both(one["entry"], one["other"]) for one in again} == {
        both(*breach.entries) for breach in later.breaches if breach.rule == "no_rematch"
    }
    for params in again:
        assert params["partners"] or params["opponents"]
    instead = [one for one in said if one.code in ("instead", "equal")]
    assert len(instead) == len(again)
    assert all(one.params["by"] > 0 for one in instead if one.code == "instead")


def test_a_wish_changed_changes_what_is_said() -> None:
    pairs = tuple((f"p{number}", f"p{number + 1}") for number in range(1, 8))
    wish = Rule("keep_apart", groups=(("p1", "p2", "p3"), *pairs[3:4]))
    without, with_wish = (Mingling(8, 1, more={"wishes": wishes}).play() for wishes in ((), (wish,)))
    codes = [{one.code for table in result.tables for one in table.reasons} for result in (without, with_wish)]
    assert codes[0] == {"all_new"}
    assert "not_apart" in codes[1]
    told = next(one for table in with_wish.tables for one in table.reasons if one.code == "not_apart")
    assert (told.params["rule"], told.params["must"]) == ("keep_apart", False)


def test_the_breach_of_a_partner_names_both_and_the_round(hasty: None) -> None:
    entries = tuple(DrawEntry(f"p{number}", number) for number in range(1, 9))
    lock = LockedTable(("p1", "p2"), ("p3", "p4"))
    evening = Mingling(8, 2, entries=list(entries))
    evening.play(locked=(lock,))
    result = evening.play(locked=(lock,))
    assert Breach("partner_again", True, ("p1", "p2"), (1,)) in result.breaches
    table = next(table for table in result.tables if "p1" in table.ns)
    assert table.met_in == (1,)
    assert "settled" in {one.code for one in table.reasons}


def test_a_request_with_its_plan_comes_back_from_json_and_gives_the_same_draw() -> None:
    evening = Mingling(18, 4)
    evening.play()
    request = evening.request()
    again = request_from(json.loads(json.dumps(asdict(request))))
    assert again == request
    assert draw(again) == draw(request)


def test_other_ids_with_the_same_numbers_give_the_same_draw() -> None:
    evening = Mingling(19, 3)
    renamed = Mingling(19, 3, entries=[DrawEntry(f"x{100 - number}", number) for number in range(1, 20)])
    for _ in range(3):
        ours, theirs = evening.play(), renamed.play()
        number = {entry.id: entry.number for entry in (*evening.entries, *renamed.entries)}
        as_numbers = [
            [[number[one] for one in (*table.ns, *table.ew)] for table in result.tables] for result in (ours, theirs)
        ]
        assert as_numbers[0] == as_numbers[1]


SCRIPT = """
from dataclasses import asdict
from tests.tournaments.draws.mingling import Mingling
evening = Mingling(26, 4)
evening.play()
evening.change("p4", plays=False)
evening.play_all()
print([asdict(result) for result in evening.results])
"""


def test_another_process_with_another_hash_seed_draws_the_same() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "77")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 1000


def test_two_hundred_players_and_six_rounds_are_planned_in_ten_seconds() -> None:
    started = time.process_time()
    Mingling(200, 6).play()
    assert time.process_time() - started < 10


def test_who_is_late_counts_among_those_who_come():
    entries = tuple(DrawEntry(id=f"p{number}", number=number, plays=number <= 7) for number in range(1, 10))
    request = DrawRequest(system="melee", seed="0" * 64, round=1, announced_rounds=3, entries=entries)
    result = draw(request)
    assert len(result.tables) == 1 and len(result.byes) == 3
    with pytest.raises(DrawError) as refused:
        draw(replace(request, entries=tuple(replace(one, comes=one.plays) for one in entries)))
    assert refused.value.params == {"entries": 7, "least": 8}
