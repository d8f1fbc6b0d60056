"""Seeds and the chance made of them: standard hashes only, so that anybody can check a draw with a few lines.

A stage has one master seed of 256 bits. Its commitment is shown before the first draw; the seed of draw k of round r
follows from it; every random choice of a draw comes from SHAKE-256 of that seed. Nothing here asks the machine for
randomness: whoever creates a stage does (`secrets.token_hex(32)`).
"""

from __future__ import annotations

import hashlib
import hmac
import re
import struct
from collections.abc import MutableSequence
from typing import TypeVar

from tournaments.draws.model import DrawError

T = TypeVar("T")

_SEED = re.compile(r"[0-9a-f]{64}")
_WORD = 1 << 64


def checked_seed(seed: str) -> bytes:
    """The 32 bytes of a seed written as 64 lower-case hexadecimal digits; DrawError `bad_seed` otherwise."""
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        raise DrawError("bad_seed")
    return bytes.fromhex(seed)


def commitment(seed: str) -> str:
    """SHA-256 of the seed's 64 hexadecimal digits as text, in hexadecimal (`printf %s SEED | sha256sum`)."""
    checked_seed(seed)
    return hashlib.sha256(seed.encode("ascii")).hexdigest()


def round_seed(master: str, round_number: int, attempt: int) -> str:
    """The seed of draw `attempt` (1 or more) of round `round_number` (1 or more), 64 hexadecimal digits.

    HMAC-SHA-256 with the master seed's 32 bytes as key and the text `ROUND/ATTEMPT` (decimal) as message.
    """
    key = checked_seed(master)
    if round_number < 1 or attempt < 1:
        raise DrawError("bad_round", round=round_number)
    return hmac.new(key, f"{round_number}/{attempt}".encode("ascii"), hashlib.sha256).hexdigest()


class Chance:
    """A reproducible source of random numbers for one purpose of one draw.

    Block c (0, 1, 2, …) is SHAKE-256 of: the seed's 32 bytes, the label in ASCII, a zero byte, c in 8 bytes, read as
    64-bit words, all numbers big-endian. `words` takes the next block, as long as it needs; `block` reads any.
    """

    def __init__(self, seed: str, label: str) -> None:
        self._prefix = checked_seed(seed) + label.encode("ascii") + b"\0"
        self._block = 0

    def block(self, index: int, count: int) -> tuple[int, ...]:
        """The first `count` (0 or more) words of block `index`, each uniform in 0 … 2**64 - 1."""
        data = hashlib.shake_256(self._prefix + index.to_bytes(8, "big")).digest(8 * count)
        return struct.unpack(f">{count}Q", data)

    def words(self, count: int) -> tuple[int, ...]:
        """`count` (0 or more) words of the next block."""
        self._block += 1
        return self.block(self._block - 1, count)

    def below(self, bound: int) -> int:
        """A number uniform in 0 … bound - 1 (bound 1 … 2**64); words that would favour the low numbers are skipped."""
        limit = _WORD - _WORD % bound
        while True:
            (word,) = self.words(1)
            if word < limit:
                return word % bound

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` in a uniformly random order, in place (Fisher-Yates from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
