"""What one deal is worth, and why: ``score_deal`` takes a deal through the steps of the file format in their order."""

from collections.abc import Mapping
from typing import Any

from scoring.rules.answer import Answer
from scoring.rules.cards import OTHER, Side
from scoring.rules.checks import Checked, check
from scoring.rules.deal import Deal, parse_deal
from scoring.rules.errors import DealError
from scoring.rules.explain import Line, cancel_line, extra_line, success_line, term_lines
from scoring.rules.grid import work_out
from scoring.rules.penalty import score_penalty
from scoring.rules.plausible import passed_notes
from scoring.rules.ruleset import Cells, RuleSet
from scoring.rules.success import Points, Verdict, convert, judge
from scoring.rules.totals import score_totals
from scoring.rules.words import words

RESULTS = {"share": "shared"}


def score_event(ruleset: RuleSet, event: Mapping[str, Any], *, language: str = "en") -> Answer:
    """The answer for whatever a line of the stream or of a sheet can be: a penalty (it has a ``fault``), typed totals,
    a deal. Raises DealError with the field to mend."""
    if isinstance(event, Mapping) and "fault" in event:
        return score_penalty(ruleset, event, language=language)
    return score_deal(ruleset, event, language=language)


def score_deal(ruleset: RuleSet, deal: Deal | Mapping[str, Any], *, language: str = "en") -> Answer:
    """The answer for a deal. Raises DealError, with the deal's field, where the deal cannot be."""
    if not isinstance(deal, Deal):
        if ruleset.totals is not None or "totals" in deal:
            return score_totals(ruleset, deal, language=language)
        deal = parse_deal(deal)
    if ruleset.totals is not None:
        raise DealError("totals", "missing")
    if deal.declarer is None:
        if deal.contract is not None:
            raise DealError("declarer", "contract_without_declarer")
        return Answer(deal.id, 0, 0, "passed", None, deal.carried, (), passed_notes(deal), language)
    checked = check(ruleset, deal)
    points = points_of(ruleset, checked)
    verdict = judge(ruleset, checked, points)
    if verdict.outcome == "replay":
        line = success_line(ruleset, checked, verdict, 0, language)
        return Answer(deal.id, 0, 0, "replay", None, deal.carried, (line,), checked.notes, language)
    return _write(ruleset, checked, points, verdict, language)


def points_of(ruleset: RuleSet, deal: Checked) -> Points:
    """Conversion, sweep, and the rounding that comes before the success test."""
    total, exact, down, whole = ruleset.cards.totals[deal.mode], deal.points, 1, deal.points
    conversion = ruleset.cards.convert.get(deal.mode)
    if conversion:
        ten = (0, 0)
        if conversion.apart:
            if deal.last_trick is None:
                raise DealError("last_trick", "last_trick_needed")
            worth = ruleset.cards.last_trick[deal.mode]
            ten = (worth, 0) if deal.last_trick == deal.declarer else (0, worth)
        exact, whole = convert(conversion, deal.points, ten)
        down, total = conversion.down, conversion.to + sum(ten)
    if deal.sweeper:
        values = [0] * 12
        values[2], values[10] = total, int(deal.deal.alone)
        taken = work_out(ruleset.sweep_points, [*values, *ruleset.own_values[deal.trump]])
        whole = (taken, 0) if deal.sweeper == deal.declarer else (0, taken)
        exact, down = whole, 1
    rounded = whole if _is_exact(ruleset, deal) else _round_points(ruleset, whole, total, swept=bool(deal.sweeper))
    return Points(total, exact, down, whole, rounded, whole != deal.points)


def _is_exact(ruleset: RuleSet, deal: Checked) -> bool:
    return ruleset.rounding.last_deal_exact and deal.deal.last_deal


def _round_points(ruleset: RuleSet, points: tuple[int, int], total: int, *, swept: bool) -> tuple[int, int]:
    rounding = ruleset.rounding
    if rounding.scope not in {"points", "declarer_rest", "defence_rest"}:
        return points
    own, theirs = rounding.round(points[0]), rounding.round(points[1])
    if rounding.scope == "points" or swept:
        return own, theirs
    rest = rounding.round(total)
    return (own, rest - own) if rounding.scope == "declarer_rest" else (rest - theirs, theirs)


def _write(ruleset: RuleSet, deal: Checked, points: Points, verdict: Verdict, language: str) -> Answer:
    outcome = verdict.outcome
    row = f"{deal.contract}_{outcome}" if deal.contract in {"capot", "generale"} else outcome
    multiplier = ruleset.multipliers[deal.deal.double]
    cells: Cells = ruleset.cells[row, multiplier > 1]
    own = ruleset.own_values[deal.trump]
    ours = [*values_of(deal, points, multiplier, 0), *own]
    theirs = [*values_of(deal, points, multiplier, 1), *own]
    carried, held, winner = deal.deal.carried, 0, _winner(ruleset, deal, outcome)
    keep = 0
    if outcome == "held":
        keep = work_out(cells.keep, ours)
        held = keep + carried
    elif winner is None:
        held = carried
    lines = [success_line(ruleset, deal, verdict, keep, language)]
    if deal.cancelled:
        lines.append(cancel_line(deal, language))
    scores: dict[Side, int] = {}
    for side, terms, values in ((deal.declarer, cells.declarer, ours), (OTHER[deal.declarer], cells.defence, theirs)):
        score = work_out(terms, values)
        lines += term_lines(ruleset, deal, side, terms, values, language)
        if winner == side and carried:
            score += carried
            lines.append(extra_line(side, "carried", carried, language))
        if ruleset.rounding.scope == "line" and not _is_exact(ruleset, deal):
            change = ruleset.rounding.round(score) - score
            if change:
                score += change
                lines.append(extra_line(side, "rounding", change, language))
        if ruleset.rounding.divide > 1:
            score, more = _divide(ruleset, side, score, language)
            lines += more
        scores[side] = score
    made = {"made": True, "failed": False}.get(outcome)
    result = RESULTS.get(outcome, outcome)
    return Answer(deal.deal.id, scores["NS"], scores["EW"], result, made, held, tuple(lines), deal.notes, language)


def _divide(ruleset: RuleSet, side: Side, score: int, language: str) -> tuple[int, list[Line]]:
    """The line in tens. What is no whole number of tens after the rounding, if any, is brought to one by the file's
    ``up_from``; one line says by how much less is written, so that a side's lines still add up."""
    rounding, unit = ruleset.rounding, ruleset.rounding.divide
    up_from = rounding.up_from if rounding.unit == unit else 5
    written = (score + unit - up_from) // unit
    if written == score:
        return score, []
    text = words(language).say("line.divide", n=score, tens=written)
    return written, [Line(side, "divide", written - score, text)]


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
        int(deal.deal.alone),
        multiplier,
    ]
