"""What a check finds, and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.rules.errors import DealError, RuleSetError
from tournaments.draws.model import DrawBug, DrawError
from tournaments.standings.ranking import RankingError

#: What rows of any content may make the pure core raise.
UNREADABLE = (
    DealError,
    DrawBug,
    DrawError,
    RankingError,
    RuleSetError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was found, as far as it has such a place: the number of the round, of the table, of the deal
    (its place on the sheet), of the pair, player or team."""

    round: int | None = None
    table: int | None = None
    deal: int | None = None
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not what it should be. ``code``: what, with ``params`` to fill its sentence; ``stored``: what
    is kept, ``expected``: what it should be; both None where there is no such figure. Never a name in any of them."""

    code: str
    place: Place = field(default_factory=Place)
    stored: Any = None
    expected: Any = None
    params: Mapping[str, Any] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """As plain JSON, from which ``finding_from`` makes it again."""
        return {
            "code": self.code,
            "round": self.place.round,
            "table": self.place.table,
            "deal": self.place.deal,
            "entry": self.place.entry,
            "stored": self.stored,
            "expected": self.expected,
            "params": dict(self.params),
        }


def finding_from(data: Mapping[str, Any]) -> Finding:
    """The finding whose ``as_data`` gave ``data``."""
    place = Place(data["round"], data["table"], data["deal"], data["entry"])
    return Finding(data["code"], place, data["stored"], data["expected"], data["params"])


@dataclass(frozen=True, slots=True)
class Checked:
    """A check: what it ``counted`` (rounds, sheets, deals, results, draws, publications) and found, by place."""

    findings: tuple[Finding, ...]
    counted: Mapping[str, int]
