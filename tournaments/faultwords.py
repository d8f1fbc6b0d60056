"""The faults that every club's list begins with, and what the sanctions of a list are called.

What they cost is what most printed rules of club tournaments say: 162 points for the other side, and a word first where
it is clumsiness rather than a fault of play.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from core.templatetags.look import number
from tournaments.models import Fault

WARNING, OTHER, OWN, DEAL = (one.value for one in Fault.Sanction)
#: What eight tricks and the last one come to.
PACK = 162

NAMES: dict[str, Any] = {
    "misdeal": _lazy("Misdeal"),
    "revoke": _lazy("Not following suit"),
    "no-trump-played": _lazy("Not trumping"),
    "no-overtrump": _lazy("Not overtrumping"),
    "out-of-turn": _lazy("Playing out of turn"),
    "card-shown": _lazy("Card shown"),
    "signal": _lazy("Sign or word to the partner"),
    "tricks-looked-at": _lazy("Looking at tricks already taken"),
    "slow-play": _lazy("Slow play"),
    "late-at-table": _lazy("Late at the table"),
    "conduct": _lazy("Bad behaviour"),
}
#: By key: what each costs the first time, and each time after that.
_STARTING: tuple[tuple[str, tuple[str, int], tuple[str, int]], ...] = (
    ("misdeal", (WARNING, 0), (OTHER, PACK)),
    ("revoke", (OTHER, PACK), (OTHER, PACK)),
    ("no-trump-played", (OTHER, PACK), (OTHER, PACK)),
    ("no-overtrump", (OTHER, PACK), (OTHER, PACK)),
    ("out-of-turn", (WARNING, 0), (OTHER, PACK)),
    ("card-shown", (WARNING, 0), (OTHER, PACK)),
    ("signal", (OTHER, PACK), (OTHER, PACK)),
    ("tricks-looked-at", (WARNING, 0), (OTHER, PACK)),
    ("slow-play", (WARNING, 0), (WARNING, 0)),
    ("late-at-table", (WARNING, 0), (WARNING, 0)),
    ("conduct", (WARNING, 0), (OTHER, PACK)),
)


def starting() -> list[Fault]:
    """The faults that a list begins with, not written anywhere."""
    return [
        Fault(
            key=key,
            first=first[0],
            first_points=first[1],
            again=again[0],
            again_points=again[1],
            position=position,
        )
        for position, (key, first, again) in enumerate(_STARTING, 1)
    ]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a fault costs: a sanction of the list, and its points."""

    sanction: str
    points: int

    @property
    def text(self) -> str:
        """In words: "a warning", "162 points for the other side"."""
        points = {"points": number(self.points)}
        if self.sanction == WARNING:
            return _("a warning")
        if self.sanction == DEAL:
            return _("the deal counts 0, and %(points)s for the other side") % points
        if self.sanction == OWN:
            return ngettext("%(points)s point less", "%(points)s points less", self.points) % points
        return (
            ngettext("%(points)s point for the other side", "%(points)s points for the other side", self.points)
            % points
        )


def name_of(fault: str) -> str:
    """What a fault is called: one of the usual ones by its key, another by its own name."""
    return str(NAMES.get(fault, fault))


def called(fault: Fault) -> str:
    """What the club calls a fault of its list."""
    return fault.name or name_of(fault.key)
