"""The address that the phones open: chosen here, tried here, shown again when the laptop's changes."""

import segno
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.access import is_administrator, public, signed_in
from clubs.forms import AddressForm
from clubs.models import Club, Membership
from clubs.roles import Role
from core import actors, addresses, hosts
from core.toasts import toast


def may_choose_address(user: object) -> bool:
    """An administrator; or an organiser, where all clubs of this installation are his."""
    if is_administrator(user):
        return True
    mine = Membership.objects.filter(user=user, role=Role.ORGANISER.value).values("club")  # type: ignore[misc]
    return Club.objects.exists() and not Club.objects.exclude(pk__in=mine).exists()


@signed_in
@never_cache
@require_http_methods(["GET", "POST"])
def address(request: HttpRequest) -> HttpResponse:
    """Choose the address inside the codes, and scan it to see that it opens."""
    if not may_choose_address(request.user):
        raise PermissionDenied
    current = hosts.current_base_url()
    form = AddressForm(request.POST or None, initial={"address": current or ""})
    if request.method == "POST" and form.is_valid():
        try:
            chosen = addresses.choose(form.cleaned_data["address"], actors.of_user(request.user))
        except addresses.AddressError as error:
            form.add_error("address", _words(error.code))
        else:
            toast(request, _("The codes printed from now on open %(address)s.") % {"address": chosen.base_url})
            return redirect("address")
    context = {
        "form": form,
        "current": current,
        "changed": hosts.address_changed(),
        "proposals": addresses.proposals(str(settings.PORT)),
        "code": code_svg(f"{current}/hello/") if current else "",
    }
    return render(request, "clubs/address.html", context, status=422 if form.errors else 200)


def _words(code: str) -> str:
    if code == "only-this-machine":
        return _("This address leads to this machine only: no phone can open it.")
    return _("This is no address. Write it like http://192.168.1.20:8000.")


def code_svg(url: str) -> str:
    """A QR code as SVG, black on white, with its quiet zone."""
    text: str = segno.make(url, error="m").svg_inline(scale=6, border=4, dark="#000", light="#fff", omitsize=True)
    return mark_safe(text)  # noqa: S308  (segno draws paths only; the address is inside the modules, not in the markup)


@public
def hello(request: HttpRequest) -> HttpResponse:
    """What a phone sees that scanned the code on trial: it works."""
    return render(request, "clubs/hello.html")
