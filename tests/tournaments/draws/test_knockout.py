"""Knockouts, alone and after pools, through the one door, with results and people at random."""

import itertools
import json
import random
from collections import Counter
from dataclasses import asdict, replace
from math import ceil, log2
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draws.by_plan import BRACKETS, MECHANICAL, Stage, number_of, pairs_in, rematches
from tests.tournaments.draws.evenings import lock
from tournaments.draws import DrawError, DrawResult, Meeting, draw, request_from
from tournaments.draws.knockout import final_places, seed_bands
from tournaments.draws.pools_knockout import bands_of, shapes


def refusal(stage: Stage, **more: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(DrawError) as caught:
        draw(stage.request(**more))
    return caught.value.code, dict(caught.value.params)


def rounds_of(stage: Stage) -> int:
    """What the refusal of one round, or of a thousand, says that the field needs."""
    code, params = refusal(replace(stage, rounds=1000))
    assert code == "too_many_rounds"
    return int(params["most"])


def part(result: DrawResult, name: str) -> list[set[str]]:
    return [{*table.ns, *table.ew} for table in result.tables if table.bracket.startswith(name)]


@pytest.mark.parametrize("system", BRACKETS)
def test_every_field_plays_or_is_refused_before_the_first_round(system: str) -> None:
    for count in [*range(2, 66), 600]:
        stage = Stage(system, count, 1)
        if system == "pools-knockout" and count < 6:
            assert refusal(stage) == ("too_few_for_pools", {"entries": count, "least": 6})
            continue
        stage.rounds = rounds_of(stage)
        if system == "knockout":
            assert stage.rounds == ceil(log2(count))
        for result in stage.play_all():
            assert result.tables
            assert not [breach for breach in result.breaches if breach.must and system == "knockout"]
        assert len(part(stage.results[-1], "main")) == 1
        places = final_places(replace(stage, rounds=stage.rounds + 1).request())
        assert [first for _, first, _ in places][:2] == [1, 2]
        assert len({entry for entry, _, _ in places}) == len(places)


def test_a_knockout_takes_the_rounds_it_needs_and_no_others() -> None:
    assert refusal(Stage("knockout", 20, 4)) == ("too_few_rounds", {"rounds": 4, "least": 5})
    assert refusal(Stage("knockout", 20, 6)) == ("too_many_rounds", {"rounds": 6, "most": 5})
    assert refusal(Stage("knockout", 1, 1))[0] == "too_few_entries"
    assert rounds_of(Stage("knockout", 20, 1, {"consolation": 2})) == 6


def test_the_best_rated_have_the_byes_and_meet_last() -> None:
    stage = Stage("knockout", 22, 5, {"seeding": "rating"})
    for number in range(1, 23):
        stage.change(f"e{number}", rating=2000 - number)
    first = stage.play("low")
    assert sorted(map(number_of, first.byes)) == list(range(1, 11))
    results = stage.play_all("low")
    for number, result in enumerate(results, 1):
        still_in = [number_of(entry) for both in part(result, "main") for entry in both]
        assert max(still_in) <= 2 ** (6 - number)
    assert part(results[-1], "main") == [{"e1", "e2"}]
    assert part(results[-1], "third") == [{"e3", "e4"}]
    assert final_places(replace(stage, rounds=6).request())[:4] == (
        ("e1", 1, 1),
        ("e2", 2, 2),
        ("e3", 3, 3),
        ("e4", 4, 4),
    )


def test_equal_and_missing_ratings_are_drawn() -> None:
    held = set()
    for count in range(30, 34):
        stage = Stage("knockout", count, 5 if count < 33 else 6, {"seeding": "rating"})
        stage.change("e7", rating=-5)
        plan = stage.play().plan
        assert plan is not None
        assert plan.places[0] == "e7"
        held.add(plan.places[1])
    assert len(held) > 1


def test_winners_go_on_losers_are_out() -> None:
    stage = Stage("knockout", 16, 4, {"third_place": False})
    for _ in range(4):
        result = stage.play()
        lost = {
            entry
            for played in stage.played[:-1]
            for meeting in played.meetings
            for entry in (meeting.ew if meeting.won == "ns" else meeting.ns)
        }
        assert set(result.out) == lost
        assert result.byes == ()
        assert not lost & {entry for both in pairs_in(result) for entry in both}


def test_who_is_not_there_loses_and_the_opponent_goes_on() -> None:
    stage = Stage("knockout", 8, 3)
    first = draw(stage.request())
    missing, alone = first.tables[0].ns[0], first.tables[0].ew[0]
    stage.change(missing, plays=False)
    assert stage.play().byes == (alone,)
    stage.change(missing, plays=True)
    second = stage.play()
    assert any(alone in both for both in pairs_in(second))
    assert missing in second.out


def test_who_missed_the_first_match_plays_the_consolation_whatever_becomes_of_the_opponent() -> None:
    stage = Stage("knockout", 8, 3, {"consolation": 1})
    first = draw(stage.request())
    missing, alone = first.tables[0].ns[0], first.tables[0].ew[0]
    stage.change(missing, plays=False)
    stage.play()
    stage.change(missing, plays=True)
    stage.change(alone, plays=False, comes=False)
    assert any(missing in both for both in part(stage.play(), "consolation"))


def test_where_neither_side_comes_the_next_opponent_has_a_bye() -> None:
    stage = Stage("knockout", 8, 3)
    for entry in pairs_in(draw(stage.request())).pop():
        stage.change(entry, plays=False)
    stage.play()
    second = stage.play()
    assert len(second.tables) == 1
    assert len(second.byes) == 1


def test_a_finalist_alone_has_won() -> None:
    stage = Stage("knockout", 2, 1)
    stage.change("e1", plays=False, comes=False)
    assert refusal(stage)[0] == "too_few_entries"
    stage = Stage("knockout", 4, 2)
    stage.play("ns")
    for entry in stage.entries:
        if entry.id != stage.results[0].tables[0].ns[0]:
            stage.change(entry.id, plays=False, comes=False)
    assert (stage.play().tables, stage.results[-1].byes) == ((), stage.results[0].tables[0].ns)


def test_a_match_without_a_winner_is_named_unless_one_side_has_left() -> None:
    stage = Stage("knockout", 4, 2)
    first = stage.play()
    one, other = first.tables[0].ns[0], first.tables[0].ew[0]
    drawn = tuple(replace(meeting, won="") if one in meeting.ns else meeting for meeting in stage.played[0].meetings)
    stage.played[0] = replace(stage.played[0], meetings=drawn)
    code, params = refusal(stage)
    assert code == "match_undecided"
    assert params["round"] == 1
    assert {params["one"], params["other"]} == {one, other}
    stage.change(one, plays=False, comes=False)
    assert any(other in both for both in pairs_in(draw(stage.request())))
    stage.change(other, plays=False, comes=False)
    assert draw(stage.request()).tables == ()


def test_who_has_lost_to_another_than_planned_is_out_all_the_same() -> None:
    stage = Stage("knockout", 4, 2)
    first, second = stage.play("ns").tables
    lost, rested = first.ns[0], first.ew[0]
    swapped = (Meeting((lost,), second.ns, 1, "ew"),)
    stage.played[0] = replace(stage.played[0], meetings=swapped, byes=(rested,), absent=second.ew)
    assert frozenset((rested, second.ns[0])) in pairs_in(draw(stage.request()))


def test_the_losers_of_the_first_round_play_the_consolation() -> None:
    stage = Stage("knockout", 16, 4, {"consolation": 1})
    results = stage.play_all()
    lost = {meeting.ew if meeting.won == "ns" else meeting.ns for meeting in stage.played[0].meetings}
    assert {(entry,) for both in part(results[1], "consolation") for entry in both} == lost
    assert [len(part(result, "consolation")) for result in results] == [0, 4, 2, 1]
    places = final_places(replace(stage, rounds=5).request())
    assert next(entry for entry, first, _ in places if first == 9) in {
        entry for both in part(results[3], "consolation") for entry in both
    }


def test_places_are_played_for_as_far_as_wished() -> None:
    stage = Stage("knockout", 16, 4, {"classification": 8})
    results = stage.play_all()
    assert len(part(results[3], "places 5-6")) == len(part(results[3], "places 7-8")) == 1
    assert len(part(results[2], "places 5-8")) == 2
    told = [table.reasons[0].params for table in results[2].tables if table.bracket == "places 5-8"]
    assert told == [{"part": "places", "first": 5, "last": 8}] * 2
    assert [first for _, first, _ in final_places(replace(stage, rounds=5).request())] == [*range(1, 9), *[9] * 8]


def test_clubs_are_kept_apart_as_long_as_they_can() -> None:
    stage = Stage("knockout", 32, 5, {"clubs_apart": True})
    for number in range(1, 33):
        stage.change(f"e{number}", club=f"c{number % 8}")
    club = {entry.id: entry.club for entry in stage.entries}
    for result in stage.play_all()[:3]:  # four of a club in four quarters: not before the last four
        for both in pairs_in(result):
            assert len({club[entry] for entry in both}) == 2


def test_a_first_match_fixed_by_hand_is_kept() -> None:
    for count in (6, 8, 13):
        for one, other in itertools.combinations(range(1, count + 1), 2):
            stage = Stage("knockout", count, ceil(log2(count)))
            result = stage.play(locked=(lock(f"e{one}", f"e{other}", 5),))
            assert frozenset((f"e{one}", f"e{other}")) in pairs_in(result)
            assert sorted(stage.play_all()[-1].plan.places) == sorted(entry.id for entry in stage.entries)  # type: ignore[union-attr]


def test_a_later_match_cannot_be_fixed_against_the_bracket() -> None:
    stage = Stage("knockout", 8, 3)
    stage.play("ns")
    one, other = (table.ns[0] for table in stage.results[0].tables[:2])
    two = draw(stage.request()).tables[0]
    assert draw(stage.request(locked=(lock(two.ew[0], two.ns[0], 9),))).tables[-1].table == 9
    if frozenset((one, other)) in pairs_in(draw(stage.request())):
        other = stage.results[0].tables[2].ns[0]
    assert refusal(stage, locked=(lock(one, other),)) == ("locked_outside_plan", {"entry": one})


def test_after_the_final_there_is_no_round() -> None:
    stage = Stage("knockout", 4, 2)
    stage.play_all()
    assert refusal(replace(stage, rounds=3)) == ("bracket_over", {"round": 3})


def test_seeds_of_a_kind_have_all_a_bye_or_none() -> None:
    assert seed_bands(16) == [1, 1, 2, 4, 8]
    assert seed_bands(13) == [1, 1, 1, 1, 4, 5]
    for size in range(2, 70):
        assert sum(seed_bands(size)) == size


def test_qualified_of_a_kind_have_all_a_bye_or_none() -> None:
    assert bands_of([0] * 5 + [1] * 8) == [1, 1, 1, 1, 1, 8]  # three byes
    assert bands_of([0] * 8 + [1] * 8) == [1, 1, 2, 4, 8]
    assert bands_of([0] * 2 + [1] * 2 + [2]) == [1, 1, 1, 1, 1]


def test_the_number_of_rounds_chooses_pools_and_cut() -> None:
    found = list(shapes(Stage("pools-knockout", 24, 6).request(), 24))
    assert (found[0].sizes, found[0].qualified, found[0].rounds) == ((4,) * 6, 8, 6)
    assert {shape.rounds for shape in found} == {6, 7, 8, 9}
    assert refusal(Stage("pools-knockout", 24, 5)) == ("too_few_rounds", {"rounds": 5, "least": 6})
    assert refusal(Stage("pools-knockout", 24, 10)) == ("too_many_rounds", {"rounds": 10, "most": 9})
    assert refusal(Stage("pools-knockout", 24, 6, {"qualified": 24})) == ("bad_cut", {"entries": 24, "qualified": 24})
    four = {"qualified": 5, "pool_size": 4}  # six pools: not even their winners
    assert refusal(Stage("pools-knockout", 24, 6, four)) == ("bad_cut", {"entries": 24, "qualified": 5})
    assert refusal(Stage("pools-knockout", 24, 6, {"pool_size": 7}))[0] == "bad_setting"


@pytest.mark.parametrize(("count", "rounds"), [(6, 4), *((count, 6) for count in range(9, 17)), (23, 6), (40, 8)])
def test_pools_then_a_knockout_of_the_best(count: int, rounds: int) -> None:
    stage = Stage("pools-knockout", count, rounds, chance=random.Random(count))
    while len(stage.played) < rounds:
        # The standing that the stage's own ranking would give: games won, then a difference that nobody shares.
        wins = Counter(
            entry
            for played in stage.played
            for one in played.meetings
            for entry in (one.ns if one.won == "ns" else one.ew)
        )
        for entry in list(stage.entries):
            stage.change(entry.id, standing=(wins[entry.id], -entry.number))
        if not any(result.plan and result.plan.bracket for result in stage.results):
            strength = {entry.id: entry.standing for entry in stage.entries}
        stage.play()
    pools: dict[str, set[str]] = {}
    pool_of = {}
    group = [result for result in stage.results if result.plan and not result.plan.bracket]
    for result in group:
        for table in result.tables:
            pools.setdefault(table.bracket, set()).update((*table.ns, *table.ew))
            pool_of.update(dict.fromkeys((*table.ns, *table.ew), table.bracket))
    met = [one for result in group for one in pairs_in(result)]
    assert Counter(met) == Counter(
        frozenset(two) for pool in pools.values() for two in itertools.combinations(sorted(pool), 2)
    )
    bracket = stage.results[-1].plan.bracket  # type: ignore[union-attr]
    direct = len(bracket) // len(pools)
    by_pool = {name: sorted(pool, key=lambda entry: strength[entry], reverse=True) for name, pool in pools.items()}
    expected = {entry for pool in by_pool.values() for entry in pool[:direct]}
    others = sorted(set(strength) - expected, key=lambda entry: strength[entry], reverse=True)
    expected |= set(others[: len(bracket) - len(expected)])
    assert set(bracket) == expected
    first = stage.results[len(group)]
    assert all(len({pool_of[entry] for entry in both}) == 2 for both in pairs_in(first))  # pool mates apart
    best = max(expected, key=lambda entry: strength[entry])
    assert bracket[0] == best
    assert set(bracket[: len(pools)]) == {pool[0] for pool in by_pool.values()}  # the first of the pools seeded first
    assert set(first.out) == set(strength) - expected


def test_of_two_from_each_pool_only_a_final_can_bring_pool_mates_together() -> None:
    stage = Stage("pools-knockout", 32, 7)
    results = stage.play_all()
    pool_of = {entry: table.bracket for table in results[0].tables for entry in (*table.ns, *table.ew)}
    for result in results[3:6]:
        for both in part(result, "main"):
            assert len({pool_of[entry] for entry in both}) == 2


def test_clubs_are_spread_over_the_pools() -> None:
    for dealt in ("drawn", "rating"):
        stage = Stage("pools-knockout", 24, 6, {"pools": dealt})
        for number in range(1, 25):
            stage.change(f"e{number}", rating=number, club=f"c{number % 4}")
        club = {entry.id: entry.club for entry in stage.entries}
        plan = stage.play().plan
        assert plan is not None
        for pool in range(6):
            assert len({club[entry] for entry in plan.places[4 * pool : 4 * pool + 4]}) == 4


def test_who_is_not_there_for_the_knockout_is_passed_over() -> None:
    stage = Stage("pools-knockout", 16, 6)
    for _ in range(3):
        stage.play("low")
    before = draw(stage.request()).plan
    assert before is not None
    stage.change(before.bracket[0], plays=False)
    after = draw(stage.request()).plan
    assert after is not None
    assert before.bracket[0] not in after.bracket
    assert len(set(after.bracket)) == 8


def test_more_places_in_the_knockout_than_people_left_are_byes() -> None:
    stage = Stage("pools-knockout", 12, 6)
    for _ in range(3):
        stage.play()
    for number in range(1, 7):
        stage.change(f"e{number}", plays=False, comes=False)
    result = stage.play()
    assert len(result.tables) == 2
    assert len(result.byes) == 2
    assert result.out == ()


@given(
    st.sampled_from(BRACKETS),
    st.integers(2, 40),
    st.integers(0, 2),
    st.integers(0, 2**32),
    st.sampled_from([0.0, 0.1, 0.4]),
    st.sampled_from([0.0, 0.1]),
)
def test_whoever_comes_and_goes_the_bracket_goes_on(
    system: str, count: int, consolation: int, name: int, absent: float, leaving: float
) -> None:
    chance = random.Random(name)
    count = max(count, 6)
    stage = Stage(system, count, 1, {"consolation": consolation, "classification": count}, chance)
    stage.rounds = rounds_of(stage)
    while len(stage.played) < stage.rounds:
        for entry in list(stage.entries):
            gone = not entry.comes or (bool(stage.played) and chance.random() < leaving)
            stage.change(entry.id, comes=not gone, plays=not gone and chance.random() >= absent)
        stage.play()
    if system == "knockout":
        assert final_places(replace(stage, rounds=stage.rounds + 1).request()) is not None
        assert rematches(stage.results[:2]) == 0


@pytest.mark.parametrize("system", [*MECHANICAL, *BRACKETS])
def test_a_stored_request_gives_the_stored_result_whatever_the_order_of_its_parts(system: str) -> None:
    stage = Stage(system, 13, 6)
    if system in BRACKETS:
        stage.rounds = rounds_of(stage)
    for _ in range(3):
        stage.play()
    request = stage.request()
    kept = json.loads(json.dumps({"inputs": asdict(request), "result": asdict(draw(request))}))
    again = request_from(kept["inputs"])
    assert again == request
    assert json.loads(json.dumps(asdict(draw(again)))) == kept["result"]
    turned = replace(request, entries=request.entries[::-1], played=request.played[::-1])
    assert draw(turned) == draw(request)
    last = tuple(replace(one, plan=None) if one.number < 3 else one for one in request.played)
    assert draw(replace(request, played=last)) == draw(request)  # the last plan says all


def test_teams_are_drawn_by_any_other_system() -> None:
    for by, rounds in (("swiss", 3), ("round-robin", 7), ("knockout", 3)):
        stage = Stage("teams", 8, rounds, {} if by == "swiss" else {"teams_by": by})
        results = stage.play_all()
        assert {result.system for result in results} == {"teams"}
        assert rematches(results) == 0
        places = final_places(replace(stage, rounds=rounds + 1).request())
        assert [first for _, first, _ in places] == ([1, 2, 3, 4, 5, 5, 5, 5] if by == "knockout" else [])
    assert refusal(Stage("teams", 8, 8, {"teams_by": "round-robin"}))[0] == "too_many_rounds"
    assert refusal(Stage("teams", 8, 3, {"teams_by": "teams"}))[0] == "bad_setting"


def test_a_stage_that_changes_its_system_begins_the_new_plan_where_it_is() -> None:
    stage = Stage("round-robin", 8, 5)
    stage.play()
    stage.play()
    stage.system = "knockout"
    results = stage.play_all()
    assert [len(part(result, "main")) for result in results[2:]] == [4, 2, 1]
