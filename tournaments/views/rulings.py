"""The arbiter's page of a table: faults with what they cost, other scores, a game that cannot be finished, forfeits."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from scoring.models import EntryEvent, ScoreSheet
from scoring.sheet_game import rulings_of
from scoring.sheets import SIDE_OF, SheetError
from tournaments import givenwords, navigation, putrightform, rulingwords, tables, tablewords, words
from tournaments.models import Game, Match, Round, Tournament
from tournaments.rulingforms import FAULT, SCORE, FaultForm, ScoreForm
from tournaments.services import faults, giving, rulings, unplayed
from tournaments.services.errors import TournamentError
from tournaments.services.rulings import Given


def _game(tournament: Tournament, game: uuid.UUID) -> Game:
    games = Game.objects.filter(match__round__stage__tournament=tournament).select_related(
        "sheet__ruleset_version__ruleset",
        "sheet__format",
        "match__round__stage__tournament__club",
        "match__round__stage",
    )
    found: Game = get_object_or_404(games, pk=game)
    return found


@in_club(Right.SEE_CLUB, write=Right.CORRECT)
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """What was decided at a table, and the forms for a fault and for another score (``what`` says which was sent)."""
    tournament = navigation.find(club, slug)
    found = _game(tournament, game)
    state = tables.game_state(found, get_language() or "fr", writable=False)
    labels = _labels(state)
    deals = [(entry["position"], _deal(entry)) for entry in state["entries"]]
    sent = request.POST.get("what", "") if request.method == "POST" else ""
    fault_form = FaultForm(
        request.POST if sent == FAULT else None,
        labels=labels,
        listed=faults.listed(club),
        before=rulings.before(found),
        deals=deals,
    )
    score_form = ScoreForm(request.POST if sent == SCORE else None, labels=labels, deals=deals)
    forms: dict[str, FaultForm | ScoreForm] = {FAULT: fault_form, SCORE: score_form}
    form = forms.get(sent)
    if form is not None and form.is_valid():
        said = _save(request, found, form)
        if said is not None:
            toast(request, said)
            return redirect("table-rulings", club.slug, tournament.slug, found.pk)
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "game": found,
        "state": state,
        "sides": state["sides"],
        "rows": _rows(found, state, labels),
        "fault_form": fault_form,
        "score_form": score_form,
        "key": request.POST.get("key") or uuid.uuid4().hex,
        "unplayed": _unplayed(found),
        "forfeit": _forfeit(found, labels),
        "lines": state["entries"],
        "seats_form": putrightform.of_game(found) if Right.CORRECT in getattr(request, "rights", ()) else [],
        "desk_url": navigation.address("desk", tournament, club) + f"?round={found.match.round.number}",
    }
    return render(request, "tournaments/rulings.html", context, status=422 if form is not None and form.errors else 200)


def _labels(state: dict[str, Any]) -> dict[str, str]:
    """What each side of the sheet is called: its number and its families."""
    named = {
        side["side"]: f"{tablewords.pair(side['label'])} ({', '.join(side['families'])})" for side in state["sides"]
    }
    return {letter: named[name] for letter, name in SIDE_OF.items()}


def _deal(entry: dict[str, Any]) -> str:
    if entry["counted"] is None:
        return _("line %(number)d") % {"number": entry["position"]}
    return _("deal %(number)d") % {"number": entry["counted"]}


def _save(request: HttpRequest, game: Game, form: FaultForm | ScoreForm) -> str | None:
    """Write what was typed; the sentence that says so, or None with the refusal beside its field."""
    actor, key, data = actors.of_user(request.user), request.POST.get("key", ""), form.cleaned_data
    try:
        if isinstance(form, FaultForm):
            given = Given(data["side"], data["fault"], int(data["position"] or 0), data["points"])
            cost = rulings.penalise(game.pk, given, key=key, actor=actor, reason=data["reason"])
            return _("Noted: %(cost)s.") % {"cost": cost.text}
        rulings.adjust(
            game.pk, int(data["position"]), data["ns"], data["ew"], key=key, actor=actor, reason=data["reason"]
        )
    except TournamentError as error:
        form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        return None
    except SheetError as error:
        form.add_error(None, words.of_error(error))
        return None
    return _("The other score is noted; the deals stay as they are.")


def _rows(game: Game, state: dict[str, Any], labels: dict[str, str]) -> list[dict[str, Any]]:
    """What was decided, the newest first, each with who, when and why."""
    numbers = {entry["position"]: entry["counted"] for entry in state["entries"]}
    verbs = [EntryEvent.Verb.RULED, EntryEvent.Verb.WARNED]
    events = {
        event.after["rulings"][-1]["number"]: event
        for event in game.sheet.events.filter(verb__in=verbs).select_related("actor")
        if event.after
    }
    shown = rulingwords.shown(rulings_of(game.sheet), labels, numbers)
    return [{**one, "event": events.get(one["number"])} for one in reversed(shown)]


def _unplayed(game: Game) -> dict[str, Any] | None:
    """What the page says of a game that cannot be finished, or was ended; None where neither can be."""
    if unplayed.was_ended(game):
        return {"ended": True, "text": _("The game was ended before all its deals were played.")}
    is_on = game.match.round.state == Round.State.PLAYING and game.sheet.state == ScoreSheet.State.OPEN
    if not is_on or game.match.kind == Match.Kind.CATCH_UP:
        return None
    count = unplayed.missing(game)
    rule = givenwords.unplayed_marks(giving.rules_of(game.match.round).unplayed)
    if not count:
        return {"ended": False, "text": "", "rule": rule if count is None else ""}
    text = ngettext("%(n)d deal is not played.", "%(n)d deals are not played.", count) % {"n": count}
    return {"ended": False, "text": text, "rule": rule}


def _forfeit(game: Game, labels: dict[str, str]) -> dict[str, Any]:
    """What the page says of a forfeit, or asks for one."""
    if game.match.kind == Match.Kind.CATCH_UP:
        return {}
    rule = givenwords.forfeit_marks(giving.rules_of(game.match.round).forfeit, game.forfeit)
    if game.forfeit:
        return {"text": givenwords.forfeited(game.forfeit, labels), "rule": rule}
    return {"choices": [*labels.items(), ("AB", _("neither side"))], "rule": rule}


@in_club(Right.CORRECT)
@require_POST
def void(request: HttpRequest, club: Club, slug: str, game: uuid.UUID, number: int) -> HttpResponse:
    """Make a ruling void by its counter entry."""
    tournament = navigation.find(club, slug)
    found = _game(tournament, game)
    try:
        rulings.void(found.pk, number, actor=actors.of_user(request.user), reason=request.POST.get("reason", ""))
    except (TournamentError, SheetError) as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("It is made void: both lines stay to be read."))
    return redirect("table-rulings", club.slug, tournament.slug, found.pk)


@in_club(Right.CORRECT)
@require_POST
def end(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """End the game of a table that cannot finish, or let it play on (``back``)."""
    tournament = navigation.find(club, slug)
    found = _game(tournament, game)
    actor, reason = actors.of_user(request.user), request.POST.get("reason", "")
    try:
        if request.POST.get("back") == "1":
            unplayed.go_on(found.pk, actor, reason=reason)
            toast(request, _("Table %(table)d plays on.") % {"table": found.table_no})
        else:
            unplayed.end(found.pk, actor, reason=reason)
            toast(request, _("The game of table %(table)d is ended; its sheet is closed.") % {"table": found.table_no})
    except (TournamentError, SheetError) as error:
        toast(request, words.of_error(error), refused=True)
    return redirect("table-rulings", club.slug, tournament.slug, found.pk)
