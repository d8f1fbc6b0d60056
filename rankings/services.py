"""Seasons: made, changed, and ranked by a job from what is public."""

import hashlib
import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from clubs import names
from clubs.models import Club, Person, Region
from core import audit, jobs
from core.actors import Actor
from core.jobs import JobContext
from rankings.models import Season, SeasonRanking
from rankings.points import DEFAULT_PLACE_POINTS, Placing, season_ranking
from tournaments.models import EntryMember, Publication, Tournament
from tournaments.services import publishing


class SeasonError(Exception):
    """Something a person can mend; ``code``: season-name, season-dates, season-overlap, place-points."""

    def __init__(self, code: str, field: str) -> None:
        super().__init__(code)
        self.code = code
        self.field = field


@dataclass(frozen=True, slots=True)
class SeasonWish:
    """What the region's page asks."""

    name: str
    starts: date
    ends: date
    place_points: tuple[int, ...]


def usual_season(day: date) -> SeasonWish:
    """The season a day falls in where nobody said otherwise: September to August."""
    first = day.year if day.month >= 9 else day.year - 1
    return SeasonWish(f"{first}-{first + 1}", date(first, 9, 1), date(first + 1, 8, 31), DEFAULT_PLACE_POINTS)


@transaction.atomic
def save_season(region: Region, wish: SeasonWish, actor: Actor, season: Season | None = None) -> Season:
    """Make a season of a region, or change one. Two seasons of a region share no day."""
    Region.objects.select_for_update().get(pk=region.pk)
    if wish.ends < wish.starts:
        raise SeasonError("season-dates", "ends")
    if not wish.place_points or any(points < 0 or points > 10_000 for points in wish.place_points):
        raise SeasonError("place-points", "place_points")
    others = region.seasons.exclude(pk=season.pk) if season else region.seasons.all()
    if others.filter(name=wish.name).exists():
        raise SeasonError("season-name", "name")
    if others.filter(starts__lte=wish.ends, ends__gte=wish.starts).exists():
        raise SeasonError("season-overlap", "starts")
    season = season or Season(region=region)
    season.name, season.starts, season.ends = wish.name, wish.starts, wish.ends
    season.place_points = list(wish.place_points)
    season.save()
    audit.record(actor, "season.saved", season, after={"points": season.place_points})
    touch(season)
    return season


def touch(season: Season) -> None:
    """What the ranking is made of has changed: the revision rises, one job waits. Inside the change's transaction."""
    Season.objects.filter(pk=season.pk).update(revision=F("revision") + 1)
    jobs.enqueue("season", str(season.pk), {"season": str(season.pk)})


def regions_above(region: Region | None) -> list[Region]:
    """A region and those it belongs to."""
    found: list[Region] = []
    while region is not None and region not in found:
        found.append(region)
        region = region.parent
    return found


def regions_below(region: Region) -> list[Region]:
    """A region and those that belong to it."""
    found, turn = [region], [region]
    while turn:
        turn = [child for child in Region.objects.filter(parent__in=turn) if child not in found]
        found += turn
    return found


@transaction.atomic
def publication_changed(publication_id: uuid.UUID) -> None:
    """A club published or took back: rank again the seasons of its regions that the tournament's day falls in.

    A region without a season for that day gets the usual one.
    """
    publication = Publication.objects.select_related("tournament__club__region").get(pk=publication_id)
    if publication.tournament.rehearsal_of_id is not None:
        return
    for region in regions_above(publication.tournament.club.region):
        touch(_season_of(region, publication.tournament.local_date))


@transaction.atomic
def tournament_changed(tournament_id: uuid.UUID, day_before: date) -> None:
    """A tournament was moved to another day, or is over sooner or later than planned: what is public counts elsewhere,
    or from now on.
    """
    tournament = Tournament.objects.select_related("club__region").get(pk=tournament_id)
    if tournament.rehearsal_of_id is not None:
        return
    counts = publishing.final_standings(tournament) is not None
    for region in regions_above(tournament.club.region):
        for season in region.seasons.filter(starts__lte=day_before, ends__gte=day_before):
            touch(season)
        if counts:
            touch(_season_of(region, tournament.local_date))


def _season_of(region: Region, day: date) -> Season:
    Region.objects.select_for_update().get(pk=region.pk)
    found = region.seasons.filter(starts__lte=day, ends__gte=day).first()
    if found is not None:
        return found
    wish = usual_season(day)
    # Where seasons of other lengths leave a gap, the usual one is cut to fit between them.
    before = region.seasons.filter(ends__lt=day).order_by("-ends").values_list("ends", flat=True).first()
    after = region.seasons.filter(starts__gt=day).order_by("starts").values_list("starts", flat=True).first()
    starts = max(wish.starts, date.fromordinal(before.toordinal() + 1)) if before else wish.starts
    ends = min(wish.ends, date.fromordinal(after.toordinal() - 1)) if after else wish.ends
    name, number = wish.name, 1
    while region.seasons.filter(name=name).exists():
        number += 1
        name = f"{wish.name} ({number})"
    return Season.objects.create(
        region=region, name=name, starts=starts, ends=ends, place_points=list(wish.place_points)
    )


def region_changed(club: Club, before: Region | None) -> None:
    """A club joined or left a region: its tournaments count elsewhere from now on."""
    for region in {*regions_above(before), *regions_above(club.region)}:
        for season in region.seasons.all():
            touch(season)


def season_shown(seasons: Sequence[Season], wanted: str = "") -> Season | None:
    """Of a region's seasons, newest first: the one whose id is asked for, else the one of today, else the newest."""
    today = timezone.localdate()
    named = [season for season in seasons if str(season.pk) == wanted]
    current = [season for season in seasons if season.starts <= today <= season.ends]
    return next(iter(named or current or seasons), None)


def published_tournaments(regions: Sequence[Region]) -> QuerySet[Tournament]:
    """Tournaments of these regions' clubs that have something public, newest first."""
    shown = Publication.objects.filter(withdrawal__isnull=True).values("tournament")
    return (
        Tournament.objects.real()
        .filter(club__region__in=regions, pk__in=shown)
        .select_related("club")
        .order_by("-local_date", "-created_at")
    )


# The ranking


def counted_tournaments(season: Season) -> list[tuple[Tournament, Publication]]:
    """The finished tournaments of the season whose standings are public now, by date."""
    tournaments = (
        Tournament.objects.real()
        .filter(
            club__region__in=regions_below(season.region),
            local_date__gte=season.starts,
            local_date__lte=season.ends,
            state=Tournament.State.FINISHED,
        )
        .select_related("club")
        .order_by("local_date", "created_at")
    )
    found = []
    for tournament in tournaments:
        publication = publishing.final_standings(tournament)
        if publication is not None:
            found.append((tournament, publication))
    return found


def placings(tournament: Tournament, publication: Publication) -> Iterable[Placing]:
    """The places of a tournament's players: those who were in the pair when it ended."""
    members = publication.figures["members"]
    for row in publication.figures["rows"]:
        if row["rank"] is None:
            continue
        for member in members.get(row["entry"], []):
            if member["until"] is None:
                yield Placing(member["person"], str(tournament.pk), row["rank"])


def compute_season(job: JobContext) -> dict[str, Any]:
    """The job: rank a season from the publications as they are now."""
    with transaction.atomic():
        season = Season.objects.select_for_update().select_related("region").get(pk=uuid.UUID(job.payload["season"]))
        counted = counted_tournaments(season)
        merged = _merged_into()
        rows = season_ranking(
            (
                Placing(merged.get(one.person, one.person), one.tournament, one.rank)
                for tournament, publication in counted
                for one in placings(tournament, publication)
            ),
            season.place_points,
        )
        figures = {
            "tournaments": [str(tournament.pk) for tournament, _ in counted],
            "publications": [str(publication.pk) for _, publication in counted],
            "clubs": len({tournament.club_id for tournament, _ in counted}),
            "rows": [
                {
                    "person": row.person,
                    "rank": row.rank,
                    "points": row.points,
                    "placings": [
                        {"tournament": tournament, "rank": rank, "points": points}
                        for tournament, rank, points in row.placings
                    ],
                }
                for row in rows
            ],
        }
        digest = hashlib.sha256(json.dumps(figures, sort_keys=True).encode()).hexdigest()
        SeasonRanking.objects.update_or_create(
            season=season,
            defaults={
                "revision": season.revision,
                "figures": figures,
                "sha256": digest,
                "computed_at": timezone.now(),
            },
        )
        result = {"revision": season.revision, "players": len(rows), "tournaments": len(counted)}
        job.finish(result)
    return result


def _merged_into() -> dict[str, str]:
    """Persons that were found to be one: the old id and the one that stands, over as many steps as there are."""
    pairs = Person.objects.filter(merged_into__isnull=False).values_list("pk", "merged_into_id")
    steps = {str(old): str(new) for old, new in pairs}
    stands = {}
    for old in steps:
        new, seen = steps[old], {old}
        while new in steps and new not in seen:
            seen.add(new)
            new = steps[new]
        stands[old] = new
    return stands


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A line of the ranking as everybody may see it."""

    rank: int
    name: str
    points: int
    placings: tuple[dict[str, Any], ...]
    clubs: tuple[str, ...] = ()
    """Where the player came to be placed: tells two players of one first name and initial apart."""


def ranked_players(ranking: SeasonRanking) -> list[RankedPlayer]:
    """The ranking with names by consent: whole only where every tournament of the season that counts for a player
    declared whole names and the player objected nowhere.
    """
    rows = ranking.figures["rows"]
    person_ids = [row["person"] for row in rows]
    persons = {str(person.pk): person for person in Person.objects.filter(pk__in=person_ids)}
    counted = Tournament.objects.filter(pk__in=ranking.figures["tournaments"])
    told = {str(pk): (full, club) for pk, full, club in counted.values_list("pk", "full_names", "club__name")}
    nowhere = (False, "")
    merged = _merged_into()
    objected = {
        merged.get(str(person_id), str(person_id))
        for person_id in EntryMember.objects.filter(
            tournament__in=ranking.figures["tournaments"], shown_as=EntryMember.ShownAs.OBJECTED
        ).values_list("person_id", flat=True)
    }
    return [
        RankedPlayer(
            rank=row["rank"],
            name=names.in_public(
                persons[row["person"]],
                objected=row["person"] in objected,
                full_names=all(told.get(one["tournament"], nowhere)[0] for one in row["placings"]),
            ),
            points=row["points"],
            placings=tuple(row["placings"]),
            clubs=tuple(sorted({told[one["tournament"]][1] for one in row["placings"] if one["tournament"] in told})),
        )
        for row in rows
        if row["person"] in persons
    ]


def ranking_rows(season: Season) -> tuple[Sequence[str], list[Sequence[str]]]:
    """The ranking as plain cells for a list on paper: rank, name, tournaments, points."""
    ranking = SeasonRanking.objects.filter(season=season).first()
    players = ranked_players(ranking) if ranking is not None else []
    return ("rank", "player", "tournaments", "points"), [
        (str(player.rank), player.name, str(len(player.placings)), str(player.points)) for player in players
    ]
