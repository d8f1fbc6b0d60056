"""The language that pages are shown in, chosen by anybody, without a secret in the form: so that a public page is the
same for all who see it."""

from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.views import i18n
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def set_language(request: HttpRequest) -> HttpResponseBase:
    """Remember the language in a cookie and go back. All that another site could do by it is show another language, and
    even that is refused: browsers say where a form comes from."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise PermissionDenied
    origin = request.headers.get("Origin", "null")
    if origin != "null" and urlsplit(origin).netloc != request.get_host():
        raise PermissionDenied
    answer: HttpResponseBase = i18n.set_language(request)
    return answer
