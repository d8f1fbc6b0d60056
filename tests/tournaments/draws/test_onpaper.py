"""Rounds drawn beforehand for paper: the plan's own where there is one, else at random; and taken over afterwards."""

from dataclasses import asdict, replace

import pytest

from tests.tournaments.draws.evenings import entries, seed
from tournaments.draws import onpaper
from tournaments.draws.byhand import hall_of
from tournaments.draws.engine import draw
from tournaments.draws.model import NO_REMATCH, NOT_SAME_CLUB, DrawEntry, DrawRequest, Meeting, PlayedRound, Rule
from tournaments.draws.seeds import round_seed

MASTER = seed(1)


def _request(system: str, count: int, rounds: int, **fields) -> DrawRequest:
    return DrawRequest(
        system=system,
        seed=round_seed(MASTER, 1, 1),
        round=1,
        announced_rounds=rounds,
        entries=tuple(entries(count)),
        **fields,
    )


def _seeds(number: int) -> str:
    return round_seed(MASTER, number, 1)


def _met(results) -> list[frozenset[str]]:
    return [frozenset((*one.ns, *one.ew)) for result in results for one in result.tables]


@pytest.mark.parametrize("system", ["mitchell", "round-robin", "even-odd"])
def test_a_movement_is_told_as_it_will_be_drawn(system: str) -> None:
    first = _request(system, 8, 4)
    drawn = draw(first)
    played = (onpaper.as_played(first, drawn),)
    second = replace(first, round=2, seed=_seeds(2), played=played)
    told = list(onpaper.ahead(second, 4, _seeds))
    assert [one.round for one in told] == [2, 3, 4]
    for result in told:
        # Drawn again, round by round, as the evening would do it.
        again = draw(replace(second, round=result.round, seed=_seeds(result.round), played=played))
        assert asdict(again) == asdict(result)
        played = (*played, onpaper.as_played(second, again))


def test_what_needs_results_is_drawn_at_random_and_nobody_meets_twice() -> None:
    asked = onpaper.emergency(_request("swiss", 12, 5))
    told = list(onpaper.ahead(asked, 5, _seeds))
    assert asked.system == "random"
    assert len(told) == 5
    assert len(set(_met(told))) == len(_met(told)) == 30


def test_a_system_that_lets_two_meet_again_does_not_on_paper() -> None:
    request = _request("danish", 8, 3, musts=())
    told = list(onpaper.ahead(onpaper.emergency(request), 3, _seeds))
    assert len(set(_met(told))) == 12


def test_clubs_that_must_stay_apart_do_on_paper() -> None:
    mixed = tuple(replace(one, club=f"c{place % 2}") for place, one in enumerate(entries(8)))
    request = replace(_request("swiss", 8, 3), entries=mixed, musts=(Rule(NO_REMATCH), Rule(NOT_SAME_CLUB)))
    club = {one.id: one.club for one in mixed}
    told = list(onpaper.ahead(onpaper.emergency(request), 3, _seeds))
    assert len(set(_met(told))) == 12
    assert all(len({club[who] for who in table}) == 2 for table in _met(told))


def test_who_met_already_does_not_meet_on_paper() -> None:
    there = [one.id for one in entries(4)]
    played = PlayedRound(1, (Meeting((there[0],), (there[1],), 1), Meeting((there[2],), (there[3],), 2)))
    request = replace(_request("swiss", 4, 3), round=2, played=(played,))
    told = list(onpaper.ahead(onpaper.emergency(request), 3, _seeds))
    assert frozenset(there[:2]) not in _met(told)
    assert frozenset(there[2:]) not in _met(told)


def test_a_bracket_is_told_as_far_as_results_are_known() -> None:
    told = list(onpaper.ahead(_request("knockout", 8, 3), 3, _seeds))
    assert [one.round for one in told] == [1]


def test_pools_are_told_to_their_end() -> None:
    told = list(onpaper.ahead(_request("pools-knockout", 8, 5), 5, _seeds))
    assert [one.round for one in told] == [1, 2, 3]


# Taken over


def _hall(here: list[DrawEntry], system: str = "random"):
    return hall_of(replace(_request(system, 2, 3), entries=tuple(here)), {})


def _paper(*tables: tuple[int, str, str], byes: tuple[str, ...] = ()) -> dict:
    return {"tables": [{"table": no, "ns": [ns], "ew": [ew]} for no, ns, ew in tables], "byes": list(byes)}


def _ids(count: int) -> list[str]:
    return [one.id for one in entries(count)]


def test_with_the_same_list_it_is_taken_over_as_printed() -> None:
    a, b, c, d, e = _ids(5)
    found = onpaper.taken(_hall(list(entries(5))), _paper((1, a, b), (4, c, d), byes=(e,)))
    assert found.is_as_printed
    assert [(table.table, table.ns, table.ew) for table in found.hand.tables] == [(1, (a,), (b,)), (4, (c,), (d,))]
    assert found.hand.byes == (e,)


def test_two_whose_opponents_left_meet() -> None:
    a, b, c, d = _ids(4)
    here = [replace(one, plays=one.id not in (b, c)) for one in entries(4)]
    found = onpaper.taken(_hall(here), _paper((1, a, b), (2, c, d)))
    assert (found.gone, found.alone, found.met) == ((b, c), (a, d), (1,))
    assert [(table.table, table.people) for table in found.hand.tables] == [(1, (a, d))]
    assert not found.rest


def test_who_has_nobody_left_plays_against_who_was_to_rest() -> None:
    a, b, c = _ids(3)
    here = [replace(one, plays=one.id != b) for one in entries(3)]
    found = onpaper.taken(_hall(here), _paper((3, a, b), byes=(c,)))
    assert [(table.table, table.people) for table in found.hand.tables] == [(3, (a, c))]
    assert found.hand.byes == ()


def test_who_came_since_and_is_one_too_many_rests() -> None:
    a, b, c = _ids(3)
    found = onpaper.taken(_hall(list(entries(3))), _paper((1, a, b)))
    assert (found.new, found.rest, found.hand.byes) == ((c,), (c,), (c,))


def test_in_a_bracket_who_has_no_opponent_goes_on_without_playing() -> None:
    a, b, c, d = _ids(4)
    here = [replace(one, plays=one.id not in (b, c)) for one in entries(4)]
    found = onpaper.taken(_hall(here, "knockout"), _paper((1, a, b), (2, c, d)))
    assert (found.met, found.hand.tables, set(found.hand.byes)) == ((), (), {a, d})
