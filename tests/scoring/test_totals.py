"""Typed totals: given back under their names, with a control total where the rule set has one."""

from typing import Any

import pytest

from scoring.rules import Answer, Deal, DealError, RuleSetError, Totals, load_ruleset, preset, score_deal, score_totals

FILE = 'id = "x"\n[game]\nkind = "totals"\n'


def _score(extra: str = "", language: str = "en", **totals: Any) -> Answer:
    return score_deal(load_ruleset(FILE + extra), {"id": "t", "totals": totals}, language=language)


def test_the_totals_of_two_sides_come_back() -> None:
    assert _score(EW=840, NS=1120).as_dict() == {
        "id": "t", "score": {"NS": 1120, "EW": 840}, "result": "total", "made": None, "held": 0,
        "lines": [
            {"side": "NS", "what": "total", "amount": 1120, "text": "total 1120"},
            {"side": "EW", "what": "total", "amount": 840, "text": "total 840"},
        ],
        "warnings": [],
    }  # fmt: skip


def test_the_totals_of_three_players_come_back() -> None:
    answer = _score(A=1, C=3, B=2)
    assert (answer.score, answer.ns, answer.ew) == ({"A": 1, "B": 2, "C": 3}, 0, 0)
    assert [(line.side, line.amount) for line in answer.lines] == [("A", 1), ("B", 2), ("C", 3)]


@pytest.mark.parametrize(
    "given",
    [
        None, 3, [], {}, {"NS": 1}, {"NS": 1, "EW": 2, "A": 3}, {"A": 1, "B": 2}, {"N": 1, "E": 2},
        {"NS": 1, "EW": None},
        {"NS": True, "EW": 0}, {"NS": 1.5, "EW": 0}, {"NS": -1, "EW": 0}, {"NS": 100_001, "EW": 0},
        {"NS": "1", "EW": 0},
    ],
)  # fmt: skip
def test_what_are_no_totals_is_refused(given: Any) -> None:
    with pytest.raises(DealError) as caught:
        score_deal(load_ruleset(FILE), {"totals": given})
    assert caught.value.field == "totals"
    assert caught.value.text("fr") != caught.value.message


def test_the_ends_of_a_total() -> None:
    assert _score(NS=100_000, EW=0).ns == 100_000
    assert _score("[totals]\nlowest = -50", NS=-50, EW=50).ns == -50
    with pytest.raises(DealError, match="-50 to 100000"):
        _score("[totals]\nlowest = -50", NS=-51, EW=51)


def test_a_control_total_is_kept() -> None:
    assert _score("[totals]\ncontrol = 1944", NS=1000, EW=944).ns == 1000
    with pytest.raises(DealError) as caught:
        _score("[totals]\ncontrol = 1944", NS=1000, EW=943)
    assert caught.value.message == "the totals make 1943, they must make 1944"


def test_a_rule_set_can_say_who_has_totals() -> None:
    assert _score("[totals]\nsides = 3", A=1, B=2, C=3).score["C"] == 3
    for sides, totals, names in ((3, {"NS": 1, "EW": 2}, "A, B, C"), (2, {"A": 1, "B": 2, "C": 3}, "NS, EW")):
        with pytest.raises(DealError, match=names):
            _score(f"[totals]\nsides = {sides}", **totals)


def test_a_deal_is_refused_where_totals_are_typed_and_totals_where_deals_are_counted() -> None:
    totals = load_ruleset(FILE)
    for deal in ({"declarer": None}, Deal()):
        with pytest.raises(DealError) as caught:
            score_deal(totals, deal)
        assert (caught.value.field, caught.value.code) == ("totals", "missing")
    with pytest.raises(DealError) as caught:
        score_deal(preset("club"), {"totals": {"NS": 1, "EW": 2}})
    assert caught.value.code == "totals_not_kept"


def test_other_fields_are_noted_and_an_id_is_a_text() -> None:
    answer = score_deal(load_ruleset(FILE), {"totals": {"NS": 1, "EW": 2}, "trump": "H"})
    assert (answer.id, [note.field for note in answer.notes]) == (None, ["trump"])
    with pytest.raises(DealError) as caught:
        score_deal(load_ruleset(FILE), {"id": 3, "totals": {"NS": 1, "EW": 2}})
    assert caught.value.field == "id"


def test_typed_totals_score_as_they_are() -> None:
    assert score_totals(load_ruleset(FILE), Totals((("NS", 5), ("EW", 6)), "a")).score == {"NS": 5, "EW": 6}


def test_what_pages_need_is_data() -> None:
    ruleset = load_ruleset(FILE + "[totals]\ncontrol = 6")
    assert (ruleset.fields, ruleset.bids, ruleset.special_contracts) == (("totals",), (), ())
    assert ruleset.canonical()["totals"] == {"sides": 0, "control": 6, "lowest": 0}
    assert "totals" not in preset("club").canonical()


@pytest.mark.parametrize(
    ("extra", "key"),
    [
        ("[totals]\nsides = 4", "totals.sides"), ("[totals]\ncontrol = -1", "totals.control"),
        ("[totals]\nlowest = 1", "totals.lowest"), ("[totals]\nsum = 1", "totals.sum"),
    ],
)  # fmt: skip
def test_a_slip_in_the_totals_is_refused(extra: str, key: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(FILE + extra)
    assert (caught.value.key, caught.value.line) == (key, 5)


def test_totals_are_no_key_of_another_game() -> None:
    source = 'id = "x"\n[totals]\ncontrol = 1\n'
    source += "".join(f"[score.{row}]\ndeclarer = 1\ndefence = 0\n" for row in ("made", "failed"))
    with pytest.raises(RuleSetError, match="unknown key"):
        load_ruleset(source)


def test_totals_of_players_keep_their_id_and_what_is_noted() -> None:
    totals = {"id": "t", "totals": {"A": 1, "B": 2, "C": 3}, "trump": "H"}
    answer = score_totals(load_ruleset(FILE), totals, language="fr")
    assert (answer.id, [note.field for note in answer.notes]) == ("t", ["trump"])
    assert answer.as_dict()["warnings"] == [answer.notes[0].text("fr")] != [answer.notes[0].text("en")]


def test_totals_are_refused_by_a_rule_set_that_counts_deals() -> None:
    with pytest.raises(DealError) as caught:
        score_totals(preset("club"), {"totals": {"NS": 1, "EW": 2}})
    assert (caught.value.field, caught.value.code) == ("totals", "totals_not_kept")
