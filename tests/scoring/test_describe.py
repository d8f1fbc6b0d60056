"""The rules in words: for any rule set, in French and English. Word for word they stand in golden/."""

import re

import pytest

from scoring.rules import RuleSet, load_ruleset, preset_source
from scoring.rules.describe import SECTION_IDS, Section, describe
from tests.scoring.plain_files import PLAIN as FULL
from tests.scoring.rule_files import all_rulesets, ruleset_of, title
from tests.scoring.rules_to_change import PLAIN, RICH

NO_BREAK = "\u00a0"


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


@pytest.mark.parametrize(
    ("count", "equal", "told"), [("best_side", "nobody", 1), ("best_side", "both", 1), ("both", "nobody", 0)]
)
def test_equal_announces_are_spoken_of_only_where_they_are_compared(count: str, equal: str, told: int) -> None:
    source = preset_source("club").replace('count = "best_side"', f'count = "{count}"').replace('"ask"', f'"{equal}"')
    for language, unless in (("en", "unless the table says"), ("fr", "sauf si la table dit")):
        said = [text for section in describe(load_ruleset(source), language) for text in section.sentences]
        assert len([text for text in said if unless in text]) == told


def test_a_capot_that_only_its_doubled_form_sets_apart_is_said_whole() -> None:
    row = '[score.capot_made.doubled]\ndeclarer = "3*m*bid"\ndefence = "0"\n'
    said = _plain(_sections(load_ruleset(PLAIN + row), "en")["capot"])
    assert said == [
        "Made:",
        "The declarers write their points + 250 + their belote.",
        "The defence writes its points + its belote.",
        "Doubled (redoubled), the declarers write 1500 (3000).",
        "Doubled (redoubled), the defence writes nothing.",
        "Failed, it is written as a bid of 250.",
    ]
    never = PLAIN.replace("capot = 250", "capot = 250\ncapot_doubled = false")
    plain = _plain(_sections(load_ruleset(never + row), "en")["capot"])
    assert plain == _plain(_sections(load_ruleset(never), "en")["capot"])
    assert plain[0] == "Made, it is written as a bid of 250."


def test_each_rung_of_a_ladder_says_when_it_holds() -> None:
    rung = '[[penalty]]\nfault = "{}"\nfrom = {}\nuntil = {}\namount = "{}"\n'
    rungs = [("misdeal", 1, 1, 0), ("misdeal", 2, 2, 10), ("misdeal", 3, 5, 20), ("misdeal", 6, 99, 30)]
    ladder = "".join(rung.format(*one) for one in [*rungs, ("own-fault", 1, 99, 40)])
    labels = '[labels]\nown-fault = "{}"\n'
    said = _plain(_sections(load_ruleset(PLAIN + ladder), "en")["penalties"])
    assert said == [
        "Misdeal, the first time: no points.",
        "Misdeal, time 2: 10 for the other side.",
        "Misdeal, times 3 to 5: 20 for the other side.",
        "Misdeal, from time 6 on: 30 for the other side.",
        "Own fault, each time: 40 for the other side.",
    ]
    named = _plain(_sections(load_ruleset(PLAIN + ladder + labels.format("Slip")), "en")["penalties"])
    assert named == [*said[:4], "Slip, each time: 40 for the other side."]


def test_points_held_over_are_said_doubled_where_they_are_others_then() -> None:
    held = '[success]\ntie = "held"\n[score.held]\ndeclarer = "0"\ndefence = "points"\nkeep = "{}"\n{}'
    form = '[score.held.doubled]\ndeclarer = "0"\ndefence = "points"\nkeep = "{}"\n'

    def kept(keep: str, doubled: str = "") -> list[str]:
        source = PLAIN + held.format(keep, form.format(doubled) if doubled else "")
        return [
            text for text in _plain(_sections(load_ruleset(source), "en")["ties"]) if text.startswith("Points held")
        ]

    plain = "Points held over: their points."
    assert kept("m*points") == [plain, "Points held over, doubled: their points × 2 (× 4)."]
    assert kept("points", "2*points") == [plain, "Points held over, doubled: their points × 2."]
    assert kept("points") == [plain]


def test_rounding_is_said_of_the_test_where_points_are_rounded_before_it() -> None:
    for scope, said in (("points", True), ("line", False), ("declarer_rest", True), ("none", False)):
        source = PLAIN + f'[rounding]\nunit = 10\nscope = "{scope}"\n'
        texts = _plain(_sections(load_ruleset(source), "en")["success"])
        assert ("The test is made before the points are rounded." in texts) == said, texts


def test_of_a_take_the_bid_is_what_a_take_stands_for() -> None:
    take = PLAIN.replace("[bids]", '[game]\nkind = "take"\n[bids]\ntake = 82').replace("points + bid", "bid")
    said = _plain(_sections(load_ruleset(take), "en")["made"])
    assert said[0] == "The declarers write 82 + their belote."


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("m*m*bid", "Doubled (redoubled), the declarers write the bid × 4 (× 16)."),
        (
            "bid + 2*announces - 2*announces*sweep",
            "The declarers write the bid + their announces × 2 (unless that side takes all the tricks).",
        ),
        (
            "bid + announces - 2*announces*sweep",
            "The declarers write the bid + their announces − their announces × 2 for all the tricks.",
        ),
        ("bid*points + bid*their_points", "The declarers write the bid × all the points of both sides."),
    ],
)
def test_what_a_formula_is_called(formula: str, said: str) -> None:
    source = PLAIN.replace("m*(points + bid) + belote", formula)
    source = source.replace("[doubling]", "[announces]\non = true\n[doubling]")
    texts = _plain(_sections(load_ruleset(source), "en")["made"])
    assert said in texts


def test_a_capot_that_cannot_be_doubled_is_not_said_doubled() -> None:
    source = FULL.replace("generale = 500", "generale = 500\ncapot_doubled = false")
    assert _plain(_sections(load_ruleset(source), "en")["capot"])[:3] == [
        "Made:", "The declarers write 250 + their announces + their belote.", "The defence writes its belote.",
    ]  # fmt: skip
    assert not [text for text in _plain(_sections(load_ruleset(source), "en")["capot"]) if "oubled" in text]
