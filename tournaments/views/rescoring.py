"""A part of a tournament counted anew by other rules: what would come of it, and doing it."""

import itertools
import uuid
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.fields import OneLineField
from core.toasts import toast
from scoring.rescoring import Refused, Silent
from scoring.rulesets_reading import differences_of
from scoring.rulesets_store import choice_of, rules_of, title_of
from tournaments import movedwords, navigation, people, words
from tournaments.forms import rulesets_on_offer
from tournaments.models import Round, Stage, Tournament
from tournaments.rescoringwords import silent_about
from tournaments.services import rescoring
from tournaments.services.errors import TournamentError
from tournaments.services.rescoring import AtTable, Rescoring

#: So many tables are named where many say too little; the others are counted.
MOST_NAMED = 24
MOST_REFUSED = 60


class RescoreForm(forms.Form):
    """Why, and that what nothing is said of was not there."""

    reason = OneLineField(label=_lazy("Why"), max_length=300, help_text=_lazy("Stands on the public page."))
    silent = forms.BooleanField(label=_lazy("There was none of these: the sheets were looked at"), required=False)


class ChoiceForm(forms.Form):
    """By which rules."""

    ruleset = forms.ChoiceField(label=_lazy("The right rule set"))

    def __init__(self, *args: Any, club: Club, stage: Stage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ruleset"].choices = rulesets_on_offer(club, stage.ruleset_version)  # type: ignore[attr-defined]
        self.initial["ruleset"] = choice_of(stage.ruleset_version)


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def rescore(request: HttpRequest, club: Club, slug: str, stage_id: uuid.UUID) -> HttpResponse:
    """By which rules (``?ruleset=``), what that moves, and the form that does it as it was shown."""
    tournament = navigation.find(club, slug)
    stages = Stage.objects.filter(tournament=tournament).select_related("ruleset_version__ruleset")
    stage = get_object_or_404(stages, pk=stage_id)
    sent = request.POST if request.method == "POST" else request.GET
    choice = ChoiceForm({"ruleset": sent["ruleset"]} if "ruleset" in sent else None, club=club, stage=stage)
    form = RescoreForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and choice.is_valid() and form.is_valid():
        try:
            done = rescoring.rescore(
                stage.pk,
                choice.cleaned_data["ruleset"],
                request.POST.get("seen", ""),
                form.cleaned_data["reason"],
                actors.of_user(request.user),
                silent_is_none=form.cleaned_data["silent"],
            )
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            count = len(done.changed)
            text = ngettext(
                "Counted anew: %(n)d sheet has another score.", "Counted anew: %(n)d sheets have another score.", count
            )
            toast(request, text % {"n": count})
            return redirect("standings", club.slug, tournament.slug)
    return _page(request, club, tournament, stage, choice, form)


def _page(
    request: HttpRequest, club: Club, tournament: Tournament, stage: Stage, choice: ChoiceForm, form: RescoreForm
) -> HttpResponse:
    plan = None
    if choice.is_bound and choice.is_valid():
        try:
            plan = rescoring.look(stage.pk, choice.cleaned_data["ruleset"])
        except TournamentError as error:
            choice.add_error(error.field if error.field in choice.fields else None, words.of_error(error))
    context = {
        **navigation.context(request, club, tournament, "settings"),
        "stage": stage,
        "many_stages": tournament.stages.count() > 1,
        "choice": choice,
        "form": form,
        "now_title": title_of(stage.ruleset_version, _language()),
        "plan": plan,
        **(_shown(tournament, plan) if plan is not None else {}),
    }
    status = 422 if form.errors or choice.errors else 200
    return render(request, "tournaments/rescore.html", context, status=status)


def _language() -> str:
    return get_language() or "fr"


def _shown(tournament: Tournament, plan: Rescoring) -> dict[str, Any]:
    """What a plan comes to, for the page."""
    before, after = rules_of(plan.before), rules_of(plan.after)
    drafted = Round.objects.filter(stage=plan.stage, state=Round.State.DRAFT, draws__state="draft").first()
    return {
        "new_title": title_of(plan.after, _language()),
        "differences": differences_of(before, after, _language()),
        "refused": [
            {"at": one, "what": _deal(one.line), "why": one.line.error.text(_language())}
            for one in plan.refused[:MOST_REFUSED]
            if isinstance(one.line, Refused)
        ],
        "more_refused": len(plan.refused) - MOST_REFUSED,
        "silent": _silent(plan.silent),
        "moved_rows": movedwords.rows(plan.moved, people.in_hall(tournament), tournament.currency),
        "other_winners": plan.other_winners,
        "rounds": [
            {"number": number, "lines": list(lines)}
            for number, lines in itertools.groupby(plan.changed, key=lambda one: one.round)
        ],
        "not_over": [one for one in plan.sheets if one.is_closed and one.is_over == (True, False)],
        "draft": drafted,
    }


def _deal(line: Refused | Silent) -> str:
    if not line.position:
        return _("the game")
    if line.counted is None:
        return _("line %(number)d") % {"number": line.position}
    return _("deal %(number)d") % {"number": line.counted}


def _silent(found: list[AtTable]) -> list[dict[str, Any]]:
    """By what is not said: in how many deals, and at which tables."""
    by_field: dict[str, list[AtTable]] = {}
    for one in found:
        if isinstance(one.line, Silent):
            by_field.setdefault(one.line.field, []).append(one)
    shown = []
    for field, rows in by_field.items():
        tables = [
            {"game": game, "round": number, "table": table, "deals": [_deal(one.line) for one in lines]}
            for (number, table, game), lines in itertools.groupby(rows, key=_where)
        ]
        shown.append(
            {"text": silent_about(field, len(rows)), "tables": tables[:MOST_NAMED], "more": len(tables) - MOST_NAMED}
        )
    return shown


def _where(one: AtTable) -> tuple[int, int, uuid.UUID]:
    return one.round, one.table, one.game
