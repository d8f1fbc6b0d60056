"""A draft changed by hand: two things chosen, what it would do, done, taken back; tables fixed; numbers typed.

Every address but the bar's takes a form and leads back to the page of the draw, so that it works without a script.
"""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import drawpage, navigation, people, words
from tournaments.draws.model import DrawError
from tournaments.models import Draw, Tournament
from tournaments.services import byhand
from tournaments.services.byhand import Draft
from tournaments.services.errors import Conflict, TournamentError
from tournaments.views.draw import draw_of, shown


@in_club(Right.ORGANISE)
@require_safe
def bar(request: HttpRequest, club: Club, slug: str, draw: uuid.UUID) -> HttpResponse:
    """The bar at the foot for what is chosen (``one``, ``other``), or for the best exchange (``propose``), on the draft
    that was ``seen``."""
    tournament = navigation.find(club, slug)
    found = draw_of(tournament, draw)
    one, other = request.GET.get("one", ""), request.GET.get("other", "")
    bench = drawpage.Workbench(byhand.draft_of(found), people.in_hall(tournament), one, other)
    proposed, seen = request.GET.get("propose"), request.GET.get("seen", "")
    if seen not in ("", bench.draft.digest):
        # What the page shows is no longer so: nothing is said of it but that.
        changed = Conflict("hand-changed", round=found.round.number)
        said: dict[str, Any] | None = {"title": words.of_error(changed), "lines": [], "may": False, "stale": True}
    else:
        said = bench.propose(proposed) if proposed else bench.bar()
    context = {
        **navigation.context(request, club, tournament, "draw"),
        "draw": found,
        "digest": bench.draft.digest,
        "one": bench.one,
        "other": bench.other,
        "bar": said,
    }
    return render(request, "tournaments/_swap_bar.html", context)


@in_club(Right.ORGANISE)
@require_POST
def exchange(request: HttpRequest, club: Club, slug: str, draw: uuid.UUID) -> HttpResponse:
    """Two things change places."""
    one, other = request.POST.get("one", ""), request.POST.get("other", "")
    return _do(
        request,
        club,
        slug,
        draw,
        lambda found, seen: byhand.exchange(found.pk, seen, one, other, actors.of_user(request.user)),
        _("Changed by hand."),
    )


@in_club(Right.ORGANISE)
@require_POST
def undo(request: HttpRequest, club: Club, slug: str, draw: uuid.UUID) -> HttpResponse:
    """One step back, or (``all``) the engine's draw as it was."""
    verb = byhand.take_engines if request.POST.get("all") else byhand.undo
    said = _("The engine's draw counts again.") if request.POST.get("all") else _("One step back.")
    return _do(request, club, slug, draw, lambda found, seen: verb(found.pk, seen, actors.of_user(request.user)), said)


@in_club(Right.ORGANISE)
@require_POST
def fix(request: HttpRequest, club: Club, slug: str, draw: uuid.UUID) -> HttpResponse:
    """Fix a table (``fix``), let it go again (``release``), or fix ``all`` that are whole."""

    def act(found: Draw, seen: str) -> Draft:
        actor = actors.of_user(request.user)
        if "release" in request.POST:
            return byhand.release(found.pk, seen, _numbers(request.POST["release"]), actor)
        if "all" in request.POST:
            return byhand.fix(found.pk, seen, byhand.whole_tables(byhand.draft_of(found)), actor)
        return byhand.fix(found.pk, seen, _numbers(request.POST.get("fix", "")), actor)

    return _do(request, club, slug, draw, act, "")


def _numbers(text: str) -> list[int]:
    """A table number of a form, in a list; DrawError ``hand_no_table`` for what is none."""
    if not text.isdecimal() or len(text) > 4:
        raise DrawError("hand_no_table", table=0)
    return [int(text)]


@in_club(Right.ORGANISE)
@require_POST
def seat(request: HttpRequest, club: Club, slug: str, draw: uuid.UUID) -> HttpResponse:
    """Seat those whose numbers were typed; what is wrong stands beside the line."""
    tournament = navigation.find(club, slug)
    found, line = draw_of(tournament, draw), request.POST.get("line", "")
    try:
        numbers, table = drawpage.parsed_line(line)
        byhand.seat(found.pk, request.POST.get("seen", ""), numbers, table, actors.of_user(request.user))
    except Conflict as error:
        toast(request, words.of_error(error), refused=True)
    except (TournamentError, DrawError) as error:
        return shown(request, club, tournament, line=line, line_error=words.of_error(error))
    return _back(tournament, club)


def _do(
    request: HttpRequest, club: Club, slug: str, draw: uuid.UUID, act: Callable[[Draw, str], Draft], said: str
) -> HttpResponse:
    """Do it to the draft that the page showed, and back to the page; what was refused is said there."""
    tournament = navigation.find(club, slug)
    found = draw_of(tournament, draw)
    try:
        act(found, request.POST.get("seen", ""))
    except (TournamentError, DrawError) as error:
        toast(request, words.of_error(error), refused=True)
    else:
        if said:
            toast(request, said)
    return _back(tournament, club)


def _back(tournament: Tournament, club: Club) -> HttpResponse:
    return redirect("draw", club.slug, tournament.slug)
