"""Whether a deal can have happened under a rule set, and what follows from what was written.

Refusals come in the order in which a scorer writes: declarer, trump, doubling, contract, points, tricks, sweep, last
trick, belote, announces. What can be but is unlikely becomes a note.
"""

from typing import NamedTuple

from scoring.rules.cards import OTHER, SIDES, Mode, Side
from scoring.rules.deal import NO_ANNOUNCES, NOT_GIVEN, Announced, Deal
from scoring.rules.errors import DealError
from scoring.rules.plan import AtTrump
from scoring.rules.plausible import Note, may_be_unlikely, notes
from scoring.rules.ruleset import RuleSet


class Checked(NamedTuple):
    """A deal that can be, complete, seen from the declarers. Points, announces and belotes are (declarers, defence)
    pairs; announces are those that count, in points; belotes in points too. ``taken`` are the declarers' tricks and
    ``last_trick`` is the side that took the last, where that is known; ``shown`` are the announces as written, by NS
    and EW; ``cancelled`` names the side and its announce that cancelled all announces."""

    id: str | None
    declarer: Side
    at: AtTrump
    contract: int | str
    bid: int
    double: str
    multiplier: int
    points: tuple[int, int]
    sweeper: Side | None
    taken: int | None
    last_trick: Side | None
    announces: tuple[int, int]
    belote: tuple[int, int]
    shown: Announced
    alone: bool
    carried: int
    last_deal: bool
    notes: tuple[Note, ...]
    cancelled: tuple[Side, str] | None

    @property
    def trump(self) -> str:
        return self.at.trump

    @property
    def mode(self) -> Mode:
        return self.at.mode


class Shown(NamedTuple):
    """The announces of a deal: what those of NS and EW count, whether ``best`` decided it, and what cancelled all."""

    counts: tuple[int, int] = (0, 0)
    best_used: bool = False
    cancelled: tuple[Side, str] | None = None


NOTHING_SHOWN = Shown()


def check(ruleset: RuleSet, deal: Deal) -> Checked:
    """The deal made complete. Raises DealError where it cannot be; ``deal.declarer`` must not be None."""
    declarer, contract = deal.declarer, deal.contract
    if declarer is None:
        raise ValueError("a passed deal has nothing to check")
    at = ruleset.plan.trumps.get(deal.trump or "")
    if at is None or deal.double not in ruleset.multipliers:
        raise _not_played(ruleset, deal)
    bid = contract if type(contract) is int and contract in at.numbers else _bid(ruleset, deal, at.mode)
    sweeper, tricks = (deal.sweep, None) if deal.tricks == NOT_GIVEN else _tricks(ruleset, deal)
    points = _points(deal, at)
    if sweeper is not None or deal.alone:
        _check_sweep(deal, sweeper, points)
    _check_sums(ruleset, deal, at, points, tricks, sweeper)
    belote = _belote(ruleset, deal, at.mode) if deal.belote else (0, 0)
    shown = _announces(ruleset, deal, at.trump) if deal.announces != NO_ANNOUNCES else NOTHING_SHOWN
    announces = shown.counts
    if declarer == "EW":
        points, belote, announces = (points[1], points[0]), (belote[1], belote[0]), (announces[1], announces[0])
    found = (
        notes(ruleset, deal, bid, points, announces, sweeper, best_used=shown.best_used)
        if may_be_unlikely(deal, bid, points, sweeper)
        else ()
    )
    return Checked(
        id=deal.id,
        declarer=declarer,
        at=at,
        contract=contract or 0,
        bid=bid,
        double=deal.double,
        multiplier=ruleset.multipliers[deal.double],
        points=points,
        sweeper=sweeper,
        taken=tricks[SIDES.index(declarer)] if tricks else None,
        last_trick=deal.last_trick or sweeper,
        announces=announces,
        belote=belote,
        shown=deal.announces,
        alone=deal.alone,
        carried=deal.carried,
        last_deal=deal.last_deal,
        notes=found,
        cancelled=shown.cancelled,
    )


def _not_played(ruleset: RuleSet, deal: Deal) -> DealError:
    if deal.trump is None:
        return DealError("trump", "missing")
    if deal.trump not in ruleset.cards.trumps:
        return DealError("trump", "not_played", given=deal.trump, allowed=", ".join(ruleset.cards.trumps))
    return DealError("double", "no_doubling", given=deal.double)


def _bid(ruleset: RuleSet, deal: Deal, mode: Mode) -> int:
    """The number the contract stands for."""
    contract, rules = deal.contract, ruleset.bid_rules
    if contract is None:
        raise DealError("contract", "missing")
    if isinstance(contract, str):
        values = {
            "capot": rules.capot,
            "generale": rules.generale,
            "take": rules.take if ruleset.kind == "take" else None,
        }
        value = values[contract]
        if value is None:
            code = "take_not_played" if contract == "take" else "contract_not_played"
            raise DealError("contract", code, given=contract)
        if deal.double != "none" and contract != "take" and not rules.capot_doubled:
            raise DealError("double", "capot_not_doubled")
        return value
    return check_number(ruleset, contract, rules.highest[mode])


def check_number(ruleset: RuleSet, bid: int, highest: int, field: str = "contract") -> int:
    """The number, where it can be bid up to ``highest`` (0: no end). Raises DealError with ``field``."""
    rules = ruleset.bid_rules
    if ruleset.kind == "take":
        raise DealError(field, "take_only")
    if rules.listed:
        if bid not in rules.listed:
            raise DealError(field, "not_listed", given=bid, allowed=", ".join(map(str, rules.listed)))
        return bid
    if bid < rules.lowest:
        raise DealError(field, "bid_too_low", given=bid, lowest=rules.lowest)
    if highest and bid > highest:
        raise DealError(field, "bid_too_high", given=bid, highest=highest)
    if (bid - rules.lowest) % rules.step:
        raise DealError(field, "bid_off_step", given=bid, lowest=rules.lowest, step=rules.step)
    return bid


def _tricks(ruleset: RuleSet, deal: Deal) -> tuple[Side | None, tuple[int, int]]:
    """Who took all tricks, and the tricks of both sides, of which one at least is given."""
    all_tricks = ruleset.tricks
    ns, ew = deal.tricks
    ns = all_tricks - (ew or 0) if ns is None else ns
    ew = all_tricks - ns if ew is None else ew
    if ns + ew != all_tricks or ns < 0 or ew < 0:
        raise DealError("tricks", "tricks_sum", ns=ns, ew=ew, all=all_tricks)
    sweeper: Side | None = "NS" if ew == 0 else "EW" if ns == 0 else None
    if deal.sweep is not None and deal.sweep != sweeper:
        raise DealError("sweep", "sweep_tricks", ns=ns, ew=ew)
    return sweeper, (ns, ew)


def _points(deal: Deal, at: AtTrump) -> tuple[int, int]:
    ns, ew = deal.points
    if ns is None or ew is None or ns + ew != at.total or at.unit > 1 or deal.points_scale is not None:
        return _completed(deal, at)
    return ns, ew


def _completed(deal: Deal, at: AtTrump) -> tuple[int, int]:
    total, unit = at.total, at.unit
    if deal.points_scale not in (None, total):
        raise DealError("points_scale", "wrong_scale", given=deal.points_scale or 0, total=total)
    ns, ew = deal.points
    if ns is None and ew is None:
        raise DealError("points", "missing")
    if max(ns or 0, ew or 0) > total:
        raise DealError("points", "points_above", given=max(ns or 0, ew or 0), total=total)
    ns = total - (ew or 0) if ns is None else ns
    ew = total - ns if ew is None else ew
    if ns + ew != total:
        raise DealError("points", "points_sum", ns=ns, ew=ew, sum=ns + ew, total=total)
    if ns % unit or ew % unit:
        raise DealError("points", "points_unit", ns=ns, ew=ew, unit=unit)
    return ns, ew


def _check_sweep(deal: Deal, sweeper: Side | None, points: tuple[int, int]) -> None:
    if sweeper is None:
        raise DealError("alone", "alone_without_sweep")
    left = points[1 - SIDES.index(sweeper)]
    if left and deal.sweep is None:
        raise DealError("points", "points_without_trick", given=left)
    if left:
        raise DealError("sweep", "sweep_points", given=left)


def _check_sums(
    ruleset: RuleSet,
    deal: Deal,
    at: AtTrump,
    points: tuple[int, int],
    tricks: tuple[int, int] | None,
    sweeper: Side | None,
) -> None:
    """Refuses points that no cards make, given the tricks and the last trick as far as they are known. A side without
    a trick has no points, and no last trick. Where the pack is not known, a last trick that is kept apart must still be
    in the points of its side."""
    last, sums = deal.last_trick, at.sums
    if last is not None and (sweeper == OTHER[last] or (tricks and not tricks[SIDES.index(last)])):
        raise DealError("last_trick", "last_without_trick")
    if sums is None:
        conversion = at.conversion
        if last and conversion and conversion.apart and points[SIDES.index(last)] < ruleset.cards.last_trick[at.mode]:
            raise DealError("last_trick", "last_impossible", ns=points[0], ew=points[1])
        return
    # The last entry of a table is for tricks that are not known. Of a sweep they are: where points are written in large
    # units, all or none may be what no other tricks come to.
    taken = tricks[0] if tricks else -1 if sweeper is None else ruleset.tricks * (sweeper == "NS")
    if sums[0 if last is None else 2 if last == "NS" else 1][taken] >> points[0] & 1:
        return
    if sums[0][taken] >> points[0] & 1:
        raise DealError("last_trick", "last_impossible", ns=points[0], ew=points[1])
    if tricks is None:
        raise DealError("points", "points_impossible", ns=points[0], ew=points[1])
    raise DealError("points", "points_tricks", ns=points[0], ew=points[1], tricks_ns=tricks[0], tricks_ew=tricks[1])


def _belote(ruleset: RuleSet, deal: Deal, mode: Mode) -> tuple[int, int]:
    if mode == "SA":
        raise DealError("belote", "belote_no_trump")
    if ruleset.belote_value == 0:
        return 0, 0
    most = ruleset.belote_most[mode]
    if len(deal.belote) > most:
        raise DealError("belote", "too_many_belotes" if most else "no_belote", given=len(deal.belote), most=most)
    ns, ew = (deal.belote.count(side) * ruleset.belote_value for side in SIDES)
    return ns, ew


def _announces(ruleset: RuleSet, deal: Deal, trump: str) -> Shown:
    """What the announces of each side count after the comparison. Of two that are worth the same one may still be
    better (by its highest card, or in trump): ``best`` says so before the rule set's word on equal ones."""
    rules = ruleset.announce_rules
    if not rules.on:
        raise DealError("announces", "no_announces_played")
    fours = [item for side in deal.announces for item in side if isinstance(item, str) and item.startswith("carre-")]
    if len({*fours}) < len(fours):
        raise DealError("announces", "carre_twice")
    if rules.cancel and (cancelled := _cancelling(deal, rules.cancel)):
        return Shown(cancelled=cancelled)
    values = ruleset.announce_values(trump)
    ns, ew = ([item if isinstance(item, int) else values[item] for item in side] for side in deal.announces)
    highest = max(ns, default=0), max(ew, default=0)
    if rules.count == "both" or 0 in highest:
        return Shown((sum(ns), sum(ew)))
    equal = highest[0] == highest[1]
    winner: Side | None = deal.best if equal else "NS" if highest[0] > highest[1] else "EW"
    if winner is None and rules.equal != "ask":
        return Shown((sum(ns), sum(ew))) if rules.equal == "both" else NOTHING_SHOWN
    if winner is None:
        raise DealError("best", "best_missing")
    return Shown((sum(ns), 0) if winner == "NS" else (0, sum(ew)), equal)


def _cancelling(deal: Deal, names: tuple[str, ...]) -> tuple[Side, str] | None:
    """The side and its announce that cancel all announces of the deal."""
    for side, shown in zip(SIDES, deal.announces, strict=True):
        for item in shown:
            if isinstance(item, str) and item in names:
                return side, item
    return None
