"""What an entry is worth: the answer of the interface, the same for a deal, a penalty and typed totals."""

from typing import Any, NamedTuple

from scoring.rules.explain import Line
from scoring.rules.plausible import Note


class Answer(NamedTuple):
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
        id_, ns, ew, result, made, held, lines, notes, language, then, counted, players = self
        out: dict[str, Any] = {
            "id": id_,
            "score": {"NS": ns, "EW": ew} if not players else dict(players),
            "result": result,
            "made": made,
            "held": held,
            "lines": [
                {"side": side, "what": what, "amount": amount, "text": text} for side, what, amount, text in lines
            ],
            "warnings": [note.text(language) for note in notes] if notes else [],
        }
        if result == "penalty":
            out["then"] = then or None
            out["counted"] = counted
        return out
