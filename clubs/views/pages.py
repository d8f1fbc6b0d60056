"""The first page, and the pages of a club that know no tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import services
from clubs.access import administrator, clubs_of, in_club, is_administrator, public, signed_in
from clubs.forms import ClubForm, MemberForm, RegionForm, initial_of
from clubs.models import Club, Membership, Region, User
from clubs.navigation import club_context
from clubs.roles import LABELS, Right, Role
from clubs.views.accounts import may_make_first_account
from core import actors
from core.toasts import toast


@public
def home(request: HttpRequest) -> HttpResponse:
    """Where everybody arrives: the first account, the own clubs, or what is public."""
    if not request.user.is_authenticated:
        if may_make_first_account(request):
            return render(request, "clubs/welcome.html", {"can_demo": not Club.objects.exists()})
        return render(
            request,
            "clubs/home_public.html",
            {
                "clubs": Club.objects.select_related("region").order_by("name"),
                "regions": Region.objects.order_by("name"),
            },
        )
    assert isinstance(request.user, User)
    clubs = list(clubs_of(request.user).select_related("region"))
    if len(clubs) == 1 and not is_administrator(request.user):
        return redirect("club", clubs[0].slug)
    return render(
        request,
        "clubs/home.html",
        {
            "clubs": clubs,
            "regions": Region.objects.order_by("name"),
            "can_demo": is_administrator(request.user) and not Club.objects.exists(),
            "is_administrator": is_administrator(request.user),
        },
    )


@signed_in
@require_http_methods(["GET", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    """Make a club; who makes it organises it."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = services.create_club(
            form.cleaned_data["name"], actors.of_user(request.user), region=form.cleaned_data.get("region")
        )
        return redirect("club", club.slug)
    return render(request, "clubs/new_club.html", {"form": form}, status=422 if form.errors else 200)


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's name and region."""
    form = ClubForm(request.POST or None, initial=initial_of(club))
    if request.method == "POST" and form.is_valid():
        services.rename_club(club, form.cleaned_data["name"], actors.of_user(request.user))
        if "region" in form.fields:
            services.join_region(club, form.cleaned_data["region"], actors.of_user(request.user))
        toast(request, _("Saved."))
        return redirect("club-settings", club.slug)
    context = {**club_context(request, club, "settings"), "form": form}
    return render(request, "clubs/settings.html", context, status=422 if form.errors else 200)


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def members(request: HttpRequest, club: Club) -> HttpResponse:
    """Who helps in this club, and as what."""
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        actor = actors.of_user(request.user)
        user = services.add_helper(club, data["username"], data["password"], Role(data["role"]), actor)
        toast(request, _("%(name)s can help now.") % {"name": user.username})
        return redirect("club-members", club.slug)
    rows = Membership.objects.filter(club=club).select_related("user").order_by("user__username", "role")
    context = {
        **club_context(request, club, "members"),
        "form": form,
        "members": [{"row": row, "role": LABELS[row.role]} for row in rows],
    }
    return render(request, "clubs/members.html", context, status=422 if form.errors else 200)


@in_club(Right.ORGANISE)
@require_POST
def remove_member(request: HttpRequest, club: Club, member: str) -> HttpResponse:
    """Take a role away."""
    membership = get_object_or_404(Membership, club=club, pk=member)
    try:
        services.revoke(membership, actors.of_user(request.user))
    except services.ClubError:
        toast(request, _("A club needs an organiser: name another one first."))
    else:
        toast(request, _("%(name)s no longer has this role.") % {"name": membership.user.username})
    return redirect("club-members", club.slug)


@administrator
@require_http_methods(["GET", "POST"])
def new_region(request: HttpRequest) -> HttpResponse:
    """Make a region that clubs can join."""
    form = RegionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            region = services.create_region(form.cleaned_data["name"], actors.of_user(request.user))
        except services.ClubError:
            form.add_error("name", _("There is a region of this name already."))
        else:
            toast(request, _("The region %(name)s is there: clubs can join it on their page.") % {"name": region.name})
            return redirect("home")
    return render(request, "clubs/new_region.html", {"form": form}, status=422 if form.errors else 200)
