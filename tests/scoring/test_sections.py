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


SOURCE = 'id = "x"\n[score.made]\ndeclarer = "bid"\ndefence = "0"\n[score.failed]\ndeclarer = "0"\ndefence = "bid"\n'
ENDS = ["bids.highest", "bids.take", "success.lowest_needs", "success.belote_floor", "success.belote_from"]


@pytest.mark.parametrize("key", ENDS)
def test_numbers_beside_a_bid_end_where_bids_end(key: str) -> None:
    table, _, name = key.partition(".")
    assert load_ruleset(f"{SOURCE}[{table}]\n{name} = 2000\n")
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(f"{SOURCE}[{table}]\n{name} = 2001\n")
    assert (caught.value.key, caught.value.values["high"]) == (key, 2000)


def test_an_empty_table_of_totals_names_none() -> None:
    assert load_ruleset(f"{SOURCE}[cards.total]\n").cards.own_totals == ()
    assert load_ruleset(f"{SOURCE}[cards]\ntotal = 162\n").cards.own_totals == ("suit", "SA", "TA")


def test_sixty_own_values_at_most() -> None:
    values = "[values]\n" + "".join(f"v{n} = {n}\n" for n in range(60))
    assert len(load_ruleset(SOURCE + values).canonical()["own_names"]) == 60
    with pytest.raises(RuleSetError, match="values: "):
        load_ruleset(f"{SOURCE}{values}v60 = 1\n")


def test_a_label_that_is_no_text_is_refused_by_its_key() -> None:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(f"{SOURCE}[values]\nv = 1\n[labels]\nv = 3\n")
    assert caught.value.key == "labels.v" and caught.value.line


def test_from_where_points_are_rounded_up_means_nothing_where_they_are_not() -> None:
    assert load_ruleset(f"{SOURCE}[rounding]\nup_from = 10\n").rounding.up_from == 1
    assert load_ruleset(f"{SOURCE}[rounding]\nunit = 5\nup_from = 5\n").rounding.up_from == 5
    for lines in ("up_from = 11", "unit = 5\nup_from = 6", "unit = 10\nup_from = 0"):
        with pytest.raises(RuleSetError) as caught:
            load_ruleset(f"{SOURCE}[rounding]\n{lines}\n")
        assert caught.value.key == "rounding.up_from"
