"""Penalties: a ladder of amounts by fault and by how often it happened, and the event that a referee enters.

An event has a form of its own, ``{"id", "fault", "by", "nth", "bid"}``. Two more fields are read where a rung's formula
needs them: ``trump`` (whose pack is ``total``; a suit's where it is left out) and ``announces`` (as in a deal: what was
shown by either side counts). The points always go to the other side, as they stand: nothing rounds or divides them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.answer import Answer
from scoring.rules.cards import MODE_OF, TRUMPS, Side
from scoring.rules.checks import check_number
from scoring.rules.deal import MAX_NUMBER, Deal, announce_lists, is_side, shown, whole_number
from scoring.rules.errors import DealError
from scoring.rules.explain import Line, penalty_lines
from scoring.rules.grid import compile_terms, work_out
from scoring.rules.plausible import Note, passed_notes
from scoring.rules.ruleset import NAMES, RuleSet, Rung
from scoring.rules.source import Reader
from scoring.rules.words import words

FIELDS = ("id", "fault", "by", "nth", "bid", "trump", "announces")
THEN = ("redeal", "next-dealer", "may-not-take", "dealer-may-not-bid", "void")
AMOUNT_NAMES = ("bid", "announces", "total")
MAX_NTH = 99
MAX_RUNGS = 100
MAX_FAULT = 60


@dataclass(frozen=True, slots=True)
class Penalty:
    """A fault at a table: ``by`` committed ``fault`` for the ``nth`` time (from 1) in this game. ``bid`` is the bid in
    force (a number, "capot" or "generale"), where there was one."""

    fault: str
    by: Side
    nth: int = 1
    bid: int | str | None = None
    id: str | None = None
    trump: str | None = None
    announces: tuple[tuple[str | int, ...], tuple[str | int, ...]] = ((), ())
    unknown: tuple[str, ...] = ()


def parse_penalty(obj: Mapping[str, Any]) -> Penalty:
    """The penalty in ``obj``. Raises DealError (field "fault", "by", "nth" ...) for what no penalty has."""
    id_ = obj.get("id")
    if id_ is not None and not isinstance(id_, str):
        raise DealError("id", "no_text")
    fault, by, bid, trump = obj.get("fault"), obj.get("by"), obj.get("bid"), obj.get("trump")
    if not isinstance(fault, str) or not fault:
        raise DealError("fault", "missing" if fault in (None, "") else "no_text")
    if not is_side(by):
        raise DealError("by", "missing") if by is None else DealError("by", "one_of", given=shown(by), allowed="NS, EW")
    if not (bid is None or (isinstance(bid, str) and bid in ("capot", "generale"))):
        bid = whole_number("bid", bid, MAX_NUMBER)
    if trump is not None and (not isinstance(trump, str) or trump not in TRUMPS):
        raise DealError("trump", "one_of", given=shown(trump), allowed=", ".join(TRUMPS))
    nth = whole_number("nth", obj.get("nth"), MAX_NTH, 1)
    return Penalty(
        fault=fault,
        by=by,
        nth=nth or 1,
        bid=bid,
        id=id_,
        trump=trump,
        announces=announce_lists(obj.get("announces")),
        unknown=tuple(shown(name) for name in obj if name not in FIELDS),
    )


def find_rung(ruleset: RuleSet, fault: str, nth: int) -> Rung:
    """The rung for the ``nth`` such fault: of several the one that starts latest, then the one that ends first, then
    the first written. Raises DealError where the ladder says nothing."""
    ladder = [rung for rung in ruleset.penalties if rung.fault == fault]
    if not ladder:
        code = "fault_unknown" if ruleset.penalties else "no_penalties"
        raise DealError("fault", code, given=shown(fault), allowed=", ".join(ruleset.faults))
    fitting = [rung for rung in ladder if rung.first <= nth <= rung.until]
    if not fitting:
        raise DealError("nth", "no_rung", nth=nth)
    return max(fitting, key=lambda rung: (rung.first, -rung.until))


def score_penalty(ruleset: RuleSet, penalty: Penalty | Mapping[str, Any], *, language: str = "en") -> Answer:
    """The answer for a penalty: result "penalty", made None, held 0, the points with the other side, ``then`` and
    ``counted`` from the ladder. Raises DealError with the field to mend."""
    if not isinstance(penalty, Penalty):
        penalty = parse_penalty(penalty)
    rung = find_rung(ruleset, penalty.fault, penalty.nth)
    used = {name for term in rung.formula.terms for name in term.names}
    values = _values(ruleset, penalty)
    amount = work_out(rung.amount, values)
    if not 0 <= amount <= MAX_NUMBER * 10:
        raise DealError("bid", "amount_out_of_range", given=amount)
    found = list(passed_notes(Deal(unknown=penalty.unknown)))
    if "bid" in used and penalty.bid is None:
        found.append(Note("bid", "penalty_without_bid"))
    ns, ew = (amount, 0) if penalty.by == "EW" else (0, amount)
    lines: tuple[Line, ...] = penalty_lines(ruleset, penalty.by, rung, penalty.nth, values, words(language))
    return Answer(
        penalty.id, ns, ew, "penalty", None, 0, lines, tuple(found), language, then=rung.then, counted=rung.counted
    )


def _values(ruleset: RuleSet, penalty: Penalty) -> list[int]:
    values = [0] * len(NAMES)
    trump = penalty.trump or next((t for t in ruleset.trumps if MODE_OF[t] == "suit"), ruleset.trumps[0])
    if trump not in ruleset.trumps:
        raise DealError("trump", "not_played", given=trump, allowed=", ".join(ruleset.trumps))
    values[NAMES.index("total")] = ruleset.converted_total(trump)
    values[NAMES.index("bid")] = _bid(ruleset, penalty)
    shown_ = [item for side in penalty.announces for item in side]
    if shown_ and not ruleset.announce_rules.on:
        raise DealError("announces", "no_announces_played")
    worths = ruleset.announce_values(trump)
    values[NAMES.index("announces")] = sum(item if isinstance(item, int) else worths[item] for item in shown_)
    values[NAMES.index("m")] = 1
    return values


def _bid(ruleset: RuleSet, penalty: Penalty) -> int:
    """The number that the bid in force stands for, 0 where there was none. A trump that is not told may be any."""
    bid, rules = penalty.bid, ruleset.bid_rules
    if isinstance(bid, str):
        worth = rules.capot if bid == "capot" else rules.generale
        if worth is None:
            raise DealError("bid", "contract_not_played", given=bid)
        return worth
    ends = [rules.highest[MODE_OF[trump]] for trump in ([penalty.trump] if penalty.trump else ruleset.trumps)]
    return check_number(ruleset, bid, 0 if 0 in ends else max(ends), "bid") if bid else 0


def read_ladder(reader: Reader) -> tuple[Rung, ...]:
    """The ``[[penalty]]`` tables of a file."""
    tables = reader.take("penalty")
    if tables is None:
        return ()
    if not isinstance(tables, list) or any(not isinstance(table, dict) for table in tables):
        raise reader.error("penalty", "penalty")
    if len(tables) > MAX_RUNGS:
        raise reader.error("penalty", "rungs", most=MAX_RUNGS)
    return tuple(_rung(reader.inside(f"penalty[{place}]", table)) for place, table in enumerate(tables, start=1))


def _rung(reader: Reader) -> Rung:
    fault = reader.take("fault")
    if not isinstance(fault, str) or not fault.strip() or len(fault) > MAX_FAULT:
        raise reader.error("fault", "fault", most=MAX_FAULT)
    first = reader.whole("from", 1, 1, MAX_NTH)
    until = reader.whole("until", MAX_NTH, 1, MAX_NTH)
    if until < first:
        raise reader.error("until", "until", first=first)
    amount = reader.formula("amount", reader.take("amount"), AMOUNT_NAMES, default="0")
    then = reader.choice("then", ("", *THEN))
    counted = reader.flag("counted", default=False)
    reader.finish()
    return Rung(fault, first, until, amount, compile_terms(amount, _PLACES), then, counted)


_PLACES: Mapping[str, int] = {name: NAMES.index(name) for name in AMOUNT_NAMES}


def ladder_data(rungs: tuple[Rung, ...]) -> list[dict[str, Any]]:
    """The ladder as JSON-able data, for the resolved rule set."""
    return [
        {
            "fault": rung.fault,
            "from": rung.first,
            "until": rung.until,
            "amount": rung.formula.text,
            "then": rung.then,
            "counted": rung.counted,
        }
        for rung in rungs
    ]
