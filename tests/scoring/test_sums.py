"""The small sums behind an answer, one by one: conversion, the test's figures, fractions for people, a line as data."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.rules import load_ruleset, preset, score_deal
from scoring.rules.explain import Line, fraction
from scoring.rules.ruleset import Conversion
from scoring.rules.success import convert
from scoring.rules.words import words

ALL_TRUMP = Conversion(up=162, down=258, to=162, unit=1, to_nearest="nearest", side="declarer", apart=False)
TENS = Conversion(up=1, down=1, to=170, unit=10, to_nearest="nearest", side="declarer", apart=True)
GRID = """id = "x"
[score.made]
declarer = "points"
defence = "their_points"
[score.failed]
declarer = "belote"
defence = "total"
"""


@pytest.mark.parametrize(
    ("changes", "points", "whole"),
    [
        ({}, (129, 129), (81, 81)),
        ({}, (130, 128), (82, 80)),  # 81.63
        ({}, (128, 130), (80, 82)),  # 80.37
        ({"to_nearest": "down"}, (130, 128), (81, 81)),
        ({"to_nearest": "up"}, (128, 130), (81, 81)),
        ({"to_nearest": "up"}, (129, 129), (81, 81)),
        ({"side": "defence"}, (130, 128), (82, 80)),
        ({"side": "defence", "to_nearest": "down"}, (130, 128), (82, 80)),
        ({"side": "defence", "to_nearest": "up"}, (130, 128), (81, 81)),
        ({}, (258, 0), (162, 0)),
        ({"to": 160}, (258, 0), (160, 0)),
    ],
)
def test_points_are_brought_to_another_pack(
    changes: dict[str, Any], points: tuple[int, int], whole: tuple[int, int]
) -> None:
    conversion = replace(ALL_TRUMP, **changes)
    assert convert(conversion, points, (0, 0)) == ((points[0] * 162, points[1] * 162), whole)


@pytest.mark.parametrize(
    ("to_nearest", "points", "ten", "whole"),
    [
        ("nearest", (84, 78), (0, 10), (80, 90)),
        ("nearest", (85, 77), (0, 10), (90, 80)),
        ("nearest", (85, 77), (10, 0), (90, 80)),
        ("nearest", (95, 67), (10, 0), (100, 70)),
        ("down", (89, 73), (0, 10), (80, 90)),
        ("up", (81, 81), (0, 10), (90, 80)),
        ("up", (80, 82), (0, 10), (80, 90)),
    ],
)
def test_the_last_tricks_ten_stays_out_of_the_conversion(
    to_nearest: str, points: tuple[int, int], ten: tuple[int, int], whole: tuple[int, int]
) -> None:
    assert convert(replace(TENS, to_nearest=to_nearest), points, ten) == (points, whole)
    doubled = replace(TENS, up=2, down=1, to=314, to_nearest=to_nearest, unit=1)
    exact, pair = convert(doubled, points, ten)
    assert exact == pair == tuple((had - own) * 2 + own for had, own in zip(points, ten, strict=True))


@pytest.mark.parametrize(
    ("number", "down", "en", "fr"),
    [
        (81, 1, "81", "81"),
        (162, 2, "81", "81"),
        (163, 2, "81.50", "81,50"),
        (20899, 258, "81.00", "81,00"),
        (20897, 258, "80.99", "80,99"),
        (1, 50, "0.02", "0,02"),
        (9, 4, "2.25", "2,25"),
    ],
)
def test_a_fraction_is_cut_after_two_decimals(number: int, down: int, en: str, fr: str) -> None:
    assert (fraction(words("en"), number, down), fraction(words("fr"), number, down)) == (en, fr)


def test_a_line_as_data() -> None:
    line = Line("NS", "bid", 100, "bid 100")
    assert line.as_dict() == {"side": "NS", "what": "bid", "amount": 100, "text": "bid 100"}


def _first(success: str, deal: dict[str, Any], more: str = "") -> tuple[str, str]:
    ruleset = load_ruleset(f"{GRID}[success]\n{success}\n{more}")
    base = {"declarer": "NS", "contract": 80, "trump": "H", "points": {"NS": 81}}
    answer = score_deal(ruleset, {**base, **deal})
    return answer.result, answer.lines[0].text


ON = "[announces]\non = true\n"


@pytest.mark.parametrize(
    ("success", "deal", "more", "result"),
    [
        # A belote counts for the bid from a bid on, for who is ahead, or lowers the bid down to a floor.
        ("belote_from = 90", {"contract": 90, "points": {"NS": 70}, "belote": ["NS"]}, "", "made"),
        ("belote_from = 100", {"contract": 90, "points": {"NS": 70}, "belote": ["NS"]}, "", "failed"),
        ('belote = "if_ahead"', {"contract": 100, "points": {"NS": 81}, "belote": ["NS"]}, "", "failed"),
        ('belote = "if_ahead"', {"contract": 100, "points": {"NS": 82}, "belote": ["NS"]}, "", "made"),
        ('belote = "lowers"', {"contract": 100, "points": {"NS": 80}, "belote": ["NS"]}, "", "made"),
        ('belote = "lowers"', {"contract": 100, "points": {"NS": 79}, "belote": ["NS"]}, "", "failed"),
        ('belote = "lowers"', {"contract": 100, "points": {"NS": 80}, "belote": ["EW"]}, "", "failed"),
        ('belote = "lowers"\nbelote_floor = 82', {"contract": 100, "belote": ["NS"]}, "", "failed"),
        ('belote = "lowers"\nbelote_floor = 81', {"contract": 100, "belote": ["NS"]}, "", "made"),
        ('belote = "lowers"\nbelote_floor = 90', {"contract": 80, "belote": ["NS"]}, "", "made"),
        # Announces may count for the bid or not, and then for neither side against the other.
        ("announces = true", {"contract": 100, "announces": {"NS": [20]}}, ON, "made"),
        ("announces = false", {"contract": 100, "announces": {"NS": [20]}}, ON, "failed"),
        ('announces = false\nbeat_defence = "at_least"', {"announces": {"EW": [100]}}, ON, "made"),
        ('announces = true\nbeat_defence = "at_least"', {"announces": {"EW": [100]}}, ON, "failed"),
        ('announces = false\nbeat_defence = "at_least"', {}, ON, "made"),
        ('announces = false\nbeat_defence = "more"', {}, ON, "failed"),
        # What the lowest bid needs, a margin, and what happens at the bid itself.
        ("lowest_needs = 82", {}, "", "failed"),
        ("lowest_needs = 81", {}, "", "made"),
        ("margin = 1", {}, "", "made"),
        ("margin = 2", {}, "", "failed"),
        ('at_bid = "failed"', {"points": {"NS": 80}}, "", "failed"),
        ('at_bid = "failed"', {}, "", "made"),
        ('at_bid = "failed"\nmargin = 1', {}, "", "failed"),
        # A tie counts where the bid, without its margin, is reached.
        ('tie = "replay"', {}, "", "replay"),
        ('tie = "replay"', {"contract": 90}, "", "failed"),
        ('tie = "made"\nmargin = 10', {}, "", "made"),
        ('tie = "replay"\ntie_last_deal = "none"', {"last_deal": True}, "", "made"),
        ('tie = "replay"\ntie_last_deal = "none"', {}, "", "replay"),
        # Where no tie is looked for, there is none on the last deal either.
        ('tie = "none"\ntie_last_deal = "replay"', {"last_deal": True}, "", "made"),
        ('tie = "none"\ntie_last_deal = "replay"', {}, "", "made"),
        ('tie = "replay"', {"contract": 80, "points": {"NS": 80}}, "[cards]\ntotal = 160\n", "replay"),
    ],
)
def test_whether_a_contract_is_made(success: str, deal: dict[str, Any], more: str, result: str) -> None:
    assert _first(success, deal, more)[0] == result


@pytest.mark.parametrize(
    ("deal", "text"),
    [
        ({}, "bid reached, but no more than the defence: 81 each"),
        ({"points": {"NS": 80}}, "bid reached, but 2 behind the defence: 80 against 82"),
        # 102 with the belote, which counts for the bid only, against 80 and 20.
        (
            {"points": {"NS": 82}, "belote": ["NS"], "announces": {"EW": [20]}},
            "bid reached, but not more than the defence: 82 + 20 belote = 102 against 100",
        ),
    ],
)
def test_how_a_bid_that_is_reached_misses_the_defence(deal: dict[str, Any], text: str) -> None:
    assert _first('beat_defence = "more"\nbelote = "if_ahead"', deal, ON) == ("failed", text)


def test_the_converted_points_are_judged_whole_or_rounded_where_the_rules_say_so() -> None:
    cards = '[cards]\ntrumps = ["TA"]\n[cards.convert.TA]\nratio = [162, 258]\n'
    grid = f'{GRID}{cards}[rounding]\nunit = 10\nscope = "points"\n'
    deal = {"declarer": "NS", "contract": 80, "trump": "TA", "points": {"NS": 124}}  # 77.86, 78, 80
    made = {judge: score_deal(load_ruleset(f'{grid}[success]\njudge = "{judge}"\n'), deal).made for judge in
            ("exact", "converted", "rounded")}  # fmt: skip
    assert made == {"exact": False, "converted": False, "rounded": True}
    ninety = {**deal, "contract": 80, "points": {"NS": 127}}  # 79.74, 80
    made = {judge: score_deal(load_ruleset(f'{grid}[success]\njudge = "{judge}"\n'), ninety).made for judge in
            ("exact", "converted", "rounded")}  # fmt: skip
    assert made == {"exact": False, "converted": True, "rounded": True}


def test_only_the_declarers_own_announce_is_called_by_its_name() -> None:
    club = preset("club")
    for declarer, other in (("NS", "EW"), ("EW", "NS")):
        deal = {"declarer": declarer, "contract": 100, "trump": "H", "points": {declarer: 90}}
        own = score_deal(club, {**deal, "announces": {declarer: ["tierce"]}}).lines[0].text
        two = score_deal(club, {**deal, "announces": {declarer: ["tierce", "tierce"]}}).lines[0].text
        theirs = score_deal(club, {**deal, "announces": {other: ["quinte"]}}).lines[0].text
        assert own == "bid reached: 90 + 20 tierce = 110 for 100"
        assert two == "bid reached: 90 + 40 announces = 130 for 100"
        assert theirs == "bid missed: 90 for 100, 10 short"
