"""The arbiter's list: what tables do not agree about, and what was decided."""

import uuid
from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from scoring.models import Dispute, ScoreSheet, SheetEntry
from scoring.sheets import SIDE_OF, SheetError
from tournaments import agreewords, latewords, navigation, people, tablewords, words
from tournaments.models import Game, Seat, SheetPhoto, Tournament
from tournaments.services import disputes

#: What can be decided of deals that came late; taking them in is a button of its own.
_OF_LATE = (Dispute.Outcome.STANDS, Dispute.Outcome.CHANGED)


@in_club(Right.SEE_CLUB)
@never_cache
@require_GET
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """What waits for the arbiter, the oldest first; tables that have not agreed for long; what was decided."""
    tournament = navigation.find(club, slug)
    rows = _rows(club, tournament, disputes.of_tournament(tournament))
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "open": [row for row in rows if row["dispute"].decided_at is None],
        "decided": [row for row in rows if row["dispute"].decided_at is not None],
        "unagreed": [
            {
                "table": game.table_no,
                "text": agreewords.no_agreement(minutes),
                "url": navigation.address("sheet", tournament, club, game.pk),
            }
            for game, minutes in disputes.unagreed(tournament)
        ],
        "outcomes": [(value, agreewords.OUTCOMES[Dispute.Outcome(value)]) for value in Dispute.Outcome.values],
        "late_outcomes": [(one.value, agreewords.OUTCOMES[one]) for one in _OF_LATE],
    }
    return render(request, "tournaments/disputes.html", context)


def _rows(club: Club, tournament: Tournament, found: list[Dispute]) -> list[dict[str, Any]]:
    """Each with its table, what it is about, who sits there, since when; in a fixed number of queries, and a few
    for each that is about late deals."""
    games = {one.pk: one.sheet.game for one in found}
    sheets = {one.sheet_id for one in found}
    standing = SheetEntry.objects.filter(sheet__in=sheets, voided_at__isnull=True)
    numbers = {(sheet, position): no for sheet, position, no in standing.values_list("sheet", "position", "counted")}
    sides = _sides(tournament, {game.match_id for game in games.values()})
    photos = dict(SheetPhoto.objects.filter(sheet__in=sheets).order_by().values_list("sheet").annotate(Count("pk")))
    now = timezone.now()
    rows = []
    for one in found:
        game = games[one.pk]
        called = tablewords.pair(sides.get((game.match_id, one.side), ""))
        rows.append(
            {
                "dispute": one,
                "table": game.table_no,
                "round": game.match.round.number,
                "game": game.pk,
                "about": agreewords.about(one.kind, one.position, numbers.get((one.sheet_id, one.position)), called),
                "between": " – ".join(sides.get((game.match_id, side), "") for side in SIDE_OF),
                "minutes": int((now - one.raised_at).total_seconds() // 60),
                "is_late": one.deadline is not None and one.decided_at is None and one.deadline < now,
                "is_closed": one.sheet.state == ScoreSheet.State.CLOSED,
                "outcome": agreewords.OUTCOMES[Dispute.Outcome(one.outcome)] if one.outcome else "",
                "by": one.decided_by.get_username() if one.decided_by else "",
                "url": navigation.address("sheet", tournament, club, game.pk),
                "photos": photos.get(one.sheet_id, 0),
                "late": _late(one, sides) if one.kind in Dispute.WITH_DEALS and one.decided_at is None else None,
            }
        )
    return rows


def _late(one: Dispute, sides: dict[tuple[uuid.UUID, str], str]) -> dict[str, Any]:
    game = one.sheet.game
    labels = {letter: sides.get((game.match_id, letter), "") for letter in SIDE_OF}
    return latewords.page_of(game, one.late_deals.all(), labels)


def _sides(tournament: Tournament, matches: set[uuid.UUID]) -> dict[tuple[uuid.UUID, str], str]:
    """The label of each side of these matches."""
    labels = people.labels_of(list(tournament.entries.order_by("number"))) if matches else {}
    found: dict[tuple[uuid.UUID, str], list[str]] = {}
    for seat in Seat.objects.filter(match__in=matches).order_by("side", "slot"):
        found.setdefault((seat.match_id, seat.side), []).append(labels[seat.participant_id])
    return {key: people.side_label(side) for key, side in found.items()}


def _wanted(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        raise SheetError("dispute-gone") from None


@in_club(Right.CORRECT)
@require_POST
def decide(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Decide one of them (``dispute``) with an ``outcome`` and a ``reason``."""
    tournament = navigation.find(club, slug)
    found = get_object_or_404(Game.objects.filter(match__round__stage__tournament=tournament), pk=game)
    try:
        wanted = _wanted(request.POST.get("dispute", ""))
        outcome, reason = request.POST.get("outcome", ""), request.POST.get("reason", "")
        disputes.decide(found.pk, wanted, outcome, reason, actors.of_user(request.user))
    except SheetError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("It is decided: the table is told."))
    return redirect("disputes", club.slug, tournament.slug)


@in_club(Right.CORRECT)
@require_POST
def take_in(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Take the late deals of a ``dispute`` in, with a ``reason``."""
    tournament = navigation.find(club, slug)
    found = get_object_or_404(Game.objects.filter(match__round__stage__tournament=tournament), pk=game)
    try:
        wanted, reason = _wanted(request.POST.get("dispute", "")), request.POST.get("reason", "")
        disputes.take_in(found.pk, wanted, reason, actors.of_user(request.user))
    except SheetError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("The deals are on the sheet, and the table is told."))
    return redirect("disputes", club.slug, tournament.slug)
