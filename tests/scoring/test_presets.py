"""The rule sets that come with the product: which there are, and that each says where it comes from."""

from pathlib import Path

import pytest

from scoring.rules import RuleSetError, preset, preset_ids, preset_source
from tests.scoring.rule_files import CASE_FILES, all_rulesets, case_rows, ids_for_tests, ruleset_of, title

DOCUMENTS = {"club", "totals", "app", "guide-belote", "guide-belote-two", "guide-coinche", "guide-contree"}
SHEETS = {
    "ascee-2a", "ascee-79", "cannes-2016", "casson", "coinchons", "essarts", "exoty", "ffb-belote-2016",
    "ffb-coinche-2015", "ffb-contree-2016", "ffb-contree-ludique", "geraudot", "international", "jweb",
    "koenigshoffen", "la-grand-combe", "lions", "muscle", "pagat", "stephanoise",
}  # fmt: skip


def test_the_presets_are_those_of_the_documents_and_of_the_sheets() -> None:
    assert {*preset_ids()} == DOCUMENTS | SHEETS
    assert not {*ids_for_tests()} & {*preset_ids()}


@pytest.mark.parametrize("id_", preset_ids())
def test_a_preset_names_its_document_and_its_choices_in_words_an_organiser_reads(id_: str) -> None:
    found = preset(id_)
    assert {"fr", "en"} <= {*found.name}
    assert found.origin.document
    for language in ("fr", "en"):
        notes = found.origin.said(language).notes
        assert len(notes) > 100
        assert not any(key in notes for key in ("success.", "bids.", "score.", "_", '"')), "in words, not in keys"
    french, english = (f" {found.origin.said(language).notes} " for language in ("fr", "en"))
    assert [" le " in text or " la " in text for text in (french, english)] == [True, False]
    assert [" the " in text for text in (french, english)] == [False, True]


def test_presets_are_told_apart_by_their_names() -> None:
    for language in ("fr", "en"):
        names = [preset(id_).title(language) for id_ in preset_ids()]
        assert len({*names}) == len(names)


def test_every_variant_loads_alone_and_counts_differently_from_its_rule_set() -> None:
    for id_, variants in all_rulesets():
        ruleset = ruleset_of(id_, variants)
        if variants:
            assert ruleset.sha256 != ruleset_of(id_).sha256, title(id_, variants)


def test_every_preset_of_a_sheet_has_scored_cases() -> None:
    assert {*CASE_FILES.values()} >= SHEETS


def test_every_variant_of_a_preset_has_a_case_of_its_own() -> None:
    covered = {
        (row["ruleset"], name) for file in (*CASE_FILES, "own") for row in case_rows(file) for name in row["variants"]
    }
    assert {(id_, name) for id_, variants in all_rulesets(presets_only=True) for name in variants} <= covered


def test_every_preset_has_a_case() -> None:
    assert {row["ruleset"] for file in (*CASE_FILES, "own") for row in case_rows(file)} >= {*preset_ids()}


@pytest.mark.parametrize("id_", preset_ids())
def test_french_in_presets_is_set_as_french_is(id_: str) -> None:
    found = preset(id_)
    texts = [found.origin.said("fr").notes, found.origin.document, found.title("fr")]
    texts += [found.label(name, "fr") for name in found.labels]
    for text in texts:
        assert "'" not in text
        assert not [mark for mark in (" :", " ;", " !", " ?", " »", "« ") if mark in text]


def test_an_id_that_no_preset_has_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(RuleSetError) as caught:
        preset_source("none")
    assert (caught.value.code, caught.value.values) == (
        "no_ruleset", {"name": "'none'", "known": ", ".join(preset_ids())},
    )  # fmt: skip
    assert "é" in preset_source("club")


def test_a_preset_is_read_as_utf8_wherever_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(Path, "read_text", lambda _, encoding=None: asked.append(encoding) or "text")
    assert preset_source("club") == "text"
    assert asked == ["utf-8"]
