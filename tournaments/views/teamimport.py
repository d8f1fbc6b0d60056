"""A list of teams, pasted or from a file: each team with what becomes of it, then entered as it was shown."""

import base64

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club
from core import actors
from core.toasts import toast
from tournaments import entrylist, navigation, teamlistwords, words
from tournaments.entrylist.teamlist import TeamPlan, TeamRow
from tournaments.models import Tournament
from tournaments.services import teamimport
from tournaments.services.errors import Conflict, TournamentError

#: What a list is called that came from no file.
PASTED = "pasted list.txt"


def preview_page(
    request: HttpRequest, club: Club, tournament: Tournament, plan: TeamPlan, data: bytes, name: str, warning: str = ""
) -> HttpResponse:
    """Every team of the list; the list itself travels with the form."""
    taken, refused = plan.taken, [team for team in plan.teams if team.refused]
    context = {
        **navigation.context(request, club, tournament, "entries"),
        "groups": [
            {"title": _("Not entered"), "key": "refused", "teams": [_shown(team) for team in refused]},
            {"title": _("Entered as new teams"), "key": "taken", "teams": [_shown(team) for team in taken]},
        ],
        "count": len(taken),
        "digest": plan.digest,
        "content": base64.b64encode(data).decode("ascii"),
        "filename": name,
        "source": _("The pasted list") if name == PASTED else name,
        "warning": warning,
    }
    return render(request, "tournaments/team_list.html", context, status=409 if warning else 200)


def _shown(team: TeamRow) -> dict[str, object]:
    return {
        "row": team,
        "pairs": [[player.display for player in pair] for pair in team.pairs],
        "reasons": [teamlistwords.said(code, params) for code, params in (*team.refused, *team.notes)],
    }


def confirm(request: HttpRequest, club: Club, tournament: Tournament) -> HttpResponse:
    """Enter what was shown."""
    name = request.POST.get("filename", "")[:200]
    actor = actors.of_user(request.user)
    try:
        data = base64.b64decode(request.POST.get("content", ""), validate=True)
        plan = teamimport.import_teams(tournament.pk, data, name, request.POST.get("digest", ""), actor)
    except Conflict as error:
        plan = teamimport.preview(tournament, data, name)
        return preview_page(request, club, tournament, plan, data, name, words.of_error(error))
    except (ValueError, entrylist.EntryListError, TournamentError) as error:
        toast(request, words.of_error(error), refused=True)
        return redirect("entries-import", club.slug, tournament.slug)
    count = len(plan.taken)
    toast(request, ngettext("%(n)d team entered.", "%(n)d teams entered.", count) % {"n": count})
    return redirect("entries", club.slug, tournament.slug)
