"""Who moves from one ranking to another, and over which line."""

from tournaments.standings.moved import IN, LEVEL, OUT, Crossed, Line, Moved, moved, moved_from, ranks_of


def test_only_who_has_another_place_moves_best_first():
    assert moved({"a": 1, "b": 2, "c": 3}, {"a": 1, "c": 2, "b": 3}) == [Moved("c", 3, 2), Moved("b", 2, 3)]


def test_who_falls_out_of_the_ranking_comes_last_and_who_is_new_is_told():
    assert moved({"a": 1, "b": 2}, {"b": 1, "c": 2, "a": None}) == [
        Moved("b", 2, 1),
        Moved("c", None, 2),
        Moved("a", 1, None),
    ]


def test_a_line_is_crossed_by_who_comes_over_it_and_who_falls_behind():
    found = moved({"a": 1, "b": 2, "c": 3}, {"a": 1, "c": 2, "b": 3}, [Line("Finale", 2)])
    assert [one.crossed for one in found] == [(Crossed("Finale", OUT, IN),), (Crossed("Finale", IN, OUT),)]


def test_equals_on_the_line_are_level_even_where_their_own_rank_stays():
    found = moved({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 2, "c": 2}, [Line("Finale", 2)])
    assert found == [
        Moved("b", 2, 2, (Crossed("Finale", IN, LEVEL),)),
        Moved("c", 3, 2, (Crossed("Finale", OUT, LEVEL),)),
    ]


def test_who_has_declined_leaves_the_place_and_the_order_of_equals_holds():
    declined = Line("Finale", 1, declined=("a",))
    assert moved({"a": 1, "b": 2}, {"a": 2, "b": 1}, [declined])[0].crossed == ()
    settled = Line("Finale", 1, settled=("b", "a"))
    assert moved({"a": 1, "b": 2}, {"a": 1, "b": 1}, [settled]) == [
        Moved("a", 1, 1, (Crossed("Finale", IN, OUT),)),
        Moved("b", 2, 1, (Crossed("Finale", OUT, IN),)),
    ]


def test_a_line_without_a_place_is_none():
    assert moved({"a": 1}, {"a": 1}, [Line("Finale", 0)]) == []


def test_it_is_kept_as_json_and_read_back():
    for one in (Moved("a", None, 3), Moved("b", 2, 1, (Crossed("Finale", OUT, IN),))):
        assert moved_from(one.as_data()) == one
    assert ranks_of({"rows": [{"entry": "a", "rank": 1}, {"entry": "b", "rank": None}]}) == {"a": 1, "b": None}
