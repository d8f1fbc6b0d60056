"""A club's list of faults at the table."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.navigation import club_context
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import faultwords, words
from tournaments.faultwords import Cost
from tournaments.models import Fault
from tournaments.rulingforms import ListedFaultForm, values_of
from tournaments.services import faults
from tournaments.services.errors import TournamentError


@in_club(Right.SEE_CLUB, write=Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club) -> HttpResponse:
    """The list, and the form for another fault."""
    form = ListedFaultForm(request.POST or None, initial={"first": faultwords.OTHER, "again": faultwords.OTHER})
    if request.method == "POST" and form.is_valid():
        try:
            made = faults.add(club.pk, form.cleaned_data["name"], form.sanctions(), actors.of_user(request.user))
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            toast(request, _("“%(name)s” is on the list.") % {"name": made.name})
            return redirect("faults", club.slug)
    context = {**club_context(request, club), "form": form, "rows": [_row(one) for one in faults.listed(club)]}
    return render(request, "tournaments/faults.html", context, status=422 if form.errors else 200)


def _row(fault: Fault) -> dict[str, Any]:
    return {
        "code": faults.code_of(fault),
        "name": faultwords.called(fault),
        "first": Cost(fault.first, fault.first_points).text,
        "again": Cost(fault.again, fault.again_points).text,
    }


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, club: Club, code: str) -> HttpResponse:
    """One fault of the list: what it is called and costs; or it is taken off (``remove``)."""
    try:
        fault = faults.find(club, code)
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
        return redirect("faults", club.slug)
    actor = actors.of_user(request.user)
    if request.POST.get("remove") == "1":
        faults.remove(club.pk, code, actor)
        toast(
            request, _("“%(name)s” is off the list; what was given for it stays.") % {"name": faultwords.called(fault)}
        )
        return redirect("faults", club.slug)
    form = ListedFaultForm(request.POST or None, initial=values_of(fault))
    if request.method == "POST" and form.is_valid():
        try:
            faults.change(
                club.pk, code, form.cleaned_data["name"], form.sanctions(), actor, seen=request.POST.get("seen", "")
            )
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            toast(request, _("The list is changed."))
            return redirect("faults", club.slug)
    context = {
        **club_context(request, club),
        "form": form,
        "name": faultwords.called(fault),
        # Refused, the form keeps what it saw: sent again it never writes over what somebody else said meanwhile.
        "seen": request.POST.get("seen") or faults.mark_of(fault),
    }
    return render(request, "tournaments/fault.html", context, status=422 if form.errors else 200)
