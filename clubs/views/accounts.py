"""Signing in: by password, by the one-time link of this start, and the very first account."""

from typing import Any

from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from clubs import services
from clubs.access import public, signed_in, start
from clubs.forms import AccountForm, SignInForm
from clubs.models import User
from core import startlink
from core.middleware import is_this_machine
from core.toasts import toast

#: Set in the session of who came by the start link: the password may be set anew without the old one.
BY_START_LINK = "by-start-link"
BACKEND = "django.contrib.auth.backends.ModelBackend"

sign_in = public(
    sensitive_post_parameters("password")(
        auth_views.LoginView.as_view(
            template_name="clubs/sign_in.html", authentication_form=SignInForm, redirect_authenticated_user=True
        )
    )
)
sign_out = signed_in(auth_views.LogoutView.as_view())


def may_make_first_account(request: HttpRequest) -> bool:
    """Nobody administers this installation yet, and who asks sits at the machine or used its start link."""
    if User.objects.filter(is_superuser=True, is_active=True).exists():
        return False
    return is_this_machine(request) or startlink.is_let_in(request)


@start
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def first_account(request: HttpRequest) -> HttpResponse:
    """Make the first account, which administers this installation."""
    if not may_make_first_account(request):
        return redirect("home")
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = services.create_account(
                form.cleaned_data["username"], form.cleaned_data["password"], administrator=True
            )
        except services.ClubError:
            form.add_error("username", _("This sign-in name is taken."))
        else:
            login(request, user, backend=BACKEND)
            return redirect("home")
    return render(request, "clubs/first_account.html", {"form": form}, status=422 if form.errors else 200)


@start
@never_cache
@require_http_methods(["GET", "POST"])
def start_link(request: HttpRequest, token: str) -> HttpResponse:
    """The one-time link that the machine shows at every start. A preview of the link (GET) does not use it up."""
    if request.method == "GET":
        return _unindexed(render(request, "clubs/start.html"))
    link = startlink.use(token)
    if link is None:
        return _unindexed(render(request, "clubs/start_used.html", status=410))
    administrator = User.objects.filter(is_superuser=True, is_active=True).order_by("date_joined").first()
    if administrator is None:
        response = redirect("first-account")
    else:
        login(request, administrator, backend=BACKEND)
        request.session[BY_START_LINK] = True
        response = redirect("account")
    startlink.let_in(response, link)
    return _unindexed(response)


def _unindexed(response: HttpResponse) -> HttpResponse:
    # Keeps the link's address out of referrers. Not "no-referrer": a form of such a page is sent with "Origin: null",
    # which the check against forged forms refuses.
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


@signed_in
@never_cache
@sensitive_post_parameters("old_password", "new_password1", "new_password2")
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Set a new password."""
    user = request.user
    if not isinstance(user, User):
        raise Http404
    fresh = request.session.get(BY_START_LINK, False) or not user.has_usable_password()
    kind: Any = SetPasswordForm if fresh else PasswordChangeForm
    form = kind(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, user)
        request.session.pop(BY_START_LINK, None)
        toast(request, _("The new password holds from now on."))
        return redirect("home")
    context = {"form": form, "fresh": fresh}
    return render(request, "clubs/account.html", context, status=422 if form.errors else 200)
