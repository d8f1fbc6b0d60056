"""What a deal may be but hardly is: notes for a second look, never refusals."""

from dataclasses import dataclass
from itertools import product

from scoring.rules.cards import SIDES, Side
from scoring.rules.deal import NO_ANNOUNCES, Deal
from scoring.rules.ruleset import RuleSet
from scoring.rules.words import Value, words

LOW_BID_FOR_SWEEP = 80
# Declarers with less than this part of the pack: once in about two thousand deals that were really played, and always
# when the points of a deal well made are written on the wrong side.
FEW_POINTS = 4
HAND = 8
_LENGTHS = {"tierce": 3, "quarante": 4, "quinte": 5}


@dataclass(frozen=True, slots=True)
class Note:
    """A warning: the deal's field it is about, the id of its message and what goes into it."""

    field: str
    code: str
    values: tuple[tuple[str, Value], ...] = ()

    def text(self, language: str) -> str:
        return words(language).say(f"note.{self.code}", **dict(self.values))


def may_be_unlikely(deal: Deal, bid: int, points: tuple[int, int], sweeper: Side | None) -> bool:
    """Whether ``notes`` must be asked at all: for nearly every deal it has nothing to say."""
    return bool(
        sweeper is not None
        or points[0] * FEW_POINTS < points[0] + points[1]
        or points[1] == 0
        or bid > points[0] + points[1]
        or deal.announces != NO_ANNOUNCES
        or deal.best is not None
        or deal.unknown
    )


def notes(
    ruleset: RuleSet,
    deal: Deal,
    bid: int,
    points: tuple[int, int],
    announces: tuple[int, int],
    sweeper: Side | None,
    *,
    best_used: bool,
) -> tuple[Note, ...]:
    """The notes on a deal that can be. ``points`` and ``announces`` are (declarers, defence)."""
    found = [Note(name, "unknown_field", (("name", name),)) for name in deal.unknown]
    if isinstance(deal.contract, int):
        found += _bid_notes(ruleset, deal, bid, sum(points), announces[0], sweeper)
    if sweeper is None and 0 < points[0] * FEW_POINTS < sum(points):
        found.append(Note("points", "few_points", (("n", points[0]),)))
    if sweeper is None and 0 in points and deal.tricks == (None, None):
        found.append(Note("sweep", "nothing_without_sweep"))
    if deal.best is not None and not best_used:
        found.append(Note("best", "best_not_needed"))
    if deal.announces[0] or deal.announces[1]:
        found += _hand_notes(deal)
    return tuple(found)


def passed_notes(deal: Deal) -> tuple[Note, ...]:
    """The notes on a deal that everybody passed."""
    return tuple(Note(name, "unknown_field", (("name", name),)) for name in deal.unknown)


def _bid_notes(ruleset: RuleSet, deal: Deal, bid: int, total: int, announces: int, sweeper: Side | None) -> list[Note]:
    if sweeper is not None:
        rare = sweeper == deal.declarer and bid <= LOW_BID_FOR_SWEEP and not _is_said_twice(deal, sweeper)
        return [Note("sweep", "sweep_low_bid", (("bid", bid),))] if rare else []
    # One belote more than was said: it may have been forgotten, and would then be no slip of the bid.
    own = 1 + sum(side == deal.declarer for side in deal.belote)
    reach = total + announces + ruleset.belote_value * own
    return [Note("contract", "out_of_reach", (("bid", bid), ("most", reach)))] if bid > reach else []


def _is_said_twice(deal: Deal, sweeper: Side) -> bool:
    """Whether the tricks, or a nought written for the other side, say what the tick says."""
    return deal.tricks != (None, None) or deal.points[1 - SIDES.index(sweeper)] == 0


def _hand_notes(deal: Deal) -> list[Note]:
    """Announces that no two hands of eight cards can show together."""
    found: list[Note] = []
    for index, side in enumerate(SIDES):
        own, other = deal.announces[index], deal.announces[1 - index]
        lengths = [_LENGTHS[item] for item in own if isinstance(item, str) and item in _LENGTHS]
        if not _two_hands_hold(lengths):
            found.append(Note("announces", "too_many_sequences"))
        if side in deal.belote and any(item in ("carre-K", "carre-Q") for item in other):
            found.append(Note("announces", "belote_against_carre"))
        # Five cards in sequence always hold the ten and the jack.
        if "quinte" in own and any(item in ("carre-J", "carre-10") for item in other):
            found.append(Note("announces", "quinte_against_carre"))
        # Four in sequence hold one of the two.
        if "quarante" in own and "carre-J" in other and "carre-10" in other:
            found.append(Note("announces", "quarante_against_carres"))
    return found


def _two_hands_hold(lengths: list[int]) -> bool:
    if len(lengths) < 2:
        return True
    if len(lengths) > 4:
        return False
    total = sum(lengths)
    first_hands = (sum(n for n, taken in zip(lengths, choice, strict=True) if taken)
                   for choice in product((False, True), repeat=len(lengths)))  # fmt: skip
    return any(first <= HAND and total - first <= HAND for first in first_hands)
