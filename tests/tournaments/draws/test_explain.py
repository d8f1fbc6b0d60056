"""Why these two meet: the nearer partner, and the must, the wish or the others' cost that stands against it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draws.evenings import lock, meeting, rules, seed
from tests.tournaments.draws.fields import request
from tournaments.draws import DrawEntry, DrawRequest, DrawResult, PlayedRound, Reason, Rule, draw

CLUBS = Rule("not_same_club")


def four(*figures: int, **changes: object) -> DrawRequest:
    people = tuple(
        DrawEntry(f"e{number}", number, club="ab"[number > 2], standing=(figure,))
        for number, figure in enumerate(figures, 1)
    )
    asked = DrawRequest("swiss", seed("why"), 2, 2, people, musts=rules("no_rematch"), wishes=())
    return replace(asked, **changes)  # type: ignore[arg-type]


def why(result: DrawResult, entry: str) -> Reason:
    reasons = [one for table in result.tables for one in table.reasons if one.params["entry"] == entry]
    assert len(reasons) == 1
    return reasons[0]


def test_a_wish_changes_the_reason() -> None:
    asked = four(90, 80, 20, 10)
    assert why(draw(asked), "e1") == Reason("nearest", {"entry": "e1"})
    wished = why(draw(replace(asked, wishes=(CLUBS,))), "e1")
    assert wished.code == "forbidden"
    assert dict(wished.params) == {
        "entry": "e1", "other": "e2", "rule": "not_same_club", "must": False, "rounds": [],
    }  # fmt: skip
    must = why(draw(replace(asked, musts=(*rules("no_rematch"), CLUBS))), "e1")
    assert (must.code, must.params["rule"], must.params["must"]) == ("forbidden", "not_same_club", True)


def test_a_rematch_is_named_with_its_rounds() -> None:
    met = (PlayedRound(1, (meeting("e1", "e2"),)),)
    reason = why(draw(four(90, 80, 20, 10, played=met)), "e2")
    assert dict(reason.params) == {
        "entry": "e2", "other": "e1", "rule": "no_rematch", "must": True, "rounds": [1],
    }  # fmt: skip


def test_who_would_be_left_is_named_with_what_that_costs() -> None:
    """e1 and e2 may meet, but then e3 and e4 would meet again."""
    met = (PlayedRound(1, (meeting("e3", "e4"),)),)
    reason = why(draw(four(90, 80, 20, 10, played=met)), "e1")
    assert reason.code == "worse"
    assert dict(reason.params) == {
        "entry": "e1", "other": "e2", "then": ["e3", "e4"], "cost": "rematches", "by": 1,
        "rule": "no_rematch", "must": True, "rounds": [1],
    }  # fmt: skip


def test_the_systems_own_cost_is_given_where_no_rule_speaks() -> None:
    """e2 stands nearer to e3, but then e1 and e4 would be left, 90 points apart."""
    reason = why(draw(four(90, 50, 20, 0)), "e2")
    assert (reason.code, reason.params["other"], reason.params["then"]) == ("worse", "e3", ["e1", "e4"])
    assert (reason.params["cost"], reason.params["rule"]) == ("figure_gap", "")
    assert reason.params["by"] == (90**2 + 30**2) - (40**2 + 20**2)


def test_who_would_rest_is_named() -> None:
    asked = four(90, 50, 49, 0)
    five = (*asked.entries, DrawEntry("e5", 5, standing=(-1,)))
    reason = why(draw(replace(asked, entries=five)), "e4")
    assert reason.code == "worse"
    assert reason.params["then"] == ["e3"]
    assert reason.params["cost"] == "bye_place"


def test_locked_tables_need_no_reason() -> None:
    result = draw(four(90, 80, 20, 10, locked=(lock("e1", "e4"),)))
    assert [len(table.reasons) for table in result.tables if "e1" in (*table.ns, *table.ew)] == [0]


@pytest.mark.parametrize("system", ["swiss", "danish", "equal-wins", "winners-losers", "random"])
@given(st.integers(2, 14), st.integers(0, 10**6))
def test_every_table_has_its_reasons_and_no_exchange_is_cheaper(system: str, size: int, name: int) -> None:
    result = draw(request(f"why/{name}", system, size))
    for table in result.tables:
        assert sorted(one.params["entry"] for one in table.reasons) == sorted((*table.ns, *table.ew))
        for one in table.reasons:
            assert one.code in ("nearest", "forbidden", "worse", "lot")
            assert one.code != "worse" or one.params["by"] > 0
            assert one.code != "forbidden" or one.params["rule"]
