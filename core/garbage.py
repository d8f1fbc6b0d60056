"""Work that makes very many small things, none of which is garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def garbage_left() -> Iterator[None]:
    """Nothing is looked through for garbage meanwhile: with all the rows of a large hall at hand that takes a tenth of
    the time, and finds none. Of two at once the first to end has it looked for again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
