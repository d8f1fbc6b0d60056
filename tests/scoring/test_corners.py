"""What only an odd corner of a rule decides: bounds met exactly, zeros, and answers that are no made or failed deal."""

from itertools import product
from typing import Any

import pytest

from scoring.rules import Answer, DealError, load_ruleset, parse_deal, preset, score_deal, score_event
from scoring.rules.cards import OTHER, SIDES, Side
from scoring.rules.checks import check
from scoring.rules.scorer import MAX_SCORE, points_of
from scoring.rules.steps import steps

GRID = '[score.made]\ndeclarer = "points"\ndefence = "points"\n[score.failed]\ndeclarer = 0\ndefence = "total"\n'
DEAL: dict[str, Any] = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 105, "EW": 57}}
FAILED = "[score.failed]\ndeclarer = 0\ndefence = 0\n"
ANNOUNCES_ALONE = (
    "[announces]\non = true\nvalues = { tierce = 1, quarante = 2 }\n"
    f'[score.made]\ndeclarer = "announces"\ndefence = "announces"\n{FAILED}'
)
HALVED = '[cards.convert.TA]\nratio = [1, 2]\n[cards]\ntrumps = ["TA"]\n[bids]\nlowest = 10\n'
TEN_APART = (
    '[cards]\ntrumps = ["TA"]\n[cards.convert.TA]\nratio = [1, 2]\nto = 134\nlast_trick = "apart"\n'
    "[bids]\nlowest = 10\n"
)


def _score(rules: str, **changes: Any) -> Answer:
    """The answer for the deal, read the long way too."""
    grid = "" if "[score" in rules or "[totals]" in rules else GRID
    ruleset = load_ruleset(f'id = "x"\n{rules}{grid}')
    deal = {**DEAL, **changes}
    answer = score_deal(ruleset, deal)
    assert score_deal(ruleset, parse_deal(deal)) == answer
    return answer


def _refused(rules: str, **changes: Any) -> tuple[str, str, dict[str, Any]]:
    with pytest.raises(DealError) as caught:
        _score(rules, **changes)
    return caught.value.field, caught.value.code, caught.value.values


@pytest.mark.parametrize(
    ("rules", "changes", "score"),
    [
        # A belote that is worth nothing is taken, and changes nothing.
        ("[belote]\nvalue = 0\n", {"belote": ["EW"]}, (105, 57)),
        # The step counts from the lowest bid.
        ("[bids]\nlowest = 82\n", {"contract": 92}, (105, 57)),
        ("[bids]\nlowest = 85\nstep = 7\n", {"contract": 99}, (105, 57)),
        # What may not be doubled is capot and générale; a take may.
        (
            '[game]\nkind = "take"\n[bids]\ncapot_doubled = false\n[doubling]\ncoinche = 2\n',
            {"contract": "take", "double": "coinche"},
            (105, 57),
        ),
        ("", {"tricks": {"EW": 0}, "points": {"NS": 162}}, (162, 0)),
        ("", {"tricks": {"NS": 0}, "points": {"EW": 162}}, (0, 162)),
        ("[cards]\nunit = 2\n", {"points": {"NS": 104, "EW": 58}}, (104, 58)),
        # A pack that is worth nothing has nothing to share out.
        ("[cards]\ntotal = 0\n[bids]\nlowest = 0\n", {"contract": 0, "points": {"NS": 0}}, (0, 0)),
        ("[cards]\ntotal = 0\n[bids]\nlowest = 0\n", {"contract": 0, "points": {"EW": 0}}, (0, 0)),
        # The better announce counts, be it worth a single point.
        (ANNOUNCES_ALONE, {"announces": {"EW": ["tierce"]}}, (0, 1)),
        (ANNOUNCES_ALONE, {"announces": {"NS": ["tierce"]}}, (1, 0)),
    ],
)
def test_what_is_just_allowed_is_scored(rules: str, changes: dict[str, Any], score: tuple[int, int]) -> None:
    answer = _score(rules, **changes)
    assert (answer.ns, answer.ew) == score


@pytest.mark.parametrize(
    ("rules", "changes", "field", "code"),
    [
        ("", {"belote": ""}, "belote", "no_sides"),
        ("", {"belote": 0}, "belote", "no_sides"),
        ("", {"belote": {}}, "belote", "no_sides"),
        ("[cards]\nunit = 2\n", {"points": {"NS": 81, "EW": 81}}, "points", "points_unit"),
        # A pack that is no whole number of units cannot be written by either side alone.
        ("[cards]\nunit = 10\n", {"points": {"NS": 90, "EW": 72}}, "points", "points_unit"),
        ("[cards]\nunit = 10\n", {"points": {"NS": 92, "EW": 70}}, "points", "points_unit"),
        ("[bids]\nlowest = 82\n", {"contract": 90}, "contract", "bid_off_step"),
        ("", {"tricks": {"EW": 0}}, "points", "points_without_trick"),
        ("", {"points": {"NS": 105, "EW": 57, "X": 0}}, "points", "one_of"),
        ("", {"tricks": {"NS": 5, "EW": 3, "X": 0}}, "tricks", "one_of"),
        ("[cards]\ntotal = 200\n", {"points": {"NS": 201, "EW": 1}}, "points", "points_above"),
        ("[cards]\ntotal = 200\n", {"points": {"NS": 1, "EW": 201}}, "points", "points_above"),
    ],
)
def test_what_is_just_not_allowed_is_refused(rules: str, changes: dict[str, Any], field: str, code: str) -> None:
    assert _refused(rules, **changes)[:2] == (field, code)


def test_a_scale_of_nothing_is_said_as_it_was_written() -> None:
    assert _refused("", points_scale=0) == ("points_scale", "wrong_scale", {"given": 0, "total": 162})


def test_bounds_of_a_deal_are_in_it() -> None:
    deal = parse_deal({**DEAL, "carried": 100_000, "announces": {"NS": ["tierce"] * 12, "EW": [1000]}})
    assert (deal.carried, deal.announces) == (100_000, (("tierce",) * 12, (1000,)))
    for changes in ({"points": {"NS": 10_000, "EW": 0}}, {"tricks": {"NS": 0, "EW": 10_000}}, {"contract": 10_000}):
        assert parse_deal({**DEAL, **changes}) is not None


@pytest.mark.parametrize("event", [[], "deal", None, 3])
def test_what_is_no_deal_at_all_has_no_field_to_mend(event: Any) -> None:
    for refuse in (lambda: parse_deal(event), lambda: score_event(preset("club"), event)):
        with pytest.raises(DealError) as caught:
            refuse()
        assert (caught.value.field, caught.value.code) == ("", "not_an_object")


def test_a_deal_that_says_not_who_took_is_told_so() -> None:
    with pytest.raises(DealError) as caught:
        parse_deal({name: value for name, value in DEAL.items() if name != "declarer"})
    assert (caught.value.field, caught.value.code) == ("declarer", "missing")


def test_totals_are_no_deal_but_a_deal_may_have_a_field_of_that_name() -> None:
    with pytest.raises(DealError) as caught:
        score_event(preset("club"), {"totals": {"NS": 500, "EW": 400}})
    assert (caught.value.field, caught.value.code) == ("totals", "totals_not_kept")
    with pytest.raises(DealError) as caught:
        score_event(preset("club"), {**DEAL, "totals": {"NS": 500}, "trump": "X"})
    assert caught.value.field == "trump"


def test_a_deal_played_again_writes_nothing_and_says_why() -> None:
    ruleset = load_ruleset(f'id = "x"\n{GRID}[success]\ntie = "replay"\n')
    deal = {**DEAL, "contract": 80, "points": {"NS": 81}, "id": "a", "carried": 40, "dealer": "N"}
    for language, line in (
        ("en", "tie, 81 each: the deal is played again"),
        ("fr", "Litige : 81 partout, la donne est rejouée"),
    ):
        answer = score_deal(ruleset, deal, language=language)
        assert (answer.id, answer.score, answer.result, answer.made, answer.held) == (
            "a", {"NS": 0, "EW": 0}, "replay", None, 40,
        )  # fmt: skip
        assert [told.text.replace("\u00a0", " ") for told in answer.lines] == [line]
        assert answer.warnings == (answer.notes[0].text(language),)
        assert (answer.notes[0].field, answer.language) == ("dealer", language)
        assert score_deal(ruleset, deal, language=language, lines=False) == answer._replace(lines=())


def test_a_deal_that_all_passed_is_answered_in_the_language_asked_for() -> None:
    deal = {"declarer": None, "contract": None, "id": "b", "carried": 7, "dealer": "N"}
    answer = score_deal(preset("club"), deal, language="fr")
    assert (answer.id, answer.result, answer.made, answer.held, answer.lines) == ("b", "passed", None, 7, ())
    assert [note.field for note in answer.notes] == ["dealer"]
    assert answer.warnings == (answer.notes[0].text("fr"),)
    assert answer.notes[0].text("fr") != answer.notes[0].text("en")


def test_totals_are_answered_in_the_language_asked_for() -> None:
    ruleset = load_ruleset('id = "x"\n[game]\nkind = "totals"\n')
    assert score_deal(ruleset, {"totals": {"NS": 1, "EW": 2}}, language="fr").language == "fr"


def test_a_deal_is_never_counted_as_a_penalty_is() -> None:
    assert _score("").counted is False


@pytest.mark.parametrize(("own", "theirs"), [(MAX_SCORE, 0), (-MAX_SCORE, 0), (0, MAX_SCORE), (0, -MAX_SCORE)])
def test_a_score_may_be_a_million_either_way_and_no_more(own: int, theirs: int) -> None:
    cells = ["0" if not cell else f"{'0 - ' if cell < 0 else ''}k*1000" for cell in (own, theirs)]
    answer = _score(f'[values]\nk = 1000\n[score.made]\ndeclarer = "{cells[0]}"\ndefence = "{cells[1]}"\n{FAILED}')
    assert (answer.ns, answer.ew) == (own, theirs)


@pytest.mark.parametrize(("cell", "given"), [("declarer", 1_000_010), ("defence", -1_000_010)])
def test_a_score_beyond_is_refused_with_the_figure_that_is(cell: str, given: int) -> None:
    sign = "" if given > 0 else "0 - "
    cells = {"declarer": "5", "defence": "5"} | {cell: f"{sign}k*1000 {'+' if given > 0 else '-'} 10"}
    made = "".join(f'{name} = "{formula}"\n' for name, formula in cells.items())
    field, code, values = _refused(f"[values]\nk = 1000\n[score.made]\n{made}{FAILED}")
    assert (field, code, values) == ("contract", "score_out_of_range", {"given": given})


@pytest.mark.parametrize(
    ("success", "changes", "result"),
    [
        # All trump at half its 258 points: 129 each way, judged by the exact half.
        ('tie = "replay"', {"contract": 60, "points": {"NS": 129}}, "replay"),
        ('tie = "replay"', {"contract": 70, "points": {"NS": 129}}, "failed"),
        ('at_bid = "failed"', {"contract": 80, "points": {"NS": 160}}, "failed"),
        ('at_bid = "failed"', {"contract": 80, "points": {"NS": 162}}, "made"),
        # 109 and a belote of 40 half points are 149, as the defence has.
        ('tie = "replay"', {"contract": 70, "points": {"NS": 109}, "belote": ["NS"]}, "replay"),
        ('tie = "replay"', {"contract": 80, "points": {"NS": 109}, "belote": ["NS"]}, "failed"),
    ],
)
def test_points_that_are_converted_are_judged_by_their_exact_fraction(
    success: str, changes: dict[str, Any], result: str
) -> None:
    assert _score(f"{HALVED}[success]\n{success}\n", trump="TA", **changes).result == result


def test_the_last_tricks_ten_goes_to_who_took_it_whole() -> None:
    for declarer in ("NS", "EW"):
        for last, score in (("NS", (74, 60)), ("EW", (69, 65))):
            deal = {"declarer": declarer, "trump": "TA", "contract": 10, "points": {"NS": 138, "EW": 120}}
            answer = _score(TEN_APART, **deal, last_trick=last)
            assert (answer.ns, answer.ew) == score


def test_a_figure_doubled_twice_says_its_factor() -> None:
    rules = '[doubling]\ncoinche = 3\n[score.made]\ndeclarer = "m*m*bid"\ndefence = 0\n' + FAILED
    answer = _score(rules, double="coinche")
    assert answer.ns == 900
    assert answer.lines[1].text.replace("\u00a0", " ") == "bid 100 × 9"


WEIGHTS = {"announces": 1, "their_announces": 7, "belote": 3, "their_belote": 11, "sweep": 1000, "their_sweep": 2000}


@pytest.mark.parametrize("declarer", SIDES)
def test_every_figure_of_a_cell_counts_whatever_else_the_deal_holds(declarer: Side) -> None:
    formula = " + ".join(f"{weight}*{name}" for name, weight in WEIGHTS.items())
    cells = f'declarer = "{formula}"\ndefence = "{formula}"\n'
    rules = f'[announces]\non = true\ncount = "both"\n[belote]\nmost = 2\n[score.made]\n{cells}[score.failed]\n{cells}'
    for shown, belotes, sweeper in product(
        ((), ("NS",), ("EW",), SIDES), ((), ("NS",), ("EW",), SIDES), (None, *SIDES)
    ):
        deal = {"declarer": declarer, "announces": {side: [50] for side in shown}, "belote": [*belotes]}
        if sweeper is not None:
            deal |= {"sweep": sweeper, "points": {sweeper: 162}}
        answer = _score(rules, **deal)
        for side in SIDES:
            other = OTHER[side]
            found = {
                "announces": 50 * (side in shown), "their_announces": 50 * (other in shown),
                "belote": 20 * (side in belotes), "their_belote": 20 * (other in belotes),
                "sweep": sweeper == side, "their_sweep": sweeper == other,
            }  # fmt: skip
            assert answer.score[side] == sum(WEIGHTS[name] * figure for name, figure in found.items()), deal


UNKNOWN_TEN = TEN_APART.replace("trumps", "total = 200\ntrumps")


def test_the_ten_apart_must_be_in_its_sides_points_where_nobody_knows_the_cards() -> None:
    for side, other in (("NS", "EW"), ("EW", "NS")):
        for own, taken in ((10, True), (9, False)):
            deal = {"trump": "TA", "contract": 10, "points": {side: own, other: 200 - own}, "last_trick": side}
            if taken:
                assert _score(UNKNOWN_TEN, **deal).result in {"made", "failed"}
            else:
                values = {"ns": deal["points"]["NS"], "ew": deal["points"]["EW"]}
                assert _refused(UNKNOWN_TEN, **deal) == ("last_trick", "last_impossible", values)
    # Without a ten apart, nobody knows what the last trick was worth.
    answer = _score("[cards]\ntotal = 200\n", points={"NS": 195, "EW": 5}, last_trick="EW")
    assert (answer.ns, answer.ew) == (195, 5)


def test_a_penalty_of_several_figures_is_their_product() -> None:
    rules = '[[penalty]]\nfault = "misdeal"\namount = "2*bid"\n'
    ruleset = load_ruleset(f'id = "x"\n{rules}{GRID}')
    answer = score_event(ruleset, {"fault": "misdeal", "by": "NS", "bid": 90})
    assert (answer.ns, answer.ew) in {(0, 180), (-180, 0)}
    assert [line.amount for line in answer.lines if line.amount] == [180]


def test_a_bid_of_nought_is_said_as_one() -> None:
    ruleset = load_ruleset(f'id = "x"\n[bids]\nlowest = 0\n{GRID}')
    first = steps(ruleset, {**DEAL, "contract": 0})[0]
    assert (first.name, first.text) == ("contract", "North-South play 0, hearts.")


def test_all_points_are_those_of_a_sweep_where_each_card_is_worth_some() -> None:
    rules = '[cards]\ntrumps = ["TA"]\nall_trump = { A = 7, 10 = 5, K = 3, Q = 2, J = 14, 9 = 9, 8 = 1, 7 = 1 }\n'
    for side in SIDES:
        answer = _score(rules, trump="TA", points={side: 178, OTHER[side]: 0}, sweep=side)
        assert answer.score == {side: 178, OTHER[side]: 0}
    assert _refused(rules, trump="TA", points={"NS": 178, "EW": 0})[1] == "points_impossible"


def test_the_ten_apart_is_the_whole_of_one_side_and_nothing_of_the_other() -> None:
    rules = load_ruleset(f'id = "x"\n[cards.convert.suit]\nratio = [1, 2]\nlast_trick = "apart"\n{GRID}')
    for declarer, exact in (("NS", (110, 62)), ("EW", (62, 110))):
        deal = {"declarer": declarer, "contract": 80, "trump": "H", "points": {"NS": 100}, "last_trick": "NS"}
        assert points_of(rules, check(rules, parse_deal(deal))).exact == exact
