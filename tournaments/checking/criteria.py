"""What criteria ask for beside the results, found in the file anew: who met whom by the seats, what was done in the
deals by the games played anew, the lot by the sealed seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring import replay
from scoring.rules.game import Game
from tournaments.checking.book import Book, Row
from tournaments.standings.criteria import LOT, OPPONENTS, TALLIES
from tournaments.standings.lots import lots
from tournaments.standings.scores import Tally


@dataclass(frozen=True, slots=True)
class Beside:
    """The book with the games of its sheets, and which of it is asked for."""

    book: Book
    games: Mapping[str, Game | None]
    needs: Collection[str]
    lines: Mapping[Any, list[Row]] = field(default_factory=dict)

    @classmethod
    def of(cls, book: Book, games: Mapping[str, Game | None], needs: Collection[str]) -> Beside:
        return cls(book, games, needs, book.grouped("sheet_entries", "sheet") if TALLIES in needs else {})

    def met(self, game_id: str | None, entry: str) -> tuple[str, ...]:
        """Who sat on the other side of a game; nobody for a side that did not come."""
        if game_id is None or not {OPPONENTS, TALLIES} & {*self.needs}:
            return ()
        game = self.book.by_id["games"][game_id]
        seats = [seat for seat in self.book.seats_of_match.get(game["match"], ()) if not seat["outside"]]
        side = next((seat["side"] for seat in seats if seat["participant"] == entry), None)
        if side is None or side in game["forfeit"]:
            return ()
        return tuple(seat["participant"] for seat in seats if seat["side"] != side)

    def tally(self, game_id: str | None, entry: str) -> Tally | None:
        """What its side did in the deals of a game."""
        if game_id is None or TALLIES not in self.needs:
            return None
        game = self.book.by_id["games"][game_id]
        seats = self.book.seats_of_match.get(game["match"], ())
        side = next((seat["side"] for seat in seats if seat["participant"] == entry and not seat["outside"]), None)
        played = self.games.get(game["sheet"])
        if side not in replay.SIDE_OF or game["forfeit"] or played is None:
            return None
        counted, told = False, Counter[str]()
        for line, step in zip(self._standing(game["sheet"]), played.steps, strict=True):
            if step.counted is None or not _is_one_deal(line["data"]):
                continue
            counted = True
            told.update(_of_deal(line["data"], step, replay.SIDE_OF[side]))
        return Tally(told["won"], told["made"], told["capots"]) if counted else None

    def _standing(self, sheet: str) -> list[Row]:
        lines = [line for line in self.lines.get(sheet, ()) if line["voided_at"] is None]
        return sorted(lines, key=lambda line: line["position"])

    def lots(self, numbers: Mapping[str, int]) -> dict[str, int]:
        """The place in the lot of each entry, where a criterion asks for it."""
        return lots(self.book.stages[0]["sealed_seed"], numbers) if LOT in self.needs else {}


def _is_one_deal(data: Mapping[str, Any]) -> bool:
    """Whether a line is a deal that was played: no round of passes, no sum of several taken over from paper."""
    kind = replay.kind_of(data)
    return kind == "deal" or (kind == "total" and "deals" not in data and "whole" not in data)


def _of_deal(data: Mapping[str, Any], step: Any, side: str) -> Iterator[str]:
    scores = step.by_name
    other = next(name for name in scores if name != side)
    if scores[side] > scores[other]:
        yield "won"
    if data.get("declarer") == side and step.answer is not None and step.answer.made:
        yield "made"
    if data.get("sweep") == side or (data.get("tricks") or {}).get(other) == 0:
        yield "capots"
