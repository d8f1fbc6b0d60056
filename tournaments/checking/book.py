"""The rows of a tournament's file, found by what they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from scoring import replay, rules
from scoring.rules.game import GameFormat
from scoring.rules.ruleset import RuleSet
from tournaments.archive.shape import SECTIONS
from tournaments.checking.model import Place

Row = Mapping[str, Any]

CATCH_UP = "catchup"


class Book:
    """A document of ``tournaments.archive``; rows that lead nowhere are left out, with what leads to them."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.tournament: Row = document["tournament"]
        self.rows: dict[str, list[Row]] = {}
        self.by_id: dict[str, dict[Any, Row]] = {}
        for section in SECTIONS:
            kept = [row for row in document[section.name] if self._leads_somewhere(section.fields, row)]
            self.rows[section.name] = kept
            if section.key:
                self.by_id[section.name] = {row[section.key]: row for row in reversed(kept)}
                self.rows[section.name] = [row for row in kept if self.by_id[section.name][row[section.key]] is row]
            if section.name in ("entries", "adjustments"):  # of which one may lead to another
                name = "team" if section.name == "entries" else "voids"
                known = self.by_id[section.name]
                self.rows[section.name] = [row for row in kept if row[name] is None or row[name] in known]

    def _leads_somewhere(self, fields: Mapping[str, Any], row: Row) -> bool:
        return all(
            row[name] is None or not one.of or one.of not in self.by_id or row[name] in self.by_id[one.of]
            for name, one in fields.items()
        )

    # Numbers

    def number(self, entry: Any) -> int | None:
        """The number of an entry on the list, by its id."""
        row = self.by_id["entries"].get(entry)
        return None if row is None else row["number"]

    def round_number(self, round_: Any) -> int | None:
        row = self.by_id["rounds"].get(round_)
        return None if row is None else row["number"]

    @cached_property
    def place_of_sheet(self) -> dict[str, Place]:
        """Where a sheet lies or, of one that lost its table, where it lay."""
        found = {
            row["sheet"]: Place(self.round_number(row["round"]), row["table_no"]) for row in self.rows["set_aside"]
        }
        for game in self.rows["games"]:
            found[game["sheet"]] = self.place_of_game(game)
        return found

    def place_of_game(self, game: Row, entry: Any = None) -> Place:
        round_ = self.by_id["matches"][game["match"]]["round"]
        return Place(self.round_number(round_), game["table_no"], entry=self.number(entry))

    # Rows by what they belong to

    def grouped(self, section: str, name: str) -> dict[Any, list[Row]]:
        """The rows of a section by one of their fields."""
        found: dict[Any, list[Row]] = defaultdict(list)
        for row in self.rows[section]:
            found[row[name]].append(row)
        return found

    @cached_property
    def stages(self) -> list[Row]:
        return sorted(self.rows["stages"], key=lambda row: row["position"])

    @cached_property
    def rounds(self) -> list[Row]:
        return sorted(self.rows["rounds"], key=lambda row: row["number"])

    @cached_property
    def games_of_match(self) -> dict[str, list[Row]]:
        found = self.grouped("games", "match")
        return {match: sorted(games, key=lambda game: game["number"]) for match, games in found.items()}

    @cached_property
    def matches_of_round(self) -> dict[str, list[Row]]:
        found = self.grouped("matches", "round")
        return {round_: sorted(rows, key=lambda row: row["board"]) for round_, rows in found.items()}

    @cached_property
    def seats_of_match(self) -> dict[str, list[Row]]:
        found = self.grouped("seats", "match")
        return {match: sorted(rows, key=lambda row: (row["side"], row["slot"])) for match, rows in found.items()}

    @cached_property
    def statuses_of_round(self) -> dict[str, list[Row]]:
        return self.grouped("statuses", "round")

    @cached_property
    def sides_of_sheet(self) -> dict[str, list[Row]]:
        return self.grouped("sheet_sides", "sheet")

    @cached_property
    def lines_of_sheet(self) -> dict[str, list[Row]]:
        return self.grouped("sheet_entries", "sheet")

    @cached_property
    def draws_of_round(self) -> dict[str, list[Row]]:
        return self.grouped("draws", "round")

    @cached_property
    def _events(self) -> dict[str, list[Row]]:
        return self.grouped("sheet_events", "sheet")

    def events_of(self, sheet: str) -> list[Row]:
        return self._events.get(sheet, [])

    def games_of_round(self, round_: Row) -> Iterable[Row]:
        for match in self.matches_of_round.get(round_["id"], ()):
            yield from self.games_of_match.get(match["id"], ())

    def match_of(self, game: Row) -> Row:
        return self.by_id["matches"][game["match"]]

    def is_made_up(self, game: Row) -> bool:
        return bool(self.match_of(game)["kind"] == CATCH_UP)

    # Rules

    @cached_property
    def rulesets(self) -> dict[str, RuleSet | None]:
        """The rule sets by ``ref``; None for one that cannot be read."""
        found: dict[str, RuleSet | None] = {}
        for row in self.rows["rulesets"]:
            try:
                found[row["ref"]] = rules.load_ruleset(row["source"], row["variants"])
            except (rules.RuleSetError, TypeError, ValueError, LookupError, AttributeError):
                found[row["ref"]] = None
        return found

    def ruleset(self, ref: str) -> RuleSet:
        """ValueError where it cannot be read."""
        found = self.rulesets[ref]
        if found is None:
            raise ValueError("its rule set cannot be read")
        return found

    def ruleset_by(self, sha256: str) -> RuleSet:
        """The rule set that counts so, by the SHA-256 of its rules; LookupError where the file has none."""
        found = next((row["ref"] for row in self.rows["rulesets"] if row["sha256"] == sha256), None)
        if found is None:
            raise LookupError(sha256)
        return self.ruleset(found)

    @cached_property
    def _formats(self) -> dict[str, GameFormat]:
        return {}

    def format(self, row_id: str) -> GameFormat:
        """ValueError (FormatError) where it is none."""
        if row_id not in self._formats:
            self._formats[row_id] = replay.format_from(self.by_id["game_formats"][row_id])
        return self._formats[row_id]
