"""What a draw is asked and what it answers: frozen values, no database, no clock.

Entries are known to the engine by opaque ids, but every choice is made from their *numbers* (the ones printed on the
lists), so that a tournament moved to another installation, where ids differ, re-draws exactly the same tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

ENGINE_VERSION = "1"
"""Raised whenever the same request could give another draw; stored with every draw made."""

ONE_BYE = "one_bye"
NO_REMATCH = "no_rematch"
NEW_TABLE = "new_table"
BALANCED_SIDES = "balanced_sides"


class DrawError(Exception):
    """Something the organiser can mend. `code` is stable and has words in the pages; `params` fill them.

    Codes: `unknown_system` (system), `unknown_rule` (rule), `bad_seed`, `bad_round` (round), `too_few_entries`
    (entries), `duplicate_entry` (entry), `duplicate_number` (number), `unknown_entry` (entry, round),
    `meets_itself` (entry, round), `twice_in_round` (entry, round), `duplicate_round` (round), `history_not_before`
    (round), `locked_not_playing` (entry), `locked_twice` (entry), `locked_table_twice` (table), `bad_table` (table),
    `too_many_costs` (bits), `bad_request` (problem: a stored request that cannot be read).
    """

    def __init__(self, code: str, **params: str | int) -> None:
        self.code = code
        self.params: Mapping[str, str | int] = MappingProxyType(dict(params))
        details = ", ".join(f"{key}={value}" for key, value in params.items())
        super().__init__(f"{code} ({details})" if details else code)


class DrawBug(RuntimeError):
    """The engine contradicted itself: never the organiser's fault, always worth a report."""


@dataclass(frozen=True, slots=True)
class DrawEntry:
    """One participant known to the stage.

    `number` is unique in the request and gives the stable order. `plays` is false for who is absent, late or has left:
    known to the history, in no table of this draw. `may_rest` is false for who must not be given the bye.
    """

    id: str
    number: int
    plays: bool = True
    may_rest: bool = True


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entries that met; `table` is the table number (1 or more), None where it is not known."""

    ns: str
    ew: str
    table: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What an earlier round (number 1 or more) was: its meetings, and the entries that rested."""

    number: int
    meetings: tuple[Meeting, ...] = ()
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A meeting the organiser has fixed for this draw; `table` None leaves the table number to the draw."""

    ns: str
    ew: str
    table: int | None = None


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Everything a draw depends on.

    `seed`: 64 lower-case hexadecimal digits (256 bits), the seed of this round and attempt (`seeds.round_seed`).
    `round`: 1 or more. `announced_rounds`: how many rounds the stage will have, so that the draw leaves the later ones
    possible; a value below `round` is read as `round`. `played`: earlier rounds only, in any order.
    `musts` are ranked, the first outweighing all the others; each outweighs the sum of all `wishes`.
    """

    system: str
    seed: str
    round: int
    announced_rounds: int
    entries: tuple[DrawEntry, ...]
    played: tuple[PlayedRound, ...] = ()
    musts: tuple[str, ...] = (ONE_BYE, NO_REMATCH)
    wishes: tuple[str, ...] = (NEW_TABLE, BALANCED_SIDES)
    locked: tuple[LockedTable, ...] = ()


@dataclass(frozen=True, slots=True)
class TableDraw:
    """One table: its number (1 or more), who sits north-south, who east-west, and why.

    `reason`: `first_meeting`, `rematch` (no complete draw avoids it) or `locked` (fixed by the organiser).
    `met_in`: the earlier rounds in which the two met, in order.
    """

    table: int
    ns: str
    ew: str
    reason: str
    met_in: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Breach:
    """A must or wish that this draw does not keep.

    `rule` is the name of the must or wish; `entries` whom it concerns (two for a rematch, one for a bye or a table);
    `rounds` the earlier rounds that make it a breach, in order (none for a bye given to who may not rest).
    """

    rule: str
    must: bool
    entries: tuple[str, ...]
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawResult:
    """A complete draw: every playing entry is at one table or is the bye.

    `tables` by table number. `cost` names each counted level, heaviest first, with its sum over the draw (0: kept);
    its last but one is the system's own cost (`displacement` for `random`), which `lower_bound` says no draw can fall
    below; the last counts seats at a table sat at before. `planned_rounds`: how many rounds after this one are known
    to be drawable without a rematch if everybody stays, at most those announced. `window`: how many neighbours on each
    side were weighed; `complete` says that these were all the pairs there are (where not, the draw is proved to be
    the best of all pairs all the same).
    """

    system: str
    engine_version: str
    round: int
    seed: str
    tables: tuple[TableDraw, ...]
    bye: str | None
    breaches: tuple[Breach, ...]
    cost: tuple[tuple[str, int], ...]
    lower_bound: int
    planned_rounds: int
    window: int
    complete: bool
