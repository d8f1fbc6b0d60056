"""How a later part of a tournament is drawn: the page beside its cut."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import boardwords, navigation, words
from tournaments.drawform import FIELD_OF
from tournaments.models import Stage, StageEntry
from tournaments.services import stagedraw, stages
from tournaments.services.errors import TournamentError
from tournaments.stagedrawform import StageDrawForm


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, club: Club, slug: str, stage_id: uuid.UUID) -> HttpResponse:
    """See and change it; ``look`` only asks what would come of it. The first part has its page in the settings."""
    tournament = navigation.find(club, slug)
    stage = get_object_or_404(tournament.stages.all(), pk=stage_id)
    if stage.position == 1:
        return redirect("tournament-settings", club.slug, tournament.slug)
    stage.tournament = tournament
    form = StageDrawForm(request.POST or None, tournament=tournament, stage=stage)
    advice = form.advice(_entries(stage))
    if "look" in request.POST:
        form.forgive()
    elif form.is_valid():
        try:
            rounds = form.cleaned_data["rounds"]
            changed = stagedraw.change(stage.pk, form.setup(), rounds, actors.of_user(request.user))
        except TournamentError as error:
            field = FIELD_OF.get((form.setup().system, error.field), error.field)
            form.add_error(field if field in form.fields else None, words.of_error(error))
        else:
            toast(request, _("Saved.") if changed else _("Nothing was changed."))
            return redirect("stages", club.slug, tournament.slug)
    first = stages.first_number(stage)
    context = {
        **navigation.context(request, club, tournament, "settings"),
        "stage": stage,
        "title": boardwords.stage(stage.name, stage.position),
        "first": first,
        "form": form,
        "advice": advice,
    }
    return render(request, "tournaments/stage_draw.html", context, status=422 if form.errors else 200)


def _entries(stage: Stage) -> int:
    """How many play it: who has qualified, or as many as there are places."""
    made = stage.qualified.filter(state=StageEntry.State.QUALIFIED).count()
    return made or int(stage.settings.get("cut", {}).get("places", 0))
