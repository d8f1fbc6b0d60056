"""The tools that keep the French complete: what they refuse, and what they keep."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import polib
import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch):
    """``tool("update_translations")``: a script of that name as a module."""
    monkeypatch.syspath_prepend(str(SCRIPTS))

    def load(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return load


def _entry(sentence: str, *words: str, many: str = "", flags: tuple[str, ...] = ()) -> polib.POEntry:
    entry = polib.POEntry(msgid=sentence, msgid_plural=many, flags=list(flags))
    if many:
        entry.msgstr_plural = dict(enumerate(words))
    else:
        entry.msgstr = words[0]
    return entry


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (_entry("Pair", "Doublette"), []),
        (_entry("Pair", ""), ["no translation"]),
        (_entry("%(n)d deal", "%(n)d donne", "", many="%(n)d deals"), ["no translation"]),
        (_entry("%(n)d deal", "une donne", "%(n)d donnes", many="%(n)d deals"), []),
        (_entry("Pair", "Doublette", flags=("fuzzy",)), ["not confirmed (fuzzy)"]),
        (_entry("Table %(n)d", "Table %(m)d"), ["placeholders differ: Table %(m)d"]),
        (_entry("Table {n}", "Table"), ["placeholders differ: Table"]),
        (_entry("Sure?", "Certain ?"), ["an ordinary space where French has a no-break one: Certain ?"]),
        (_entry("Sure?", "Certain\N{NO-BREAK SPACE}?"), []),
        (_entry("Sure?", "Certain\N{NARROW NO-BREAK SPACE}?"), []),
    ],
)
def test_a_french_that_cannot_be_shown_is_told_of(tool, entry: polib.POEntry, said: list[str]):
    assert tool("check_translations").faults(entry) == said


def test_a_file_of_translations_has_two_columns_or_four(tool, tmp_path: Path):
    update = tool("update_translations")
    file = tmp_path / "words.tsv"
    file.write_text("Pair\tDoublette\none\tmany\tun\tdes\n\nA\\nB\tC\\nD\nbid\\4Pass\tParole\n", encoding="utf-8")
    assert update.read([file]) == {
        ("", "Pair"): ["Doublette"],
        ("", "one"): ["un", "des"],
        ("", "A\nB"): ["C\nD"],
        ("bid", "Pass"): ["Parole"],
    }
    file.write_text("Pair\tDoublette\tDoublettes\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"words\.tsv:1: 2 or 4 columns"):
        update.read([file])


def test_the_catalogue_keeps_what_it_had_takes_what_is_given_and_drops_what_the_source_lost(tool):
    update = tool("update_translations")
    source = polib.POFile()
    source.extend([_entry("Table", ""), _entry("Pair", ""), _entry("one", "", "", many="many")])
    known = {
        ("", entry.msgid): entry for entry in (_entry("Pair", "Paire"), _entry("Table", "Table"), _entry("Old", "V"))
    }
    merged = update.merge(source, known, {("", "Pair"): ["Doublette"], ("", "one"): ["un", "des"]})
    assert [(entry.msgid, entry.msgstr or entry.msgstr_plural) for entry in merged] == [
        ("Pair", "Doublette"),
        ("Table", "Table"),
        ("one", {0: "un", 1: "des"}),
    ]
