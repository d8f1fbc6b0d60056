"""Brings locale/fr up to date: every sentence of the source is in it, with the translations it had and the given ones.

    update_translations.py [FILE.tsv ...]

A line of a file is ``sentence<TAB>translation``, or ``one<TAB>many<TAB>translation of one<TAB>of many``. ``\\n`` and
``\\t`` stand for a line's end and a tab; a sentence with a context is ``context\\4sentence``. Needs gettext (xgettext).
The catalogue is sorted by sentence and holds no line numbers, so that a change shows only what changed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
SOURCES = ("coinche_club", "api", "documents", "rankings", "tournaments", "scoring", "clubs", "core", "templates")
HEADER = {
    "Project-Id-Version": "coinche-club",
    "Language": "fr",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n > 1);",
}


def key(entry: polib.POEntry) -> tuple[str, str]:
    return entry.msgctxt or "", entry.msgid


def _keywords(folder: Path) -> list[str]:
    """xgettext options for the names that the modules import gettext's functions by (``gettext_lazy as _lazy``)."""
    shapes = {"gettext": "", "ngettext": ":1,2", "pgettext": ":1c,2", "npgettext": ":1c,2,3"}
    found = set()
    for file in folder.rglob("*.py"):
        names = re.findall(r"\b(n?p?gettext)(?:_lazy|_noop)? as (\w+)", file.read_text(encoding="utf-8"))
        found |= {f"--keyword={alias}{shapes[function]}" for function, alias in names}
    return sorted(found)


def extract() -> polib.POFile:
    """Every sentence of the source, untranslated: from a copy, so that nothing here is touched."""
    if shutil.which("xgettext") is None:
        sys.exit("gettext is missing. Run this, then start again: sudo apt-get install gettext")
    with tempfile.TemporaryDirectory(prefix="coinche-words-") as folder:
        copy = Path(folder)
        for name in SOURCES:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "migrations"))
        shutil.copy(ROOT / "manage.py", copy)
        (copy / "locale").mkdir()
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "coinche_club.settings",
            "COINCHE_DATA": f"{folder}/data",
        }
        environment.pop("DATABASE_URL", None)
        # makemessages knows the functions by their own names only, not by those that a module gives them.
        program = (
            "import sys, django; django.setup()\n"
            "from django.core.management import call_command\n"
            "from django.core.management.commands import makemessages\n"
            "command = makemessages.Command()\n"
            "command.xgettext_options = [*command.xgettext_options, *sys.argv[1:]]\n"
            "call_command(command, locale=['fr'], no_location=True, verbosity=0)\n"
        )
        command = [sys.executable, "-c", program, *_keywords(copy)]
        subprocess.run(command, cwd=copy, env=environment, check=True, stdin=subprocess.DEVNULL)
        return polib.pofile(str(copy / "locale" / "fr" / "LC_MESSAGES" / "django.po"))


def current() -> dict[tuple[str, str], polib.POEntry]:
    """The catalogue as it is: by context and sentence."""
    if not CATALOGUE.exists():
        return {}
    return {key(entry): entry for entry in polib.pofile(str(CATALOGUE)) if not entry.obsolete}


def _plain(cell: str) -> str:
    return re.sub(r"\\([nt4\\])", lambda found: {"n": "\n", "t": "\t", "4": "\x04", "\\": "\\"}[found[1]], cell)


def read(files: Iterable[Path]) -> dict[tuple[str, str], list[str]]:
    """Translations by context and sentence: one, or two for a plural. A later file wins, and says so."""
    given: dict[tuple[str, str], list[str]] = {}
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.strip():
                continue
            cells = [_plain(cell) for cell in line.split("\t")]
            if len(cells) not in (2, 4):
                sys.exit(f"{file}:{number}: 2 or 4 columns are needed, there are {len(cells)}")
            context, _, sentence = cells[0].rpartition("\x04")
            words = cells[1:] if len(cells) == 2 else cells[2:]
            if given.get((context, sentence), words) != words:
                print(f"{file}:{number}: another translation of: {sentence}")
            given[context, sentence] = words
    return given


def merge(wanted: polib.POFile, known: dict[tuple[str, str], polib.POEntry], given: dict[tuple[str, str], list[str]]):
    """The new catalogue: the sentences of the source, each with what is given for it, else with what it had."""
    catalogue = polib.POFile(wrapwidth=110)
    catalogue.metadata = dict(HEADER)
    for found in sorted(wanted, key=key):
        if found.obsolete:
            continue
        entry = polib.POEntry(msgctxt=found.msgctxt, msgid=found.msgid, msgid_plural=found.msgid_plural)
        entry.flags = [flag for flag in found.flags if flag != "fuzzy"]
        old = known.get(key(entry))
        words = given.get(key(entry))
        if words is None and old is not None:
            words = list(old.msgstr_plural.values()) or [old.msgstr]
        words = words or [""]
        if entry.msgid_plural:
            entry.msgstr_plural = {0: words[0], 1: words[-1]}
        else:
            entry.msgstr = words[0]
        catalogue.append(entry)
    return catalogue


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="translations, tab-separated")
    given = read(parser.parse_args().files)
    catalogue = merge(extract(), current(), given)
    CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(CATALOGUE))
    sentences = {key(entry) for entry in catalogue}
    for context, sentence in sorted(set(given) - sentences):
        print(f"not in the source: {context + ': ' if context else ''}{sentence}")
    for entry in catalogue.untranslated_entries():
        print(f"to translate: {entry.msgid}")
    print(f"{len(catalogue)} sentences, {len(catalogue.untranslated_entries())} to translate")


if __name__ == "__main__":
    main()
