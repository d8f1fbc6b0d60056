"""What the table's page loads once it is usable, at addresses named by what they hold, so that they are kept."""

import functools
import uuid
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils import translation
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from clubs.access import public, table
from tournaments import phonerules, phonewords, table_cookie, tablewords

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


@public
@require_GET
@gzip_page
def worker(request: HttpRequest) -> HttpResponseBase:
    """The service worker of the table pages: from here, so that it has to do with addresses under /table/ only. A
    browser asks for it again at each visit."""
    answer = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@functools.cache
def _worker() -> str:
    return (Path(settings.BASE_DIR) / "static/js/table/sw.js").read_text(encoding="utf-8")


@table
@require_GET
@gzip_page
def rules(request: HttpRequest, link: uuid.UUID) -> HttpResponseBase:
    """The rules that the table's sheet is scored by, ``?MARK``, for the phone to score by while it is alone. 409 for
    another mark than theirs: the state of the sheet names the one that counts."""
    held = table_cookie.read(request, link)
    sheet = held[0].current_sheet() if held is not None else None
    if sheet is None:
        return _refused(403, tablewords.no_table())
    language = (translation.get_language() or "fr").split("-")[0]
    version = sheet.ruleset_version
    if request.META.get("QUERY_STRING", "") != phonerules.mark(version, language):
        return _refused(409, tablewords.refusal("sheet-changed", {}))
    answer = JsonResponse(phonerules.document(version, language))
    answer["Cache-Control"] = FOR_GOOD.replace("public", "private")
    return answer


def _refused(status: int, message: str) -> HttpResponseBase:
    answer = JsonResponse({"code": "no-access" if status == 403 else "no-rules", "message": message}, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
