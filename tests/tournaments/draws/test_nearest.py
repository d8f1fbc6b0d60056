"""The search among near neighbours: what it proves, when it weighs all pairs, and when it says it proves nothing."""

import pytest

from tests.tournaments.draws.evenings import meeting, rules, seed
from tournaments.draws import DrawEntry, DrawError, DrawRequest, PlayedRound, Rule, draw, nearest
from tournaments.draws.steps import Steps


def far_last(size: int) -> DrawRequest:
    """Everybody a point apart but the last two, who stand far off and have met; so have the first two."""
    figures = [10 * size - place for place in range(size - 2)] + [500, 0]
    people = tuple(DrawEntry(f"e{n}", n, standing=(figure,)) for n, figure in enumerate(figures, 1))
    played = (PlayedRound(1, (meeting(f"e{size - 1}", f"e{size}"), meeting("e1", "e2"))),)
    return DrawRequest("swiss", seed("far"), 2, 3, people, played, musts=rules("no_rematch"))


def test_two_far_off_who_have_met_make_no_room_for_dear_pairs_elsewhere() -> None:
    result = draw(far_last(400))
    assert (result.proved, result.complete) == (True, False)
    assert result.window < 40
    assert dict(result.cost)["figure_gap"] >= result.lower_bound > 0


def test_where_the_way_out_is_not_counted_the_same_draw_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = far_last(64)
    counted = draw(asked)
    monkeypatch.setattr(nearest, "blocks", lambda *_: [])
    plain = draw(asked)
    assert plain.window > counted.window
    assert (plain.tables, plain.cost, plain.proved) == (counted.tables, counted.cost, True)


def unavoidable(size: int) -> DrawRequest:
    """Groups of three who must all be kept apart from all others: a wish that nothing can keep."""
    people = tuple(DrawEntry(f"e{n}", n, standing=(n,)) for n in range(1, size + 1))
    ids = [one.id for one in people]
    apart = Rule("keep_apart", groups=tuple((ids[0], other) for other in ids[1:]))
    return DrawRequest("swiss", seed("apart"), 2, 2, people, wishes=(apart,))


def test_a_rule_that_must_be_broken_is_proved_by_all_pairs_or_told_as_not_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = draw(unavoidable(60))
    assert (small.proved, small.complete, len(small.breaches)) == (True, True, 1)
    monkeypatch.setattr(nearest, "ALL_PAIRS", 500)
    large = draw(unavoidable(60))
    assert (large.proved, large.complete) == (False, False)
    assert (large.tables, large.cost) == (small.tables, small.cost)
    monkeypatch.setattr(nearest, "MOST_PAIRS", 200)
    with pytest.raises(DrawError) as caught:
        draw(unavoidable(60))
    assert (caught.value.code, dict(caught.value.params)) == ("too_much_work", {"entries": 60})


def test_up_to_512_entries_all_pairs_are_weighed_where_nothing_else_proves_the_draw() -> None:
    assert 512 * 511 // 2 <= nearest.ALL_PAIRS < 520 * 519 // 2


@pytest.mark.long
def test_a_rule_that_must_be_broken_among_512_is_proved() -> None:
    assert draw(unavoidable(512)).proved


@pytest.mark.parametrize("resting", [(), (2,), (0, 3, 4)])
def test_the_steps_bound_every_draw(resting: tuple[int, ...]) -> None:
    """Seven places (six where nobody rests) on a line: against every draw of them."""
    steps = [3, 1, 4, 1, 5, 9][: 6 if resting else 5]
    size = len(steps) + 1
    found = Steps(steps, resting)

    def draws(places: tuple[int, ...]) -> list[list[tuple[int, int]]]:
        if not places:
            return [[]]
        first, *rest = places
        return [[(first, other), *more] for other in rest for more in draws(tuple(p for p in rest if p != other))]

    def price(one: int, other: int) -> int:
        return sum(steps[one:other])

    every = [one for rest in resting or (None,) for one in draws(tuple(p for p in range(size) if p != rest))]
    assert found.lower_bound() == min(sum(price(*pair) for pair in one) for one in every)
    for one in range(size):
        bounds = dict(found.outward(one))
        for other in range(one + 1, size):
            totals = [sum(price(*pair) for pair in draw_) for draw_ in every if (one, other) in draw_]
            if totals:
                assert bounds[other] + price(one, other) == min(totals)
