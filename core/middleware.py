"""What stands before every page: who may come before the first account exists, and how much may be sent."""

import ipaddress
import re
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from core import startlink

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def is_this_machine(request: HttpRequest) -> bool:
    """Whether the request was made on this machine itself; what a proxy passes on was not."""
    if "HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META:
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


class FirstAccountMiddleware:
    """Until the first account exists, only this machine and the device that opened the start link are answered.

    Otherwise whoever in the hall comes first would own the site. Once there is an account, this costs nothing.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._has_account = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not self._has_account:
            self._has_account = get_user_model()._default_manager.exists()
        if self._has_account or is_this_machine(request):
            return self.get_response(request)
        if request.path.startswith("/start/") or startlink.is_let_in(request):
            return self.get_response(request)
        return render(request, "core/notice.html", {"title": _("Not open yet"), "text": _closed()}, status=403)


def _closed() -> str:
    return _(
        "This site is being set up. Open it on the machine that it runs on, or use the sign-in link shown there when"
        " it started."
    )


class UploadLimitMiddleware:
    """Refuse a request that is too large before any of it is read."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        larger = (size for address, size in settings.LARGE_UPLOADS if re.fullmatch(address, request.path_info))
        most = next(larger, settings.MAX_UPLOAD_BYTES)
        if length.isdecimal() and int(length) <= most:
            return self.get_response(request)
        text = _("A file may have up to %(size)s MB. Nothing was taken over.") % {"size": most // 1_000_000}
        return render(request, "core/notice.html", {"title": _("That file is too large"), "text": text}, status=413)


def locked_out(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """What somebody sees who gave a wrong password too often (called by the sign-in limits)."""
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    text = _(
        "Too many wrong passwords for this name. Wait %(minutes)d minutes, or use the sign-in link shown on the machine"
        " when the site starts."
    ) % {"minutes": minutes}
    return render(request, "core/notice.html", {"title": _("Sign-in is paused"), "text": text}, status=429)
