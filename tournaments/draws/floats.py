"""Who floats: where those of equal scores should meet, whoever meets somebody of another score; how often before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.draws.byhand import Hand
from tournaments.draws.model import DrawRequest
from tournaments.draws.weigh import weighed_field
from tournaments.draws.wins import last_outcomes, wins_and_floats

WINS, OUTCOMES = "wins", "outcomes"


@dataclass(frozen=True, slots=True)
class Groups:
    """`kind`: whether `scores` are `wins`, or `outcomes` of the last round (2 won, 1 neither, 0 lost); `floats`: how
    often each entry has met somebody of another score before. All by the entry's id."""

    kind: str
    scores: Mapping[str, int]
    floats: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Float:
    """Two of different scores meet at `table`: the ids, the higher score first; their scores; their floats before."""

    table: int
    entries: tuple[str, str]
    scores: tuple[int, int]
    before: tuple[int, int]


def groups_of(request: DrawRequest) -> Groups | None:
    """The score groups of a request; None in the first round, and where there are none (by points everybody has another
    score)."""
    plain, field = weighed_field(request)
    if plain.round == 1 or not plain.played:
        return None
    ids = field.ids
    wins, floats = wins_and_floats(plain, field)
    if plain.system == "winners-losers":
        return Groups(OUTCOMES, dict(zip(ids, last_outcomes(plain, field), strict=True)), dict.fromkeys(ids, 0))
    # What ranks first may be wins or points: nobody has more wins, or match points for them, than this.
    few = all(0 <= score <= 3 * len(plain.played) for score in wins)
    if plain.system in ("equal-wins", "swiss") and few:
        return Groups(WINS, dict(zip(ids, wins, strict=True)), dict(zip(ids, floats, strict=True)))
    return None


def floats_in(groups: Groups, hand: Hand) -> dict[int, Float]:
    """The tables of a draw at which two of different scores meet, by their numbers."""
    found = {}
    for table in hand.tables:
        if len(table.ns) != 1 or len(table.ew) != 1:
            continue
        one, other = sorted(table.people, key=lambda entry: -groups.scores[entry])
        scores = (groups.scores[one], groups.scores[other])
        if scores[0] != scores[1]:
            found[table.table] = Float(table.table, (one, other), scores, (groups.floats[one], groups.floats[other]))
    return found
