"""Lists as files: what a page shows, taken away as CSV, XLSX or JSON, and the page that names all of them."""

from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, cast
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import in_club, public
from clubs.models import Club
from clubs.roles import Right
from core.reading import at_one_moment
from tournaments import navigation, watched
from tournaments.exports import catalogue
from tournaments.exports.model import File
from tournaments.models import Round, Tournament
from tournaments.services import publishing
from tournaments.templatetags import downloads

#: A file larger than this is written to the disk, not kept in memory.
IN_MEMORY = 1_000_000


@in_club(Right.SEE_CLUB)
@require_safe
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """All lists that the account may have, each in three formats; ``?round=``: those of one round."""
    tournament = navigation.find(club, slug)
    drawn = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    rounds = list(drawn.order_by("number").values_list("number", flat=True))
    asked = request.GET.get("round", "")
    absent = set() if tournament.entry_kind == Tournament.EntryKind.TEAMS else {"standings-pairs"}
    absent |= set() if tournament.stages.count() > 1 else {"parts"}
    absent |= set() if drawn.filter(state=Round.State.PLAYING).exists() else {"provisional"}
    number = next((one for one in rounds if str(one) == asked), None)
    where = (club.slug, tournament.slug)
    context = {
        **navigation.context(request, club, tournament, "print"),
        "lists": [
            {"title": one.title, "files": downloads.files(*where, what, number)}
            for what, one in catalogue.LISTS.items()
            if catalogue.may_have(what, _rights(request)) and (number is None or one.by_round) and what not in absent
        ],
        "all": downloads.files(*where, catalogue.ALL) if number is None else [],
        "tabs": _tabs(request.path, rounds, number),
    }
    return render(request, "tournaments/tables.html", context)


def _tabs(path: str, rounds: list[int], number: int | None) -> list[dict[str, Any]]:
    found = [{"label": _("Whole tournament"), "url": path, "current": number is None}]
    for one in rounds:
        label = _("Round %(number)s") % {"number": one}
        found.append({"label": label, "url": f"{path}?round={one}", "current": one == number})
    return found


@in_club(Right.SEE_CLUB)
@require_safe
def table_file(
    request: HttpRequest, club: Club, slug: str, what: str, suffix: str, number: int | None = None
) -> HttpResponseBase:
    """A list as a file; each asks for the right that its page asks for."""
    tournament = navigation.find(club, slug)
    _must_be(suffix, what in catalogue.LISTS or (what == catalogue.ALL and suffix != "csv" and number is None))
    if what != catalogue.ALL and not catalogue.may_have(what, _rights(request)):
        raise PermissionDenied
    with timezone.override(ZoneInfo(tournament.zone)), at_one_moment():
        file = catalogue.in_club(tournament, what, number, _rights(request))
        content = _written(file, suffix)
    answer = _answer(content, tournament, what, suffix, number)
    answer["Cache-Control"] = "private, no-store"
    return answer


@public
@require_safe
@watched.conditional
def public_table_file(
    request: HttpRequest, club: str, slug: str, what: str, suffix: str, number: int | None = None
) -> HttpResponse:
    """A published list as a file, with the names that everybody may see."""
    found = get_object_or_404(Club, slug=club)
    tournament = get_object_or_404(publishing.shown_tournaments(found).select_related("club"), slug=slug)
    _must_be(suffix, what in catalogue.PUBLIC)
    with timezone.override(ZoneInfo(tournament.zone)):
        file = catalogue.in_public(tournament, what, number)
        tag = catalogue.tag_of(file, suffix)
        same = get_conditional_response(request, etag=tag)
        answer: Any = same or _answer(_written(file, suffix), tournament, what, suffix, number)
    answer["ETag"], answer["Cache-Control"] = tag, "no-cache"
    made: HttpResponse = answer
    return made


def _rights(request: HttpRequest) -> frozenset[Right]:
    rights: frozenset[Right] = getattr(request, "rights", frozenset())
    return rights


def _must_be(suffix: str, known: bool) -> None:
    if not known or suffix not in catalogue.FORMATS:
        raise Http404


def _written(file: File, suffix: str) -> BinaryIO:
    if not file.tables:
        raise Http404
    content: Any = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (closed with the answer)
    catalogue.FORMATS[suffix][1](file, content)
    content.seek(0)
    return cast(BinaryIO, content)


def _answer(content: BinaryIO, tournament: Tournament, what: str, suffix: str, number: int | None) -> FileResponse:
    of_round = f"-{number}" if number else ""
    answer = FileResponse(
        content,
        as_attachment=True,
        filename=f"{tournament.slug}-{what}{of_round}.{suffix}",
        content_type=catalogue.FORMATS[suffix][0],
    )
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
