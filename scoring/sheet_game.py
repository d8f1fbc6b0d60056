"""What a score sheet is worth: its rows handed to the pure core. Reads only; the verbs are in ``scoring.sheets``."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring import rules
from scoring.models import GameFormat, ScoreSheet, SheetEntry
from scoring.rules import game
from scoring.rules.cards import Side
from scoring.rulesets_store import rules_of

#: A sheet has sides A and B, a deal NS and EW: A sits north-south.
SIDE_OF: dict[str, Side] = {"A": "NS", "B": "EW"}
#: In a sheet's options: how many deals stood when time was called, and whether one was being played.
TIME_CALLED = "time_called"
FORMAT_COLUMNS = ("kind", "length", "ending", "caps", "match_points", "games_to_win")


def standing_entries(sheet: ScoreSheet) -> list[SheetEntry]:
    """The entries that count, by position; those taken back are left out."""
    return list(sheet.entries.filter(voided_at__isnull=True).order_by("position"))


def game_of(sheet: ScoreSheet, entries: Iterable[Mapping[str, Any]], *, language: str = "en") -> game.Game:
    """The game that the deals ``entries`` make under this sheet's rules: totals, held points and, for each deal, its
    number, score and reason in ``language``. Needs ``ruleset_version`` and ``format`` at hand.
    """
    lines = [game.Entry("deal", deal=rules.parse_deal(data)) for data in entries]
    called = sheet.options.get(TIME_CALLED)
    if called is None:
        return game.play(rules_of(sheet.ruleset_version), format_of(sheet.format), lines, language=language)
    after = min(called["after"], len(lines))
    lines.insert(after, game.Entry("time", in_progress=called["in_progress"]))
    played = game.play(rules_of(sheet.ruleset_version), format_of(sheet.format), lines, language=language)
    return replace(played, steps=played.steps[:after] + played.steps[after + 1 :])


def format_of(row: GameFormat) -> game.GameFormat:
    """The format that a row holds, as the pure core reads it; a row with empty tables is the plain game."""
    return game.GameFormat.from_data({name: getattr(row, name) for name in FORMAT_COLUMNS})


def closed_game(sheet: ScoreSheet) -> game.Game:
    """The game on a sheet as it counts once closed: one that was stopped goes to who is ahead."""
    return game_of(sheet, [entry.data for entry in standing_entries(sheet)]).closed()


def digest_of(entries: Iterable[SheetEntry]) -> str:
    """SHA-256 over what the standing entries say and are worth: what a person who looks at the sheet agrees to."""
    seen = [[entry.position, entry.counted, entry.kind, entry.data, entry.scores] for entry in entries]
    return hashlib.sha256(json.dumps(seen, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
