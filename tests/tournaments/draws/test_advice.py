"""What is told before the first draw is what the engine then does."""

from dataclasses import replace

import pytest

from tests.tournaments.draws.evenings import seed
from tournaments.draws import NAMES, DrawEntry, DrawError, DrawRequest, Meeting, PlayedRound, Rule, draw
from tournaments.draws.advice import MOST_ENTRIES, Advice, advise
from tournaments.draws.engine import PLANNED, usual_musts
from tournaments.draws.plans.brackets import knockout


def codes(*args: object, **more: object) -> dict[str, Advice]:
    return {one.code: one for one in advise(*args, **more)}  # type: ignore[arg-type]


@pytest.mark.parametrize("system", sorted(PLANNED))
def test_what_a_plan_refuses_is_told_as_the_engine_refuses_it(system: str) -> None:
    for size in (2, 3, 5, 6, 7, 12, 13, 17, 24, 33):
        entries = tuple(DrawEntry(str(one), one) for one in range(1, size + 1))
        for rounds in range(1, 13):
            told = advise(system, size, rounds)
            try:
                draw(DrawRequest(system, seed("x"), 1, rounds, entries))
            except DrawError as error:
                assert told == (Advice(error.code, error.params, good=False),)
            else:
                assert {one.code for one in told} & {
                    "knockout",
                    "pools",
                    "movement",
                    "everybody_meets",
                    "not_everybody",
                }


@pytest.mark.parametrize("system", NAMES)
@pytest.mark.parametrize("size", [-1, 0, 1, MOST_ENTRIES + 1])
def test_a_field_that_is_none_is_said_and_nothing_raised(system: str, size: int) -> None:
    (told,) = advise(system, size, 4)
    assert (told.code, told.good) == ("too_few_entries", False)


def test_a_setting_or_a_system_that_is_none_is_said() -> None:
    assert advise("chess", 8, 4) == (Advice("unknown_system", {"system": "chess"}, good=False),)
    assert advise("mitchell", 8, 4, {"rankings": 3}) == (Advice("bad_setting", {"setting": "rankings"}, good=False),)


def plays_without_repeat(size: int, rounds: int) -> bool:
    """By trial: so many rounds of a random draw, the one after the other."""
    request = DrawRequest("random", seed("0"), 1, rounds, tuple(DrawEntry(str(i), i) for i in range(1, size + 1)))
    for number in range(1, rounds + 1):
        drawn = draw(replace(request, round=number, seed=seed(str(number))))
        if any(table.met_in for table in drawn.tables):
            return False
        met = tuple(Meeting(table.ns, table.ew, table.table) for table in drawn.tables)
        request = replace(request, played=(*request.played, PlayedRound(number, met, drawn.byes)))
    return True


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_repeats_are_foretold_from_the_first_round_that_cannot_do_without(size: int) -> None:
    most = size - 1 + size % 2
    assert "repeats_from" not in codes("random", size, most)
    assert plays_without_repeat(size, most)
    assert codes("random", size, most + 1)["repeats_from"].params == {"round": most + 1}
    assert not plays_without_repeat(size, most + 1)


def test_repeats_are_judged_by_the_rules_there_are() -> None:
    assert "repeats_from" not in codes("danish", 4, 6)
    assert usual_musts("danish") == (Rule("one_bye"),)
    assert "repeats_from" not in codes("swiss", 4, 6, rules=())
    assert codes("swiss", 4, 7, rules=(Rule("limited_repeats", times=2),))["repeats_from"].params == {"round": 7}
    assert "repeats_from" not in codes("swiss", 4, 6, rules=(Rule("limited_repeats", times=2),))


def test_the_tables_and_who_rests_are_counted() -> None:
    assert codes("swiss", 33, 5)["tables"].params == {"tables": 16, "resting": 1}
    assert codes("melee", 45, 5)["tables"].params == {"tables": 11, "resting": 1}


def test_a_knockout_says_its_rounds_and_byes() -> None:
    assert codes("knockout", 24, 5)["knockout"].params == {"rounds": 5, "byes": 8}
    assert codes("knockout", 24, 4)["too_few_rounds"].params == {"rounds": 4, "least": 5}
    # 24 in 5 rounds; a consolation of two rounds takes one more.
    assert knockout(24, 4, 2).rounds == 6
    assert "too_few_rounds" in codes("knockout", 24, 5, {"consolation": 2})


def test_pools_say_their_shape() -> None:
    assert codes("pools-knockout", 24, 6)["pools"].params == {
        "pools": 6,
        "smallest": 4,
        "largest": 4,
        "qualified": 8,
        "rounds": 3,
    }
    assert codes("pools-knockout", 24, 6, {"qualified": 24})["bad_cut"].params == {"entries": 24, "qualified": 24}


def test_a_movement_says_how_far_it_goes_and_where_it_begins_again() -> None:
    assert codes("even-odd", 16, 4)["movement"].params == {"most": 8}
    assert codes("even-odd", 16, 9)["too_many_rounds"].params == {"rounds": 9, "most": 8}
    assert codes("even-odd", 16, 9, {"repeats": True})["movement_again"].params == {"round": 9}
    assert codes("mitchell", 16, 8, {"movement": "skip"})["too_many_rounds"].params == {"rounds": 8, "most": 7}
    assert codes("mitchell", 18, 4, {"movement": "relay"})["bad_movement"].params == {"movement": "relay", "tables": 9}


def test_a_round_robin_says_whether_everybody_meets() -> None:
    assert codes("round-robin", 8, 7)["everybody_meets"].params == {"legs": 1}
    assert codes("round-robin", 7, 7)["everybody_meets"].params == {"legs": 1}
    assert codes("round-robin", 8, 14, {"legs": 2})["everybody_meets"].params == {"legs": 2}
    assert codes("round-robin", 8, 5)["not_everybody"].params == {"most": 7}
    assert set(codes("round-robin", 8, 9, {"legs": 2})) == {"tables"}


def test_a_melee_says_when_people_must_share_a_table_again() -> None:
    for size, rounds, code in (
        (16, 5, "melee_tight"),
        (20, 4, "melee_fresh"),
        (45, 6, "melee_fresh"),
        (8, 1, "melee_fresh"),
        (12, 2, "melee_together"),
        (16, 6, "melee_together"),
        (8, 7, "melee_together"),
        (8, 8, "melee_partners"),
    ):
        assert code in codes("melee", size, rounds), (size, rounds)
    assert codes("melee", 8, 8)["melee_partners"].params == {"most": 7}
    assert codes("melee", 17, 6)["melee_together"].params == {"least": 19}
    assert codes("melee", 7, 2)["too_few_for_melee"].params == {"entries": 7, "least": 8}


@pytest.mark.parametrize(("size", "rounds"), [(8, 1), (20, 4), (21, 4), (40, 8)])
def test_what_is_said_of_a_melee_without_reserve_is_so(size: int, rounds: int) -> None:
    assert "melee_fresh" in codes("melee", size, rounds)
    entries = tuple(DrawEntry(str(one), one) for one in range(1, size + 1))
    drawn = draw(DrawRequest("melee", seed("m"), 1, rounds, entries))
    assert drawn.planned_rounds == rounds - 1


def test_too_few_rounds_for_one_winner_by_wins_are_said() -> None:
    assert codes("equal-wins", 33, 4)["unbeaten"].params == {"most": 3}
    assert "unbeaten" not in codes("equal-wins", 32, 5)


def test_teams_are_advised_as_the_system_that_draws_them() -> None:
    assert advise("teams", 24, 5, {"teams_by": "knockout"}) == advise("knockout", 24, 5)
    assert "repeats_from" in codes("teams", 4, 4)
