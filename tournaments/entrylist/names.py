"""Names as clubs type them: which word is the family name, how to write it, and who is the same person.

The order is read from how the name is written: "NAME First", "Name, First", "NAME F.", a particle ("Le Goff Martine").
Where that says nothing ("Martin Jean", "éric denis") the other names of the file are asked, then a list of common given
names; where these do not agree on one reading the name is kept as typed and marked as not sure. One name's order never
decides another's just because it stands in the same column: clubs mix both orders in one column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.entrylist.given_names import CLEAR, COMMON, SHARED
from tournaments.entrylist.text import clean, fold, has_letter, word_set

_PARTICLES = word_set(
    "le la les l' de du des d' van von der den ter ten zu zur di da del della dos das do el ben ait st ste saint sainte"
)
_TITLES = re.compile(r"^(?:mme|mlle|mr|mrs|monsieur|madame|mademoiselle|herr|frau)\b\.?\s+", re.IGNORECASE)
_INITIAL = re.compile(r"^[^\W\d_](?:\.-?[^\W\d_])*\.?$|^[^\W\d_]-[^\W\d_]\.?$")
_CASED_PREFIX = re.compile(r"^(?:[dlDL]'|Mc|Mac)(?=.{2})")
_WORD_PART = re.compile(r"([-'.])")


class NameOrder(StrEnum):
    """What told the family name from the given name."""

    COLUMNS = "columns"
    CAPITALS = "capitals"
    COMMA = "comma"
    INITIAL = "initial"
    PARTICLE = "particle"
    FILE = "file"
    COMMON = "common"
    SINGLE = "single"
    UNKNOWN = "unknown"


WRITTEN = frozenset({NameOrder.COLUMNS, NameOrder.CAPITALS, NameOrder.COMMA, NameOrder.INITIAL})


@dataclass(frozen=True, slots=True)
class NameGuess:
    """A name taken apart.

    ``text`` is what was typed with its letters put right, in the order it was typed. Where ``sure`` is False,
    ``family`` and ``given`` are the better guess and ``display`` stays with the typed order. A single word is a family
    name with ``given`` "".
    """

    text: str
    family: str
    given: str
    sure: bool
    order: NameOrder

    @property
    def display(self) -> str:
        """Given name first; as typed where the order is not sure."""
        return f"{self.given} {self.family}".strip() if self.sure else self.text


@dataclass(frozen=True, slots=True)
class NameEvidence:
    """Folded words known to be given names and family names, from names whose order was written."""

    given: frozenset[str] = frozenset()
    family: frozenset[str] = frozenset()

    @classmethod
    def collect(cls, texts: Iterable[str], known: Iterable[tuple[str, str]] = ()) -> NameEvidence:
        """From the names of a file and from (family, given) pairs known elsewhere, such as separate columns.

        Only names whose order their own writing shows count; what was concluded from evidence is no evidence.
        """
        given: set[str] = set()
        family: set[str] = set()
        guesses = [split_name(text) for text in texts]
        pairs = [(g.family, g.given) for g in guesses if g.sure and g.order in WRITTEN | {NameOrder.PARTICLE}]
        for family_name, given_name in [*pairs, *known]:
            family.update(_keys(family_name))
            given.update(_keys(given_name))
        return cls(frozenset(given), frozenset(family))


NO_EVIDENCE = NameEvidence()


def split_name(text: str, evidence: NameEvidence = NO_EVIDENCE) -> NameGuess:
    """Take a person's name apart; never raises. See the module for how the order is found."""
    text = _TITLES.sub("", clean(text).replace(" '", "'")).strip(" ,;")
    tidy = tidy_case(text.replace(",", " "))
    if text.count(",") == 1:
        left, right = (part.strip() for part in text.split(","))
        if has_letter(left) and has_letter(right):
            swapped = _is_caps(right.split()[-1]) and not any(_is_caps(word) for word in left.split())
            family, given = (right, left) if swapped else (left, right)
            return NameGuess(tidy, tidy_case(family), _tidy_given(given), True, NameOrder.COMMA)
    words = text.replace(",", " ").split()
    if len(words) < 2:
        return NameGuess(tidy, tidy, "", False, NameOrder.SINGLE)
    return (
        _by_capitals(words, tidy)
        or _by_initial(words, tidy, evidence)
        or _by_particle(words, tidy)
        or _by_known_names(words, tidy, evidence)
    )


def from_columns(family: str, given: str) -> NameGuess:
    """A name whose parts stood in columns of their own."""
    family, given = tidy_case(clean(family)), _tidy_given(clean(given))
    if not family or not given:
        whole = family or given
        return NameGuess(whole, whole, "", False, NameOrder.SINGLE)
    return NameGuess(f"{given} {family}", family, given, True, NameOrder.COLUMNS)


def person_key(name: str) -> str:
    """The same for every spelling of one name: accents, case, hyphens, apostrophes and the order of words left out.

    "Éric Denis", "DENIS Eric" and "denis,éric" all give "denis eric". An initial stays one letter.
    """
    return " ".join(sorted(fold(name).split()))


def has_initial(key: str) -> bool:
    """Whether a key from ``person_key`` has a word of one letter, so that equal keys may be two persons."""
    return any(len(word) == 1 for word in key.split())


def may_be_same(key: str, other: str) -> bool:
    """Whether two different keys can be one person because an initial stands for a given name: "c david" and
    "christiane david". At least one whole word must be common to both."""
    words, others = key.split(), other.split()
    if key == other or not (has_initial(key) or has_initial(other)):
        return False
    full, initials = {w for w in words if len(w) > 1}, {w for w in words if len(w) == 1}
    other_full, other_initials = {w for w in others if len(w) > 1}, {w for w in others if len(w) == 1}
    common = full & other_full
    rest, other_rest = full - common, other_full - common
    if not common or any(w[0] not in other_initials for w in rest) or any(w[0] not in initials for w in other_rest):
        return False
    letters = initials | {w[0] for w in rest}
    other_letters = other_initials | {w[0] for w in other_rest}
    return initials <= other_letters and other_initials <= letters


def tidy_case(text: str) -> str:
    """Names in capitals or lower case written as usual: "LE GOFF" gives "Le Goff", "d'angelo" "D'Angelo".

    A word with both cases ("McDonald", "DiCaprio") and a lower-case particle beside other words ("Jean de La Tour")
    stay as typed.
    """
    words = text.split()
    some_upper = any(c.isupper() for c in text)
    return " ".join(
        word if some_upper and word.islower() and word.rstrip("'") in _PARTICLES else _tidy_word(word) for word in words
    )


def _tidy_word(word: str) -> str:
    if not (word.isupper() or word.islower()):
        return word
    parts = _WORD_PART.split(word.lower().replace("i̇", "i"))
    tidy = ""
    for place, part in enumerate(parts):
        # After an apostrophe a capital follows only a one-letter beginning: D'Angelo, N'Guyen, but Tagada'h.
        lower = place >= 2 and parts[place - 1] == "'" and len(parts[place - 2]) != 1
        tidy += part if lower else part[:1].title() + part[1:]
    return tidy


def _tidy_given(text: str) -> str:
    return " ".join(_tidy_initial(word) if _is_initial(word) else tidy_case(word) for word in text.split())


def _tidy_initial(word: str) -> str:
    """ "c" gives "C.", "j-p" and "j.p." "J.-P."."""
    return "-".join(f"{letter.upper()}." for letter in word if letter.isalpha())


def _is_initial(word: str) -> bool:
    # To the pattern a raised figure (²) is a letter too.
    return bool(_INITIAL.match(word)) and all(c.isalpha() or c in ".-" for c in word)


def _is_caps(word: str) -> bool:
    """Two capitals or more and nothing small, d' and Mc in front aside."""
    body = _CASED_PREFIX.sub("", word)
    return body.isupper() and sum(c.isalpha() for c in body) >= 2 and not _is_initial(word)


def _is_particle(word: str) -> bool:
    return word.casefold() in _PARTICLES or word.casefold().rstrip(".") in ("st", "ste")


def _keys(name: str) -> set[str]:
    """The whole folded name and its words, initials and particles left out."""
    words = {w for w in fold(name).split() if len(w) > 1 and w not in _PARTICLES}
    return words | ({fold(name)} if words else set())


def _by_capitals(words: list[str], tidy: str) -> NameGuess | None:
    """ "NAME First", "First NAME", "de LA TOUR Jean": the capitals, particles beside them included, are the family."""
    caps = [_is_caps(word) for word in words]
    if not any(caps) or all(caps):
        return None
    first, last = caps.index(True), len(caps) - 1 - caps[::-1].index(True)
    while first > 0 and _is_particle(words[first - 1]):
        first -= 1
    family, given = words[first : last + 1], words[:first] + words[last + 1 :]
    at_an_end = first == 0 or last == len(words) - 1
    between = all(is_caps or _is_particle(word) for word, is_caps in zip(family, caps[first : last + 1], strict=True))
    if not given or not at_an_end or not between:
        return None
    order = NameOrder.INITIAL if all(_is_initial(word) for word in given) else NameOrder.CAPITALS
    return NameGuess(tidy, tidy_case(" ".join(family)), _tidy_given(" ".join(given)), True, order)


def _by_initial(words: list[str], tidy: str, evidence: NameEvidence) -> NameGuess | None:
    """ "J. Dupont" and "Dupont J.": the initial is the given name.

    "Jean D." is the other way round, as short public lists are written: where the whole word is known as a given name
    and not as a family name, the reading stays open.
    """
    initials = [word for word in words if _is_initial(word)]
    rest = [word for word in words if not _is_initial(word)]
    if not initials or not rest or words not in (initials + rest, rest + initials):
        return None
    family, given = tidy_case(" ".join(rest)), _tidy_given(" ".join(initials))
    key = fold(family)
    if words == rest + initials and key not in evidence.family and (key in evidence.given or key in CLEAR):
        return NameGuess(tidy, given, family, False, NameOrder.UNKNOWN)
    return NameGuess(tidy, family, given, True, NameOrder.INITIAL)


def _units(words: list[str]) -> list[list[str]]:
    """Words with their particles: "Le Goff Martine" gives [[Le, Goff], [Martine]]."""
    units: list[list[str]] = []
    open_unit = False
    for word in words:
        if open_unit:
            units[-1].append(word)
        else:
            units.append([word])
        open_unit = _is_particle(word)
    return units


def _by_particle(words: list[str], tidy: str) -> NameGuess | None:
    """ "Le Goff Martine", "Jean de La Tour": what a particle begins is the family name, if it stands at one end."""
    units = _units(words)
    marked = [len(unit) > 1 for unit in units]
    if len(units) < 2 or sum(marked) != 1 or not (marked[0] or marked[-1]):
        return None
    family = units[0] if marked[0] else units[-1]
    given = units[1:] if marked[0] else units[:-1]
    if len(given) > 1 and not all(_known_given(unit, NO_EVIDENCE) for unit in given):
        return None
    given_text = " ".join(word for unit in given for word in unit)
    return NameGuess(tidy, tidy_case(" ".join(family)), _tidy_given(given_text), True, NameOrder.PARTICLE)


def _known_given(unit: list[str], evidence: NameEvidence) -> bool:
    key = fold(" ".join(unit))
    return key in evidence.given or all(part in COMMON or part in evidence.given for part in key.split())


def _by_known_names(words: list[str], tidy: str, evidence: NameEvidence) -> NameGuess:
    units = _units(words)
    if len(units) == 2:
        first, second = (fold(" ".join(unit)) for unit in units)
        forward, order = _compare(first, second, evidence)
        given, family = (units[0], units[1]) if forward else (units[1], units[0])
    else:
        given, family, order = _several_words(units, evidence)
    sure = order is not NameOrder.UNKNOWN
    return NameGuess(tidy, tidy_case(" ".join(family)), _tidy_given(" ".join(given)), sure, order)


def _compare(first: str, second: str, evidence: NameEvidence) -> tuple[bool, NameOrder]:
    """Whether ``first`` is the given name, and what says so: the file before the list of common names."""
    forward = _seen_as(first, evidence.given, evidence.family) or _seen_as(second, evidence.family, evidence.given)
    backward = _seen_as(second, evidence.given, evidence.family) or _seen_as(first, evidence.family, evidence.given)
    if forward != backward:
        return forward, NameOrder.FILE
    clear_first, clear_second = _all_in(first, CLEAR), _all_in(second, CLEAR)
    if not forward and clear_first != clear_second and not (_all_in(first, COMMON) and _all_in(second, COMMON)):
        return clear_first, NameOrder.COMMON
    # Not known: the better guess is the word that is less of a family name, else the order of speech.
    weights = [
        (_all_in(key, COMMON), not _all_in(key, SHARED), clear)
        for key, clear in ((first, clear_first), (second, clear_second))
    ]
    return weights[0] >= weights[1], NameOrder.UNKNOWN


def _seen_as(key: str, these: frozenset[str], not_those: frozenset[str]) -> bool:
    return key in these and key not in not_those


def _all_in(key: str, names: frozenset[str]) -> bool:
    return bool(key) and all(part in names for part in key.split())


def _several_words(units: list[list[str]], evidence: NameEvidence) -> tuple[list[str], list[str], NameOrder]:
    """Three words or more: given names at one end only ("Jean Pierre Dupont") settle it."""

    def join(some: list[list[str]]) -> list[str]:
        return [word for unit in some for word in unit]

    known = [_known_given(unit, evidence) for unit in units]
    if not all(known):
        leading, trailing = known.index(False), known[::-1].index(False)
        if leading and not trailing:
            return join(units[:leading]), join(units[leading:]), NameOrder.COMMON
        if trailing and not leading:
            return join(units[-trailing:]), join(units[:-trailing]), NameOrder.COMMON
    return units[0], join(units[1:]), NameOrder.UNKNOWN
