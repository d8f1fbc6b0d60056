"""Whole tournaments in every format and size: counted again from what they say."""

import math
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.simulation.recount import check, rests_of_those_always_there
from tournaments.draws import SYSTEMS, DrawError, melee
from tournaments.simulation import FORMATS, Wish, WishError, as_data, simulate, wish_from
from tournaments.simulation.hall import BRACKETS, MELEE, hall_of
from tournaments.simulation.run import LEVEL, _Evening
from tournaments.standings import given
from tournaments.standings.policies import GivenRules

FEW = Fraction(1, 10)
QUICK = range(2, 34)
SPREAD = (*range(2, 66), 96, 127, 200, 255, 301, 600)


def rounds_for(name: str, entries: int) -> int:
    """How many rounds to play: as many as the format takes, where it takes a certain number, else three or fewer."""
    if name == "knockout":
        return max(1, math.ceil(math.log2(entries)))
    if name == "round-robin":
        return min(3, entries - 1 + entries % 2)
    if name in ("even-odd", "mitchell"):
        return min(3, (entries + 1) // 2)
    return 3


def told(name: str, entries: int, rounds: int | None = None, **more: Any) -> dict[str, Any]:
    """A tournament as JSON; the rounds of pools and knockout are the fewest that there can be."""
    wish = Wish(name, entries, rounds or rounds_for(name, entries), **{"seed": f"{name}/{entries}", **more})
    try:
        return as_data(simulate(wish))
    except DrawError as error:
        if rounds is not None or error.code != "too_few_rounds":
            raise
        return told(name, entries, int(error.params["least"]), **more)


def least_of(name: str) -> int:
    """The smallest field that the format admits."""
    return {"pools-knockout": 6, MELEE: 8}.get(name, 2)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mêlées planned with little care: whoever sits where, everybody is named once."""
    monkeypatch.setattr(melee, "WORK", 2_000)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", FORMATS)
def test_everybody_is_named_once_a_round_in_every_field(name: str) -> None:
    for entries in QUICK:
        if entries < least_of(name):
            with pytest.raises(DrawError):
                told(name, entries)
            continue
        away = {"absent": FEW, "late": FEW, "withdraw": FEW} if entries % 2 else {}
        check(told(name, entries, **away))


@pytest.mark.long
@pytest.mark.parametrize("entries", SPREAD)
@pytest.mark.parametrize("name", FORMATS)
def test_everybody_is_named_once_a_round_in_every_field_up_to_600(name: str, entries: int) -> None:
    if entries < least_of(name):
        return
    for away in (Fraction(0), FEW, Fraction(1, 3)):
        check(told(name, entries, absent=away, late=away, withdraw=away))


def test_without_anybody_missing_nobody_meets_twice_and_rests_are_even_where_that_can_be() -> None:
    for name in set(FORMATS) - {"danish", MELEE, *BRACKETS}:
        for entries in (16, 17, 31):
            got = told(name, entries, 5)
            assert got["metrics"]["rematches"] == 0
            assert {len(one["absent"]) + len(one["out"]) for one in got["rounds"]} == {0}
            if name not in ("even-odd", "mitchell", "round-robin"):
                rests = rests_of_those_always_there(got)
                assert max(rests) - min(rests) <= 1


def test_in_a_danish_tournament_two_may_meet_again() -> None:
    assert sum(told("danish", entries, 6)["metrics"]["rematches"] for entries in (8, 12, 16, 20)) > 0


def test_the_shares_are_those_that_were_asked() -> None:
    got = told("random", 40, 5, absent=FEW, late=Fraction(1, 5), withdraw=Fraction(3, 20))
    late = set(got["rounds"][0]["absent"])
    assert len(late) == 4 + 8
    assert [len(one["out"]) for one in got["rounds"]][-1] == 6
    assert not got["rounds"][0]["out"]
    came = {who for one in got["rounds"] for table in one["tables"] for who in (*table["ns"], *table["ew"])}
    assert came == set(got["entries"])
    for one in got["rounds"]:
        assert len(one["absent"]) >= 4


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", FORMATS)
def test_who_has_left_stays_out(name: str) -> None:
    got = told(name, 24, withdraw=Fraction(1, 4), late=Fraction(1, 8))
    gone: set[int] = set()
    for one in got["rounds"]:
        assert gone <= set(one["out"])
        gone = set(one["out"]) if name not in BRACKETS else {who for who in one["out"] if who in _left(name, got)}
    assert len(got["rounds"][-1]["out"]) >= 6


def _left(name: str, got: dict[str, Any]) -> set[int]:
    """Who has left for good, of those of the tournament `told(name, 24, …)` above."""
    wish = Wish(name, 24, len(got["rounds"]), str(got["seed"]), withdraw=Fraction(1, 4), late=Fraction(1, 8))
    return set(hall_of(wish).leaves)


def test_in_a_knockout_half_of_those_who_are_left_are_out_after_each_round() -> None:
    got = told("knockout", 32)
    assert [len(one["out"]) for one in got["rounds"]] == [0, 16, 24, 28, 28]
    last = {table["table"]: {*table["ns"], *table["ew"]} for table in got["rounds"][-1]["tables"]}
    assert {*got["ranking"][:2]} in last.values()
    assert {*got["ranking"][2:4]} in last.values()


def test_the_first_on_the_list_are_the_seeds_of_a_knockout() -> None:
    got = told("knockout", 11)
    assert got["rounds"][0]["byes"] == [1, 2, 3, 4, 5]


def test_who_misses_the_last_four_of_a_knockout_is_ranked_behind_who_came_to_it() -> None:
    for seed in range(20):
        got = told("knockout", 13, absent=Fraction(1, 4), seed=str(seed))
        ranked = {who: place for place, who in enumerate(got["ranking"])}
        for one in got["rounds"][:-1]:
            still = set(got["entries"]) - set(one["out"])
            assert all(ranked[who] < ranked[other] for who in still for other in one["out"])


def test_a_round_with_nobody_to_meet_is_a_rest_for_who_is_there() -> None:
    got = told("swiss", 4, 3, absent=Fraction(3, 4))
    check(got)
    assert [len(one["byes"]) for one in got["rounds"]] == [1, 1, 1]
    check(told("random", 5, 2, absent=Fraction(1)))
    check(told("knockout", 8, 3, withdraw=Fraction(1)))


@pytest.mark.parametrize(
    ("name", "entries", "rounds", "code"),
    [
        ("pools-knockout", 5, 4, "too_few_for_pools"),
        ("pools-knockout", 16, 2, "too_few_rounds"),
        ("knockout", 16, 3, "too_few_rounds"),
        ("knockout", 16, 6, "too_many_rounds"),
        ("even-odd", 8, 5, "too_many_rounds"),
        ("mitchell", 8, 5, "too_many_rounds"),
        ("round-robin", 8, 8, "too_many_rounds"),
    ],
)
def test_a_field_that_the_format_does_not_admit_is_refused_also_when_half_of_it_is_late(
    name: str, entries: int, rounds: int, code: str
) -> None:
    for late in (Fraction(0), Fraction(1, 2)):
        with pytest.raises(DrawError) as caught:
            told(name, entries, rounds, late=late)
        assert caught.value.code == code


def test_a_rest_marks_what_it_does_in_a_tournament_that_says_nothing_else() -> None:
    by_wins = Wish("equal-wins", 7, 1, "rest")
    evening = _Evening(by_wins, hall_of(by_wins), lambda: 0.0)
    (rester,) = evening.play(1).byes
    (rest,) = evening.scored[rester]
    games = [one for who in set(evening.scored) - {rester} for one in evening.scored[who]]
    average = given.Total(sum(one.scored for one in games), len(games))
    mark = given.resting(GivenRules().bye, given.Others(average), drawn=LEVEL)
    assert (rest.scored, rest.conceded, rest.match_points) == (mark.points, mark.against, mark.match_points)


def test_who_is_there_plays_though_too_many_of_a_melee_have_left_before_its_only_round() -> None:
    got = told(MELEE, 8, 1, withdraw=Fraction(1, 4))
    assert (len(got["rounds"][0]["tables"]), len(got["rounds"][0]["byes"]), len(got["rounds"][0]["out"])) == (1, 2, 2)


def test_the_better_come_out_ahead_by_skill_and_anybody_by_luck() -> None:
    skill = [told("swiss", 32, 6, seed=str(seed))["metrics"] for seed in range(6)]
    luck = [told("swiss", 32, 6, seed=str(seed), results="random")["metrics"] for seed in range(6)]
    assert sum(one["kendall_tau"] for one in skill) / 6 > 0.4
    assert abs(sum(one["kendall_tau"] for one in luck) / 6) < 0.2
    assert all(one["true_ranking"] == other["true_ranking"] for one, other in zip(skill, luck, strict=True))


def test_two_formats_with_one_seed_have_the_same_people_in_the_hall() -> None:
    one, other = (told(name, 20, 3, seed="salle", late=FEW) for name in ("random", "swiss"))
    assert one["metrics"]["true_ranking"] == other["metrics"]["true_ranking"]
    assert one["metrics"]["clubs"] == other["metrics"]["clubs"]
    assert [part["absent"] for part in one["rounds"]] == [part["absent"] for part in other["rounds"]]
    assert one != other


def test_the_clock_that_is_given_tells_the_seconds() -> None:
    ticks = iter(range(100))
    got = simulate(Wish("random", 4, 2, "x"), clock=lambda: float(next(ticks) ** 2))
    assert [one.seconds for one in got.rounds] == [1.0, 5.0]
    assert (got.metrics.median_seconds, got.metrics.most_seconds) == (3.0, 5.0)


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("format", "suisse"),
        ("results", "luck"),
        ("entries", "1"),
        ("entries", "zwölf"),
        ("entries", "²"),
        ("rounds", "0"),
        ("rounds", "99999999999"),
        ("absent", "1.01"),
        ("late", "-0.1"),
        ("withdraw", "nan"),
        ("withdraw", "1/0"),
        ("absent", "1e999999"),
    ],
)
def test_a_wish_that_cannot_be_says_which_option(option: str, text: str) -> None:
    good = {"format": "swiss", "entries": "8", "rounds": "3", "seed": "x", "absent": "0.1"}
    assert wish_from(good).absent == FEW
    with pytest.raises(WishError) as caught:
        wish_from({**good, option: text})
    assert caught.value.option == option


def test_every_system_of_the_engine_can_be_tried() -> None:
    assert set(SYSTEMS) | {"teams"} <= set(FORMATS)
