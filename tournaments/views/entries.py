"""Who takes part: the list, one more by keyboard, and a whole list from the club's file."""

import base64
import binascii
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import entrylist, entrywords, navigation, nouns, people, words
from tournaments.entrylist import Action, Plan
from tournaments.entrylist import words as list_words
from tournaments.entrylist.model import MAX_BYTES
from tournaments.forms import EntryForm, ListForm, PlayerForm, TeamPairForm, entry_form
from tournaments.models import Entry, Tournament
from tournaments.services import entries, payments, rounds, teamimport
from tournaments.services.errors import Conflict, TournamentError
from tournaments.views import entryrows, teamrows
from tournaments.views import teamimport as teamimport_page


@in_club(Right.SEE_CLUB)
def entry_list(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Everybody, what is wrong with the list before the draw, and the line to add one."""
    tournament = navigation.find(club, slug)
    return list_page(request, club, tournament, entry_form(tournament)())


def list_page(
    request: HttpRequest,
    club: Club,
    tournament: Tournament,
    form: EntryForm,
    partner: tuple[Entry, PlayerForm] | None = None,
    pair: tuple[Entry, TeamPairForm] | None = None,
) -> HttpResponse:
    """``partner``: an entry and what was typed for its second player, where that was refused; ``pair``: a team and
    what was typed for one more pair of it."""
    named = people.in_hall(tournament)
    rows = _by_team([{"entry": entry, "name": named[entry.pk]} for entry in tournament.entries.order_by("number")])
    top = [row["entry"] for row in rows if row["entry"].team_id is None]
    active = sum(entry.status == Entry.Status.ACTIVE for entry in top)
    # Where there is a fee, who was never asked owes it too.
    owing = (Entry.Paid.NO, Entry.Paid.UNKNOWN) if tournament.fee_cents else (Entry.Paid.NO,)
    unpaid = sum(entry.paid in owing and entry.status != Entry.Status.WITHDRAWN for entry in top)
    said = entrywords.of(tournament)
    if not _may_see_money(request):
        form.fields.pop("paid", None)
    context = {
        **navigation.context(request, club, tournament, "entries"),
        **entryrows.context(request, club, tournament, rows),
        "noun": nouns.of(tournament),
        "words": said,
        "form": form,
        "active": active,
        "lead": said.said("play", active),
        "is_teams": tournament.entry_kind == Tournament.EntryKind.TEAMS,
        "singles": _singles(rows, partner),
        "teams_open": teamrows.open_teams(tournament, rows, pair),
        "unpaid": said.said("unpaid", unpaid) if unpaid else "",
        "sees_club": any(row["entry"].home_club for row in rows),
        "round_begun": rounds.current_round_of(tournament) is not None,
    }
    refused = form.errors or any(typed is not None and typed[1].errors for typed in (partner, pair))
    return render(request, "tournaments/entries.html", context, status=422 if refused else 200)


def _by_team(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """By number, the pairs of a team behind it."""
    number = {row["entry"].pk: row["entry"].number for row in rows}
    return sorted(rows, key=lambda row: number.get(row["entry"].team_id, row["entry"].number))


def _singles(rows: list[dict[str, Any]], partner: tuple[Entry, PlayerForm] | None) -> list[dict[str, Any]]:
    """Who looks for a partner, each with the form that gives one."""
    found = []
    for row in rows:
        entry = row["entry"]
        if entry.status == Entry.Status.INCOMPLETE and entry.kind == Entry.Kind.PAIR:
            mine = partner is not None and partner[0].pk == entry.pk
            found.append({**row, "form": partner[1] if partner and mine else _partner_form(entry)})
    return found


def _partner_form(entry: Entry, data: Any = None) -> PlayerForm:
    return PlayerForm(data, auto_id=f"id_{entry.number}_%s")


def _may_see_money(request: HttpRequest) -> bool:
    return Right.MONEY in getattr(request, "rights", frozenset())


@in_club(Right.ENTER_SHEETS)
@require_POST
def add(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Enter one; the cursor is back on the first name for the next one."""
    tournament = navigation.find(club, slug)
    form = entry_form(tournament)(request.POST)
    if form.is_valid():
        try:
            entry = entries.add_pair(
                tournament.pk,
                form.players(),
                actors.of_user(request.user),
                home_club=form.cleaned_data["home_club"],
                paid=(form.cleaned_data["paid"] or None) if _may_see_money(request) else None,
                number=form.cleaned_data["number"],
            )
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            names = people.in_hall(tournament)[entry.pk].joined
            toast(request, entrywords.of(tournament).entered % {"number": entry.number, "names": names})
            return redirect("entries", club.slug, tournament.slug)
    return list_page(request, club, tournament, form)


def _row_of(tournament: Tournament, club: Club, entry: Entry) -> str:
    return navigation.address("entries", tournament, club) + f"#entry-{entry.number}"


@in_club(Right.MONEY)
@require_POST
def paid(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """Mark a pair as paid in full, or as still to pay; ``back``: "roll" to come back there."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.entries, pk=entry)
    try:
        payments.tick(row.pk, request.POST.get("paid") == "yes", actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    if request.POST.get("back") == "roll":
        return redirect("roll", club.slug, tournament.slug)
    return redirect(_row_of(tournament, club, row))


@in_club(Right.ENTER_SHEETS)
@require_POST
def partner(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """Give a single player the partner that was typed."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.entries, pk=entry)
    form = _partner_form(row, request.POST)
    if form.is_valid():
        try:
            entries.complete_pair(row.pk, form.cleaned_data["player"], actors.of_user(request.user))
        except TournamentError as error:
            form.add_error("player", words.of_error(error))
        else:
            toast(request, _("Pair %(number)d is complete.") % {"number": row.number})
            return redirect("entries", club.slug, tournament.slug)
    return list_page(request, club, tournament, entry_form(tournament)(), (row, form))


@in_club(Right.ENTER_SHEETS)
@require_POST
def join(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Make one pair of two players who both look for a partner."""
    tournament = navigation.find(club, slug)
    numbers = [request.POST.get(name, "") for name in ("one", "other")]
    singles = [
        get_object_or_404(tournament.entries, number=int(number) if number.isdecimal() and len(number) < 5 else 0)
        for number in numbers
    ]
    try:
        pair = entries.join_singles(singles[0].pk, singles[1].pk, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("Pair %(number)d is complete.") % {"number": pair.number})
    return redirect("entries", club.slug, tournament.slug)


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def import_list(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Choose a list, see what each row would do, confirm exactly that."""
    tournament = navigation.find(club, slug)
    context = {
        **navigation.context(request, club, tournament, "entries"),
        "is_teams": tournament.entry_kind == Tournament.EntryKind.TEAMS,
        "is_singles": tournament.entry_kind == Tournament.EntryKind.SINGLES,
    }
    are_teams = tournament.entry_kind == Tournament.EntryKind.TEAMS
    if request.method == "POST" and "digest" in request.POST:
        return (teamimport_page.confirm if are_teams else _confirm)(request, club, tournament)
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data, name = _content(form)
        try:
            if are_teams:
                teams = teamimport.preview(tournament, data, name)
                return teamimport_page.preview_page(request, club, tournament, teams, data, name)
            plan = entries.preview(tournament, data, name)
        except (entrylist.EntryListError, TournamentError) as error:
            form.add_error("file" if form.cleaned_data.get("file") else "text", words.of_error(error))
        else:
            return _preview_page(request, club, tournament, plan, data, name)
    status = 422 if form.errors else 200
    return render(request, "tournaments/import.html", {**context, "form": form}, status=status)


def _content(form: ListForm) -> tuple[bytes, str]:
    upload = form.cleaned_data.get("file")
    if upload:
        # One byte more than the limit is enough to be refused as too large.
        return upload.read(MAX_BYTES + 1), upload.name
    return form.cleaned_data["text"].encode("utf-8", "replace"), teamimport_page.PASTED


def _preview_page(
    request: HttpRequest, club: Club, tournament: Tournament, plan: Plan, data: bytes, name: str, warning: str = ""
) -> HttpResponse:
    """Every row and its fate. The file itself travels with the form: nothing of it is kept before the confirmation."""
    said = entrywords.of(tournament)
    creates, updates = sum(row.creates for row in plan.rows), sum(row.updates for row in plan.rows)
    context = {
        **navigation.context(request, club, tournament, "entries"),
        "noun": nouns.of(tournament),
        "words": said,
        "plan": plan,
        "groups": _groups(plan),
        "creates": creates,
        "updates": updates,
        "button": said.said("enter", creates) if creates else said.said("update", updates),
        "sees_rating": any(row.rating is not None for row in plan.rows),
        "sees_money": _may_see_money(request),
        "notes": [list_words.message(note.code, note.params) for note in plan.notes],
        "content": base64.b64encode(data).decode("ascii"),
        "filename": name,
        "source": _("The pasted list") if name == teamimport_page.PASTED else name,
        "unused": [_column(one) for one in plan.unused_columns],
        "warning": warning,
        "round_begun": rounds.current_round_of(tournament) is not None,
    }
    return render(request, "tournaments/import_preview.html", context, status=409 if warning else 200)


def _column(heading: str) -> str:
    """A column as it is named: by its heading, or by its letter where it has none."""
    has_none = len(heading) <= 2 and heading.isalpha() and heading.isupper()
    return _("column %(letter)s") % {"letter": heading} if has_none else heading


def _groups(plan: Plan) -> list[dict[str, Any]]:
    """The rows by what becomes of them, those to look at first; within a group in the order of the file."""
    found = []
    for action in (Action.REFUSED, Action.CHANGED, Action.SKIPPED, Action.TAKEN, Action.UNCHANGED):
        rows = [
            {
                "row": row,
                "names": [player.name for player in row.players],
                "reasons": [list_words.message(reason.code, reason.params) for reason in row.reasons],
                "amount": None if row.amount_cents is None else number_format(row.amount_cents / 100, 2),
            }
            for row in plan.rows
            if row.action == action
        ]
        if rows:
            found.append({"action": action.value, "rows": rows, "count": len(rows)})
    return found


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
        toast(request, words.of_error(error), refused=True)
        return redirect("entries-import", club.slug, tournament.slug)
    created = sum(row.creates for row in plan.rows)
    updated = sum(row.updates for row in plan.rows)
    texts = [entrywords.of(tournament).said("imported", created)] if created else []
    if updated:
        texts.append(ngettext("%(n)d brought up to date.", "%(n)d brought up to date.", updated) % {"n": updated})
    toast(request, " ".join(texts) or _("This list changes nothing."))
    return redirect("entries", club.slug, tournament.slug)
