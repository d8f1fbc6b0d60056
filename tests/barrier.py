"""Lets processes that race over many things in turn begin each one together.

A race of two processes is over in a millisecond, their start takes a second: so each process is started once, by
``together``, and meets the others before every turn.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PATIENCE = 60.0


def meet(folder: Path, turn: int, me: int, of: int) -> None:
    """Come back when all ``of`` processes have come to this turn. Each one writes a file; the last file is the sign."""
    (folder / f"{turn}-{me}").touch()
    waited_for = [folder / f"{turn}-{number}" for number in range(of)]
    end = time.monotonic() + PATIENCE
    while not all(path.exists() for path in waited_for):
        if time.monotonic() > end:
            raise TimeoutError(f"turn {turn}: the others did not come")


def in_turns(folder: str, me: int, of: int, things: Sequence[Any], act: Callable[[Any], Any]) -> list[Any]:
    """Do ``act`` to each thing, each time at the moment when the other processes do it too.

    What it answers, or for an exception ``[its class, its code or text]``, by thing.
    """
    outcomes: list[Any] = []
    for turn, thing in enumerate(things):
        meet(Path(folder), turn, me, of)
        try:
            outcomes.append(act(thing))
        except Exception as error:
            outcomes.append([type(error).__name__, getattr(error, "code", None) or str(error)[:200]])
    return outcomes
