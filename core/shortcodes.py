"""Short codes: what is typed where a sheet's square cannot be scanned, eight characters without look-alikes.

A code is derived from its link and generation as the token is (``core.links``), so that a sheet can be printed again.
It stands for 33 bits only: the database keeps it hashed with the server's secret, it opens nothing once its link is
closed, and wrong ones are counted (``may_try``, ``count_wrong``).
"""

import base64
import hashlib
import hmac
import uuid
from datetime import timedelta

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from core.models import WrongCodes

#: No 0 O Q, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V, and no A or E, which make words.
ALPHABET = "CDFHJKMNPRTWXY3479"
LENGTH = 8
#: Wrong codes with the same first two characters within a quarter of an hour. There are 324 such beginnings, so that
#: one seldom stands for more than a table of the hall: a stranger who guesses is stopped, table by table, whatever his
#: device and his address, and a hall that shares one address is not.
WRONG_OF_A_BEGINNING = 20
WITHIN = timedelta(minutes=15)
_BEGINNING = 2


def derive(link_id: uuid.UUID, generation: int) -> str:
    """The code of a link: eight characters of ``ALPHABET``."""
    message = b"coinche-club short code\0" + link_id.bytes + generation.to_bytes(4, "big")
    number = int.from_bytes(hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest(), "big")
    symbols = []
    for _ in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        symbols.append(ALPHABET[place])
    return "".join(symbols)


def kept(code: str) -> str:
    """What is stored of a code: twelve characters, of use to nobody without the server's secret."""
    digest = hmac.new(settings.SECRET_KEY.encode(), b"coinche-club short\0" + code.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:9]).decode("ascii")


def shown(code: str) -> str:
    """A code as it is printed: two groups of four."""
    return f"{code[:4]} {code[4:]}"


def read(typed: str) -> str | None:
    """The code in what somebody typed, whatever the case and whatever stands between; None where it is none."""
    code = "".join(character for character in typed.upper() if character.isalnum())
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def may_try(code: str) -> bool:
    """Whether a code may be looked up now, right or wrong."""
    found = WrongCodes.objects.filter(beginning=code[:_BEGINNING], since__gt=timezone.now() - WITHIN).first()
    return found is None or found.count < WRONG_OF_A_BEGINNING


def count_wrong(code: str) -> None:
    """One more that leads nowhere."""
    now = timezone.now()
    running = WrongCodes.objects.filter(beginning=code[:_BEGINNING], since__gt=now - WITHIN)
    if not running.update(count=F("count") + 1):
        WrongCodes.objects.update_or_create(beginning=code[:_BEGINNING], defaults={"count": 1, "since": now})
