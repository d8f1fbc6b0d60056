"""What each system can be told: the names of its settings, what they may be, and what is usual.

The systems themselves read `DrawRequest.settings` and refuse what they do not know; this is the list for whoever asks
an organiser, or keeps his answers, before there is anything to draw.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.draws.engine import MELEE, NAMES, TEAMS
from tournaments.draws.knockout import MOST_PLACES
from tournaments.draws.model import DrawError
from tournaments.draws.planned import DRAWN, NUMBER, ORDERS
from tournaments.draws.plans.movements import MITCHELL_STYLES
from tournaments.draws.plans.pools import LARGEST, SMALLEST

Value = str | int | bool

TEAMS_BY = "teams_by"


@dataclass(frozen=True, slots=True)
class Option:
    """A setting by its name in the request: one of `allowed` (texts, whole numbers, or yes and no), `usual` if nothing
    is said."""

    name: str
    allowed: Collection[Value]
    usual: Value

    def admits(self, value: object) -> bool:
        """Whether `value` may be given: of the same kind (1 is not yes), and allowed."""
        return type(value) is type(self.usual) and value in self.allowed


def _one_of(name: str, *allowed: str, usual: str = "") -> Option:
    return Option(name, allowed, usual or allowed[0])


def _flag(name: str, *, usual: bool) -> Option:
    return Option(name, (False, True), usual)


_BY_RESULTS = (
    _one_of("first_round", "random", "entry", "rating"),
    _one_of("bye", "lowest", "not_last", "random"),
)
_BYE_WINS = _flag("bye_wins", usual=True)
_REPEATS = _flag("repeats", usual=False)
_BRACKET = (
    _flag("third_place", usual=True),
    Option("classification", range(MOST_PLACES), 0),
    Option("consolation", (0, 1, 2), 0),
)

OPTIONS: Mapping[str, tuple[Option, ...]] = MappingProxyType(
    {
        "random": (),
        "swiss": (*_BY_RESULTS, _one_of("nearest", "figure", "places")),
        "danish": _BY_RESULTS,
        "equal-wins": (*_BY_RESULTS, _BYE_WINS),
        "winners-losers": (*_BY_RESULTS, _BYE_WINS),
        "even-odd": (_one_of("order", *ORDERS, usual=NUMBER), _REPEATS),
        "mitchell": (
            _one_of("order", *ORDERS, usual=DRAWN),
            Option("movement", ("", *MITCHELL_STYLES), ""),
            Option("rankings", (1, 2), 1),
            _REPEATS,
        ),
        "round-robin": (_one_of("order", *ORDERS, usual=DRAWN), Option("legs", (1, 2), 1), _REPEATS),
        "knockout": (_one_of("seeding", *ORDERS), _flag("clubs_apart", usual=False), *_BRACKET),
        "pools-knockout": (
            Option("pool_size", (0, *range(SMALLEST, LARGEST + 1)), 0),
            Option("qualified", range(MOST_PLACES), 0),
            _one_of("pools", *ORDERS),
            _flag("clubs_apart", usual=True),
            *_BRACKET,
        ),
        MELEE: (),
    }
)
"""The settings of each system that the engine draws by."""


def drawn_by(system: str, settings: Mapping[str, object]) -> str:
    """The system that draws: for teams the one that their settings name, Swiss if nothing is said."""
    return str(settings.get(TEAMS_BY, "swiss")) if system == TEAMS else system


def options_of(system: str, settings: Mapping[str, object]) -> tuple[Option, ...]:
    """The settings that `system` reads; of teams those of the system that draws them.

    DrawError `unknown_system` (system).
    """
    inner = drawn_by(system, settings)
    if system not in NAMES or inner not in OPTIONS or (system == TEAMS and inner == MELEE):
        raise DrawError("unknown_system", system=inner if system in NAMES else system)
    return OPTIONS[inner]


def checked(system: str, settings: Mapping[str, object]) -> dict[str, Value]:
    """The settings whole: what is not said as is usual, what the system does not read left out.

    DrawError `unknown_system` (system), `bad_setting` (setting).
    """
    found: dict[str, Value] = {TEAMS_BY: drawn_by(system, settings)} if system == TEAMS else {}
    return found | dict(_checked(options_of(system, settings), settings))


def _checked(options: tuple[Option, ...], settings: Mapping[str, object]) -> Iterator[tuple[str, Value]]:
    for option in options:
        value = settings.get(option.name, option.usual)
        if not option.admits(value):
            raise DrawError("bad_setting", setting=option.name)
        yield option.name, value  # type: ignore[misc]  # admits: of the kind of the usual value
