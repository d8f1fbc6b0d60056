"""Whether a deal can have happened under a rule set, and what follows from what was written.

Refusals come in the order in which a scorer writes: declarer, trump, doubling, contract, points, tricks, sweep, last
trick, belote, announces. What can be but is unlikely becomes a note.
"""

from dataclasses import dataclass, replace

from scoring.rules.cards import MODE_OF, OTHER, SIDES, Mode, Side, side_sums
from scoring.rules.deal import Deal
from scoring.rules.errors import DealError
from scoring.rules.plausible import Note, notes
from scoring.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Checked:
    """A deal that can be, complete, seen from the declarers. Points, announces and belotes are (declarers, defence)
    pairs; announces are those that count, in points; belotes in points too."""

    deal: Deal
    declarer: Side
    trump: str
    mode: Mode
    contract: int | str
    bid: int
    points: tuple[int, int]
    sweeper: Side | None
    last_trick: Side | None
    announces: tuple[int, int]
    belote: tuple[int, int]
    notes: tuple[Note, ...]
    cancelled: tuple[Side, str] | None = None


def check(ruleset: RuleSet, deal: Deal) -> Checked:
    """The deal made complete. Raises DealError where it cannot be; ``deal.declarer`` must not be None."""
    declarer = deal.declarer
    if declarer is None:
        raise ValueError("a passed deal has nothing to check")
    trump = _trump(ruleset, deal)
    mode = MODE_OF[trump]
    bid = _bid(ruleset, deal, mode)
    sweeper, tricks = _sweeper(ruleset, deal)
    points = _points(ruleset, deal, mode)
    _check_sweep(deal, sweeper, points)
    _check_sums(ruleset, deal, mode, points, tricks, sweeper)
    belote = _belote(ruleset, deal, mode)
    announces, best_used = _announces(ruleset, deal, trump)
    cancelled = _cancelled(ruleset, deal)
    own = SIDES.index(declarer)
    checked = Checked(
        deal=deal,
        declarer=declarer,
        trump=trump,
        mode=mode,
        contract=deal.contract if deal.contract is not None else 0,
        bid=bid,
        points=(points[own], points[1 - own]),
        sweeper=sweeper,
        last_trick=deal.last_trick or sweeper,
        announces=(announces[own], announces[1 - own]),
        belote=(belote[own], belote[1 - own]),
        notes=(),
        cancelled=cancelled,
    )
    found = notes(ruleset, deal, bid, checked.points, checked.announces, sweeper, best_used=best_used)
    return replace(checked, notes=found) if found else checked


def _trump(ruleset: RuleSet, deal: Deal) -> str:
    if deal.trump is None:
        raise DealError("trump", "missing")
    if deal.trump not in ruleset.cards.trumps:
        raise DealError("trump", "not_played", given=deal.trump, allowed=", ".join(ruleset.cards.trumps))
    if deal.double not in ruleset.multipliers:
        raise DealError("double", "no_doubling", given=deal.double)
    return deal.trump


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
            raise DealError("contract", "contract_not_played", given=contract)
        if deal.double != "none" and contract != "take" and not rules.capot_doubled:
            raise DealError("double", "capot_not_doubled")
        return value
    if ruleset.kind == "take":
        raise DealError("contract", "take_only")
    if rules.listed:
        if contract not in rules.listed:
            raise DealError("contract", "not_listed", given=contract, allowed=", ".join(map(str, rules.listed)))
        return contract
    highest = rules.highest[mode]
    if contract < rules.lowest:
        raise DealError("contract", "bid_too_low", given=contract, lowest=rules.lowest)
    if highest and contract > highest:
        raise DealError("contract", "bid_too_high", given=contract, highest=highest)
    if (contract - rules.lowest) % rules.step:
        raise DealError("contract", "bid_off_step", given=contract, lowest=rules.lowest, step=rules.step)
    return contract


def _sweeper(ruleset: RuleSet, deal: Deal) -> tuple[Side | None, tuple[int, int] | None]:
    """Who took all tricks, and the tricks of both sides where they are known."""
    all_tricks = ruleset.tricks
    ns, ew = deal.tricks
    if ns is None and ew is None:
        return deal.sweep, None
    ns = all_tricks - (ew or 0) if ns is None else ns
    ew = all_tricks - ns if ew is None else ew
    if ns + ew != all_tricks or ns < 0 or ew < 0:
        raise DealError("tricks", "tricks_sum", ns=ns, ew=ew, all=all_tricks)
    sweeper: Side | None = "NS" if ew == 0 else "EW" if ns == 0 else None
    if deal.sweep is not None and deal.sweep != sweeper:
        raise DealError("sweep", "sweep_tricks", ns=ns, ew=ew)
    return sweeper, (ns, ew)


def _points(ruleset: RuleSet, deal: Deal, mode: Mode) -> tuple[int, int]:
    total = ruleset.cards.totals[mode]
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
    if ns % ruleset.cards.unit or ew % ruleset.cards.unit:
        raise DealError("points", "points_unit", ns=ns, ew=ew, unit=ruleset.cards.unit)
    return ns, ew


def _check_sweep(deal: Deal, sweeper: Side | None, points: tuple[int, int]) -> None:
    if sweeper is None:
        if deal.alone:
            raise DealError("alone", "alone_without_sweep")
        return
    left = points[1 - SIDES.index(sweeper)]
    if left and deal.sweep is None:
        raise DealError("points", "points_without_trick", given=left)
    if left:
        raise DealError("sweep", "sweep_points", given=left)


def _check_sums(
    ruleset: RuleSet,
    deal: Deal,
    mode: Mode,
    points: tuple[int, int],
    tricks: tuple[int, int] | None,
    sweeper: Side | None,
) -> None:
    """Refuses points that no cards make, given the tricks and the last trick as far as they are known. A side without
    a trick has no points, and no last trick."""
    last = deal.last_trick
    if last is not None and (sweeper == OTHER[last] or (tricks and not tricks[SIDES.index(last)])):
        raise DealError("last_trick", "last_without_trick")
    if not ruleset.cards.sums_known:
        return
    taken = tricks[0] if tricks else None if sweeper is None else ruleset.tricks * (sweeper == "NS")
    pack = ruleset.cards.decks[mode], ruleset.cards.last_trick[mode], ruleset.tricks
    if not side_sums(*pack, taken, None) >> points[0] & 1:
        if tricks is None:
            raise DealError("points", "points_impossible", ns=points[0], ew=points[1])
        raise DealError("points", "points_tricks", ns=points[0], ew=points[1], tricks_ns=tricks[0], tricks_ew=tricks[1])
    if last is not None and not side_sums(*pack, taken, last == "NS") >> points[0] & 1:
        raise DealError("last_trick", "last_impossible", ns=points[0], ew=points[1])


def _belote(ruleset: RuleSet, deal: Deal, mode: Mode) -> tuple[int, int]:
    if not deal.belote:
        return 0, 0
    if mode == "SA":
        raise DealError("belote", "belote_no_trump")
    if ruleset.belote_value == 0:
        return 0, 0
    most = ruleset.belote_most[mode]
    if len(deal.belote) > most:
        raise DealError("belote", "too_many_belotes" if most else "no_belote", given=len(deal.belote), most=most)
    ns, ew = (deal.belote.count(side) * ruleset.belote_value for side in SIDES)
    return ns, ew


def _announces(ruleset: RuleSet, deal: Deal, trump: str) -> tuple[tuple[int, int], bool]:
    """What the announces of each side (NS, EW) count after the comparison, and whether ``best`` decided it."""
    if not (deal.announces[0] or deal.announces[1]):
        return (0, 0), False
    rules = ruleset.announce_rules
    if not rules.on:
        raise DealError("announces", "no_announces_played")
    fours = [item for side in deal.announces for item in side if isinstance(item, str) and item.startswith("carre-")]
    if len({*fours}) < len(fours):
        raise DealError("announces", "carre_twice")
    if _cancelled(ruleset, deal):
        return (0, 0), False
    values = ruleset.announce_values(trump)
    ns, ew = ([item if isinstance(item, int) else values[item] for item in side] for side in deal.announces)
    highest = max(ns, default=0), max(ew, default=0)
    if rules.count == "both" or 0 in highest:
        return (sum(ns), sum(ew)), False
    winner: Side | None = "NS" if highest[0] > highest[1] else "EW" if highest[1] > highest[0] else None
    if winner is None and rules.equal != "ask":
        return ((sum(ns), sum(ew)) if rules.equal == "both" else (0, 0)), False
    decided = winner is None
    winner = winner or deal.best
    if winner is None:
        raise DealError("best", "best_missing")
    return ((sum(ns), 0) if winner == "NS" else (0, sum(ew))), decided


def _cancelled(ruleset: RuleSet, deal: Deal) -> tuple[Side, str] | None:
    """The side and its announce that cancel all announces of the deal, where the rule set knows such."""
    names = ruleset.announce_rules.cancel
    if not names:
        return None
    for side, shown in zip(SIDES, deal.announces, strict=True):
        for item in shown:
            if isinstance(item, str) and item in names:
                return side, item
    return None
