"""The journal in words: a sentence for everything that leaves a trace, in both languages."""

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from scoring.models import EntryEvent
from tournaments import journalwords, sheetwords
from tournaments.journalwords import GROUPS, VERBS, Told

FOLDERS = ("tournaments/services", "tournaments/views")
#: They look like verbs and are kinds of jobs.
JOBS = {"rehearsal.play", "rehearsal.wipe", "draws.check", "formats.compare"}
WITH_ALL = Told(
    before={"deals": 3, "rounds": 4},
    after={
        "attempt": 2, "count": 3, "entries": ["a", "b"], "from_round": 3, "missing": 2, "paid": "yes", "points": -50,
        "qualified": ["a"], "rounds": 5, "rows": {"taken": 7}, "status": "withdrawn", "tables": {"1": [], "12": []},
    },
    who="Pair 12",
    round=2,
    table=7,
)  # fmt: skip


def written_verbs() -> set[str]:
    """Every text of the services that looks like a verb of the trail ("round.closed")."""
    found: set[str] = set()
    for folder in FOLDERS:
        for path in Path(settings.BASE_DIR, folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                    name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                    if name in {"record", "_record"}:
                        found |= {text for argument in node.args for text in _texts(argument)}
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                    found |= set(_texts(node.value))
    return {text for text in found if _is_verb(text)}


def _texts(node: ast.expr) -> list[str]:
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def _is_verb(text: str) -> bool:
    first, dot, last = text.partition(".")
    letters = f"{first}{last}".replace("-", "")
    return bool(dot and first and last) and letters.isascii() and letters.isalpha() and letters.islower()


def test_everything_that_leaves_a_trace_has_a_sentence():
    missing = written_verbs() - VERBS.keys() - JOBS
    assert missing == set()


def test_the_look_for_verbs_finds_them():
    assert {"round.closed", "seats.corrected", "tournament.restored", "roll.ticked"} <= written_verbs()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("verb", sorted(VERBS))
def test_each_sentence_can_be_said_whatever_the_event_holds(verb: str, language: str):
    with translation.override(language):
        for told in (WITH_ALL, Told(before={}, after={})):
            text = journalwords.sentence(verb, told)
            assert text.endswith("."), text
            assert "%" not in text


def test_figures_and_names_stand_in_the_sentences():
    with translation.override("en"):
        said = {verb: journalwords.sentence(verb, WITH_ALL) for verb in VERBS}
    assert said["entry.status"] == "Pair 12 left the tournament."
    assert said["draw.made"] == "Round 2 was drawn (draw 2)."
    assert said["tournament.changed"] == "Settings changed: 5 rounds instead of 4."
    assert said["seats.corrected"] == "Who played in round 2 was put right at tables 1, 12."
    assert said["adjustment.made"] == "Pair 12: -50 points, given or taken."
    assert said["sheet.turned"] == "The sides of the sheet of table 7, round 2, were exchanged."


def test_a_verb_of_another_release_is_shown_as_it_is():
    assert journalwords.sentence("moon.landed", WITH_ALL) == "moon.landed"


def test_every_group_has_a_name_and_something_in_it():
    assert {group for group, _ in VERBS.values()} == set(GROUPS)
    for group in GROUPS:
        assert journalwords.verbs_of(group)
        assert GROUPS[group]()


@pytest.mark.parametrize("verb", EntryEvent.Verb.values)
def test_everything_that_happens_to_a_sheet_has_a_sentence(verb: str):
    with translation.override("en"):
        text = sheetwords.on_sheet(verb, {"deal": {"declarer": None}}, None)
    assert text != verb
    assert text.endswith(".")
