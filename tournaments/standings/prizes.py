"""Who wins which prize, and why: a prize list held against a ranking. Pure.

The rules, all of them:

- A row of the list goes to places of the whole ranking (`Track.RANK`), of a category (`CATEGORY`), counted from the
  last one up (`LAST`), or to everybody who wins nothing else (`REST`, always given last). Where two lines are ranked
  each for itself, each has the whole list. A category's places are the order in which its own stand in the ranking.
- Stand-ins, the disqualified and those who have left (`Candidate.out`, or no rank) win nothing; who stands behind them
  moves up.
- Rows count in the order of the list. Where each wins one prize, it is the one that comes first in the list; in what
  comes later the others move up. Where each may win several, each has all that his places bring.
- Equals whose places bring all the same prize have one each. Otherwise, by `Ties`: SHARED: the money of the places that
  they take together is added and divided to the cent; what remains goes a cent each to the lowest numbers; what cannot
  be divided is drawn by lot among them. DRAWN: a lot says in which order they take their places. ON: what they would
  have to part goes on to the next who is level with nobody.
- A lot is SHA-256 of the seed, what it is drawn for and the entry: whoever knows the seed draws the same. Without a
  seed (before the prizes are settled) what a lot decides is open: an award with no `entry`, `among` whom it will be.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Any


class Track(StrEnum):
    """By what a row of the list is won."""

    RANK = "rank"
    CATEGORY = "category"
    LAST = "last"
    REST = "rest"


class Ties(StrEnum):
    """What becomes of the prizes of equals."""

    SHARED = "shared"
    DRAWN = "drawn"
    ON = "on"


class Tie(StrEnum):
    """How an award came out of a tie."""

    NONE = ""
    SHARED = "shared"
    DRAWN = "drawn"
    OPEN = "open"


class Kind(StrEnum):
    """Money, which can be divided and is counted in the cash sheet, or a thing."""

    MONEY = "money"
    THING = "thing"


@dataclass(frozen=True, slots=True)
class Prize:
    """A row of the list: one prize for each place from `first` to `last` (1 or more; without meaning for REST).

    `key` names the row for good, whatever is changed in it. `cents`: what it is worth (0 or more), of money always
    known.
    """

    key: str
    track: Track
    first: int = 1
    last: int = 1
    category: str = ""
    label: str = ""
    cents: int | None = None
    kind: Kind = Kind.THING

    def as_data(self) -> dict[str, Any]:
        """As JSON; `prize_from` reads it back."""
        return {
            "key": self.key,
            "track": self.track.value,
            "first": self.first,
            "last": self.last,
            "category": self.category,
            "label": self.label,
            "cents": self.cents,
            "kind": self.kind.value,
        }


def prize_from(data: Mapping[str, Any]) -> Prize:
    """What `Prize.as_data` made."""
    return Prize(**{**data, "track": Track(data["track"]), "kind": Kind(data["kind"])})


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who could win: an entry with its number, its rank (None: it has none) and what it is counted in."""

    entry: str
    number: int
    rank: int | None
    categories: frozenset[str] = frozenset()
    line: str = ""
    out: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """How the list is given. `several`: each may win more than one. `seed`: of the lots, "" before it is known."""

    several: bool = False
    ties: Ties = Ties.SHARED
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """What an entry wins, and why. `entry` "": nobody (nobody is there for it, or a lot decides `among` some).

    `slots`: the prizes that it is, or (`tie` SHARED) that it is a share of; `key` names it within the list, in 64
    characters at most. `place`: the place that brings it, from the last one up for LAST; `rank`: the one that the
    winner has in the whole ranking. `total`: of a share, the cents that were divided `among` so many.
    """

    key: str
    slots: tuple[str, ...]
    entry: str
    kind: Kind
    label: str
    cents: int | None
    track: Track
    place: int
    category: str = ""
    line: str = ""
    rank: int | None = None
    tie: Tie = Tie.NONE
    among: tuple[str, ...] = ()
    total: int | None = None

    def as_data(self) -> dict[str, Any]:
        """As JSON; `award_from` reads it back."""
        return {
            **{name: getattr(self, name) for name in ("key", "entry", "label", "cents", "place", "category", "line")},
            "slots": list(self.slots),
            "kind": self.kind.value,
            "track": self.track.value,
            "rank": self.rank,
            "tie": self.tie.value,
            "among": list(self.among),
            "total": self.total,
        }


def award_from(data: Mapping[str, Any]) -> Award:
    """What `Award.as_data` made."""
    return Award(
        **{
            **data,
            "slots": tuple(data["slots"]),
            "kind": Kind(data["kind"]),
            "track": Track(data["track"]),
            "tie": Tie(data["tie"]),
            "among": tuple(data["among"]),
        }
    )


def split(total: int, count: int) -> list[int]:
    """`total` cents (0 or more) divided among `count` (1 or more): the first of them have the cents that remain."""
    each, rest = divmod(total, count)
    return [each + (place < rest) for place in range(count)]


def lot(seed: str, what: str, entries: Iterable[str]) -> list[str]:
    """The order in which a lot puts entries: by the SHA-256 of `seed`, `what` it is drawn for, and the entry."""
    return sorted(entries, key=lambda entry: hashlib.sha256(f"{seed}|{what}|{entry}".encode()).hexdigest())


def award(candidates: Iterable[Candidate], prizes: Sequence[Prize], settings: Settings) -> list[Award]:
    """Every prize of the list with who wins it; in the order of the list, a row's by place."""
    known = [one for one in candidates if one.rank is not None and not one.out]
    known.sort(key=lambda one: (one.rank or 0, one.number))
    giving = _Giving(prizes, settings)
    for block in _blocks(prizes):
        head = block[0]
        for line in sorted({one.line for one in known}) or [""]:
            giving.give(block, [one for one in known if one.line == line and _is_in(one, head)], line)
    for prize in prizes:
        if prize.track == Track.REST:
            giving.give_rest(prize, known)
    order = {prize.key: place for place, prize in enumerate(prizes)}
    return sorted(giving.awards, key=lambda one: (order[one.slots[0].split(":")[0]], one.line, one.place))


def _is_in(one: Candidate, prize: Prize) -> bool:
    return prize.track != Track.CATEGORY or prize.category in one.categories


def _blocks(prizes: Sequence[Prize]) -> list[list[Prize]]:
    """Rows that follow each other and are won by the same."""
    placed = [prize for prize in prizes if prize.track != Track.REST]
    return [list(rows) for _, rows in groupby(placed, key=lambda one: (one.track, one.category))]


@dataclass(slots=True)
class _Giving:
    """A list while it is given: what each place of each row brought, who has won, and by what."""

    prizes: Sequence[Prize]
    settings: Settings
    awards: list[Award] = field(default_factory=list)
    given: set[str] = field(default_factory=set)
    won_by: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    passed: set[tuple[str, str, str]] = field(default_factory=set)

    def give(self, block: Sequence[Prize], members: Sequence[Candidate], line: str) -> None:
        """Give the rows of a block to those who are in its ranking, best first."""
        head = block[0]
        track = (head.track.value, head.category)
        rows = [prize for prize in self.prizes if (prize.track.value, prize.category) == track]
        free = [one for one in members if self.settings.several or not self.won_by.get(one.entry, set()) - {track}]
        if head.track == Track.LAST:
            free.sort(key=lambda one: (-(one.rank or 0), one.number))
        place = 1
        for _, group in groupby(free, key=lambda one: one.rank):
            level = [one for one in group if (*track, one.entry) not in self.passed]
            places = range(place, place + len(level))
            if not any(self._open(prize, at, line) for prize in block for at in places):
                place += len(level)
                continue
            brought = [[prize for prize in rows if self._open(prize, at, line)] for at in places]
            alike = len({tuple((one.kind, one.label, one.cents) for one in prizes) for prizes in brought}) == 1
            if len(level) > 1 and not alike and self.settings.ties == Ties.ON:
                self.passed |= {(*track, one.entry) for one in level}
                continue
            place += len(level)
            if not self.settings.several and any(self.won_by.get(one.entry) for one in level):
                continue  # won by a place that comes later in the ranking and earlier in the list
            before = len(self.awards)
            self._give_places(level, places, brought, line, alike or len(level) == 1)
            for won in self.awards[before:]:
                if won.entry:
                    self.won_by.setdefault(won.entry, set()).add(track)
        self._leave(block, line, bool(members))

    def _open(self, prize: Prize, place: int, line: str) -> bool:
        return prize.first <= place <= prize.last and _slot(prize, place, line) not in self.given

    def _give_places(
        self,
        level: Sequence[Candidate],
        places: Sequence[int],
        brought: Sequence[Sequence[Prize]],
        line: str,
        is_plain: bool,
    ) -> None:
        """What the places of equals bring, or of one alone."""
        pool = [(at, prize) for at, rows in zip(places, brought, strict=True) for prize in rows]
        if is_plain:
            for one, at, rows in zip(level, places, brought, strict=True):
                for prize in rows:
                    self._note(prize, at, line, one)
        elif self.settings.ties == Ties.SHARED:
            self._share([(at, prize) for at, prize in pool if prize.kind == Kind.MONEY], level, line)
            self._draw([(at, prize) for at, prize in pool if prize.kind != Kind.MONEY], level, places, line)
        else:
            self._draw(pool, level, places, line)

    def _share(self, pool: Sequence[tuple[int, Prize]], level: Sequence[Candidate], line: str) -> None:
        """The money of some places, divided."""
        if not pool:
            return
        slots = tuple(_slot(prize, at, line) for at, prize in pool)
        self.given |= set(slots)
        total = sum(prize.cents or 0 for _, prize in pool)
        at, prize = pool[0]
        for number, (one, cents) in enumerate(zip(level, split(total, len(level)), strict=True), start=1):
            self.awards.append(
                Award(
                    key=f"{hashlib.sha256('+'.join(slots).encode()).hexdigest()[:40]}/{number}",
                    slots=slots,
                    entry=one.entry,
                    kind=Kind.MONEY,
                    label=prize.label if len({two.label for _, two in pool}) == 1 else "",
                    cents=cents,
                    track=prize.track,
                    place=at,
                    category=prize.category,
                    line=line,
                    rank=one.rank,
                    tie=Tie.SHARED,
                    among=tuple(two.entry for two in level),
                    total=total,
                )
            )

    def _draw(
        self, pool: Sequence[tuple[int, Prize]], level: Sequence[Candidate], places: Sequence[int], line: str
    ) -> None:
        """What a lot gives to equals, place by place."""
        among = tuple(one.entry for one in level)
        by_entry = {one.entry: one for one in level}
        for at, prize in pool:
            won = None
            if self.settings.seed:
                what = f"{prize.track.value}:{prize.category}"
                won = by_entry[lot(self.settings.seed, what, among)[at - places[0]]]
            self._note(prize, at, line, won, among=among, tie=Tie.DRAWN if won is not None else Tie.OPEN)

    def _note(
        self,
        prize: Prize,
        place: int,
        line: str,
        one: Candidate | None,
        *,
        among: tuple[str, ...] = (),
        tie: Tie = Tie.NONE,
    ) -> None:
        slot = _slot(prize, place, line)
        self.given.add(slot)
        self.awards.append(
            Award(
                key=slot,
                slots=(slot,),
                entry=one.entry if one is not None else "",
                kind=prize.kind,
                label=prize.label,
                cents=prize.cents,
                track=prize.track,
                place=place,
                category=prize.category,
                line=line,
                rank=one.rank if one is not None else None,
                tie=tie,
                among=among,
            )
        )

    def _leave(self, block: Sequence[Prize], line: str, is_asked: bool) -> None:
        """What nobody is there for stays: told once for each row."""
        for prize in block if is_asked or not line else ():
            left = [at for at in range(prize.first, prize.last + 1) if _slot(prize, at, line) not in self.given]
            if left:
                self._note(prize, left[0], line, None)
                self.awards[-1] = replace(self.awards[-1], slots=tuple(_slot(prize, at, line) for at in left))

    def give_rest(self, prize: Prize, known: Sequence[Candidate]) -> None:
        """One for each who has won nothing, nor can by a lot that is still to be drawn."""
        hoping = {entry for one in self.awards if one.tie == Tie.OPEN for entry in one.among}
        for one in known:
            if one.entry in hoping or self.won_by.get(one.entry):
                continue
            slot = f"{prize.key}:{one.entry}"
            self.awards.append(
                Award(
                    key=slot,
                    slots=(slot,),
                    entry=one.entry,
                    kind=prize.kind,
                    label=prize.label,
                    cents=prize.cents,
                    track=Track.REST,
                    place=one.rank or 0,
                    line=one.line,
                    rank=one.rank,
                )
            )


def _slot(prize: Prize, place: int, line: str) -> str:
    """What one prize of a row is called."""
    return f"{prize.key}:{line}{place}"


# A list from a purse

#: Of so many who take part one wins money, if nothing else is said.
PAID_ONE_IN = 4


def suggest(purse: int, entries: int, *, places: int | None = None, step: int = 100) -> list[tuple[int, int, int]]:
    """A purse of so many cents parted among the best: (first place, last place, cents for each), summing exactly.

    `places`: how many win, else one in `PAID_ONE_IN` of the `entries`, one at least, and never more than there are. The
    second has half of what the first has, the third a third, and so on; each is rounded down to whole `step`s (cents),
    and what that leaves goes to the first. Fewer places where the last of them would have less than a step. Empty where
    there is no money or nobody.
    """
    if purse < 1 or entries < 1:
        return []
    count = min(entries, places if places is not None else max(1, entries // PAID_ONE_IN))
    step = min(step, purse)
    while count > 1 and _parted(purse, count, step)[-1] < step:
        count -= 1
    amounts = _parted(purse, count, step)
    amounts[0] += purse - sum(amounts)
    rows: list[tuple[int, int, int]] = []
    for place, cents in enumerate(amounts, start=1):
        if rows and rows[-1][2] == cents:
            rows[-1] = (rows[-1][0], place, cents)
        else:
            rows.append((place, place, cents))
    return rows


def _parted(purse: int, count: int, step: int) -> list[int]:
    """What each of `count` places has, in whole steps: place n one n-th of the first."""
    parts = [Fraction(1, place) for place in range(1, count + 1)]
    whole = sum(parts)
    return [int(purse * part / whole) // step * step for part in parts]
