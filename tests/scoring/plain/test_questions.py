"""The questions themselves: each has words in every language, and conditions that can come true."""

import json

import pytest

from scoring.rules import languages
from scoring.rules.plain import BY_KEY, GROUPS, INSTEAD_WITHOUT_BIDS, QUESTIONS, asked, complete, errors, tree_of
from scoring.rules.plain.penalties import ADDS, THEN
from scoring.rules.plain.questions import Condition
from scoring.rules.words import _read


@pytest.mark.parametrize("language", languages())
def test_every_question_and_option_has_words_of_its_own_in_every_language(language: str) -> None:
    own = _read(language)
    assert all(own[f"ask.group.{group}"] for group in GROUPS)
    for question in QUESTIONS:
        assert question.label(language) == own[f"ask.{question.key}"]
        said = [question.option(option, language) for option in question.options]
        assert all(said)
        assert len(set(said)) == len(said), question.key
    assert all(own[f"answer.penalties.then.{then}"] for then in THEN)
    assert all(own[f"answer.penalties.adds.{word}"] for word in ADDS)


def test_both_languages_help_with_the_same_questions() -> None:
    helped = [{q.key for q in QUESTIONS if q.help(language)} for language in ("en", "fr")]
    assert helped[0] == helped[1]
    assert "highest" in helped[0] and "kind" not in helped[0]


def test_keys_are_unique_and_groups_come_in_their_order() -> None:
    assert len(BY_KEY) == len(QUESTIONS)
    assert [*dict.fromkeys(question.group for question in QUESTIONS)] == [*GROUPS]


def test_every_condition_names_a_question_and_answers_that_it_can_have() -> None:
    for question in QUESTIONS:
        for condition in (condition for together in question.when for condition in together):
            other = BY_KEY[condition.key]
            options = {True, False} if other.kind == "flag" else {*other.options}
            assert {*condition.values} <= options, (question.key, condition)


def test_a_question_goes_to_a_page_as_json() -> None:
    for question in QUESTIONS:
        assert json.loads(json.dumps(question.as_dict("fr")))["key"] == question.key
    amount = BY_KEY["failed_amount"].as_dict("fr")
    assert amount["when"][0] == [
        {"key": "failed_writes", "values": ["figure", "figure_bid"]},
        {"key": "failed_figure", "values": ["fixed"]},
    ]


def test_a_question_arises_only_where_the_one_it_depends_on_does() -> None:
    answers = complete({"kind": "take", "beat_defence": "more", "capot_made": "amount", "bid_steps": "list"})
    assert not {"capot_made", "capot_made_amount", "bid_list", "lowest", "margin"} & asked(answers)
    assert "take_needs" in asked(answers)
    assert asked(complete({"kind": "totals"})) == {
        "kind", "totals_sides", "totals_control", "totals_lowest", "penalties",
    }  # fmt: skip


def test_the_five_questions_about_the_belote_are_all_shown_where_a_tie_can_be_held() -> None:
    shown = asked(complete({"tie": "held"}))
    assert {"belote_helps", "belote_against", "belote_failed", "belote_multiplied", "belote_held"} <= shown


@pytest.mark.parametrize("writes", BY_KEY["made_writes"].options)
def test_what_stands_instead_of_a_bid_is_an_answer_that_goes_without_one(writes: str) -> None:
    answers = complete(dict.fromkeys(("made_writes", "failed_writes", "doubled_made", "doubled_failed"), writes))
    answers |= {"kind": "take", "trump_factor": "bid", "coinche": False}
    for key, instead in INSTEAD_WITHOUT_BIDS.items():
        if BY_KEY[key].kind == "choice":
            assert {*instead, *instead.values()} <= {*BY_KEY[key].options}
            answers[key] = instead.get(answers[key], answers[key])
    assert errors(answers) == ()
    assert tree_of(answers)["game"]["kind"] == "take"


def test_all_that_a_page_needs_to_ask_a_question() -> None:
    modes = {"suit": "with a suit as trump", "SA": "at no-trump", "TA": "at all-trump"}
    assert BY_KEY["highest"].as_dict("en") == {
        "key": "highest", "group": "bids", "kind": "table", "default": {"suit": 160, "SA": 160, "TA": 160},
        "label": "The highest number that can be bid", "help": "0: no end.", "options": modes, "low": 0, "high": 2000,
        "when": [[{"key": "kind", "values": ["auction"]}, {"key": "bid_steps", "values": ["ladder"]}]],
    }  # fmt: skip
    cards = BY_KEY["all_trump_cards"].as_dict("fr")
    assert (cards["options"]["J"], cards["high"]) == ("valet", 100)


@pytest.mark.parametrize(
    ("key", "option", "said"),
    [
        ("last_trick", "SA", "at no-trump"),
        ("trump_factors", "S", "spades"),
        ("all_trump_cards", "9", "nine"),
        ("doubled_failed", "bid", "the contract alone"),
        ("doubled_failed", "same", "as without a coinche, multiplied"),
        ("tie_last_deal", "made", "Made"),
        ("tie_last_deal", "same", "The same"),
        ("announces_values", "carre-J", "four jacks"),
        ("announces_values", "tierce", "tierce"),
        ("belote_doubled", "a word of no list", "a word of no list"),
    ],
)
def test_options_have_their_own_words_or_those_they_share(key: str, option: str, said: str) -> None:
    assert BY_KEY[key].option(option, "en") == said


def test_a_condition_holds_where_the_answer_or_one_of_a_list_is_among_its_values() -> None:
    condition = Condition("k", ("a", True))
    assert [condition.holds({"k": answer}) for answer in ("a", "b", True, False, ["b", "a"], ["b"], [], None)] == [
        True, False, True, False, True, False, False, False,
    ]  # fmt: skip
    assert not condition.holds({})
