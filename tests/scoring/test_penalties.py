"""Penalties: which rung of the ladder holds, what it costs, and what is refused."""

from typing import Any

import pytest

from scoring.rules import (
    Answer,
    DealError,
    Penalty,
    RuleSetError,
    load_ruleset,
    parse_penalty,
    score_event,
    score_penalty,
)

GRID = """
[score.made]
declarer = "bid"
defence = 0
[score.failed]
declarer = "0"
defence = "160"
"""
LADDER = """
[[penalty]]
fault = "misdeal"
until = 1
amount = "0"
then = "redeal"
[[penalty]]
fault = "misdeal"
from = 2
until = 3
amount = 160
then = "next-dealer"
counted = true
[[penalty]]
fault = "misdeal-after-opposing-bid"
amount = "total - 2 + bid"
[[penalty]]
fault = "played card"
amount = "16 + announces"
"""


def _score(extra: str = "", ladder: str = LADDER, language: str = "en", **changes: Any) -> Answer:
    event = {"id": "p", "fault": "misdeal", "by": "NS", "nth": 1, "bid": None, **changes}
    ruleset = load_ruleset(f'id = "x"\n{extra}\n{ladder}\n{GRID}')
    answer = score_event(ruleset, event, language=language)
    for side, score in answer.score.items():
        assert sum(line.amount for line in answer.lines if line.side == side) == score
    return answer


def test_the_answer_has_the_form_of_a_deals_with_what_follows_at_the_table() -> None:
    assert _score(nth=2).as_dict() == {
        "id": "p", "score": {"NS": 0, "EW": 160}, "result": "penalty", "made": None, "held": 0,
        "then": "next-dealer", "counted": True,
        "lines": [
            {
                "side": "NS", "what": "penalty", "amount": 0,
                "text": "Misdeal, time 2; the next dealer deals; it counts as a deal",
            },
            {"side": "EW", "what": "number", "amount": 160, "text": "fixed 160"},
        ],
        "warnings": [],
    }  # fmt: skip


def test_nothing_is_said_where_the_ladder_says_nothing() -> None:
    answer = _score(fault="misdeal-after-opposing-bid", bid=80, by="EW").as_dict()
    assert (answer["then"], answer["counted"], answer["score"]) == (None, False, {"NS": 240, "EW": 0})


@pytest.mark.parametrize(("nth", "points"), [(1, 0), (2, 160), (3, 160)])
def test_the_rung_is_the_one_for_this_time(nth: int, points: int) -> None:
    assert _score(nth=nth).ew == points


def test_the_first_time_is_meant_where_nothing_is_written() -> None:
    ruleset = load_ruleset(f'id = "x"\n{LADDER}\n{GRID}')
    answer = score_event(ruleset, {"fault": "misdeal", "by": "EW"})
    assert (answer.id, answer.ns, answer.then) == (None, 0, "redeal")


def test_of_rungs_that_overlap_the_one_that_starts_latest_holds_then_the_narrower_then_the_first() -> None:
    ladder = "".join(
        f'[[penalty]]\nfault = "misdeal"\namount = {amount}\n{span}\n'
        for amount, span in [(1, ""), (2, "until = 1"), (3, "from = 3"), (4, "from = 3"), (5, "from = 3\nuntil = 3")]
    )
    assert [_score(ladder=ladder, nth=nth).ew for nth in (1, 2, 3, 4, 99)] == [2, 1, 5, 3, 3]


@pytest.mark.parametrize(("bid", "points"), [(100, 260), (0, 160), ("capot", 410), ("generale", 660), (None, 160)])
def test_the_bid_in_force_counts(bid: int | str | None, points: int) -> None:
    answer = _score("[bids]\ncapot = 250\ngenerale = 500", fault="misdeal-after-opposing-bid", bid=bid)
    assert answer.ew == points
    assert [note.code for note in answer.notes] == ([] if bid is not None else ["penalty_without_bid"])
    assert bool(answer.warnings) == (bid is None)


@pytest.mark.parametrize(
    ("extra", "changes", "code"),
    [
        ("", {"bid": 1000}, "bid_too_high"),
        ("", {"bid": 70}, "bid_too_low"),
        ("", {"bid": 85}, "bid_off_step"),
        ("[bids]\nlist = [82, 92]", {"bid": 100}, "not_listed"),
        ('[game]\nkind = "take"', {"bid": 100}, "take_only"),
        ("[cards]\ntrumps = ['H', 'TA']\n[bids]\nhighest = { TA = 250 }", {"bid": 260}, "bid_too_high"),
        ("[cards]\ntrumps = ['H', 'TA']\n[bids]\nhighest = { TA = 250 }", {"bid": 200, "trump": "H"}, "bid_too_high"),
    ],
)
def test_a_bid_in_force_that_cannot_be_bid_is_refused(extra: str, changes: dict[str, Any], code: str) -> None:
    """1000 typed for 100 would be written as 1160 points."""
    with pytest.raises(DealError) as caught:
        _score(extra, fault="misdeal-after-opposing-bid", **changes)
    assert (caught.value.field, caught.value.code) == ("bid", code)


def test_a_bid_in_force_may_be_one_of_any_trump_where_none_is_told() -> None:
    extra = "[cards]\ntrumps = ['H', 'TA']\n[bids]\nhighest = { TA = 250 }"
    for more in ({}, {"trump": "TA"}):
        assert _score(extra, fault="misdeal-after-opposing-bid", bid=200, **more).ew in (360, 456)
    assert _score("[bids]\nhighest = 0", fault="misdeal-after-opposing-bid", bid=700).ew == 860


def test_all_points_are_those_of_a_suit_or_of_the_trump_given_once_converted() -> None:
    extra = '[cards]\ntrumps = ["TA", "SA", "H"]\n[cards.convert.TA]\nratio = [152, 248]\nlast_trick = "apart"\n'
    extra += "[cards.total]\nsuit = 160\n"
    at = {"fault": "misdeal-after-opposing-bid", "bid": 0}
    assert [_score(extra, trump=trump, **at).ew for trump in (None, "H", "SA", "TA")] == [158, 158, 160, 160]
    only = '[cards]\ntrumps = ["TA"]\n'
    assert _score(only, **at).ew == 256


def test_announces_shown_by_either_side_count() -> None:
    shown = {"NS": ["tierce"], "EW": [50, "cent"]}
    assert _score("[announces]\non = true", fault="played card", announces=shown).ew == 186


def test_penalties_are_neither_rounded_nor_divided() -> None:
    answer = _score('[rounding]\nunit = 10\nscope = "line"\ndivide = 10', fault="played card", by="EW")
    assert (answer.ns, answer.ew) == (16, 0)


def test_french_and_the_files_own_name_of_a_fault() -> None:
    text = _score(language="fr", nth=3).lines[0].text.replace("\u00a0", " ")
    assert text.endswith(", fois n° 3 ; le donneur suivant donne ; elle compte pour une donne")
    labelled = _score(LADDER + '[labels]\n"played card" = { fr = "Carte jouée" }\n', ladder="", fault="played card")
    assert labelled.lines[0].text == "Carte jouée, time 1"
    assert _score(fault="played card").lines[0].text == "played card, time 1"
    assert _score(ladder='[[penalty]]\nfault = "late-card"\n', fault="late-card").lines[0].text == "late card, time 1"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"fault": "shouting"}, "fault"), ({"fault": None}, "fault"), ({"fault": ""}, "fault"), ({"fault": 3}, "fault"),
        ({"by": None}, "by"), ({"by": "N"}, "by"), ({"by": ["NS"]}, "by"),
        ({"nth": 0}, "nth"), ({"nth": 4}, "nth"), ({"nth": 100}, "nth"), ({"nth": True}, "nth"), ({"nth": "2"}, "nth"),
        ({"bid": -10}, "bid"), ({"bid": "take"}, "bid"), ({"bid": "capot"}, "bid"), ({"bid": False}, "bid"),
        ({"bid": 10_001}, "bid"), ({"id": 3}, "id"), ({"trump": "SA"}, "trump"), ({"trump": "X"}, "trump"),
        ({"trump": 3}, "trump"), ({"announces": {"NS": ["tierce"]}}, "announces"),
        ({"announces": {"N": []}}, "announces"),
    ],
)  # fmt: skip
def test_what_no_penalty_has_is_refused_by_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(DealError) as caught:
        _score(**changes)
    assert caught.value.field == field
    assert caught.value.text("fr") != caught.value.message


def test_refusals_say_what_is_possible() -> None:
    with pytest.raises(DealError) as caught:
        _score(fault="shouting")
    assert caught.value.message == (
        "shouting is no fault of this rule set; there are: misdeal, misdeal-after-opposing-bid, played card"
    )
    with pytest.raises(DealError) as caught:
        _score(ladder="")
    assert caught.value.message == "this rule set has no penalties"
    with pytest.raises(DealError) as caught:
        _score(nth=4)
    assert caught.value.message == "this rule set says nothing about time 4 of this fault"


def test_an_amount_below_zero_or_beyond_all_scores_is_refused() -> None:
    for amount, bid in (("0 - 1", 0), ("bid*bid", 400)):
        with pytest.raises(DealError) as caught:
            _score(ladder=f'[[penalty]]\nfault = "misdeal"\namount = "{amount}"\n', bid=bid)
        assert caught.value.field == "bid"
    assert _score(ladder='[[penalty]]\nfault = "misdeal"\namount = 100000\n').ew == 100_000


def test_the_largest_amount_is_a_hundred_thousand() -> None:
    with pytest.raises(DealError):
        _score(ladder='[[penalty]]\nfault = "misdeal"\namount = 100001\n')


def test_announces_are_worth_what_they_are_at_this_trump() -> None:
    rules = '[cards]\ntrumps = ["H", "SA"]\n[announces]\non = true\nvalues_SA = { tierce = 30 }\n'
    event: dict[str, Any] = {"fault": "played card", "announces": {"NS": ["tierce"], "EW": [100]}}
    assert [_score(rules, trump=trump, **event).ew for trump in (None, "H", "SA")] == [136, 136, 146]


def test_a_bid_has_no_end_where_one_trump_has_none() -> None:
    rules = '[cards]\ntrumps = ["H", "SA"]\n[bids]\nhighest = { suit = 0, SA = 160 }\n'
    ladder = '[[penalty]]\nfault = "misdeal"\namount = "bid"\n'
    assert _score(rules, ladder, bid=400).ew == 400
    with pytest.raises(DealError) as caught:
        _score(rules, ladder, bid=400, trump="SA")
    assert caught.value.message == "400 is too high: numbers end at 160"


def test_a_fault_has_a_name_of_sixty_letters_at_most() -> None:
    name = "x" * 60
    assert _score(ladder=f'[[penalty]]\nfault = "{name}"\n', fault=name).ew == 0


def test_a_penalty_of_the_bid_without_one_is_looked_at_twice() -> None:
    notes = _score(fault="misdeal-after-opposing-bid").notes
    assert [(note.field, note.code) for note in notes] == [("bid", "penalty_without_bid")]


def test_an_unknown_field_is_a_note() -> None:
    assert [note.field for note in _score(who="me").notes] == ["who"]


def test_a_parsed_penalty_scores_the_same() -> None:
    ruleset = load_ruleset(f'id = "x"\n{LADDER}\n{GRID}')
    assert parse_penalty({"fault": "misdeal", "by": "NS"}) == Penalty("misdeal", "NS", 1)
    assert score_penalty(ruleset, Penalty("misdeal", "NS", 2)).ew == 160
    assert ruleset.faults == ("misdeal", "misdeal-after-opposing-bid", "played card")


def test_the_resolved_rule_set_holds_the_ladder_and_only_then() -> None:
    with_ladder = load_ruleset(f'id = "x"\n{LADDER}\n{GRID}').canonical()
    assert with_ladder["penalties"][1] == {
        "fault": "misdeal", "from": 2, "until": 3, "amount": "160", "then": "next-dealer", "counted": True,
    }  # fmt: skip
    assert with_ladder["penalties"][2]["until"] == 99
    assert "penalties" not in load_ruleset(f'id = "x"\n{GRID}').canonical()


@pytest.mark.parametrize(
    ("rung", "key", "part"),
    [
        ('fault = "a"\namount = "points"', "penalty[1].amount", "announces, bid, total"),
        ('fault = "a"\namount = true', "penalty[1].amount", "a formula"),
        ('fault = "a"\nfrom = 0', "penalty[1].from", "from 1 to 99"),
        ('fault = "a"\nfrom = true', "penalty[1].from", "from 1 to 99"),
        ('fault = "a"\nuntil = 100', "penalty[1].until", "from 1 to 99"),
        ('fault = "a"\nfrom = 3\nuntil = 2', "penalty[1].until", "at least 3"),
        (
            'fault = "a"\nthen = "beer"',
            "penalty[1].then",
            "redeal, next-dealer, may-not-take, dealer-may-not-bid, void",
        ),
        ('fault = "a"\ncounted = 1', "penalty[1].counted", "true or false"),
        ('fault = "a"\nwho = "b"', "penalty[1].who", "fault, from, until, amount, then, counted"),
        ("fault = 3", "penalty[1].fault", "a name"),
        ("amount = 3", "penalty[1].fault", "a name"),
        (f'fault = "{"x" * 61}"', "penalty[1].fault", "60"),
    ],
)
def test_a_slip_in_a_ladder_names_its_rung(rung: str, key: str, part: str) -> None:
    source = f'id = "x"\n{GRID}[[penalty]]\n{rung}\n[[penalty]]\nfault = "b"\n'
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(source)
    assert caught.value.key == key
    assert part in caught.value.message
    assert caught.value.line
    text = source.splitlines()[caught.value.line - 1]
    assert text.partition(" ")[0] in {key.rpartition(".")[2], "[[penalty]]"}


def test_a_variant_has_a_ladder_of_its_own() -> None:
    source = f'id = "x"\n{LADDER}\n{GRID}[[variant.mild.penalty]]\nfault = "misdeal"\namount = 10\n'
    assert load_ruleset(source, ["mild"]).faults == ("misdeal",)
    assert len(load_ruleset(source).penalties) == 4


def test_a_ladder_has_an_end() -> None:
    for count, fits in ((100, True), (101, False)):
        source = f'id = "x"\n{GRID}' + '[[penalty]]\nfault = "a"\n' * count
        if fits:
            assert len(load_ruleset(source).penalties) == 100
            continue
        with pytest.raises(RuleSetError, match="at most 100 rungs"):
            load_ruleset(source)
