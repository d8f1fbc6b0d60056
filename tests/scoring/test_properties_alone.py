"""Single properties against trials made by hand, where no rule set can break them or one deal alone can be scored."""

from types import SimpleNamespace
from typing import Any

from scoring.rules import load_ruleset, score_deal
from scoring.rules.dealing import Dealer
from scoring.rules.properties import PROPERTIES, Trial, _carried, doubling_keeps_the_result, nothing_below_zero
from tests.scoring.plain_files import PLAIN

DEAL: dict[str, Any] = {"declarer": "NS", "trump": "H", "contract": 80, "double": "none", "carried": 3}


def trial(**more: Any) -> Any:
    return SimpleNamespace(deal=DEAL, **more)


def answer(result: str = "made", ns: int = 0, ew: int = 0, held: int = 0) -> Any:
    return SimpleNamespace(result=result, ns=ns, ew=ew, held=held)


def test_a_doubling_that_changes_the_result_is_shown() -> None:
    results = {"none": answer(), "coinche": answer(), "surcoinche": answer("failed")}
    broken = trial(ruleset=SimpleNamespace(doublings=(*results,)), answer=answer(), doubled=results.get)
    assert doubling_keeps_the_result(broken) == (DEAL, {**DEAL, "double": "surcoinche"})
    broken.answer = answer("failed")
    assert doubling_keeps_the_result(broken) == (DEAL, {**DEAL, "double": "none"})
    broken.doubled = lambda _: None
    assert doubling_keeps_the_result(broken) is None


def test_where_one_of_two_deals_cannot_be_scored_nothing_is_shown() -> None:
    for missing in ({0}, {1}, {0, 1}):
        scored = trial(score=lambda deal, missing=missing: None if bool(deal["carried"]) in missing else answer())
        assert _carried(scored) is None
    assert _carried(trial(score=lambda deal: answer(held=deal["carried"]))) is None
    assert _carried(trial(score=lambda _: answer())) is not None


def test_any_figure_below_zero_is_shown() -> None:
    for figures in ({"ns": -1}, {"ew": -1}, {"held": -1}):
        assert nothing_below_zero(trial(answer=answer(**figures))) == (DEAL,)
    assert nothing_below_zero(trial(answer=answer())) is None


def test_deals_that_are_given_show_what_is_broken() -> None:
    ruleset = load_ruleset(PLAIN.replace("m*(points + bid) + announces", "points - 200 + announces", 1))
    deals = [*Dealer(ruleset, 3).deals(40)]
    property_ = next(one for one in PROPERTIES if one.id == "nothing_below_zero")
    found = property_.counter_example(ruleset, deals)
    assert found is not None and found[0] in deals
    below = score_deal(ruleset, found[0])
    assert min(below.ns, below.ew) < 0
    assert Trial(Dealer(ruleset, 0), deals[0]).deal == deals[0]
