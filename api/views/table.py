"""What the bearer of a table's link does: read its sheet and write on it, by the very verbs of the table's page."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api import serializers
from api.base import TableView, language
from clubs.access import SAFE
from tournaments import table_requests, tables
from tournaments.models import TableDevice
from tournaments.services import devices, play

#: The mark of a program in a sheet's history, where a phone has its own.
DEVICE = devices.PROGRAM

REFUSED: dict[int, Any] = {
    400: OpenApiResponse(serializers.ErrorSerializer, "Not understood."),
    401: OpenApiResponse(serializers.ErrorSerializer, "No table's link, or one that opens nothing now."),
    409: OpenApiResponse(serializers.ConflictSerializer, "Somebody was first, or the sheet does not take it now."),
    413: OpenApiResponse(serializers.ErrorSerializer, "More than 16 kB."),
    415: OpenApiResponse(serializers.ErrorSerializer, "Not JSON."),
    422: OpenApiResponse(serializers.DealErrorSerializer, "A deal that cannot be."),
}
STATE = {200: serializers.TableStateSerializer, **REFUSED}


class _Table(TableView):
    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """The desk sees that programs are at the table, and may shut them out as any device."""
        super().initial(request, *args, **kwargs)
        devices.opened(self.table.match_id, DEVICE, came=TableDevice.Came.SQUARE, is_phone=False)
        if request.method not in SAFE and devices.is_shut_out(self.table.match_id, DEVICE):
            raise play.TableClosed("device-shut")

    def body(self) -> dict[str, Any]:
        """The request's JSON object, read as the table's page's."""
        return table_requests.read_body(self.request._request)

    def state(self, status: int = 200) -> Response:
        """The sheet as it is now, with the ETag of that state."""
        found, tag = tables.state_and_tag(self.table, language())
        if found is None:
            raise play.TableClosed("table-gone")
        return Response(found, status=status, headers={"ETag": tag})


class State(_Table):
    @extend_schema(
        operation_id="table_state",
        parameters=[OpenApiParameter("If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER)],
        responses={
            200: serializers.TableStateSerializer,
            304: OpenApiResponse(description="It is as that ETag said."),
            401: REFUSED[401],
            409: REFUSED[409],
        },
    )
    def get(self, request: Request) -> Response:
        """The table's sheet: who plays, the deals, their scores and the reasons, what comes next."""
        tag = tables.state_tag(self.table, language())
        if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
            return Response(status=304, headers={"ETag": tag})
        return self.state()


class Preview(_Table):
    @extend_schema(
        operation_id="table_preview",
        request=serializers.PreviewSerializer,
        responses={200: serializers.WorthSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """What a deal would be worth, and why; nothing is written."""
        return Response(table_requests.preview(self.table, self.body(), language()))


class Deals(_Table):
    @extend_schema(
        operation_id="table_record",
        request=serializers.RecordSerializer,
        responses={201: serializers.TableStateSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Record a deal: when this answers 201, it is on disk. Sending it again with its key changes nothing."""
        table_requests.record(self.table, DEVICE, self.body())
        return self.state(201)


class Deal(_Table):
    @extend_schema(operation_id="table_amend", request=serializers.AmendSerializer, responses=STATE)
    def put(self, request: Request, position: int) -> Response:
        """Replace the deal at a position."""
        table_requests.amend(self.table, DEVICE, self.body(), position)
        return self.state()


class TakeBack(_Table):
    @extend_schema(operation_id="table_take_back", request=serializers.TakeBackSerializer, responses=STATE)
    def post(self, request: Request) -> Response:
        """Take the last deal back."""
        table_requests.take_back(self.table, DEVICE, self.body())
        return self.state()


class Dealer(_Table):
    @extend_schema(operation_id="table_dealer", request=serializers.DealerSerializer, responses=STATE)
    def post(self, request: Request) -> Response:
        """Say who dealt first."""
        table_requests.set_dealer(self.table, DEVICE, self.body())
        return self.state()


class Confirm(_Table):
    @extend_schema(operation_id="table_confirm", request=serializers.ConfirmSerializer, responses=STATE)
    def post(self, request: Request) -> Response:
        """A side agrees to exactly the figures that were shown; once both have, the sheet is closed."""
        table_requests.confirm(self.table, DEVICE, self.body())
        return self.state()


class Reopen(_Table):
    @extend_schema(operation_id="table_reopen", request=serializers.ReopenSerializer, responses=STATE)
    def post(self, request: Request) -> Response:
        """Open a sheet again that both sides have agreed to, until `agreement.open_until`; both then agree again."""
        table_requests.ask_again(self.table, DEVICE, self.body())
        return self.state()


class Dispute(_Table):
    @extend_schema(operation_id="table_dispute", request=serializers.DisputeSerializer, responses=STATE)
    def post(self, request: Request) -> Response:
        """Put before the arbiter what the table does not agree about; raised again, it is the same one."""
        table_requests.dispute(self.table, DEVICE, self.body())
        return self.state()


class Versions(_Table):
    @extend_schema(
        operation_id="table_versions",
        request=serializers.VersionSerializer,
        responses={201: serializers.TableStateSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """A deal that found another one in its place (409 `position-taken`): it is kept beside it, and `versions` of
        the sheet has it until somebody at the table settles it."""
        table_requests.keep_version(self.table, DEVICE, self.body())
        return self.state(201)


class Settle(_Table):
    @extend_schema(operation_id="table_settle", request=serializers.SettleSerializer, responses=STATE)
    def post(self, request: Request) -> Response:
        """Keep one version of a deal. 409 `versions-settled`: somebody else was first."""
        table_requests.settle(self.table, DEVICE, self.body())
        return self.state()


class Late(_Table):
    @extend_schema(
        operation_id="table_late",
        request=serializers.LateSerializer,
        responses={201: serializers.TableStateSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Deals that were typed without a network and come when their sheet is closed: they are kept for the arbiter.
        409 `late-open`: the sheet is open, and takes them as any others."""
        table_requests.hand_in_late(self.table, DEVICE, self.body())
        return self.state(201)
