"""Cuts: who qualifies, who waits, who plays off; declines and several qualifiers."""

import random
from collections.abc import Callable

import pytest

from tournaments.draws import DrawError
from tournaments.draws.plans.cuts import Cut, PlayOff, Ranked, cut, cut_of_qualifiers


def ranked(text: str) -> list[Ranked]:
    """`a b=c d`: b and c share the second rank."""
    found: list[Ranked] = []
    for group in text.split():
        rank = len(found) + 1
        found += [Ranked(name, rank) for name in group.split("=")]
    return found


def test_the_best_qualify_and_the_others_wait_in_order() -> None:
    assert cut(ranked("a b c d e"), 3) == Cut(("a", "b", "c"), None, ("d", "e"))
    assert cut(ranked("a b"), 3) == Cut(("a", "b"), None, ())


def test_equals_above_or_below_the_line_need_no_play_off() -> None:
    assert cut(ranked("a=b c d=e"), 3) == Cut(("a", "b", "c"), None, ("d", "e"))


def test_equals_on_the_line_play_off_for_the_seats_left() -> None:
    found = cut(ranked("a b=c=d e"), 2)
    assert found == Cut(("a",), PlayOff(("b", "c", "d"), 1), ("e",))
    assert cut(ranked("a b=c=d e"), 2, settled=("d", "b", "c")) == Cut(("a", "d"), None, ("b", "c", "e"))


def test_a_play_off_of_which_a_result_is_missing_is_still_to_be_played() -> None:
    assert cut(ranked("a b=c=d e"), 2, settled=("d", "b")).play_off == PlayOff(("d", "b", "c"), 1)


def test_who_declines_makes_room_for_the_first_reserve() -> None:
    assert cut(ranked("a b c d e"), 3, declined={"b"}) == Cut(("a", "c", "d"), None, ("e",))
    assert cut(ranked("a b c=d e"), 3, declined={"a"}) == Cut(("b", "c", "d"), None, ("e",))
    assert cut(ranked("a b c=d e"), 3, declined={"c"}) == Cut(("a", "b", "d"), None, ("e",))


def test_three_qualifiers_send_eight_each_and_who_is_in_already_leaves_the_place_to_the_next() -> None:
    lists = [[Ranked(f"{name}{rank}", rank) for rank in range(1, 13)] for name in "pqr"]
    lists[1][0] = Ranked("p1", 1)
    found = cut_of_qualifiers(lists, 8, 24)
    assert found.play_off is None
    assert found.qualified[:8] == tuple(f"p{rank}" for rank in range(1, 9))
    assert found.qualified[8:16] == tuple(f"q{rank}" for rank in range(2, 10))
    assert found.qualified[16:] == tuple(f"r{rank}" for rank in range(1, 9))
    assert found.reserves[:4] == ("p9", "r9", "p10", "q10")


def test_the_best_of_all_fill_what_the_direct_seats_leave() -> None:
    lists = [ranked("a b c d"), ranked("e f g h")]
    overall = ranked("e b a f=c g d h")
    assert cut_of_qualifiers(lists, 1, 4, overall) == Cut(("a", "e", "b"), PlayOff(("f", "c"), 1), ("g", "d", "h"))
    assert cut_of_qualifiers(lists, 1, 4, overall, settled=("c", "f"), declined=("b",)) == Cut(
        ("a", "e", "c", "f"), None, ("g", "d", "h")
    )


def test_a_play_off_of_a_qualifier_comes_before_what_depends_on_it() -> None:
    lists = [ranked("a=b c"), ranked("b d e")]
    assert cut_of_qualifiers(lists, 1, 2) == Cut((), PlayOff(("a", "b"), 1, ranking=1), ())
    assert cut_of_qualifiers(lists, 1, 2, settled=("b", "a")).qualified == ("b", "d")
    assert cut_of_qualifiers(lists, 1, 2, settled=("a", "b")).qualified == ("a", "b")


REFUSED: list[tuple[Callable[[], Cut], str]] = [
    (lambda: cut(ranked("a b"), 0), "too_few_places"),
    (lambda: cut_of_qualifiers([ranked("a b"), ranked("c d")], 2, 3), "too_few_places"),
    (lambda: cut(ranked("a b"), 1, declined=("z",)), "unknown_entry"),
    (lambda: cut([*ranked("a b"), Ranked("a", 3)], 1), "duplicate_entry"),
]


@pytest.mark.parametrize(("call", "code"), REFUSED)
def test_what_cannot_be_cut_is_refused_by_name(call: Callable[[], Cut], code: str) -> None:
    with pytest.raises(DrawError) as caught:
        call()
    assert caught.value.code == code


@pytest.mark.parametrize("name", range(100))
def test_nobody_is_lost_or_passed_over(name: int) -> None:
    chance = random.Random(name)
    scores = [chance.randint(0, 6) for _ in range(chance.randint(1, 12))]
    places = chance.randint(1, 12)
    ranking = [Ranked(f"e{i}", 1 + sum(other > score for other in scores)) for i, score in enumerate(scores)]
    rank = {one.entry: one.rank for one in ranking}
    declined = {one.entry for one in ranking if chance.random() < 0.2}
    found = cut(ranking, places, declined=declined)
    playing = found.play_off.entries if found.play_off else ()
    seats = found.play_off.seats if found.play_off else 0
    assert sorted((*found.qualified, *playing, *found.reserves, *declined)) == sorted(rank)
    assert len(found.qualified) + seats == min(places, len(ranking) - len(declined))
    assert 0 < seats < len(playing) or not playing
    for upper, lower in ((found.qualified, playing), (playing, found.reserves), (found.qualified, found.reserves)):
        if upper and lower and (playing or upper is not found.qualified):
            assert max(rank[one] for one in upper) < min(rank[one] for one in lower)
    order = [one.entry for one in ranking]
    chance.shuffle(order)
    settled = cut(ranking, places, declined=declined, settled=order)
    assert settled.play_off is None
    assert set(found.qualified) <= set(settled.qualified) <= {*found.qualified, *playing}
