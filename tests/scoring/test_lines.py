"""Where a file is wrong, said by line: also where something is missing, by the table that lacks it."""

import pytest
from django.utils import translation

from scoring.rules import RuleSetError, load_ruleset
from scoring.rules.slips import slips
from scoring.rules.source import read_toml
from scoring.rules.toml_lines import line_near
from scoring.rulesets_form import Typed
from scoring.rulesets_page import AREAS, Page, texts_of

FILE = """\
# a club's own
id = "x"

[success]
tie = "made"

[score.made]
declarer = "points"
defence = "points"

[score.failed]
declarer = "points"
defence = "points"
[[penalty]]
fault = "a"
[[penalty]]
fault = "b"
[variant.later.bids]
lowest = 90
"""


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


@pytest.mark.parametrize(
    ("old", "new", "key", "line"),
    [
        ('id = "x"\n', "", "id", 1),
        ('tie = "made"', 'tie = "held"', "score.held", 7),
        ('declarer = "points"\ndefence = "points"\n\n', "", "score.made", 7),
        ('fault = "b"', "nth = 3", "penalty[2].fault", 16),
        ("[variant.later.bids]\nlowest = 90", '[variant.later.success]\ntie = "share"', "score.share", 18),
        ("[variant.later.bids]\nlowest = 90", "[cards.convert.TA]\nunit = 10", "cards.convert.TA.ratio", 18),
        ("[variant.later.bids]\nlowest = 90", "[variant.later.values]\nk = { S = 1 }", "values.k", 19),
        ("[variant.later.bids]\nlowest = 90", "[variant.Later.bids]\nlowest = 90", "variant.Later", 18),
        ("[variant.later.bids]\nlowest = 90", "[bids", "", 18),
        ("[variant.later.bids]\nlowest = 90", "[bids]\ntake = 1" + "0" * 5000, "", 19),
    ],
)
def test_what_is_missing_is_said_at_the_line_to_look_at(old: str, new: str, key: str, line: int) -> None:
    assert old in FILE
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(FILE.replace(old, new, 1))
    assert (caught.value.key, caught.value.line) == (key, line)


def test_an_empty_file_lacks_its_id_in_its_first_line() -> None:
    for source in ("", "\n\n", "# nothing\n"):
        with pytest.raises(RuleSetError) as caught:
            load_ruleset(source)
        assert (caught.value.key, caught.value.line) == ("id", 1)


def test_the_nearest_line_is_in_the_innermost_table_that_there_is() -> None:
    assert line_near(FILE, "score.made.defence") == 9
    assert line_near(FILE, "score.made.doubled.defence") == 7
    assert line_near(FILE, "score.share.declarer") == 7
    assert line_near(FILE, "variant.later.bids.list") == 18
    assert line_near(FILE, "variant.later.success.tie") == 18
    assert line_near(FILE, "penalty[3].fault") == 14
    assert line_near(FILE, "rounding.unit") == 1


def test_a_tie_of_the_last_deal_alone_is_said_to_have_no_effect() -> None:
    source = FILE.replace('tie = "made"', 'tie_last_deal = "share"')
    found = [slip for slip in slips(load_ruleset(source), source) if slip.key == "success.tie_last_deal"]
    assert [(slip.code, slip.line) for slip in found] == [("not_read", 5)]
    assert "success.tie" in found[0].text("en")
    source = FILE.replace('tie = "made"', 'tie = "made"\ntie_last_deal = "none"')
    assert not [slip for slip in slips(load_ruleset(source), source) if slip.key == "success.tie_last_deal"]


def _page(source: str, *, expert: bool) -> Page:
    tree = {key: value for key, value in read_toml(source).items() if key not in {"id", "variant"}}
    page = Page(Typed({}), tree=tree, expert=expert, ruleset=load_ruleset(source))
    page.texts = texts_of(tree)
    assert {*page.texts} == {*AREAS}
    return page


def test_a_slip_is_said_at_its_line_of_the_text_that_the_page_shows() -> None:
    source = FILE.replace("[score.failed]", '[score.made.doubled]\ndeclarer = "1"\ndefence = "2"\n[score.failed]', 1)
    source = source.replace('defence = "points"\n[[', 'defence = "points - 3"\n[[') + "[values]\nk = 3\n"
    shown = [slip.text for slip in _page(source, expert=True).slips("en")]
    closed = [slip.text for slip in _page(source, expert=False).slips("en")]
    assert len(shown) == len(closed)
    places = [text.removesuffix(said) for text, said in zip(shown, closed, strict=True)]
    assert {"[values], line 2: ", "[score.failed], line 2: ", "[score.made]: "} <= {*places}, shown
