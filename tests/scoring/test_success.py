"""When a contract is made: what lowers a bid, ties, the defence's figure, in the parts of a converted pack too."""

from typing import Any

import pytest

from scoring.rules import DealError, load_ruleset, parse_deal, score_deal
from scoring.rules.checks import check
from scoring.rules.scorer import points_of
from scoring.rules.success import Verdict, judge

TIES = "".join(
    f'[score.{row}]\ndeclarer = "points"\ndefence = "their_points"\n{more}'
    for row, more in (("made", ""), ("failed", ""), ("share", ""), ("held", "keep = 0\n"))
)
CONVERTED = '[cards]\ntrumps = ["H", "TA"]\n[cards.convert.TA]\nratio = [162, 258]\nto = 162\n'
ANNOUNCED = '[announces]\non = true\ncount = "both"\n'


def _verdict(extra: str, points: int, contract: int = 80, **more: Any) -> Verdict:
    ruleset = load_ruleset(f'id = "x"\n[bids]\nlist = [80, 81, 90, 100]\n{extra}\n{TIES}')
    deal = {"declarer": "NS", "contract": contract, "trump": "H", "points": {"NS": points}, **more}
    checked = check(ruleset, parse_deal(deal))
    return judge(ruleset, checked, points_of(ruleset, checked))


@pytest.mark.parametrize(
    ("floor", "belote", "target", "outcome"),
    [
        (0, ["NS"], 80, "held"), (80, ["NS"], 80, "held"), (81, ["NS"], 81, "held"), (82, ["NS"], 82, "failed"),
        (100, ["NS"], 100, "failed"), (120, ["NS"], 100, "failed"), (0, [], 100, "failed"), (0, ["EW"], 100, "failed"),
    ],
)  # fmt: skip
def test_a_belote_lowers_the_bid_and_what_a_tie_needs_to_its_floor(
    floor: int, belote: list[str], target: int, outcome: str
) -> None:
    found = _verdict(f'[success]\nbelote = "lowers"\ntie = "held"\nbelote_floor = {floor}', 81, 100, belote=belote)
    assert (found.target, found.outcome, found.belote) == (target, outcome, 0)


@pytest.mark.parametrize(
    ("contract", "points", "outcome"), [(80, 81, "held"), (81, 81, "held"), (90, 81, "failed"), (80, 82, "made")]
)
def test_equal_points_are_a_tie_where_the_bid_is_reached(contract: int, points: int, outcome: str) -> None:
    assert _verdict('[success]\ntie = "held"', points, contract).outcome == outcome
    # The same in parts: 129 of 258 are 81 of 162.
    exact = _verdict(f'{CONVERTED}[success]\ntie = "held"', points + 48, contract, trump="TA")
    assert (exact.outcome, exact.down) == (outcome, 258)


@pytest.mark.parametrize(
    ("tie", "at_last", "last", "outcome"),
    [
        ("none", "failed", False, "made"), ("none", "failed", True, "made"), ("held", "share", False, "held"),
        ("held", "share", True, "share"), ("held", "none", True, "made"), ("failed", "made", True, "made"),
    ],
)  # fmt: skip
def test_a_tie_on_the_last_deal_may_be_another(tie: str, at_last: str, last: bool, outcome: str) -> None:
    rules = f'[success]\ntie = "{tie}"\ntie_last_deal = "{at_last}"'
    assert _verdict(rules, 81, last_deal=last).outcome == outcome


@pytest.mark.parametrize(
    ("points", "more", "outcome", "why"),
    [
        (120, {"announces": {"NS": ["tierce"]}}, "made", "made"),
        (120, {"belote": ["NS"]}, "made", "made"),
        (120, {"belote": ["NS"], "announces": {"EW": ["tierce"]}}, "failed", "failed_behind"),
        (140, {}, "made", "made"),
        (140, {"belote": ["EW"]}, "failed", "failed_behind"),
        (140, {"announces": {"EW": ["tierce"]}}, "failed", "failed_behind"),
        (140, {"announces": {"EW": ["tierce"]}, "belote": ["NS"]}, "made", "made"),
        (129, {}, "made", "made"),
    ],
)
def test_announces_and_belotes_count_on_both_sides_in_parts_too(
    points: int, more: dict[str, Any], outcome: str, why: str
) -> None:
    rules = f'{CONVERTED}{ANNOUNCED}[success]\nbeat_defence = "at_least"'
    found = _verdict(rules, points, trump="TA", **more)
    assert (found.outcome, found.why) == (outcome, why)


@pytest.mark.parametrize(
    ("at_bid", "points", "outcome"), [("failed", 129, "failed"), ("held", 129, "held"), ("failed", 130, "made")]
)
def test_the_bid_itself_is_reached_in_parts_too(at_bid: str, points: int, outcome: str) -> None:
    assert _verdict(f'{CONVERTED}[success]\nat_bid = "{at_bid}"', points, 81, trump="TA").outcome == outcome


@pytest.mark.parametrize(
    ("own", "other", "given"),
    [
        ("10*big", "-10*big", None), ("-10*big", "10*big", None), ("10*big + 1", "10*big", 1_000_001),
        ("10*big", "10*big + 2", 1_000_002), ("-10*big - 3", "0", -1_000_003), ("0", "-10*big - 4", -1_000_004),
    ],
)  # fmt: skip
def test_a_score_has_a_million_points_at_most(own: str, other: str, given: int | None) -> None:
    made = f'[score.made]\ndeclarer = "{own}"\ndefence = "{other}"\n'
    ruleset = load_ruleset(f'id = "x"\n[values]\nbig = 100000\n{made}{made.replace("made", "failed")}')
    deal = {"declarer": "NS", "contract": 80, "trump": "H", "points": {"NS": 100}}
    if given is None:
        answer = score_deal(ruleset, deal)
        assert {answer.ns, answer.ew} == {1_000_000, -1_000_000}
        return
    with pytest.raises(DealError) as caught:
        score_deal(ruleset, deal)
    assert (caught.value.field, caught.value.code, caught.value.values) == (
        "contract", "score_out_of_range", {"given": given},
    )  # fmt: skip


def test_a_sweep_is_the_other_sides_for_who_did_not_make_it() -> None:
    cells = '[score.{}]\ndeclarer = "100*sweep + 10*their_sweep"\ndefence = "100*sweep + 10*their_sweep"\n'
    ruleset = load_ruleset(f'id = "x"\n{cells.format("made")}{cells.format("failed")}')
    deal = {"declarer": "NS", "contract": 80, "trump": "H"}
    written = [
        (answer.ns, answer.ew)
        for more in (
            {"points": {"NS": 162}, "sweep": "NS"},
            {"points": {"EW": 162}, "sweep": "EW"},
            {"points": {"NS": 90}},
        )
        for answer in (score_deal(ruleset, {**deal, **more}), score_deal(ruleset, parse_deal({**deal, **more})))
    ]
    assert written == [(100, 10)] * 2 + [(10, 100)] * 2 + [(0, 0)] * 2
