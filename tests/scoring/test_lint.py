"""The lint: each property can be broken, slips of known sheets are found, and findings speak to an organiser."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.rules import Answer, RuleSet, languages, load_ruleset, preset, properties, score_deal
from scoring.rules.dealing import Dealer
from scoring.rules.lint import Finding, _example, _plainer, lint
from scoring.rules.properties import PROPERTIES, CounterExample, Trial
from scoring.rules.words import words
from tests.scoring.plain_files import PLAIN
from tests.scoring.rule_files import source_of

SMALL = """
id = "small"
[bids]
capot = 250
[doubling]
coinche = 2
[score.made]
declarer = "points + m*bid + belote"
defence = "points + belote"
[score.failed]
declarer = "belote"
defence = "160 + m*bid + belote"
"""


def _changed(*changes: tuple[str, str], more: str = "") -> RuleSet:
    source = SMALL
    for old, new in changes:
        assert source.count(old) == 1
        source = source.replace(old, new)
    return load_ruleset(source + more)


def _found(ruleset: RuleSet) -> dict[str, Finding]:
    return {finding.property: finding for finding in lint(ruleset, deals=60)}


def _shown(ruleset: RuleSet, id_: str) -> CounterExample:
    """What the first deals show of one property alone."""
    known = next(property_ for property_ in PROPERTIES if property_.id == id_)
    return known.counter_example(ruleset, Dealer(ruleset, 1).deals(1500))


def test_an_ordinary_rule_set_has_no_findings() -> None:
    assert lint(_changed(), deals=200) == ()
    assert lint(preset("lions"), deals=100) == ()
    assert lint(preset("totals")) == ()


MADE, FAILED = "points + m*bid + belote", "160 + m*bid + belote"
HELD = '[score.held]\ndeclarer = "0"\ndefence = "points + belote"\nkeep = "points + belote"\n[success]\ntie = "held"\n'
BROKEN = {
    "nothing_below_zero": _changed((MADE, "points + m*bid + belote - 200")),
    "failed_is_failed": _changed((FAILED, "points + m*bid + belote")),
    "higher_bid_pays": _changed((MADE, "points + 500 - m*bid + belote")),
    "only_whole_tens": _changed((FAILED, "162 + m*bid + belote"), more='[rounding]\nunit = 10\nscope = "points"\n'),
    "carried_comes_out_of_rounded_lines": _changed(more='[rounding]\nunit = 10\nscope = "line"\n'),
    "suits_are_equal": _changed((MADE, "k*points"), more="[values]\nk = { H = 2, else = 1 }\n"),
    "doubling_pays_the_winner": _changed((MADE, "points + 2*bid - m*bid + bid + belote")),
    "doubling_spares_the_loser_nothing": _changed(('defence = "points + belote"', 'defence = "m*points"')),
    "failed_declarers_write_the_belote_at_most": _changed(('declarer = "belote"', 'declarer = "m*belote"')),
    "more_points_never_worse": _changed(more=HELD),
    "more_points_never_lower": _changed((MADE, "500 - points")),
    "more_points_never_help_the_others": _changed(('defence = "points + belote"', 'defence = "their_points"')),
    "both_columns_make_one_figure": _changed(more='[rounding]\nunit = 10\nscope = "points"\n'),
    "lower_bid_is_made_too": _changed(more="[success]\nbelote_from = 100\n"),
    "sweep_is_worth_its_points": _changed(more='[sweep]\npoints = "150"\n'),
    "belote_is_worth_twenty": _changed((MADE, "points + m*bid + 3*belote")),
}  # fmt: skip


@pytest.mark.parametrize("id_", BROKEN)
def test_a_rule_set_that_breaks_a_property_is_shown_by_deals_that_can_be(id_: str) -> None:
    example = _shown(BROKEN[id_], id_)
    assert example
    assert all(score_deal(BROKEN[id_], deal) for deal in example)


def test_scores_that_no_sheet_can_hold_are_a_finding() -> None:
    finding = _found(_changed((MADE, "999999*points")))["score_too_large"]
    assert (finding.severity, finding.answers) == ("must", (None,))
    for language in ("en", "fr"):
        assert finding.text(language)
        assert len(finding.examples(language)) == 1


def test_a_total_of_its_own_for_one_trump_leaves_the_others_as_they_are() -> None:
    ruleset = _changed(more='[cards]\ntrumps = ["H", "SA"]\ntotal = { SA = 157 }\n')
    assert "score_too_large" not in _found(ruleset)
    assert 1 in Dealer(ruleset, 1).possible("SA")
    assert 1 not in Dealer(ruleset, 1).possible("H")


@pytest.mark.parametrize("bids", ["highest = 70", "highest = { SA = 70 }", "highest = 70\ncapot = false"])
def test_no_deals_are_made_up_with_a_bid_that_cannot_be(bids: str) -> None:
    ruleset = _changed(
        ("capot = 250", f"capot = 250\n{bids}" if "false" not in bids else bids), more='[cards]\ntrumps = ["H", "SA"]\n'
    )
    deals = [*Dealer(ruleset, 1).deals(200)]
    assert {deal["contract"] for deal in deals if deal["trump"] == "SA"} <= {"capot"}
    assert len(deals) == (0 if "false" in bids else 200)
    assert isinstance(_found(ruleset), dict)


def test_no_deals_are_made_up_with_points_that_cannot_be_written() -> None:
    ruleset = _changed(more='[cards]\ntrumps = ["H", "SA"]\ntotal = { SA = 160 }\nunit = 10\n')
    assert {deal["trump"] for deal in Dealer(ruleset, 1).deals(100)} == {"SA"}


def _one_more(answer: Answer, deal: dict[str, Any]) -> Answer:
    return answer._replace(ns=answer.ns + 1)


def _doubled_fails(answer: Answer, deal: dict[str, Any]) -> Answer:
    return answer if deal["double"] == "none" else answer._replace(result="failed")


def _halves(answer: Answer, deal: dict[str, Any]) -> Answer:
    return answer if len(deal["points"]) == 2 else answer._replace(ew=answer.ew + 10, ns=answer.ns + 10)


def _belote_hurts(answer: Answer, deal: dict[str, Any]) -> Answer:
    return answer._replace(result="failed") if deal["declarer"] in deal["belote"] else answer


def _loses_carried(answer: Answer, deal: dict[str, Any]) -> Answer:
    return answer._replace(ns=answer.ns - 1) if deal["carried"] and answer.ns else answer


@pytest.mark.parametrize(
    ("id_", "slip"),
    [
        ("swapped_sides", _one_more),
        ("lines_add_up", _one_more),
        ("doubling_keeps_the_result", _doubled_fails),
        ("one_side_is_enough", _halves),
        ("own_belote_helps", _belote_hurts),
        ("carried_comes_out", _loses_carried),
    ],
)
def test_a_slip_of_the_engine_itself_is_found_too(
    monkeypatch: pytest.MonkeyPatch, id_: str, slip: Callable[[Answer, dict[str, Any]], Answer]
) -> None:
    true = score_deal
    monkeypatch.setattr(properties, "score_deal", lambda ruleset, deal, **how: slip(true(ruleset, deal, **how), deal))
    assert _shown(_changed(), id_)


def test_every_property_is_shown_broken_here() -> None:
    engine = {"swapped_sides", "lines_add_up", "doubling_keeps_the_result", "one_side_is_enough", "own_belote_helps",
              "carried_comes_out"}  # fmt: skip
    assert {property_.id for property_ in PROPERTIES} == {*BROKEN} | engine


SLIPS = {
    "muscle without the defence to beat": ("muscle", 'beat_defence = "more"\n', "", "more_points_never_worse"),
    "pagat without the tricks when doubled": ("pagat", "160 + 90*sweep", "160", "doubling_pays_the_winner"),
    "cannes rounding the points alone": ("cannes-2016", 'scope = "line"', 'scope = "points"', "only_whole_tens"),
}


@pytest.mark.parametrize(("id_", "old", "new", "found"), SLIPS.values(), ids=SLIPS)
def test_slips_that_all_published_cases_pass_are_found(id_: str, old: str, new: str, found: str) -> None:
    source = source_of(id_)
    assert old in source
    assert _shown(load_ruleset(source.replace(old, new, 1)), found)


def test_the_same_seed_finds_the_same_and_must_come_first() -> None:
    both = _changed((MADE, "100 - points"), (FAILED, "points"))
    assert lint(both, deals=40) == lint(both, deals=40)
    severities = [finding.severity for finding in lint(both, deals=40)]
    assert severities == sorted(severities)
    assert severities[0] == "must"


def test_a_counter_example_holds_no_more_than_it_needs() -> None:
    finding = _found(BROKEN["failed_is_failed"])["failed_is_failed"]
    one, two = finding.deals
    assert (one["declarer"], one["trump"], one["double"], one["belote"], one["carried"]) == ("NS", "H", "none", [], 0)
    assert {field for field in one if one[field] != two[field]} == {"points"}


def test_a_property_that_holds_has_no_counter_example() -> None:
    for property_ in PROPERTIES:
        assert property_.counter_example(_changed(), Dealer(_changed(), 3).deals(20)) is None


def test_findings_speak_in_sentences_with_their_deals() -> None:
    finding = _found(BROKEN["doubling_spares_the_loser_nothing"])["doubling_spares_the_loser_nothing"]
    assert finding.text("fr") == "Coinché, le perdant marque plus que sans la coinche."
    plain, doubled = finding.examples("en")
    assert plain.startswith("North-South: ")
    assert "coinched" in doubled
    assert "coinched" not in plain
    assert "made, North-South" in plain
    assert "Nord-Sud\u00a0: " in finding.examples("fr")[0]


def test_every_property_has_its_sentence_in_every_language() -> None:
    for language in languages():
        said = words(language)
        texts = [said.say(f"lint.{property_.id}") for property_ in PROPERTIES]
        assert len({*texts}) == len(PROPERTIES)
        assert said.language == language


def test_examples_name_everything_that_a_deal_can_have() -> None:
    deal = {
        "declarer": "EW", "trump": "S", "contract": "capot", "double": "coinche", "points": {"NS": 0, "EW": 162},
        "belote": ["NS"], "announces": {"NS": ["tierce"], "EW": [50]}, "best": "EW", "sweep": "EW", "alone": True,
        "carried": 81, "last_deal": True,
    }  # fmt: skip
    answer = Trial(Dealer(preset("app"), 1), deal).answer
    text = Finding("lines_add_up", "must", (deal, deal), (answer, None)).examples("en")
    assert text[0] == (
        "East-West: capot, spades, coinched, belote North-South, tierce North-South, an announce of 50 East-West, "
        "all tricks East-West, one player alone, 81 held over before, last deal, 162 points to 0: "
        "made, North-South 40, East-West 1485"
    )
    assert text[1].endswith(": refused")


TIED: dict[str, Any] = {
    "declarer": "EW", "trump": "H", "contract": 80, "points": {"NS": 81, "EW": 81}, "double": "none",
}  # fmt: skip
FULL: dict[str, Any] = {
    "declarer": "NS", "trump": "SA", "contract": "capot", "points": {"EW": 0}, "double": "coinche", "belote": ["EW"],
    "sweep": "NS", "alone": True, "carried": 5, "last_deal": True, "announces": {"NS": ["tierce", 20], "EW": []},
}  # fmt: skip


def test_an_example_in_words_has_all_that_is_in_the_deal() -> None:
    assert _example(words("en"), FULL, None) == (
        "North-South: capot, no-trump, coinched, belote East-West, tierce North-South, an announce of 20 North-South, "
        "all tricks North-South, one player alone, 5 held over before, last deal, ? points to 0: refused"
    )
    few = {**TIED, "contract": "take", "trump": "TA", "points": {"EW": 3}}
    assert _example(words("en"), few, None) == "East-West: take, all-trump, 3 points to ?: refused"
    held = load_ruleset(PLAIN.replace("same = 5", 'same = 5\n[success]\ntie = "held"'))
    assert _example(words("en"), TIED, score_deal(held, TIED)) == (
        "East-West: 80, hearts, 81 points to 81: held over, North-South 81, East-West 0, 81 held over"
    )


def test_a_deal_is_made_plainer_one_thing_at_a_time() -> None:
    plainer = [{"carried": 0}, {"last_deal": False}, {"alone": False}, {"belote": []}, {"double": "none"}]
    nothing = {"announces": {"NS": [], "EW": []}, "best": None}
    for trumps, trump in (('"S", "H", "D", "C", "SA", "TA"', "H"), ('"SA", "TA", "D", "C"', "D"), ('"TA", "SA"', None)):
        dealer = Dealer(load_ruleset(PLAIN.replace('"S", "H", "D", "C", "SA", "TA"', trumps)), 1)
        suit = [{"trump": trump}] if trump else []
        assert [*_plainer(dealer, {**TIED, "declarer": "NS"})] == [*plainer, *suit]
        shown = {**TIED, "announces": {"NS": ["tierce"], "EW": []}}
        turned = {**shown, "declarer": "NS", "announces": {"NS": [], "EW": ["tierce"]}}
        assert [*_plainer(dealer, shown)] == [turned, *plainer[:3], nothing, *plainer[3:], *suit]


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_score_that_is_too_large_does_not_end_the_search(seed: int) -> None:
    source = PLAIN.replace("m*(points + bid) + announces + belote", "points + 20000*bid*sweep", 1)
    ruleset = load_ruleset(source.replace('failed]\ndeclarer = "belote"', 'failed]\ndeclarer = "belote - 300"'))
    assert {finding.property for finding in lint(ruleset, seed=seed, deals=60)} >= {
        "score_too_large", "nothing_below_zero", "failed_declarers_write_the_belote_at_most",
    }  # fmt: skip


def test_a_bid_of_all_tricks_has_its_name_in_an_example() -> None:
    assert _example(words("en"), {**TIED, "contract": "generale"}, None).startswith("East-West: générale, hearts")


def test_a_score_that_is_refused_does_not_end_the_search() -> None:
    formula = "m*(points + bid) + announces + belote"
    assert formula in PLAIN
    ruleset = load_ruleset(PLAIN.replace(formula, "bid*bid*120 - points"))
    found = [one.property for one in lint(ruleset, seed=7, deals=60)]  # its first deal is refused
    assert found[:2] == ["score_too_large", "more_points_never_lower"]
