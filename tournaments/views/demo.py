"""The example evening, one click from the first page of an empty installation."""

import uuid

from django.contrib.auth import login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from clubs import services
from clubs.access import is_administrator, signed_in, start
from clubs.models import Club
from clubs.views.accounts import BACKEND, may_make_first_account
from core import jobs
from core.toasts import toast


@start
@require_POST
def make(request: HttpRequest) -> HttpResponse:
    """Ask for the example. On a machine without accounts the visitor becomes its administrator, password to be set."""
    if not request.user.is_authenticated:
        if not may_make_first_account(request):
            raise PermissionDenied
        user = services.create_account("organisateur", None, administrator=True)
        login(request, user, backend=BACKEND)
    if not is_administrator(request.user):
        raise PermissionDenied
    if Club.objects.exists():
        toast(request, _("There is a club here already: the example is only made on an empty installation."))
        return redirect("home")
    job = jobs.enqueue("demo", "demo", {"user": str(request.user.pk)})
    return redirect("demo-progress", job.pk)


@signed_in
@never_cache
@vary_on_headers("HX-Request")
def progress(request: HttpRequest, job: uuid.UUID) -> HttpResponse:
    """How far the example is; then on to it."""
    found = jobs.view(job)
    if found is None or not is_administrator(request.user):
        raise Http404
    if found.is_done and found.result:
        target = redirect("tournament", found.result["club"], found.result["slug"])
        if request.headers.get("HX-Request"):
            answer = HttpResponse(status=204)
            answer["HX-Redirect"] = target["Location"]
            return answer
        return target
    template = "tournaments/_demo_progress.html" if request.headers.get("HX-Request") else "tournaments/demo.html"
    return render(request, template, {"job": found, "job_id": job})
