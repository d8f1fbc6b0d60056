"""What one deal is worth, and why: ``score_deal`` takes a deal through the steps of the file format in their order."""

from collections.abc import Mapping
from typing import Any

from scoring.rules.answer import Answer
from scoring.rules.cards import OTHER, Side
from scoring.rules.checks import Checked, check
from scoring.rules.deal import Deal, parse_deal
from scoring.rules.errors import DealError
from scoring.rules.explain import Line, cancel_line, divide_line, extra_line, success_line, term_lines
from scoring.rules.grid import work_out
from scoring.rules.penalty import score_penalty
from scoring.rules.plausible import passed_notes
from scoring.rules.ruleset import NAMES, RuleSet
from scoring.rules.straight import read_straight
from scoring.rules.success import Points, Verdict, convert, judge
from scoring.rules.totals import score_totals
from scoring.rules.words import Words, words


def score_event(ruleset: RuleSet, event: Mapping[str, Any], *, language: str = "en") -> Answer:
    """The answer for whatever a line of the stream or of a sheet can be: a penalty (it has a ``fault``), typed totals,
    a deal. Raises DealError with the field to mend."""
    if isinstance(event, (dict, Mapping)) and "fault" in event:
        return score_penalty(ruleset, event, language=language)
    return score_deal(ruleset, event, language=language)


def score_deal(ruleset: RuleSet, deal: Deal | Mapping[str, Any], *, language: str = "en", lines: bool = True) -> Answer:
    """The answer for a deal; without ``lines`` the same figures and warnings, unexplained, in less time. Raises
    DealError, with the deal's field, where the deal cannot be."""
    checked = None if isinstance(deal, Deal) else read_straight(ruleset.plan, ruleset.multipliers, deal)
    if checked is None:
        if not isinstance(deal, Deal):
            if ruleset.totals is not None:
                return score_totals(ruleset, deal, language=language)
            deal = _parsed(deal)
        if deal.declarer is None or ruleset.totals is not None:
            return _unplayed(ruleset, deal, language)
        checked = check(ruleset, deal)
    points = points_of(ruleset, checked)
    verdict = judge(ruleset, checked, points)
    said = words(language) if lines else None
    if verdict.outcome == "replay":
        told = (success_line(ruleset, checked, verdict, 0, said),) if said else ()
        return Answer(checked.id, 0, 0, "replay", None, checked.carried, told, checked.notes, language)
    return _written(ruleset, checked, points, verdict, said, language)


def _parsed(deal: Mapping[str, Any]) -> Deal:
    try:
        return parse_deal(deal)
    except DealError:
        if isinstance(deal, Mapping) and "totals" in deal and "declarer" not in deal:
            raise DealError("totals", "totals_not_kept") from None
        raise


def _unplayed(ruleset: RuleSet, deal: Deal, language: str) -> Answer:
    """The answer for a deal that all passed."""
    if ruleset.totals is not None:
        raise DealError("totals", "missing")
    if deal.contract is not None:
        raise DealError("declarer", "contract_without_declarer")
    return Answer(deal.id, 0, 0, "passed", None, deal.carried, (), passed_notes(deal), language)


def points_of(ruleset: RuleSet, deal: Checked) -> Points:
    """Conversion, sweep, and the rounding that comes before the success test."""
    if deal.sweeper is None and ruleset.plan.plain_points:
        return tuple.__new__(Points, (deal.at.total, deal.points, 1, deal.points, deal.points))
    at = deal.at
    total, exact, down, whole = at.total, deal.points, 1, deal.points
    if at.conversion is not None:
        ten = _ten_apart(ruleset, deal) if at.conversion.apart else (0, 0)
        exact, whole = convert(at.conversion, deal.points, ten)
        down, total = at.conversion.down, at.conversion.to
    if deal.sweeper is not None:
        values = [0] * len(NAMES)
        values[_TOTAL], values[_ALONE] = total, int(deal.alone)
        taken = work_out(ruleset.sweep_points, [*values, *at.own])
        whole = (taken, 0) if deal.sweeper == deal.declarer else (0, taken)
        exact, down = whole, 1
    if ruleset.rounding.scope in _ROUNDS_POINTS and not _is_exact(ruleset, deal):
        rounded = _round_points(ruleset, whole, total, swept=deal.sweeper is not None)
        return Points(total, exact, down, whole, rounded)
    return Points(total, exact, down, whole, whole)


_TOTAL, _ALONE = NAMES.index("total"), NAMES.index("alone")
_ROUNDS_POINTS = frozenset({"points", "declarer_rest", "defence_rest"})


def _ten_apart(ruleset: RuleSet, deal: Checked) -> tuple[int, int]:
    """The worth of the last trick for (declarers, defence), where it is kept out of the conversion."""
    if deal.last_trick is None:
        raise DealError("last_trick", "last_trick_needed")
    worth = ruleset.cards.last_trick[deal.mode]
    return (worth, 0) if deal.last_trick == deal.declarer else (0, worth)


def _is_exact(ruleset: RuleSet, deal: Checked) -> bool:
    return ruleset.rounding.last_deal_exact and deal.last_deal


def _round_points(ruleset: RuleSet, points: tuple[int, int], total: int, *, swept: bool) -> tuple[int, int]:
    rounding = ruleset.rounding
    own, theirs = rounding.round(points[0]), rounding.round(points[1])
    if rounding.scope == "points" or swept:
        return own, theirs
    rest = rounding.round(total)
    return (own, rest - own) if rounding.scope == "declarer_rest" else (rest - theirs, theirs)


def _written(
    ruleset: RuleSet, deal: Checked, points: Points, verdict: Verdict, said: Words | None, language: str
) -> Answer:
    """What both sides write, and what is held; with ``said`` also why."""
    outcome, carried, multiplier, declarer = verdict.outcome, deal.carried, deal.multiplier, deal.declarer
    row = f"{deal.contract}_{outcome}" if deal.contract in _SPECIAL else outcome
    (own, other), (shown, their_shown), (belote, their_belote) = points.rounded, deal.announces, deal.belote
    ours = deal.sweeper == declarer
    theirs = deal.sweeper is not None and not ours
    mask = (
        (1 if shown else 0) + (2 if their_shown else 0) + (4 if belote else 0) + (8 if their_belote else 0)
        + (16 if ours else 0) + (32 if theirs else 0)
    )  # fmt: skip
    owns, others, keeps = ruleset.plan.terms(row, multiplier > 1, mask)
    values: tuple[int, ...] = (
        own, other, points.total, deal.bid, shown, their_shown, belote, their_belote, ours, theirs, deal.alone,
        multiplier,
    )  # fmt: skip
    values += deal.at.own
    keep = work_out(keeps, values) if keeps else 0
    winner = _winner(ruleset, deal, outcome) if carried else None
    plain = winner is None and ruleset.plan.plain_lines
    lines: list[Line] = []
    if said is not None:
        lines.append(success_line(ruleset, deal, verdict, keep, said))
        if deal.cancelled is not None:
            lines.append(cancel_line(*deal.cancelled, said))
        own = term_lines(ruleset, deal, declarer, owns, values, said, lines) if owns else 0
    else:
        own = work_out(owns, values) if owns else 0
    if not plain:
        own = _finished(ruleset, deal, declarer, own, winner, said, lines)
    if not others:
        other = 0
    elif said is not None:
        other = term_lines(ruleset, deal, OTHER[declarer], others, values, said, lines)
    else:
        other = work_out(others, values)
    if not plain:
        other = _finished(ruleset, deal, OTHER[declarer], other, winner, said, lines)
    if not (-MAX_SCORE <= own <= MAX_SCORE and -MAX_SCORE <= other <= MAX_SCORE):
        raise DealError("contract", "score_out_of_range", given=own if abs(own) > MAX_SCORE else other)
    ns, ew = (own, other) if declarer == "NS" else (other, own)
    result = "shared" if outcome == "share" else outcome
    held = keep if winner is not None else keep + carried
    return tuple.__new__(Answer, (
        deal.id, ns, ew, result, _MADE.get(outcome), held, tuple(lines), deal.notes, language, "", False, (),
    ))  # fmt: skip


_SPECIAL = frozenset({"capot", "generale"})
_MADE = {"made": True, "failed": False}
#: Beyond this no score can be written; no sheet comes near it.
MAX_SCORE = 1_000_000


def _finished(
    ruleset: RuleSet, deal: Checked, side: Side, score: int, winner: Side | None, said: Words | None, lines: list[Line]
) -> int:
    """What a side writes once its cell is worked out: with what was held for it, the whole line rounded, in tens where
    the rule set writes so; ``lines`` get why."""
    rounding = ruleset.rounding
    if winner == side:
        score += deal.carried
        if said is not None:
            lines.append(extra_line(side, "carried", deal.carried, said))
    if rounding.scope == "line" and not _is_exact(ruleset, deal):
        rounded = rounding.round(score)
        if rounded != score and said is not None:
            lines.append(extra_line(side, "rounding", rounded - score, said))
        score = rounded
    tens = rounding.written(score)
    if tens != score and said is not None:
        lines.append(divide_line(side, score, tens, said))
    return tens


def _winner(ruleset: RuleSet, deal: Checked, outcome: str) -> Side | None:
    """Who gets the carried points: nobody as long as they stay held."""
    if outcome == "made":
        return deal.declarer
    if outcome == "failed" and ruleset.carried_to == "winner":
        return OTHER[deal.declarer]
    return None


def values_of(deal: Checked, points: Points, multiplier: int, own: int) -> list[int]:
    """The values of the formula names, in their order, as one side (0 declarers, 1 defence) sees them."""
    other = 1 - own
    side = deal.declarer if own == 0 else OTHER[deal.declarer]
    swept = deal.sweeper is not None
    return [
        points.rounded[own],
        points.rounded[other],
        points.total,
        deal.bid,
        deal.announces[own],
        deal.announces[other],
        deal.belote[own],
        deal.belote[other],
        int(swept and deal.sweeper == side),
        int(swept and deal.sweeper != side),
        int(deal.alone),
        multiplier,
    ]
