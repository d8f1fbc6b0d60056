"""What a deal may have been instead: one slip at a time, of those that people make at a table and at a desk.

A variant is the deal as it would be without the slip, wherever the slip was made. Whether it was the person who typed
the deal or the one who added up on the paper cannot be told apart: both make the same difference.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.rules.cards import MODE_OF, OTHER, SIDES, Side
from scoring.rules.deal import Deal
from scoring.rules.ruleset import ROWS, RuleSet

# How likely a slip is beside the others when several explain the same difference: a ranking, not a measured rate.
WEIGHTS: Mapping[str, int] = {
    "totals_exchanged": 99,
    "belote_missing": 98,
    "belote_unpaid": 96,
    "sweep_missing": 94,
    "sweep_unpaid": 92,
    "inverted_made": 90,
    "inverted_failed": 90,
    "inverted_tie": 84,
    "held_unpaid": 82,
    "rounding": 80,
    "total_digits": 78,
    "doubled": 74,
    "announce_missing": 70,
    "announce_unpaid": 68,
    "digits_swapped": 66,
    "points_exchanged": 64,
    "addition": 62,
    "belote_side": 60,
    "declarer": 58,
    "column": 56,
    "left_out": 54,
    "typed_twice": 52,
    "counted_twice": 50,
    "deal_missing": 48,
    "announce_side": 46,
    "score_digits": 44,
    "contract": 42,
    "trump": 40,
    "digit": 36,
    "one_figure": 20,
    "running_alone": 10,
}

# At least this far apart in weight is a slip whose figures are next to each other: 100 typed for 110, 52 for 53.
NEAR = 4

# A side with so many announces in one deal hardly had another; of two forgotten at once these are the usual ones.
MOST_ANNOUNCES = 2
PAIRS_OF_ANNOUNCES = (("tierce", "tierce"), ("tierce", "quarante"))

# More steps apart than this one bid is not written for another, but for 80 and 180.
FAR = 3


@dataclass(frozen=True, slots=True)
class Variant:
    """A deal without a slip of ``kind``, made by or about ``side``. ``forced`` is the outcome that it is counted with,
    whatever its points say; "" where they decide. ``given`` is what is entered, ``meant`` what may have been meant."""

    kind: str
    deal: Deal
    side: Side | None = None
    given: str = ""
    meant: str = ""
    forced: str = ""
    near: bool = False


def plain(ruleset: RuleSet, deal: Deal) -> Deal:
    """The deal with its sweep said instead of its tricks, so that its points can be changed alone."""
    ns, ew = deal.tricks
    sweep = deal.sweep
    if ruleset.tricks in (ns, ew) or 0 in (ns, ew):
        sweep = "NS" if ns == ruleset.tricks or ew == 0 else "EW"
    return replace(deal, tricks=(None, None), sweep=sweep, points_scale=None)


def points_of(ruleset: RuleSet, deal: Deal) -> tuple[int, int]:
    """The points of both sides, the one left out worked out."""
    total = ruleset.pack_total(deal.trump or "S")
    ns, ew = deal.points
    return (total - (ew or 0) if ns is None else ns), (total - (ns or 0) if ew is None else ew)


def few(ruleset: RuleSet, deal: Deal, result: str) -> Iterator[Variant]:
    """The slips that hardly leave a trace in the figures: belote, sweep, doubling, announces, made or failed."""
    yield from _belotes(ruleset, deal)
    yield from _sweeps(ruleset, deal)
    for row in ("made", "failed"):
        # A passed deal has no outcome, and a replayed one was not written down.
        if result != row and result not in ("passed", "replay"):
            kind = "inverted_tie" if result in ("held", "shared") else f"inverted_{row}"
            yield Variant(kind, deal, deal.declarer, meant=row, forced=row)
    for name in ruleset.doublings:
        if name != deal.double:
            yield Variant("doubled", replace(deal, double=name), given=deal.double, meant=name)
    if ruleset.enters_announces:
        yield from _announces(ruleset, deal)


def others(ruleset: RuleSet, deal: Deal) -> Iterator[Variant]:
    """The slips in what stands at the head of a deal: declarer, contract, trump."""
    if deal.declarer is None:
        return
    other = OTHER[deal.declarer]
    yield Variant("declarer", replace(deal, declarer=other), other)
    ns, ew = points_of(ruleset, deal)
    yield Variant("declarer", replace(deal, declarer=other, points=(ew, ns), sweep=_flipped(deal.sweep)), other)
    yield from _contracts(ruleset, deal)
    yield from _trumps(ruleset, deal)


def _flipped(side: Side | None) -> Side | None:
    return None if side is None else OTHER[side]


def _belotes(ruleset: RuleSet, deal: Deal) -> Iterator[Variant]:
    if ruleset.belote_value == 0 or deal.trump is None:
        return
    # The taker's side holds it more often than not: his side first.
    order = SIDES if deal.declarer == "NS" else ("EW", "NS")
    if len(deal.belote) < ruleset.belote_most[MODE_OF[deal.trump]]:
        for side in order:
            yield Variant("belote_missing", replace(deal, belote=(*deal.belote, side)), side)
    for side in dict.fromkeys(deal.belote):
        left = list(deal.belote)
        left.remove(side)
        yield Variant("belote_unpaid", replace(deal, belote=tuple(left)), side)
        yield Variant("belote_side", replace(deal, belote=(*left, OTHER[side])), OTHER[side])


def _sweeps(ruleset: RuleSet, deal: Deal) -> Iterator[Variant]:
    if not ruleset.enters_sweep:
        return
    if deal.sweep is not None:
        yield Variant("sweep_unpaid", replace(deal, sweep=None, alone=False, last_trick=None), deal.sweep)
        return
    points = points_of(ruleset, deal)
    if 0 in points:
        side = SIDES[1 - points.index(0)]
        yield Variant("sweep_missing", replace(deal, sweep=side), side)


def _announces(ruleset: RuleSet, deal: Deal) -> Iterator[Variant]:
    ns, ew = deal.announces
    worth = {name: value for name, value in ruleset.announce_values(str(deal.trump)).items() if value}
    for side, own in zip(SIDES, deal.announces, strict=True):
        for item in dict.fromkeys(own):
            left = list(own)
            left.remove(item)
            yield _announced(deal, "announce_unpaid", side, tuple(left), given=str(item))
        if len(own) < MOST_ANNOUNCES:
            # One of each worth: that of a carré says no more than that it is a hundred.
            for name in {value: name for name, value in reversed(worth.items())}.values():
                yield _announced(deal, "announce_missing", side, (*own, name), meant=name)
        if not own:
            for pair in PAIRS_OF_ANNOUNCES:
                if worth.keys() >= {*pair}:
                    yield _announced(deal, "announce_missing", side, pair, meant="+".join(pair))
    if ns or ew:
        best = deal.best and OTHER[deal.best]
        kept = replace(deal, announces=(ew, ns), best=best)
        yield Variant("announce_side", kept, "NS" if ew else "EW")


def _announced(
    deal: Deal, kind: str, side: Side, items: tuple[str | int, ...], given: str = "", meant: str = ""
) -> Variant:
    """The deal with these announces of one side, which are then the better ones if they are more than before."""
    ns, ew = deal.announces
    lists = (items, ew) if side == "NS" else (ns, items)
    return Variant(kind, replace(deal, announces=lists, best=side if meant else None), side, given, meant)


def _contracts(ruleset: RuleSet, deal: Deal) -> Iterator[Variant]:
    given = deal.contract
    step = ruleset.bid_rules.step
    for bid in ruleset.bids:
        apart = abs(bid - given) if isinstance(given, int) else 0
        if bid != given and (apart <= FAR * step or apart == 100):
            near = 0 < apart <= step
            yield Variant("contract", replace(deal, contract=bid), given=str(given), meant=str(bid), near=near)
    if given != "capot" and deal.sweep == deal.declarer and "capot" in ruleset.special_contracts:
        yield Variant("contract", replace(deal, contract="capot"), given=str(given), meant="capot")


def _trumps(ruleset: RuleSet, deal: Deal) -> Iterator[Variant]:
    trump = str(deal.trump)
    seen = {(MODE_OF[trump], ruleset.own_values[trump])}
    for other in ruleset.trumps:
        # One suit is as good as another unless the rule set gives it values of its own.
        if (MODE_OF[other], ruleset.own_values[other]) in seen:
            continue
        seen.add((MODE_OF[other], ruleset.own_values[other]))
        for index in (1, 0):
            known = deal.points[index]
            if known is not None and known <= ruleset.pack_total(other):
                points = (known, None) if index == 0 else (None, known)
                belote = () if other == "SA" else deal.belote
                changed = replace(deal, trump=other, points=points, belote=belote)
                yield Variant("trump", changed, given=trump, meant=other)


def figures(ruleset: RuleSet, deal: Deal) -> Iterator[Variant]:
    """The slips in the points: the two sides' exchanged, digits swapped, one digit read wrong."""
    if deal.declarer is None:
        return
    points = points_of(ruleset, deal)
    total = sum(points)
    order = (0, 1) if deal.points[1] is None else (1, 0)
    seen = {points[1]}
    yield Variant("points_exchanged", _with_points(deal, points[1], points[0]), given=str(points[0]))
    for kind, change in (("digits_swapped", swapped), ("digit", misread)):
        for index in order:
            for number in change(points[index]):
                ns = number if index == 0 else total - number
                if number <= total and ns not in seen:
                    seen.add(ns)
                    near = abs(number - points[index]) in (1, 10, 100)
                    changed = _with_points(deal, ns, total - ns)
                    yield Variant(kind, changed, SIDES[index], str(points[index]), str(number), near=near)


def _with_points(deal: Deal, ns: int, ew: int) -> Deal:
    """The deal with these points. A sweep goes with its points, and a side that now has some took a trick."""
    sweep = None
    if deal.sweep is not None and 0 in (ns, ew):
        sweep = SIDES[0] if ew == 0 else SIDES[1]
    return replace(deal, points=(ns, ew), sweep=sweep, alone=deal.alone and sweep is not None)


@lru_cache(maxsize=4096)
def swapped(number: int) -> tuple[int, ...]:
    """The numbers with two neighbouring digits of ``number`` changed round: 85 gives 58, 127 gives 217 and 172. A
    leading nought is a digit too: 7 is what is read when 70 is swapped, and gives 70. A number below zero stays so."""
    if number < 0:
        return tuple(-other for other in swapped(-number))
    text = f"0{number}"
    found = (int(text[:i] + text[i + 1] + text[i] + text[i + 2 :]) for i in range(len(text) - 1))
    return tuple(other for other in dict.fromkeys(found) if other != number)


@lru_cache(maxsize=4096)
def misread(number: int) -> tuple[int, ...]:
    """The numbers that differ from ``number`` in one digit, those next to it first. One below zero stays so."""
    if number < 0:
        return tuple(-other for other in misread(-number))
    text = str(number)
    found = {int(text[:i] + digit + text[i + 1 :]) for i in range(len(text)) for digit in "0123456789"} - {number}
    return tuple(sorted(found, key=lambda other: (abs(other - number), other)))


def forced(ruleset: RuleSet, row: str) -> RuleSet:
    """The rule set under which every contract is counted as ``row`` (made or failed) says, whatever its points are."""
    cells = dict(ruleset.cells)
    for name in ROWS:
        front, _, _ = name.rpartition("_")
        wanted = f"{front}_{row}" if front else row
        for doubled in (False, True):
            if (wanted, doubled) in cells:
                cells[name, doubled] = ruleset.cells[wanted, doubled]
    return replace(ruleset, cells=cells, sha256=f"{ruleset.sha256}:{row}")
