"""Whether a contract is made: the test, in the order that published sheets force, without ever dividing."""

from typing import NamedTuple

from scoring.rules.checks import Checked
from scoring.rules.ruleset import Conversion, RuleSet


class Points(NamedTuple):
    """The points of (declarers, defence) along the way: ``exact`` as numerators over ``down``, then ``whole`` numbers
    of a pack of ``total``, then ``rounded``."""

    total: int
    exact: tuple[int, int]
    down: int
    whole: tuple[int, int]
    rounded: tuple[int, int]


class Verdict(NamedTuple):
    """``outcome`` is made, failed, held, share or replay; ``why`` names the success line. ``judged`` over ``down`` are
    the declarers' points that were judged, ``have`` over ``down`` these with what counts towards the bid, of which
    ``announces`` and ``belote`` say how much; ``theirs`` over ``down`` is the defence's figure to compare with."""

    outcome: str
    why: str
    judged: int = 0
    down: int = 1
    announces: int = 0
    belote: int = 0
    have: int = 0
    target: int = 0
    theirs: int = 0


def judge(ruleset: RuleSet, deal: Checked, points: Points) -> Verdict:
    """The verdict on a contract."""
    if deal.contract in ("capot", "generale"):
        return _judge_tricks(ruleset, deal)
    rules, bid = ruleset.success, deal.bid
    if rules.judge == "exact":
        (judged, theirs), down = points.exact, points.down
    else:
        (judged, theirs), down = points.whole if rules.judge == "converted" else points.rounded, 1
    mode = rules.belote if bid >= rules.belote_from else "no"
    own_belote, their_belote = deal.belote if mode == "yes" else (0, 0)
    belote = deal.belote[0] if mode == "if_ahead" and judged > theirs else own_belote
    announces, their_announces = deal.announces if rules.announces else (0, 0)
    nominal, target = bid, bid + rules.margin
    if target < rules.lowest_needs:
        target = rules.lowest_needs
    if mode == "lowers":
        nominal = max(nominal - deal.belote[0], min(nominal, rules.belote_floor))
        target = max(target - deal.belote[0], min(target, rules.belote_floor))
    have = judged + (announces + belote) * down
    ours = judged + (announces + own_belote) * down
    theirs += (their_announces + their_belote) * down
    tie = rules.tie
    if deal.last_deal and tie != "none":
        tie = rules.tie_last_deal
    if tie != "none" and ours == theirs and have >= nominal * down:
        outcome, why = tie, f"tie_{tie}"
    elif have < target * down:
        outcome, why = "failed", "failed"
    elif rules.beat_defence != "no" and (ours < theirs or (ours == theirs and rules.beat_defence == "more")):
        outcome, why = "failed", _behind(have, theirs)
    elif have == target * down and rules.at_bid != "made":
        outcome, why = rules.at_bid, f"at_bid_{rules.at_bid}"
    else:
        outcome, why = "made", "made"
    if deal.contract == "take":
        why = _TAKE.get(why, why)
    return tuple.__new__(Verdict, (outcome, why, judged, down, announces, belote, have, target, theirs))


# Where no number is bid there is no bid to speak of.
_TAKE = {
    "made": "made_take", "failed": "failed_take", "failed_defence": "failed_take_defence",
    "failed_level": "failed_take_level", "failed_behind": "failed_take_behind", "at_bid_failed": "at_bid_failed_take",
    "at_bid_held": "at_bid_held_take",
}  # fmt: skip


def _behind(have: int, theirs: int) -> str:
    """How a bid that is reached misses the defence, by the figures that are shown."""
    return "failed_level" if have == theirs else "failed_behind" if have < theirs else "failed_defence"


def _judge_tricks(ruleset: RuleSet, deal: Checked) -> Verdict:
    """A capot, or a générale, which one player alone must make where the rule set says so. ``have`` are then the
    declarers' tricks, where they are known."""
    swept = deal.sweeper == deal.declarer
    if swept and deal.contract == "generale" and not deal.alone and ruleset.bid_rules.generale_needs == "alone":
        return Verdict("failed", "failed_generale_alone")
    if swept:
        return Verdict("made", f"made_{deal.contract}")
    if deal.taken is None:
        return Verdict("failed", f"failed_{deal.contract}")
    return Verdict("failed", f"failed_{deal.contract}_tricks", have=deal.taken)


def convert(
    conversion: Conversion, points: tuple[int, int], ten: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The points of (declarers, defence) brought to the other pack: exact numerators over ``conversion.down``, and
    whole numbers. ``ten`` is the last trick's worth for each side where it is kept apart, else (0, 0)."""
    up, down, unit = conversion.up, conversion.down, conversion.unit
    to = conversion.to - ten[0] - ten[1]
    exact = ((points[0] - ten[0]) * up + ten[0] * down, (points[1] - ten[1]) * up + ten[1] * down)
    chosen = 0 if conversion.side == "declarer" else 1
    number = (points[chosen] - ten[chosen]) * up
    step = down * unit
    lift = {"nearest": step // 2, "down": 0, "up": step - 1}[conversion.to_nearest]
    whole = min((number + lift) // step * unit, to)
    rest = to - whole
    pair = (whole, rest) if chosen == 0 else (rest, whole)
    return exact, (pair[0] + ten[0], pair[1] + ten[1])
