"""What a draw is asked and what it answers: frozen values, no database, no clock.

Entries are known to the engine by opaque ids, but every choice is made from their *numbers* (the ones printed on the
lists), so that a tournament moved to another installation, where ids differ, re-draws exactly the same tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

ENGINE_VERSION = "2"
"""Raised whenever the same request could give another draw or another shape of answer; stored with every draw made.

1: one entry a side, written as its id; rules without parameters; the system `random`. What version 1 drew, version 2
draws too (`record.request_from` reads its requests, `record.tables_of` its results).
2: seats are tuples; rules have parameters; the other systems.
"""

ONE_BYE = "one_bye"
NO_REMATCH = "no_rematch"
LIMITED_REPEATS = "limited_repeats"
NOT_SAME_CLUB = "not_same_club"
KEEP_APART = "keep_apart"
NEW_TABLE = "new_table"
BALANCED_SIDES = "balanced_sides"
PARTNER_AGAIN = "partner_again"
"""No rule to choose: a mêlée keeps it before all others."""


class DrawError(Exception):
    """Something the organiser can mend. `code` is stable and has words in the pages; `params` fill them.

    Codes: `unknown_system` (system), `unknown_rule` (rule), `bad_rule` (rule: a parameter is missing or out of range),
    `bad_setting` (setting), `bad_seed`, `bad_round` (round), `too_few_entries` (entries), `duplicate_entry` (entry),
    `duplicate_number` (number), `unknown_entry` (entry, round), `meets_itself` (entry, round), `twice_in_round` (entry,
    round), `duplicate_round` (round), `history_not_before` (round), `locked_not_playing` (entry), `locked_twice`
    (entry), `locked_table_twice` (table), `locked_seats` (entry: a side with more or fewer seats than the system has),
    `bad_table` (table), `bad_standing` (entry: a figure beyond half a million), `too_many_costs` (bits),
    `too_much_work` (entries), `bad_request` (problem: a stored request that cannot be read).

    Of the systems that follow a plan, before its first round: `too_few_for_pools` (entries, least), `too_few_rounds`
    (rounds, least), `too_many_rounds` (rounds, most), `bad_movement` (movement, tables: an odd number of them needs
    none), `bad_cut` (entries, qualified); later: `match_undecided` (round, one, other: it is not known who won),
    `bracket_over` (round), `locked_outside_plan` (entry: a fixed meeting the plan has no room for). Of a mêlée:
    `too_few_for_melee` (entries, least). Of cuts and teams: `too_few_places` (places), `team_too_small` (pairs).
    """

    def __init__(self, code: str, **params: str | int) -> None:
        self.code = code
        self.params: Mapping[str, str | int] = MappingProxyType(dict(params))
        details = ", ".join(f"{key}={value}" for key, value in params.items())
        super().__init__(f"{code} ({details})" if details else code)


class DrawBug(RuntimeError):
    """The engine contradicted itself: never the organiser's fault, always worth a report."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A must or a wish by name, with what it takes; unused parameters keep their defaults.

    `one_bye`: nobody rests twice running, nor again before all have rested. `no_rematch`: nobody meets an earlier
    opponent. `limited_repeats`: two meet at most `times` times (1 or more) in all. `not_same_club`: no two of a club
    meet. `keep_apart`: no two of a group meet; `groups` are of entry or person ids. The last two hold up to round
    `until`, None for always. Wishes only: `new_table` (nobody sits at a table twice) and `balanced_sides`.
    """

    name: str
    until: int | None = None
    times: int = 0
    groups: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class DrawEntry:
    """One participant known to the stage.

    `number` is unique in the request and gives the stable order. `plays` is false for who is absent, late or has left:
    known to the history, in no table of this draw. `may_rest` is false for who must not be given the bye. `club` and
    `persons` (who the entry is made of) are opaque ids. `rating`: higher is stronger. `fixed_table`: the table of who
    cannot change it. `standing`: the figures that rank it, the one that decides first, more being better in each.
    `stand_in`: fills an odd field, so it rests before anybody else and as often as need be. `comes` is false for who
    has left for good or is not complete yet: who is only late or absent has a place in the plan of a system with one.
    """

    id: str
    number: int
    plays: bool = True
    may_rest: bool = True
    club: str | None = None
    rating: int | None = None
    fixed_table: int | None = None
    standing: tuple[int, ...] = ()
    stand_in: bool = False
    persons: tuple[str, ...] = ()
    comes: bool = True


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two sides that met: the ids north-south and east-west, one a side for pairs and teams, two in a mêlée.

    `table`: its number (1 or more), None where it is not known. `won`: `ns`, `ew`, or empty where nobody did or it is
    not known. `bracket`: the part of the stage it belongs to, as the system named it.
    """

    ns: tuple[str, ...]
    ew: tuple[str, ...]
    table: int | None = None
    won: str = ""
    bracket: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a system that follows a plan has settled before its first round, round `since`; kept with every draw by it.

    `places`: the entry (its id) on each place of the plan, empty where nobody is. With pools, `groups` are their sizes,
    `cut` how many of them qualify, and from the first round of the knockout on, round `bracket_since`, `bracket` are
    the entries on its places. Of a mêlée, `rounds` are the tables of each round from `since` on, each two partners and
    the two they play, and `basis` says in short whom and which rules they were planned for.
    """

    system: str
    since: int
    places: tuple[str, ...]
    groups: tuple[int, ...] = ()
    cut: int = 0
    bracket: tuple[str, ...] = ()
    bracket_since: int = 0
    rounds: tuple[tuple[tuple[str, ...], ...], ...] = ()
    basis: str = ""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What an earlier round (number 1 or more) was: its meetings, the entries that rested, and who was not there.

    `plan`: the plan its draw came with, for the systems that follow one.
    """

    number: int
    meetings: tuple[Meeting, ...] = ()
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    plan: Plan | None = None


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A meeting the organiser has fixed for this draw; `table` None leaves the table number to the draw."""

    ns: tuple[str, ...]
    ew: tuple[str, ...]
    table: int | None = None


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Everything a draw depends on.

    `seed`: 64 lower-case hexadecimal digits (256 bits), the seed of this round and attempt (`seeds.round_seed`).
    `round`: 1 or more. `announced_rounds`: how many rounds the stage will have, so that the draw leaves the later ones
    possible; a value below `round` is read as `round`. `played`: earlier rounds only, in any order.
    `musts` are ranked, the first outweighing all the others; each outweighs the sum of all `wishes`, ranked too.
    `settings`: the system's own parameters by name (whole numbers, texts, booleans, or tuples of these); each system's
    module says which it reads.
    """

    system: str
    seed: str
    round: int
    announced_rounds: int
    entries: tuple[DrawEntry, ...]
    played: tuple[PlayedRound, ...] = ()
    musts: tuple[Rule, ...] = (Rule(ONE_BYE), Rule(NO_REMATCH))
    wishes: tuple[Rule, ...] = (Rule(NEW_TABLE), Rule(BALANCED_SIDES))
    locked: tuple[LockedTable, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing to say about a table, as data: a stable code, and what fills its sentence (ids, names, numbers)."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableDraw:
    """One table: its number (1 or more), who sits north-south, who east-west, and why.

    `reason` in one word: `first_meeting`, `rematch` or `locked` (fixed by the organiser). `met_in`: the earlier rounds
    in which the two sides met, in order. `reasons`: the whole story (`explain` lists the codes). `bracket`: the part
    of the stage, for systems that have parts.
    """

    table: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    reason: str
    met_in: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()
    bracket: str = ""


@dataclass(frozen=True, slots=True)
class Breach:
    """A must or wish that this draw does not keep.

    `rule` is the name of the must or wish; `entries` whom it concerns (two for a meeting, one for a bye or a table);
    `rounds` the earlier rounds that make it a breach, in order (none for a bye given to who may not rest, and for
    clubs and groups). `fixed_table` (a must) tells who did not get the table it needs,
    `partner_again` (a must) which partners of a mêlée have been partners before.
    """

    rule: str
    must: bool
    entries: tuple[str, ...]
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawResult:
    """A complete draw: every playing entry is at one table, in `byes`, or `out` (knocked out of what the stage plays).

    `tables` by table number. `cost` names each counted level, heaviest first, with its sum over the draw (0: kept);
    then the system's own costs, and last the seats at a table sat at before. `lower_bound`: what the first of the
    system's own costs adds up to at least, whoever meets whom. `planned_rounds`: how many rounds after this one are
    known to be drawable without a rematch if everybody stays, at most those announced. `window`: how many neighbours
    on each side were weighed; `complete` says that these were all the pairs there are, `proved` that the draw is the
    best of all pairs whatever was weighed. `plan`: what the next rounds need, for the systems that follow one.
    """

    system: str
    engine_version: str
    round: int
    seed: str
    tables: tuple[TableDraw, ...]
    byes: tuple[str, ...]
    breaches: tuple[Breach, ...]
    cost: tuple[tuple[str, int], ...]
    lower_bound: int
    planned_rounds: int
    window: int
    complete: bool
    proved: bool
    out: tuple[str, ...] = ()
    plan: Plan | None = None
