"""Money: what is due and received, an entry's page of it, receipts, and the cash sheet."""

import uuid
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.actors import Actor
from core.toasts import toast
from tournaments import moneyform, moneypage, navigation, words
from tournaments.models import CashLine, Entry, Method, Payment, Receipt, Tournament
from tournaments.moneyform import CountForm, FeesForm, KindForm, LineForm, PaymentForm, ReceiptsForm
from tournaments.services import fees, payments, receipts, till
from tournaments.services.errors import TournamentError


@in_club(Right.MONEY)
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """All entries with what is due and received; the form of the fees."""
    tournament = navigation.find(club, slug)
    now = fees.fees_of(tournament)
    form = FeesForm(request.POST if request.method == "POST" else None, initial={"fee": now.cents, "per": now.per})
    kinds = moneyform.kinds_sent(request.POST) if request.method == "POST" else moneyform.kinds_shown(now)
    if request.method == "POST" and _fees_saved(request, tournament, form, kinds):
        return redirect("money", club.slug, tournament.slug)
    context = {
        **navigation.context(request, club, tournament, "entries"),
        **moneypage.overview(tournament),
        "form": form,
        "kinds": kinds,
    }
    return render(request, "tournaments/money.html", context, status=422 if request.method == "POST" else 200)


def _fees_saved(request: HttpRequest, tournament: Tournament, form: FeesForm, kinds: list[KindForm]) -> bool:
    checked = [one.is_valid() for one in kinds]
    if not form.is_valid() or not all(checked):
        return False
    named = [one.kind() for one in kinds if one.cleaned_data["name"] or one.cleaned_data["cents"] is not None]
    data = form.cleaned_data
    try:
        fees.change(tournament.pk, data["fee"] or 0, data["per"], named, actors.of_user(request.user))
    except TournamentError as error:
        form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        return False
    toast(request, _("The fees are saved."))
    return True


def _entry(tournament: Tournament, entry: uuid.UUID) -> Entry:
    """The entry that owes the fee: a team for its pairs."""
    found: Entry = get_object_or_404(tournament.entries.select_related("tournament", "team"), pk=entry)
    return fees.payer_of(found)


@in_club(Right.MONEY)
@require_http_methods(["GET", "POST"])
def entry_page(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """What an entry owes and has paid, by player. ``act``: ``receive``, ``refund``, ``void`` (``payment``) or
    ``choose`` (``person``, ``key``)."""
    tournament = navigation.find(club, slug)
    found = _entry(tournament, entry)
    shown = moneypage.account(tournament, found)
    players = [(str(one.id), one.name) for one in shown["players"]]
    asked = request.POST.get("act", "")
    sent = request.POST if asked in {"receive", "refund"} else None
    form = PaymentForm(
        sent, players=players, initial={"amount": shown["account"].open or None, "method": Method.CASH.value}
    )
    if request.method == "POST":
        if _entry_done(request, tournament, found, asked, form):
            return redirect("entry-money", club.slug, tournament.slug, found.pk)
        shown = moneypage.account(tournament, found)  # with what somebody else has written meanwhile
    context = {
        **navigation.context(request, club, tournament, "entries"),
        **shown,
        "form": form,
        "fees": fees.fees_of(tournament),
        "chosen": found.fee_choices.filter(person__isnull=True).values_list("key", flat=True).first() or "",
    }
    return render(request, "tournaments/entry_money.html", context, status=422 if form.errors else 200)


def _entry_done(request: HttpRequest, tournament: Tournament, entry: Entry, asked: str, form: PaymentForm) -> bool:
    """Do what was asked; whether the page is shown anew."""
    actor = actors.of_user(request.user)
    try:
        if asked in {"receive", "refund"}:
            if not form.is_valid():
                return False
            _pay(entry, asked, form, _lines_seen(request), actor)
        elif asked == "void":
            row = get_object_or_404(Payment, pk=_id(request, "payment"), entry=entry)
            payments.void(row.pk, actor)
        elif asked == "choose":
            person = _id(request, "person") if request.POST.get("person") else None
            fees.choose(entry.pk, person, request.POST.get("key", ""), actor)
        else:
            return True  # nothing was asked, so nothing is noted
    except TournamentError as error:
        if form.is_bound:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
            return False
        toast(request, words.of_error(error), refused=True)
        return True
    toast(request, _("Noted."))
    return True


def _lines_seen(request: HttpRequest) -> int | None:
    """How many lines stood on the page, as its form says; None where it says nothing."""
    text = request.POST.get("seen", "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _pay(entry: Entry, asked: str, form: PaymentForm, seen: int | None, actor: Actor) -> None:
    data = form.cleaned_data
    act = payments.receive if asked == "receive" else payments.refund
    person = uuid.UUID(data["person"]) if data["person"] else None
    act(entry.pk, data["amount"] or 0, data["method"], actor, person_id=person, note=data["note"], seen=seen)


def _id(request: HttpRequest, name: str) -> uuid.UUID:
    """An id that a form sent; of one that is none nothing is found."""
    try:
        return uuid.UUID(request.POST.get(name, ""))
    except ValueError:
        return uuid.UUID(int=0)


@in_club(Right.MONEY)
@require_POST
def receipt_give(request: HttpRequest, club: Club, slug: str, payment: uuid.UUID) -> HttpResponse:
    """Give a payment its receipt, and show it."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.payments, pk=payment)
    try:
        receipts.give(row.pk, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
        return redirect("entry-money", club.slug, tournament.slug, row.entry_id)
    return redirect("receipt", club.slug, tournament.slug, row.pk)


@in_club(Right.MONEY)
@require_http_methods(["GET", "POST"])
def receipts_page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The club's numbers of this year's receipts; up to which they were given elsewhere."""
    tournament = navigation.find(club, slug)
    form = ReceiptsForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            receipts.begin_after(tournament.pk, form.cleaned_data["number"], actors.of_user(request.user))
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            toast(request, _("Noted."))
            return redirect("receipts", club.slug, tournament.slug)
    numbering = receipts.numbering(club)
    context = {**navigation.context(request, club, tournament, "entries"), "numbering": numbering, "form": form}
    return render(request, "tournaments/receipts.html", context, status=422 if form.errors else 200)


@in_club(Right.MONEY)
@require_http_methods(["GET", "POST"])
def till_page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The cash sheet. ``act``: ``line``, ``void`` (``line``) or ``count``."""
    tournament = navigation.find(club, slug)
    asked = request.POST.get("act", "")
    line = LineForm(request.POST if asked == "line" else None, initial={"method": Method.CASH.value})
    counted = CountForm(request.POST if asked == "count" else None)
    if request.method == "POST" and _till_done(request, tournament, asked, line, counted):
        return redirect("till", club.slug, tournament.slug)
    context: dict[str, Any] = {
        **navigation.context(request, club, tournament, "entries"),
        **moneypage.cash_sheet(tournament),
        "line_form": line,
        "count_form": counted,
    }
    return render(request, "tournaments/till.html", context, status=422 if line.errors or counted.errors else 200)


def _till_done(request: HttpRequest, tournament: Tournament, asked: str, line: LineForm, counted: CountForm) -> bool:
    actor = actors.of_user(request.user)
    form: forms.Form | None = {"line": line, "count": counted}.get(asked)
    if form is not None and not form.is_valid():
        return False
    try:
        if asked == "line":
            data = line.cleaned_data
            sum_, seen = data["amount"] or 0, _lines_seen(request)
            till.write(tournament.pk, data["kind"], sum_, data["method"], data["note"], actor, seen=seen)
        elif asked == "count":
            till.count(tournament.pk, counted.cleaned_data["counted"], actor)
        elif asked == "void":
            row = get_object_or_404(CashLine, pk=_id(request, "line"), tournament=tournament)
            till.void(row.pk, actor)
        else:
            return True  # nothing was asked, so nothing is noted
    except TournamentError as error:
        if form is None:
            toast(request, words.of_error(error), refused=True)
            return True
        form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        return False
    toast(request, _("Noted."))
    return True


@in_club(Right.MONEY)
@require_safe
def receipt(request: HttpRequest, club: Club, slug: str, payment: uuid.UUID) -> HttpResponse:
    """The receipt of a payment as a page to print."""
    tournament = navigation.find(club, slug)
    rows = Receipt.objects.filter(payment__tournament=tournament).select_related("payment__entry")
    row = get_object_or_404(rows, payment=payment)
    context = {
        **navigation.context(request, club, tournament, "entries"),
        "receipt": moneypage.given(tournament, [row])[0],
        "entry_id": row.payment.entry_id,
    }
    return render(request, "tournaments/receipt.html", context)
