"""A language is added by a file of words alone: no code knows which there are."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from scoring.rules import DealError, languages, preset, score_deal
from scoring.rules import words as words_module
from scoring.rules.describe import describe
from scoring.rules.slips import slips
from scoring.rules.words import FOLDER

DEAL = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 105}}
DUTCH = """\
[success]
made = "Bod gehaald: {sum} voor {target}"
[line]
bid = "bod {n}"
[deal]
bid_too_low = "{given} is te laag: vanaf {lowest}"
[rules]
title_made = "Bod gehaald"
writes_declarer = "De spelers schrijven: {what}."
name_bid = "het bod"
name_belote_declarer = "hun stuk"
[slip]
unnamed = "er is geen naam"
"""


def _forget() -> None:
    """The words read so far are read anew."""
    for cached in vars(words_module).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


@pytest.fixture
def dutch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The words folder with a third language in it that says only some things."""
    for path in FOLDER.glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "nl.toml").write_text(DUTCH, encoding="utf-8")
    monkeypatch.setattr(words_module, "FOLDER", tmp_path)
    _forget()
    yield
    _forget()


@pytest.mark.usefixtures("dutch")
def test_a_third_language_is_there_as_soon_as_its_file_is() -> None:
    assert "nl" in languages()
    texts = [line.text for line in score_deal(preset("club"), DEAL, language="nl-BE").lines]
    assert texts == ["Bod gehaald: 105 voor 100", "bod 100"]


@pytest.mark.usefixtures("dutch")
def test_refusals_speak_it_too() -> None:
    with pytest.raises(DealError) as caught:
        score_deal(preset("club"), {**DEAL, "contract": 70})
    assert caught.value.text("nl") == "70 is te laag: vanaf 80"
    assert caught.value.text("fr").startswith("70, c’est trop peu")


@pytest.mark.usefixtures("dutch")
def test_the_rules_speak_it_and_say_in_english_what_it_lacks() -> None:
    made = next(section for section in describe(preset("club"), "nl") if section.id == "made")
    assert made.title == "Bod gehaald"
    assert made.sentences[0] == "De spelers schrijven: het bod + their announces + 90 for all the tricks + hun stuk."
    assert made.sentences[1].startswith("The defence writes its announces")


@pytest.mark.usefixtures("dutch")
def test_warnings_speak_it() -> None:
    from scoring.rules import load_ruleset

    bare = load_ruleset('id = "bare"\n[game]\nkind = "totals"\n')
    assert [slip.text("nl") for slip in slips(bare)] == ["er is geen naam"]


def _messages(language: str) -> dict[str, str]:
    tree = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{group}.{key}": text for group, messages in tree.items() for key, text in messages.items()}


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_french_and_english_say_the_same_things_with_the_same_values() -> None:
    english, french = _messages("en"), _messages("fr")
    assert {*english} == {*french}
    loose = {key for key in english if _placeholders(english[key]) != _placeholders(french[key])}
    assert {key for key in loose if key.startswith(("rules.", "slip."))} == set()
    assert all(_placeholders(french[key]) <= _placeholders(english[key]) for key in loose)


def test_placeholders_are_plain_names() -> None:
    for language in languages():
        for key, text in _messages(language).items():
            assert all(re.fullmatch(r"[a-z_]+", name) for name in _placeholders(text)), (language, key)
