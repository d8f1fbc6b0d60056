"""Finding who stands at the desk by what is typed or scanned: a number, or the beginnings of names."""

import re
from collections.abc import Iterable

from clubs.names import search_key
from tournaments.people import EntryName

#: Fewer letters say too little: Enter would tick somebody by chance.
LEAST_LETTERS = 2
#: A number as people type it, or as a reader of codes gives it: "12", "012", "n° 12", "P12".
_NUMBER = re.compile(r"\D{0,3}?0*(\d{1,5})")


def number_in(text: str) -> int | None:
    """The number that ``text`` is, if it is one."""
    found = _NUMBER.fullmatch(text.strip())
    return int(found[1]) if found else None


def is_enough(text: str) -> bool:
    """Whether ``text`` says whom to look for: a number, or letters enough."""
    return number_in(text) is not None or len(search_key(text).replace(" ", "")) >= LEAST_LETTERS


def find(text: str, named: Iterable[EntryName]) -> list[EntryName]:
    """Who is meant, by number: the one of this number; or those of whose names (a team's, its players') each word of
    ``text`` begins one.

    A whole name wins over beginnings: "martin" is Martin even where there is a Martinez.
    """
    rows = list(named)
    number = number_in(text)
    if number is not None:
        return [one for one in rows if one.number == number]
    typed = search_key(text).split()
    if not is_enough(text):
        return []
    words = {one.id: search_key(" ".join((*one.names, *one.players))).split() for one in rows}
    begun = [one for one in rows if all(any(word.startswith(part) for word in words[one.id]) for part in typed)]
    whole = [one for one in begun if set(typed) <= set(words[one.id])]
    return whole if len(whole) == 1 else begun
