"""What must hold for every deal under the club rules, whatever the cards."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import Answer, preset, score_deal
from tests.scoring.deals import random_deal, swapped

CLUB = preset("club")
deals = st.randoms(use_true_random=False).map(random_deal)
many = settings(deadline=None)


def _scored(deal: dict[str, Any]) -> Answer:
    return score_deal(CLUB, deal)


def _complete(deal: dict[str, Any]) -> dict[str, int]:
    total = CLUB.pack_total(deal["trump"])
    ns, ew = deal["points"].get("NS"), deal["points"].get("EW")
    return {"NS": total - ew if ns is None else ns, "EW": total - ns if ew is None else ew}


@given(deals)
@many
def test_swapping_the_sides_swaps_the_answer(deal: dict[str, Any]) -> None:
    one, two = _scored(deal), _scored(swapped(deal))
    assert (one.ns, one.ew, one.result, one.held) == (two.ew, two.ns, two.result, two.held)
    assert [line.text for line in one.lines] == [line.text for line in two.lines]


@given(deals)
@many
def test_the_lines_of_a_side_add_up_to_its_score_and_nothing_is_negative(deal: dict[str, Any]) -> None:
    answer = _scored(deal)
    for side, score in answer.score.items():
        assert score == sum(line.amount for line in answer.lines if line.side == side) >= 0
    assert answer.held == 0


@given(deals)
@many
def test_leaving_out_one_sides_points_changes_nothing(deal: dict[str, Any]) -> None:
    full = _complete(deal)
    answers = [_scored({**deal, "points": points}) for points in (full, {"NS": full["NS"]}, {"EW": full["EW"]})]
    # What is typed may be worth another look; what it is worth is the same.
    assert len({(a.ns, a.ew, a.result, a.held, a.lines) for a in answers}) == 1


@given(deals)
@many
def test_doubling_never_changes_the_result_nor_the_belote(deal: dict[str, Any]) -> None:
    plain, coinche, surcoinche = (_scored({**deal, "double": d}) for d in ("none", "coinche", "surcoinche"))
    assert plain.result == coinche.result == surcoinche.result

    def doubled(answer: Answer) -> list[int]:
        return [sum(ln.amount for ln in answer.lines if ln.side == s and ln.what not in ("belote", "carried"))
                for s in ("NS", "EW")]  # fmt: skip

    assert doubled(coinche) == [2 * n for n in doubled(plain)]
    assert doubled(surcoinche) == [4 * n for n in doubled(plain)]
    kept = [[line.amount for line in a.lines if line.what == "belote"] for a in (plain, coinche, surcoinche)]
    assert kept[0] == kept[1] == kept[2]


@given(deals)
@many
def test_an_own_belote_never_makes_a_result_worse(deal: dict[str, Any]) -> None:
    without = {**deal, "belote": []}
    if deal["trump"] == "SA":
        return
    with_one = {**deal, "belote": [deal["declarer"]]}
    if _scored(without).made:
        assert _scored(with_one).made


@given(deals)
@many
def test_a_made_bid_a_step_higher_never_pays_less(deal: dict[str, Any]) -> None:
    if not isinstance(deal["contract"], int) or deal["contract"] == 240:
        return
    lower, higher = _scored(deal), _scored({**deal, "contract": deal["contract"] + 10})
    if higher.made:
        assert lower.made
        assert higher.score[deal["declarer"]] == lower.score[deal["declarer"]] + 10 * CLUB.multipliers[deal["double"]]


@given(deals, st.sampled_from([46, 60, 61, 75]), st.sampled_from([50, 64, 77]))
@many
def test_a_failed_deal_does_not_depend_on_how_the_points_fell(deal: dict[str, Any], one: int, two: int) -> None:
    middle = {**deal, "contract": 240, "tricks": {"NS": 4, "EW": 4}, "sweep": None, "last_trick": None, "announces": {}}
    answers = [_scored({**middle, "points": {deal["declarer"]: points}}) for points in (one, two)]
    assert answers[0].result == answers[1].result == "failed"
    assert answers[0].score == answers[1].score


@given(deals)
@many
def test_carried_points_go_to_the_winner_exactly(deal: dict[str, Any]) -> None:
    with_carried, without = _scored({**deal, "carried": 130}), _scored({**deal, "carried": 0})
    winner = deal["declarer"] if without.made else {"NS": "EW", "EW": "NS"}[deal["declarer"]]
    assert with_carried.score == {**without.score, winner: without.score[winner] + 130}


@given(deals)
@many
def test_the_suit_does_not_matter(deal: dict[str, Any]) -> None:
    if deal["trump"] in ("SA", "TA"):
        return
    assert len({(a.ns, a.ew, a.lines) for a in (_scored({**deal, "trump": suit}) for suit in "SHDC")}) == 1
