"""The systems that pair by results: against every complete draw there is, counted again by the written rules."""

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draws.evenings import entries, everybody, lock, meeting, pairs_of, rules, seed, whole_evening
from tests.tournaments.draws.fields import Written, every_draw, request, wins_and_floats
from tournaments.draws import DrawEntry, DrawError, DrawRequest, DrawResult, PlayedRound, Rule, draw, score_based
from tournaments.draws.nearest import nearest

SYSTEMS = ("swiss", "danish", "equal-wins", "winners-losers", "random")
LEVELS = ("bye", "rematch", "repeats", "same_club", "kept_apart")


def as_draw(result: DrawResult) -> list[tuple[str, ...]]:
    return [(*table.ns, *table.ew) for table in result.tables] + [(one,) for one in result.byes]


def own_cost(asked: DrawRequest, found: list[tuple[str, ...]]) -> tuple[int, ...]:
    """What the system itself counts, as far as the seed has no part in it: who rests, then who meets."""
    figures = {one.id: one.standing for one in asked.entries}
    ranked = sorted(figures, key=lambda one: figures[one], reverse=True)
    pairs = [one for one in found if len(one) == 2]
    byes = [one[0] for one in found if len(one) == 1]
    below = sum(len(ranked) - 1 - ranked.index(one) for one in byes)
    if asked.system == "danish":
        return below, sum((ranked.index(one) - ranked.index(other)) ** 2 for one, other in pairs)
    first = {one: figures[one][0] for one in figures}
    if asked.system == "swiss":
        return (
            below,
            sum((first[one] - first[other]) ** 2 for one, other in pairs),
            sum((ranked.index(one) - ranked.index(other)) ** 2 for one, other in pairs),
        )
    if asked.system == "equal-wins":
        _, floats = wins_and_floats(asked)
        return (
            sum(len({value for value in first.values() if value < first[one]}) for one in byes),
            sum((first[one] - first[other]) ** 2 for one, other in pairs),
            sum(floats[one] + floats[other] for one, other in pairs if first[one] != first[other]),
        )
    last = max(asked.played, key=lambda one: one.number)
    outcome = dict.fromkeys(last.byes, 2)
    for one in last.meetings:
        if one.won:
            outcome |= {one.ns[0]: 2 if one.won == "ns" else 0, one.ew[0]: 2 if one.won == "ew" else 0}
    score = {one: outcome.get(one, 1) for one in figures}
    return (
        sum(len({value for value in score.values() if value < score[one]}) for one in byes),
        sum((score[one] - score[other]) ** 2 for one, other in pairs),
    )


def distinct(asked: DrawRequest) -> bool:
    return len({one.standing for one in asked.entries}) == len(asked.entries)


@pytest.mark.parametrize("system", SYSTEMS[:4])
@pytest.mark.parametrize("size", range(2, 9))
def test_no_complete_draw_costs_less(system: str, size: int) -> None:
    compare_with_every_draw(system, size, 12)


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS[:4])
@pytest.mark.parametrize("size", range(2, 11))
def test_no_complete_draw_costs_less_in_many_fields(system: str, size: int) -> None:
    compare_with_every_draw(system, size, 150)


@pytest.mark.parametrize("system", SYSTEMS[:4])
@pytest.mark.parametrize("size", [9, 10])
def test_no_complete_draw_of_ten_costs_less(system: str, size: int) -> None:
    compare_with_every_draw(system, size, 3)


def compare_with_every_draw(system: str, size: int, fields: int) -> None:
    for number in range(fields):
        asked = request(f"{system}/{size}/{number}", system, size)
        if not distinct(asked):
            continue
        written = Written(asked)

        def price(found: list[tuple[str, ...]], asked: DrawRequest = asked, written: Written = written) -> object:
            return written.breaks(found), own_cost(asked, found)

        result = draw(asked)
        assert result.proved
        assert price(as_draw(result)) == min(price(one) for one in every_draw(tuple(e.id for e in asked.entries)))
        told = sum(value for name, value in result.cost if name.startswith(LEVELS) and name != "bye_place")
        assert told == sum(written.breaks(as_draw(result)))


@pytest.mark.parametrize("size", range(2, 66))
def test_every_size_is_drawn_whole_and_without_a_rematch(size: int) -> None:
    system = SYSTEMS[size % 4]
    first = ("random", "entry", "rating")[size % 3]
    met: set[frozenset[str]] = set()
    rested: list[str] = []
    for result in whole_evening(system, size, min(3, size - 1 + size % 2), settings={"first_round": first}):
        assert everybody(result) == sorted(one.id for one in entries(size))
        assert not met & pairs_of(result)
        assert not [breach for breach in result.breaches if breach.must]
        met |= pairs_of(result)
        rested += result.byes
    assert len(set(rested)) == len(rested)


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS[:4])
@pytest.mark.parametrize("size", [*range(2, 66), 100, 151, 256, 399, 600])
def test_every_size_in_every_system(system: str, size: int) -> None:
    for result in whole_evening(system, size, min(6, size - 1 + size % 2)):
        assert everybody(result) == sorted(one.id for one in entries(size))
        assert not [breach for breach in result.breaches if breach.must]


def compare_with_all_pairs(system: str, size: int, number: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the draw of near neighbours is that of all pairs; tells whether fewer were weighed."""
    asked = request(f"whole/{system}/{size}/{number}", system, size)
    asked = replace(asked, played=asked.played[:6], musts=(*rules("one_bye", "no_rematch"), Rule("not_same_club")))
    near = draw(asked)
    with monkeypatch.context() as patched:
        patched.setattr(score_based, "nearest", partial(nearest, window=size))
        whole = draw(asked)
    assert whole.complete
    assert near.proved
    assert (near.tables, near.byes, near.cost) == (whole.tables, whole.byes, whole.cost)
    return not near.complete


@pytest.mark.parametrize("system", SYSTEMS[:4])
def test_near_neighbours_give_the_draw_of_all_pairs(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = [compare_with_all_pairs(system, size, 1, monkeypatch) for size in (14, 25, 33, 48, 63, 64)]
    assert any(fewer)


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS[:4])
@pytest.mark.parametrize("size", [*range(12, 66), 101, 128, 200, 255, 301, 400, 512])
def test_near_neighbours_give_the_draw_of_all_pairs_in_large_fields(
    system: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3 if size < 200 else 1):
        compare_with_all_pairs(system, size, number, monkeypatch)


def test_where_one_club_has_most_of_the_field_its_own_meet_no_more_than_they_must() -> None:
    people = tuple(
        DrawEntry(f"e{n}", n, club="big" if n % 10 < 7 else f"c{n % 3}", standing=(n // 7,)) for n in range(1, 301)
    )
    result = draw(DrawRequest("swiss", seed("club"), 2, 4, people, wishes=(Rule("not_same_club"),)))
    assert (result.proved, result.complete) == (True, False)
    assert dict(result.cost)["same_club"] == 210 - 150 == len(result.breaches)


def fewest(pairs: list[frozenset[str]], ids: tuple[str, ...]) -> int:
    return min(sum(frozenset(one) in pairs for one in found) for found in every_draw(ids))


@given(st.sampled_from(SYSTEMS), st.integers(2, 8), st.integers(0, 10**6))
def test_a_rematch_only_where_no_complete_draw_avoids_it_whatever_is_wished(system: str, size: int, name: int) -> None:
    asked = replace(request(f"any/{name}", system, size), musts=rules("no_rematch"))
    ids = tuple(one.id for one in asked.entries)
    result = draw(replace(asked, entries=tuple(replace(one, may_rest=True) for one in asked.entries)))
    met = [frozenset((*one.ns, *one.ew)) for played in asked.played for one in played.meetings]
    assert sum(one in met for one in pairs_of(result)) == fewest(met, ids)
    named = [frozenset(breach.entries) for breach in result.breaches if breach.rule == "no_rematch"]
    assert sorted(map(sorted, named)) == sorted(sorted(one) for one in pairs_of(result) if one in met)


@given(st.sampled_from(SYSTEMS), st.integers(2, 8), st.integers(0, 10**6))
def test_no_must_is_given_up_for_a_wish(system: str, size: int, name: int) -> None:
    asked = request(f"must/{name}", system, size)
    bare = replace(asked, wishes=())
    musts = len(Written(bare).breaks([]))

    def broken(result: DrawResult) -> tuple[int, ...]:
        return Written(bare).breaks(as_draw(result))[:musts]

    assert broken(draw(asked)) == broken(draw(bare))


@given(st.sampled_from(SYSTEMS[:4]), st.integers(3, 12), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_neither_the_order_of_the_request_nor_its_ids_count(
    system: str, size: int, name: int, chance: random.Random
) -> None:
    asked = request(f"order/{name}", system, size)
    ids = [one.id for one in asked.entries]
    other = dict(zip(ids, chance.sample([f"x{number}" for number in range(99)], size), strict=True))

    def renamed(seats: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(other.get(one.split("/")[0], one) + one[len(one.split("/")[0]) :] for one in seats)

    def mixed(parts: Iterable[Any]) -> tuple[Any, ...]:
        listed = list(parts)
        return tuple(chance.sample(listed, len(listed)))

    moved = replace(
        asked,
        entries=mixed(
            replace(one, id=other[one.id], persons=mixed(renamed(one.persons)), club=one.club and f"z{one.club}")
            for one in asked.entries
        ),
        played=mixed(
            replace(
                played,
                meetings=mixed(replace(one, ns=renamed(one.ns), ew=renamed(one.ew)) for one in played.meetings),
                byes=renamed(played.byes),
                absent=mixed(renamed(played.absent)),
            )
            for played in asked.played
        ),
        wishes=tuple(replace(rule, groups=mixed(mixed(renamed(one)) for one in rule.groups)) for rule in asked.wishes),
    )
    one, two = draw(asked), draw(moved)
    assert [(renamed(table.ns), renamed(table.ew), table.table) for table in one.tables] == [
        (table.ns, table.ew, table.table) for table in two.tables
    ]
    assert (renamed(one.byes), one.cost) == (two.byes, two.cost)


# What each system is


def people(*figures: tuple[int, ...]) -> tuple[DrawEntry, ...]:
    return tuple(DrawEntry(f"e{number}", number, standing=one) for number, one in enumerate(figures, 1))


def met_in(system: str, *figures: tuple[int, ...], **changes: object) -> list[list[str]]:
    asked = DrawRequest(system, seed(system), 2, 2, people(*figures), musts=())
    return sorted(sorted(one) for one in pairs_of(draw(replace(asked, **changes))))  # type: ignore[arg-type]


def test_danish_pairs_first_with_second_again_and_again_unless_limited() -> None:
    played = (PlayedRound(1, (meeting("e1", "e2"), meeting("e3", "e4"))),)
    figures = ((9,), (7,), (6,), (0,))
    assert met_in("danish", *figures, played=played) == [["e1", "e2"], ["e3", "e4"]]
    limited = (Rule("limited_repeats", times=1),)
    assert met_in("danish", *figures, played=played, musts=limited) == [["e1", "e3"], ["e2", "e4"]]
    twice = (Rule("limited_repeats", times=2),)
    assert met_in("danish", *figures, played=played, musts=twice) == [["e1", "e2"], ["e3", "e4"]]


def test_swiss_goes_by_figures_or_by_places() -> None:
    """e3 and e4 have met. By figures e2, e3 and e4 stand close together and e5 far off; by places they do not."""
    figures = ((90,), (60,), (59,), (58,), (20,), (0,))
    played = (PlayedRound(1, (meeting("e3", "e4"),)),)
    musts = rules("no_rematch")
    assert met_in("swiss", *figures, played=played, musts=musts) == [["e1", "e3"], ["e2", "e4"], ["e5", "e6"]]
    assert met_in("swiss", *figures, played=played, musts=musts, settings={"nearest": "places"}) in (
        [["e1", "e2"], ["e3", "e5"], ["e4", "e6"]],
        [["e1", "e3"], ["e2", "e4"], ["e5", "e6"]],
    )
    far = ((90,), (89,), (10,), (9,), (8,), (7,))
    twins = (PlayedRound(1, (meeting("e1", "e2"),)),)
    assert met_in("swiss", *far, played=twins, musts=musts)[0] == ["e1", "e3"]


def test_equal_wins_meet_and_of_an_odd_group_floats_who_has_floated_least() -> None:
    """Three have two wins: e2 and e3 met with unequal wins in the second round, so it is e1 that comes down."""
    played = (
        PlayedRound(1, (meeting("e1", "e4", None, "ns"), meeting("e2", "e5", None, "ns"), meeting("e3", "e6"))),
        PlayedRound(2, (meeting("e2", "e3", None, "ew"), meeting("e4", "e5")), (), ("e1", "e6")),
    )
    figures = ((2,), (2,), (2,), (1,), (1,), (1,))
    for number in range(20):
        found = met_in("equal-wins", *figures, played=played, seed=seed(number), round=3)
        crossing = [one for one in found if len({"e1", "e2", "e3"} & set(one)) == 1]
        assert len(crossing) == 1
        assert "e1" in crossing[0]


def test_winners_meet_winners_and_a_rest_is_a_win_unless_set_otherwise() -> None:
    played = (PlayedRound(1, (meeting("e1", "e2", None, "ns"), meeting("e3", "e4", None, "ew")), ("e5",)),)
    six = ((0,),) * 6
    for number in range(10):
        asked = {"played": played, "seed": seed(number)}
        four = met_in("winners-losers", *six[:4], played=(replace(played[0], byes=()),), seed=seed(number))
        assert four == [["e1", "e4"], ["e2", "e3"]]
        # e6 was not there: with three winners and two losers it stands between, and meets one of either.
        whole = met_in("winners-losers", *six, **asked)
        assert sum(set(one) <= {"e1", "e4", "e5"} for one in whole) == 1
        without = met_in("winners-losers", *six, **asked, settings={"bye_wins": False})
        assert without == [["e1", "e4"], ["e2", "e3"], ["e5", "e6"]]


def test_the_first_round_by_entry_or_by_rating() -> None:
    rated = tuple(DrawEntry(f"e{n}", n, rating=rating) for n, rating in enumerate((5, 9, 1, 7, 3, None), 1))
    for system in SYSTEMS[:4]:
        asked = DrawRequest(system, seed(system), 1, 1, rated)
        assert pairs_of(draw(replace(asked, settings={"first_round": "entry"}))) == {
            frozenset(both) for both in (("e1", "e2"), ("e3", "e4"), ("e5", "e6"))
        }
        assert pairs_of(draw(replace(asked, settings={"first_round": "rating"}))) == {
            frozenset(both) for both in (("e2", "e6"), ("e4", "e3"), ("e1", "e5"))
        }
        odd = draw(replace(asked, entries=rated[:5], settings={"first_round": "rating"}))
        assert (odd.byes, pairs_of(odd)) == (("e3",), {frozenset(("e2", "e5")), frozenset(("e4", "e1"))})


def test_who_rests_is_the_lowest_or_the_lowest_but_one() -> None:
    five = people((9,), (7,), (5,), (3,), (1,))
    asked = DrawRequest("swiss", seed("bye"), 2, 2, five)
    assert draw(asked).byes == ("e5",)
    assert draw(replace(asked, settings={"bye": "not_last"})).byes == ("e4",)
    assert len({draw(replace(asked, seed=seed(n), settings={"bye": "random"})).byes for n in range(40)}) == 5
    stand_in = replace(asked, entries=(replace(five[0], stand_in=True), *five[1:]))
    assert draw(stand_in).byes == ("e1",)
    again = replace(stand_in, played=(PlayedRound(1, (), ("e1",)),))
    assert (draw(again).byes, draw(again).breaches) == (("e1",), ())


def test_a_table_that_is_needed_is_kept_and_two_such_do_not_meet() -> None:
    eight = people(*((n,) for n in range(8)))
    fixed = (replace(eight[0], fixed_table=3), replace(eight[1], fixed_table=4), *eight[2:])
    result = draw(DrawRequest("swiss", seed("fixed"), 2, 2, fixed))
    at = {one: table.table for table in result.tables for one in (*table.ns, *table.ew)}
    assert (at["e1"], at["e2"]) == (3, 4)
    forced = draw(DrawRequest("swiss", seed("fixed"), 2, 2, fixed, locked=(lock("e1", "e2"),)))
    assert [(breach.rule, breach.entries) for breach in forced.breaches] == [("fixed_table", ("e2",))]


@pytest.mark.parametrize("setting", ["first_round", "bye", "nearest", "bye_wins"])
def test_a_setting_that_is_none_is_refused(setting: str) -> None:
    system = "equal-wins" if setting == "bye_wins" else "swiss"
    number = 1 if setting == "first_round" else 2
    with pytest.raises(DrawError) as caught:
        draw(DrawRequest(system, seed(1), number, 2, entries(5), settings={setting: "perhaps"}))
    assert (caught.value.code, dict(caught.value.params)) == ("bad_setting", {"setting": setting})


@pytest.mark.parametrize("system", SYSTEMS[:4])
def test_all_announced_rounds_are_possible_where_they_fill_the_field(system: str) -> None:
    for size in (4, 6, 8, 9):
        met: set[frozenset[str]] = set()
        for result in whole_evening(system, size, size - 1 + size % 2):
            assert not met & pairs_of(result)
            met |= pairs_of(result)


@pytest.mark.parametrize("system", ["swiss", "equal-wins", "winners-losers"])
def test_no_must_is_broken_now_for_the_sake_of_later_rounds(system: str) -> None:
    # e1 has just rested and met e2. If e1 and e2 met again, e1-e3 and e2-e3 would be left for two rounds, else one.
    played = (PlayedRound(1, (meeting("e1", "e2", won="ns"),), (), ("e3",)), PlayedRound(2, (), ("e1",), ("e2", "e3")))
    for name in range(8):
        found = draw(DrawRequest(system, seed(name), 3, 5, entries(3), played))
        assert (found.byes, [breach for breach in found.breaches if breach.must]) == (("e2",), [])
