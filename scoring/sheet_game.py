"""What a score sheet is worth: its rows handed to the pure core. Reads only; the verbs are in ``scoring.sheets``."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring import replay
from scoring.models import GameFormat, ScoreSheet, SheetEntry
from scoring.replay import FORMAT_COLUMNS as FORMAT_COLUMNS
from scoring.replay import RULINGS as RULINGS
from scoring.replay import SIDE_OF as SIDE_OF
from scoring.replay import TIME_CALLED as TIME_CALLED
from scoring.rules import game
from scoring.rulesets_store import rules_of
from scoring.seated import is_of_three, play_three


def standing_entries(sheet: ScoreSheet) -> list[SheetEntry]:
    """The entries that count, by position; those taken back are left out."""
    return list(sheet.entries.filter(voided_at__isnull=True).order_by("position"))


def game_of(sheet: ScoreSheet, entries: Iterable[Mapping[str, Any]], *, language: str = "en") -> game.Game:
    """The game that the deals ``entries`` make under this sheet's rules: totals, held points and, for each deal, its
    number, score and reason in ``language``. Needs ``ruleset_version`` and ``format`` at hand.
    """
    called, rulings = sheet.options.get(TIME_CALLED), rulings_of(sheet)
    ruleset, format_ = rules_of(sheet.ruleset_version), format_of(sheet.format)
    if is_of_three(sheet):
        return play_three(ruleset, format_, entries, language=language)
    return replay.played(ruleset, format_, entries, called, rulings, language=language)


def rulings_of(sheet: ScoreSheet) -> list[dict[str, Any]]:
    """What the arbiter decided about the game of a sheet, in order; see ``scoring.rulings``."""
    found: list[dict[str, Any]] = sheet.options.get(RULINGS, [])
    return found


def format_of(row: GameFormat) -> game.GameFormat:
    """The format that a row holds, as the pure core reads it; a row with empty tables is the plain game."""
    return replay.format_from({name: getattr(row, name) for name in FORMAT_COLUMNS})


def closed_game(sheet: ScoreSheet) -> game.Game:
    """The game on a sheet as it counts once closed: one that was stopped goes to who is ahead."""
    return game_of(sheet, [entry.data for entry in standing_entries(sheet)]).closed()


def digest_of(entries: Iterable[SheetEntry], rulings: Iterable[Mapping[str, Any]] = ()) -> str:
    """SHA-256 over what the standing entries say and are worth, and what the arbiter decided: what a person who looks
    at the sheet agrees to."""
    lines = ([entry.position, entry.counted, entry.kind, entry.data, entry.scores] for entry in entries)
    return replay.digest(lines, rulings)
