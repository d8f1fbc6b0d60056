"""A tournament taken over from another machine, by its file."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.navigation import club_context
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import words
from tournaments.archive import ArchiveError
from tournaments.models import Round, Tournament
from tournaments.services import tournament_file
from tournaments.services.errors import TournamentError

#: Unpacked; twice what an evening of 500 pairs takes. Larger ones are for ``manage.py import_tournament``.
MOST_BYTES = 64 << 20


class FileForm(forms.Form):
    """The file of a tournament."""

    file = forms.FileField(
        label=_lazy("The tournament’s file"),
        help_text=_lazy("Its name ends in .json.gz or .json."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,.gz,application/json,application/gzip"}),
    )


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def take_over(request: HttpRequest, club: Club) -> HttpResponse:
    """What to do, step by step, and the form that takes the file; nothing is written before all of it was looked at."""
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        made = _made(request, club, form)
        if made is not None:
            toast(request, _("The tournament is here, as it was on the other machine. Go on with this one only."))
            playing = Round.objects.filter(stage__tournament=made, state=Round.State.PLAYING).exists()
            # Codes of the other machine open nothing here.
            return redirect("papers" if playing else "tournament", club.slug, made.slug)
    context = {**club_context(request, club, "tournaments"), "form": form}
    return render(request, "tournaments/take_over.html", context, status=422 if form.errors else 200)


def _made(request: HttpRequest, club: Club, form: FileForm) -> Tournament | None:
    """The tournament; None where the file is refused, which then stands beside the field."""
    upload: Any = form.cleaned_data["file"]
    try:
        return tournament_file.take_over(upload.read(), actors.of_user(request.user), club=club, most=MOST_BYTES)
    except (ArchiveError, TournamentError) as error:
        nothing = _("Nothing was taken over.")
        form.add_error("file", f"{words.of_error(error)} {nothing}")
        return None
