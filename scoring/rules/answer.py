"""What an entry is worth: the answer of the interface, the same for a deal, a penalty and typed totals."""

from dataclasses import dataclass
from typing import Any

from scoring.rules.explain import Line
from scoring.rules.plausible import Note


@dataclass(frozen=True, slots=True)
class Answer:
    """What an entry is worth. ``ns`` and ``ew`` are the scores in points; ``result`` is made, failed, held, shared,
    replay, passed, penalty or total; ``held`` what now waits for a later deal, carried points included. The amounts of
    a side's ``lines`` add up to its score.

    A penalty has ``then`` (what happens at the table, "" where the ladder says nothing) and ``counted`` (whether it
    uses up a deal of the quota). Totals of three players stand in ``players``, by name; ``ns`` and ``ew`` are then 0.
    """

    id: str | None
    ns: int
    ew: int
    result: str
    made: bool | None
    held: int
    lines: tuple[Line, ...]
    notes: tuple[Note, ...]
    language: str
    then: str = ""
    counted: bool = False
    players: tuple[tuple[str, int], ...] = ()

    @property
    def score(self) -> dict[str, int]:
        """The scores by side, or by player."""
        return dict(self.players) if self.players else {"NS": self.ns, "EW": self.ew}

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return tuple(note.text(self.language) for note in self.notes)

    def as_dict(self) -> dict[str, Any]:
        """The answer in the interface's own form, ready for JSON."""
        out: dict[str, Any] = {
            "id": self.id,
            "score": self.score,
            "result": self.result,
            "made": self.made,
            "held": self.held,
        }
        if self.result == "penalty":
            out["then"] = self.then or None
            out["counted"] = self.counted
        out["lines"] = [line.as_dict() for line in self.lines]
        out["warnings"] = list(self.warnings)
        return out
