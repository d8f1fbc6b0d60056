"""From rows and figures to the fields of the answers: names by ``tournaments.people``, figures by the services."""

import uuid
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet

from clubs.models import Club, Region
from rankings import services as seasons
from rankings.models import SeasonRanking
from scoring.agreeing import Agreement, agreements_of
from scoring.models import ScoreSheet
from scoring.sheets import SIDE_OF
from tournaments import agreed, people
from tournaments.models import Entry, Game, Publication, Round, Stage, Standing, Tournament
from tournaments.services import meetings, publishing
from tournaments.standings.terms import from_lists

Names = dict[uuid.UUID, people.EntryName]


def link(row: Club | Region | None) -> dict[str, str] | None:
    """A club or region by its address and name."""
    return None if row is None else {"slug": row.slug, "name": row.name}


def club(row: Club) -> dict[str, Any]:
    return {"slug": row.slug, "name": row.name, "region": link(row.region)}


def with_stages(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The tournaments with all that ``tournament`` reads, in a fixed number of queries."""
    stages = Stage.objects.select_related("game_format", "ruleset_version__ruleset").order_by("position")
    return tournaments.select_related("club").prefetch_related(Prefetch("stages", queryset=stages))


def tournament(row: Tournament) -> dict[str, Any]:
    """A tournament; rule set and game are those of its first stage."""
    stage = row.stages.all()[0]
    return {
        **_dated(row),
        "place": row.place,
        "state": row.state,
        "entry_kind": row.entry_kind,
        "full_names": row.full_names,
        "rounds_planned": sum(one.rounds_planned for one in row.stages.all()),
        "ruleset": stage.ruleset_version.ruleset.key,
        "game": {"kind": stage.game_format.kind, "length": stage.game_format.length},
    }


def _dated(row: Tournament) -> dict[str, Any]:
    return {"club": link(row.club), "slug": row.slug, "name": row.name, "date": row.local_date}


def desk_tournament(row: Tournament) -> dict[str, Any]:
    active = row.entries.filter(status=Entry.Status.ACTIVE, team__isnull=True).count()
    return {**tournament(row), "revision": row.revision, "entries": active}


# What is published


def published_round(row: Publication) -> dict[str, Any]:
    return {
        "number": row.figures["round"],
        "version": row.version,
        "published_at": row.at,
        "tables": len(row.figures["tables"]),
    }


def published_results(row: Publication) -> dict[str, Any]:
    """A published round, table by table, with the names of that round that everybody may see."""
    named = people.in_public(row.tournament, round_number=row.figures["round"])
    return {
        **published_round(row),
        "tables": [
            {
                "table": table["table"],
                "meeting": table.get("meeting"),
                "catch_up": table.get("catch_up", False),
                "sides": [
                    {
                        **_named(named, one["entry"]),
                        "side": SIDE_OF[one["side"]],
                        "points": one["points"],
                        "forfeit": one.get("forfeit", False),
                    }
                    for one in table["sides"]
                ],
            }
            for table in row.figures["tables"]
        ],
        "meetings": [
            {
                "meeting": meeting["meeting"],
                "teams": [{**_named(named, one["entry"]), "points": one["points"]} for one in meeting["sides"]],
            }
            for meeting in row.figures.get("meetings", [])
        ],
        "byes": [{**_named(named, bye["entry"]), "points": bye["points"]} for bye in row.figures["byes"]],
        "missed": [
            {**_named(named, one["entry"]), "points": one["points"], "source": one["source"]}
            for one in row.figures.get("missed", [])
        ],
        "cut": row.figures.get("cut", False),
    }


def published_standings(row: Publication) -> dict[str, Any]:
    """The standings that everybody sees."""
    return {
        **_figures(row.figures, people.in_public(row.tournament)),
        "after_round": row.round.number if row.round else 0,
        "version": row.version,
        "published_at": row.at,
    }


def desk_standings(row: Standing) -> dict[str, Any]:
    """The standings as last computed, with the names of the hall."""
    return {
        **_figures(row.figures, people.in_hall(row.tournament)),
        "revision": row.revision,
        "is_current": row.revision == row.tournament.revision,
        "computed_at": row.computed_at,
    }


def _figures(figures: dict[str, Any], named: Names) -> dict[str, Any]:
    return {
        "criteria": figures["criteria"],
        "parameters": figures.get("parameters", {}),
        "rounds": figures["rounds"],
        "cut": figures.get("cut", []),
        "rows": [_row(row, named) for row in figures["rows"]],
        "pairs": [_row(row, named) for row in figures.get("pairs", [])],
    }


def _row(row: dict[str, Any], named: Names) -> dict[str, Any]:
    return {
        **_named(named, row["entry"]),
        **{key: row[key] for key in ("rank", "tied", "points", "values", "decided_by")},
        "rounds": [{"round": int(number), **cell} for number, cell in row["rounds"].items()],
        "explained": _explained(row, named),
    }


def _explained(row: dict[str, Any], named: Names) -> list[dict[str, Any]]:
    """What the figures of the criteria are the sum of, as far as the rounds do not say it; opponents by number."""
    found = []
    for criterion, told in row.get("explained", {}).items():
        for one in from_lists(told):
            opponent = named.get(uuid.UUID(one.entry)) if one.entry else None
            found.append(
                {
                    "criterion": criterion,
                    "round": one.round or None,
                    "amount": one.amount,
                    "opponent": opponent.number if opponent is not None else None,
                    "figure": one.figure,
                    "why": one.why,
                }
            )
    return found


def _named(named: Names, entry_id: str) -> dict[str, Any]:
    entry = named[uuid.UUID(entry_id)]
    return {"number": entry.number, "label": entry.label, "kind": entry.kind, "names": entry.names}


# Regions


def region(row: Region) -> dict[str, Any]:
    return {"slug": row.slug, "name": row.name, "level": row.level, "parent": link(row.parent)}


def region_detail(row: Region) -> dict[str, Any]:
    """A region with the clubs below it and what they have published."""
    below = seasons.regions_below(row)
    return {
        **region(row),
        "clubs": [link(one) for one in Club.objects.filter(region__in=below).order_by("name")],
        "tournaments": [_dated(one) for one in seasons.published_tournaments(below)[:200]],
        "seasons": row.seasons.order_by("-starts"),
    }


def ranking(row: SeasonRanking) -> dict[str, Any]:
    """The ranking of a season, with names by consent."""
    played = Tournament.objects.filter(pk__in=row.figures["tournaments"]).select_related("club")
    tournaments = {str(one.pk): _dated(one) for one in played}
    return {
        "region": link(row.season.region),
        "season": row.season,
        "computed_at": row.computed_at,
        "is_current": row.revision == row.season.revision,
        "players": [
            {
                "rank": player.rank,
                "name": player.name,
                "points": player.points,
                "placings": [
                    {"tournament": tournaments[one["tournament"]], "rank": one["rank"], "points": one["points"]}
                    for one in player.placings
                ],
            }
            for player in seasons.ranked_players(row)
        ],
    }


# At the desk


def desk_rounds(row: Tournament) -> list[dict[str, Any]]:
    """The rounds begun, by number."""
    found = Round.objects.filter(stage__tournament=row).annotate(
        tables=Count("matches__games"),
        tables_closed=Count("matches__games", filter=Q(matches__games__state=Game.State.CLOSED)),
    )
    shown = {one.round_id for one in publishing.public(row, Publication.What.STANDINGS)}
    return [
        {
            "number": one.number,
            "state": one.state,
            "started_at": one.started_at,
            "closed_at": one.closed_at,
            "tables": one.tables,
            "tables_closed": one.tables_closed,
            "is_public": one.pk in shown,
        }
        for one in found.order_by("stage__position", "number")
    ]


def desk_round(row: Tournament, number: int) -> dict[str, Any] | None:
    """A round's tables as they are drawn and scored now; None where it was not begun."""
    head = next((one for one in desk_rounds(row) if one["number"] == number), None)
    if head is None:
        return None
    named = people.in_hall(row, round_number=number)
    games = Game.objects.filter(match__round__stage__tournament=row, match__round__number=number)
    round_ = Round.objects.get(stage__tournament=row, number=number)
    rows = (
        games.select_related("sheet", "match")
        .annotate(
            deals=Count("sheet__entries", filter=Q(sheet__entries__voided_at=None, sheet__entries__counted__gt=0))
        )
        .prefetch_related("match__seats", "sheet__sides")
        .order_by("table_no", "number")
    )
    agreements = agreements_of(game.sheet for game in rows)
    return {
        **head,
        "tables": [_desk_table(game, game.deals, agreements[game.sheet_id], named) for game in rows],
        "byes": [
            _named(named, str(entry_id)) for entry_id in meetings.resting(round_).values_list("entry_id", flat=True)
        ],
    }


def _desk_table(game: Game, deals: int, agreement: Agreement, named: Names) -> dict[str, Any]:
    sheet: ScoreSheet = game.sheet
    totals = {side.side: side.total for side in sheet.sides.all()}
    seats = sorted(game.match.seats.all(), key=lambda seat: (seat.side, seat.slot))
    return {
        "table": game.table_no,
        "meeting": game.match.meeting,
        "game": game.pk,
        "state": sheet.state,
        "agreement": agreed.state_of(sheet, agreement),
        "complete": sheet.complete,
        "revision": sheet.revision,
        "deals": deals,
        "sides": [
            {**_named(named, str(seat.participant_id)), "side": SIDE_OF[seat.side], "total": totals[seat.side]}
            for seat in seats
        ],
    }
