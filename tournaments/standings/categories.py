"""Ladies, mixed, men, juniors, seniors and a club's own categories: what is written of somebody, as keys. Pure.

A text may name several, parted by commas or slashes ("Dames, seniors"). The usual ones are known in the languages of
the card table and have keys of their own; any other is a category of its own, whatever its capitals and accents.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

LADIES, MIXED, MEN, JUNIORS, SENIORS = "ladies", "mixed", "men", "juniors", "seniors"
#: The usual categories, in the order in which lists show them.
USUAL = (LADIES, MIXED, MEN, JUNIORS, SENIORS)
#: Of these a person has one or none; a pair of one of each is mixed.
SEXES = (LADIES, MEN)

_WORDS: Mapping[str, str] = {
    word: key
    for key, words in {
        LADIES: "dame dames femme femmes feminin feminine feminins feminines lady ladies women damen donne vrouwen",
        MIXED: "mixte mixtes mixed gemischt misto misti gemengd",
        MEN: "homme hommes messieurs masculin masculine masculins man men gentlemen herren uomini mannen heren",
        JUNIORS: "junior juniors juniore juniores jeune jeunes youth junioren",
        SENIORS: "senior seniors seniore seniores senioren aine aines",
    }.items()
    for word in words.split()
}
_PARTED = re.compile(r"[,;/+|]")


def key_of(text: str) -> str:
    """What texts that mean the same share: lower case letters, digits and hyphens; "" of nothing."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if slug or not plain.strip():
        return slug
    return f"x-{hashlib.sha256(plain.strip().encode()).hexdigest()[:8]}"


def keys_of(text: str) -> tuple[str, ...]:
    """The categories that a text names, each once, in its order."""
    found = (key_of(part) for part in _PARTED.split(text))
    return tuple(dict.fromkeys(_WORDS.get(key, key) for key in found if key))


def of_members(members: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The categories of an entry by those of everybody in it: ladies or men where all are, mixed where each is one of
    the two and both are there; of the others those that all of them have."""
    if not members:
        return ()
    sexes = [next((key for key in keys if key in SEXES), None) for keys in members]
    found: list[str] = []
    if None not in sexes:
        one = set(sexes)
        found.append(MIXED if len(one) > 1 else str(sexes[0]))
    shared = [key for key in members[0] if key not in SEXES and all(key in other for other in members)]
    return tuple(dict.fromkeys([*found, *shared]))


def in_order(keys: Iterable[str]) -> list[str]:
    """Keys as lists show them: the usual ones first, then a club's own by their letters."""
    return sorted(set(keys), key=lambda key: (USUAL.index(key) if key in USUAL else len(USUAL), key))


def parts_of(text: str) -> list[str]:
    """The categories that a text names, as they are written."""
    return [" ".join(part.split()) for part in _PARTED.split(text) if key_of(part)]


def spelled(texts: Iterable[str]) -> dict[str, str]:
    """By its key what texts that mean the same are written as most often; of equals as it was written first. The usual
    categories are not among them: they have words of their own."""
    counts = Counter((key_of(text), " ".join(text.split())) for text in texts)
    found: dict[str, str] = {}
    for (key, spelling), _ in counts.most_common():
        if key and key not in _WORDS:
            found.setdefault(key, spelling)
    return found
