"""Sums of money in words: cents in the currency of a tournament, written as its readers write them."""

import re
from decimal import Decimal

from django.utils.translation import get_language

from core.templatetags.look import MINUS, NO_BREAK, number

#: What stands for a currency; another one is written by its three letters.
SIGNS = {"EUR": "€", "CHF": "CHF", "GBP": "£", "USD": "$"}
#: More cents than any sum here may have.
MOST_CENTS = 10_000_000
_TYPED = re.compile(r"(\d{1,3}(?:[ .\u00a0\u202f]\d{3})+|\d{1,7})(?:[.,](\d{1,2}))?\Z")


def said(cents: int | None, currency: str) -> str:
    """A sum as it is read: "12 €" or "12,50 €" in French, "€12.50" in English; a dash for None."""
    if cents is None:
        return number(None)
    whole = cents % 100 == 0
    text = number(abs(cents) // 100) if whole else number(Decimal(abs(cents)) / 100, 2)
    sign = SIGNS.get(currency, currency)
    is_before = len(sign) == 1 and not (get_language() or "fr").startswith("fr")
    text = f"{sign}{text}" if is_before else f"{text}{NO_BREAK}{sign}"
    return MINUS + text if cents < 0 else text


def typed(cents: int | None) -> str:
    """A sum as it stands in a field: "12" or "12,50" ("12.50" in English)."""
    if cents is None:
        return ""
    whole, rest = divmod(abs(cents), 100)
    comma = "," if (get_language() or "fr").startswith("fr") else "."
    return ("-" if cents < 0 else "") + (f"{whole}{comma}{rest:02d}" if rest else str(whole))


def read(text: str) -> int | None:
    """The cents of a sum as it was typed ("12", "12,5", "1 250.00", "12 €"); None where it is none, or too large."""
    plain = text.strip()
    for sign in (*SIGNS.values(), *SIGNS):
        plain = plain.removesuffix(sign).removeprefix(sign).strip()
    found = _TYPED.match(plain)
    if found is None:
        return None
    whole = int(re.sub(r"\D", "", found[1]))
    cents = whole * 100 + int((found[2] or "").ljust(2, "0"))
    return cents if cents <= MOST_CENTS else None
