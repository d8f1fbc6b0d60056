"""The lists beside the standings: by player, category, club and line, and each round alone. Pure.

A list by category, club or line is the standings with others left out: it never contradicts them. Players and single
rounds are ranked anew, by those of the tournament's criteria that can be told of them. Every list has its own ranks,
1, 2, 2, 4, and in each row points = what the rounds brought + adjustments. docs/standings.md has the rules in words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

from tournaments.standings import categories
from tournaments.standings.counting import Span, counting
from tournaments.standings.memberships import Membership, Shares, newcomers, results_of
from tournaments.standings.ranking import RankedRow, ScoreRow, rank

R = TypeVar("R", RankedRow, ScoreRow)

PLAYERS, CATEGORIES, CLUBS, LINES, ROUNDS = "players", "categories", "clubs", "lines", "rounds"
#: The kinds of lists, in the order in which pages show them.
KINDS = (PLAYERS, CATEGORIES, CLUBS, LINES, ROUNDS)

#: What can be told of one round alone.
OF_A_ROUND = frozenset(
    {"points", "match_points", "wins", "capped_points", "difference", "points_against"}
    | {"deals_won", "contracts_made", "capots"}
)
#: What can be told of a player who changed partners: nothing that depends on whom a pair has met.
OF_A_PLAYER = OF_A_ROUND | {"stage", "place", "best_game", "without_worst", "best_rounds", "fewest_games"}


@dataclass(frozen=True, slots=True)
class Groups:
    """Who is in which lists: by entry its categories (keys), its club and its line; by person its categories.
    ``labels``: what a category of a club's own is called, by its key; ``club_labels``: what a club is."""

    categories: Mapping[str, Sequence[str]] = field(default_factory=dict)
    clubs: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)
    persons: Mapping[str, Sequence[str]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    club_labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sources:
    """What the lists are made of. ``ranked``: the standings, best first; ``apart``: the line of each entry where the
    lines are ranked each for itself. ``rows``: everything ever marked by who is ranked; ``seated``: by who sits at
    tables, which differs for teams. ``criteria``: the tournament's, in their order. ``spans``, ``reached``: its stages,
    and to which each entry has come. ``shares``: what was marked before a player came in during a round."""

    ranked: Sequence[RankedRow]
    rows: Sequence[ScoreRow]
    seated: Sequence[ScoreRow]
    members: Sequence[Membership]
    criteria: Sequence[str]
    groups: Groups = field(default_factory=Groups)
    apart: Mapping[str, str] = field(default_factory=dict)
    spans: Sequence[Span] = ()
    reached: Mapping[str, int] = field(default_factory=dict)
    by_player: bool = True
    shares: Shares = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list. ``who``: the id of an entry, or of a person in lists of players. ``values``: the list's criteria
    with this row's figures. ``rounds``: what each round brought (number, points, source). ``adjustments``: given or
    taken beside. ``decided_by``: what puts it ahead of the next row. ``played``: games played at a table."""

    who: str
    rank: int | None
    tied: bool
    points: int
    values: tuple[tuple[str, int], ...]
    decided_by: str | None
    played: int
    rounds: tuple[tuple[int, int, str], ...]
    adjustments: int

    def to_data(self) -> list[Any]:
        """As plain JSON, short: there are many of them."""
        figures = [figure for _, figure in self.values]
        rounds = [list(one) for one in self.rounds]
        return [self.who, self.rank, figures, self.points, self.adjustments, self.played, rounds]


@dataclass(frozen=True, slots=True)
class RankedList:
    """A list: its ``kind``, which one of its kind (``key``: a category, a club, a line, a round's number; of players ""
    for all of them) and, where the lines are ranked each for itself, the ``line`` it is of."""

    kind: str
    key: str
    criteria: tuple[str, ...]
    rows: tuple[Row, ...]
    line: str = ""
    label: str = ""

    @property
    def of_persons(self) -> bool:
        return self.kind == PLAYERS

    def to_data(self) -> dict[str, Any]:
        """As plain JSON: ids and figures, and what a club or a category is called; no person's name."""
        found: dict[str, Any] = {"kind": self.kind, "key": self.key, "criteria": list(self.criteria)}
        found |= {name: value for name, value in (("line", self.line), ("label", self.label)) if value}
        return {**found, "rows": [row.to_data() for row in self.rows]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The list whose ``to_data`` gave ``data``."""
        criteria = tuple(data["criteria"])
        rows = []
        for who, place, figures, points, adjustments, played, rounds in data["rows"]:
            values = tuple(zip(criteria, figures, strict=True))
            brought = tuple((number, scored, source) for number, scored, source in rounds)
            rows.append(Row(who, place, False, points, values, None, played, brought, adjustments))
        return cls(data["kind"], data["key"], criteria, _told(rows), data.get("line", ""), data.get("label", ""))


def groups_from(found: Iterable[RankedList]) -> Groups:
    """Who is in which lists, as these lists say: with it others can be made of the same groups."""
    keys: dict[str, dict[str, list[str]]] = {CATEGORIES: {}, CLUBS: {}, LINES: {}, PLAYERS: {}}
    labels: dict[str, dict[str, str]] = {CATEGORIES: {}, CLUBS: {}}
    for one in found:
        if one.kind not in keys or not one.key:
            continue
        for row in one.rows:
            keys[one.kind].setdefault(row.who, []).append(one.key)
        if one.label:
            labels.setdefault(CLUBS if one.kind == CLUBS else CATEGORIES, {})[one.key] = one.label
    return Groups(
        categories=keys[CATEGORIES],
        clubs={entry: of[0] for entry, of in keys[CLUBS].items()},
        lines={entry: of[0] for entry, of in keys[LINES].items()},
        persons=keys[PLAYERS],
        labels=labels[CATEGORIES],
        club_labels=labels[CLUBS],
    )


def lists_of(sources: Sources, kinds: Collection[str] = KINDS, round_number: int | None = None) -> list[RankedList]:
    """The lists of these kinds, in their order; of rounds only ``round_number``, where it is given. A list that nobody
    is in is none."""
    found: list[RankedList] = []
    if PLAYERS in kinds and sources.by_player:
        found += _players(sources)
    if CATEGORIES in kinds:
        found += _grouped(sources, CATEGORIES, sources.groups.categories)
    if CLUBS in kinds:
        found += _grouped(sources, CLUBS, {entry: (key,) for entry, key in sources.groups.clubs.items()})
    if LINES in kinds and not sources.apart:
        found += _grouped(sources, LINES, {entry: (line,) for entry, line in sources.groups.lines.items()})
    if ROUNDS in kinds:
        numbers = sorted({one.round for row in sources.rows for one in row.results})
        found += [one for number in numbers if round_number in (None, number) for one in _round(sources, number)]
    return [one for one in found if one.rows]


# Parts of the standings


def of_stage(figures: Mapping[str, Any], position: int) -> dict[str, Any]:
    """Figures of standings, of who came to the stage at ``position``; of teams without their pairs. Rounds of which
    nobody there has anything are left out but for the last, which says after which these are; the last row is ahead
    of nobody."""
    rows = [row for row in figures["rows"] if row["values"].get("stage", position) >= position]
    last = {row.get("line", ""): place for place, row in enumerate(rows)}
    rows = [{**row, "decided_by": None} if place in last.values() else row for place, row in enumerate(rows)]
    counted = {int(number) for row in rows for number in row["rounds"]} | set(figures["rounds"][-1:])
    rounds = [number for number in figures["rounds"] if number in counted]
    return {**{name: value for name, value in figures.items() if name != "pairs"}, "rows": rows, "rounds": rounds}


def of_ranked(ranked: Sequence[RankedRow], apart: Mapping[str, str], kind: str) -> list[RankedList]:
    """Ranked rows as a list, or one a line where those are ranked each for itself; ranks are as they were."""
    parts = {line: rows for line, rows in _by_line(ranked, apart).items() if rows}
    return [
        RankedList(kind, "", tuple(name for name, _ in rows[0].values), _told([_row(row) for row in rows]), line)
        for line, rows in parts.items()
    ]


def _grouped(sources: Sources, kind: str, groups: Mapping[str, Sequence[str]]) -> list[RankedList]:
    """A list a group, and a line where those are ranked each for itself."""
    labels = {CATEGORIES: sources.groups.labels, CLUBS: sources.groups.club_labels}.get(kind, {})
    keys = _in_order(kind, (key for row in sources.ranked for key in groups.get(row.entry, ()) if key))
    found = []
    for key in keys:
        rows = [row for row in sources.ranked if key in groups.get(row.entry, ())]
        for line, part in _by_line(rows, sources.apart).items():
            told = tuple(name for name, _ in part[0].values) if part else tuple(sources.criteria)
            rows_told = _numbered([_row(row) for row in part])
            found.append(RankedList(kind, key, told, rows_told, line, labels.get(key, "")))
    return found


def _in_order(kind: str, keys: Iterable[str]) -> list[str]:
    if kind == CATEGORIES:
        return categories.in_order(keys)
    if kind == LINES:
        return sorted(set(keys), reverse=True)  # north-south first
    return sorted(set(keys))


def _by_line(rows: Sequence[R], apart: Mapping[str, str]) -> dict[str, list[R]]:
    if not apart:
        return {"": list(rows)}
    lines = {"ns": [row for row in rows if apart.get(row.entry, "ns") == "ns"]}
    lines["ew"] = [row for row in rows if apart.get(row.entry) == "ew"]
    return lines


def _row(row: RankedRow, who: str = "") -> Row:
    rounds: dict[int, tuple[int, str]] = {}
    for one in row.row.results:
        before, source = rounds.get(one.round, (0, one.source.value))
        rounds[one.round] = before + one.scored, source
    return Row(
        who=who or row.entry,
        rank=row.rank,
        tied=row.tied,
        points=row.points,
        values=tuple(row.values),
        decided_by=None,
        played=row.played,
        rounds=tuple((number, *rounds[number]) for number in sorted(rounds)),
        adjustments=row.terms.adjustments,
    )


def _numbered(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows, best first, with the ranks that they have among themselves: equal are those whose rank was equal, which
    follow each other. Who has no rank stays without."""
    found: list[Row] = []
    for place, row in enumerate(rows, start=1):
        equal = place > 1 and rows[place - 2].rank == row.rank
        found.append(replace(row, rank=None if row.rank is None else found[-1].rank if equal else place))
    return _told(found)


def _told(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows with what follows from their ranks: who shares one, and what parts each from the next."""
    shared = Counter(row.rank for row in rows)
    following = [*rows[1:], None][: len(rows)]
    return tuple(
        replace(row, tied=row.rank is not None and shared[row.rank] > 1, decided_by=_decided(row, after))
        for row, after in zip(rows, following, strict=True)
    )


def _decided(row: Row, following: Row | None) -> str | None:
    if following is None or following.rank is None or following.rank == row.rank:
        return None
    pairs = zip(row.values, following.values, strict=True)
    return next((name for (name, mine), (_, theirs) in pairs if mine != theirs), None)


# One round alone


def _round(sources: Sources, number: int) -> list[RankedList]:
    """One round, of each line for itself where the standings are: it has met what the other has not. In a round
    of an earlier stage there were no such lines."""
    apart = sources.apart if number > sum(one.rounds for one in sources.spans[:-1]) else {}
    rows = []
    for row in sources.rows:
        results = tuple(one for one in row.results if one.round == number)
        given = tuple(one for one in row.adjustments if one.round == number)
        if results:
            rows.append(replace(row, results=results, adjustments=given, stage=1, place=0))
    told = _kept(sources.criteria, OF_A_ROUND)
    return [
        RankedList(ROUNDS, str(number), told, _numbered([_row(row) for row in rank(part, told)]), line)
        for line, part in _by_line(rows, apart).items()
    ]


def _kept(criteria: Sequence[str], allowed: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in criteria if name in allowed) or ("points",)


# Players


def _with_place(sources: Sources) -> list[str]:
    """The criteria, with the place in a knockout where the standings have put it."""
    names = [name for name, _ in sources.ranked[0].values] if sources.ranked else []
    told = list(sources.criteria)
    if "place" in names and "place" not in told:
        told.insert(names.index("place"), "place")
    return told


def _players(sources: Sources) -> list[RankedList]:
    """All players, then those of each category that persons have; of each line for itself where the standings are."""
    told = _kept(_with_place(sources), OF_A_PLAYER)
    apart = {person: sources.apart[entry] for person, entry in last_entries(sources).items() if entry in sources.apart}
    ranked = {line: rank(part, told) for line, part in _by_line(player_rows(sources), apart).items()}
    tags, labels = sources.groups.persons, sources.groups.labels
    keys = categories.in_order(key for rows in ranked.values() for row in rows for key in tags.get(row.entry, ()))
    return [
        RankedList(
            PLAYERS,
            key,
            told,
            _numbered([_row(row) for row in rows if not key or key in tags.get(row.entry, ())]),
            line,
            labels.get(key, ""),
        )
        for key in ("", *keys)
        for line, rows in ranked.items()
    ]


def last_entries(sources: Sources) -> dict[str, str]:
    """The entry that each player is of, or was of last."""
    last: dict[str, Membership] = {}
    for one in sources.members:
        before = last.get(one.person)
        if before is None or (one.last is None, one.first) > (before.last is None, before.first):
            last[one.person] = one
    return {person: one.entry for person, one in last.items()}


def player_rows(sources: Sources) -> list[ScoreRow]:
    """A row a person (``entry`` is the person's id): what the side marked in each round that the person was of it.

    A penalty of a round is for who was of the pair then, one of the whole tournament for who is of it still. Outside
    the ranking is who plays in no entry that is ranked; what an entry outside it marked counts for nobody else.
    """
    by_entry = {row.entry: row for row in sources.seated}
    came = newcomers(sources.members)
    mine: dict[str, list[Membership]] = defaultdict(list)
    for one in sources.members:
        if one.entry in by_entry:
            mine[one.person].append(one)
    place = {row.entry: row.row for row in sources.ranked}
    found = []
    reached: dict[str, int] = {}
    ordered = sorted(mine.items(), key=lambda item: _order(item[1], by_entry))
    for number, (person, memberships) in enumerate(ordered, start=1):
        last = max(memberships, key=lambda one: (one.last is None, one.first))
        still_in = [one for one in memberships if one.last is None] or memberships
        is_ranked = any(by_entry[one.entry].ranked for one in still_in)
        counted = [one for one in memberships if not is_ranked or by_entry[one.entry].ranked]
        reached[person] = sources.reached.get(last.entry, 1)
        found.append(
            ScoreRow(
                entry=person,
                number=number,
                results=results_of(counted, came, by_entry, sources.shares),
                adjustments=tuple(
                    given
                    for one in counted
                    for given in by_entry[one.entry].adjustments
                    if (one.last is None if given.round is None else one.plays_in(given.round))
                ),
                ranked=is_ranked,
                place=place[last.entry].place if last.entry in place else 0,
            )
        )
    return found if len(sources.spans) < 2 else counting(found, sources.spans, reached)


def _order(memberships: Sequence[Membership], by_entry: Mapping[str, ScoreRow]) -> tuple[int, int, int]:
    last = max(memberships, key=lambda one: (one.last is None, one.first))
    return by_entry[last.entry].number, last.slot, last.first


def identity_holds(row: Row) -> bool:
    """Whether the points of a row are what its rounds brought and what was given or taken beside them."""
    return row.points == sum(points for _, points, _ in row.rounds) + row.adjustments
