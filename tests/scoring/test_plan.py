"""What is worked out of a rule set once: what can be bid and counted under each trump, and each outcome's terms."""

from typing import Any

import pytest

from scoring.rules import RuleSet, load_ruleset
from scoring.rules.cards import reach
from scoring.rules.plan import MAX_BID, AtTrump

GRID = (
    '[score.made]\ndeclarer = "points + their_belote + announces"\ndefence = "their_points + belote + sweep"\n'
    '[score.failed]\ndeclarer = 0\ndefence = "total"\n'
)
ALL = '[cards]\ntrumps = ["H", "SA", "TA"]\n'


def _load(extra: str = "", grid: str = GRID) -> RuleSet:
    return load_ruleset(f'id = "x"\n{extra}\n{grid}')


def _at(trump: str, extra: str = "") -> AtTrump:
    return _load(extra).plan.trumps[trump]


def _points(bits: int) -> set[int]:
    return {number for number in range(bits.bit_length()) if bits >> number & 1}


def test_each_trump_that_is_played_has_its_pack() -> None:
    plan = _load(ALL).plan
    assert [*plan.trumps] == ["H", "SA", "TA"]
    assert [(at.trump, at.mode, at.total, at.unit) for at in plan.trumps.values()] == [
        ("H", "suit", 162, 1),
        ("SA", "SA", 162, 1),
        ("TA", "TA", 258, 1),
    ]
    assert plan.tricks == 8
    assert _load("[game]\ntricks = 16").plan.tricks == 16


@pytest.mark.parametrize(
    ("rounding", "points", "lines"),
    [
        ("", True, True), ('unit = 10\nscope = "line"', True, False), ('unit = 10\nscope = "points"', False, True),
        ('unit = 10\nscope = "declarer_rest"', False, True), ("divide = 10", True, False),
        ('unit = 10\nscope = "line"\ndivide = 10', True, False),
        ('unit = 10\nscope = "points"\ndivide = 10', False, False),
    ],
)  # fmt: skip
def test_what_is_plain_is_neither_rounded_nor_converted(rounding: str, points: bool, lines: bool) -> None:
    plan = _load(f"[rounding]\n{rounding}\n").plan
    assert (plan.plain_points, plan.plain_lines) == (points, lines)
    converted = _load(f"{ALL}[cards.convert.TA]\nratio = [162, 258]\nto = 162\n[rounding]\n{rounding}\n").plan
    assert (converted.plain_points, converted.plain_lines) == (False, lines)


def test_bids_under_a_trump_and_contracts_that_are_none() -> None:
    free = _load(f"{ALL}[bids]\nlowest = 80\nstep = 5\nhighest = {{ suit = 100, SA = 0, TA = 90 }}\n").plan.trumps
    assert {trump: at.numbers for trump, at in free.items()} == {
        "H": range(80, 101, 5),
        "SA": range(80, MAX_BID + 1, 5),
        "TA": range(80, 91, 5),
    }
    assert _at("H", "[bids]\nlist = [80, 100]").numbers == frozenset({80, 100})
    assert _at("H", '[game]\nkind = "take"\n[bids]\ntake = 82').numbers == ()
    assert _at("H", '[game]\nkind = "take"\n[bids]\ntake = 82').words == {"take": 82}
    assert _at("H", "[bids]\ncapot = 250").words == {"capot": 250}
    assert _at("H", "[bids]\ncapot = 250\ngenerale = 500").words == {"capot": 250, "generale": 500}
    assert _at("H", "[bids]\ncapot = 250\ngenerale = 500\ncapot_doubled = false").words == {}
    assert _at("H").words == {}


def test_the_one_belote_and_the_announces_of_a_trump() -> None:
    plan = _load(f"{ALL}[belote]\nvalue = 30\nmost = {{ suit = 1, SA = 0, TA = 4 }}").plan.trumps
    assert {trump: at.belote for trump, at in plan.items()} == {"H": 30, "SA": 0, "TA": 30}
    # No-trump has no king and queen of trump, whatever a file says.
    everywhere = _load(f"{ALL}[belote]\nvalue = 30\nmost = 1").plan.trumps
    assert {trump: at.belote for trump, at in everywhere.items()} == {"H": 30, "SA": 0, "TA": 30}
    assert _at("H", "[belote]\nmost = 0").belote == 0
    off = _load(ALL).plan.trumps
    assert {trump: at.announces for trump, at in off.items()} == {"H": {}, "SA": {}, "TA": {}}
    on = _load(f"{ALL}[announces]\non = true\nvalues = {{ tierce = 21 }}\nvalues_SA = {{ tierce = 22 }}").plan.trumps
    assert {trump: at.announces["tierce"] for trump, at in on.items()} == {"H": 21, "SA": 22, "TA": 21}
    assert _at("H", '[announces]\non = true\ncancel = ["carre-7"]').announces == {}


def test_the_numbers_that_can_be_bid_end_with_the_highest() -> None:
    for highest, last in ((100, 100), (0, MAX_BID)):
        numbers = _at("H", f"[bids]\nlowest = 90\nstep = 1\nhighest = {highest}\n").numbers
        assert [number for number in (89, 90, last, last + 1) if number in numbers] == [90, last]


def test_own_values_of_a_trump() -> None:
    plan = _load(f"{ALL}[values]\none = {{ suit = 1, SA = 2, TA = 3 }}\ntwo = 4").plan.trumps
    assert {trump: at.own for trump, at in plan.items()} == {"H": (1, 4), "SA": (2, 4), "TA": (3, 4)}


def test_the_points_that_a_side_can_have_are_those_of_the_cards() -> None:
    ruleset = _load(ALL)
    for at in ruleset.plan.trumps.values():
        assert at.sums == reach(ruleset.cards.decks[at.mode], ruleset.cards.last_trick[at.mode], 8)
        assert at.fits is at.sums
    tens = _at("H", "[cards]\nunit = 10\nlast_trick = 8")
    assert tens.sums == _at("H", "[cards]\nlast_trick = 8").sums
    assert tens.sums is not None
    whole = set(range(0, 161, 10))
    for exact, fits in zip(tens.sums, tens.fits, strict=True):
        assert [_points(bits) for bits in fits] == [_points(bits) & whole for bits in exact]


@pytest.mark.parametrize(("unit", "step"), [("", 1), ("unit = 10\n", 10)])
def test_of_a_pack_that_nobody_knows_points_are_whole_units(unit: str, step: int) -> None:
    at = _at("H", f"[cards]\n{unit}total = 160\n")
    some = set(range(0, 161, step))
    assert at.sums is None
    by_tricks = [{0}, *[some] * 7, {160}, some]
    # Where the last trick is not kept apart, all but those who have no trick can have it.
    lost, won = [{0}, *[some] * 7, set(), some], [set(), *[some] * 7, {160}, some]
    assert [[_points(bits) for bits in row] for row in at.fits] == [by_tricks, lost, won]
    unfit = _at("H", "[cards]\nunit = 10\ntotal = 162\n")
    assert _points(unfit.fits[0][1]) == set(), "both sides cannot have whole tens"
    assert [len(row) for row in _at("H", "[game]\ntricks = 16\n[cards]\ntotal = 160\n").fits] == [18] * 3


def test_a_last_trick_that_is_kept_apart_is_in_the_points_of_who_took_it() -> None:
    file = '[cards]\ntotal = 162\nlast_trick = 12\n[cards.convert.suit]\nratio = [1, 1]\nto = 162\nlast_trick = "{}"\n'
    at = _at("H", file.format("apart"))
    assert at.conversion is not None
    assert at.conversion.apart
    known, lost, won = ([_points(bits) for bits in row] for row in at.fits)
    assert known == [{0}, *[set(range(163))] * 7, {162}, set(range(163))]
    assert lost == [{0}, *[set(range(151))] * 7, set(), set(range(151))]
    assert won == [set(), *[set(range(12, 163))] * 7, {162}, set(range(12, 163))]
    together = _at("H", file.format("with"))
    assert together.conversion is not None
    assert [_points(row[1]) for row in together.fits] == [set(range(163))] * 3


def test_terms_that_come_to_nought_are_left_out() -> None:
    plan = _load().plan

    def whats(mask: int) -> list[list[str]]:
        return [[term.what for term in terms] for terms in plan.terms("made", False, mask)]

    # Seen by the declarers: a bit each for the announces, the belotes and the sweeps, theirs first.
    assert [whats(1 << bit) for bit in range(6)] == [
        [["points", "announces"], ["their_points"], []],
        [["points"], ["their_points"], []],
        [["points"], ["their_points"], []],
        [["points", "their_belote"], ["their_points", "belote"], []],
        [["points"], ["their_points"], []],
        [["points"], ["their_points", "sweep"], []],
    ]
    assert whats(0) == [["points"], ["their_points"], []]
    assert whats(63) == [["points", "their_belote", "announces"], ["their_points", "belote", "sweep"], []]
    assert plan.terms("made", False, 63) is plan.terms("made", False, 63), "worked out once"
    with pytest.raises(KeyError):
        plan.terms("won", False, 0)


def test_what_an_own_value_is_called_is_asked_once() -> None:
    ruleset = _load('[values]\npot = 162\n[labels]\npot = { en = "lost", fr = "chute" }')
    plan: Any = ruleset.plan
    assert [plan.label("values.pot", language) for language in ("en", "fr", "en")] == ["lost", "chute", "lost"]
    assert plan.label("pot", "fr") == "chute"
    assert plan._labels == {("values.pot", "en"): "lost", ("values.pot", "fr"): "chute", ("pot", "fr"): "chute"}


def test_the_highest_number_that_can_be_bid_is_the_last() -> None:
    numbers = _at("H", '[cards]\ntrumps = ["H"]\n[bids]\nlowest = 80\nstep = 1\nhighest = 83').numbers
    assert 83 in numbers and 84 not in numbers
