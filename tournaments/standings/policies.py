"""What is marked by who does not play, as an organiser settles it before the first round: read, checked, written.

A stage's settings hold five tables, ``bye``, ``late``, ``absent``, ``forfeit`` and ``unplayed``; each has a ``policy``
and figures. A table that is not there has its usual values, and so has a figure. A text in place of a table is its
policy: the ``"average"`` of the first releases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Self

FLAT, AVERAGE, NOTHING = "flat", "average", "nothing"
HALF_TABLE, OWN_AVERAGE, REFUSE = "half_table", "own_average", "refuse"
WINNERS = "winners"

BYE_POLICIES = (AVERAGE, FLAT, HALF_TABLE, OWN_AVERAGE, NOTHING, REFUSE)
MISSED_POLICIES = (NOTHING, FLAT, AVERAGE)
FORFEIT_POLICIES = (WINNERS, FLAT)
UNPLAYED_POLICIES = (NOTHING, FLAT, OWN_AVERAGE)

MOST_POINTS = 100_000
MOST_MATCH_POINTS = 1000


class PolicyError(ValueError):
    """Settings that cannot be. ``key`` is dotted ("bye.points"); codes: `unknown` (given; key is that of a policy, or
    of a name that no table has), `not_whole`, `out_of_range` (least, most), `not_yes_or_no`, `no_table`."""

    def __init__(self, key: str, code: str, **params: str | int) -> None:
        self.key = key
        self.code = code
        self.params: Mapping[str, str | int] = MappingProxyType(dict(params))
        super().__init__(f"{key}: {code}")


@dataclass(frozen=True, slots=True)
class ByeRule:
    """What a resting entry marks.

    `policy`: `average` of what the others score in the round; `flat`: `points`; `half_table`: half of what a table
    marks in all, where rule set and game format fix it, else half of what the tables of the round marked on average;
    `own_average` of the entry's own games, all of them, so that it is settled after the last round (until it has
    played one, the average of the round); `nothing`; `refuse`: an odd field is not drawn (who rests all the same,
    because an opponent has left, marks the average of the round).

    `points`: 0 to 100,000. `match_points`: -1,000 to 1,000; None for those of a drawn game, or 0 under `nothing`.
    `catch_up`: the entry may make up its game later against another one; what it then scores replaces the rest.
    """

    policy: str = AVERAGE
    points: int = 0
    match_points: int | None = None
    catch_up: bool = False

    def __post_init__(self) -> None:
        _one_of("bye.policy", self.policy, BYE_POLICIES)
        _points("bye.points", self.points)
        _match_points("bye.match_points", self.match_points)
        _yes_or_no("bye.catch_up", self.catch_up)


@dataclass(frozen=True, slots=True)
class MissedRule:
    """What is marked for a round that was missed. `policy`: `nothing` (0), `flat` (`points`), or the `average` of the
    round with `less` points taken off, but not below 0. `match_points`: 0 unless given. `table`: whose rule it is."""

    policy: str = NOTHING
    points: int = 0
    less: int = 0
    match_points: int | None = None
    table: str = "absent"

    def __post_init__(self) -> None:
        _one_of(f"{self.table}.policy", self.policy, MISSED_POLICIES)
        _points(f"{self.table}.points", self.points)
        _points(f"{self.table}.less", self.less)
        _match_points(f"{self.table}.match_points", self.match_points)


@dataclass(frozen=True, slots=True)
class ForfeitRule:
    """What both sides of a game mark that was not played, or not to its end.

    The side that was there marks the average of the `winners` of the round, or `points` (`flat`; also where nobody
    won in the round); the other one `absent_points`, and so do both where neither was there. Match points are those of
    a forfeit in the game format unless given here.
    """

    policy: str = WINNERS
    points: int = 0
    absent_points: int = 0
    match_points: int | None = None
    absent_match_points: int | None = None

    def __post_init__(self) -> None:
        _one_of("forfeit.policy", self.policy, FORFEIT_POLICIES)
        _points("forfeit.points", self.points)
        _points("forfeit.absent_points", self.absent_points)
        _match_points("forfeit.match_points", self.match_points)
        _match_points("forfeit.absent_match_points", self.absent_match_points)


@dataclass(frozen=True, slots=True)
class UnplayedRule:
    """What each side marks for each deal that its table could not play: `nothing`; `flat`: `points`; `own_average`:
    the average of its own deals in this game."""

    policy: str = NOTHING
    points: int = 0

    def __post_init__(self) -> None:
        _one_of("unplayed.policy", self.policy, UNPLAYED_POLICIES)
        _points("unplayed.points", self.points)


@dataclass(frozen=True, slots=True)
class GivenRules:
    """All five: for who rests, for the rounds before a late entry came, for a round missed after that, for forfeits,
    for deals that a table could not play."""

    bye: ByeRule = field(default_factory=ByeRule)
    late: MissedRule = field(default_factory=lambda: MissedRule(table="late"))
    absent: MissedRule = field(default_factory=MissedRule)
    forfeit: ForfeitRule = field(default_factory=ForfeitRule)
    unplayed: UnplayedRule = field(default_factory=UnplayedRule)

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Self:
        """The rules in a stage's settings; what else they hold is left alone. Raises PolicyError naming the key."""
        usual = cls()
        return cls(**{name: _read(name, getattr(usual, name), settings.get(name)) for name in TABLES})

    def to_settings(self) -> dict[str, dict[str, Any]]:
        """The same for a stage's settings: all five tables, each with its policy and what differs from the usual."""
        usual = GivenRules()
        return {name: _written(getattr(self, name), getattr(usual, name)) for name in TABLES}


TABLES = ("bye", "late", "absent", "forfeit", "unplayed")


def _read(name: str, usual: Any, table: Any) -> Any:
    if table is None:
        return usual
    if isinstance(table, str):
        return replace(usual, policy=table)
    if not isinstance(table, Mapping):
        raise PolicyError(name, "no_table")
    known = {one.name for one in fields(usual)} - {"table"}
    for key in table:
        if key not in known:
            raise PolicyError(f"{name}.{key}", "unknown", given=str(key))
    return replace(usual, **table)


def _written(rule: Any, usual: Any) -> dict[str, Any]:
    found = {one.name: getattr(rule, one.name) for one in fields(rule) if one.name != "table"}
    return {name: value for name, value in found.items() if name == "policy" or value != getattr(usual, name)}


def _one_of(key: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise PolicyError(key, "unknown", given=str(value))


def _points(key: str, value: object) -> None:
    _whole(key, value, 0, MOST_POINTS)


def _match_points(key: str, value: object) -> None:
    if value is not None:
        _whole(key, value, -MOST_MATCH_POINTS, MOST_MATCH_POINTS)


def _whole(key: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise PolicyError(key, "not_whole")
    if not least <= value <= most:
        raise PolicyError(key, "out_of_range", least=least, most=most)


def _yes_or_no(key: str, value: object) -> None:
    if not isinstance(value, bool):
        raise PolicyError(key, "not_yes_or_no")
