"""Garbage is left alone while work is done, and looked for again behind it."""

import gc

import pytest

from core.garbage import garbage_left


def test_it_is_looked_for_again_also_behind_an_error() -> None:
    with pytest.raises(ValueError, match="x"), garbage_left():
        assert not gc.isenabled()
        raise ValueError("x")
    assert gc.isenabled()


def test_of_two_at_once_the_last_to_end_leaves_it_on() -> None:
    one, two = garbage_left(), garbage_left()
    one.__enter__()
    two.__enter__()
    one.__exit__(None, None, None)
    assert gc.isenabled()
    two.__exit__(None, None, None)
    assert gc.isenabled()
