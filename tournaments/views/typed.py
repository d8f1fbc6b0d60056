"""Papers typed one after the other: the next sheet by its table's number, and who typed which sheets in what order."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core.models import AuditEvent
from core.toasts import toast
from scoring.models import ScoreSheet, SheetEntry
from tournaments import askwords, navigation, paperdesk, people
from tournaments.models import Game, Round, Seat, Tournament
from tournaments.services import asking, typing


@in_club(Right.SEE_CLUB)
@require_GET
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The list, of all rounds and accounts or of those asked for, and the field for the next table."""
    tournament = navigation.find(club, slug)
    if "stop" in request.GET:
        paperdesk.end_stack(request)
        return redirect("desk", club.slug, tournament.slug)
    asked = request.GET.get("round", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 4 else None
    who = _uuid(request.GET.get("who", ""))
    everything = typing.typed(tournament)
    shown = typing.typed(tournament, round_=number, by=who)
    rights: frozenset[Right] = getattr(request, "rights", frozenset())
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "rows": _rows(club, tournament, shown, everything),
        "asks": _asks(club, tournament),
        "rounds": sorted({_told(event)["round"] for event in everything}),
        "people": _people(everything),
        "round_number": number,
        "who": str(who) if who else "",
        "may_enter": Right.ENTER_SHEETS in rights,
        "ways": paperdesk.labels(),
        "way": paperdesk.chosen_way(request),
    }
    return render(request, "tournaments/typed.html", context)


@in_club(Right.ENTER_SHEETS)
@require_GET
def find(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The sheet of a table (``?table=``), of the latest round that has one open: it is typed, and leads back here."""
    tournament = navigation.find(club, slug)
    asked = request.GET.get("table", "").strip()
    games = Game.objects.filter(match__round__stage__tournament=tournament)
    games = games.exclude(match__round__state=Round.State.DRAFT)
    found = None
    if asked.isdecimal() and len(asked) < 6:
        tables = games.filter(table_no=int(asked)).order_by("-match__round__number", "number")
        opened = tables.filter(sheet__state=ScoreSheet.State.OPEN)
        found = opened.first() or tables.first()
    if found is None:
        toast(request, _("There is no table %(table)s in this round.") % {"table": asked[:6] or "–"})
        return redirect("sheets", club.slug, tournament.slug)
    paperdesk.begin_stack(request, tournament)
    return redirect("sheet", club.slug, tournament.slug, found.pk)


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _told(event: AuditEvent) -> dict[str, Any]:
    return event.after if isinstance(event.after, dict) else {}


def _people(events: list[AuditEvent]) -> list[tuple[str, str]]:
    """Who typed, in the order in which they began."""
    found = {str(event.actor_id): event.actor.get_username() for event in events if event.actor is not None}
    return list(found.items())


def _asks(club: Club, tournament: Tournament) -> list[dict[str, Any]]:
    """What is still to be asked at the tables, the first first."""
    found = asking.open_in(tournament)
    names = asking.asked_by(found)
    lines = SheetEntry.objects.filter(sheet__in={one.sheet_id for one in found}, voided_at__isnull=True)
    counted = {(sheet, place): number for sheet, place, number in lines.values_list("sheet", "position", "counted")}
    return [
        {
            "table": one.sheet.game.table_no,
            "round": one.sheet.game.match.round.number,
            "about": askwords.about(one.position, counted.get((one.sheet_id, one.position))),
            "text": one.text,
            "by": names.get(one.pk, ""),
            "at": one.raised_at,
            "url": navigation.address("sheet", tournament, club, one.sheet.game.pk),
        }
        for one in found
    ]


def _rows(
    club: Club, tournament: Tournament, shown: list[AuditEvent], everything: list[AuditEvent]
) -> list[dict[str, Any]]:
    """A row a sheet: its number in the whole order, who, which table, both pairs, the totals as they are now; in a
    fixed number of queries."""
    places = {event.pk: place for place, event in enumerate(everything, start=1)}
    wanted = [event.object_id for event in shown if event.object_id]
    games = {
        game.pk: game
        for game in Game.objects.filter(pk__in=wanted).select_related("sheet", "match").prefetch_related("sheet__sides")
    }
    sides = _sides(tournament, {game.match_id for game in games.values()})
    names = dict(paperdesk.labels())
    rows = []
    for event in shown:
        told = _told(event)
        game = games.get(event.object_id) if event.object_id else None
        totals = {one.side: one.total for one in game.sheet.sides.all()} if game else {}
        rows.append(
            {
                "no": places[event.pk],
                "by": event.actor.get_username() if event.actor else "–",
                "table": told.get("table"),
                "round": told.get("round"),
                "way": names.get(told.get("way", ""), ""),
                "pairs": [
                    {"label": sides.get((game.match_id, side), ""), "total": totals.get(side)} for side in ("A", "B")
                ]
                if game
                else [],
                "is_closed": game is not None and game.sheet.state == ScoreSheet.State.CLOSED,
                "url": navigation.address("sheet", tournament, club, game.pk) if game else "",
            }
        )
    return rows


def _sides(tournament: Tournament, matches: set[uuid.UUID]) -> dict[tuple[uuid.UUID, str], str]:
    """The label of each side of these matches."""
    labels = people.labels_of(list(tournament.entries.order_by("number"))) if matches else {}
    found: dict[tuple[uuid.UUID, str], list[str]] = {}
    for seat in Seat.objects.filter(match__in=matches).order_by("side", "slot"):
        found.setdefault((seat.match_id, seat.side), []).append(labels[seat.participant_id])
    return {key: people.side_label(side) for key, side in found.items()}
