"""What a page gets to score by itself: the resolved rules, what they are called, and the texts it needs."""

from scoring.rules import load_ruleset
from scoring.rules.packed import packed, packed_messages

SOURCE = """\
id = "small"
name = { en = "Small", fr = "Petit" }
[values]
pot = 162
far = 3
[labels]
pot = { en = "lost", fr = "chute" }
[score.made]
declarer = "points"
defence = "far"
[score.failed]
declarer = 0
defence = "pot"
[[penalty]]
fault = "spilt-beer"
amount = 5
"""


def test_a_rule_set_is_packed_with_its_words() -> None:
    ruleset = load_ruleset(SOURCE)
    for language, name, pot in (("en", "Small", "lost"), ("fr", "Petit", "chute"), ("fr-CH", "Petit", "chute")):
        assert packed(ruleset, language) == {
            "id": "small",
            "name": name,
            "version": ruleset.sha256,
            "rules": ruleset.canonical(),
            "labels": {"pot": pot, "far": "far"},
            "faults": {"spilt-beer": "spilt beer"},
        }


def test_only_the_texts_of_answers_and_refusals_are_packed() -> None:
    english, french = packed_messages("en"), packed_messages("fr")
    groups = {"number", "announce", "plus", "success", "line", "deal", "note", "penalty", "total", "step"}
    assert {key.partition(".")[0] for key in english} == groups
    assert {key.partition(".")[0] for key in french} == groups
    assert english["line.bid"] != french["line.bid"]
