"""The API's own description, and the answer where there is nothing."""

from typing import Any

from django.http import Http404
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import PublicView


class Schema(PublicView, SpectacularAPIView):
    """OpenAPI 3 as YAML, or as JSON (``?format=json``)."""

    renderer_classes = [OpenApiYamlRenderer, OpenApiJsonRenderer]


class Nothing(PublicView):
    """Any other address under the API's."""

    @extend_schema(exclude=True)
    def get(self, request: Request, **kwargs: Any) -> Response:
        raise Http404
