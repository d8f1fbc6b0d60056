"""What everybody may see: published results, the bracket or pools of a published draw, with names by consent. Of a
round no result before it is published."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import public
from clubs.models import Club
from core.templatetags.look import day as day_of
from scoring import rulesets_store
from scoring.rules.game_words import format_lines
from scoring.rulesets_reading import differences_of, sections_of
from scoring.sheet_game import format_of
from tournaments import boards, givenwords, movedwords, nouns, people, publicwords, watched
from tournaments.models import Publication, Stage, Tournament
from tournaments.services import contests, correcting, giving, prizes, publishing
from tournaments.standings.policies import GivenRules
from tournaments.standings.ranking import Source
from tournaments.views.standings import table_context


@public
@require_safe
def club_page(request: HttpRequest, club: str) -> HttpResponse:
    """A club and its tournaments."""
    found = get_object_or_404(Club.objects.select_related("region"), slug=club)
    tournaments = publishing.shown_tournaments(found)
    context = {
        "club": found,
        "tournaments": tournaments,
        "brand_name": found.name,
        "brand_url": request.path,
        "feed": reverse("public-club-feed", args=[found.slug]),
    }
    return render(request, "tournaments/public_club.html", context)


@public
@require_safe
def tournament_page(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """A tournament: the published standings and the published results of each round."""
    opened = request.GET.get("open")
    return watched.page(request, "tournaments/public_tournament.html", lambda: _tournament_page(club, slug, opened))


def _tournament_page(club: str, slug: str, opened: str | None) -> dict[str, Any]:
    """What the page's frame is filled with. Http404 where there is no such tournament, or nothing to see of it yet."""
    found = get_object_or_404(Club, slug=club)
    tournament = get_object_or_404(publishing.shown_tournaments(found), slug=slug)
    standings = publishing.latest_standings(tournament)
    rounds = publishing.public(tournament, Publication.What.ROUND)
    named = people.in_public_by_round(tournament, [None, *(row.round.number for row in rounds if row.round)])
    day = day_of(tournament.local_date)
    shown_boards = boards.of_tournament(tournament, named[None], public=True)
    context = {
        "club": found,
        "tournament": tournament,
        "stage": contests.only_stage(tournament),
        **table_context(standings.figures if standings else None, named[None], opened),
        "standings": standings,
        "corrections": movedwords.corrections(
            correcting.corrections_of(tournament), named[None], prizes.shown_currency(tournament)
        ),
        "results": [results_of(publication, named) for publication in reversed(rounds)],
        "rules_changed": bool(contests.rules_changes(tournament)),
        "noun": nouns.of(tournament),
        "boards": shown_boards,
        "board_files": boards.kinds(shown_boards),
        "to_paths": True,
        "ways": publicwords.ways(tournament, found.slug, publicwords.HOME, with_results=bool(rounds)),
    }
    lead = f"{day}, {tournament.place}" if tournament.place else day
    return {
        "name": tournament.name,
        "brand_name": found.name,
        "brand_url": f"/p/{found.slug}/",
        "lead": lead,
        "about": f"{tournament.name}, {found.name}: {lead}",
        "feed": reverse("public-feed", args=[found.slug, tournament.slug]),
        "has_boards": bool(shown_boards),
        "body": render_to_string("tournaments/_public_tournament.html", context),
    }


@public
@require_safe
def rules_page(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """How a tournament counts, in readable words made from the rules themselves, and how that was changed."""
    found = get_object_or_404(Club, slug=club)
    tournament = get_object_or_404(publishing.shown_tournaments(found), slug=slug)
    stage = contests.only_stage(tournament)
    version, language = stage.ruleset_version, get_language() or "fr"
    origin = version if version.ruleset.owner_club_id is None else version.ruleset.copied_from
    context = {
        "club": found,
        "tournament": tournament,
        "brand_name": found.name,
        "brand_url": f"/p/{found.slug}/",
        "title": rulesets_store.title_of(version, language),
        "version": version,
        "origin_title": rulesets_store.title_of(origin, language) if origin is not None and origin != version else "",
        "sections": sections_of(rulesets_store.rules_of(version), language),
        "changes": _changes(tournament, language),
        "rules_origin": rulesets_store.rules_of(version).origin.said(language),
        "game_lines": format_lines(format_of(stage.game_format), language),
        "given_lines": _given_lines(tournament, stage),
        "ways": publicwords.ways(
            tournament,
            found.slug,
            publicwords.RULES,
            with_results=bool(publishing.public(tournament, Publication.What.ROUND)),
        ),
        "about": f"{tournament.name}, {found.name}: {day_of(tournament.local_date)}",
    }
    return render(request, "tournaments/public_rules.html", context)


def _given_lines(tournament: Tournament, stage: Stage) -> list[tuple[str, str]]:
    """What is marked without playing, a line each."""
    rules = giving.rules_of_stage(stage)
    total = giving.table_total_of_stage(stage)
    return [
        (_("Resting"), givenwords.in_short(tournament.entry_kind, rules.bye, total)),
        (_("Late, for each round before"), givenwords.missed_marks(rules.late)),
        (_("Absent in a round"), givenwords.missed_marks(rules.absent)),
        (_("Forfeit"), givenwords.forfeit_marks(rules.forfeit)),
        (_("A table that cannot finish"), givenwords.unplayed_marks(rules.unplayed)),
    ]


def _changes(tournament: Tournament, language: str) -> list[dict[str, Any]]:
    """The changes of the rules since the first draw, newest first, each with what then counted differently."""
    found = []
    for change in reversed(contests.rules_changes(tournament)):
        before, after = (rulesets_store.rules_of(version) for version in (change.before, change.after))
        found.append(
            {
                "change": change,
                "before": rulesets_store.title_of(change.before, language),
                "after": rulesets_store.title_of(change.after, language),
                "differences": differences_of(before, after, language),
            }
        )
    return found


def results_of(
    publication: Publication, by_round: dict[int | None, dict[uuid.UUID, people.EntryName]]
) -> dict[str, Any]:
    """The tables of a published round; with the players of that round, where one was replaced since."""
    figures = publication.figures
    if publication.round is None:
        raise Http404
    named = by_round[publication.round.number]
    return {
        "number": figures["round"],
        "tables": [_table(table["table"], table, named) for table in figures["tables"]],
        "meetings": [_table(one["meeting"], one, named) for one in figures.get("meetings", [])],
        "without_table": _without_table(figures, named),
        "cut": figures.get("cut", False),
        "version": publication.version,
    }


def _without_table(figures: dict[str, Any], named: dict[uuid.UUID, people.EntryName]) -> list[dict[str, Any]]:
    """Who marked something in a round without playing, each with a sentence: who rested first."""
    rule = GivenRules.from_settings({"bye": figures.get("bye_rule")}).bye
    found = []
    for one in (*figures["byes"], *figures.get("missed", [])):
        name = named.get(uuid.UUID(one["entry"]))
        if name is not None:
            source = one.get("source")
            text = (
                givenwords.rested(name.joined, one["points"], rule)
                if source is None
                else givenwords.missed(name.joined, one["points"], source)
            )
            found.append({"name": name, "text": text})
    return found


def _table(number: int, table: dict[str, Any], named: dict[uuid.UUID, people.EntryName]) -> dict[str, Any]:
    """A table, or a meeting of teams: its two sides, each with who was on it, what they have and whether they won. A
    ``note`` says what is not as usual: a side that forfeited, a game made up."""
    seats = table["sides"]
    most = max((seat["points"] or 0 for seat in seats), default=0)
    sides: dict[str, dict[str, Any]] = {}
    for seat in seats:
        key = seat.get("side", seat["entry"])
        forfeit = seat.get("forfeit", False)
        side = sides.setdefault(
            key,
            {
                "names": [],
                "points": seat["points"],
                "won": seat["points"] == most and not forfeit,
                "note": givenwords.meaning(Source.FORFEIT) if forfeit else "",
            },
        )
        name = named.get(uuid.UUID(seat["entry"]))
        side["names"] += [] if name is None else [name]
    note = _("game made up, the second pair out of competition") if table.get("catch_up") else ""
    return {"table": number, "sides": list(sides.values()), "note": note}
