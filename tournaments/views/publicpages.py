"""The public pages beside the standings: programme, entries, the tables of a round, an entry's way, statistics.

Of a round nothing but who sits where before its results are public; names by consent.
"""

import io
import uuid
from collections.abc import Callable
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import public
from clubs.models import Club
from core import hosts
from core.templatetags.look import day as day_of
from scoring.rules.game_words import format_lines
from scoring.sheet_game import format_of
from tournaments import nouns, people, publicpath, publicstats, publicwords, watched
from tournaments.models import Entry, Match, Publication, Round, Seat, Tournament
from tournaments.people import EntryName
from tournaments.services import contests, meetings, published, publishing, showing, stages
from tournaments.standings.statistics import statistics
from tournaments.views.public import results_of

Filling = dict[str, Any]
Make = Callable[[Club, Tournament], Filling]


def found(club: str, slug: str) -> tuple[Club, Tournament]:
    """A tournament that everybody may know of, or 404."""
    one = get_object_or_404(Club, slug=club)
    return one, get_object_or_404(publishing.shown_tournaments(one), slug=slug)


def _page(request: HttpRequest, club: str, slug: str, make: Make) -> HttpResponseBase:
    return watched.page(request, "tournaments/public_page.html", lambda: make(*found(club, slug)))


def filling(club: Club, tournament: Tournament, title: str, template: str, **context: Any) -> Filling:
    """What the frame of a public page is filled with: its body made, and what a link to it shows."""
    day = day_of(tournament.local_date)
    lead = f"{day}, {tournament.place}" if tournament.place else day
    about = {"club": club, "tournament": tournament, "noun": nouns.of(tournament), **context}
    return {
        "title": title,
        "over": tournament.name,
        "over_url": reverse("public-tournament", args=[club.slug, tournament.slug]),
        "brand_name": club.name,
        "brand_url": f"/p/{club.slug}/",
        "lead": lead,
        "about": f"{tournament.name}, {club.name}: {lead}",
        "feed": reverse("public-feed", args=[club.slug, tournament.slug]),
        "unlisted": context.get("unlisted", False),
        "body": render_to_string(f"tournaments/{template}.html", about),
    }


def _ways(tournament: Tournament, club: Club, current: str) -> dict[str, Any]:
    shown = bool(publishing.public(tournament, Publication.What.ROUND))
    return {"ways": publicwords.ways(tournament, club.slug, current, with_results=shown)}


@public
@require_safe
def programme(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """What is played and when: the organiser's lines, the rounds with the times they began at, the page's code."""
    return _page(request, club, slug, _programme)


def _programme(club: Club, tournament: Tournament) -> Filling:
    stage = contests.only_stage(tournament)
    active = tournament.entries.filter(team=None, status=Entry.Status.ACTIVE).count()
    shown = {row.round_id for row in publishing.public(tournament, Publication.What.ROUND)}
    begun = {row.number: row for row in Round.objects.filter(stage__tournament=tournament)}
    rows = []
    for part in stages.stages_of(tournament):
        first = stages.first_number(part)
        for number in range(first, first + part.rounds_planned):
            row = begun.get(number)
            state = row.state if row is not None else Round.State.DRAFT
            rows.append(
                {
                    "number": number,
                    "part": part.name if number == first else "",
                    "at": row.started_at if row is not None and state != Round.State.DRAFT else None,
                    "drawn": state != Round.State.DRAFT,
                    "state": publicwords.state_of_round(state, is_public=row is not None and row.pk in shown),
                }
            )
    return filling(
        club,
        tournament,
        _("Programme"),
        "public_programme",
        **_ways(tournament, club, publicwords.PROGRAMME),
        lines=showing.programme_of(tournament).splitlines(),
        rounds=rows,
        game_lines=format_lines(format_of(stage.game_format), get_language() or "fr"),
        entered=nouns.of(tournament).count(active) if active else "",
    )


@public
@require_safe
def entries(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """Who is entered, by number, named as they agreed to."""
    return _page(request, club, slug, _entries)


def _entries(club: Club, tournament: Tournament) -> Filling:
    named = people.in_public(tournament).values()
    rows = [name for name in named if name.team is None]
    teams: dict[uuid.UUID, list[EntryName]] = {}
    for name in named:
        if name.team is not None:
            teams.setdefault(name.team, []).append(name)
    return filling(
        club,
        tournament,
        str(nouns.of(tournament).many),
        "public_entries",
        **_ways(tournament, club, publicwords.ENTRIES),
        unlisted=True,
        rows=[
            {
                "name": name,
                "pairs": teams.get(name.id, []),
                "is_out": name.status in (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED),
                "is_alone": name.status == Entry.Status.INCOMPLETE,
            }
            for name in rows
        ],
    )


@public
@require_safe
def round_page(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponseBase:
    """Who sits where in a drawn round, by table and by name, and its results once they are public."""
    return _page(request, club, slug, lambda club, tournament: _round(club, tournament, number))


def _round(club: Club, tournament: Tournament, number: int) -> Filling:
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    round_ = get_object_or_404(rounds, number=number)
    named = people.in_public(tournament, round_number=number)
    shown = [row for row in publishing.public(tournament, Publication.What.ROUND) if row.round_id == round_.pk]
    tables = _tables(round_, named)
    rests = [named[who] for who in meetings.resting(round_).values_list("entry_id", flat=True) if who in named]
    return filling(
        club,
        tournament,
        _("Round %(number)d") % {"number": number},
        "public_round",
        **_ways(tournament, club, ""),
        unlisted=True,
        number=number,
        at=round_.started_at,
        state=publicwords.state_of_round(round_.state, is_public=bool(shown)),
        results=[results_of(row, {number: named}) for row in shown],
        tables=[] if shown else tables,
        by_name=[] if shown else _by_name(tables),
        rests=[] if shown else rests,
    )


def _tables(round_: Round, named: dict[uuid.UUID, EntryName]) -> list[dict[str, Any]]:
    """The tables of a round by their numbers, each with who sits on its sides."""
    games: dict[uuid.UUID, dict[str, Any]] = {}
    seats = Seat.objects.filter(match__round=round_).exclude(match__kind=Match.Kind.CATCH_UP).order_by("side", "slot")
    for match_id, table, side, who in seats.values_list("match_id", "match__games__table_no", "side", "participant_id"):
        row = games.setdefault(match_id, {"table": table, "sides": {}})
        if who in named:
            row["sides"].setdefault(side, []).append(named[who])
    return sorted(games.values(), key=lambda row: row["table"] or 0)


def _by_name(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Everybody by the name that is shown, with the table: sorted by what can be read, not by what is kept back."""
    rows = [
        {"text": text, "label": name.label, "table": row["table"], "side": side}
        for row in tables
        for side, names in row["sides"].items()
        for name in names
        for text in name.names
    ]
    return sorted(rows, key=lambda row: (row["text"].casefold(), row["table"] or 0))


@public
@require_safe
def path(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponseBase:
    """An entry's way through the tournament: its tables, opponents, sheets and places, as published."""
    return _page(request, club, slug, lambda club, tournament: _path(club, tournament, number))


def _path(club: Club, tournament: Tournament, number: int) -> Filling:
    entry = get_object_or_404(tournament.entries, number=number)
    known = published.of_entry(tournament, entry.pk)
    waiting = _drawn_only(tournament, entry, known)
    numbers = [None, *known.results, *(row["round"] for row in waiting)]
    named = people.in_public_by_round(tournament, numbers, only=_met(entry, known, waiting))
    name = named[None].get(entry.pk)
    if name is None:
        raise Http404
    steps = publicpath.steps_of(entry.pk, known, named)
    steps += [
        publicpath.seated(row["round"], row["table"], row["sides"], entry.pk, named[row["round"]]) for row in waiting
    ]
    last = max(known.ranked.values(), default=1)
    return filling(
        club,
        tournament,
        name.noun.numbered(name.label),
        "public_path",
        **_ways(tournament, club, ""),
        unlisted=True,
        name=name,
        team=named[None].get(name.team) if name.team else None,
        pairs=[one for one in named[None].values() if one.team == entry.pk],
        steps=steps,
        is_corrected=known.is_corrected,
        plot=publicpath.ranks_plot([step for step in steps if "rank" in step], name.label, last),
    )


def _met(entry: Entry, known: published.Published, waiting: list[dict[str, Any]]) -> set[uuid.UUID]:
    """Whom a page of an entry's way names: itself, its team or its pairs, and whoever it met."""
    found = {entry.pk, *([entry.team_id] if entry.team_id else []), *entry.pairs.values_list("pk", flat=True)}
    for figures in known.results.values():
        for one in (*figures["tables"], *figures["meetings"]):
            found |= {uuid.UUID(side["entry"]) for side in one["sides"]}
    return found | {who for row in waiting for _side, who in row["sides"]}


def _drawn_only(tournament: Tournament, entry: Entry, known: published.Published) -> list[dict[str, Any]]:
    """The rounds in which it has a seat and whose results are not public."""
    mine = Seat.objects.filter(participant=entry, match__round__stage__tournament=tournament)
    mine = mine.exclude(match__round__number__in=known.results).exclude(match__kind=Match.Kind.CATCH_UP)
    rows: dict[uuid.UUID, dict[str, Any]] = {}
    seats = Seat.objects.filter(match__in=mine.values("match")).order_by("match__round__number", "side", "slot")
    for match_id, number, table, side, who in seats.values_list(
        "match_id", "match__round__number", "match__games__table_no", "side", "participant_id"
    ):
        row = rows.setdefault(match_id, {"round": number, "table": table, "sides": []})
        row["sides"].append((side, who))
    return list(rows.values())


@public
@require_safe
def statistics_page(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """Contracts by bid, doubles, points a round, places after each: of the published rounds."""
    return _page(request, club, slug, _statistics)


def _statistics(club: Club, tournament: Tournament) -> Filling:
    known = published.of_tournament(tournament)
    told = statistics(known.results, known.sheets, known.standings)
    return filling(
        club,
        tournament,
        _("Figures"),
        "public_statistics",
        **_ways(tournament, club, publicwords.STATISTICS),
        told=told,
        made_of=publicwords.made_of(told.sheets, told.totals_only),
        bids=publicstats.bids(told),
        doubles=publicstats.doubles(told),
        trumps=publicstats.trumps(told),
        spreads=publicstats.spreads(told),
        ranks=publicstats.ranks(told, people.in_public(tournament)),
        corrected=any(version > 1 for version in known.versions.values()),
        at=known.at,
    )


@public
@require_safe
def code(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The code that opens the tournament's public page, as a drawing; at the address that phones open, where one was
    chosen."""
    found(club, slug)
    address = reverse("public-tournament", args=[club, slug])
    base = hosts.current_base_url()
    drawing = io.BytesIO()
    made = segno.make(f"{base}{address}" if base else request.build_absolute_uri(address), error="m", micro=False)
    made.save(drawing, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False)
    return HttpResponse(
        drawing.getvalue(),
        content_type="image/svg+xml",
        headers={"Cache-Control": "no-cache"},
    )
