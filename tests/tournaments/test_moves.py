"""Where everybody goes by the plan: what was drawn as drawn, what is to come as planned."""

import pytest

from core.actors import SYSTEM
from tests.tournaments.services import evening
from tournaments import moves
from tournaments.models import Entry, Tournament
from tournaments.moves import Moves
from tournaments.services import entries, rounds

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def by_plan(system: str, pairs: int, count: int, **settings: object) -> Tournament:
    tournament = evening.new_tournament(pairs, rounds=count)
    tournament.stages.update(draw_system=system, settings={"bye": "average", "draw": settings})
    return tournament


def told(tournament: Tournament) -> Moves:
    found = moves.of_stage(tournament.stages.get())
    assert found is not None
    return found


def numbers(tournament: Tournament, found: Moves) -> dict[int, list[tuple[int, str, tuple[int, ...]]]]:
    """(table, side, opponents) of each round, by number."""
    of = dict(tournament.entries.values_list("pk", "number"))
    return {
        of[who]: [(stop.table, stop.side, tuple(of[one] for one in stop.meets)) for stop in stops]
        for who, stops in found.stops.items()
    }


def test_even_numbers_move_odd_ones_stay_and_whose_opponent_is_missing_rests_at_its_table() -> None:
    tournament = by_plan("even-odd", 7, 4)
    evening.start_round(tournament, 1)
    ways = numbers(tournament, told(tournament))
    assert ways[1] == [(1, "ns", (2,)), (1, "ns", ()), (1, "ns", (6,)), (1, "ns", (4,))]
    assert ways[2] == [(1, "ew", (1,)), (2, "ew", (3,)), (3, "ew", (5,)), (4, "ew", (7,))]
    assert ways[7][0] == (4, "ns", ())


def test_nothing_is_told_before_the_first_draw_is_published_nor_of_other_systems() -> None:
    tournament = by_plan("even-odd", 6, 2)
    stage = tournament.stages.get()
    assert moves.of_stage(stage) is None
    draft = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    assert moves.of_stage(stage) is None
    rounds.publish_draw(draft.pk, SYSTEM)
    assert moves.of_stage(stage) is not None
    other = by_plan("swiss", 6, 2)
    evening.start_round(other, 1)
    assert moves.of_stage(other.stages.get()) is None


@pytest.mark.parametrize("system", ["even-odd", "mitchell", "round-robin"])
def test_the_rounds_come_as_they_were_told(system: str) -> None:
    tournament = by_plan(system, 8, 4)
    evening.start_round(tournament, 1)
    before = numbers(tournament, told(tournament))
    round_ = tournament.stages.get().rounds.get()
    for number in (2, 3):
        for game in evening.games_of(round_):
            evening.play_game(game)
        rounds.close_round(round_.pk, SYSTEM)
        round_ = evening.start_round(tournament, number)
    after = numbers(tournament, told(tournament))
    for who, ways in after.items():
        for (table, side, meets), told_before in zip(ways, before[who], strict=True):
            assert (side, meets) == told_before[1:]
            assert told_before[0] in ((0, table) if system == "round-robin" else (table,))


def test_a_round_robin_tells_no_table_of_a_round_that_is_not_drawn() -> None:
    tournament = by_plan("round-robin", 6, 3)
    evening.start_round(tournament, 1)
    found = told(tournament)
    assert all([stop.table > 0 for stop in stops] == [True, False, False] for stops in found.stops.values())
    assert found.tables == 3


def test_who_was_to_meet_somebody_who_has_left_rests() -> None:
    tournament = by_plan("even-odd", 6, 3)
    evening.start_round(tournament, 1)
    gone = tournament.entries.get(number=2)
    entries.set_status(gone.pk, Entry.Status.WITHDRAWN, SYSTEM)
    ways = numbers(tournament, told(tournament))
    assert ways[3][1] == (2, "ns", ())
    assert ways[2] == [(1, "ew", (1,))]


def test_of_a_melee_partner_and_opponents_of_every_round_are_told() -> None:
    tournament = evening.new_melee(9, rounds=3)
    evening.start_round(tournament, 1)
    found = told(tournament)
    for number in (1, 2, 3):
        stops = [found.at(who, number) for who in found.stops]
        playing = [stop for stop in stops if stop is not None and stop.meets]
        assert len(playing) == 8
        assert all(len(stop.mates) == 1 and len(stop.meets) == 2 for stop in playing)
        assert all(bool(stop.table) == (number == 1) for stop in playing)
    partners = [tuple(sorted((who, *stop.mates))) for who, stops in found.stops.items() for stop in stops if stop.mates]
    assert all(partners.count(two) == 2 for two in partners)


def test_sets_of_prepared_deals_are_told_where_a_movement_for_them_was_chosen() -> None:
    plain = by_plan("mitchell", 8, 3)
    evening.start_round(plain, 1)
    assert not any(stop.deals for stops in told(plain).stops.values() for stop in stops)
    skip = by_plan("mitchell", 8, 3, movement="skip")
    evening.start_round(skip, 1)
    found = told(skip)
    assert all(len({stop.deals for stop in stops}) == 3 for stops in found.stops.values())
