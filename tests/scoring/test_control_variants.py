"""What a deal may have been instead: announces of the other side, a capot that was played and not written."""

from dataclasses import replace
from typing import Any

from scoring.rules import control_variants as module
from scoring.rules import parse_deal, preset
from scoring.rules.control_suspects import Suspect

CLUB = preset("club")
MADE: dict[str, Any] = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 110, "EW": 52}}


def test_announces_may_have_been_the_other_sides_with_who_had_the_better_ones() -> None:
    for announces, best, told in (
        ({"NS": ["tierce"]}, None, ((), ("tierce",), None, "EW")),
        ({"EW": ["tierce"]}, None, (("tierce",), (), None, "NS")),
        ({"NS": ["tierce"], "EW": ["tierce"]}, "NS", (("tierce",), ("tierce",), "EW", "NS")),
        ({"NS": ["tierce"], "EW": ["tierce"]}, "EW", (("tierce",), ("tierce",), "NS", "NS")),
    ):
        deal = replace(parse_deal({**MADE, "announces": announces}), best=best)
        (found,) = (one for one in module._announces(CLUB, deal) if one.kind == "announce_side")
        assert (*found.deal.announces, found.deal.best, found.side) == told


def test_all_tricks_may_have_been_bid_where_they_were_taken_unless_they_were() -> None:
    swept = {**MADE, "points": {"NS": 162}, "sweep": "NS"}
    for changes, capots in (({}, 1), ({"contract": "capot"}, 0), ({"sweep": None, "points": {"NS": 110}}, 0)):
        variants = module._contracts(CLUB, parse_deal({**swept, **changes}))
        assert [one.meant for one in variants].count("capot") == capots


def test_both_of_two_slips_are_said_with_the_names_of_the_pairs() -> None:
    two = Suspect("two", parts=(Suspect("addition", "NS", amount=10), Suspect("addition", "EW", amount=100)))
    text = two.text("en", {"NS": "Pair 7", "EW": "Pair 9"})
    assert "Pair 7" in text and "Pair 9" in text
