"""Looking ahead: corners are seen before they are entered, and large fields need no trials."""

from collections.abc import Iterable

from tests.tournaments.draws.evenings import seed
from tournaments.draws.outlook import Outlook, Work, rounds_ahead
from tournaments.draws.seeds import Chance


def outlook(size: int, still_to_meet: Iterable[tuple[int, int]], rests: tuple[int, ...] = ()) -> Outlook:
    fresh = [0] * size
    for one, other in still_to_meet:
        fresh[one] |= 1 << other
        fresh[other] |= 1 << one
    nobody = (False,) * size
    return Outlook(tuple(fresh), rests or (0,) * size, nobody, (True,) * size, spread=True)


TWO_TRIANGLES = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
RING = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]


def ahead(view: Outlook, rounds: int) -> int:
    return rounds_ahead(view, rounds, Chance(seed("ahead"), "x"), Work(10_000))


def test_two_groups_of_three_have_no_round_left() -> None:
    assert ahead(outlook(6, TWO_TRIANGLES), 2) == 0


def test_a_ring_of_six_has_two_rounds_left() -> None:
    assert ahead(outlook(6, RING), 2) == 2
    assert outlook(6, RING).most_rounds() == 2


def test_a_complete_field_holds_all_its_rounds() -> None:
    for size in (4, 6, 8, 10):
        complete = outlook(size, [(one, other) for one in range(size) for other in range(one)])
        assert ahead(complete, size - 1) == size - 1
        assert complete.most_rounds() == size - 1


def test_an_odd_field_holds_a_round_for_each_rest() -> None:
    complete = outlook(5, [(one, other) for one in range(5) for other in range(one)])
    assert complete.most_rounds() == 5
    assert ahead(complete, 5) == 5


def test_what_was_played_is_no_longer_open_and_a_rest_is_counted() -> None:
    complete = outlook(5, [(one, other) for one in range(5) for other in range(one)])
    then = complete.after([(0, 1), (2, 3), (4, 5)])
    assert (then.fresh[0], then.fresh[3]) == (0b11100, 0b10011)
    assert then.rests == (0, 0, 0, 0, 1)
    assert then.resters() == [0, 1, 2, 3]


def test_a_field_large_for_its_rounds_costs_no_work() -> None:
    complete = outlook(64, [(one, other) for one in range(64) for other in range(one)])
    work = Work(0)
    assert rounds_ahead(complete, 32, Chance(seed(1), "x"), work) == 32
    assert work.left == 0
    assert complete.is_roomy(32)
    assert not complete.is_roomy(33)


def test_trials_stop_when_their_work_is_used_up() -> None:
    complete = outlook(12, [(one, other) for one in range(12) for other in range(one)])
    work = Work(100)
    assert rounds_ahead(complete, 11, Chance(seed(1), "x"), work) <= 11
    assert work.left < 100
