"""The lot: an order of all entries that nobody can know or choose beforehand, and everybody can check afterwards. Pure.

It follows from the seed of the draws, which was made by chance and locked away before anybody was entered, and whose
SHA-256 hangs on the wall: so it is drawn once and for all, and who comes late has a place in it without moving the
others against each other.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from tournaments.draws.seeds import checked_seed


def lot_of(seed: str, number: int) -> str:
    """The lot of the entry with this number (1 or more), 64 hexadecimal digits: HMAC-SHA-256 with the 32 bytes of the
    seed as key and the text `lot/NUMBER` (decimal) as message."""
    return hmac.new(checked_seed(seed), f"lot/{number}".encode("ascii"), "sha256").hexdigest()


def lots(seed: str, numbers: Mapping[str, int]) -> dict[str, int]:
    """The place in the lot (1 the best, no two the same) of each entry, by the numbers that they have on the list."""
    order = sorted(numbers, key=lambda entry: (lot_of(seed, numbers[entry]), numbers[entry]))
    return {entry: place for place, entry in enumerate(order, start=1)}
