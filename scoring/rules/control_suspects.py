"""A suspect: one slip that would explain a difference, the deals it could be in, and how to say so."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules.cards import OTHER, SIDES, Side
from scoring.rules.control_variants import NEAR, WEIGHTS
from scoring.rules.words import Words, words

# (NS, EW), None where nothing was written.
Totals = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Place:
    """An entry that a slip could be in, by its place from 1, with what is entered and what may have been meant."""

    position: int
    given: str = ""
    meant: str = ""
    near: bool = False


@dataclass(frozen=True, slots=True)
class Suspect:
    """A kind of slip, the side it is about, and its places, the likelier first; without places it is in the totals
    themselves. ``parts`` are the two slips that only together explain the difference (kind "two")."""

    kind: str
    side: Side | None = None
    places: tuple[Place, ...] = ()
    amount: int = 0
    parts: tuple["Suspect", ...] = ()

    @property
    def positions(self) -> tuple[int, ...]:
        """The places of the entries it could be in, rising, those of both parts included."""
        found = {place.position for place in self.places} | {at for part in self.parts for at in part.positions}
        return tuple(sorted(found))

    @property
    def weight(self) -> int:
        """How likely it is beside others: larger is likelier. Two slips are less likely than any single one."""
        if self.parts:
            return min(part.weight for part in self.parts) - 100
        return WEIGHTS[self.kind] + (NEAR if any(place.near for place in self.places) else 0)

    def text(self, language: str, names: Mapping[Side, str] | None = None) -> str:
        """The suspicion in words, without the deals; ``names`` are what the sides are called there."""
        said = words(language)
        if self.parts:
            return said.say("control.two", one=self.parts[0].text(language, names),
                            other=self.parts[1].text(language, names))  # fmt: skip
        called = dict(names) if names else {side: said.say(f"control.{side}") for side in SIDES}
        side = self.side or "NS"
        return said.say(f"control.{self.kind}", side=called[side], other=called[OTHER[side]], n=abs(self.amount))

    def detail(self, place: Place, language: str) -> str:
        """What is particular to a place: "85 → 58", "plain → coinched", "tierce"; "" where there is nothing."""
        said = words(language)
        given, meant = _word(said, place.given), _word(said, place.meant)
        return said.say("control.change", given=given, meant=meant) if given and meant else given or meant


def _word(said: Words, value: str) -> str:
    """A value of a deal in words, where there is one for it; "tierce+tierce" is two of them."""
    if "+" in value:
        return " + ".join(_word(said, part) for part in value.split("+"))
    for group in ("announce", "control_value"):
        if said.knows(f"{group}.{value}"):
            return said.say(f"{group}.{value}")
    return value
