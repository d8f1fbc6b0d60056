"""Deals and penalties that cannot be, to the very figure."""

from typing import Any

import pytest

from scoring.rules import DealError, load_ruleset, parse_deal, score_deal, score_event
from scoring.rules.penalty import Penalty, score_penalty

GRID = '[score.made]\ndeclarer = "points"\ndefence = 0\n[score.failed]\ndeclarer = 0\ndefence = "total"\n'
DEAL = {"declarer": "NS", "contract": 82, "trump": "H", "points": {"NS": 90, "EW": 72}}
APART = '[cards.convert.suit]\nratio = [1, 1]\nto = 162\nlast_trick = "apart"\n'


def _refused(extra: str, **changes: Any) -> set[tuple[str, str]]:
    """The field and the code, straight and the long way."""
    ruleset = load_ruleset(f'id = "x"\n{extra}\n{GRID}')
    found = set()
    deal = {**DEAL, **changes}
    for given in (deal, parse_deal(deal)):
        with pytest.raises(DealError) as caught:
            score_deal(ruleset, given)
        found.add((caught.value.field, caught.value.code))
    return found


def test_a_bid_is_on_a_step_from_the_lowest() -> None:
    lowest = "[bids]\nlowest = 82\nstep = 10\nhighest = 162\n"
    for contract in (88, 90, 100):
        assert _refused(lowest, contract=contract) == {("contract", "bid_off_step")}
    ruleset = load_ruleset(f'id = "x"\n{lowest}{GRID}')
    assert [score_deal(ruleset, {**DEAL, "contract": contract}).made for contract in (82, 92)] == [True, False]


def test_points_are_whole_units_also_where_both_are_written() -> None:
    twos = "[bids]\nlist = [82]\n[cards]\nunit = 2\n"
    assert _refused(twos, points={"NS": 81, "EW": 81}) == {("points", "points_unit")}
    assert _refused(twos, points={"NS": 81}) == {("points", "points_unit")}


@pytest.mark.parametrize("pack", ["", "total = 162\n"])
def test_who_took_no_trick_did_not_take_the_last(pack: str) -> None:
    extra = f"[bids]\nlist = [82]\n[cards]\n{pack}{APART}"
    swept = {"points": {"NS": 0, "EW": 162}, "last_trick": "NS"}
    assert _refused(extra, **swept, sweep="EW") == {("last_trick", "last_without_trick")}
    assert _refused(extra, **swept, tricks={"NS": 0}) == {("last_trick", "last_without_trick")}
    ruleset = load_ruleset(f'id = "x"\n{extra}{GRID}')
    assert score_deal(ruleset, {**DEAL, **swept, "sweep": "EW", "last_trick": "EW"}).made is False


LADDER = '[[penalty]]\nfault = "misdeal"\namount = "160 + bid"\n'


def test_the_bid_in_force_is_one_that_some_trump_allows() -> None:
    ends = '[cards]\ntrumps = ["H", "SA"]\n[bids]\nlowest = 80\nhighest = { suit = 100, SA = 120 }\n'
    ruleset = load_ruleset(f'id = "x"\n{ends}{GRID}{LADDER}')
    assert score_penalty(ruleset, Penalty("misdeal", "NS", bid=120)).ew == 280
    assert score_penalty(ruleset, Penalty("misdeal", "NS", bid=100, trump="H")).ew == 260
    for bid, trump in ((130, None), (110, "H")):
        with pytest.raises(DealError) as caught:
            score_penalty(ruleset, Penalty("misdeal", "NS", bid=bid, trump=trump))
        assert (caught.value.field, caught.value.code) == ("bid", "bid_too_high")
    endless = load_ruleset(f'id = "x"\n{ends.replace("120", "0")}{GRID}{LADDER}')
    assert score_penalty(endless, Penalty("misdeal", "NS", bid=500)).ew == 660


def test_a_penalty_without_the_bid_that_it_needs_is_noted_and_one_beyond_all_refused() -> None:
    ruleset = load_ruleset(f'id = "x"\n{GRID}{LADDER}')
    answer = score_event(ruleset, {"fault": "misdeal", "by": "NS", "nth": 1})
    assert ([(note.field, note.code) for note in answer.notes], answer.ew) == ([("bid", "penalty_without_bid")], 160)
    most = load_ruleset(f'id = "x"\n[bids]\nlist = [1000, 1001]\n{GRID}{LADDER.replace("160 + bid", "100*bid")}')
    assert score_penalty(most, Penalty("misdeal", "NS", bid=1000)).ew == 100_000
    with pytest.raises(DealError) as caught:
        score_penalty(most, Penalty("misdeal", "NS", bid=1001))
    assert (caught.value.code, caught.value.values) == ("amount_out_of_range", {"given": 100_100})
