"""Every code has a sentence, and the sentence finds what it needs."""

import ast
from pathlib import Path

import pytest
from django.utils import translation

import tournaments.entrylist
from tests.tournaments.entrylist.helpers import plan_of
from tournaments.entrylist.words import MESSAGES, message

PACKAGE = Path(tournaments.entrylist.__file__).parent
# Codes put together from parts, where the search below finds only a beginning.
BUILT = {
    "namesake_row",
    "namesake_entry",
    "may_be_same_row",
    "may_be_same_entry",
    "changed_club",
    "changed_category",
    "namesake_entry_single",
    "may_be_same_entry_single",
    "player_twice_entry_single",
    "licence_twice_entry_single",
    "number_kept_single",
    "entry_withdrawn_single",
}


def texts_of_the_package() -> set[str]:
    found = set()
    for path in PACKAGE.glob("*.py"):
        if path.name != "words.py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return found


def raised_codes() -> set[str]:
    """First arguments of Reason(...) and EntryListError(...) that are written out."""
    codes = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Reason", "EntryListError"):
                codes |= {a.value for a in node.args[:1] if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return codes


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    assert len(raised_codes()) > 30
    assert raised_codes() <= MESSAGES.keys() | {"too_many_players"}
    assert MESSAGES.keys() <= texts_of_the_package() | BUILT


def test_sentences_name_the_other_row():
    with translation.override("en"):
        assert message("same_pair", {"row": 4}) == "Same pair as row 4."
        assert (
            message("player_twice_row", {"name": "Éric Denis", "row": 6})
            == "Éric Denis is already in the pair of row 6."
        )


def test_sums_are_written_the_readers_way():
    with translation.override("en"):
        assert message("changed_amount", {"cents": 1050}) == "Sum paid: 10.50."


def test_a_value_that_was_empty_is_not_quoted():
    with translation.override("en"):
        assert message("changed_club", {"old": "", "new": "Aravis"}) == "Club: “Aravis”."
        assert message("changed_club", {"old": "A", "new": "B"}) == "Club: “B” instead of “A”."


def test_a_per_cent_sign_in_a_cell_does_no_harm():
    with translation.override("en"):
        assert message("paid_unclear", {"text": "50 %s"}) == "“50 %s” says neither paid nor not paid: left open."


def test_players_are_counted():
    with translation.override("en"):
        assert message("too_many_players", {"count": 3}).startswith("3 names")


def test_an_unknown_code_is_an_error():
    with pytest.raises(KeyError):
        message("no_such_code", {})


def test_every_reason_of_a_messy_list_can_be_said():
    plan = plan_of(
        "N°;Joueur 1;Joueur 2;Club;Payé\n1;DAVID Christiane;PETIT Anne;;oui\n1;DAVID C.;MOREL Luc;;voir\n"
        "2;Martin Jean;?;;\n3;PETIT Anne;DAVID Christiane;;non\n;Total;;;\n9;;;;\n4;ROUX (x) Paul;PETIT Anne;;\n"
    )
    said = [message(reason.code, reason.params) for row in plan.rows for reason in row.reasons]
    assert len(said) >= 8
    assert all(said)
