"""The rules in words: for any rule set, in French and English, and every rule that changes is heard."""

import re
from functools import lru_cache

import pytest

from scoring.rules import RuleSet, load_ruleset
from scoring.rules.describe import SECTION_IDS, Section, describe
from tests.scoring.rule_files import all_rulesets, ruleset_of, title

NO_BREAK = "\u00a0"

# Everything that the format has and that can be played at once, a key a line, so that a test can change one.
RICH = """\
id = "rich"
name = "Rich"
document = "A sheet"
dated = 2020-03-01
[game]
kind = "auction"
tricks = 8
passed = "void"
[cards]
trumps = ["S", "H", "D", "C", "SA", "TA"]
all_trump = "natural"
last_trick = { suit = 10, SA = 10, TA = 10 }
unit = 1
[cards.convert.TA]
ratio = [162, 258]
to = 162
unit = 1
to_nearest = "nearest"
side = "declarer"
last_trick = "with"
[bids]
lowest = 80
step = 10
highest = { suit = 160, SA = 160, TA = 160 }
capot = 250
generale = 500
generale_needs = "alone"
capot_doubled = true
[belote]
value = 20
most = { suit = 1, SA = 0, TA = 4 }
[announces]
on = true
count = "best_side"
equal = "ask"
values = { tierce = 20 }
values_SA = { tierce = 30 }
[success]
at_bid = "made"
margin = 0
lowest_needs = 82
beat_defence = "no"
belote = "lowers"
belote_floor = 82
belote_from = 90
announces = true
judge = "exact"
tie = "held"
tie_last_deal = "share"
[sweep]
points = "252"
[doubling]
coinche = 2
surcoinche = 4
[rounding]
unit = 10
up_from = 5
scope = "points"
last_deal_exact = true
divide = 1
[held]
carried_to = "winner"
[values]
k = { suit = 1, SA = 2, TA = 3 }
[labels]
k = "rank"
[score.made]
declarer = "points + k*m*bid + announces + belote"
defence = "points + announces + belote"
[score.failed]
declarer = "belote"
defence = "160 + k*m*bid + announces + belote"
[score.held]
declarer = "belote"
defence = "points + belote"
keep = "points"
[score.share]
declarer = "points"
defence = "points"
[score.capot_made]
declarer = "m*bid + belote"
defence = "belote"
[score.capot_failed]
declarer = "belote"
defence = "m*bid + belote"
[score.generale_made]
declarer = "2*m*bid + belote"
defence = "belote"
[score.generale_failed]
declarer = "belote"
defence = "2*m*bid + belote"
[[penalty]]
fault = "misdeal"
from = 1
until = 1
amount = "0"
then = "redeal"
counted = false
[[penalty]]
fault = "revoke"
amount = "160 + bid"
"""

BASE = load_ruleset(RICH)


@lru_cache(maxsize=256)
def changed(old: str, new: str) -> RuleSet:
    """RICH with one text in it become another."""
    assert old in RICH
    return load_ruleset(RICH.replace(old, new, 1))


@lru_cache
def _rules(language: str) -> list[Section]:
    return [section for section in describe(BASE, language) if section.id != "examples"]


# What stands in RICH, and what it becomes where it stands first.
CHANGES = [
    ('kind = "auction"', 'kind = "take"'),
    ("tricks = 8", "tricks = 16"),
    ('passed = "void"', 'passed = "counted"'),
    ('trumps = ["S", "H", "D", "C", "SA", "TA"]', 'trumps = ["S", "H", "D", "SA", "TA"]'),
    ('all_trump = "natural"', 'all_trump = "14-9-6-5-3-1"'),
    ("last_trick = { suit = 10, SA = 10, TA = 10 }", "last_trick = { suit = 10, SA = 10, TA = 0 }"),
    ("unit = 1\n[cards", "total = { suit = 160 }\nunit = 1\n[cards"),
    ("unit = 1\n[cards", "unit = 2\n[cards"),
    ("ratio = [162, 258]", "ratio = [2, 3]"),
    ("to = 162", "to = 160"),
    ("unit = 1\nto_nearest", "unit = 10\nto_nearest"),
    ('to_nearest = "nearest"', 'to_nearest = "down"'),
    ('side = "declarer"', 'side = "defence"'),
    ('last_trick = "with"', 'last_trick = "apart"'),
    ("lowest = 80", "lowest = 90"),
    ("step = 10", "step = 5"),
    ("highest = { suit = 160, SA = 160, TA = 160 }", "highest = { suit = 160, SA = 160, TA = 240 }"),
    ("highest = { suit = 160, SA = 160, TA = 160 }", "highest = 0"),
    ("lowest = 80", "list = [80, 100, 120]\nlowest = 80"),
    ("capot = 250", "capot = false"),
    ("capot = 250", "capot = 270"),
    ("generale = 500", "generale = false"),
    ('generale_needs = "alone"', 'generale_needs = "sweep"'),
    ("capot_doubled = true", "capot_doubled = false"),
    ("value = 20", "value = 30"),
    ("value = 20", "value = 0"),
    ("most = { suit = 1, SA = 0, TA = 4 }", "most = { suit = 1, SA = 0, TA = 1 }"),
    ("on = true", "on = false"),
    ('count = "best_side"', 'count = "both"'),
    ('equal = "ask"', 'equal = "nobody"'),
    ('equal = "ask"', 'equal = "ask"\ncancel = ["carre-7"]'),
    ("values = { tierce = 20 }", "values = { tierce = 25 }"),
    ("values_SA = { tierce = 30 }", "values_SA = { tierce = 40 }"),
    ('at_bid = "made"', 'at_bid = "failed"'),
    ("margin = 0", "margin = 2"),
    ("lowest_needs = 82", "lowest_needs = 84"),
    ('beat_defence = "no"', 'beat_defence = "at_least"'),
    ('beat_defence = "no"', 'beat_defence = "more"'),
    ('belote = "lowers"', 'belote = "yes"'),
    ('belote = "lowers"', 'belote = "no"'),
    ('belote = "lowers"', 'belote = "if_ahead"'),
    ("belote_floor = 82", "belote_floor = 80"),
    ("belote_from = 90", "belote_from = 100"),
    ("announces = true", "announces = false"),
    ('judge = "exact"', 'judge = "converted"'),
    ('judge = "exact"', 'judge = "rounded"'),
    ('tie = "held"', 'tie = "replay"'),
    ('tie_last_deal = "share"', 'tie_last_deal = "made"'),
    ('points = "252"', 'points = "total"'),
    ("coinche = 2\n", "coinche = 3\n"),
    ("surcoinche = 4", ""),
    ("unit = 10\nup_from = 5", "unit = 5\nup_from = 3"),
    ("up_from = 5", "up_from = 6"),
    ('scope = "points"', 'scope = "line"'),
    ('scope = "points"', 'scope = "declarer_rest"'),
    ('scope = "points"', 'scope = "defence_rest"'),
    ('scope = "points"', 'scope = "none"'),
    ("last_deal_exact = true", "last_deal_exact = false"),
    ("divide = 1", "divide = 10"),
    ('carried_to = "winner"', 'carried_to = "maker"'),
    ("k = { suit = 1, SA = 2, TA = 3 }", "k = { suit = 1, SA = 2, TA = 4 }"),
    ("points + k*m*bid + announces", "points + k*m*bid + m*announces"),
    ("160 + k*m*bid + announces", "162 + k*m*bid + announces"),
    ('[score.failed]\ndeclarer = "belote"', '[score.failed]\ndeclarer = "0"'),
    ('keep = "points"', 'keep = "points + belote"'),
    ('keep = "points"', 'keep = "m*points"'),
    ('[score.share]\ndeclarer = "points"', '[score.share]\ndeclarer = "points + belote"'),
    ('"m*bid + belote"\ndefence = "belote"', '"m*bid"\ndefence = "belote"'),
    ('"2*m*bid + belote"\ndefence = "belote"', '"2*m*bid + belote"\ndefence = "0"'),
    ("until = 1", "until = 2"),
    ('amount = "0"', 'amount = "20"'),
    ('then = "redeal"', 'then = "next-dealer"'),
    ("counted = false", "counted = true"),
    ('amount = "160 + bid"', 'amount = "160"'),
]  # fmt: skip


def _text(ruleset: RuleSet, language: str) -> str:
    return "\n".join(text for section in describe(ruleset, language) for text in section.sentences)


def _sections(ruleset: RuleSet, language: str) -> dict[str, Section]:
    return {section.id: section for section in describe(ruleset, language)}


def _plain(section: Section) -> list[str]:
    return [text.replace(NO_BREAK, " ") for text in section.sentences]


@pytest.mark.parametrize(("id_", "variants"), all_rulesets(), ids=lambda value: str(value))
def test_any_rule_set_is_said_in_whole_sentences(id_: str, variants: tuple[str, ...]) -> None:
    ruleset = ruleset_of(id_, variants)
    for language in ("en", "fr"):
        said = describe(ruleset, language)
        assert [section.id for section in said] == [id_ for id_ in SECTION_IDS if id_ in {s.id for s in said}]
        texts = [section.title for section in said] + [text for section in said for text in section.sentences]
        for text in texts:
            assert text == text.strip() and text[0].upper() == text[0], (title(id_, variants), text)
            assert not re.search(r"[{}_*]|  |\bthem?ir_|None", text), (title(id_, variants), text)
        for section in said:
            assert all(text[-1] in ".:" for text in section.sentences), section


@pytest.mark.parametrize(("id_", "variants"), all_rulesets(presets_only=True), ids=lambda value: str(value))
def test_french_lines_do_not_break_before_signs(id_: str, variants: tuple[str, ...]) -> None:
    ruleset = ruleset_of(id_, variants)
    # The document is named as the file names it.
    said = [s for s in describe(ruleset, "fr") if s.id != "source"]
    for text in (text for section in said for text in (section.title, *section.sentences)):
        assert not re.search(r" [:;!?»×/]|« |[×/] ", text), text
        assert "'" not in text.replace(ruleset.title("fr"), ""), text


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_a_rule_that_changes_is_heard(old: str, new: str) -> None:
    assert changed(old, new).sha256 != BASE.sha256
    for language in ("en", "fr"):
        rules = [section for section in describe(changed(old, new), language) if section.id != "examples"]
        assert rules != _rules(language), language


def test_the_rules_of_the_clubs_text() -> None:
    said = _sections(ruleset_of("club"), "en")
    assert _plain(said["made"]) == [
        "The declarers write the bid + their announces + 90 for all the tricks + their belote.",
        "The defence writes its announces + 90 for all the tricks + its belote.",
        "Doubled (redoubled), the declarers write "
        "(the bid + their announces + 90 for all the tricks) × 2 (× 4) + their belote.",
        "Doubled (redoubled), the defence writes (its announces + 90 for all the tricks) × 2 (× 4) + its belote.",
    ]
    assert _plain(said["values"]) == [
        "Missed bid: 162 at spades, hearts, diamonds and clubs; 152 at no-trump; 258 at all-trump."
    ]
    assert _plain(said["examples"])[4] == (
        "100 spades doubled, 71 points to 91: 0 for the declarers, 324 for the defence."
    )


def test_the_rules_of_a_federation_sheet_in_french() -> None:
    said = _sections(ruleset_of("ffb-contree-2016"), "fr")
    assert _plain(said["failed"]) == [
        "Les preneurs marquent : rien.",
        "La défense marque : 160 + le contrat + la belote de l’un ou l’autre camp.",
        "Coinché (surcoinché), la défense marque : (160 + le contrat) × 2 (× 4) + la belote de l’un ou l’autre camp.",
    ]
    assert "La belote des preneurs qui chutent passe à la défense." in _plain(said["belote"])
    assert _plain(said["capot"])[:3] == [
        "Fait :",
        "Les preneurs marquent : 500 + leur belote.",
        "La défense marque : sa belote.",
    ]
    assert _plain(said["rounding"]) == ["Les points de chaque camp sont arrondis à 10 : 84 fait 80, 85 fait 90."]
    assert _plain(said["source"])[0].endswith("27/01/2016.")


def test_a_factor_that_the_file_multiplied_out_is_put_before_a_bracket_again() -> None:
    for formula in ("m*(points + bid) + belote", "m*points + bid*m + belote", "belote + m*points + m*bid"):
        ruleset = load_ruleset(RICH.replace("points + k*m*bid + announces + belote", formula))
        said = _plain(_sections(ruleset, "en")["made"])
        assert any("(their points + the bid) × 2 (× 4)" in text for text in said), said


def test_both_sides_announces_and_announces_that_a_capot_takes_away_are_said_so() -> None:
    said = _sections(ruleset_of("ffb-coinche-2015"), "en")
    assert "its announces (unless the other side takes all the tricks)" in _plain(said["made"])[1]
    assert "the announces of both sides" in _plain(said["failed"])[1]


def test_what_is_not_played_is_not_spoken_of() -> None:
    bare = _sections(ruleset_of("guide-belote"), "en")
    assert "announces" not in " ".join(_plain(bare["made"]))
    assert "announces" in " ".join(_plain(_sections(ruleset_of("guide-belote", ("cafe",)), "en")["made"]))
    assert "doubled" not in " ".join(_plain(bare["made"])).lower()


def test_a_name_without_a_label_is_said_as_it_is_written() -> None:
    ruleset = load_ruleset(RICH.replace('[labels]\nk = "rank"\n', ""))
    assert "K: 1 at spades" in _text(ruleset, "en")


def test_texts_of_the_file_are_put_in_as_they_are() -> None:
    ruleset = load_ruleset(RICH.replace('k = "rank"', 'k = "{0} {bid} <b>"').replace("A sheet", "{language}"))
    assert "× {0} {bid} <b>" in _text(ruleset, "en")
    assert "{language}" in _text(ruleset, "fr")


def test_ladders_of_penalties_are_said_step_by_step() -> None:
    said = _plain(_sections(ruleset_of("fauxd"), "fr")["penalties"])
    assert said == [
        "Maldonne, la première fois : le même joueur redonne.",
        "Maldonne, à partir de la fois n° 2 : 160 à l’autre camp, le même joueur redonne.",
    ]


def test_typed_totals_have_rules_of_their_own() -> None:
    ruleset = load_ruleset('id = "three"\n[game]\nkind = "totals"\n[totals]\nsides = 3\ncontrol = 486\nlowest = -50\n')
    assert _plain(_sections(ruleset, "en")["totals"])[1:] == [
        "There are three players, each for himself.",
        "Together the totals make 486.",
        "The lowest total is −50.",
    ]
    assert [section.id for section in describe(ruleset, "fr")] == ["totals"]


def test_every_section_is_reached_and_has_a_title() -> None:
    said = {section.id for id_, variants in all_rulesets() for section in describe(ruleset_of(id_, variants), "en")}
    assert said == {*SECTION_IDS}
