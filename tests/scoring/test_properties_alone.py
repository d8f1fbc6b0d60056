"""Single properties against trials made by hand, where no rule set can break them or one deal alone can be scored."""

from types import SimpleNamespace
from typing import Any

from scoring.rules import load_ruleset, score_deal
from scoring.rules.dealing import Dealer
from scoring.rules.properties import (
    PROPERTIES,
    Trial,
    _carried,
    belote_is_worth_twenty,
    carried_comes_out,
    carried_comes_out_of_rounded_lines,
    doubling_keeps_the_result,
    doubling_pays_the_winner,
    doubling_spares_the_loser_nothing,
    failed_is_failed,
    higher_bid_pays,
    lower_bid_is_made_too,
    nothing_below_zero,
    only_whole_tens,
    sweep_is_worth_its_points,
)
from tests.scoring.plain_files import PLAIN

DEAL: dict[str, Any] = {"declarer": "NS", "trump": "H", "contract": 80, "double": "none", "carried": 3}


def trial(**more: Any) -> Any:
    return SimpleNamespace(**{"deal": DEAL, "declarer": "NS", "defence": "EW"} | more)


def answer(result: str = "made", ns: int = 0, ew: int = 0, held: int = 0) -> Any:
    return SimpleNamespace(result=result, ns=ns, ew=ew, held=held, score={"NS": ns, "EW": ew})


def rounding(scope: str = "none", unit: int = 10, divide: int = 1, last_deal_exact: bool = False) -> Any:
    rounds = SimpleNamespace(scope=scope, unit=unit, divide=divide, last_deal_exact=last_deal_exact)
    return SimpleNamespace(rounding=rounds)


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


def test_the_next_points_are_those_that_go_with_the_last_trick() -> None:
    dealer = Dealer(load_ruleset(PLAIN.replace("m*(160 + bid) + announces", "points + announces", 1)), 0)
    deal = {**DEAL, "points": {"NS": 10, "EW": 152}, "belote": [], "announces": {}}
    last = [Trial(dealer, {**deal, "last_trick": side}).last_is_own() for side in (None, "NS", "EW")]
    assert last == [None, True, False]
    assert Trial(dealer, deal).last_is_own() is None
    # The last trick is ten of the ten points: no card is worth one.
    own = Trial(dealer, {**deal, "last_trick": "NS"})
    more, shown = own.more_points(), failed_is_failed(own)
    assert more is not None and more[0]["points"] == {"NS": 12, "EW": 150}
    assert shown is not None and shown[1]["points"] == {"NS": 12, "EW": 150}
    others = Trial(dealer, {**deal, "last_trick": "EW"}).more_points()
    assert others is not None and others[0]["points"] == {"NS": 11, "EW": 151}
    swept = {**deal, "points": {"NS": 0, "EW": 162}, "sweep": "EW"}
    assert Trial(dealer, swept).more_points() is None


def test_a_bid_that_pays_as_much_as_the_next_is_no_finding() -> None:
    bids = SimpleNamespace(bids=lambda _: (80, 90, 100))
    for amount, shown in ((99, True), (100, False), (101, False)):
        scored = trial(dealer=bids, answer=answer(ns=100), score=lambda _, amount=amount: answer(ns=amount))
        assert higher_bid_pays(scored) == ((DEAL, {**DEAL, "contract": 90}) if shown else None)
    for other in (None, answer("failed")):
        assert higher_bid_pays(trial(dealer=bids, answer=answer(ns=9), score=lambda _, other=other: other)) is None


def test_only_the_next_lower_bid_is_looked_at() -> None:
    results = {80: "failed", 90: "made", 100: "failed"}
    shown = {}
    for contract in (80, 90, 100, 110):
        deal = {**DEAL, "contract": contract}
        bids = SimpleNamespace(bids=lambda _: (80, 90, 100, 110))
        found = lower_bid_is_made_too(
            trial(deal=deal, dealer=bids, answer=answer(), score=lambda of: answer(results[of["contract"]]))
        )
        shown[contract] = found and found[1]["contract"]
    assert shown == {80: None, 90: 80, 100: None, 110: 100}


def test_tens_are_looked_for_only_where_all_is_rounded_to_them() -> None:
    deal = {**DEAL, "last_deal": True}

    def looked_at(ruleset: Any) -> Any:
        found = only_whole_tens(trial(deal=deal, ruleset=ruleset, score=lambda of: answer(ns=of["carried"], ew=1)))
        return found and found[0]["carried"]

    # A line is rounded with the points held over, which are exact elsewhere.
    assert looked_at(rounding("line")) == 3
    assert looked_at(rounding("points")) == 0
    for exact in (rounding(), rounding(divide=10), rounding("line", divide=10), rounding("line", last_deal_exact=True)):
        assert looked_at(exact) is None
    even = trial(deal=deal, ruleset=rounding("points"), score=lambda of: answer(ns=of["carried"], ew=20))
    assert only_whole_tens(even) is None


def test_points_held_over_are_looked_at_apart_where_lines_are_rounded() -> None:
    for ruleset, plain, lines in (
        (rounding("points"), True, False),
        (rounding("line"), False, True),
        (rounding("points", divide=10), False, False),
    ):
        lost = trial(ruleset=ruleset, score=lambda _: answer())
        assert (carried_comes_out(lost) is not None, carried_comes_out_of_rounded_lines(lost) is not None) == (
            plain, lines,
        )  # fmt: skip


def test_each_doubling_is_compared_with_the_one_before() -> None:
    def shown(check: Any, winner: str | None, *amounts: int) -> Any:
        scores = dict(zip(("none", "coinche", "surcoinche"), (answer(ns=n, ew=n) for n in amounts), strict=True))
        found = check(trial(ruleset=SimpleNamespace(doublings=(*scores,)), winner=lambda: winner, doubled=scores.get))
        return found and tuple(deal["double"] for deal in found)

    assert shown(doubling_pays_the_winner, "NS", 10, 20, 20) is None
    assert shown(doubling_pays_the_winner, "NS", 10, 9, 20) == ("none", "coinche")
    assert shown(doubling_pays_the_winner, "EW", 10, 20, 15) == ("coinche", "surcoinche")
    assert shown(doubling_pays_the_winner, None, 10, 9, 8) is None
    assert shown(doubling_spares_the_loser_nothing, "NS", 10, 10, 9) is None
    assert shown(doubling_spares_the_loser_nothing, "NS", 10, 10, 11) == ("coinche", "surcoinche")


def test_a_sweep_is_compared_with_its_points_alone() -> None:
    deal = {**DEAL, "sweep": "NS", "alone": True}

    def shown(other: Any, **more: Any) -> Any:
        asked: list[Any] = []
        swept = trial(deal=deal | more, answer=answer(ns=252), score=lambda of: asked.append(of) or other)
        found = sweep_is_worth_its_points(swept)
        assert asked in ([], [{**DEAL, "sweep": None, "alone": False}])
        return found and found[1] == asked[0]

    assert shown(answer(ns=253)) is True
    assert shown(answer(ns=252)) is shown(answer("failed", ns=300)) is shown(None) is None
    assert shown(answer(ns=253), sweep="EW") is shown(answer(ns=253), sweep=None) is None


def test_a_belote_of_either_side_is_looked_at_by_itself() -> None:
    ruleset = SimpleNamespace(belote_value=20, multipliers={"none": 1, "coinche": 2}, **vars(rounding()))

    def shown(belote: list[str], one: Any, double: str = "coinche") -> Any:
        deal = {**DEAL, "belote": belote, "double": double}
        left = trial(deal=deal, ruleset=ruleset, answer=answer(ns=100), score=lambda of: one(of["belote"]))
        found = belote_is_worth_twenty(left)
        return found and found[0]["belote"]

    def worth(amount: int) -> Any:
        return lambda _: answer(ns=100 - amount)

    assert [shown(["NS"], worth(n)) for n in (0, 20, 40)] == [None] * 3
    assert [shown(["NS"], worth(n)) for n in (-20, 10, 60)] == [[]] * 3
    assert (shown(["NS"], worth(40), "none"), shown(["EW"], worth(10)), shown([], worth(10))) == ([], [], None)
    # Of both, the one that changes a result says nothing of the other.
    assert shown(["NS", "EW"], lambda left: answer(ns=90) if left == ["NS"] else answer("failed")) == ["NS"]
    assert shown(["NS", "EW"], lambda left: answer(ns=90) if left == ["NS"] else None) == ["NS"]
    ruleset.rounding.divide = 10
    assert shown(["NS"], worth(10)) is None


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


def test_a_failure_is_compared_with_the_points_just_below_and_just_above() -> None:
    def shown(amounts: dict[int, int], ends: tuple[int, ...] = ()) -> Any:
        failed = trial(
            deal={**DEAL, "points": {"NS": 50, "EW": 112}},
            answer=answer("failed", ew=160),
            last_is_own=lambda: None,
            dealer=SimpleNamespace(neighbour=lambda _, own, step, last: None if own + step in ends else own + step),
            with_points=lambda own: own,
            score=lambda own: answer("failed", ew=amounts.get(own, 160)),
        )
        found = failed_is_failed(failed)
        return found and found[1]

    assert [shown({near: 161}) for near in (48, 49, 50, 51, 52)] == [None, 49, None, 51, None]
    assert shown({49: 1, 51: 1}, ends=(49,)) == 51
    assert shown({49: 1, 51: 1}, ends=(49, 51)) is None
