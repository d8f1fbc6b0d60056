"""The lists beside the standings: who is in which, and with which rank."""

from typing import Any

import pytest

from tournaments.standings.counting import Span
from tournaments.standings.lists import (
    CATEGORIES,
    CLUBS,
    LINES,
    PLAYERS,
    ROUNDS,
    Groups,
    RankedList,
    Sources,
    identity_holds,
    lists_of,
    of_stage,
)
from tournaments.standings.memberships import Line, Membership, before_deal
from tournaments.standings.ranking import RankingAdjustment, RoundResult, ScoreRow, Source, rank

CRITERIA = ("points", "difference", "best_game")


def row(entry: str, *points: int, **more) -> ScoreRow:
    """An entry "p3" with so many points in rounds 1, 2, ..."""
    results = tuple(RoundResult(number, one, 100 - one) for number, one in enumerate(points, start=1))
    return ScoreRow(entry, int(entry[1:]), **{"results": results, **more})


def sources(rows, members=(), **more) -> Sources:
    told = {"ranked": rank(rows, CRITERIA), "rows": rows, "seated": rows, "members": members, "criteria": CRITERIA}
    return Sources(**{**told, **more})


def ranks(found: RankedList) -> list[tuple[str, int | None]]:
    return [(one.who, one.rank) for one in found.rows]


def one_of(found: list[RankedList], kind: str, key: str, line: str = "") -> RankedList:
    return next(one for one in found if (one.kind, one.key, one.line) == (kind, key, line))


FOUR = [row("p1", 90, 10), row("p2", 50, 50), row("p3", 50, 50), row("p4", 10, 5)]


def test_a_category_has_ranks_of_its_own_and_equals_share_theirs():
    groups = Groups(categories={"p2": ("ladies",), "p3": ("ladies", "seniors"), "p4": ("ladies",)})
    found = lists_of(sources(FOUR, groups=groups), [CATEGORIES])
    assert [one.key for one in found] == ["ladies", "seniors"]
    assert ranks(found[0]) == [("p2", 1), ("p3", 1), ("p4", 3)]
    assert [one.tied for one in found[0].rows] == [True, True, False]
    assert [one.decided_by for one in found[0].rows] == [None, "points", None]


def test_a_list_by_club_never_contradicts_the_standings():
    groups = Groups(clubs={"p4": "lens", "p1": "lens", "p2": "arras"}, club_labels={"lens": "Lens"})
    found = lists_of(sources(FOUR, groups=groups), [CLUBS])
    assert [(one.key, one.label) for one in found] == [("arras", ""), ("lens", "Lens")]
    assert ranks(found[1]) == [("p1", 1), ("p4", 2)]


def test_lines_are_lists_only_where_the_standings_are_not_parted_by_them():
    lines = {"p1": "ew", "p2": "ns", "p3": "ew", "p4": "ns"}
    found = lists_of(sources(FOUR, groups=Groups(lines=lines)), [LINES])
    assert [(one.key, ranks(one)) for one in found] == [
        ("ns", [("p2", 1), ("p4", 2)]),
        ("ew", [("p1", 1), ("p3", 2)]),
    ]
    assert lists_of(sources(FOUR, groups=Groups(lines=lines), apart=lines), [LINES]) == []


def test_where_each_line_has_its_ranking_a_category_has_one_a_line():
    lines = {"p1": "ew", "p2": "ns", "p3": "ew", "p4": "ns"}
    groups = Groups(categories=dict.fromkeys(lines, ("men",)))
    found = lists_of(sources(FOUR, groups=groups, apart=lines), [CATEGORIES])
    assert [(one.line, ranks(one)) for one in found] == [
        ("ns", [("p2", 1), ("p4", 2)]),
        ("ew", [("p1", 1), ("p3", 2)]),
    ]


def test_where_each_line_has_its_ranking_so_have_its_players_and_each_of_its_rounds():
    lines = {"p1": "ns", "p2": "ew", "p3": "ns", "p4": "ew"}
    members = [one for entry in lines for one in both(entry, f"{entry}a", f"{entry}b")]
    found = lists_of(sources(FOUR, members, apart=lines), [PLAYERS, ROUNDS], 1)
    assert [(one.kind, one.key, one.line) for one in found] == [
        (PLAYERS, "", "ns"),
        (PLAYERS, "", "ew"),
        (ROUNDS, "1", "ns"),
        (ROUNDS, "1", "ew"),
    ]
    in_round = [{who for who, _ in ranks(one)} for one in found]
    assert in_round == [{"p1a", "p1b", "p3a", "p3b"}, {"p2a", "p2b", "p4a", "p4b"}, {"p1", "p3"}, {"p2", "p4"}]
    assert all(ranks(one)[0][1] == 1 for one in found)


def test_a_round_of_an_earlier_stage_had_no_lines():
    found = lists_of(sources(FOUR, apart={"p1": "ns", "p2": "ew"}, spans=(Span(1, 1), Span(2, 1))), [ROUNDS])
    assert [(one.key, one.line, len(one.rows)) for one in found] == [("1", "", 4), ("2", "ns", 3), ("2", "ew", 1)]


def test_a_round_alone_is_ranked_by_what_it_brought_and_by_what_can_be_told_of_it():
    rows = [
        row("p1", 60, 10),
        row("p2", 40, 70, adjustments=(RankingAdjustment(-50, "", 2), RankingAdjustment(-5, ""))),
        row("p3", 60),
    ]
    first, second = lists_of(sources(rows), [ROUNDS])
    assert (first.key, first.criteria, ranks(first)) == (
        "1",
        ("points", "difference"),
        [("p1", 1), ("p3", 1), ("p2", 3)],
    )
    assert [(one.who, one.points, one.adjustments) for one in second.rows] == [("p2", 20, -50), ("p1", 10, 0)]
    assert lists_of(sources(rows), [ROUNDS], round_number=2) == [second]


def test_a_round_is_ranked_by_points_where_no_criterion_can_be_told_of_it():
    found = lists_of(sources(FOUR, criteria=("best_game",)), [ROUNDS])
    assert found[0].criteria == ("points",)


def both(entry: str, *persons: str) -> list[Membership]:
    return [Membership(entry, person, slot) for slot, person in enumerate(persons, start=1)]


def test_every_player_has_what_his_side_scored_and_partners_share_a_place():
    found = lists_of(sources(FOUR[:2], [*both("p1", "a", "b"), *both("p2", "c", "d")]), [PLAYERS])
    assert ranks(found[0]) == [("a", 1), ("b", 1), ("c", 3), ("d", 3)]


def test_who_was_replaced_has_the_rounds_that_he_played_and_who_came_the_others():
    members = [Membership("p1", "a", 1), Membership("p1", "b", 2, 1, 1), Membership("p1", "e", 2, 2)]
    found = lists_of(sources(FOUR[:1], members), [PLAYERS])[0]
    assert [(one.who, one.points, one.rounds) for one in found.rows] == [
        ("a", 100, ((1, 90, "game"), (2, 10, "game"))),
        ("b", 90, ((1, 90, "game"),)),
        ("e", 10, ((2, 10, "game"),)),
    ]


def test_a_round_in_which_somebody_came_in_is_shared_by_its_deals():
    members = [Membership("p1", "a", 1), Membership("p1", "b", 2, 1, 1), Membership("p1", "e", 2, 2, None, 5)]
    found = lists_of(sources(FOUR[:1], members, shares={("p1", 2, 5): (7, 60)}), [PLAYERS])[0]
    assert {one.who: one.rounds for one in found.rows} == {
        "a": ((1, 90, "game"), (2, 10, "game")),
        "b": ((1, 90, "game"), (2, 7, "game")),
        "e": ((2, 3, "game"),),
    }
    assert {one.who: dict(one.values)["difference"] for one in found.rows} == {"a": 0, "b": 80 - 53, "e": 3 - 30}


def test_who_gave_way_in_the_first_round_has_his_deals_of_it():
    members = [Membership("p1", "b", 2, 0, 0), Membership("p1", "e", 2, 1, None, 3)]
    found = lists_of(sources([row("p1", 90)], members, shares={("p1", 1, 3): (60, 0)}), [PLAYERS])[0]
    assert [(one.who, one.points) for one in found.rows] == [("b", 60), ("e", 30)]


def test_a_round_that_cannot_be_shared_is_whole_for_who_came_in():
    rest = ScoreRow("p1", 1, (RoundResult(1, 50, 50, source=Source.BYE),))
    members = [Membership("p1", "b", 2, 0, 0), Membership("p1", "e", 2, 1, None, 3)]
    for rows, shares in (([rest], {("p1", 1, 3): (60, 0)}), ([row("p1", 90)], {})):
        found = lists_of(sources(rows, members, shares=shares), [PLAYERS])[0]
        assert {one.who: len(one.rounds) for one in found.rows} == {"b": 0, "e": 1}


def test_what_was_marked_before_a_deal_is_told_by_the_lines_of_the_sheet():
    scores = [{"NS": 80, "EW": 0}, {"NS": 0, "EW": 0}, {"NS": -10, "EW": 0}, {"NS": 0, "EW": 162}]
    lines = [Line(at, no, one) for at, (no, one) in enumerate(zip((1, None, None, 2), scores, strict=True), start=1)]
    assert before_deal(lines, "A", 2) == (70, 0)
    assert before_deal(lines, "B", 3) == (162, 70)
    assert before_deal(lines, "A", 5) is None
    assert before_deal([Line(1, 4, scores[0])], "A", 3) is None


def test_a_penalty_follows_those_who_were_of_the_pair_in_its_round():
    given = (RankingAdjustment(-30, "", 1), RankingAdjustment(-7, ""))
    members = [Membership("p1", "a", 1), Membership("p1", "b", 2, 1, 1), Membership("p1", "e", 2, 2)]
    found = lists_of(sources([row("p1", 90, 10, adjustments=given)], members), [PLAYERS])[0]
    assert {one.who: one.adjustments for one in found.rows} == {"a": -37, "b": -30, "e": -7}
    assert all(identity_holds(one) for one in found.rows)


def test_who_enters_anew_with_another_partner_has_one_result_a_round():
    late = tuple(RoundResult(number, 5, 5, source=Source.LATE) for number in (1, 2))
    rows = [row("p1", 90, 10), ScoreRow("p2", 2, (*late, RoundResult(3, 60, 40)))]
    members = [Membership("p1", "a", 1, 1, 2), *both("p2", "a", "c")]
    found = lists_of(sources(rows, members), [PLAYERS])[0]
    of_a = next(one for one in found.rows if one.who == "a")
    assert of_a.rounds == ((1, 90, "game"), (2, 10, "game"), (3, 60, "game"))


def test_who_plays_in_no_ranked_entry_stands_after_the_others_without_a_rank():
    rows = [row("p1", 90, ranked=False), row("p2", 10)]
    found = lists_of(sources(rows, [*both("p1", "a"), *both("p2", "b")]), [PLAYERS])[0]
    assert ranks(found) == [("b", 1), ("a", None)]


def test_what_an_entry_outside_the_ranking_marked_counts_for_nobody_who_is_ranked():
    rows = [row("p1", 90, ranked=False), ScoreRow("p2", 2, (RoundResult(2, 30, 70),))]
    found = lists_of(sources(rows, [Membership("p1", "a", 1, 1, 1), Membership("p2", "a", 1, 2)]), [PLAYERS])[0]
    assert [(one.who, one.rank, one.points) for one in found.rows] == [("a", 1, 30)]


def test_where_a_stage_begins_anew_a_player_has_what_counts_in_his_last_one():
    rows = [row("p1", 90, 10), row("p2", 50, 50)]
    found = lists_of(
        sources(
            rows,
            [*both("p1", "a"), *both("p2", "b")],
            spans=(Span(1, 1), Span(2, 1)),
            reached={"p1": 2},
            criteria=("stage", "points"),
        ),
        [PLAYERS],
    )[0]
    assert [(one.who, one.points) for one in found.rows] == [("a", 10), ("b", 100)]


def test_in_a_knockout_players_have_the_place_of_their_pair():
    rows = [row("p1", 10, place=1), row("p2", 90, place=2)]
    told = ("place", *CRITERIA)
    found = lists_of(sources(rows, [*both("p1", "a"), *both("p2", "b")], ranked=rank(rows, told)), [PLAYERS])[0]
    assert (found.criteria[0], ranks(found)) == ("place", [("a", 1), ("b", 2)])


def test_players_have_lists_by_their_own_categories():
    members = [*both("p1", "a", "b"), *both("p2", "c", "d")]
    groups = Groups(persons={"b": ("ladies",), "c": ("ladies",)})
    found = lists_of(sources(FOUR[:2], members, groups=groups), [PLAYERS])
    assert ranks(one_of(found, PLAYERS, "ladies")) == [("b", 1), ("c", 2)]


@pytest.mark.parametrize("kind", [PLAYERS, ROUNDS, CATEGORIES])
def test_a_list_comes_back_from_plain_data_as_it_was(kind):
    groups = Groups(categories={"p2": ("ladies",), "p3": ("ladies",)})
    for found in lists_of(sources(FOUR, both("p1", "a", "b"), groups=groups), [kind]):
        assert RankedList.from_data(found.to_data()) == found


def test_a_part_shows_the_rounds_that_count_in_it_and_its_last_row_is_ahead_of_nobody() -> None:
    def told(entry: str, stage: int, *rounds: str, line: str = "") -> dict[str, Any]:
        one = {"entry": entry, "values": {"stage": stage}, "rounds": {key: {} for key in rounds}, "decided_by": "stage"}
        return {**one, "line": line} if line else one

    rows = [told("a", 2, "3"), told("b", 2, "3"), told("c", 1, "1", "2")]
    final = of_stage({"rounds": [1, 2, 3], "rows": rows, "pairs": []}, 2)
    assert final["rounds"] == [3] and "pairs" not in final
    assert [(one["entry"], one["decided_by"]) for one in final["rows"]] == [("a", "stage"), ("b", None)]
    # The last round is told also before anybody has anything from it; each line has a last row of its own.
    apart = [told("a", 2, "3", line="ns"), told("b", 2, "3", line="ew"), told("c", 2, "3", line="ns")]
    begun = of_stage({"rounds": [1, 2, 3, 4], "rows": apart}, 2)
    assert begun["rounds"] == [3, 4]
    assert [one["decided_by"] for one in begun["rows"]] == ["stage", None, None]
