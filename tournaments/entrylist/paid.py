"""What a "paid" cell says, with and without the sum."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.entrylist.text import clean, fold, word_set

_YES = word_set(
    "oui o ok x y yes yep v vrai true 1 ja j si s paye payee payes payees regle reglee regles reglees fait verse versee"
    " encaisse encaissee solde cheque chq cb carte virement especes espece liquide comptant paid bezahlt betaald pagato"
    " present presente presents la arrive arrivee here anwesend aanwezig"
)
_YES_SIGNS = frozenset("✓✔☑✅×☒🗸")
_NO = word_set("non n no nope faux false 0 nein nee impaye impayee du doit absent absente abwesend afwezig unpaid")
_NO_PHRASES = frozenset(
    {
        "pas paye",
        "non paye",
        "a payer",
        "pas regle",
        "non regle",
        "a regler",
        "en attente",
        "not paid",
        "pas encore",
        "nicht bezahlt",
        "niet betaald",
        "non pagato",
    }
)
_NO_SIGNS = frozenset("✗✘☐❌")
_FREE = word_set("gratuit gratuite offert offerte invite invitee exonere exoneree gratis frei")
_NOTHING = frozenset({"", "-", "--", "?", "/", ".", "—", "–"})
_CURRENCY = r"(?:€|¤|euros?|eur|e|chf|frs?|francs?)"
_SUM = re.compile(
    rf"(?<![\d.,-]){_CURRENCY}?\s*(\d{{1,5}})(?:[.,](\d{{1,2}}))?\s*{_CURRENCY}?(?![\w.,/]|\s*%)", re.IGNORECASE
)
MAX_CENTS = 1_000_000


@dataclass(frozen=True, slots=True)
class PaidGuess:
    """``paid`` None: the cell says nothing. ``amount_cents`` from 0 to 1,000,000, None where no sum is given.

    ``understood`` False: there was text that says neither, or both; nothing is concluded from it.
    """

    paid: bool | None
    amount_cents: int | None = None
    understood: bool = True


NO_WORD = PaidGuess(None)
UNCLEAR = PaidGuess(None, None, False)


def parse_flag(text: str) -> bool | None:
    """Yes, no or None (blank, or not understood) for a cell such as "present"."""
    guess = parse_paid(text)
    return guess.paid


def parse_paid(text: str) -> PaidGuess:
    """Read "oui", "x", "10 €", "payé 10,50", "ok", "1", "non", "pas payé", ""; never raises.

    A bare 1 or 0 is a tick; another bare number is a sum. A sum of 0 is "not paid"; "gratuit" is paid with 0.
    """
    text = clean(text)
    if text in _NOTHING:
        return PaidGuess(None)
    if text in _YES_SIGNS or text in _NO_SIGNS:
        return PaidGuess(text in _YES_SIGNS)
    words = fold(text)
    if words in _NO or words in _NO_PHRASES:
        return PaidGuess(False)
    if words in _YES:
        return PaidGuess(True)
    if words in _FREE:
        return PaidGuess(True, 0)
    return _parse_sum(text)


def _parse_sum(text: str) -> PaidGuess:
    sums = list(_SUM.finditer(text))
    rest = fold(_SUM.sub(" ", text))
    if len(sums) > 1 or any(c.isdigit() for c in rest):
        return UNCLEAR
    phrases_no = rest in _NO_PHRASES or rest in _NO
    if not sums:
        parts = rest.split()
        return PaidGuess(True) if parts and all(part in _YES for part in parts) else UNCLEAR
    cents = int(sums[0][1]) * 100 + int((sums[0][2] or "0").ljust(2, "0"))
    if phrases_no:
        return PaidGuess(False)
    if cents > MAX_CENTS or not all(part in _YES or part in ("en", "par") for part in rest.split()):
        return UNCLEAR
    return PaidGuess(True, cents) if cents else PaidGuess(False)
