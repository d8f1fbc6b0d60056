"""The straight way for a deal with nothing unusual in it, which is nearly every deal that is really played.

``read_straight`` reads and checks such a deal in one go. Whatever is not quite plain (announces of both sides, a field
in another form, anything that could be wrong or unlikely) it leaves to ``parse_deal`` and ``check``, which say what is
the matter: it answers None, and never refuses. Where it answers, both ways agree.
"""

from collections.abc import Mapping
from typing import Any

from scoring.rules.cards import Side
from scoring.rules.checks import Checked
from scoring.rules.deal import FIELDS, MAX_CARRIED, NO_ANNOUNCES, Announced
from scoring.rules.plan import AtTrump, Plan
from scoring.rules.plausible import FEW_POINTS

_FIELDS = frozenset(FIELDS)
_LAST: Mapping[object, int] = {None: 0, "EW": 1, "NS": 2}
_NO_ANNOUNCES: Mapping[str, list[Any]] = {"NS": [], "EW": []}
_ODD = (TypeError, KeyError, ValueError, IndexError)

# The announces of a deal: as written, and what the declarers' and the defence's count.
_Shown = tuple[Announced, tuple[int, int]]
_NOTHING_SHOWN: _Shown = (NO_ANNOUNCES, (0, 0))


def read_straight(plan: Plan, multipliers: Mapping[str, int], obj: Mapping[str, Any]) -> Checked | None:
    """The deal in ``obj``, checked; None where it wants a closer look."""
    if type(obj) is not dict or not _FIELDS.issuperset(obj):
        return None
    try:
        get = obj.get
        at, double, contract, id_ = plan.trumps[obj["trump"]], get("double"), obj["contract"], get("id")
        bid = contract if type(contract) is int and contract in at.numbers else at.words[contract]
        multiplier = 1 if double is None else multipliers[double]
        points, last, tricks, sweep = obj["points"], get("last_trick"), get("tricks"), get("sweep")
        own, theirs, total = points["NS"], points["EW"], at.total
        taken, sweeper = _UNKNOWN if tricks is None else _taken(plan, tricks)
        alone, carried, last_deal = get("alone"), get("carried"), get("last_deal")
        if (
            not at.fits[_LAST[last]][taken] >> own & 1
            or own + theirs != total
            or type(own) is not int
            or type(theirs) is not int
            or len(points) != 2
            or (sweep is not None and sweep != sweeper)
            or get("best") is not None
            or get("points_scale") is not None
            or (id_ is not None and type(id_) is not str)
            or (alone is not None and alone is not False and alone is not True)
            or (last_deal is not None and last_deal is not False and last_deal is not True)
            or (carried is not None and (type(carried) is not int or not 0 <= carried <= MAX_CARRIED))
        ):
            return None
        declarer: Side = obj["declarer"]
        own_tricks = taken if tricks is not None else None
        if declarer == "EW":
            own, theirs = theirs, own
            own_tricks = plan.tricks - taken if tricks is not None else None
        elif declarer != "NS":
            return None
        if sweeper is None and (own * FEW_POINTS < total or not theirs or bid > total or alone):
            return None
        belote, announces = get("belote"), get("announces")
        belotes = (0, 0) if not belote and (belote is None or belote == []) else _belote(at, belote, declarer)
        shown, counts = (
            _NOTHING_SHOWN if announces is None or announces == _NO_ANNOUNCES
            else _announces(at, announces, declarer, plain=not belote)
        )  # fmt: skip
        return tuple.__new__(Checked, (
            id_, declarer, at, contract, bid, double or "none", multiplier, (own, theirs), sweeper, own_tricks,
            last or sweeper, counts, belotes, shown, alone is True, carried or 0, last_deal is True, (), None,
        ))  # fmt: skip
    except _ODD:
        return None


_Taken = tuple[int, Side | None]
_UNKNOWN: _Taken = (-1, None)


def _taken(plan: Plan, tricks: Any) -> _Taken:
    """The tricks of NS, and who took all."""
    ns, ew = tricks["NS"], tricks["EW"]
    if type(ns) is int and type(ew) is int and ns >= 0 and ew >= 0 and ns + ew == plan.tricks and len(tricks) == 2:
        return ns, None if ns and ew else "NS" if ns else "EW"
    raise ValueError


def _belote(at: AtTrump, belote: Any, declarer: Side) -> tuple[int, int]:
    """What one belote is worth to (declarers, defence)."""
    (side,) = belote
    if not at.belote or type(belote) is not list or side not in _LAST or side is None:
        raise ValueError
    return (at.belote, 0) if side == declarer else (0, at.belote)


def _announces(at: AtTrump, announces: Any, declarer: Side, *, plain: bool) -> _Shown:
    """One or two announces of one side; not kings or queens beside a belote, and no four cards twice."""
    ns, ew = announces["NS"], announces["EW"]
    shown = ns or ew
    if (ns and ew) or len(announces) != 2 or type(ns) is not list or type(ew) is not list or len(shown) > 2:
        raise ValueError
    worth = 0
    for name in shown:
        worth += at.announces[name]
        if not plain and name in _HOLDS_BELOTE:
            raise ValueError
    if len(shown) == 2 and shown[0] == shown[1] and shown[0] not in _SEQUENCES:
        raise ValueError
    return (tuple(ns), tuple(ew)), (worth, 0) if declarer == ("NS" if ns else "EW") else (0, worth)


_HOLDS_BELOTE = ("carre-K", "carre-Q")
_SEQUENCES = ("tierce", "quarante", "quinte")
