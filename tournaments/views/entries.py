"""The pairs: the list, one more by keyboard, and a whole list from the club's file."""

import base64
import binascii

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import entrylist, navigation, people, words
from tournaments.entrylist import Plan
from tournaments.entrylist import model as list_model
from tournaments.entrylist import words as list_words
from tournaments.forms import ListForm, PairForm, as_player
from tournaments.models import Entry, Tournament
from tournaments.services import entries, rounds
from tournaments.services.errors import Conflict, TournamentError


@in_club(Right.SEE_CLUB)
def entry_list(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """All pairs, what is wrong with the list before the draw, and the line to add one."""
    tournament = navigation.find(club, slug)
    return _list_page(request, club, tournament, PairForm())


def _list_page(request: HttpRequest, club: Club, tournament: Tournament, form: PairForm) -> HttpResponse:
    named = people.in_hall(tournament)
    rows = [{"entry": entry, "name": named[entry.pk]} for entry in tournament.entries.order_by("number")]
    active = sum(row["entry"].status == Entry.Status.ACTIVE for row in rows)
    context = {
        **navigation.context(request, club, tournament, "entries"),
        "rows": rows,
        "form": form,
        "active": active,
        "is_odd": active % 2 == 1,
        "singles": [row for row in rows if row["entry"].status == Entry.Status.INCOMPLETE],
        "unpaid": sum(row["entry"].paid == Entry.Paid.NO for row in rows),
        "last": rows[-1] if rows else None,
    }
    return render(request, "tournaments/entries.html", context, status=422 if form.errors else 200)


@in_club(Right.ENTER_SHEETS)
@require_POST
def add(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Enter one pair; the cursor is back on the first name for the next one."""
    tournament = navigation.find(club, slug)
    form = PairForm(request.POST)
    if form.is_valid():
        try:
            entry = entries.add_pair(
                tournament.pk,
                form.players(),
                actors.of_user(request.user),
                home_club=form.cleaned_data["home_club"],
                paid=form.cleaned_data["paid"] or None,
                number=form.cleaned_data["number"],
            )
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            toast(request, _("Pair %(number)d is entered.") % {"number": entry.number})
            return redirect("entries", club.slug, tournament.slug)
    return _list_page(request, club, tournament, form)


@in_club(Right.ENTER_SHEETS)
@require_POST
def change(request: HttpRequest, club: Club, slug: str, entry: str) -> HttpResponse:
    """One act on one pair: it leaves, comes back, has paid, gets its second player."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.entries, pk=entry)
    actor = actors.of_user(request.user)
    act = request.POST.get("act", "")
    number = {"number": row.number}
    try:
        if act == "withdraw":
            entries.set_status(row.pk, Entry.Status.WITHDRAWN, actor)
            undo = navigation.address("entry-change", tournament, club, row.pk) + "?act=return"
            toast(
                request,
                _("Pair %(number)d leaves: its games stay, it is no longer drawn.") % number,
                undo_url=undo,
                undo_label=_("Put back"),
            )
        elif act == "return" or request.GET.get("act") == "return":
            entries.set_status(row.pk, Entry.Status.ACTIVE, actor)
            toast(request, _("Pair %(number)d is back.") % number)
        elif act == "paid":
            entries.set_paid(row.pk, row.paid != Entry.Paid.YES, actor)
        elif act == "partner":
            entries.complete_pair(row.pk, as_player(request.POST.get("player", "")), actor)
            toast(request, _("Pair %(number)d is complete.") % number)
    except forms.ValidationError as error:
        toast(request, error.messages[0])
    except TournamentError as error:
        toast(request, words.of_error(error))
    return redirect(navigation.address("entries", tournament, club) + f"#entry-{row.number}")


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def import_list(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Choose a list, see what each row would do, confirm exactly that."""
    tournament = navigation.find(club, slug)
    context = navigation.context(request, club, tournament, "entries")
    if request.method == "POST" and "digest" in request.POST:
        return _confirm(request, club, tournament)
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data, name = _content(form)
        try:
            plan = entries.preview(tournament, data, name)
        except entrylist.EntryListError as error:
            form.add_error("file" if form.cleaned_data.get("file") else "text", words.of_error(error))
        else:
            return _preview_page(request, club, tournament, plan, data, name)
    status = 422 if form.errors else 200
    return render(request, "tournaments/import.html", {**context, "form": form}, status=status)


def _content(form: ListForm) -> tuple[bytes, str]:
    upload = form.cleaned_data.get("file")
    if upload:
        # One byte more than the limit is enough to be refused as too large.
        return upload.read(entrylist.list_model.MAX_BYTES + 1), upload.name
    return form.cleaned_data["text"].encode("utf-8", "replace"), "pasted.txt"


def _preview_page(
    request: HttpRequest, club: Club, tournament: Tournament, plan: Plan, data: bytes, name: str, warning: str = ""
) -> HttpResponse:
    """Every row and its fate. The file itself travels with the form: nothing of it is kept before the confirmation."""
    rows = [
        {"row": row, "reasons": [list_words.message(reason.code, reason.params) for reason in row.reasons]}
        for row in plan.rows
        if row.action != entrylist.Action.BLANK
    ]
    context = {
        **navigation.context(request, club, tournament, "entries"),
        "plan": plan,
        "rows": rows,
        "counts": plan.counts,
        "creates": sum(row.creates for row in plan.rows),
        "updates": sum(row.updates for row in plan.rows),
        "notes": [list_words.message(note.code, note.params) for note in plan.notes],
        "content": base64.b64encode(data).decode("ascii"),
        "filename": name,
        "warning": warning,
        "round_begun": rounds.current_round_of(tournament) is not None,
    }
    return render(request, "tournaments/import_preview.html", context, status=409 if warning else 200)


def _confirm(request: HttpRequest, club: Club, tournament: Tournament) -> HttpResponse:
    name = request.POST.get("filename", "")[:200]
    try:
        data = base64.b64decode(request.POST.get("content", ""), validate=True)
        plan = entries.import_list(
            tournament.pk, data, name, request.POST.get("digest", ""), actors.of_user(request.user)
        )
    except Conflict as error:
        plan = entries.preview(tournament, data, name)
        return _preview_page(request, club, tournament, plan, data, name, words.of_error(error))
    except (binascii.Error, entrylist.EntryListError, TournamentError) as error:
        toast(request, words.of_error(error))
        return redirect("entries-import", club.slug, tournament.slug)
    created = sum(row.creates for row in plan.rows)
    updated = sum(row.updates for row in plan.rows)
    text = _("%(created)d pairs entered, %(updated)d brought up to date.") % {"created": created, "updated": updated}
    toast(request, text)
    return redirect("entries", club.slug, tournament.slug)
