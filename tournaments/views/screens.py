"""The desk's page of the hall's screens: what each shows, its link, the ceremony, the sponsors' slides."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from clubs.views.address import code_svg
from core import actors, hosts, links
from core.toasts import toast
from tournaments import hallwords, navigation, words
from tournaments.hall import podium
from tournaments.models import HallScreen, SponsorSlide, Tournament
from tournaments.photograph import MOST_BYTES
from tournaments.services import ceremony, prizes, publishing, screens, slides
from tournaments.services.errors import TournamentError
from tournaments.services.screens import Show
from tournaments.views.hall import send_slide

#: So long a page stands where nothing else is said.
_USUAL = {"round": 20, "standings": 12, "categories": 12, "ceremony": 30, "tables": 12}
_USUAL_SECONDS = 10
#: From which place the ceremony begins where nothing else is said.
_USUAL_RANK = 10


@in_club(Right.ENTER_SHEETS)
@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The screens; a POST makes one (``name``), or lets all of them show one view (``show``)."""
    tournament = navigation.find(club, slug)
    if request.method != "POST":
        return _page(request, club, tournament)
    if "show" in request.POST:
        every = list(tournament.screens.values_list("pk", flat=True))
        return _steered(request, club, tournament, every, [_alone(request.POST["show"])])
    try:
        made = screens.make(tournament.pk, request.POST.get("name", ""), actors.of_user(request.user))
    except TournamentError as error:
        return _page(request, club, tournament, {error.field or "name": words.of_error(error)})
    return redirect(navigation.address("screen-link", tournament, club, made.pk))


def _alone(view: str) -> Show:
    return Show(view, _USUAL.get(view, _USUAL_SECONDS))


def _steered(
    request: HttpRequest, club: Club, tournament: Tournament, which: Sequence[uuid.UUID], shows: Sequence[Show]
) -> HttpResponse:
    try:
        screens.steer(which, shows)
    except TournamentError as error:
        key = f"turns-{which[0]}" if which else "turns"
        return _page(request, club, tournament, {key: words.of_error(error)})
    toast(request, _("The screen follows within a few seconds."))
    return redirect(navigation.address("screens", tournament, club))


def _screen(tournament: Tournament, screen: uuid.UUID) -> HallScreen:
    found: HallScreen = get_object_or_404(tournament.screens.all(), pk=screen)
    return found


@in_club(Right.ENTER_SHEETS)
@require_POST
def act(request: HttpRequest, club: Club, slug: str, screen: uuid.UUID) -> HttpResponse:
    """Let a screen show one view (``show``) or several in turn (``view`` and ``seconds``, a list each); call it
    otherwise (``name``); take it away (``remove``)."""
    tournament = navigation.find(club, slug)
    found = _screen(tournament, screen)
    if "show" in request.POST:
        return _steered(request, club, tournament, [found.pk], [_alone(request.POST["show"])])
    if "remove" in request.POST:
        screens.remove(found.pk, actors.of_user(request.user))
        toast(
            request, _("The screen “%(name)s” is taken away: its link opens nothing any more.") % {"name": found.name}
        )
    elif "name" in request.POST:
        try:
            screens.rename(found.pk, request.POST["name"])
        except TournamentError as error:
            return _page(request, club, tournament, {f"name-{found.pk}": words.of_error(error)})
        toast(request, _("The screen has another name."))
    else:
        return _steered(request, club, tournament, [found.pk], _in_turn(request))
    return redirect(navigation.address("screens", tournament, club))


def _in_turn(request: HttpRequest) -> list[Show]:
    chosen = zip(request.POST.getlist("view"), request.POST.getlist("seconds"), strict=False)
    return [Show(view, _whole(seconds)) for view, seconds in chosen if view]


def _whole(text: str) -> int:
    """The number that was typed; 0, which nothing allows, for anything else."""
    return int(text) if text.strip().isdecimal() and len(text) < 6 else 0


@in_club(Right.ENTER_SHEETS)
@never_cache
@require_http_methods(["GET", "POST"])
def link(request: HttpRequest, club: Club, slug: str, screen: uuid.UUID) -> HttpResponse:
    """A screen's link, until a device has opened it; a POST makes another one."""
    tournament = navigation.find(club, slug)
    found = _screen(tournament, screen)
    if request.method == "POST":
        screens.new_link(found.pk, actors.of_user(request.user))
        return redirect(navigation.address("screen-link", tournament, club, found.pk))
    row = screens.link_of(found)
    base = hosts.current_base_url() or request.build_absolute_uri("/").rstrip("/")
    path = reverse("hall-link", args=[links.token_of(row)])
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "screen": found,
        "used_at": row.used_at,
    }
    if row.used_at is None:
        context |= {
            "url": f"{base}{path}",
            "path": path,
            "code": code_svg(f"{base}{path}"),
            "short": links.short_code_of(row),
            "typed_at": f"{base}{reverse('table_type')}",
        }
    answer = render(request, "tournaments/screen_link.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@in_club(Right.ENTER_SHEETS)
@require_POST
def ceremony_act(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Begin the ceremony (``begin``: ``prizes``, or else from ``first_rank``), tell one more (``next``) or take one
    back (``back``) of the ``seen`` ones, or end it (``end``)."""
    tournament = navigation.find(club, slug)
    seen = _whole(request.POST.get("seen", ""))
    try:
        if "begin" in request.POST:
            first = 0 if request.POST["begin"] == "prizes" else _whole(request.POST.get("first_rank", "")) or -1
            ceremony.begin(tournament.pk, first)
        elif "end" in request.POST:
            ceremony.end(tournament.pk)
        elif "next" in request.POST:
            ceremony.go(tournament.pk, seen, seen + 1)
        else:
            ceremony.go(tournament.pk, seen, seen - 1)
    except TournamentError as error:
        return _page(request, club, tournament, {error.field or "ceremony": words.of_error(error)})
    return redirect(navigation.address("screens", tournament, club) + "#ceremony")


@in_club(Right.ENTER_SHEETS)
@require_POST
def add_slide(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Keep the picture in the form's file ``picture``, made anew, for so many ``seconds``."""
    tournament = navigation.find(club, slug)
    sent = request.FILES.get("picture")
    try:
        if sent is None:
            raise TournamentError("slide-missing", "picture")
        content, name = sent.read(MOST_BYTES + 1), request.POST.get("label", "")
        seconds = _whole(request.POST.get("seconds", ""))
        slides.add(tournament.pk, content, name, seconds, actors.of_user(request.user))
    except TournamentError as error:
        return _page(request, club, tournament, {error.field or "picture": words.of_error(error)})
    toast(request, _("The slide is kept."))
    return redirect(navigation.address("screens", tournament, club) + "#slides")


@in_club(Right.ENTER_SHEETS)
@require_http_methods(["GET", "POST"])
def slide(request: HttpRequest, club: Club, slug: str, slide: uuid.UUID) -> HttpResponseBase:
    """The picture of a slide; a POST moves it (``up``), takes it away (``remove``) or says its ``seconds``."""
    tournament = navigation.find(club, slug)
    found = get_object_or_404(SponsorSlide.objects.select_related("file"), pk=slide, tournament=tournament)
    if request.method != "POST":
        return send_slide(found)
    actor = actors.of_user(request.user)
    try:
        if "up" in request.POST:
            slides.move_up(found.pk, actor)
        elif "remove" in request.POST:
            slides.remove(found.pk, actor)
        else:
            slides.last(found.pk, _whole(request.POST.get("seconds", "")), actor)
    except TournamentError as error:
        return _page(request, club, tournament, {f"slide-{found.pk}": words.of_error(error)})
    return redirect(navigation.address("screens", tournament, club) + "#slides")


# The page


def _page(
    request: HttpRequest, club: Club, tournament: Tournament, errors: Mapping[str, str] | None = None
) -> HttpResponse:
    errors = errors or {}
    names = hallwords.views()
    rows = [_row(request, one, names, errors) for one in tournament.screens.all()]
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "rows": rows,
        "views": names.items(),
        "short_views": hallwords.short_views(),
        "errors": errors,
        "name": request.POST.get("name", "") if "name" in errors else "",
        "ceremony": _ceremony(tournament),
        "first_rank": request.POST.get("first_rank", _USUAL_RANK),
        "prizes": len(prizes.ceremony(tournament)),
        "can_begin": publishing.final_standings(tournament) is not None,
        "slides": [
            {"row": one, "error": errors.get(f"slide-{one.pk}", "")}
            for one in SponsorSlide.objects.filter(tournament=tournament).order_by("position")
        ],
        "usual_seconds": request.POST.get("seconds", _USUAL_SECONDS),
        "label": request.POST.get("label", ""),
        "least": screens.LEAST_SECONDS,
        "most": screens.MOST_SECONDS,
        "too_many": len(rows) >= screens.MOST_SCREENS,
    }
    return render(request, "tournaments/screens.html", context, status=422 if errors else 200)


def _row(
    request: HttpRequest, screen: HallScreen, names: Mapping[str, str], errors: Mapping[str, str]
) -> dict[str, Any]:
    """A screen with what it shows, in words and as the form has it."""
    text, is_there = hallwords.seen(screen.seen_at)
    turns_error, name_error = errors.get(f"turns-{screen.pk}", ""), errors.get(f"name-{screen.pk}", "")
    shown = [(one["view"], str(one["seconds"])) for one in screen.shows]
    if turns_error and "view" in request.POST:  # what was typed stays
        shown = list(zip(request.POST.getlist("view"), request.POST.getlist("seconds"), strict=False))
    places = [*shown, *[("", str(_USUAL_SECONDS))] * screens.MOST_VIEWS][: screens.MOST_VIEWS]
    return {
        "screen": screen,
        "name": request.POST.get("name", "") if name_error else screen.name,
        "seen": text,
        "is_there": is_there,
        "alone": screen.shows[0]["view"] if len(screen.shows) == 1 else "",
        "shows": [_told(names.get(one["view"], one["view"]), one) for one in screen.shows],
        "places": [{"number": number, "view": view, "seconds": s} for number, (view, s) in enumerate(places, start=1)],
        "turns_error": turns_error,
        "name_error": name_error,
    }


def _told(name: str, one: Mapping[str, Any]) -> str:
    if one["view"] == "slides":
        return name
    stands = ngettext("%(n)d second a page", "%(n)d seconds a page", one["seconds"]) % {"n": one["seconds"]}
    return f"{name} ({stands})"


def _ceremony(tournament: Tournament) -> dict[str, Any] | None:
    """Where the ceremony stands: what is shown, and what comes next."""
    found = podium.told(tournament)
    if found is None:
        return None
    row, steps = found
    shown = min(row.shown, len(steps))
    return {
        "shown": shown,
        "total": len(steps),
        "now": steps[shown - 1] if shown else None,
        "next": steps[shown] if shown < len(steps) else None,
    }
