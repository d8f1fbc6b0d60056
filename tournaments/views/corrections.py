"""Corrections: until when and by whom, opened again, and what each of them has moved."""

import uuid
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.fields import OneLineField
from core.toasts import toast
from tournaments import navigation, sheethistory, windowwords, words
from tournaments.models import Game, Tournament
from tournaments.services import windows
from tournaments.services.errors import TournamentError
from tournaments.services.windows import MOST_OPEN
from tournaments.windows import MOST_AGREE, MOST_DESK, MOST_WAIT, After, Rules, Window

_NUMBER = {"inputmode": "numeric"}


class WindowsForm(forms.Form):
    """Who corrects, and until when."""

    agree = forms.IntegerField(
        label=_lazy("Minutes for the table itself, once both sides have agreed"),
        min_value=0,
        max_value=MOST_AGREE,
        widget=forms.NumberInput(attrs=_NUMBER),
        help_text=_lazy("One side opens the sheet again on the phone, both agree again. 0: only the desk."),
    )
    desk = forms.IntegerField(
        label=_lazy("Minutes for the desk, once the results of the round are public"),
        min_value=0,
        max_value=MOST_DESK,
        required=False,
        widget=forms.NumberInput(attrs=_NUMBER),
        help_text=_lazy("Empty: without an end."),
    )
    after = forms.ChoiceField(
        label=_lazy("And then"),
        choices=[
            (After.ORGANISER.value, _lazy("only the organiser, with a reason")),
            (After.NOBODY.value, _lazy("nobody, until the organiser opens corrections again")),
        ],
        widget=forms.RadioSelect,
    )
    wait = forms.IntegerField(
        label=_lazy("Minutes without an agreement until the arbiter is told"),
        min_value=1,
        max_value=MOST_WAIT,
        widget=forms.NumberInput(attrs=_NUMBER),
        help_text=_lazy("Counted from the end of the game; the table then stands on the arbiter's list."),
    )

    def rules(self) -> Rules:
        data = self.cleaned_data
        return Rules(data["agree"], data["desk"], After(data["after"]), data["wait"])


class OpenForm(forms.Form):
    """Corrections opened again: for how long, and why."""

    minutes = forms.IntegerField(
        label=_lazy("For how many minutes"), min_value=1, max_value=MOST_OPEN, widget=forms.NumberInput(attrs=_NUMBER)
    )
    reason = OneLineField(label=_lazy("Why"), max_length=300)

    prefix = "open"


@in_club(Right.SEE_CLUB, write=Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """What is settled, the window now, and the forms of the organiser: settle, ``open`` again, ``end`` that."""
    tournament = navigation.find(club, slug)
    act = request.POST.get("act", "")
    data = request.POST if request.method == "POST" else None
    rules = windows.rules_of(tournament)
    form = WindowsForm(data if act == "settle" else None, initial=rules.to_settings())
    open_form = OpenForm(data if act == "open" else None, initial={"minutes": 30})
    if data is not None and _done(request, tournament, act, form, open_form):
        return redirect("corrections", club.slug, tournament.slug)
    now, opened = windows.by_round(tournament), windows.opened_until(tournament)
    context = {
        **navigation.context(request, club, tournament, "settings"),
        "form": form,
        "open_form": open_form,
        "settled": windowwords.rules(rules),
        "says": [{"round": round_.number, "text": windowwords.said(one, rules)} for round_, one in now],
        "is_over": any(one.window == Window.CLOSED for _round, one in now),
        "opened": windowwords.moment(opened) if opened is not None else "",
    }
    status = 422 if form.errors or open_form.errors else 200
    return render(request, "tournaments/corrections.html", context, status=status)


@in_club(Right.SEE_CLUB)
@require_safe
def sheet_history(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Everything that happened to one sheet, newest first."""
    tournament = navigation.find(club, slug)
    games = Game.objects.filter(match__round__stage__tournament=tournament).select_related("match__round")
    found = get_object_or_404(games, pk=game)
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "game": found,
        "rows": sheethistory.of_game(tournament, found),
    }
    return render(request, "tournaments/sheet_history.html", context)


def _done(request: HttpRequest, tournament: Tournament, act: str, form: WindowsForm, open_form: OpenForm) -> bool:
    """Do what a form asks; whether it is done. What is refused stands beside its field."""
    actor = actors.of_user(request.user)
    asked: Any = {"settle": form, "open": open_form}.get(act)
    if asked is not None and not asked.is_valid():
        return False
    try:
        if act == "settle":
            windows.settle(tournament.pk, form.rules(), actor)
            toast(request, _("Saved."))
        elif act == "open":
            until = windows.open_again(
                tournament.pk, open_form.cleaned_data["minutes"], open_form.cleaned_data["reason"], actor
            )
            toast(request, _("Corrections are open until %(when)s.") % {"when": windowwords.moment(until)})
        elif act == "end":
            windows.close_now(tournament.pk, actor)
            toast(request, _("Corrections are closed again."))
    except TournamentError as error:
        asked.add_error(error.field if error.field in asked.fields else None, words.of_error(error))
        return False
    return True
