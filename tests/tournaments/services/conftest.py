"""Races: a module names in ``RACE`` the module whose functions its processes run (see tests/barrier.py)."""

import pytest


@pytest.fixture
def crowd(request, together):
    """``crowd(function, *arguments)``: what each of a crowd was answered, by thing."""

    def run(function, *arguments):
        (outcome,) = together([(f"{request.module.RACE}:{function}", list(arguments))])
        assert outcome.ok, outcome.message
        return outcome.value

    return run


@pytest.fixture
def in_turns(request, together, tmp_path):
    """``in_turns(function, things, *more)``: what both processes were answered, by thing."""

    def run(function, things, *more):
        address = f"{request.module.RACE}:{function}"
        outcomes = together([(address, [str(tmp_path), me, 2, things, *more]) for me in (0, 1)])
        assert [outcome.message for outcome in outcomes if not outcome.ok] == []
        return list(zip(*(outcome.value for outcome in outcomes), strict=True))

    return run
