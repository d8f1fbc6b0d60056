"""One deal as it was written down: the fields of a deal, their types, and nothing yet of any rule set.

A deal comes as a mapping (JSON, a form, an API body) with the fields of ``FIELDS``; a field that is null counts as
left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from scoring.rules.cards import SIDES, TRUMPS, Side
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


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal with every field of the right type. ``points`` and ``tricks`` are (NS, EW), None for what was left out;
    ``unknown`` are the names of fields that no deal has."""

    id: str | None = None
    declarer: Side | None = None
    contract: int | str | None = None
    trump: str | None = None
    double: str = "none"
    points: tuple[int | None, int | None] = (None, None)
    tricks: tuple[int | None, int | None] = (None, None)
    sweep: Side | None = None
    alone: bool = False
    last_trick: Side | None = None
    belote: tuple[Side, ...] = ()
    announces: tuple[tuple[str | int, ...], tuple[str | int, ...]] = ((), ())
    best: Side | None = None
    carried: int = 0
    last_deal: bool = False
    points_scale: int | None = None
    unknown: tuple[str, ...] = ()


def parse_deal(obj: Mapping[str, Any]) -> Deal:
    """The deal in ``obj``. Raises DealError where a field is missing or has a value that no deal has."""
    if not isinstance(obj, (dict, Mapping)):
        raise DealError("", "not_an_object")
    if "declarer" not in obj:
        raise DealError("declarer", "missing")
    id_ = obj.get("id")
    if id_ is not None and not isinstance(id_, str):
        raise DealError("id", "no_text")
    declarer = _side(obj, "declarer")
    contract = _contract(obj)
    trump = obj.get("trump")
    if trump is not None and (not isinstance(trump, str) or trump not in TRUMPS):
        raise DealError("trump", "one_of", given=shown(trump), allowed=", ".join(TRUMPS))
    double = obj.get("double")
    double = "none" if double is None else double
    if not isinstance(double, str) or double not in DOUBLES:
        raise DealError("double", "one_of", given=shown(double), allowed=", ".join(DOUBLES))
    return Deal(
        id=id_,
        declarer=declarer,
        contract=contract,
        trump=trump,
        double=double,
        points=_numbers(obj, "points"),
        tricks=_numbers(obj, "tricks"),
        sweep=_side(obj, "sweep"),
        alone=_flag(obj, "alone"),
        last_trick=_side(obj, "last_trick"),
        belote=_belote(obj),
        announces=announce_lists(obj),
        best=_side(obj, "best"),
        carried=whole_number("carried", obj.get("carried"), MAX_CARRIED) or 0,
        last_deal=_flag(obj, "last_deal"),
        points_scale=whole_number("points_scale", obj.get("points_scale"), MAX_NUMBER),
        unknown=tuple(shown(name) for name in obj if name not in _KNOWN) if len(obj.keys() - _KNOWN) else (),
    )


_KNOWN = frozenset(FIELDS)


def shown(value: object) -> str:
    """A value from outside, short enough to be repeated in a message."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 30 else f"{text[:29]}…"


def is_side(value: object) -> TypeGuard[Side]:
    return isinstance(value, str) and value in SIDES


def _side(obj: Mapping[str, Any], field: str) -> Side | None:
    value = obj.get(field)
    if value is None or is_side(value):
        return value
    raise DealError(field, "one_of", given=shown(value), allowed="NS, EW, null")


def _flag(obj: Mapping[str, Any], field: str) -> bool:
    value = obj.get(field)
    if value is None or isinstance(value, bool):
        return bool(value)
    raise DealError(field, "no_flag", given=shown(value))


def whole_number(field: str, value: object, high: int) -> int | None:
    if value is None:
        return None
    if not is_whole(value):
        raise DealError(field, "no_number", given=shown(value))
    if not 0 <= value <= high:
        raise DealError(field, "out_of_range", low=0, high=high)
    return value


def _contract(obj: Mapping[str, Any]) -> int | str | None:
    value = obj.get("contract")
    if value is None or (isinstance(value, str) and value in CONTRACT_WORDS):
        return value
    if not is_whole(value):
        raise DealError("contract", "no_contract", given=shown(value))
    return whole_number("contract", value, MAX_NUMBER)


def _by_side(obj: Mapping[str, Any], field: str) -> tuple[Any, Any]:
    value = obj.get(field)
    if value is None:
        return None, None
    if not isinstance(value, (dict, Mapping)):
        raise DealError(field, "not_by_side")
    for name in value:
        if name not in SIDES:
            raise DealError(field, "one_of", given=shown(name), allowed="NS, EW")
    return value.get("NS"), value.get("EW")


def _numbers(obj: Mapping[str, Any], field: str) -> tuple[int | None, int | None]:
    ns, ew = _by_side(obj, field)
    return whole_number(field, ns, MAX_NUMBER), whole_number(field, ew, MAX_NUMBER)


def _belote(obj: Mapping[str, Any]) -> tuple[Side, ...]:
    value = obj.get("belote")
    if value is None:
        return ()
    if not isinstance(value, (list, tuple)) or not all(is_side(side) for side in value):
        raise DealError("belote", "no_sides")
    return tuple(value)


def announce_lists(obj: Mapping[str, Any]) -> tuple[tuple[str | int, ...], tuple[str | int, ...]]:
    ns, ew = _by_side(obj, "announces")
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
    elif is_whole(item) and 0 < item <= 1000 and item % 10 == 0:
        return item
    raise DealError("announces", "unknown_announce", given=shown(item))
