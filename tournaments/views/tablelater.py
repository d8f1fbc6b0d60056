"""What the table's page loads once it is usable, at addresses named by what they hold, so that they are kept."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils import translation
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from clubs.access import public
from tournaments import phonewords

#: For as long as it says what its mark says, which is for good.
FOR_GOOD = f"public, max-age={365 * 24 * 3600}, immutable"


@public
@require_GET
@gzip_page
def words(request: HttpRequest) -> HttpResponseBase:
    """The words of the later screens, ``?LANGUAGE-MARK``. Another mark than theirs, of a page from before an update,
    gets them too, and they are not kept."""
    language, _, mark = request.META.get("QUERY_STRING", "").partition("-")
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    with translation.override(language):
        answer = JsonResponse(phonewords.later_words())
        answer["Cache-Control"] = FOR_GOOD if mark == phonewords.later_mark(language) else "no-store"
    return answer
