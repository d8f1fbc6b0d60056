"""Small text tools shared by the modules that read an entry list."""

from __future__ import annotations

import re
import unicodedata

# Letters that NFKD does not take apart.
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
APOSTROPHES = "'’‘ʼ`´′＇"
_APOSTROPHE = re.compile(f"[{APOSTROPHES}]")
_HYPHEN = re.compile("[‐‑‒\N{MINUS SIGN}﹣－]")
_NOT_WORD = re.compile(r"[\W_]+")
# Categories dropped: control, format (direction overrides, zero width), surrogate, private use, unassigned.
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def clean(text: str) -> str:
    """One line of visible text: NFC, no control, direction or zero-width characters, single spaces, none at the ends.

    Tabs and line ends become spaces. Apostrophes become ' and hyphens -, so that one name is written one way.
    """
    text = " ".join(text.split())
    if not text.isascii() or not text.isprintable():
        text = "".join(c for c in text if unicodedata.category(c) not in _DROPPED)
        text = unicodedata.normalize("NFC", text)
        text = _HYPHEN.sub("-", _APOSTROPHE.sub("'", text))
    return " ".join(text.split())


def fold(text: str) -> str:
    """Lower-case words without accents, one space between: "Marie-Thérèse D'Angelo" gives "marie therese dangelo"."""
    text = _APOSTROPHE.sub("", text).casefold().translate(_LETTERS)
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return _NOT_WORD.sub(" ", text).strip()


def word_set(text: str) -> frozenset[str]:
    """The words of a text, for the vocabularies."""
    return frozenset(text.split())


def has_letter(text: str) -> bool:
    return any(c.isalpha() for c in text)
