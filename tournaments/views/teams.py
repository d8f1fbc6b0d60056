"""Teams: one more with its pairs on one page, one more pair of a team, and a team that plays with fewer."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import entrywords, navigation, people, words
from tournaments.forms import TeamForm, entry_form
from tournaments.models import Entry, Tournament
from tournaments.services import contests, entries, teams
from tournaments.services.drawsetup import pairs_a_team
from tournaments.services.errors import TournamentError
from tournaments.views import teamrows
from tournaments.views.entries import list_page


@in_club(Right.ENTER_SHEETS)
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """A team with all its pairs; the next one follows on the same page."""
    tournament = navigation.find(club, slug)
    if tournament.entry_kind != Tournament.EntryKind.TEAMS:
        return redirect("entries", club.slug, tournament.slug)
    form = TeamForm(request.POST or None, pairs=pairs_a_team(contests.only_stage(tournament)))
    if Right.MONEY not in getattr(request, "rights", frozenset()):
        form.fields.pop("paid")
    if form.is_valid():
        data: dict[str, Any] = form.cleaned_data
        try:
            team = teams.add_team(
                tournament.pk,
                data["name"],
                form.pairs_typed(),
                actors.of_user(request.user),
                home_club=data["home_club"],
                paid=data.get("paid") or None,
                number=data["number"],
            )
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            names = people.in_hall(tournament)[team.pk].joined
            toast(request, entrywords.of(tournament).entered % {"number": team.number, "names": names})
            return redirect("team-add" if "another" in request.POST else "entries", club.slug, tournament.slug)
    context = {**navigation.context(request, club, tournament, "entries"), "form": form}
    return render(request, "tournaments/team.html", context, status=422 if form.errors else 200)


@in_club(Right.ENTER_SHEETS)
@require_POST
def change(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """Give a team one more pair, or let it play with those it has."""
    tournament = navigation.find(club, slug)
    team = get_object_or_404(tournament.entries, pk=entry)
    if team.kind != Entry.Kind.TEAM:
        return redirect("entries", club.slug, tournament.slug)
    actor = actors.of_user(request.user)
    if request.POST.get("act") == "play":
        try:
            entries.set_status(team.pk, Entry.Status.ACTIVE, actor)
        except TournamentError as error:
            toast(request, words.of_error(error), refused=True)
        else:
            toast(request, _("Team %(number)d plays with the pairs it has.") % {"number": team.number})
        return redirect(_row_of(tournament, club, team))
    form = teamrows.pair_form(team, request.POST)
    if form.is_valid():
        try:
            pair = teams.add_pair(team.pk, form.players(), actor)
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            name = people.in_hall(tournament)[pair.pk]
            toast(request, _("Pair %(label)s is entered: %(names)s.") % {"label": name.label, "names": name.joined})
            return redirect(_row_of(tournament, club, team))
    return list_page(request, club, tournament, entry_form(tournament)(), pair=(team, form))


def _row_of(tournament: Tournament, club: Club, team: Entry) -> str:
    return navigation.address("entries", tournament, club) + f"#entry-{team.number}"
