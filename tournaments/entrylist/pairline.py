"""One line typed or dictated at the desk: "12 Dupont Jean / Martin Anne"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.entrylist.model import MAX_CELL, MAX_NAME, MAX_NUMBER, EntryListError
from tournaments.entrylist.names import NO_EVIDENCE, NameEvidence, NameGuess, NameOrder, split_name
from tournaments.entrylist.text import clean, has_letter

# In the order tried: the first kind that occurs in the line separates, the others may be part of a name.
_SEPARATORS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (r"\t", r";", r"/", r"&", r"\+", r"\s(?:et|and|und|avec)\s", r"\s[-–—]\s")
)
_NUMBER = re.compile(r"^\s*(?:n\s*[°ºo.]\s*|#\s*)?(\d{1,4})\s*(?:[.)°:;/\t-]+\s*|\s+|$)", re.IGNORECASE)
# Four words and nothing that shows where a family name is: rather two persons than one.
_GUESSED = (NameOrder.FILE, NameOrder.COMMON, NameOrder.UNKNOWN)
_NO_PARTNER = re.compile(
    r"partenaire|partner|équipier|equipier|^\W*(?:seule?s?|a trouver|à trouver|tbd|n[ée]ant|libre|x)\W*$|^\W*$"
    r"|^\W*(?:re)?cherche\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PairLine:
    """A number where one was typed (1 to 9999), and one or two players in the order typed."""

    number: int | None
    players: tuple[NameGuess, ...]


def parse_pair_line(text: str, evidence: NameEvidence = NO_EVIDENCE) -> PairLine:
    """Read a pair from one line; / ; & + "et" a spaced dash or a tab stand between the players.

    A single name, or a name and "cherche partenaire", is one player without partner.
    Raises EntryListError: empty_line, line_too_long, too_many_players, pair_separator_missing, name_not_readable,
    name_too_long.
    """
    if len(text) > MAX_CELL:
        raise EntryListError("line_too_long", limit=MAX_CELL)
    number, names = split_pair(text)
    names = [name for name in names if not no_partner(name)]
    if not names:
        raise EntryListError("empty_line")
    if len(names) > 2:
        raise EntryListError("too_many_players", count=len(names))
    for name in names:
        if not has_letter(name):
            raise EntryListError("name_not_readable", name=name)
        if len(name) > MAX_NAME:
            raise EntryListError("name_too_long", limit=MAX_NAME)
    players = tuple(split_name(name, evidence) for name in names)
    if len(players) == 1 and players[0].order in _GUESSED and len(players[0].text.split()) > 3:
        raise EntryListError("pair_separator_missing", line=players[0].text)
    return PairLine(number, players)


def split_pair(text: str) -> tuple[int | None, list[str]]:
    """The number at the start, if any, and the clean texts between the separators."""
    number = None
    match = _NUMBER.match(text)
    if match and has_letter(text[match.end() :]) and 1 <= int(match[1]) <= MAX_NUMBER:
        number, text = int(match[1]), text[match.end() :]
    for separator in _SEPARATORS:
        parts = separator.split(text)
        if len(parts) > 1 and any(has_letter(part) for part in parts):
            return number, [clean(part) for part in parts]
    halves = [clean(part) for part in text.split(",")]
    # "Dupont Jean, Martin Anne" is two persons, "Dupont, Jean" one.
    if len(halves) == 2 and all(len(half.split()) > 1 for half in halves):
        return number, halves
    return number, [clean(text)]


def no_partner(text: str) -> bool:
    """Whether a player's cell says that there is none: "", "?", "? (cherche partenaire)", "seul", "-"."""
    return bool(_NO_PARTNER.search(clean(text)))
