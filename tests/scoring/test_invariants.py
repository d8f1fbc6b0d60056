"""What must hold for every rule set, and what usually holds, over every preset and variant; exceptions as a table."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.dealing import Dealer
from scoring.rules.properties import PROPERTIES, Trial
from tests.conftest import LONG
from tests.scoring.rule_files import all_rulesets, ruleset_of, title, variants_of

ROUNDED = "each side is rounded by itself"
TOGETHER = "held points are rounded together with the line that wins them"
BOTH_DOUBLED = "the doubling multiplies both sides"
BELOTE_HELD = "a tie holds the belote too: 70 + 20 fails and keeps 20, 71 + 20 is held and keeps nothing"

#: Property to the rule sets that break it on purpose, and why; ``ID+*`` is a file with every variant.
EXCEPTIONS: dict[str, dict[str, str]] = {
    "carried_comes_out_of_rounded_lines": {
        "cannes-2016": TOGETHER, "ffb-belote-2016+rounded": TOGETHER, "ffb-coinche-2015+*": TOGETHER,
        "guide-belote+rounded": TOGETHER, "guide-belote-two+rounded": TOGETHER, "guide-coinche+rounded": TOGETHER,
        "guide-contree+rounded": TOGETHER, "rjcv": TOGETHER, "wiki-contree": TOGETHER,
    },
    "suits_are_equal": {"bridgee": "the suits have ranks"},
    "doubling_pays_the_winner": {
        "ffb-contree-2016+note-1": "after all tricks, 80 asked: 330 plain, 320 doubled",
        "contrai+*": "the doubled form has no bonus for all tricks",
    },
    "doubling_spares_the_loser_nothing": {
        "app": BOTH_DOUBLED, "club": BOTH_DOUBLED, "guide-coinche": BOTH_DOUBLED, "guide-coinche+rounded": BOTH_DOUBLED,
        "guide-contree+*": BOTH_DOUBLED, "bga": BOTH_DOUBLED, "bridgee": BOTH_DOUBLED,
    },
    "failed_declarers_write_the_belote_at_most": dict.fromkeys(
        ("app", "guide-coinche", "guide-coinche+rounded", "bga", "bridgee"), "the belote is multiplied"
    ),
    "more_points_never_worse": {"jweb": "80 with a belote makes, 81 to 81 is replayed"},
    "more_points_never_lower": {
        "ascee-79": BELOTE_HELD, "ffb-belote-2016": BELOTE_HELD, "ffb-belote-2016+rounded": BELOTE_HELD,
        "ffb-coinche-2015+held": BELOTE_HELD, "jweb": "a replay pays nobody",
        "muscle": "a replay pays nobody, not even the belote",
    },
    "more_points_never_help_the_others": dict.fromkeys(("jweb", "muscle"), "a replay pays nobody"),
    "both_columns_make_one_figure": {
        **dict.fromkeys(
            ("cannes-2016", "coinchons+*", "ffb-belote-2016+rounded", "ffb-coinche-2015+*", "ffb-contree-2016+*",
             "ffb-contree-ludique", "guide-belote+rounded", "guide-belote-two+rounded", "guide-coinche+rounded",
             "guide-contree+rounded", "international+*", "pagat+*", "ch-coinche", "contrai+fives", "kydos", "rjcv",
             "rl15", "wiki-contree"), ROUNDED,
        ),
        "scoreit": "the defence's points are not multiplied",
    },
    "lower_bid_is_made_too": {"muscle": "the belote counts from a bid of 100"},
    "sweep_is_worth_its_points": {"ange": "the ten of the last trick is not counted after all tricks"},
    "belote_is_worth_twenty": {"bridgee": "the belote is multiplied by the suit's rank"},
}  # fmt: skip

RULESETS = [(id_, variants) for id_, variants in all_rulesets() if id_ != "totals"]
KNOWN = {property_.id: property_ for property_ in PROPERTIES}
EXCEPTED = sorted(
    (property_, id_, variants)
    for property_, table in EXCEPTIONS.items()
    for entry in table
    for id_, variants in RULESETS
    if entry in (title(id_, variants), f"{id_}+*")
)
cheap = settings(max_examples=500 if LONG else 8, deadline=None)


@pytest.mark.hypothesis
@pytest.mark.parametrize(("id_", "variants"), RULESETS, ids=[title(*key) for key in RULESETS])
def test_the_properties_hold_whatever_the_cards(id_: str, variants: tuple[str, ...]) -> None:
    excepted = {property_ for property_, *key in EXCEPTED if key == [id_, variants]}
    wanted = [property_ for property_ in PROPERTIES if property_.id not in excepted]
    dealer = Dealer(ruleset_of(id_, variants), 0)

    @given(st.integers(0, 2**32))
    @cheap
    def hold(seed: int) -> None:
        trial = Trial(dealer, dealer.deal_from(seed))
        for property_ in wanted:
            assert property_.check(trial) is None, property_.id

    hold()


@pytest.mark.parametrize(("property_", "id_", "variants"), EXCEPTED, ids=[f"{p}-{title(i, v)}" for p, i, v in EXCEPTED])
def test_an_exception_is_one(property_: str, id_: str, variants: tuple[str, ...]) -> None:
    ruleset = ruleset_of(id_, variants)
    assert KNOWN[property_].counter_example(ruleset, Dealer(ruleset, 3).deals(5000))


def test_what_must_hold_has_no_exceptions_and_the_table_names_what_there_is() -> None:
    assert {KNOWN[property_].severity for property_ in EXCEPTIONS} == {"usual"}
    known = {title(*key) for key in RULESETS} | {f"{id_}+*" for id_, _ in RULESETS if variants_of(id_)}
    assert {entry for table in EXCEPTIONS.values() for entry in table} <= known
