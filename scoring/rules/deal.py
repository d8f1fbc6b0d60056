"""One deal as it was written down: the fields of a deal, their types, and nothing yet of any rule set.

A deal comes as a mapping (JSON, a form, an API body) with the fields of ``FIELDS``; a field that is null counts as
left out. A number is a whole one, however it is written: 80.0 is 80, and 80.5 is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from scoring.rules.cards import MODE_OF, SIDES, TRUMPS, Side
from scoring.rules.errors import DealError
from scoring.rules.source import is_whole

FIELDS = (
    "id", "declarer", "contract", "trump", "double", "points", "tricks", "sweep", "alone", "last_trick", "belote",
    "announces", "best", "carried", "last_deal", "points_scale",
)  # fmt: skip
CONTRACT_WORDS = ("capot", "generale", "take")
DOUBLES = ("none", "coinche", "surcoinche")
ANNOUNCES = (
    "tierce", "quarante", "quinte", "carre-J", "carre-9", "carre-A", "carre-10", "carre-K", "carre-Q", "carre-8",
    "carre-7",
)  # fmt: skip
ALIASES: Mapping[str, str] = {"cinquante": "quarante", "cent": "quinte"}

# Generous ends, so that a number never grows beyond what a score column can hold.
MAX_NUMBER = 10_000
MAX_CARRIED = 100_000
MAX_ANNOUNCES = 12
MAX_ANNOUNCE = 1_000

Announced = tuple[tuple[str | int, ...], tuple[str | int, ...]]
NOT_GIVEN: tuple[None, None] = (None, None)
NO_ANNOUNCES: Announced = ((), ())
_NO_ANNOUNCES_WRITTEN: Mapping[str, list[Any]] = {"NS": [], "EW": []}


@dataclass(slots=True, unsafe_hash=True)
class Deal:
    """A deal with every field of the right type. ``points`` and ``tricks`` are (NS, EW), None for what was left out;
    ``unknown`` are the names of fields that no deal has.

    Nobody changes a deal once it is made (``dataclasses.replace`` makes another). It is not frozen because that alone
    would cost as much as a tenth of scoring it.
    """

    id: str | None = None
    declarer: Side | None = None
    contract: int | str | None = None
    trump: str | None = None
    double: str = "none"
    points: tuple[int | None, int | None] = NOT_GIVEN
    tricks: tuple[int | None, int | None] = NOT_GIVEN
    sweep: Side | None = None
    alone: bool = False
    last_trick: Side | None = None
    belote: tuple[Side, ...] = ()
    announces: Announced = NO_ANNOUNCES
    best: Side | None = None
    carried: int = 0
    last_deal: bool = False
    points_scale: int | None = None
    unknown: tuple[str, ...] = ()


def parse_deal(obj: Mapping[str, Any]) -> Deal:
    """The deal in ``obj``. Raises DealError where a field is missing or has a value that no deal has."""
    if not isinstance(obj, (dict, Mapping)):
        raise DealError("", "not_an_object")
    get = obj.get
    declarer, contract, double = get("declarer"), get("contract"), get("double")
    if declarer is None and "declarer" not in obj:
        raise DealError("declarer", "missing")
    id_, trump, carried = get("id"), get("trump"), get("carried")
    if id_ is not None and not isinstance(id_, str):
        raise DealError("id", "no_text")
    if trump is not None and (not isinstance(trump, str) or trump not in MODE_OF):
        raise DealError("trump", "one_of", given=shown(trump), allowed=", ".join(TRUMPS))
    if double is not None and (not isinstance(double, str) or double not in DOUBLES):
        raise DealError("double", "one_of", given=shown(double), allowed=", ".join(DOUBLES))
    # Most fields of most deals are left out or null: these are not looked at any further.
    points, tricks, belote, announces = get("points"), get("tricks"), get("belote"), get("announces")
    sweep, last_trick, best = get("sweep"), get("last_trick"), get("best")
    alone, last_deal, scale = get("alone"), get("last_deal"), get("points_scale")
    return Deal(
        id_,
        None if declarer is None else _side("declarer", declarer),
        contract if contract is None else _contract(contract),
        trump,
        double or "none",
        NOT_GIVEN if points is None else _numbers("points", points),
        NOT_GIVEN if tricks is None else _numbers("tricks", tricks),
        None if sweep is None else _side("sweep", sweep),
        alone is not None and _flag("alone", alone),
        None if last_trick is None else _side("last_trick", last_trick),
        () if not belote and belote == [] else _belote(belote),
        NO_ANNOUNCES if announces is None or announces == _NO_ANNOUNCES_WRITTEN else announce_lists(announces),
        None if best is None else _side("best", best),
        0 if carried is None else whole_number("carried", carried, MAX_CARRIED) or 0,
        last_deal is not None and _flag("last_deal", last_deal),
        None if scale is None else whole_number("points_scale", scale, MAX_NUMBER),
        () if _KNOWN.issuperset(obj) else tuple(shown(name) for name in obj if name not in _KNOWN),
    )


_KNOWN = frozenset(FIELDS)


def shown(value: object) -> str:
    """A value from outside, short enough to be repeated in a message."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 30 else f"{text[:29]}…"


def told(value: object) -> str:
    """The same, with a text in quotes: "20" is no whole number, though 20 is one."""
    return f'"{shown(value)}"' if isinstance(value, str) else shown(value)


def is_side(value: object) -> TypeGuard[Side]:
    return isinstance(value, str) and value in SIDES


def _side(field: str, value: object) -> Side:
    if is_side(value):
        return value
    raise DealError(field, "one_of", given=shown(value), allowed="NS, EW, null")


def _flag(field: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise DealError(field, "no_flag", given=told(value))


def as_whole(value: object) -> object:
    """80.0 as 80: JSON has one kind of number, and a browser cannot tell the two apart. Anything else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def whole_number(field: str, value: object, high: int, low: int = 0) -> int | None:
    if value is None:
        return None
    value = as_whole(value)
    if not is_whole(value):
        raise DealError(field, "no_number", given=told(value))
    if not low <= value <= high:
        raise DealError(field, "out_of_range", low=low, high=high)
    return value


def _contract(value: object) -> int | str | None:
    if type(value) is int and 0 <= value <= MAX_NUMBER:
        return value
    if isinstance(value, str) and value in CONTRACT_WORDS:
        return value
    if not is_whole(as_whole(value)):
        raise DealError("contract", "no_contract", given=told(value))
    return whole_number("contract", value, MAX_NUMBER)


def _by_side(field: str, value: object) -> tuple[Any, Any]:
    if not isinstance(value, (dict, Mapping)):
        raise DealError(field, "not_by_side")
    for name in value:
        if name not in SIDES:
            raise DealError(field, "one_of", given=shown(name), allowed="NS, EW")
    return value.get("NS"), value.get("EW")


def _numbers(field: str, value: object) -> tuple[int | None, int | None]:
    if type(value) is dict and len(value) == 2:
        ns, ew = value.get("NS"), value.get("EW")
        if type(ns) is int and type(ew) is int and 0 <= ns <= MAX_NUMBER and 0 <= ew <= MAX_NUMBER:
            return ns, ew
    ns, ew = _by_side(field, value)
    return whole_number(field, ns, MAX_NUMBER), whole_number(field, ew, MAX_NUMBER)


def _belote(value: object) -> tuple[Side, ...]:
    if value is None:
        return ()
    if not isinstance(value, (list, tuple)) or not all(is_side(side) for side in value):
        raise DealError("belote", "no_sides")
    return tuple(value)


def announce_lists(value: object) -> Announced:
    """The announces of NS and EW in ``value``, a mapping by side or None. Raises DealError."""
    if value is None:
        return NO_ANNOUNCES
    ns, ew = _by_side("announces", value)
    return _announce_list(ns), _announce_list(ew)


def _announce_list(value: object) -> tuple[str | int, ...]:
    if not value and (value is None or isinstance(value, (list, tuple))):
        return ()
    if not isinstance(value, (list, tuple)) or len(value) > MAX_ANNOUNCES:
        raise DealError("announces", "no_announces", most=MAX_ANNOUNCES)
    return tuple(_announce(item) for item in value)


def _announce(item: object) -> str | int:
    if isinstance(item, str):
        name = ALIASES.get(item, item)
        if name in ANNOUNCES:
            return name
    else:
        number = as_whole(item)
        if is_whole(number) and 0 < number <= MAX_ANNOUNCE and number % 10 == 0:
            return number
    raise DealError("announces", "unknown_announce", given=shown(item))
