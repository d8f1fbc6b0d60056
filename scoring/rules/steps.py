"""A deal counted aloud, step by step, for who learns to score: who plays what, the points, what the contract needs,
what there is, what follows, and the formula that each side's score comes from.

The same steps are in static/js/rules/steps.js; the words of both are in words/*.toml.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.checks import Checked, check
from scoring.rules.deal import Deal, parse_deal
from scoring.rules.explain import fraction, success_line, sum_text
from scoring.rules.grid import work_out, written_form
from scoring.rules.ruleset import NAMES, RuleSet
from scoring.rules.scorer import points_of, values_of
from scoring.rules.success import Points, Verdict, judge
from scoring.rules.words import Value, Words, words

_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Step:
    """One step. ``name`` is for machines. A step that works out a formula has it in words (``formula``), with figures
    (``filled``), and what it comes to (``amount``); else these are "" and None."""

    name: str
    text: str
    formula: str = ""
    filled: str = ""
    amount: int | None = None

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("name", "text", "formula", "filled", "amount")}


def steps(ruleset: RuleSet, deal: Deal | Mapping[str, Any], *, language: str = "en") -> tuple[Step, ...]:
    """The steps for a deal, in the order in which a scorer takes them. Raises DealError as ``score_deal`` does."""
    if not isinstance(deal, Deal):
        deal = parse_deal(deal)
    said = words(language)
    if deal.declarer is None:
        return (Step("passed", said.say("step.passed")),)
    checked = check(ruleset, deal)
    points = points_of(ruleset, checked)
    verdict = judge(ruleset, checked, points)
    told = [
        _contract(ruleset, said, checked),
        *_points(ruleset, said, checked, points),
        *_test(ruleset, said, checked, verdict),
    ]
    formulas = () if verdict.outcome == "replay" else _formulas(ruleset, said, checked, points, verdict)
    held = sum(step.amount for step in formulas if step.name == "keep" and step.amount)
    line = success_line(ruleset, checked, verdict, held, said)
    return (*told, Step("outcome", line.text), *formulas)


def _contract(ruleset: RuleSet, said: Words, deal: Checked) -> Step:
    double = deal.double
    bid = deal.contract
    key = "step.take" if bid == "take" else "step.contract"
    values: dict[str, Value] = {
        "side": said.say(f"step.{deal.declarer}"),
        "contract": bid if isinstance(bid, int) or bid == "take" else said.say(f"step.bid_{bid}"),
        "trump": said.say(f"step.trump_{deal.trump}"),
    }
    if double == "none":
        return Step("contract", said.say(key, **values))
    factor = ruleset.multipliers[double]
    return Step("contract", said.say(f"{key}_doubled", double=said.say(f"step.{double}"), m=factor, **values))


def _points(ruleset: RuleSet, said: Words, deal: Checked, points: Points) -> list[Step]:
    """The points as written, and what conversion, sweep and rounding make of them; announces and belotes."""

    def pair(name: str, own: str | int, theirs: str | int, **more: int) -> Step:
        return Step(name, said.say(f"step.{name}", own=own, theirs=theirs, **more))

    found = [pair("points", *deal.points, total=ruleset.cards.totals[deal.mode])]
    if deal.sweeper:
        taken = points.whole[0 if deal.sweeper == deal.declarer else 1]
        side = said.say(f"step.{deal.sweeper}")
        found.append(Step("swept", said.say("step.swept", tricks=ruleset.tricks, side=side, n=taken)))
    elif deal.mode in ruleset.cards.convert:
        exact = [fraction(said, number, points.down) for number in points.exact]
        shown = exact if ruleset.success.judge == "exact" else [str(number) for number in points.whole]
        found.append(pair("converted", shown[0], shown[1], to=points.total))
    if points.rounded != points.whole:
        found.append(pair("rounded", *points.rounded))
    if any(deal.announces):
        found.append(pair("announces", *deal.announces))
    if any(deal.belote):
        found.append(pair("belote", *deal.belote))
    return found


def _test(ruleset: RuleSet, said: Words, deal: Checked, verdict: Verdict) -> list[Step]:
    """What the contract needs, and what the declarers have."""
    if deal.contract in ("capot", "generale"):
        alone = deal.contract == "generale" and ruleset.bid_rules.generale_needs == "alone"
        key = f"step.needed_{deal.contract}{'_alone' if alone else ''}"
        return [Step("needed", said.say(key, tricks=ruleset.tricks))]
    beat = ruleset.success.beat_defence
    ending = "" if beat == "no" else f"_{beat}" if verdict.target else f"_only_{beat}"
    needed = said.say(
        f"step.needed{ending}", target=verdict.target, theirs=fraction(said, verdict.theirs, verdict.down)
    )
    return [Step("needed", needed), Step("have", said.say("step.have", sum=sum_text(said, deal, verdict)))]


def _formulas(ruleset: RuleSet, said: Words, deal: Checked, points: Points, verdict: Verdict) -> tuple[Step, ...]:
    multiplier = ruleset.multipliers[deal.double]
    special = deal.contract in ("capot", "generale")
    row = f"{deal.contract}_{verdict.outcome}" if special else verdict.outcome
    form = written_form(ruleset.formulas, row, doubled=multiplier > 1) or row
    cells = ruleset.cells[row, multiplier > 1]
    own_values = ruleset.own_values[deal.trump]
    own_names = ruleset.canonical()["own_names"]
    found = []
    for cell, formula in ruleset.formulas[form].items():
        values = [*values_of(deal, points, multiplier, 1 if cell == "defence" else 0), *own_values]
        named = dict(zip((*NAMES, *own_names), values, strict=True))
        text = formula.text.replace("*", "×")
        labels = {
            name: said.say(f"step.name_{name}") if name in NAMES else ruleset.label(name, said.language)
            for name in named
            if name != "alone"
        }
        name = "keep" if cell == "keep" else f"write_{cell}"
        found.append(
            Step(
                name=name,
                text=said.say(f"step.{name}"),
                formula=_filled(text, labels),
                filled=_filled(text, named),
                amount=work_out(getattr(cells, cell), values),
            )
        )
    return tuple(found)


def _filled(formula: str, by_name: Mapping[str, str | int]) -> str:
    """The formula with what stands for each name in its place."""
    return _NAME.sub(lambda match: str(by_name[match[0]]), formula)
