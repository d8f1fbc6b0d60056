"""Movements: plans that fix, for each place and round, the table, the side and the opponent.

Every movement here is over an even number of `places`, 0 … places - 1; an odd field leaves its last place vacant, and
who is due to meet it rests. A round is a tuple of `Sitting`, one a table, in which every place sits exactly once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

PLAIN = "plain"
SKIP = "skip"
RELAY = "relay"
MITCHELL_STYLES = (PLAIN, SKIP, RELAY)


@dataclass(frozen=True, slots=True)
class Sitting:
    """One table (1 or more) of one round: the places north-south and east-west.

    `deals`: the number (1 or more) of the set of prepared deals on the table, for a hall that plays the same deals
    everywhere; 0 where the movement has no say in it.
    """

    table: int
    ns: int
    ew: int
    deals: int = 0


class Movement(Protocol):
    """`places`, an even number; `most`: the rounds it gives in which no two places meet twice more than it says."""

    @property
    def places(self) -> int: ...

    @property
    def most(self) -> int: ...

    def round(self, number: int) -> tuple[Sitting, ...]:
        """The tables of round `number` (1 or more), by table; after `most` rounds it begins again with the first."""


def even(size: int) -> int:
    """`size`, or one more for an odd one: the places of a movement for so many pairs."""
    return size + size % 2


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everybody meets everybody, once a leg (`legs` 1 or 2), by Berger's circle.

    The last place stands in the middle, the others, M of them (an odd number), on a circle. In round r place r meets
    the middle, and r + i meets r - i for i = 1 … (M - 1) / 2, modulo M. Two places of the circle a and b meet in the
    round r with a + b = 2r modulo M; 2 has an inverse modulo an odd M, so there is exactly one such round in M.

    Sides: at odd i r + i sits north-south, at even i r - i. From one round to the next a place's i changes by one, so
    that its sides alternate but for where it meets the middle; over a whole leg north-south and east-west differ by
    one at most, over both legs (the second turns all sides) by nothing.
    """

    places: int
    legs: int = 1

    @property
    def most(self) -> int:
        return (self.places - 1) * self.legs

    def round(self, number: int) -> tuple[Sitting, ...]:
        circle = self.places - 1
        leg, turn = divmod((number - 1) % self.most, circle)
        pairs = [(circle, turn) if turn % 2 == 0 else (turn, circle)]
        for step in range(1, self.places // 2):
            one, other = (turn + step) % circle, (turn - step) % circle
            pairs.append((one, other) if step % 2 else (other, one))
        if leg % 2:
            pairs = [(ew, ns) for ns, ew in pairs]
        return tuple(Sitting(table, ns, ew) for table, (ns, ew) in enumerate(pairs, 1))


@dataclass(frozen=True, slots=True)
class EvenOdd:
    """Even numbers move one table up, odd numbers stay: the movement of halls with no screen.

    Pair number k is place k - 1. Of T tables, pair 2t - 1 keeps table t, north-south; in round r the pair 2j sits at
    table j + r - 1, counted on from T to 1. The same two meet again only when the mover has been at all T tables: no
    rematch in the first T rounds, which is half the field. In an odd field the pair after the last is a mover too, so
    that each staying pair rests once in T rounds and no moving pair ever.
    """

    places: int

    @property
    def most(self) -> int:
        return self.places // 2

    def round(self, number: int) -> tuple[Sitting, ...]:
        tables = self.most
        return tuple(Sitting(table + 1, 2 * table, 2 * ((table - number + 1) % tables) + 1) for table in range(tables))


@dataclass(frozen=True, slots=True)
class Mitchell:
    """North-south stays (places 0 … T - 1 at tables 1 … T), east-west moves one table up each round.

    East-west pair j (place T + j) is at table j + r in round r = 0, 1, …, modulo T: it meets each north-south pair
    once in T rounds. The styles differ in what becomes of prepared deals, whose set s moves one table *down* a round:

    - `plain`: set j + 2r is under pair j in round r. For an odd T these differ in all T rounds; for an even T pair j
      meets its first set again after T / 2 rounds.
    - `skip` (even T): after T / 2 rounds east-west moves up two tables once. The sets under pair j are then j + 2r and
      from there on j + 2r + 1, of the other parity, so none comes twice; round T would bring the first opponent back:
      T - 1 rounds.
    - `relay` (even T): tables 1 and T share a set, and one set rests on a stand between tables T/2 and T/2 + 1. The
      sets go round the T stations in this order. Pair j gains two stations a round on the sets, but three where it
      passes the stand and one where it goes from T to 1: the parity changes at half time, no set comes twice, and all
      T rounds are good.
    """

    places: int
    style: str = PLAIN

    @property
    def most(self) -> int:
        return self.tables - (self.style == SKIP)

    @property
    def tables(self) -> int:
        return self.places // 2

    def round(self, number: int) -> tuple[Sitting, ...]:
        turn = (number - 1) % self.most
        tables = self.tables
        steps = turn + (self.style == SKIP and 2 * turn >= tables)
        return tuple(
            Sitting(table + 1, table, tables + (table - steps) % tables, (self._station(table) + turn) % tables + 1)
            for table in range(tables)
        )

    def _station(self, table: int) -> int:
        """Where the sets of deals pass the table (0 …): with a relay the last table shares the first one's station."""
        if self.style != RELAY:
            return table
        if table == self.tables - 1:
            return 0
        return table if 2 * table < self.tables else table + 1


def mitchell_style(places: int) -> str:
    """The style that loses no round: `relay` for an even number of tables, `plain` for an odd one."""
    return RELAY if places // 2 % 2 == 0 else PLAIN


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a pair is in one round: its table and side (`ns` or `ew`), whom it meets (None: it rests), the deals."""

    round: int
    table: int
    side: str
    meets: int | None
    deals: int


@dataclass(frozen=True, slots=True)
class Card:
    """The movement card of one pair: its number (place + 1, as printed) and a stop for each round."""

    pair: int
    stops: tuple[Stop, ...]


def cards(movement: Movement, size: int, rounds: int) -> tuple[Card, ...]:
    """The movement cards of pairs 1 … size, for rounds 1 … rounds; opponents are numbers of pairs too."""
    stops: list[list[Stop]] = [[] for _ in range(movement.places)]
    for number in range(1, rounds + 1):
        for one in movement.round(number):
            for place, side, other in ((one.ns, "ns", one.ew), (one.ew, "ew", one.ns)):
                meets = other + 1 if other < size else None
                stops[place].append(Stop(number, one.table, side, meets, one.deals))
    return tuple(Card(place + 1, tuple(stops[place])) for place in range(size))
