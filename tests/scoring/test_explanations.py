"""The lines that explain a score, in the words of the card table."""

from typing import Any

import pytest

from scoring.rules import languages, load_ruleset, score_deal
from scoring.rules.words import DEFAULT, _read, words
from tests.scoring.rule_files import ruleset_of, source_of

DEAL: dict[str, Any] = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 85}, "belote": ["NS"]}


def _lines(language: str, ruleset: str = "club", *variants: str, **changes: Any) -> list[tuple[str, str, int, str]]:
    answer = score_deal(ruleset_of(ruleset, variants), {**DEAL, **changes}, language=language)
    return [(line.side, line.what, line.amount, line.text.replace("\u00a0", " ")) for line in answer.lines]


def test_a_made_bid_shows_the_sum_and_then_each_term() -> None:
    assert _lines("en") == [
        ("NS", "made", 0, "bid reached: 85 + 20 belote = 105 for 100"),
        ("NS", "bid", 100, "bid 100"),
        ("NS", "belote", 20, "belote 20"),
    ]
    assert _lines("fr")[0][3] == "Contrat fait : 85 + 20 de belote = 105 pour 100"


def test_the_announce_is_called_by_its_name_and_the_doubling_shown() -> None:
    lines = _lines("en", belote=[], announces={"NS": ["tierce"]}, double="coinche")
    assert lines == [
        ("NS", "made", 0, "bid reached: 85 + 20 tierce = 105 for 100"),
        ("NS", "bid", 200, "bid 100 × 2"),
        ("NS", "announces", 40, "tierce 20 × 2"),
    ]


def test_a_missed_bid_says_what_was_missing() -> None:
    lines = _lines("fr", contract=80, points={"NS": 71}, belote=[])
    assert lines[0][3] == "Chute : 71 points pour 80, il en manque 9"
    assert lines[1] == ("EW", "pot", 162, "contrat chuté 162")
    assert _lines("en", contract=80, points={"NS": 71}, belote=[])[0][3] == "bid missed: 71 for 80, 9 short"


def test_announces_that_change_hands_and_all_tricks_have_their_own_lines() -> None:
    lines = _lines(
        "en", points={"NS": 0}, sweep="EW", announces={"NS": ["tierce", "tierce"]}, belote=[], double="surcoinche"
    )
    assert lines[1:] == [
        ("EW", "pot", 648, "missed bid 162 × 4"),
        ("EW", "their_announces", 160, "announces of the other side 40 × 4"),
        ("EW", "sweep", 360, "all tricks 90 × 4"),
    ]


@pytest.mark.parametrize(
    ("language", "sweep", "text"),
    [
        ("en", "NS", "capot made: all 8 tricks"),
        ("en", None, "capot failed: not all 8 tricks"),
        ("fr", "NS", "Capot fait : les 8 plis"),
        ("fr", None, "Chute : il fallait les 8 plis"),
    ],
)
def test_a_capot_is_judged_by_tricks(language: str, sweep: str | None, text: str) -> None:
    assert _lines(language, contract="capot", points={"NS": 162}, sweep=sweep)[0][3] == text


def test_a_tie_says_how_many_points_wait() -> None:
    tie = {"contract": "take", "points": {"NS": 81}, "belote": []}
    assert _lines("fr", "guide-belote", **tie)[0] == (
        "NS", "held", 0, "Litige : 81 partout. 81 points attendent la donne suivante.",
    )  # fmt: skip
    held = _lines("en", "app", contract=90, points={"NS": 90}, belote=[])
    assert held[0][3] == "just the bid: 90 for 90; 90 points wait for the next deal"


def test_carried_points_and_rounding_are_lines_of_their_own() -> None:
    lines = _lines("en", "guide-belote", "rounded", contract="take", points={"NS": 93}, belote=[], carried=81)
    assert lines[1:] == [
        ("NS", "points", 93, "points 93"),
        ("NS", "carried", 81, "held from earlier deals 81"),
        ("NS", "rounding", -4, "rounding -4"),
        ("EW", "points", 69, "points 69"),
        ("EW", "rounding", 1, "rounding +1"),
    ]


def test_a_reached_bid_that_does_not_beat_the_defence_says_so() -> None:
    lines = _lines("en", "guide-coinche", contract=80, points={"NS": 80}, belote=[])
    assert lines[0][3] == "bid reached, but 2 behind the defence: 80 against 82"


def test_a_fraction_is_cut_so_that_it_never_looks_reached() -> None:
    source = source_of("guide-contree").replace('"converted"', '"exact"')
    deal = {**DEAL, "contract": 90, "trump": "TA", "points": {"NS": 143}, "belote": []}
    for language, text in (("en", "bid missed: 89.79 for 90, 1 short"), ("fr", "Chute : 89,79 points pour 90")):
        answer = score_deal(load_ruleset(source), deal, language=language)
        assert answer.lines[0].text.replace("\u00a0", " ").startswith(text)


def test_every_language_has_every_message_and_uses_no_value_of_its_own() -> None:
    assert {"en", "fr"} <= set(languages())
    english = _read(DEFAULT)

    class Seen(dict[str, str]):
        def __missing__(self, key: str) -> str:
            self[key] = ""
            return ""

    def values(text: str) -> set[str]:
        seen = Seen()
        text.format_map(seen)
        return set(seen)

    for language in languages():
        messages = _read(language)
        assert messages.keys() == english.keys(), language
        for key, text in messages.items():
            assert values(text) <= values(english[key]), (language, key)


def test_french_has_no_break_spaces_where_a_line_must_not_break() -> None:
    for key, text in _read("fr").items():
        for sign in ":;!?»×":
            assert f" {sign}" not in text, key


def test_languages_are_found_by_their_code() -> None:
    assert [words(code).language for code in ("fr", "fr-BE", "FR_ca", "xx", "")] == ["fr", "fr", "fr", "en", "en"]


BEAT = """
id = "x"
[bids]
capot = 250
generale = 500
[success]
beat_defence = "more"
belote = "BELOTE"
[score.made]
declarer = "points"
defence = 0
[score.failed]
declarer = 0
defence = "160"
"""


@pytest.mark.parametrize(
    ("changes", "belote", "english", "french"),
    [
        (
            {"points": {"NS": 80}}, "yes",
            "bid reached, but 2 behind the defence: 80 against 82",
            "Chute : contrat atteint, mais 2 de moins que la défense, 80 points contre 82",
        ),
        (
            {"points": {"NS": 81}}, "yes",
            "bid reached, but no more than the defence: 81 each",
            "Chute : contrat atteint, mais pas plus que la défense, 81 partout",
        ),
        (
            {"points": {"NS": 71}, "belote": ["NS"]}, "yes",
            "bid reached, but no more than the defence: 91 each",
            "Chute : contrat atteint, mais pas plus que la défense, 91 partout",
        ),
        (
            {"points": {"NS": 79}}, "yes",
            "bid missed: 79 for 80, 1 short",
            "Chute : 79 points pour 80, il en manque 1",
        ),
        (
            {"points": {"NS": 69}, "belote": ["NS"]}, "lowers",
            "bid reached, but 24 behind the defence: 69 against 93",
            "Chute : contrat atteint, mais 24 de moins que la défense, 69 points contre 93",
        ),
        (
            {"contract": "capot", "points": {"NS": 152}, "tricks": {"NS": 7}}, "yes",
            "capot failed: 7 of 8 tricks", "Chute : 7 des 8 plis",
        ),
        (
            {"contract": "capot", "declarer": "EW", "points": {"NS": 152}, "tricks": {"NS": 7}}, "yes",
            "capot failed: 1 of 8 tricks", "Chute : 1 des 8 plis",
        ),
        (
            {"contract": "capot", "points": {"NS": 152}}, "yes",
            "capot failed: not all 8 tricks", "Chute : il fallait les 8 plis",
        ),
        (
            {"contract": "generale", "points": {"NS": 152}, "tricks": {"NS": 7}}, "yes",
            "générale failed: 7 of 8 tricks", "Chute : 7 des 8 plis",
        ),
        (
            {"contract": "generale", "points": {"NS": 152}}, "yes",
            "générale failed: not all 8 tricks", "Chute : il fallait les 8 plis",
        ),
        (
            {"contract": "generale", "points": {"NS": 162}, "sweep": "NS"}, "yes",
            "générale failed: all 8 tricks, but not by one player alone",
            "Chute : les 8 plis, mais pas par un seul joueur",
        ),
        (
            {"contract": "generale", "points": {"NS": 162}, "sweep": "NS", "alone": True}, "yes",
            "générale made: all 8 tricks", "Générale faite : les 8 plis",
        ),
    ],
)  # fmt: skip
def test_a_failed_contract_says_what_was_missing(
    changes: dict[str, Any], belote: str, english: str, french: str
) -> None:
    deal = {"declarer": "NS", "contract": 80, "trump": "H", **changes}
    source = BEAT.replace("BELOTE", belote).replace('belote = "lowers"', 'belote = "lowers"\nbelote_floor = 60')
    for language, said in (("en", english), ("fr", french)):
        text = score_deal(load_ruleset(source), deal, language=language).lines[0].text
        assert text.replace("\u00a0", " ") == said


TAKE = """
id = "taken"
game.kind = "take"
bids.take = {take}
success = {{ beat_defence = "more", at_bid = "{at_bid}" }}
score.made = {{ declarer = "points", defence = "points" }}
score.failed = {{ declarer = 0, defence = "162" }}
score.held = {{ declarer = 0, defence = "points", keep = "points" }}
"""


@pytest.mark.parametrize(
    ("take", "at_bid", "points", "belote", "english", "french"),
    [
        (82, "made", 70, [], "failed: 70 for 82, 12 short", "Dedans : 70 points pour 82, il en manque 12"),
        (0, "made", 70, [], "failed: 70 against 92, 22 behind", "Dedans : 70 points contre 92, 22 de moins"),
        (0, "made", 81, [], "failed: 81 each", "Dedans : 81 partout"),
        (
            80, "made", 85, ["EW"],
            "failed: 85 against 97, 12 behind", "Dedans : 85 points contre 97, 12 de moins",
        ),
        (85, "failed", 85, [], "failed: 85, more than 85 was needed", "Dedans : 85 points, il fallait plus de 85"),
        (
            85, "held", 85, [],
            "just what is needed: 85 for 85; 85 points wait for the next deal",
            "Litige : 85 points pour 85. 85 points attendent la donne suivante.",
        ),
        (85, "made", 86, [], "made: 86 against 76", "Fait : 86 points contre 76"),
    ],
)  # fmt: skip
def test_takers_who_fail_are_told_what_was_missing_and_no_bid(
    take: int, at_bid: str, points: int, belote: list[str], english: str, french: str
) -> None:
    deal = {"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": points}, "belote": belote}
    ruleset = load_ruleset(TAKE.format(take=take, at_bid=at_bid))
    for language, said in (("en", english), ("fr", french)):
        text = score_deal(ruleset, deal, language=language).lines[0].text
        assert text.replace("\u00a0", " ") == said
