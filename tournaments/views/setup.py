"""The club's tournaments, a new one, and the settings of one."""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.navigation import club_context
from clubs.roles import Right
from clubs.views.address import may_choose_address
from core import actors, hosts
from core.toasts import toast
from scoring.sheet_game import format_of
from tournaments import criteriawords, givenwords, navigation, nouns, systemwords, windowwords, words
from tournaments.drawform import FIELD_OF
from tournaments.forms import RulesForm, TournamentForm, defaults, values_of
from tournaments.gameform import FIELD_OF_KEY
from tournaments.givenform import GivenForm
from tournaments.models import Entry, Round, Tournament
from tournaments.services import (
    contests,
    drawrules,
    drawsetup,
    given_settings,
    giving,
    paircodes,
    rankorder,
    rounds,
    windows,
)
from tournaments.services.drawsetup import DrawSetup
from tournaments.services.errors import TournamentError
from tournaments.services.resting import BRACKETS
from tournaments.standings.policies import REFUSE, ByeRule, GivenRules


@in_club(Right.SEE_CLUB)
def club_home(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's tournaments, newest first."""
    context = {
        **club_context(request, club, "tournaments"),
        "tournaments": _listed(club),
    }
    return render(request, "tournaments/club_home.html", context)


def _listed(club: Club) -> list[dict[str, Any]]:
    """The club's tournaments, newest first, with how many pairs, players or teams play and how far each is."""
    playing = Q(entries__status=Entry.Status.ACTIVE, entries__team=None)
    rows = club.tournaments.real().order_by("-local_date", "-created_at")
    return [
        {
            "tournament": row,
            "pairs": nouns.of(row).count(row.active),  # type: ignore[attr-defined]
            "is_now": row.state == Tournament.State.RUNNING,
        }
        for row in rows.annotate(active=Count("entries", filter=playing, distinct=True))
    ]


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, club: Club) -> HttpResponse:
    """One page, with the choices of the club's last tournament."""
    form = TournamentForm(request.POST or None, initial=defaults(club), club=club)
    last = club.tournaments.real().order_by("-created_at").first()
    setup = form.setup()
    given_form = _given_form_of_last(last, request.POST or None, setup.entry_kind)
    advice = form.advice(0)
    if "look" in request.POST:
        form.forgive()
    elif form.is_valid() and given_form.is_valid():
        try:
            own = {} if last is None else rankorder.carried(contests.only_stage(last))
            settled = {**_rules_of_last(last, form), **windows.carried(last), **own, **given_form.rules().to_settings()}
            wish = replace(form.wish(), settings=settled)
            tournament = contests.create(club, wish, actors.of_user(request.user))
        except TournamentError as error:
            _put(form, error)
        else:
            return redirect("entries", club.slug, tournament.slug)
    context = {
        **club_context(request, club, "tournaments"),
        "form": form,
        "given_form": given_form,
        "last": last,
        "checks": [_too_many(setup, given_form.rest_rule), _codes(request)],
        "given_says": _marks(given_form.rest_rule),
        "is_drawn": False,
        "advice": advice,
        "asks_expected": True,
        "rules_from": last.name if last is not None and _rules_of_last(last, form) else "",
    }
    return render(request, "tournaments/new.html", context, status=422 if form.errors or given_form.errors else 200)


def _rules_of_last(last: Tournament | None, form: TournamentForm) -> dict[str, Any]:
    """The rules of the draw that a new tournament takes over from the club's last one, if it is drawn alike."""
    if last is None:
        return {}
    stage = contests.only_stage(last)
    mine, then = form.setup(), drawsetup.setup_of(last, stage)
    return drawrules.carried(stage) if (mine.entry_kind, mine.system) == (then.entry_kind, then.system) else {}


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The same page for a tournament that exists."""
    tournament = navigation.find(club, slug)
    stage = contests.only_stage(tournament)
    used = stage.ruleset_version
    form = TournamentForm(request.POST or None, initial=values_of(tournament), club=club, used=used)
    given_form = _given_form(tournament, request.POST or None, form.setup().entry_kind)
    if "look" not in request.POST and form.is_valid() and given_form.is_valid():
        actor = actors.of_user(request.user)
        try:
            with transaction.atomic():
                contests.change(tournament.pk, form.wish(format_of(stage.game_format)), actor)
                given_settings.change(tournament.pk, given_form.rules(), actor, from_start=given_form.for_rounds_before)
        except TournamentError as error:
            _put(form, error)
        else:
            toast(request, _("Saved."))
            return redirect("tournament", club.slug, tournament.slug)
    return _settings_page(request, club, tournament, form, RulesForm(club=club, used=used), given_form)


def _given_form_of_last(last: Tournament | None, data: Any, kind: str) -> GivenForm:
    """What who does not play is to mark in a new tournament of a ``kind``, to begin with as in the club's last one."""
    rules = GivenRules() if last is None else giving.rules_of_stage(contests.only_stage(last))
    return GivenForm(data, rules=rules, kind=kind)


def _given_form(tournament: Tournament, data: Any = None, kind: str = "") -> GivenForm:
    """What who does not play marks, as it is settled now; ``kind``: what shall play, if it is being changed."""
    begun = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).exists()
    rules = giving.rules_of_stage(contests.only_stage(tournament))
    return GivenForm(data, rules=rules, kind=kind or tournament.entry_kind, begun=begun)


def _settings_page(
    request: HttpRequest,
    club: Club,
    tournament: Tournament,
    form: TournamentForm,
    rules_form: RulesForm,
    given_form: GivenForm,
) -> HttpResponse:
    entries = tournament.entries.filter(team=None, status=Entry.Status.ACTIVE).count()
    setup, total = form.setup(), giving.table_total_of_stage(contests.only_stage(tournament))
    advice = form.advice(entries)
    if "look" in request.POST:
        form.forgive()
    context = {
        **navigation.context(request, club, tournament, "settings"),
        "stage": contests.only_stage(tournament),
        "form": form,
        "given_form": given_form,
        "advice": advice,
        "asks_expected": entries < 2,
        "kind_label": tournament.get_entry_kind_display(),
        "rules_url": navigation.address("draw-rules", tournament, club),
        "rules_form": rules_form,
        "rules_title": rules_form.title,
        "checks": _checks(request, tournament, setup, _too_many(setup, given_form.rest_rule, total)),
        "given_says": _marks(given_form.rest_rule, total),
        "is_drawn": rounds.current_round_of(tournament) is not None,
    }
    status = 422 if form.errors or rules_form.errors or given_form.errors else 200
    return render(request, "tournaments/settings.html", context, status=status)


@in_club(Right.ORGANISE)
@require_POST
def change_rules(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Other rules from the next round on, with the reason that the public page shows."""
    tournament = navigation.find(club, slug)
    used = contests.only_stage(tournament).ruleset_version
    rules_form = RulesForm(request.POST, club=club, used=used)
    if rules_form.is_valid():
        data = rules_form.cleaned_data
        try:
            contests.change_rules(tournament.pk, data["ruleset"], data["reason"], actors.of_user(request.user))
        except TournamentError as error:
            rules_form.add_error(error.field if error.field in rules_form.fields else None, words.of_error(error))
        else:
            toast(request, _("These rules count from the next drawn round on. The public page says so."))
            return redirect("tournament-settings", club.slug, tournament.slug)
    form = TournamentForm(initial=values_of(tournament), club=club, used=used)
    return _settings_page(request, club, tournament, form, rules_form, _given_form(tournament))


def _checks(
    request: HttpRequest, tournament: Tournament, setup: DrawSetup, too_many: dict[str, Any]
) -> list[dict[str, Any]]:
    """How it is drawn and ranked, what becomes of who is too many, and what is to be done before the first round."""
    return [
        {
            "state": "ok",
            "title": _("Draw"),
            "value": systemwords.name(setup.system),
            "url": navigation.address("draw-rules", tournament, tournament.club),
            "label": _("Rules"),
        },
        too_many,
        {
            "state": "ok",
            "title": _("What ranks"),
            "value": criteriawords.of_settings(contests.only_stage(tournament).settings, setup.ranking),
            "url": navigation.address("criteria", tournament, tournament.club),
            "label": _("Choose"),
        },
        {
            "state": "ok",
            "title": _("Codes of the pairs"),
            "value": _("asked for") if paircodes.is_on(contests.only_stage(tournament)) else _("not asked for"),
            "url": navigation.address("pair-codes", tournament, tournament.club),
            "label": _("Choose"),
        },
        {
            "state": "ok",
            "title": _("Corrections"),
            "value": windowwords.rules(windows.rules_of(tournament)),
            "url": navigation.address("corrections", tournament, tournament.club),
            "label": _("Choose"),
        },
        _codes(request),
    ]


def _codes(request: HttpRequest) -> dict[str, Any]:
    base_url = hosts.current_base_url()
    codes: dict[str, Any] = {"state": "ok", "title": _("Codes on the sheets"), "value": base_url}
    if base_url is None:
        codes |= {"state": "can", "value": _("the address that the phones open is not chosen yet")}
    elif hosts.address_changed():
        codes |= {"state": "must", "value": _("this machine has another address now")}
    if codes["state"] != "ok" and may_choose_address(request.user):
        codes |= {"url": reverse("address"), "label": _("Choose")}
    return codes


def _too_many(setup: DrawSetup, rule: ByeRule, total: int | None = None) -> dict[str, Any]:
    """What becomes of who has no opponent, by the draw and the rule that the page says now."""
    is_bracket = setup.system in BRACKETS and setup.entry_kind != Tournament.EntryKind.SINGLES
    value = systemwords.goes_through() if is_bracket else givenwords.in_short(setup.entry_kind, rule, total)
    return {"state": "ok", "title": givenwords.too_many(setup.entry_kind), "value": value}


def _marks(rule: ByeRule, total: int | None = None) -> str:
    """What who rests marks, after the title of the part that asks for it."""
    if rule.policy == REFUSE:
        return _("nobody rests")
    return givenwords.marks(rule, total) or _("nothing")


def _put(form: TournamentForm, error: TournamentError) -> None:
    """Show a refusal beside the field it is about."""
    kind = form.cleaned_data.get("game_kind", "deals")
    setting = FIELD_OF.get((form.setup().system, error.field), error.field)
    field = {"length": kind, **FIELD_OF_KEY}.get(error.field, setting)
    form.add_error(field if field in form.fields else None, words.of_error(error))
