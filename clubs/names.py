"""How a person is named: to everybody, in the hall, in lists.

Open to anyone: first name and initial, unless the tournament declares whole names and the person did not object.
Seen in the hall only (sheets, posters, the screen): whole names, or the pseudonym of who objected.
"""

import unicodedata

from django.utils.translation import gettext as _

from clubs.models import Person


def search_key(text: str) -> str:
    """Letters and digits only, no accents, small: what a search for a name compares."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    words = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c)).split()
    return " ".join(words)


def spelled(key: str) -> str:
    """A search key in the letters that are on everybody's keyboard: "łukasz" is looked for, and sorted, at L."""
    return key.translate(_LETTERS)


def sort_key(family: str, given: str) -> str:
    """What lists are sorted by: family name, then given name, particles aside."""
    words = spelled(search_key(family)).split()
    while len(words) > 1 and words[0] in _PARTICLES:
        words = words[1:]
    return f"{' '.join(words)} {spelled(search_key(given))}".strip()[:130]


# Letters that have no accent to take away.
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"})
_PARTICLES = {"de", "du", "des", "d", "von", "van", "der"}


def whole(person: Person) -> str:
    """Given name, then family name: "Jean De La Tour"."""
    if person.erased_at is not None:
        return _("Name erased")
    return f"{person.given} {person.family}".strip()


def _initial(word: str) -> str:
    return f"{word[:1].upper()}." if word else ""


def short(person: Person) -> str:
    """First name and initial: "Jean D." Where the order of the two is not known, only initials: "M. J."."""
    if person.erased_at is not None:
        return _("Name erased")
    if not person.order_known or not person.given or len(person.given.rstrip(".")) == 1:
        words = f"{person.given} {person.family}".split()
        return " ".join(_initial(word) for word in words)
    return f"{person.given} {_initial(person.family)}".strip()


def in_public(person: Person, *, objected: bool, full_names: bool) -> str:
    """The name on a page, file, feed or API open to anyone."""
    if objected:
        return person.pseudonym or short(person)
    return whole(person) if full_names else short(person)


def in_hall(person: Person, *, objected: bool) -> str:
    """The name on what is seen in the hall only."""
    if objected:
        return person.pseudonym or short(person)
    return whole(person)
