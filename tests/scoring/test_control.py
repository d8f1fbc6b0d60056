"""The totals on the paper against those worked out: what is suspected, where, and in which words."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from scoring.rules import RuleSet, languages, load_ruleset, parse_deal, preset, preset_source
from scoring.rules.control import Gap, Report, compare
from scoring.rules.control_sum import holds
from scoring.rules.control_suspects import Place, Suspect, Totals
from scoring.rules.control_variants import WEIGHTS, misread, swapped
from scoring.rules.game import Entry, GameFormat
from scoring.rules.totals import parse_totals
from scoring.rules.words import words

CLUB, BELOTE, CONTREE = preset("club"), preset("guide-belote"), preset("guide-contree")
FOUR = GameFormat(deals=4)

# Made, failed, made with a belote of the others, swept: 100-0, 162-0, 110-20, 0-210 under the club's rules.
MADE = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"EW": 52}}
FAILED = {"declarer": "EW", "contract": 90, "trump": "S", "points": {"EW": 71}}
WITH_BELOTE = {"declarer": "NS", "contract": 110, "trump": "C", "points": {"NS": 115}, "belote": ["EW"]}
SWEPT = {"declarer": "EW", "contract": 120, "trump": "D", "points": {"NS": 0}, "sweep": "EW"}
SHEET = (MADE, FAILED, WITH_BELOTE, SWEPT)


def report(
    change: Totals = (0, 0),
    deals: Sequence[Mapping[str, Any]] = SHEET,
    ruleset: RuleSet = CLUB,
    running: Mapping[int, Totals] | None = None,
    format_: GameFormat = FOUR,
) -> Report:
    """The comparison with a paper whose totals differ from the true ones by ``change``."""
    entries = [Entry("deal", deal=parse_deal(deal)) for deal in deals]
    true = compare(ruleset, format_, entries, (None, None)).computed
    ns, ew = (None if more is None else total + more for total, more in zip(true, change, strict=True))
    return compare(ruleset, format_, entries, (ns, ew), running)


def suspects(*args: Any, **named: Any) -> dict[str, Suspect]:
    (gap,) = report(*args, **named).gaps
    return {suspect.kind: suspect for suspect in reversed(gap.suspects)}


def first(*args: Any, **named: Any) -> Suspect:
    (gap,) = report(*args, **named).gaps
    return gap.suspects[0]


def test_totals_that_agree_raise_nothing() -> None:
    found = report()
    assert found.agrees
    assert found.computed == (372, 230)
    assert (found.gaps, found.difference) == ((), (0, 0))


def test_what_was_not_written_is_not_compared() -> None:
    assert report((None, None)).agrees
    assert report((None, 0)).agrees
    found = report((None, 20))
    assert not found.agrees
    assert (found.gaps[0].ns, found.gaps[0].ew) == (None, 20)
    assert found.gaps[0].suspects[0].kind == "belote_missing"
    assert compare(CLUB, FOUR, [], (100, 0)).gaps == ()


def test_a_belote_that_was_not_entered_is_named_with_the_deals_it_could_be_in() -> None:
    found = first((20, 0))
    # Nobody has said the belote of deals 1 and 4; in deal 3 it is the other side's, in deal 2 it could be.
    assert (found.kind, found.side, found.positions) == ("belote_missing", "NS", (1, 2, 4))
    no_trump = [{**deal, "trump": "SA", "belote": [], "points": {"NS": 90}, "sweep": None} for deal in SHEET]
    assert "belote_missing" not in suspects((20, 0), no_trump)


def test_a_belote_that_saves_the_contract_is_named_too() -> None:
    short = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 85}}
    # Without it 0 and 162, with it 120 and 0.
    found = first((120, -162), [short, *SHEET[1:]])
    assert (found.kind, found.side, found.positions) == ("belote_missing", "NS", (1,))


def test_a_belote_that_the_paper_left_out_or_gave_to_the_others() -> None:
    assert (first((0, -20)).kind, first((0, -20)).positions) == ("belote_unpaid", (3,))
    moved = first((20, -20))
    assert (moved.kind, moved.side, moved.positions) == ("belote_side", "NS", (3,))


def test_a_sweep_forgotten_on_either_side() -> None:
    assert (first((0, -90)).kind, first((0, -90)).positions) == ("sweep_unpaid", (4,))
    unticked = [*SHEET[:3], {**SWEPT, "sweep": None}]
    found = first((0, 90), unticked)
    assert (found.kind, found.side, found.positions) == ("sweep_missing", "EW", (4,))


def test_a_contract_counted_the_other_way_on_the_paper() -> None:
    made = first((-100, 162))
    assert (made.kind, made.positions) == ("inverted_failed", (1,))
    won = first((-162, 90))
    assert (won.kind, won.positions) == ("inverted_made", (2,))


def test_a_wrong_doubling_says_which_one_the_paper_counts() -> None:
    found = suspects((100, 0))["doubled"]
    assert [(place.position, found.detail(place, "en")) for place in found.places] == [(1, "not doubled → coinched")]


def test_digits_swapped_and_points_on_the_wrong_side() -> None:
    deals = [{"declarer": "NS", "contract": "take", "trump": "H", "points": {"EW": 52}}] * 3
    swapped_ = suspects((27, -27), deals, BELOTE)
    assert swapped_["digits_swapped"].positions == (1, 2, 3)
    assert swapped_["digits_swapped"].detail(swapped_["digits_swapped"].places[0], "fr") == "52 → 25"
    # Exchanged, the contract fails: all to the defence.
    assert suspects((-110, 110), deals, BELOTE)["points_exchanged"].positions == (1, 2, 3)


@pytest.mark.parametrize(
    ("number", "others"), [(85, (805, 58)), (127, (1027, 217, 172)), (7, (70,)), (77, (707,)), (0, ())]
)
def test_swapped_digits(number: int, others: tuple[int, ...]) -> None:
    assert swapped(number) == others
    assert swapped(-number) == tuple(-other for other in others)


def test_a_digit_read_as_another() -> None:
    assert misread(85) == (84, 86, 83, 87, 82, 88, 81, 89, 80, 75, 95, 65, 55, 45, 35, 25, 15, 5)
    assert misread(-85) == tuple(-other for other in misread(85))


def test_totals_below_zero_are_compared_like_others() -> None:
    entries = [Entry("adjustment", ns=-120), Entry("deal", deal=parse_deal(FAILED)), Entry("penalty", ew=-210)]
    assert compare(CLUB, FOUR, entries, (None, None)).computed == (42, -210)
    (gap,) = compare(CLUB, FOUR, entries, (42, -120)).gaps
    assert (gap.ns, gap.ew) == (0, 90)
    assert "total_digits" in {suspect.kind for suspect in gap.suspects}
    (gap,) = compare(CLUB, FOUR, [Entry("adjustment", ns=-120)], (-210, 0)).gaps
    assert gap.suspects[0].kind == "total_digits"


def test_announces_that_were_not_entered_or_not_added() -> None:
    found = suspects((50, 0))["announce_missing"]
    assert found.detail(found.places[0], "fr") == "cinquante"
    two = suspects((70, 0))["announce_missing"]
    assert two.detail(two.places[0], "fr") == "tierce + cinquante"
    with_tierce = [{**MADE, "announces": {"NS": ["tierce"]}}, *SHEET[1:]]
    assert suspects((-20, 0), with_tierce)["announce_unpaid"].positions == (1,)
    assert suspects((-20, 20), with_tierce)["announce_side"].positions == (1,)


@pytest.mark.parametrize(
    ("change", "kind"),
    [((10, 0), "addition"), ((0, -100), "addition"), ((1, 0), "addition"), ((-45, 0), "total_digits")],
)
def test_slips_of_addition(change: Totals, kind: str) -> None:
    assert kind in suspects(change)  # 372 and 230; 327 is 372 with two digits swapped


def test_totals_exchanged_columns_exchanged_and_scores_left_out() -> None:
    assert first((230 - 372, 372 - 230)).kind == "totals_exchanged"
    assert suspects((-100, 100))["column"].positions == (1,)
    assert suspects((-162, 0))["typed_twice"].positions == (2,)
    one_side = suspects((-110, 0))["left_out"]
    assert (one_side.side, one_side.positions) == ("NS", (3,))
    assert suspects((162, 0))["counted_twice"].positions == (2,)


def test_a_deal_of_the_paper_that_was_not_entered() -> None:
    assert first((130, 0), SHEET[:3]).kind == "deal_missing"
    assert "deal_missing" not in suspects((130, 0))  # four are there


def test_wrong_declarer_contract_and_trump() -> None:
    assert suspects((-100, 100))["declarer"].positions == (1,)
    contract = suspects((10, 0), [MADE])["contract"]
    assert contract.detail(contract.places[0], "en") == "100 → 110"
    no_trump = [{**FAILED, "trump": "SA"}]
    found = suspects((10, 0), no_trump)["trump"]  # 152 at no-trump, 162 in a suit
    assert found.detail(found.places[0], "fr") == "sans-atout → pique"


def test_points_held_over_that_the_paper_forgot() -> None:
    tied = {"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": 81}}
    won = {"declarer": "EW", "contract": "take", "trump": "S", "points": {"EW": 100}}
    found = first((0, -81), [tied, won, won], BELOTE)
    assert (found.kind, found.side, found.positions) == ("held_unpaid", "EW", (2,))
    # A slip in the deal before moves them: with 82 it is made, and nothing waits.
    moved = suspects((82, -82), [tied, won, won], BELOTE)["digit"]
    assert [(place.position, place.given, place.meant) for place in moved.places] == [(1, "81", "82")]


def test_a_paper_that_rounds_otherwise() -> None:
    deals = [{"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": 93}}] * 4
    # 93 and 69 four times: 360 and 280 in tens.
    assert first((360 - 372, 280 - 276), deals, BELOTE).kind == "rounding"
    rounded = load_ruleset(preset_source("guide-belote"), variants=("rounded",))
    assert first((12, -4), deals, rounded).kind == "rounding"


def test_two_slips_together() -> None:
    found = first((20, -90))
    assert found.kind == "two"
    assert [(part.kind, part.positions) for part in found.parts] == [
        ("belote_missing", (1, 2)),
        ("sweep_unpaid", (4,)),
    ]
    assert found.positions == (1, 2, 4)
    assert found.weight < min(WEIGHTS.values())
    assert report((1234, 777)).gaps[0].suspects == ()


RUNNING = {1: (100, 0), 2: (262, 0), 3: (372, 20)}


def test_running_totals_narrow_the_deals_down() -> None:
    found = report((20, 0), running={1: (100, 0), 2: (282, 0), 3: (392, 20)})
    (gap,) = found.gaps
    assert (gap.first, gap.last, gap.ns, gap.ew) == (2, 2, 20, 0)
    assert (gap.suspects[0].kind, gap.suspects[0].positions) == ("belote_missing", (2,))
    # Some of them will do, even one side's alone; those after the end are passed over.
    half = report((20, 0), running={2: (262, None), 3: (None, 20), 9: (1, 1)})
    assert [(gap.first, gap.last) for gap in half.gaps] == [(4, 4)]


def test_two_slips_in_two_deals_are_two_gaps() -> None:
    found = report((20, -20), running={1: (120, 0), 2: (282, 0)})
    assert [(gap.first, gap.last, gap.ns, gap.ew) for gap in found.gaps] == [(1, 1, 20, 0), (3, 4, 0, -20)]
    assert [gap.suspects[0].kind for gap in found.gaps] == ["belote_missing", "belote_unpaid"]


def test_a_running_total_that_is_wrong_by_itself() -> None:
    found = report(running={**RUNNING, 2: (226, 0)})
    assert found.agrees
    assert [(gap.last, gap.suspects[0].kind) for gap in found.gaps] == [(2, "running_alone")]


def test_penalties_and_passed_deals_keep_their_places() -> None:
    entries = [
        Entry("deal", deal=parse_deal({"declarer": None})),
        Entry("penalty", ns=0, ew=50),
        *(Entry("deal", deal=parse_deal(deal)) for deal in SHEET),
    ]
    found = compare(CLUB, FOUR, entries, (372, 230))
    assert found.computed == (372, 280)
    assert found.gaps[0].suspects[0].kind == "typed_twice"
    assert found.gaps[0].suspects[0].positions == (2,)


# The control total


def test_the_control_total_holds_where_a_deal_pays_the_same_in_all_however_it_ends() -> None:
    assert holds(BELOTE)
    # 162 or the bid; 162 or 160; typed totals.
    assert not any(holds(ruleset) for ruleset in (CLUB, CONTREE, preset("totals")))
    # Points that are rounded each by itself come to 160 or to 170.
    assert not holds(load_ruleset(preset_source("guide-belote"), variants=("rounded",)))


def test_the_control_total_and_what_it_is_made_of() -> None:
    take = {"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": 100}}
    deals = [take, {**take, "points": {"NS": 60}, "belote": ["EW"]}, {**take, "points": {"NS": 162}, "sweep": "NS"}]
    control = report((0, 0), deals, BELOTE).control
    assert control is not None
    assert control.total == 3 * 162 + 20 + 90
    assert control.text("en").replace("\u00a0", " ") == ("3 × 162 + all eight tricks 1 × 90 + belotes 1 × 20 = 596")
    tied = [take, {**take, "points": {"NS": 81}}]
    waiting = report((0, 0), tied, BELOTE).control
    assert waiting is not None
    assert (waiting.total, waiting.parts[-1].name, waiting.parts[-1].each) == (243, "held", -81)
    assert sum(part.count * part.each for part in waiting.parts) == waiting.total
    assert report((0, 0)).control is None


# Words and speed


def test_every_suspect_can_be_said_in_every_language() -> None:
    names = {"NS": "12", "EW": "7"}
    for language in languages():
        said = words(language)
        for kind in WEIGHTS:
            text = Suspect(kind, "NS", amount=-20).text(language, names)
            assert text.endswith(".")
            assert "{" not in text
            assert said.knows(f"control.{kind}")
    assert Suspect("belote_missing", "EW").text("fr", names).startswith("Le papier compte une belote de 7")
    assert "N-S" in Suspect("belote_missing", "NS").text("en")
    pair = Suspect("two", parts=(Suspect("addition", "NS", amount=-10), Suspect("column")))
    assert "exactly 10 points" in pair.text("en", names)


def test_a_sheet_of_forty_deals_is_compared_while_the_desk_looks_up() -> None:
    forty = GameFormat(deals=40)
    entries = [Entry("deal", deal=parse_deal(SHEET[number % 4])) for number in range(40)]
    ns, ew = compare(CLUB, forty, entries, (None, None)).computed
    start = time.process_time()
    found = compare(CLUB, forty, entries, (ns + 20, ew))
    # Far below what a person notices; the bench says what it really takes.
    assert time.process_time() - start < 1.0
    assert found.gaps[0].suspects[0].kind == "belote_missing"


def test_typed_totals_are_compared_too_but_not_those_of_three_players() -> None:
    ruleset, one = preset("totals"), GameFormat(deals=1)
    entry = Entry("total", totals=parse_totals({"totals": {"NS": 962, "EW": 758}}))
    (gap,) = compare(ruleset, one, [entry], (962, 785)).gaps
    assert gap.suspects[0].kind == "total_digits"
    three = load_ruleset(preset_source("totals") + "\n[totals]\nsides = 3\n")
    players = Entry("total", totals=parse_totals({"totals": {"A": 1, "B": 2, "C": 3}}))
    with pytest.raises(ValueError, match="two sides"):
        compare(three, one, [players], (1, 2))


@pytest.mark.parametrize("wrong", [(20, 0), (1, 0), (0, 1), (-3, 7)])
@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_running_total_that_is_wrong_by_itself_is_said_of_its_own_place(place: int, wrong: tuple[int, int]) -> None:
    entries = [Entry("deal", deal=parse_deal(deal)) for deal in SHEET]
    true = [compare(CLUB, FOUR, entries[:many], (None, None)).computed for many in range(1, 5)]
    marks: dict[int, Totals] = dict(enumerate(true[:3], start=1))
    marks[place] = (true[place - 1][0] + wrong[0], true[place - 1][1] + wrong[1])
    found = compare(CLUB, FOUR, entries, true[3], marks)
    assert found.gaps == (Gap(place, place, *wrong, (Suspect("running_alone", places=(Place(place),)),)),)
    only = compare(CLUB, FOUR, entries, true[3], {place: marks[place]})
    assert [(gap.first, gap.last) for gap in only.gaps] == [(1, place)]
    assert only.gaps[0].suspects == (Suspect("running_alone", places=(Place(place),)),)


def test_two_slips_together_are_said_with_the_names_of_the_sides() -> None:
    one, other = Suspect("belote_missing", "NS"), Suspect("declarer", "EW")
    both = Suspect("two", parts=(one, other))
    said = both.text("en", {"NS": "table 7", "EW": "table 12"})
    assert one.text("en", {"NS": "table 7", "EW": "table 12"}) in said and "table 7" in said
    assert (
        words("en").say(
            "control.two",
            one=one.text("en", {"NS": "table 7", "EW": "table 12"}),
            other=other.text("en", {"NS": "table 7", "EW": "table 12"}),
        )
        == said
    )
    assert both.text("en") != said


def test_the_other_side_has_its_name_too() -> None:
    names: dict[Any, str] = {"NS": "Ada", "EW": "Bo"}
    for language in languages():
        messages = {kind: words(language).messages[f"control.{kind}"] for kind in WEIGHTS}
        for kind, message in messages.items():
            said = Suspect(kind, "NS", amount=7).text(language, names)
            assert ("Bo" in said) == ("{other}" in message), said
