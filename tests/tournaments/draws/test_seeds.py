"""The chance of a draw, recomputed here with the bare hash functions as the docstrings tell it."""

import hashlib
import hmac
from collections import Counter

import pytest

from tests.tournaments.draws.evenings import seed
from tournaments.draws import DrawError, commitment, round_seed
from tournaments.draws.seeds import Chance

MASTER = seed("master")


def test_the_commitment_is_the_sha256_of_the_seed_as_text() -> None:
    assert commitment(MASTER) == hashlib.sha256(MASTER.encode()).hexdigest()


def test_the_seed_of_a_round_is_an_hmac_of_round_and_attempt() -> None:
    expected = hmac.new(bytes.fromhex(MASTER), b"2/3", hashlib.sha256).hexdigest()
    assert round_seed(MASTER, 2, 3) == expected


@pytest.mark.parametrize(("number", "attempt"), [(0, 1), (1, 0), (-1, 1)])
def test_rounds_and_attempts_count_from_one(number: int, attempt: int) -> None:
    with pytest.raises(DrawError):
        round_seed(MASTER, number, attempt)


@pytest.mark.parametrize("wrong", ["", "00", MASTER.upper(), MASTER + "00", "g" * 64, MASTER + "\n"])
def test_only_256_bits_in_lower_case_are_a_seed(wrong: str) -> None:
    for use in (commitment, lambda text: round_seed(text, 1, 1), lambda text: Chance(text, "x")):
        with pytest.raises(DrawError) as caught:
            use(wrong)
        assert caught.value.code == "bad_seed"


def test_words_are_shake_of_seed_label_and_block() -> None:
    chance = Chance(MASTER, "pairs/0")
    for block in (0, 1):
        raw = hashlib.shake_256(bytes.fromhex(MASTER) + b"pairs/0\0" + block.to_bytes(8, "big")).digest(24)
        expected = tuple(int.from_bytes(raw[at : at + 8], "big") for at in (0, 8, 16))
        assert chance.block(block, 3) == expected
        assert chance.words(3) == expected
    assert chance.block(1, 2) == chance.block(1, 3)[:2]


def test_labels_give_unlike_streams() -> None:
    assert Chance(MASTER, "sides").words(4) != Chance(MASTER, "tables").words(4)


def test_below_skips_the_words_that_would_favour_low_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([(2**64 - 1,), (2**64 - 2,), (7,)])
    monkeypatch.setattr(Chance, "words", lambda self, count: next(words))
    # 2**64 = 2 (mod 7) leaves two words over: the last two are refused, the third gives 7 mod 7.
    assert Chance(MASTER, "x").below(7) == 0


def test_shuffle_gives_every_order_alike() -> None:
    seen: Counter[str] = Counter()
    for trial in range(2400):
        letters = list("abcd")
        Chance(seed(trial), "x").shuffle(letters)
        seen["".join(letters)] += 1
    assert len(seen) == 24
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 49.73  # 23 degrees of freedom, p = 0.001
