"""A region's public page, the ranking as a file, and its seasons for who runs them."""

import io
import uuid
from typing import Any

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import in_region, public, rights_in_region
from clubs.models import Club, Region
from clubs.roles import Right
from core import actors, jobs
from core.toasts import toast
from rankings import files, services
from rankings.forms import SeasonForm
from rankings.models import Season, SeasonRanking
from tournaments.exports import catalogue
from tournaments.templatetags import downloads

WORDS = {
    "season-name": lambda: _("This region has a season of this name already."),
    "season-dates": lambda: _("The last day comes before the first one."),
    "season-overlap": lambda: _("Another season of this region has some of these days."),
    "place-points": lambda: _("From 0 to 10,000 points for a place."),
}


@public
@require_safe
def region_page(request: HttpRequest, region: str) -> HttpResponse:
    """The region's clubs, their published tournaments, and the ranking of the season (``?season=`` for another)."""
    found = get_object_or_404(Region, slug=region)
    seasons = list(found.seasons.order_by("-starts"))
    season = services.season_shown(seasons, request.GET.get("season", ""))
    ranking = SeasonRanking.objects.filter(season=season).first() if season else None
    below = services.regions_below(found)
    context = {
        "region": found,
        "brand_name": found.name,
        "brand_url": request.path,
        "clubs": Club.objects.filter(region__in=below).order_by("name"),
        "tournaments": services.published_tournaments(below)[:200],
        "seasons": seasons,
        "season": season,
        "ranking": ranking,
        "players": services.ranked_players(ranking) if ranking else [],
        "files": _files(found, season),
        "is_current": ranking is not None and season is not None and ranking.revision == season.revision,
        "job": jobs.latest("season", str(season.pk)) if season else None,
        "may_manage": Right.MANAGE_REGION in rights_in_region(request.user, found),
    }
    return render(request, "rankings/region.html", context)


def _files(region: Region, season: Season | None) -> list[dict[str, Any]]:
    if season is None:
        return []
    return [
        {"url": reverse("season-file", args=[region.slug, season.pk, suffix]), "label": said}
        for suffix, said in downloads.FORMATS
    ]


@public
@require_safe
def season_file(request: HttpRequest, region: str, season: uuid.UUID, suffix: str) -> HttpResponseBase:
    """The ranking of a season as CSV, XLSX or JSON, with the names that everybody may see."""
    found = get_object_or_404(Season.objects.select_related("region"), region__slug=region, pk=season)
    if suffix not in catalogue.FORMATS:
        raise Http404
    content_type, write = catalogue.FORMATS[suffix]
    file = files.ranking(found)
    tag = catalogue.tag_of(file, suffix)
    same: HttpResponseBase | None = get_conditional_response(request, etag=tag)
    if same is None:
        content = io.BytesIO()
        write(file, content)
        content.seek(0)
        name = f"{found.region.slug}-{found.starts.isoformat()}.{suffix}"
        same = FileResponse(content, as_attachment=True, filename=name, content_type=content_type)
        same["X-Content-Type-Options"] = "nosniff"
    same["ETag"], same["Cache-Control"] = tag, "no-cache"
    return same


@in_region(Right.MANAGE_REGION)
@require_http_methods(["GET", "POST"])
def season(request: HttpRequest, region: Region, season: uuid.UUID | None = None) -> HttpResponse:
    """Make a season, or change one."""
    found = get_object_or_404(region.seasons, pk=season) if season else None
    form = SeasonForm(request.POST or None, initial=_initial(found))
    if request.method == "POST" and form.is_valid():
        try:
            saved = services.save_season(region, form.wish(), actors.of_user(request.user), found)
        except services.SeasonError as error:
            form.add_error(error.field, WORDS[error.code]())
        else:
            toast(request, _("Saved. The ranking is being computed."))
            return redirect(f"{_address(region)}?season={saved.pk}")
    context = {
        "region": region,
        "season": found,
        "form": form,
        "brand_name": region.name,
        "brand_url": _address(region),
    }
    return render(request, "rankings/season.html", context, status=422 if form.errors else 200)


def _address(region: Region) -> str:
    return reverse("region", args=[region.slug])


def _initial(found: Season | None) -> dict[str, Any]:
    if found is None:
        wish = services.usual_season(timezone.localdate())
        points: Any = wish.place_points
        values: dict[str, Any] = {"name": wish.name, "starts": wish.starts, "ends": wish.ends}
    else:
        points = found.place_points
        values = {"name": found.name, "starts": found.starts, "ends": found.ends}
    return {**values, "place_points": " ".join(map(str, points))}
