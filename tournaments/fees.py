"""What is due of whom: the fee of a tournament, for each entry or each player, with other fees for some. Pure.

Where the fee is for a whole entry, each of its players owes his part of it, to the cent (who has the first chair owes
the cents that remain); who plays alone so far owes his part alone. Who has left owes nothing more than was received.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.prizes import split

PER_ENTRY, PER_PERSON = "entry", "person"


@dataclass(frozen=True, slots=True)
class Kind:
    """Another fee than the usual one: what it is called, in cents (0: free)."""

    key: str
    name: str
    cents: int


@dataclass(frozen=True, slots=True)
class Fees:
    """The fees of a tournament: the usual one in cents, for each `per` (PER_ENTRY or PER_PERSON), and the others."""

    cents: int
    per: str = PER_ENTRY
    kinds: tuple[Kind, ...] = ()

    def of(self, key: str) -> int:
        """What is due by a choice; the usual fee for "" and for what is not offered any more."""
        return next((kind.cents for kind in self.kinds if kind.key == key), self.cents)


@dataclass(frozen=True, slots=True)
class Share:
    """What a player owes, in cents; `key` of the other fee that was chosen for him, if any."""

    person: str
    cents: int
    key: str = ""


def shares(
    fees: Fees, players: Sequence[tuple[int, str]], chairs: int, chosen: Mapping[str | None, str]
) -> list[Share]:
    """What each of an entry's players owes. `players`: (chair from 1, person); `chairs`: how many it has when it is
    complete; `chosen`: the other fee of a person or (None) of the entry as a whole."""
    if fees.per == PER_PERSON:
        return [Share(person, fees.of(chosen.get(person, "")), chosen.get(person, "")) for _, person in players]
    parts = split(fees.of(chosen.get(None, "")), max(chairs, len(players), 1))
    ordered = sorted(players)
    return [Share(person, parts[at]) for at, (_, person) in enumerate(ordered)]


@dataclass(frozen=True, slots=True)
class Account:
    """What is `due` of an entry and was `received`, refunds taken off, in cents; `is_ticked`: something was received,
    if only a tick where there is no fee; `has_left`."""

    due: int
    received: int
    is_ticked: bool = False
    has_left: bool = False

    @property
    def open(self) -> int:
        """What is still to be paid."""
        return 0 if self.has_left else max(0, self.due - self.received)

    @property
    def over(self) -> int:
        """What was received and is not due: of who has left all of it, which is kept or given back."""
        return max(0, self.received - (0 if self.has_left else self.due))

    @property
    def is_paid(self) -> bool:
        """Whether nothing is left to pay, and something was."""
        return not self.open and (self.is_ticked or (self.due == 0 and self.received == 0 and not self.has_left))
