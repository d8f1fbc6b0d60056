"""Fails when a sentence of the source has no French, or a French that cannot be shown. Needs gettext (xgettext)."""

import re
import sys

import polib
from update_translations import CATALOGUE, current, extract, key

_PLACEHOLDER = re.compile(r"%\([a-z_A-Z0-9]+\)[sd]|(?<!%)%[sd]|\{[a-z_A-Z0-9]*\}")
_ORDINARY_SPACE = re.compile(r" [:;!?»]|« ")


def _translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def faults(entry: polib.POEntry) -> list[str]:
    """What is wrong with a translation, in words; [] when nothing is."""
    translations = _translations(entry)
    if not all(text.strip() for text in translations):
        return ["no translation"]
    if "fuzzy" in entry.flags:
        return ["not confirmed (fuzzy)"]
    found = []
    allowed = set(_PLACEHOLDER.findall(entry.msgid)) | set(_PLACEHOLDER.findall(entry.msgid_plural))
    for text in translations:
        names = set(_PLACEHOLDER.findall(text))
        # A plural form may leave the number out ("une donne"), a plain sentence has all that it is given.
        if names - allowed or (not entry.msgid_plural and names != allowed):
            found.append(f"placeholders differ: {text}")
        if _ORDINARY_SPACE.search(text):
            found.append(f"an ordinary space where French has a no-break one: {text}")
    return found


def main() -> int:
    if not CATALOGUE.exists():
        print(f"{CATALOGUE} is missing: run scripts/update_translations.py")
        return 1
    known = current()
    wrong = 0
    for entry in extract():
        if entry.obsolete:
            continue
        mine = known.get(key(entry))
        said = faults(mine) if mine is not None else ["not in the catalogue: run scripts/update_translations.py"]
        if mine is not None and bool(mine.msgid_plural) != bool(entry.msgid_plural):
            said.append("its plural differs from the source's")
        for fault in said:
            print(f"{entry.msgid!r}: {fault}")
        wrong += bool(said)
    print(f"{wrong} sentences to mend" if wrong else "every sentence has its French")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
