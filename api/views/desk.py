"""What members of a club see: its tournaments with what is not public, the draw, each sheet, the standings now."""

import uuid

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api import serializers, shapes
from api.base import ClubView, SignedInView, language
from api.views.public import PAGE
from clubs.access import clubs_of, rights_in_club
from clubs.models import User
from tournaments import tables
from tournaments.models import Game, Standing


class MyClubs(SignedInView):
    @extend_schema(
        operation_id="desk_clubs_list",
        parameters=[PAGE],
        responses=serializers.MyClubSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The clubs of this account, with what it may do in each."""
        user = request.user
        assert isinstance(user, User)
        return self.in_pages(
            clubs_of(user).select_related("region"),
            lambda club: {
                **shapes.club(club),
                "rights": sorted(right.name.lower() for right in rights_in_club(user, club)),
            },
            serializers.MyClubSerializer,
        )


class Tournaments(ClubView):
    @extend_schema(
        operation_id="desk_tournaments_list",
        parameters=[PAGE],
        responses=serializers.DeskTournamentSerializer(many=True),
    )
    def get(self, request: Request, club: str) -> Response:
        """All tournaments of the club, newest first."""
        found = shapes.with_stages(self.club.tournaments.real().order_by("-local_date", "-created_at"))
        return self.in_pages(found, shapes.desk_tournament, serializers.DeskTournamentSerializer)


class TournamentDetail(ClubView):
    @extend_schema(operation_id="desk_tournament", responses=serializers.DeskTournamentSerializer)
    def get(self, request: Request, club: str, slug: str) -> Response:
        """A tournament, public or not."""
        return Response(serializers.DeskTournamentSerializer(shapes.desk_tournament(self.tournament())).data)


class Rounds(ClubView):
    pagination_class = None

    @extend_schema(operation_id="desk_rounds_list", responses=serializers.DeskRoundSerializer(many=True))
    def get(self, request: Request, club: str, slug: str) -> Response:
        """The rounds begun, by number."""
        found = shapes.desk_rounds(self.tournament())
        return Response(serializers.DeskRoundSerializer(found, many=True).data)


class RoundDetail(ClubView):
    @extend_schema(operation_id="desk_round", responses=serializers.DeskRoundTablesSerializer)
    def get(self, request: Request, club: str, slug: str, number: int) -> Response:
        """A round's draw, and how far each table is."""
        found = shapes.desk_round(self.tournament(), number)
        if found is None:
            raise Http404
        return Response(serializers.DeskRoundTablesSerializer(found).data)


class Sheet(ClubView):
    @extend_schema(operation_id="desk_sheet", responses=serializers.TableStateSerializer)
    def get(self, request: Request, club: str, slug: str, game: uuid.UUID) -> Response:
        """A table's sheet: its deals, their scores and the reasons. It is written to by the table's link only."""
        mine = Game.objects.filter(match__round__stage__tournament=self.tournament()).select_related(
            "sheet__ruleset_version", "sheet__format", "match__round__stage__tournament__club", "match__round__stage"
        )
        return Response(tables.game_state(get_object_or_404(mine, pk=game), language(), writable=False))


class Standings(ClubView):
    @extend_schema(operation_id="desk_standings", responses=serializers.DeskStandingsSerializer)
    def get(self, request: Request, club: str, slug: str) -> Response:
        """The standings as last computed, published or not."""
        found = get_object_or_404(Standing.objects.select_related("tournament"), tournament=self.tournament())
        return Response(serializers.DeskStandingsSerializer(shapes.desk_standings(found)).data)
