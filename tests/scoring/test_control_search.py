"""The search for a slip, one deal at a time: what a deal may have been instead, and what that would explain."""

from typing import Any

import pytest

from scoring.rules import RuleSet, load_ruleset, parse_deal, preset, preset_source
from scoring.rules import control_search as module
from scoring.rules.control_search import ADDITIONS, Hit, Search, after
from scoring.rules.control_suspects import Totals
from scoring.rules.control_variants import Variant, few, figures, misread, others, plain, swapped
from scoring.rules.game import Entry, GameFormat, play
from tests.scoring.plain_files import PLAIN as SOURCE

CLUB, BELOTE, PLAIN = preset("club"), preset("guide-belote"), load_ruleset(SOURCE)
FLAT = 'id = "flat"\n[score.made]\ndeclarer = "bid"\ndefence = "0"\n[score.failed]\ndeclarer = "0"\ndefence = "bid"\n'
TAKEN: dict[str, Any] = {"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": 82}}
MADE: dict[str, Any] = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 110, "EW": 52}}
LOWER: dict[str, Any] = {**MADE, "contract": 80}
FAILED: dict[str, Any] = {"declarer": "EW", "contract": 90, "trump": "S", "points": {"EW": 71}}


def search(ruleset: RuleSet, *deals: dict[str, Any], **format_: Any) -> Search:
    entries = tuple(Entry("deal", deal=parse_deal(deal)) for deal in deals)
    length = GameFormat.from_data({"kind": "deals", "length": len(deals)} | format_)
    return Search(ruleset, entries, play(ruleset, length, entries))


def found(one: Search, wanted: Totals) -> list[str]:
    said = []
    for suspect in one.suspects(1, len(one.entries), wanted, whole=True):
        for part in suspect.parts or (suspect,):
            changes = [f"{at.position} {at.given}-{at.meant}".removesuffix(" -") for at in part.places]
            said.append(f"{suspect.kind} {part.kind} {part.side}: {', '.join(changes)}".replace("None: ", ""))
    return said


def test_points_can_have_been_a_tie_on_the_paper_where_the_sum_is_then_another() -> None:
    # 82 to 80, made; with 81 each the taker's 81 wait.
    assert found(search(BELOTE, TAKEN), (-82, 1)) == ["digit digit 1 82-81"]
    # Of a sweep that was none there are ninety points less.
    swept = {**TAKEN, "points": {"NS": 162}, "sweep": "NS"}
    assert found(search(BELOTE, swept), (-100, 10)) == ["digit digit 1 162-152"]
    rows = '[score.made]\ndeclarer = "points"\ndefence = "points"\n[score.failed]\ndeclarer = "0"\ndefence = "total"\n'
    untied = load_ruleset(f'id = "x"\n[game]\nkind = "take"\n[sweep]\npoints = "252"\n{rows}')
    assert found(search(untied, swept), (-100, 10)) == ["digit digit 1 162-152"]
    assert found(search(untied, TAKEN), (-82, 1)) == []
    assert "digit digit 1 82-85" in found(search(untied, TAKEN), (3, -3))
    shared = load_ruleset(FLAT + '[score.share]\ndeclarer = "10"\ndefence = "10"\n[success]\ntie = "share"\n')
    assert found(search(shared, {**LOWER, "points": {"NS": 82}}), (-70, 10)) == ["digit digit 1 82-81"]


def test_where_points_are_in_no_score_they_are_tried_for_what_they_decide() -> None:
    flat = search(load_ruleset(FLAT), {**LOWER, "points": {"NS": 85}})
    assert "digits_swapped digits_swapped 1 85-58" in found(flat, (-80, 80))
    short = search(load_ruleset(FLAT), {**LOWER, "points": {"NS": 75}})
    assert any("75-85" in line for line in found(short, (80, -80)))
    assert not any(line.startswith("digit") for line in found(flat, (-80, 81)) + found(flat, (20, 0)))


def test_of_one_side_alone_no_two_slips_are_put_together() -> None:
    for wanted in ((None, 7777), (7777, None)):
        assert found(search(CLUB, MADE, FAILED), wanted) == []


WITH_BELOTE = load_ruleset(FLAT.replace('"bid"', '"bid + belote"').replace('"0"', '"belote"'))


@pytest.mark.parametrize(
    ("deals", "pairs"),
    [
        (
            (FAILED, MADE, LOWER),
            ["belote_missing NS: 1|inverted_failed 2 -failed", "belote_missing EW: 2|inverted_failed 3 -failed"],
        ),
        (
            (LOWER, MADE, FAILED),
            ["inverted_failed 1 -failed|belote_missing EW: 2", "inverted_failed 2 -failed|belote_missing NS: 3"],
        ),
    ],
)
def test_two_slips_of_either_side_are_told_apart(deals: tuple[dict[str, Any], ...], pairs: list[str]) -> None:
    said = [line.removeprefix("two ") for line in found(search(WITH_BELOTE, *deals), (-80, 100))]
    assert {*pairs} <= {"|".join(two) for two in zip(said[::2], said[1::2], strict=True)}, said


def test_two_slips_are_never_both_in_one_deal_nor_twice_in_the_totals_of_a_side() -> None:
    assert found(search(WITH_BELOTE, MADE), (20, 20)) == []
    assert found(search(WITH_BELOTE, MADE), (110, 0)) == []
    assert found(search(WITH_BELOTE, MADE), (10, 100)) == ["two addition NS: ", "two addition EW: "]


def test_the_totals_at_the_end_are_those_of_the_game_with_what_waited() -> None:
    tied = search(BELOTE, {**TAKEN, "points": {"NS": 81}}, ending={"held": "split"})
    assert tied.game.steps[0].totals == (0, 81)
    assert after(tied.game, 1) == (40, 121)
    two = search(BELOTE, TAKEN, TAKEN)
    assert (after(two.game, 1), after(two.game, 2)) == ((82, 80), (164, 160))


def test_a_deal_after_the_end_is_not_looked_at() -> None:
    one = search(CLUB, MADE, MADE, length=1)
    assert [placed is not None for placed in one.placed] == [True, False]


def test_a_rule_set_that_rounds_otherwise_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[str] = []

    def played(ruleset: RuleSet, format_: GameFormat, entries: Any) -> Any:
        marks.append(ruleset.sha256)
        return play(ruleset, format_, entries)

    monkeypatch.setattr(module, "play", played)
    rounded = load_ruleset(preset_source("guide-belote"), variants=("rounded",))
    odd = {**TAKEN, "points": {"NS": 93}}
    assert found(search(BELOTE, odd), (-3, 1))[0] == found(search(rounded, odd), (3, -1))[0] == "rounding rounding "
    own = {ruleset.sha256 for ruleset in (BELOTE, rounded)}
    assert len(marks) == 3 and not own & {*marks}
    assert all(any(mark.startswith(one) for one in own) for mark in marks)


def told(variants: Any, kind: str) -> list[str]:
    return [f"{one.given}-{one.meant}{'!' if one.near else ''}" for one in variants if one.kind == kind]


@pytest.mark.parametrize(
    ("tricks", "sweep"),
    [
        ({"NS": 8}, "NS"), ({"NS": 0}, "EW"), ({"EW": 8}, "EW"), ({"EW": 0}, "NS"), ({"NS": 1}, None),
        ({"NS": 7, "EW": 1}, None), ({"EW": 1}, None), ({}, None),
    ],
)  # fmt: skip
def test_a_plain_deal_has_its_sweep_instead_of_its_tricks(tricks: dict[str, int], sweep: str | None) -> None:
    deal = plain(CLUB, parse_deal(MADE | {"tricks": tricks, "points_scale": 162}))
    assert (deal.sweep, deal.tricks, deal.points_scale) == (sweep, (None, None), None)


def test_a_belote_is_tried_where_it_is_worth_something() -> None:
    for value, kinds in ((0, 0), (1, 2), (20, 2)):
        ruleset = load_ruleset(SOURCE.replace("[sweep]", f"[belote]\nvalue = {value}\n[sweep]"))
        assert len(told(few(ruleset, parse_deal(MADE), "made"), "belote_missing")) == kinds


def test_without_its_sweep_a_deal_has_no_last_trick() -> None:
    swept = parse_deal({**MADE, "points": {"NS": 162}, "sweep": "NS", "last_trick": "NS"})
    (without,) = (one.deal for one in few(CLUB, swept, "made") if one.kind == "sweep_unpaid")
    assert (without.sweep, without.last_trick, without.alone) == (None, None, False)


def test_announces_are_tried_by_what_they_are_worth_under_the_trump() -> None:
    names = ("tierce", "quarante", "quinte", "carre-J", "carre-9", "carre-A", "carre-10", "carre-K", "carre-Q")
    nothing = ", ".join(f"{name} = 0" for name in names)
    some = load_ruleset(
        SOURCE.replace(
            "on = true",
            f"on = true\nvalues = {{ {nothing.replace('tierce = 0', 'tierce = 20')} }}\n"
            f"values_SA = {{ {nothing.replace('quarante = 0', 'quarante = 50')} }}",
        )
    )
    missing = {
        trump: told(few(some, parse_deal({**MADE, "trump": trump}), "made"), "announce_missing")
        for trump in ("H", "SA")
    }
    assert missing == {"H": ["-tierce", "-tierce+tierce"] * 2, "SA": ["-quarante"] * 2}


def test_bids_are_tried_near_the_one_given() -> None:
    listed = load_ruleset(SOURCE.replace("highest = 160", "highest = 160\nlist = [79, 80, 81, 90, 91, 110, 111, 180]"))
    assert told(others(listed, parse_deal(LOWER)), "contract") == [
        "80-79!", "80-81!", "80-90!", "80-91", "80-110", "80-180",
    ]  # fmt: skip
    taken = load_ruleset(SOURCE.replace("[bids]", '[game]\nkind = "take"\n[bids]'))
    assert told(others(taken, parse_deal(TAKEN)), "contract") == []


def test_other_trumps_are_tried_with_the_points_of_either_side() -> None:
    def trumps(points: dict[str, int]) -> list[str]:
        variants = others(CLUB, parse_deal({**MADE, "points": points}))
        return [f"{one.meant} {one.deal.points}" for one in variants if one.kind == "trump"]

    assert trumps({"NS": 110}) == ["SA (110, None)", "TA (110, None)"]
    assert trumps({"EW": 52}) == ["SA (None, 52)", "TA (None, 52)"]
    both = ["SA (None, 52)", "SA (110, None)", "TA (None, 52)", "TA (110, None)"]
    assert trumps({"NS": 110, "EW": 52}) == both


def test_points_are_tried_up_to_all_there_are_and_never_those_given() -> None:
    def tried(points: dict[str, int]) -> list[Variant]:
        return [*figures(CLUB, parse_deal({**MADE, "points": points}))]

    assert "126-162" in told(tried({"NS": 126}), "digits_swapped")
    assert "5-0" in told(tried({"NS": 5}), "digit")
    for points in ({"NS": 126}, {"EW": 81}, {"NS": 110, "EW": 52}):
        shown = [one.deal.points for one in tried(points)]
        assert len({*shown}) == len(shown) and all(sum(n or 0 for n in pair) == 162 for pair in shown)
        assert (points.get("NS", 81), points.get("EW", 162 - points.get("NS", 81))) not in shown[1:]


def test_what_waits_is_looked_for_only_as_far_as_the_totals_that_differ() -> None:
    even = {**TAKEN, "points": {"NS": 81}}
    tied = search(BELOTE, even, TAKEN)

    def kinds(one: Search, wanted: Totals, last: int) -> list[str]:
        return [suspect.kind for suspect in one.suspects(1, last, wanted, whole=False)]

    assert "inverted_tie" in kinds(tied, (81, 0), 1) and "inverted_tie" in kinds(tied, (0, 0), 2)
    assert "digit" in kinds(tied, (82, -1), 1) and "digit" in kinds(tied, (1, -1), 2)
    passed = search(BELOTE, even, {"declarer": None}, TAKEN)
    assert "inverted_tie" in kinds(passed, (0, 0), 3)
    held = load_ruleset(SOURCE.replace("same = 5", 'same = 5\n[success]\ntie = "held"'))
    bid = search(held, {**even, "contract": 80}, {**MADE, "points": {"NS": 110}})
    assert "contract" in kinds(bid, (0, 169), 1) and "contract" in kinds(bid, (-81, 169), 2)


def test_what_the_paper_may_have_done_with_a_score() -> None:
    hits = search(BELOTE, {**TAKEN, "points": {"NS": 92}})._in_scores(1)
    assert [
        (hit.kind, hit.side, hit.change, hit.place and (hit.place.position, hit.place.given, hit.place.meant))
        for hit in hits
    ] == [
        ("typed_twice", None, (-92, -70), (1, "", "")),
        ("counted_twice", None, (92, 70), (1, "", "")),
        ("column", None, (-22, 22), (1, "", "")),
        ("left_out", "NS", (-92, 0), (1, "", "")),
        ("score_digits", "NS", (810, 0), (1, "92", "902")),
        ("score_digits", "NS", (-63, 0), (1, "92", "29")),
        ("left_out", "EW", (0, -70), (1, "", "")),
        ("score_digits", "EW", (0, 630), (1, "70", "700")),
        ("score_digits", "EW", (0, -63), (1, "70", "7")),
    ]


# One step of the search


def test_a_wrong_figure_in_a_total_is_told_with_what_it_makes() -> None:
    one = search(CLUB, MADE)
    total = one.game.ns
    want = next(
        read - total for read in misread(total) if abs(read - total) not in ADDITIONS and read not in swapped(total)
    )
    hits = [hit for hit in one._in_totals(1, (want, None), whole=True) if hit.kind == "one_figure"]
    assert hits == [Hit("one_figure", "NS", None, (want, 0), want)]


def test_a_deal_that_nobody_played_does_not_end_the_search() -> None:
    one = search(CLUB, {"declarer": None}, MADE)
    assert {hit.place.position for hit in one._usual(1, 2) if hit.place} == {2}


def test_what_comes_after_the_last_entry_looked_at_changes_nothing() -> None:
    tie = {**TAKEN, "points": {"NS": 81}}
    alone, followed = search(BELOTE, tie), search(BELOTE, tie, TAKEN)
    assert [*followed._usual(1, 1)] == [*alone._usual(1, 1)]
    assert [hit.change for hit in followed._usual(1, 2)] != [hit.change for hit in followed._usual(1, 1)]


def test_points_held_over_go_on_through_ties_to_who_gets_them() -> None:
    tie = {**TAKEN, "points": {"NS": 81}}
    one, other = search(BELOTE, TAKEN, tie, TAKEN), search(BELOTE, tie, tie, TAKEN)
    held = other.game.steps[0].held
    changed = [(b.ns - a.ns, b.ew - a.ew) for a, b in zip(one.game.steps[1:], other.game.steps[1:], strict=True)]
    assert held and one._later(1, 3, held) == (sum(ns for ns, _ in changed), sum(ew for _, ew in changed)) != (0, 0)
