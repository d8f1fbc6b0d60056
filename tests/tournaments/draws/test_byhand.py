"""Seats changed by hand: what changes places, what is refused, what it breaks, and which exchange would be better."""

import json
import random
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from itertools import combinations
from typing import Any

import pytest

from tests.tournaments.draws import fields
from tests.tournaments.draws.evenings import entries, meeting, seed
from tournaments.draws import Breach, DrawError, DrawRequest, LockedTable, Meeting, PlayedRound, Rule, draw
from tournaments.draws.byhand import (
    Hall,
    Hand,
    Spot,
    Table,
    by_entry,
    data_of,
    differing,
    digest,
    empty,
    exchange,
    finished,
    free_chairs,
    hall_of,
    hand_of,
    kept,
    locked_table,
    same,
    seat_together,
    step,
    undone,
    unplaced,
)
from tournaments.draws.weigh import Scales, best_exchange, judged


def drawn(system: str = "random", count: int = 9, **more: Any) -> tuple[Hall, Hand]:
    """A draft of a first round, as it is kept: its hall, and the engine's draw as a hand."""
    request = DrawRequest(system, seed(system), 1, 3, entries(count), **more)
    return of(request)


def of(request: DrawRequest, locked: tuple[LockedTable, ...] = ()) -> tuple[Hall, Hand]:
    result = json.loads(json.dumps(asdict(draw(request))))
    return hall_of(request, result, locked), hand_of(result)


def at(entry: str) -> Spot:
    return Spot(entry=entry)


def refused(code: str, act: Callable[..., Any], *arguments: Any, **values: Any) -> None:
    with pytest.raises(DrawError) as caught:
        act(*arguments)
    assert caught.value.code == code
    assert values.items() <= dict(caught.value.params).items()


def people(hand: Hand) -> list[str]:
    return sorted([*hand.byes, *(one for table in hand.tables for one in table.people)])


# What changes places


def test_two_change_places_across_tables_and_nothing_else_moves() -> None:
    hall, hand = drawn()
    one, other = hand.tables[0].ns[0], hand.tables[2].ew[0]
    after = exchange(hall, hand, at(one), at(other))
    assert after.tables[0] == replace(hand.tables[0], ns=(other,))
    assert after.tables[2] == replace(hand.tables[2], ew=(one,))
    assert after.tables[1] == hand.tables[1]
    assert after.byes == hand.byes
    assert differing(hand, after) == [1, 3]
    assert exchange(hall, after, at(other), at(one)) == hand


def test_two_at_a_table_change_sides() -> None:
    hall, hand = drawn()
    table = hand.tables[1]
    after = exchange(hall, hand, at(table.ns[0]), at(table.ew[0]))
    assert after.tables[1] == replace(table, ns=table.ew, ew=table.ns)
    assert differing(hand, after) == [2]


def test_the_bye_is_a_seat_like_any_other() -> None:
    hall, hand = drawn()
    seated, rests = hand.tables[0].ew[0], hand.byes[0]
    after = exchange(hall, hand, at(rests), at(seated))
    assert after.byes == (seated,)
    assert after.tables[0].ew == (rests,)


def test_a_table_gets_a_free_number_or_changes_numbers_with_another() -> None:
    hall, hand = drawn()
    away = exchange(hall, hand, Spot(table=2), Spot(table=17))
    assert [table.table for table in away.tables] == [1, 3, 4, 17]
    assert away.tables[-1] == replace(hand.tables[1], table=17)
    both = exchange(hall, hand, Spot(table=4), Spot(table=1))
    assert (both.tables[0].people, both.tables[3].people) == (hand.tables[3].people, hand.tables[0].people)


def test_in_a_melee_any_two_change_places_but_partners() -> None:
    hall, hand = drawn("melee", 9)
    north, mate = hand.tables[0].ns
    other = hand.tables[1].ew[1]
    after = exchange(hall, hand, at(mate), at(other))
    assert after.tables[0].ns == (north, other)
    assert after.tables[1].ew == (hand.tables[1].ew[0], mate)
    refused("hand_same", exchange, hall, hand, at(north), at(mate))
    sides = exchange(hall, hand, at(north), at(hand.tables[0].ew[0]))
    assert sides.tables[0].ns == (hand.tables[0].ew[0], mate)


@pytest.mark.parametrize("system", ["random", "melee"])
def test_whatever_is_exchanged_everybody_is_placed_once_and_every_step_goes_back(system: str) -> None:
    hall, hand = drawn(system, 14)
    chance = random.Random(system)
    start, steps = hand, []
    for _ in range(60):
        one, other = chance.sample([*hall.playing], 2)
        spots = chance.choice(
            [(at(one), at(other)), (Spot(table=chance.randint(1, 9)), Spot(table=chance.randint(1, 9)))]
        )
        try:
            after = exchange(hall, hand, *spots)
        except DrawError as error:
            assert error.code in ("hand_same", "hand_no_table")
            continue
        assert people(after) == sorted(hall.playing)
        assert digest(after) != digest(hand)
        steps.append(json.loads(json.dumps(step(hand, after))))
        assert hand_of(json.loads(json.dumps(data_of(after)))) == after
        hand = after
    assert len(steps) > 30
    for back in reversed(steps):
        hand = undone(hand, back)
    assert hand == start


# What is refused


def test_what_cannot_change_places_is_said() -> None:
    hall, hand = drawn()
    one = hand.tables[0].ns[0]
    refused("hand_same", exchange, hall, hand, at(one), at(one))
    refused("hand_mixed", exchange, hall, hand, at(one), Spot(table=3))
    refused("hand_unknown", exchange, hall, hand, at(one), at("e99"), entry="e99")
    refused("hand_no_table", exchange, hall, hand, at(one), Spot(table=9, side="ns"), table=9)
    refused("hand_no_table", exchange, hall, hand, Spot(table=8), Spot(table=9))
    refused("hand_table_range", exchange, hall, hand, Spot(table=1), Spot(table=1000), most=999)
    refused("hand_taken", exchange, hall, hand, at(one), Spot(table=2, side="ew"), table=2)
    refused("hand_same", exchange, hall, hand, at(hand.byes[0]), Spot(rest=True))
    refused("hand_same", exchange, hall, hand, Spot(rest=True), Spot())


def test_nothing_of_a_fixed_table_is_exchanged() -> None:
    request = DrawRequest("random", seed("fixed"), 1, 3, entries(8), locked=(LockedTable(("e3",), ("e5",), 2),))
    hall, hand = of(request, request.locked)
    other = hand.tables[0].ns[0]
    refused("hand_fixed", exchange, hall, hand, at("e3"), at(other), table=2)
    refused("hand_fixed", exchange, hall, hand, at(other), at("e5"), table=2)
    refused("hand_fixed", exchange, hall, hand, Spot(table=1), Spot(table=2), table=2)
    assert exchange(replace(hall, fixed=frozenset()), hand, at("e3"), at(other)) != hand


# By a plan


def test_before_the_first_round_of_a_bracket_an_exchange_goes_into_the_plan_and_later_rounds_follow() -> None:
    hall, hand = drawn("knockout", 8)
    one, other = hand.tables[0].ns[0], hand.tables[3].ew[0]
    after = exchange(hall, hand, at(one), at(other))
    assert hall.plan is not None and after.plan is not None
    places = list(hall.plan.places)
    here, there = places.index(one), places.index(other)
    assert (after.plan.places[here], after.plan.places[there]) == (other, one)
    won = tuple(Meeting(table.ns, table.ew, table.table, "ns", table.bracket) for table in after.tables)
    second = replace(hall.request, round=2, played=(PlayedRound(1, won, plan=after.plan),))
    hall2, hand2 = of(second)
    assert sorted(hall2.playing) == sorted(table.ns[0] for table in after.tables)
    refused("hand_bracket", exchange, hall2, hand2, at(hand2.tables[0].ns[0]), at(hand2.tables[1].ns[0]))
    # Sides and table numbers are nobody's right.
    turned = exchange(hall2, hand2, at(hand2.tables[0].ns[0]), at(hand2.tables[0].ew[0]))
    assert turned.plan == hand2.plan
    assert exchange(hall2, hand2, Spot(table=1), Spot(table=2)).tables[0].people == hand2.tables[1].people
    refused("hand_whole", exchange, hall2, hand2, at(hand2.tables[0].ns[0]), Spot(rest=True))


def test_in_pools_two_of_a_pool_change_places_and_two_of_different_pools_only_at_the_start() -> None:
    start = DrawRequest("pools-knockout", seed("pools"), 1, 5, entries(8))
    hall, hand = of(start)
    pools = {table.bracket for table in hand.tables}
    assert pools == {"pool 1", "pool 2"}
    of_pool = {pool: [one for table in hand.tables if table.bracket == pool for one in table.people] for pool in pools}
    moved = exchange(hall, hand, at(of_pool["pool 1"][0]), at(of_pool["pool 2"][0]))
    played = tuple(Meeting(table.ns, table.ew, table.table, "ns", table.bracket) for table in moved.tables)
    hall, hand = of(replace(start, round=2, played=(PlayedRound(1, played, plan=moved.plan),)))
    now = {pool: [one for table in hand.tables if table.bracket == pool for one in table.people] for pool in pools}
    assert of_pool["pool 2"][0] in now["pool 1"]
    refused("hand_pool", exchange, hall, hand, at(now["pool 1"][0]), at(now["pool 2"][0]))
    tables = [table for table in hand.tables if table.bracket == "pool 1"]
    within = exchange(hall, hand, at(tables[0].ns[0]), at(tables[1].ns[0]))
    assert differing(hand, within) == [tables[0].table, tables[1].table]


# Drawn by hand from an empty hall


def test_from_an_empty_hall_tables_fill_in_the_order_of_who_is_named() -> None:
    hall, _ = drawn(count=7)
    hand = empty(hall)
    assert [table.table for table in hand.tables] == [1, 2, 3]
    assert unplaced(hall, hand) == list(hall.playing)
    assert free_chairs(hall, hand) == []
    hand = seat_together(hall, hand, ["e3", "e7"])
    hand = seat_together(hall, hand, ["e1", "e2"], 3)
    hand = seat_together(hall, hand, ["e4", "e5"])
    assert [(table.table, table.people) for table in hand.tables] == [
        (1, ("e3", "e7")),
        (2, ("e4", "e5")),
        (3, ("e1", "e2")),
    ]
    assert unplaced(hall, hand) == ["e6"]
    refused("hand_placed", seat_together, hall, hand, ["e6", "e7"], entry="e7", table=1)
    refused("hand_count", seat_together, hall, hand, ["e6", "e1", "e2"][:1], 2, wanted=2)
    hand = seat_together(hall, hand, ["e6"])
    assert hand.byes == ("e6",)
    assert unplaced(hall, hand) == []
    refused("hand_placed", seat_together, hall, hand, ["e6"], entry="e6", table=0)
    refused("hand_unknown", seat_together, hall, hand, ["e9"], entry="e9")


def test_who_gets_up_leaves_a_chair_that_another_may_take() -> None:
    hall, hand = drawn(count=7)
    table = hand.tables[0]
    hand = exchange(hall, hand, at(table.ns[0]), Spot())
    assert unplaced(hall, hand) == [table.ns[0]]
    assert free_chairs(hall, hand) == [Spot(table=1, side="ns")]
    refused("hand_half", locked_table, hall, hand, 1, table=1)
    hand = exchange(hall, hand, Spot(table=1, side="ns"), at(hand.byes[0]))
    assert hand.byes == ()
    hand = exchange(hall, hand, at(table.ns[0]), Spot(rest=True))
    assert people(hand) == sorted(hall.playing)
    assert locked_table(hall, hand, 1) == LockedTable(hand.tables[0].ns, hand.tables[0].ew, 1)
    refused("hand_no_table", locked_table, hall, hand, 9, table=9)


def test_a_new_table_is_opened_where_none_is_empty_and_an_empty_one_is_no_table_in_the_end() -> None:
    hall, hand = drawn(count=6)
    hand = exchange(hall, hand, at(hand.tables[2].ns[0]), Spot())
    hand = exchange(hall, hand, at(hand.tables[2].ew[0]), Spot())
    assert [table.table for table in finished(hand).tables] == [1, 2]
    both = unplaced(hall, hand)
    assert seat_together(hall, hand, both).tables[2].people == tuple(both)
    assert [table.table for table in seat_together(hall, finished(hand), both, 8).tables] == [1, 2, 8]


def test_in_the_order_of_entry_neighbours_meet_around_what_is_fixed() -> None:
    request = DrawRequest("random", seed("entry"), 1, 3, entries(9), locked=(LockedTable(("e5",), ("e2",), 2),))
    hall, _ = of(request, request.locked)
    hand = by_entry(hall)
    assert [table.people for table in hand.tables] == [("e1", "e3"), ("e5", "e2"), ("e4", "e6"), ("e7", "e8")]
    assert hand.byes == ("e9",)
    assert empty(hall).tables[1].people == ("e5", "e2")
    four = by_entry(drawn("melee", 10)[0])
    assert four.tables[0] == Table(1, ("e1", "e2"), ("e3", "e4"))
    assert four.byes == ("e9", "e10")


def test_what_stood_is_kept_but_for_who_has_left() -> None:
    hall, hand = drawn(count=6)
    gone, mate = hand.tables[0].people
    here = tuple(replace(entry, plays=entry.id != gone) for entry in hall.request.entries)
    later = kept(replace(hall, request=replace(hall.request, entries=here)), hand)
    assert later.tables[0].people == (mate,)
    assert later.tables[1:] == hand.tables[1:]


def test_the_same_people_at_the_same_tables_are_the_same_draw() -> None:
    hall, hand = drawn(count=6)
    there = exchange(hall, hand, Spot(table=1), Spot(table=2))
    assert not same(hand, there)
    assert same(hand, exchange(hall, there, Spot(table=1), Spot(table=2)))
    assert same(hand, replace(hand, tables=(*hand.tables, Table(9))))


# What it breaks, what it costs


def told(broken: Iterable[Breach]) -> list[Breach]:
    return sorted(broken, key=lambda one: (one.rule, one.entries))


def test_what_the_engine_drew_is_judged_as_the_engine_judged_it() -> None:
    for number, system in enumerate(("random", "swiss", "danish", "equal-wins", "winners-losers", "round-robin") * 3):
        request = fields.request(f"judged {number}", system, 7 + number)
        if system == "round-robin":
            request = replace(request, settings={"repeats": True})
        assert told(judged(*of(request))) == told(draw(request).breaches), system
    for system, count, rounds in (("melee", 14, 3), ("knockout", 12, 4), ("pools-knockout", 12, 5), ("mitchell", 9, 3)):
        people = tuple(replace(one, club="aab"[one.number % 3], may_rest=one.number > 4) for one in entries(count))
        request = DrawRequest(system, seed(system), 1, rounds, people, musts=(Rule("not_same_club"),))
        assert told(judged(*of(request))) == told(draw(request).breaches), system


def test_the_engines_draw_is_weighed_at_what_the_engine_says_it_costs() -> None:
    for number, system in enumerate(("random", "swiss", "danish", "equal-wins", "winners-losers", "melee", "melee")):
        request = fields.request(f"weighed {number}", system, 9 + number)
        scales, cost = Scales(request), dict(draw(request).cost)
        total = dict(zip(scales.names, scales.total(of(request)[1]), strict=True))
        shared = cost.keys() & total.keys()
        assert len(shared) > 3
        assert {name: cost[name] for name in shared} == {name: total[name] for name in shared}


def test_no_draw_by_hand_costs_less_than_the_engines() -> None:
    chance = random.Random("hands")
    for number, system in enumerate(("random", "swiss", "danish", "equal-wins", "winners-losers") * 4):
        request = replace(fields.request(f"cheap {number}", system, 6 + number % 7), announced_rounds=1)
        hall, hand = of(request)
        scales = Scales(request)
        levels = len(scales.names) - 1  # repeated table numbers are dealt after the draw
        engine = scales.total(hand)[1:levels]
        for _ in range(30):
            other = hand
            for _ in range(chance.randint(1, 4)):
                one, two = chance.sample([*hall.playing], 2)
                try:
                    other = exchange(hall, other, at(one), at(two))
                except DrawError:
                    continue
            assert scales.total(other)[1:levels] >= engine, (system, scales.names)


def met_before(*pairs: tuple[str, str]) -> tuple[PlayedRound, ...]:
    return (PlayedRound(1, tuple(meeting(one, other, table) for table, (one, other) in enumerate(pairs, 1))),)


def test_a_meeting_repeated_by_hand_is_named_and_the_best_exchange_ends_it() -> None:
    played = met_before(("e1", "e2"), ("e3", "e4"), ("e5", "e6"))
    request = DrawRequest("random", seed("again"), 2, 3, entries(6), played, wishes=())
    hall, _ = of(request)
    hand = Hand((Table(1, ("e1",), ("e2",)), Table(2, ("e3",), ("e5",)), Table(3, ("e4",), ("e6",))))
    broken = judged(hall, hand)
    assert [(one.rule, one.entries, one.rounds) for one in broken] == [("no_rematch", ("e1", "e2"), (1,))]
    best = best_exchange(hall, hand, broken[0].entries)
    assert best is not None
    assert judged(hall, best.hand) == ()
    assert dict(best.change)["rematches"] == -1
    assert best_exchange(hall, best.hand, ["e1", "e2"]) is None


@pytest.mark.parametrize("system", ["swiss", "melee"])
def test_the_exchange_proposed_is_the_best_of_all(system: str) -> None:
    for number in range(6):
        request = replace(fields.request(f"best {number}", system, 9 + number), musts=(Rule("no_rematch"),))
        hall, hand = of(request)
        chance = random.Random(f"{system} {number}")
        for _ in range(3):
            one, two = chance.sample([*hall.playing], 2)
            try:
                hand = exchange(hall, hand, at(one), at(two))
            except DrawError:
                continue
        scales = Scales(request)
        now = scales.total(hand)
        who = hall.playing[:2]
        costs = []
        for one, two in combinations(hall.playing, 2):
            if one in who or two in who:
                try:
                    costs.append(scales.total(exchange(hall, hand, at(one), at(two))))
                except DrawError:
                    continue
        found = best_exchange(hall, hand, who)
        assert (now if found is None else scales.total(found.hand)) == min([*costs, now])


def test_who_needs_a_table_is_brought_there_with_the_whole_table() -> None:
    people = tuple(replace(one, fixed_table=3 if one.id == "e1" else None) for one in entries(6))
    request = DrawRequest("random", seed("needs"), 1, 3, people)
    hall, hand = of(request)
    assert judged(hall, hand) == ()
    moved = exchange(hall, hand, Spot(table=3), Spot(table=1))
    assert [one.rule for one in judged(hall, moved)] == ["fixed_table"]
    best = best_exchange(hall, moved, ["e1"])
    assert best is not None
    assert judged(hall, best.hand) == ()


def test_fixed_tables_are_in_no_proposal() -> None:
    played = met_before(("e1", "e2"), ("e3", "e4"))
    request = DrawRequest("random", seed("fix"), 2, 3, entries(4), played, wishes=())
    hall, _ = of(request)
    hand = Hand((Table(1, ("e1",), ("e2",)), Table(2, ("e3",), ("e4",))))
    assert best_exchange(hall, hand, ["e1"]) is not None
    assert best_exchange(replace(hall, fixed=frozenset({2})), hand, ["e1"]) is None
