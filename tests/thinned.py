"""Many like cases: `make test` tries some of them, always the same, and `make test-long` all."""

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(every: int, cases: Iterable[Any]) -> list[Any]:
    """The cases for ``parametrize``: the first of each ``every``, the others marked `long`."""
    found: list[Any] = []
    for at, case in enumerate(cases):
        if at % every == 0:
            found.append(case)
        else:
            values = case if isinstance(case, tuple) else (case,)
            found.append(pytest.param(*values, marks=pytest.mark.long))
    return found
