"""The texts of a rule-set file that change no figure: by language, and where the rules come from."""

from typing import Any

import pytest

from scoring.rules import RuleSet, RuleSetError, load_ruleset
from scoring.rules.origin import MAX_NAME
from scoring.rules.source import read_toml
from scoring.rules.toml_text import write_toml
from tests.scoring.rules_to_change import RICH


def with_texts(**texts: Any) -> RuleSet:
    return load_ruleset(write_toml(read_toml(RICH) | texts))


def test_a_name_by_language_in_small_letters_with_dashes() -> None:
    assert with_texts(name={"FR_ch": "Nom", "en-GB": "Name"}).name == {"fr-ch": "Nom", "en-gb": "Name"}
    assert with_texts(name={"zh_Hant_TW": "x"}).name == {"zh-hant-tw": "x"}


def test_a_name_has_two_hundred_letters_at_most() -> None:
    assert with_texts(name={"fr": "n" * MAX_NAME}).name == {"fr": "n" * 200}
    with pytest.raises(RuleSetError, match=r"name\.fr: "):
        with_texts(name={"fr": "n" * (MAX_NAME + 1)})


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (1000, "1000"), (9999, "9999"), (2020, "2020"), ("May", "May"), ([2019, "May"], "2019\nMay"),
        ({"a": 2019, "b": "May"}, "2019\nMay"), ([], ""),
    ],
)  # fmt: skip
def test_when_rules_are_dated(given: object, text: str) -> None:
    assert with_texts(dated=given).origin.dated == text


@pytest.mark.parametrize("given", [999, 10_000, True, 2020.0, [[2020]]])
def test_what_is_no_year_is_refused(given: object) -> None:
    with pytest.raises(RuleSetError, match="dated: "):
        with_texts(dated=given)


def test_where_rules_come_from_is_kept_by_language_where_it_is_said_by_language() -> None:
    origin = with_texts(document={"FR_CH": "Feuille", "en": "Sheet"}, notes={"a b": "x"}).origin
    assert origin.by_language == (("document", "fr-ch", "Feuille"), ("document", "en", "Sheet"))
    assert (origin.document, origin.notes) == ("Feuille\nSheet", "x")
    assert with_texts(document="fr").origin.by_language == ()
    assert with_texts(document=["fr"]).origin.by_language == ()
