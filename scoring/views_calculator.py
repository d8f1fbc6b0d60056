"""The calculator: what a deal is worth under one or two rule sets, and why; and deals to guess. Open to anyone."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubs.access import public
from core.limits import address_of, allowed
from core.templatetags.look import MINUS, SEPARATORS, SIDES, number
from scoring import calculator, rules, rulesets_store
from scoring.calculator import Chosen
from scoring.calculator_form import fields_of, rule_choices
from scoring.forms_rulesets import language
from scoring.rules.packed import packed, packed_messages
from scoring.rules.steps import Step, steps

DEFAULT = "club"
MOST_A_MINUTE = 300
RESULTS: dict[str, Any] = {
    "made": gettext_lazy("Made"),
    "failed": gettext_lazy("Failed"),
    "held": gettext_lazy("Held over"),
    "shared": gettext_lazy("Shared"),
    "replay": gettext_lazy("To be replayed"),
    "passed": gettext_lazy("All passed"),
}


def _too_often(request: HttpRequest) -> HttpResponse | None:
    """The answer for an address that asks too much; a hall has one address, so the limit is wide."""
    if allowed("calculator", address_of(request), MOST_A_MINUTE):
        return None
    text = _("Too many requests. Wait a moment, then try again.")
    return render(request, "core/notice.html", {"title": _("Calculator"), "text": text}, status=429)


# What comes out


def _counted(one: Chosen, deal: dict[str, Any]) -> dict[str, Any]:
    """One rule set's column: the score and every step to it, or what is wrong in which field."""
    out: dict[str, Any] = {"key": one.key, "title": one.title, "is_preset": one.key in rulesets_store.preset_keys()}
    try:
        answer = rules.score_deal(one.ruleset, deal, language=language())
        told = steps(one.ruleset, deal, language=language())
    except rules.DealError as error:
        return {**out, "error": error.text(language()), "field": error.field}
    return {
        **out,
        "result": RESULTS[answer.result],
        "made": answer.made,
        "held": answer.held,
        "warnings": answer.warnings,
        "steps": [
            {"name": step.name, "text": step.text, "formula": step.formula, "working": _working(step)} for step in told
        ],
        "sides": [
            {
                "side": side,
                "name": SIDES[side],
                "score": answer.score[side],
                "lines": [line for line in answer.lines if line.side == side and line.amount],
            }
            for side in ("NS", "EW")
        ],
    }


def _working(step: Step) -> str:
    """What a formula comes to, "= 2 × (100 + 0) + 20 = 220"; nothing where the formula is the figure itself."""
    amount = str(step.amount)
    if not step.formula or step.formula == amount:
        return ""
    shown = number(step.amount)
    return f"= {shown}" if step.filled in {step.formula, amount} else f"= {step.filled} = {shown}"


def _words() -> dict[str, Any]:
    """What the page's script says; the rest comes from the rules' own words."""
    return {
        "results": {name: str(text) for name, text in RESULTS.items()},
        "sides": {side: str(name) for side, name in SIDES.items()},
        "held": _("{0} points wait for the next deal."),
        "nothing": _("nothing"),
        "total": _("Total"),
        "minus": MINUS,
        "thousands": SEPARATORS.get(language()[:2], SEPARATORS["en"])[0],
    }


def _chosen(request: HttpRequest) -> list[Chosen]:
    """One or two rule sets: what the address names, else the club's."""
    keys = [request.GET.get("rules") or DEFAULT, request.GET.get("with") or ""]
    found = [one for key in keys if key and (one := calculator.find(key, language()))]
    return [one for n, one in enumerate(found) if one.key not in {other.key for other in found[:n]}] or [
        one for one in [calculator.find(DEFAULT, language())] if one
    ]


@public
@require_safe
def calculator_page(request: HttpRequest) -> HttpResponse:
    """The calculator. The address says the rule sets and the deal; with no deal, an example stands there."""
    refused = _too_often(request)
    if refused is not None:
        return refused
    chosen = _chosen(request)
    tries = calculator.examples(chosen[0].ruleset)
    deal = calculator.deal_of(request.GET)
    is_example = deal is None
    deal = dict(tries[0][1] if tries else calculator.NOBODY_BIDS) if deal is None else deal
    keys = [one.key for one in chosen]
    second = chosen[1] if len(chosen) > 1 else None
    context = {
        "rule_choices": rule_choices(chosen[0], language()),
        "second_choices": rule_choices(second, language()),
        "form": fields_of([one.ruleset for one in chosen], deal, language()),
        "columns": [_counted(one, deal) for one in chosen],
        "link": f"?{calculator.query_of(keys, deal)}" if not is_example and "declarer" in deal else "",
        "tries": [(name, f"?{calculator.query_of(keys, example)}") for name, example in tries],
        "quiz_url": f"{reverse('calculator-quiz')}?{urlencode({'rules': keys[0]})}",
        "deal": deal,
        "packed": [packed(one.ruleset, language()) for one in chosen],
        "rule_words": packed_messages(language()),
        "words": _words(),
        "empty_sides": [{"side": side, "name": name, "score": 0} for side, name in SIDES.items()],
        "not_found": bool(request.GET.get("rules")) and calculator.find(request.GET["rules"], language()) is None,
    }
    return render(request, "scoring/calculator.html", context)


@public
@require_safe
def quiz(request: HttpRequest) -> HttpResponse:
    """A deal to guess: what does each side write? The answer comes with every step."""
    refused = _too_often(request)
    if refused is not None:
        return refused
    one = _chosen(request)[0]
    place = _whole(request.GET.get("deal"), 1, 99_999) or 1
    deal = calculator.quiz_deal(one.ruleset, place)
    column = _counted(one, deal)
    guess = {side: _whole(request.GET.get(side.lower()), 0, 99_999) for side in ("NS", "EW")}
    is_guessed = None not in guess.values()
    right = is_guessed and all(side["score"] == guess[side["side"]] for side in column["sides"])
    asked = {"contract", "points", "announces", "belote", "passed"}
    context = {
        "one": one,
        "rule_choices": rule_choices(one, language()),
        "number": place,
        "next": place + 1,
        "told": [step for step in column["steps"] if step["name"] in asked],
        "sweep": deal.get("sweep"),
        "guess": [{"side": side, "name": SIDES[side], "value": guess[side]} for side in ("NS", "EW")],
        "is_guessed": is_guessed,
        "is_missing": not is_guessed and bool(request.GET.get("ns") or request.GET.get("ew")),
        "right": right,
        "column": column,
        "in_calculator": f"{reverse('calculator')}?{calculator.query_of([one.key], deal)}",
    }
    return render(request, "scoring/quiz.html", context)


def _whole(value: str | None, low: int, high: int) -> int | None:
    text = (value or "").strip()
    if not text.isascii() or not text.isdecimal() or len(text) > 6:
        return None
    return int(text) if low <= int(text) <= high else None
