"""The API's own description, and the answer where there is nothing."""

import functools
from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import PublicView


@functools.lru_cache(maxsize=2)
def document(as_json: bool) -> bytes:
    """The description as JSON or as YAML; it only changes with the code, and takes half a second to make."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    renderer: Any = OpenApiJsonRenderer() if as_json else OpenApiYamlRenderer()
    content: bytes = renderer.render(schema, renderer_context={})
    return content


class Schema(PublicView):
    """OpenAPI 3 as YAML, or as JSON (``?format=json``)."""

    renderer_classes = [OpenApiYamlRenderer, OpenApiJsonRenderer]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        renderer: Any = request.accepted_renderer
        return HttpResponse(document(isinstance(renderer, OpenApiJsonRenderer)), content_type=renderer.media_type)


class Nothing(PublicView):
    """Any other address under the API's."""

    @extend_schema(exclude=True)
    def get(self, request: Request, **kwargs: Any) -> Response:
        raise Http404
