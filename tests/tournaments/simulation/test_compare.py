"""Formats compared: bounded, the same for the same question, told why a format does not admit the field."""

import itertools
import json
from fractions import Fraction
from typing import Any

import pytest

from tournaments.simulation import WishError, simulate, wish_from
from tournaments.simulation.compare import (
    FIGURES,
    TIME,
    WAITED,
    Question,
    as_data,
    compare,
    comparison_from,
    heads,
    question_from,
    spread,
)

ASKED: dict[str, Any] = {"formats": ["random", "swiss"], "pairs": 8, "rounds": 3, "seeds": 3}


def run(question: Question, **more: Any) -> Any:
    return compare(question, **{"clock": lambda: 0.0, "most_seconds": 60, **more})


def test_every_format_is_played_with_every_seed_and_counted_as_alone() -> None:
    found = run(question_from(ASKED))
    assert [(one.format, one.heads, one.refusal) for one in found.formats] == [("random", 8, ""), ("swiss", 8, "")]
    assert found.stopped == ""
    for one in found.formats:
        assert set(one.values) == set(FIGURES)
        assert all(len(values) == 3 for values in one.values.values())
    alone = simulate(wish_from({"format": "swiss", "entries": "8", "rounds": "3", "seed": "compare/2"})).metrics
    values = found.formats[1].values
    assert values["kendall_tau"][1] == alone.kendall_tau
    assert values["same_club"][1] == alone.same_club
    assert values["rematches"][1] == alone.rematches
    assert found == run(question_from(ASKED))


def test_a_melee_counts_players_and_teams_two_pairs() -> None:
    assert [heads(name, 9) for name in ("swiss", "melee", "teams")] == [9, 18, 4]
    found = run(question_from({**ASKED, "formats": ["melee", "teams"]}))
    assert [(one.format, one.heads) for one in found.formats] == [("melee", 16), ("teams", 4)]


def test_a_format_that_does_not_admit_the_field_says_why_and_the_others_are_played() -> None:
    found = run(question_from({**ASKED, "formats": ["knockout", "swiss"], "pairs": 32}))
    refused = next(one for one in found.formats if one.format == "knockout")
    assert (refused.refusal, refused.params) == ("too_few_rounds", {"rounds": 3, "least": 5})
    assert len(found.formats[0].values["seconds"]) == 3


def test_it_stops_between_two_draws_when_the_time_is_up() -> None:
    ticks = itertools.count()
    found = run(question_from({**ASKED, "seeds": 15}), clock=lambda: float(next(ticks)), most_seconds=50)
    assert found.stopped == TIME
    played = [len(one.values["seconds"]) for one in found.formats]
    # Three rounds look at the clock six times.
    assert played == [4, 4]


def test_it_ends_after_a_whole_seed_where_somebody_waits() -> None:
    found = run(question_from(ASKED), is_waited_for=lambda: True)
    assert found.stopped == WAITED
    assert [len(one.values["seconds"]) for one in found.formats] == [1, 1]


def test_it_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    run(question_from(ASKED), progress=lambda done, of: told.append((done, of)))
    assert told == [(done, 6) for done in range(1, 7)]


def test_an_answer_comes_back_from_json() -> None:
    found = run(question_from({**ASKED, "absent": "1/10", "withdraw": "0.25", "formats": ["knockout", "random"]}))
    assert found.question.withdraw == Fraction(1, 4)
    assert comparison_from(json.loads(json.dumps(as_data(found)))) == found


@pytest.mark.parametrize(
    ("change", "option"),
    [
        ({"formats": ["swiss"]}, "formats"),
        ({"formats": ["swiss", "swift"]}, "formats"),
        ({"formats": ["swiss", "random", "danish", "mitchell", "melee"]}, "formats"),
        ({"pairs": 3}, "pairs"),
        ({"pairs": 201}, "pairs"),
        ({"pairs": "8"}, "pairs"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 13}, "rounds"),
        ({"seeds": 2}, "seeds"),
        ({"seeds": 16}, "seeds"),
        ({"late": "0.6"}, "late"),
        ({"absent": "-1"}, "absent"),
    ],
)
def test_what_would_take_too_long_or_cannot_be_is_refused(change: dict[str, Any], option: str) -> None:
    with pytest.raises(WishError) as caught:
        question_from({**ASKED, **change})
    assert caught.value.option == option


def test_a_spread_leaves_out_what_could_not_be_counted() -> None:
    values = spread((3, None, 1, 2))
    assert values is not None
    assert (values.least, values.middle, values.most) == (1, 2, 3)
    assert spread((None, None)) is None
