"""The pack's control of columns and totals: what the cards must come to, and what a difference may be."""

import pytest

from scoring.rules import DealError, preset, preset_ids, score_deal
from scoring.rules.control import compare
from scoring.rules.control_pack import off_lines, worth_of
from scoring.rules.game import Entry, GameFormat, play
from scoring.rules.marked import Marked, parse_marked

BELOTE = preset("guide-belote")
TWELVE = GameFormat.from_data({"kind": "deals", "length": 12})


def _kinds(*lines: Marked) -> list[list[tuple[str, int]]]:
    found = off_lines(BELOTE, lines)
    assert found is not None
    return [[(one.kind, one.count) for one in off.suspicions] for off in found]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (Marked(120, 62), ("belote_untold", 1)),
        (Marked(100, 62, belotes=1), ("belote_unmarked", 1)),
        (Marked(90, 62), ("last_trick", 1)),
        (Marked(252, 0), ("sweep_untold", 1)),
        (Marked(162, 0, sweeps=1), ("sweep_unmarked", 1)),
        (Marked(0, 0), ("deal_missing", 1)),
        (Marked(81, 0), ("held", 1)),
        (Marked(200, 62), ("addition", 100)),
        (Marked(100, 26), ("digits", 1)),
        (Marked(1000, 984, deals=12), ("belote_untold", 2)),
        (Marked(1000, 782, deals=12), ("deal_missing", 1)),
        (Marked(1000, 1106, deals=12), ("deal_twice", 1)),
        (Marked(1000, 924, deals=12), ("last_trick", 2)),
    ],
)
def test_a_difference_names_what_makes_exactly_it(line: Marked, kind: tuple[str, int]) -> None:
    assert kind in _kinds(line)[0]


def test_figures_that_the_cards_can_make_are_not_held_up() -> None:
    lines = [Marked(100, 62), Marked(162, 0), Marked(82, 100, belotes=1), Marked(252, 0, sweeps=1)]
    assert off_lines(BELOTE, lines) == ()
    assert off_lines(BELOTE, [Marked(1000, 12 * 162 - 1000 + 20 + 90, deals=12, belotes=1, sweeps=1)]) == ()


def test_points_that_wait_for_the_next_deal_are_no_difference() -> None:
    assert off_lines(BELOTE, [Marked(100, 62), Marked(81, 0), Marked(181, 62)]) == ()
    alone = off_lines(BELOTE, [Marked(81, 0), Marked(100, 62), Marked(181, 62)])
    assert alone is not None and [one.position for one in alone] == [1, 3]


def test_a_rule_set_that_pays_the_bid_has_no_such_control() -> None:
    assert off_lines(preset("club"), [Marked(90, 62)]) is None
    assert worth_of(preset("ascee-2a")) is None, "there the sum depends on what is bid"


@pytest.mark.parametrize(
    "name", [one for one in preset_ids() if preset(one).kind != "totals" and worth_of(preset(one))]
)
def test_the_control_is_what_the_scorer_makes(name: str) -> None:
    ruleset = preset(name)
    worth = worth_of(ruleset)
    assert worth is not None
    for trump, pack in worth.pack:
        points = {"NS": ruleset.pack_total(trump) - 62, "EW": 62}
        deal = {"declarer": "NS", "contract": "take", "trump": trump, "points": points}
        scored = score_deal(ruleset, deal)
        assert scored.ns + scored.ew + scored.held == pack


def test_under_columns_a_belote_is_suspected_where_the_bid_is_paid_too() -> None:
    lines = [Entry("deal", marked=line) for line in (Marked(100, 0), Marked(0, 190), Marked(7, 0))]
    report = compare(preset("club"), TWELVE, lines, (127, 190))
    (first, *_more) = report.gaps[0].suspects
    assert (first.kind, first.side, first.positions) == ("belote_missing", "NS", (1, 2, 3))
    less = compare(preset("club"), TWELVE, lines, (107, 170)).gaps[0].suspects
    assert any(one.kind == "belote_unpaid" and one.positions == (2,) for one in less)
    assert report.control is None


def test_a_score_in_the_other_column_is_found_in_columns_too() -> None:
    lines = [Entry("deal", marked=line) for line in (Marked(100, 0), Marked(0, 190))]
    kinds = [one.kind for one in compare(preset("club"), TWELVE, lines, (0, 290)).gaps[0].suspects]
    assert "column" in kinds


def test_totals_of_a_whole_game_end_it_with_all_its_deals() -> None:
    found = play(preset("club"), TWELVE, [Entry("deal", marked=Marked(1200, 900, deals=12, whole=True))])
    assert (found.complete, found.counted, found.scores, found.winner) == (True, 12, (1200, 900), "NS")
    column = play(preset("club"), TWELVE, [Entry("deal", marked=Marked(120, 0))])
    assert (column.complete, column.counted) == (False, 1)


def test_totals_end_a_game_to_a_target_or_to_a_time() -> None:
    line = Entry("deal", marked=Marked(700, 300, whole=True))
    for kind in ("target", "minutes"):
        found = play(preset("club"), GameFormat.from_data({"kind": kind, "length": 1000}), [line])
        assert found.complete and found.winner == "NS"


@pytest.mark.parametrize(
    "data",
    [
        {"marked": {"NS": 1}},
        {"marked": {"NS": -1, "EW": 0}},
        {"marked": {"NS": 1, "EW": 100_001}},
        {"marked": {"NS": "1", "EW": 0}},
        {"marked": {"NS": True, "EW": 0}},
        {"marked": {"NS": 1, "EW": 0}, "belotes": 3},
        {"marked": {"NS": 1, "EW": 0}, "deals": 0},
        {"marked": {"NS": 1, "EW": 0}, "trump": "X"},
    ],
)
def test_what_cannot_stand_on_a_paper_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(DealError):
        parse_marked(data)


def test_a_line_is_read_back_as_it_was_kept() -> None:
    for line in (Marked(1, 2), Marked(3, 4, 12, whole=True, belotes=5, sweeps=1), Marked(0, 162, trump="H", belotes=1)):
        assert parse_marked(line.as_data()) == line
    assert Marked(1, 2).as_data() == {"marked": {"NS": 1, "EW": 2}}
