"""The tables of a rule-set file where one key's bounds depend on another."""

import pytest

from scoring.rules import RuleSet, RuleSetError, load_ruleset
from scoring.rules.ruleset import Conversion

GRID = '[score.made]\ndeclarer = "points"\ndefence = 0\n[score.failed]\ndeclarer = 0\ndefence = "total"\n'
APART = '[cards.convert.suit]\nlast_trick = "apart"\n'


def _load(extra: str) -> RuleSet:
    return load_ruleset(f'id = "x"\n{extra}\n{GRID}')


def _converted(extra: str) -> Conversion:
    return _load(extra).cards.convert["suit"]


@pytest.mark.parametrize(
    ("extra", "to"),
    [
        # What the cards come to, and the last trick, which is kept out.
        ("ratio = [1, 1]", 162),
        ("ratio = [1, 2]", 86),
        ("ratio = [1, 2]\nto = 76", 86),
        ("ratio = [1, 2]\nto = 75", 75),
        ("ratio = [1, 3]\nto = 50", 50),
        ("ratio = [1, 3]\nto = 11", 11),
        ("ratio = [1, 1]\nto = 10000", 10_000),
    ],
)
def test_a_converted_pack_is_what_its_cards_come_to_else_what_the_file_says(extra: str, to: int) -> None:
    assert _converted(APART + extra).to == to


def test_without_a_last_trick_apart_a_converted_pack_is_all_of_it() -> None:
    assert _converted("[cards.convert.suit]\nratio = [1, 2]").to == 81
    assert _converted("[cards.convert.suit]\nratio = [1, 2]\nto = 1").to == 1


def test_a_pack_is_worth_its_last_trick_at_least() -> None:
    tiny = "[cards]\nlast_trick = {}\ntotal = {}\n" + APART + "ratio = [1, 1]\nto = 30"
    assert _converted(tiny.format(20, 20)).to == 30
    with pytest.raises(RuleSetError) as caught:
        _load(tiny.format(20, 19))
    assert (caught.value.code, caught.value.key, caught.value.line) == ("whole", "cards.total", 4)
    assert caught.value.values == {"low": 20, "high": 1000, "given": 19}


@pytest.mark.parametrize(
    ("cards", "extra"),
    [
        ("[cards]\ntotal = 10\n", "ratio = [1, 1]"),
        ("", "ratio = [10000, 1]"),
        ("", "ratio = [1, 1]\nto = 10"),
        ("", "ratio = [1, 1]\nto = 10001"),
    ],
)
def test_a_converted_pack_is_more_than_its_last_trick_and_no_fortune(cards: str, extra: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        _load(cards + APART + extra)
    assert (caught.value.code, caught.value.key) == ("whole", "cards.convert.suit.to")
    assert (caught.value.values["low"], caught.value.values["high"]) == (11, 10_000)


def test_a_pack_that_does_not_divide_needs_to_be_told_what_it_becomes() -> None:
    with pytest.raises(RuleSetError) as caught:
        _load(APART + "ratio = [1, 3]")
    assert (caught.value.code, caught.value.key) == ("convert_to", "cards.convert.suit.to")
    assert caught.value.values == {"pack": 152, "up": 1, "down": 3}


@pytest.mark.parametrize(
    ("trumps", "refused"),
    [('["S", "S"]', True), ('["S", "X"]', True), ("[3]", True), ("[]", True), ('"S"', True), ('["TA"]', False)],
)
def test_trumps_are_some_of_those_there_are_each_once(trumps: str, refused: bool) -> None:
    if not refused:
        assert _load(f"[cards]\ntrumps = {trumps}").trumps == ("TA",)
        return
    with pytest.raises(RuleSetError) as caught:
        _load(f"[cards]\ntrumps = {trumps}")
    assert caught.value.key == "cards.trumps"


def test_a_list_of_bids_has_two_hundred_at_most_each_from_one_up() -> None:
    assert _load(f"[bids]\nlist = {[*range(1, 201)]}").bids == tuple(range(1, 201))
    assert _load("[bids]\nlist = [2000, 1]").bids == (1, 2000)
    for listed in ([80] * 201, [0], [2001]):
        with pytest.raises(RuleSetError) as caught:
            _load(f"[bids]\nlist = {listed}")
        assert caught.value.key == "bids.list"
