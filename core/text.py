"""Text that people type, made safe to show in one line: no control characters, nothing that turns the writing round."""

import unicodedata

#: Control and format characters (bidirectional overrides, zero-width signs), surrogates, private use, unassigned.
_DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn"}


def one_line(text: str, most: int | None = None) -> str:
    """``text`` in NFC on one line, single blanks, without invisible characters, at most ``most`` characters."""
    composed = unicodedata.normalize("NFC", text)
    seen = "".join(" " if char.isspace() else char for char in composed)
    kept = "".join(char for char in seen if char == " " or unicodedata.category(char) not in _DROPPED)
    short = " ".join(kept.split())
    return short if most is None else short[:most].rstrip()


def several_lines(text: str, most: int) -> str:
    """``text`` as ``one_line`` makes it, line by line, without empty lines before and after; at most ``most``
    characters."""
    lines = [one_line(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return "\n".join(lines).strip("\n")[:most].rstrip()
