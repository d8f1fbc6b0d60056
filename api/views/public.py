"""What everybody may read: clubs, their tournaments, published results and standings, regions and rankings."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api import serializers, shapes
from api.base import PublicView
from clubs.models import Club, Region
from rankings import services as seasons
from rankings.models import SeasonRanking
from tournaments.models import Publication, Tournament
from tournaments.services import publishing

PAGE = OpenApiParameter("page", OpenApiTypes.INT, description="From 1; a page has 100.")


def _club(slug: str) -> Club:
    found: Club = get_object_or_404(Club.objects.select_related("region"), slug=slug)
    return found


def _tournament(club: str, slug: str) -> Tournament:
    found: Tournament = get_object_or_404(shapes.with_stages(publishing.shown_tournaments(_club(club))), slug=slug)
    return found


class Clubs(PublicView):
    @extend_schema(
        operation_id="clubs_list",
        parameters=[PAGE],
        responses=serializers.ClubSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The clubs, by name."""
        clubs = Club.objects.select_related("region").order_by("name", "slug")
        return self.in_pages(clubs, shapes.club, serializers.ClubSerializer)


class ClubDetail(PublicView):
    @extend_schema(operation_id="club", responses=serializers.ClubSerializer)
    def get(self, request: Request, club: str) -> Response:
        """A club."""
        return Response(serializers.ClubSerializer(shapes.club(_club(club))).data)


class Tournaments(PublicView):
    @extend_schema(
        operation_id="tournaments_list",
        parameters=[PAGE],
        responses=serializers.TournamentSerializer(many=True),
    )
    def get(self, request: Request, club: str) -> Response:
        """A club's tournaments whose first draw is published, newest first."""
        found = shapes.with_stages(publishing.shown_tournaments(_club(club)))
        return self.in_pages(found, shapes.tournament, serializers.TournamentSerializer)


class TournamentDetail(PublicView):
    @extend_schema(operation_id="tournament", responses=serializers.TournamentSerializer)
    def get(self, request: Request, club: str, slug: str) -> Response:
        """A tournament."""
        return Response(serializers.TournamentSerializer(shapes.tournament(_tournament(club, slug))).data)


class Rounds(PublicView):
    pagination_class = None
    is_watched = True

    @extend_schema(operation_id="rounds_list", responses=serializers.PublishedRoundSerializer(many=True))
    def get(self, request: Request, club: str, slug: str) -> Response:
        """The published rounds, by number."""
        rows = publishing.public(_tournament(club, slug), Publication.What.ROUND)
        found = [shapes.published_round(row) for row in rows]
        return Response(serializers.PublishedRoundSerializer(found, many=True).data)


class RoundDetail(PublicView):
    is_watched = True

    @extend_schema(operation_id="round", responses=serializers.PublishedRoundResultsSerializer)
    def get(self, request: Request, club: str, slug: str, number: int) -> Response:
        """A published round's tables with their results, and who rested."""
        for row in publishing.public(_tournament(club, slug), Publication.What.ROUND):
            if row.figures["round"] == number:
                return Response(serializers.PublishedRoundResultsSerializer(shapes.published_results(row)).data)
        raise Http404


class Standings(PublicView):
    is_watched = True

    @extend_schema(operation_id="standings", responses=serializers.PublishedStandingsSerializer)
    def get(self, request: Request, club: str, slug: str) -> Response:
        """The standings as last published."""
        row = publishing.latest_standings(_tournament(club, slug))
        if row is None:
            raise Http404
        return Response(serializers.PublishedStandingsSerializer(shapes.published_standings(row)).data)


class Regions(PublicView):
    @extend_schema(
        operation_id="regions_list",
        parameters=[PAGE],
        responses=serializers.RegionSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The regions, by name."""
        found = Region.objects.select_related("parent").order_by("name", "slug")
        return self.in_pages(found, shapes.region, serializers.RegionSerializer)


def _region(slug: str) -> Region:
    found: Region = get_object_or_404(Region.objects.select_related("parent"), slug=slug)
    return found


class RegionDetail(PublicView):
    @extend_schema(operation_id="region", responses=serializers.RegionDetailSerializer)
    def get(self, request: Request, region: str) -> Response:
        """A region: its clubs, what they have published, its seasons."""
        return Response(serializers.RegionDetailSerializer(shapes.region_detail(_region(region))).data)


class Ranking(PublicView):
    @extend_schema(
        operation_id="ranking",
        parameters=[OpenApiParameter("season", OpenApiTypes.UUID, description="Today's season if left out.")],
        responses=serializers.RankingSerializer,
    )
    def get(self, request: Request, region: str) -> Response:
        """A season's ranking of players by points for places."""
        found = _region(region)
        wanted: Any = request.query_params.get("season", "")
        season = seasons.season_shown(list(found.seasons.order_by("-starts")), wanted)
        if season is None or (wanted and str(season.pk) != wanted):
            raise Http404
        row = get_object_or_404(SeasonRanking.objects.select_related("season__region"), season=season)
        return Response(serializers.RankingSerializer(shapes.ranking(row)).data)
