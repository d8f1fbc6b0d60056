"""Whether a contract is made: the test, in the order that published sheets force, without ever dividing."""

from dataclasses import dataclass

from scoring.rules.checks import Checked
from scoring.rules.ruleset import Conversion, RuleSet


@dataclass(frozen=True, slots=True)
class Points:
    """The points of (declarers, defence) along the way: ``exact`` as numerators over ``down``, then ``whole`` numbers
    of a pack of ``total``, then ``rounded``. ``changed`` says that a conversion or a sweep made them other than the
    points written."""

    total: int
    exact: tuple[int, int]
    down: int
    whole: tuple[int, int]
    rounded: tuple[int, int]
    changed: bool


@dataclass(frozen=True, slots=True)
class Verdict:
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
    if deal.contract == "capot":
        made = deal.sweeper == deal.declarer
        return Verdict("made", "made_capot") if made else Verdict("failed", "failed_capot")
    if deal.contract == "generale":
        alone = deal.deal.alone or ruleset.bid_rules.generale_needs == "sweep"
        made = deal.sweeper == deal.declarer and alone
        return Verdict("made", "made_generale") if made else Verdict("failed", "failed_generale")
    return _judge_points(ruleset, deal, points)


def _judge_points(ruleset: RuleSet, deal: Checked, points: Points) -> Verdict:
    rules = ruleset.success
    judged, theirs, down = _judged(rules.judge, points)
    counts = rules.belote != "no" and deal.bid >= rules.belote_from
    mode = rules.belote if counts else "no"
    belote = deal.belote[0] if mode == "yes" or (mode == "if_ahead" and judged > theirs) else 0
    announces, their_announces = deal.announces if rules.announces else (0, 0)
    nominal, target = deal.bid, max(deal.bid + rules.margin, rules.lowest_needs)
    if mode == "lowers":
        nominal = max(nominal - deal.belote[0], min(nominal, rules.belote_floor))
        target = max(target - deal.belote[0], min(target, rules.belote_floor))
    have = judged + (announces + belote) * down
    own_total = judged + (announces + (deal.belote[0] if mode == "yes" else 0)) * down
    their_total = theirs + (their_announces + (deal.belote[1] if mode == "yes" else 0)) * down
    tie = rules.tie_last_deal if deal.deal.last_deal else rules.tie
    beaten = {"no": False, "at_least": own_total < their_total, "more": own_total <= their_total}[rules.beat_defence]
    take = "_take" if deal.contract == "take" else ""
    if tie != "none" and own_total == their_total and have >= nominal * down:
        outcome, why = tie, f"tie_{tie}"
    elif have < target * down:
        outcome, why = "failed", f"failed{take}"
    elif beaten:
        outcome, why = "failed", "failed_take" if take else "failed_defence"
    elif have == target * down and rules.at_bid != "made":
        outcome, why = rules.at_bid, f"at_bid_{rules.at_bid}"
    else:
        outcome, why = "made", f"made{take}"
    return Verdict(outcome, why, judged, down, announces, belote, have, target, their_total)


def _judged(stage: str, points: Points) -> tuple[int, int, int]:
    if stage == "exact":
        return *points.exact, points.down
    return *(points.whole if stage == "converted" else points.rounded), 1


def convert(
    conversion: Conversion, points: tuple[int, int], ten: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The points of (declarers, defence) brought to the other pack: exact numerators over ``conversion.down``, and
    whole numbers. ``ten`` is the last trick's worth for each side where it is kept apart, else (0, 0)."""
    up, down, unit = conversion.up, conversion.down, conversion.unit
    exact = ((points[0] - ten[0]) * up + ten[0] * down, (points[1] - ten[1]) * up + ten[1] * down)
    chosen = 0 if conversion.side == "declarer" else 1
    number = (points[chosen] - ten[chosen]) * up
    step = down * unit
    lift = {"nearest": step // 2, "down": 0, "up": step - 1}[conversion.to_nearest]
    whole = min((number + lift) // step * unit, conversion.to)
    rest = conversion.to - whole
    pair = (whole, rest) if chosen == 0 else (rest, whole)
    return exact, (pair[0] + ten[0], pair[1] + ten[1])
