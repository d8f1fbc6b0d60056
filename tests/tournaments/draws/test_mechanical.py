"""Round robin, even-odd and Mitchell through the one door, with people late, absent, leaving and joining."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draws.by_plan import MECHANICAL, Stage, number_of, pairs_in, rematches
from tests.tournaments.draws.evenings import lock
from tournaments.draws import DrawEntry, DrawError, Meeting, PlayedRound, Rule, draw
from tournaments.draws.mechanical import movement_cards


def most_rounds(system: str, count: int) -> int:
    places = count + count % 2
    return places - 1 if system == "round-robin" else places // 2


@pytest.mark.parametrize("system", MECHANICAL)
def test_every_field_plays_or_is_refused_before_the_first_round(system: str) -> None:
    for count in [*range(2, 66), 599, 600]:
        rounds = min(3, most_rounds(system, count))
        results = Stage(system, count, rounds).play_all()
        assert rematches(results) == 0
        for result in results:
            assert len(result.tables) == count // 2
            assert len(result.byes) == count % 2
            assert result.out == ()
            assert not [breach for breach in result.breaches if breach.must]
        if count < 66:
            too_many = most_rounds(system, count) + 1
            with pytest.raises(DrawError) as caught:
                Stage(system, count, too_many).play()
            assert caught.value.code == "too_many_rounds"
            assert dict(caught.value.params) == {"rounds": too_many, "most": too_many - 1}


@pytest.mark.parametrize("system", MECHANICAL)
@pytest.mark.parametrize("count", [2, 3, 6, 9, 14, 17])
def test_over_all_its_rounds_nobody_meets_twice_and_rests_are_even(system: str, count: int) -> None:
    results = Stage(system, count, most_rounds(system, count)).play_all()
    assert rematches(results) == 0
    met = {one for result in results for one in pairs_in(result)}
    rests = Counter(entry for result in results for entry in result.byes)
    if system == "round-robin":
        assert len(met) == count * (count - 1) // 2
    assert max(rests.values(), default=0) <= 1
    assert [result.planned_rounds for result in results] == list(range(len(results) - 1, -1, -1))


@pytest.mark.parametrize("system", MECHANICAL)
def test_in_a_final_who_met_on_the_way_to_it_meets_again_and_nobody_rests(system: str) -> None:
    """What the first part brought together is no reason to sit out the second."""
    way = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))
    before = [
        PlayedRound(number, tuple(Meeting((f"e{one}",), (f"e{other}",), one, "ns") for one, other in met))
        for number, met in enumerate(way, start=1)
    ]
    last = 3 + most_rounds(system, 4)
    results = Stage(system, 4, last, played=before).play_all()
    assert [len(result.tables) for result in results] == [2] * most_rounds(system, 4)
    assert rematches(results) == 0


def test_a_double_round_robin_meets_everybody_once_on_either_side() -> None:
    results = Stage("round-robin", 7, 14, {"legs": 2}).play_all()
    seats = Counter((table.ns[0], table.ew[0]) for result in results for table in result.tables)
    assert len(seats) == 42
    assert set(seats.values()) == {1}


def test_odd_numbers_keep_their_table_and_even_ones_move_up() -> None:
    results = Stage("even-odd", 12, 6).play_all()
    for number, result in enumerate(results):
        for table in result.tables:
            assert number_of(table.ns[0]) == 2 * table.table - 1
            home = number_of(table.ew[0]) // 2
            assert (home + number - 1) % 6 + 1 == table.table


def test_movement_cards_say_what_is_drawn() -> None:
    for system in ("even-odd", "mitchell"):
        stage = Stage(system, 11, 5)
        results = stage.play_all()
        plan = results[0].plan
        assert plan is not None
        printed = movement_cards(stage.request(), plan)
        assert set(printed) == {entry.id for entry in stage.entries}
        for number, result in enumerate(results):
            for table in result.tables:
                for side, mine, theirs in (("ns", table.ns, table.ew), ("ew", table.ew, table.ns)):
                    stop = printed[mine[0]].stops[number]
                    assert (stop.round, stop.table, stop.side) == (number + 1, table.table, side)
                    assert stop.meets is not None
                    assert plan.places[stop.meets - 1] == theirs[0]
            for entry in result.byes:
                assert printed[entry].stops[number].meets is None


def test_with_repeats_allowed_the_movement_begins_again() -> None:
    results = Stage("even-odd", 6, 5, {"repeats": True}).play_all()
    assert [pairs_in(result) for result in results[3:]] == [pairs_in(result) for result in results[:2]]


def test_north_south_stays_in_a_mitchell() -> None:
    results = Stage("mitchell", 16, 8).play_all()
    for table in range(1, 9):
        assert len({one.ns for result in results for one in result.tables if one.table == table}) == 1
    assert {len(pairs_in(result)) for result in results} == {8}
    skip = Stage("mitchell", 16, 7, {"movement": "skip"}).play_all()
    assert rematches(skip) == 0


@pytest.mark.parametrize(
    ("system", "count", "rounds", "settings", "code"),
    [
        ("mitchell", 16, 8, {"movement": "skip"}, "too_many_rounds"),
        ("mitchell", 14, 3, {"movement": "relay"}, "bad_movement"),
        ("mitchell", 14, 3, {"movement": "waltz"}, "bad_setting"),
        ("mitchell", 14, 3, {"rankings": 3}, "bad_setting"),
        ("round-robin", 14, 3, {"legs": True}, "bad_setting"),
        ("round-robin", 14, 3, {"order": "alphabet"}, "bad_setting"),
        ("even-odd", 14, 8, {}, "too_many_rounds"),
        ("even-odd", 14, 3, {"repeats": "yes"}, "bad_setting"),
        ("even-odd", 1, 1, {}, "too_few_entries"),
    ],
)
def test_what_a_movement_cannot_do_is_refused_before_the_first_round(
    system: str, count: int, rounds: int, settings: dict[str, Any], code: str
) -> None:
    with pytest.raises(DrawError) as caught:
        draw(Stage(system, count, rounds, settings).request())
    assert caught.value.code == code


def test_a_late_pair_finds_its_own_opponents() -> None:
    stage = Stage("round-robin", 8, 7)
    stage.change("e3", plays=False)
    first = stage.play()
    assert len(first.byes) == 1
    stage.change("e3", plays=True)
    results = stage.play_all()
    assert rematches(results) == 0
    met = [one for result in results for one in pairs_in(result)]
    assert len(met) == 27  # all but the one that was missed
    assert sum("e3" in one for one in met) == 6


def test_who_came_after_the_plan_takes_the_vacant_place() -> None:
    stage = Stage("even-odd", 7, 4)
    stage.play()
    stage.entries.append(DrawEntry("e8", 8))
    results = stage.play_all()
    assert all(result.byes == () for result in results[1:])
    assert rematches(results) == 0


def test_a_newcomer_takes_over_the_place_of_a_pair_that_left() -> None:
    stage = Stage("round-robin", 8, 7)
    stage.play()
    stage.change("e5", plays=False, comes=False)
    assert len(stage.play().byes) == 1
    stage.entries.append(DrawEntry("e9", 9))
    results = stage.play_all()
    plans = [result.plan.places for result in results if result.plan]
    assert plans[2:] == [tuple("e9" if entry == "e5" else entry for entry in plans[0])] * 5
    assert all(result.byes == () for result in results[2:])
    assert rematches(results) == 0


def test_a_newcomer_for_whom_there_is_no_place_plays_who_would_rest() -> None:
    stage = Stage("round-robin", 8, 7)
    stage.play()
    stage.entries.append(DrawEntry("e9", 9))
    assert stage.play().byes == ("e9",)
    stage.change("e2", plays=False)
    result = stage.play()
    assert result.byes == ()
    assert any("e9" in one for one in pairs_in(result))
    assert rematches(stage.play_all()) == 0


def test_two_whose_turn_to_meet_is_still_to_come_rest_rather_than_spoil_it() -> None:
    stage = Stage("round-robin", 8, 7)
    first, second = draw(stage.request()).tables[:2]
    for entry in (first.ns[0], second.ns[0]):
        stage.change(entry, plays=False)
    assert sorted(stage.play().byes) == sorted((first.ew[0], second.ew[0]))
    for entry in (first.ns[0], second.ns[0]):
        stage.change(entry, plays=True)
    assert all(result.byes == () for result in stage.play_all()[1:])


def test_two_staying_pairs_without_opponents_play_each_other_since_they_never_would() -> None:
    stage = Stage("even-odd", 12, 6)
    stage.play()
    stage.change("e2", plays=False, comes=False)
    stage.change("e8", plays=False, comes=False)
    results = stage.play_all()
    told = [{table.reasons[0].code for table in result.tables} for result in results]
    assert told[:2] == [{"planned"}, {"planned", "both_free"}]
    rested = [len(result.byes) for result in results[1:]]
    assert rested[0] == 0
    assert sum(rested) < 2 * len(rested)
    assert rematches(results) == 0


def test_of_those_without_an_opponent_one_rests_who_has_rested_least() -> None:
    for count in range(12, 22, 2):
        stage = Stage("mitchell", count, 4)
        first = draw(stage.request()).tables[0]
        stage.change(first.ew[0], plays=False)
        assert stage.play().byes == first.ns
        stage.change(first.ew[0], plays=True)
        tables = draw(stage.request()).tables
        for table in (
            next(one for one in tables if one.ns == first.ns),
            *[one for one in tables if one.ns != first.ns][:2],
        ):
            stage.change(table.ew[0], plays=False)
        (rests,) = stage.play().byes
        assert rests != first.ns[0]


def test_with_two_rankings_the_lines_never_mix() -> None:
    stage = Stage("mitchell", 12, 6, {"rankings": 2, "order": "number"})
    stage.play()
    stage.change("e7", plays=False, comes=False)
    stage.change("e8", plays=False, comes=False)
    results = stage.play_all()
    for result in results:
        assert all((number_of(table.ns[0]) <= 6) != (number_of(table.ew[0]) <= 6) for table in result.tables)
    assert [len(result.byes) for result in results[1:]] == [2] * 5
    mixed = Stage("mitchell", 12, 6, {"order": "number"})
    for entry in ("e7", "e8"):
        mixed.change(entry, plays=False)
    assert mixed.play().byes == ()  # with one ranking two of the staying line play each other


def test_who_needs_a_table_gets_the_place_that_stays_there() -> None:
    for system in ("even-odd", "mitchell"):
        stage = Stage(system, 10, 5)
        stage.change("e4", fixed_table=3)
        for result in stage.play_all():
            assert [table.table for table in result.tables if "e4" in (*table.ns, *table.ew)] == [3]
            assert not [breach for breach in result.breaches if breach.must]


def test_a_meeting_fixed_by_hand_is_kept_and_does_not_come_again() -> None:
    for system in MECHANICAL:
        stage = Stage(system, 10, 5)
        planned = draw(stage.request())
        one, other = planned.tables[0].ns[0], planned.tables[1].ew[0]
        result = stage.play(locked=(lock(one, other, 3),))
        assert [table.table for table in result.tables if one in table.ns] == [3]
        assert frozenset((one, other)) in pairs_in(result)
        assert rematches(stage.play_all()) == 0


def test_another_seed_or_a_changed_list_does_not_change_a_plan_under_way() -> None:
    stage = Stage("round-robin", 9, 9)
    stage.play()
    request = stage.request()
    stage.count = 10  # another seed
    assert stage.request().seed != request.seed
    assert pairs_in(draw(stage.request())) == pairs_in(draw(request))


def test_two_who_are_both_free_never_rest_as_long_as_they_may_meet() -> None:
    stage = Stage("mitchell", 20, 2, {"order": "number"})
    for number in range(11, 17):
        stage.change(f"e{number}", plays=False)  # six of the moving line: six that stay have nobody to meet
    assert stage.play().byes == ()


@given(
    st.sampled_from(MECHANICAL),
    st.integers(2, 24),
    st.integers(0, 2**32),
    st.sampled_from([0.0, 0.1, 0.3]),
    st.sampled_from([0.0, 0.1]),
)
def test_whoever_comes_and_goes_everybody_there_is_placed_and_nobody_meets_twice(
    system: str, count: int, name: int, absent: float, leaving: float
) -> None:
    chance = random.Random(name)
    stage = Stage(system, count, min(6, most_rounds(system, count)), chance=chance)
    while len(stage.played) < stage.rounds:
        for entry in list(stage.entries):
            gone = not entry.comes or (bool(stage.played) and chance.random() < leaving)
            stage.change(entry.id, comes=not gone, plays=not gone and chance.random() >= absent)
        if stage.played and chance.random() < 0.3:
            number = len(stage.entries) + 1
            stage.entries.append(DrawEntry(f"e{number}", number))
        result = stage.play(musts=(Rule("no_rematch"), Rule("one_bye")))
        met = {one for earlier in stage.results[:-1] for one in pairs_in(earlier)}
        assert not met & pairs_in(result)


@pytest.mark.parametrize("system", MECHANICAL)
@pytest.mark.parametrize(
    "name", [*range(20), *(pytest.param(name, marks=pytest.mark.long) for name in range(20, 1000))]
)
def test_rests_of_any_two_who_were_always_there_differ_by_one_at_most_though_people_leave(
    system: str, name: int
) -> None:
    chance = random.Random(name)
    count = chance.randint(8, 40)
    stage = Stage(system, count, min(7, most_rounds(system, count)), chance=chance)
    while len(stage.played) < stage.rounds:
        for entry in list(stage.entries):
            if stage.played and chance.random() < 0.04:
                stage.change(entry.id, comes=False, plays=False)
        stage.play()
    rests = Counter(one for result in stage.results for one in result.byes)
    there = [rests[entry.id] for entry in stage.entries if entry.comes]
    assert max(there) - min(there) <= 1


def test_who_would_rest_again_takes_the_seat_of_one_that_has_rested_less() -> None:
    stage = Stage("mitchell", 11, 4, {"order": "number", "rankings": 2})
    (rested,) = stage.play().byes
    # Its next opponent is away: by the plan it would rest again, and whoever else rests is of its own line.
    table = next(one for one in draw(stage.request()).tables if rested in (*one.ns, *one.ew))
    (opponent,) = {*table.ns, *table.ew} - {rested}
    stage.change(opponent, plays=False)
    result = stage.play()
    (seat,) = [one for one in result.tables if rested in (*one.ns, *one.ew)]
    (why,) = seat.reasons
    assert (why.code, why.params["takes"]) == ("rested_less", rested)
    assert why.params["for"] in result.byes
    assert [one.reasons[0].code for one in result.tables if one != seat].count("planned") == len(result.tables) - 1


def test_fair_rests_come_before_rematches_only_where_the_musts_say_so() -> None:
    chance = random.Random(420)
    count = chance.randint(8, 40)
    first = Stage("round-robin", count, min(7, most_rounds("round-robin", count)), chance=chance)
    met: Counter[frozenset[str]] = Counter()
    while len(first.played) < first.rounds:
        for entry in list(first.entries):
            if first.played and chance.random() < 0.04:
                first.change(entry.id, comes=False, plays=False)
        never = draw(first.request(musts=(Rule("no_rematch"), Rule("one_bye"))))
        assert not any(met[frozenset((*one.ns, *one.ew))] for one in never.tables)
        result = first.play()
        for table in result.tables:
            met[frozenset((*table.ns, *table.ew))] += 1
    again = [two for two, times in met.items() if times > 1]
    assert len(again) == 1
    assert [breach.rule for breach in result.breaches if breach.must] == ["no_rematch"]
