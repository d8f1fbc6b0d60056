"""Races: a module names in ``RACE`` the module whose functions its processes run (see tests/barrier.py)."""

import pytest


@pytest.fixture
def race(request, together, tmp_path):
    """``race(sheets, (function, *arguments), ...)``: each in its process; a tuple of what each answered, by sheet."""

    def run(sheets, *calls):
        ids = [str(sheet.pk) for sheet in sheets]
        outcomes = together(
            [
                (f"{request.module.RACE}:{function}", [str(tmp_path), me, len(calls), ids, *arguments])
                for me, (function, *arguments) in enumerate(calls)
            ]
        )
        assert [outcome.message for outcome in outcomes if not outcome.ok] == []
        return list(zip(*[outcome.value for outcome in outcomes], strict=True))

    return run
