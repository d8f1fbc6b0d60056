"""The parts of a tournament: a later stage added, its cut made, and a final fed by qualifying tournaments."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import navigation, people, systemwords, words
from tournaments.draws.options import drawn_by
from tournaments.models import Stage, StageEntry, Tournament
from tournaments.people import EntryName
from tournaments.services import contests, cuts, qualifiers, stages
from tournaments.services.errors import TournamentError
from tournaments.services.qualifiers import Candidate
from tournaments.stageform import QualifiersForm, StageForm, as_wished

#: As many are ever called.
RESERVES_SHOWN = 10


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The stages in order, each with its cut, and the form for one more."""
    tournament = navigation.find(club, slug)
    form = StageForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            stage = cuts.add(tournament.pk, form.wish(), actors.of_user(request.user))
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            toast(
                request,
                _("“%(name)s” is added. Make the cut when the rounds before are closed.") % {"name": stage.name},
            )
            return redirect("stages", club.slug, tournament.slug)
    named = people.in_hall(tournament)
    found = stages.stages_of(tournament)
    context = {
        **navigation.context(request, club, tournament, "settings"),
        "stages": [_shown(stage, named, last=stage == found[-1]) for stage in found],
        "form": form,
        "is_full": len(found) >= cuts.MOST_STAGES,
        "has_qualifiers": bool(contests.only_stage(tournament).settings.get("qualifiers")),
    }
    return render(request, "tournaments/stages.html", context, status=422 if form.errors else 200)


def _shown(stage: Stage, named: dict[uuid.UUID, EntryName], *, last: bool) -> dict[str, Any]:
    """A stage with what its cut is now: made, to be played off, or as it would be."""
    first, end = stages.first_number(stage), stages.last_number(stage)
    drawn = stage.rounds.exclude(state="draft").exists()
    shown = {
        "stage": stage,
        "title": stage.name or _("Qualification"),
        "system": systemwords.name(drawn_by(stage.draw_system, stage.settings.get("draw", {}))),
        "first": first,
        "last": end,
        "is_over": stages.is_over(stage),
        "is_drawn": drawn,
        "is_open": not drawn,
        "may_remove": last and stage.position > 1 and not drawn,
    }
    if stage.position == 1:
        return shown
    made = [(row.state, named[row.entry_id]) for row in stage.qualified.order_by("seed")]
    state = StageEntry.State
    if made:
        lists = {kind: [_row(name) for found, name in made if found == kind] for kind in state.values}
        return {
            **shown,
            "made": True,
            "qualified": lists[state.QUALIFIED],
            "reserves": lists[state.RESERVE],
            "declined": lists[state.DECLINED],
        }
    before = [one for one in stages.stages_of(stage.tournament) if one.position < stage.position]
    if not any(one.rounds.filter(state="closed").exists() for one in before):
        return {**shown, "made": False, "ready": False, "unplayed": True}
    found = cuts.cut_as_it_stands(stage)
    told = stage.settings.get("cut", {})
    ready = all(stages.is_over(one) for one in before)
    level = [_row(named[uuid.UUID(entry)]) for entry in found.play_off.entries] if found.play_off else []
    return {
        **shown,
        "made": False,
        "places": told.get("places"),
        "qualified": [_row(named[uuid.UUID(entry)]) for entry in found.qualified],
        "reserves": [_row(named[uuid.UUID(entry)]) for entry in found.reserves[:RESERVES_SHOWN]],
        # Until the last round before is closed nobody has to part them: that may do it.
        "play_off": level if ready else [],
        "level": "" if ready else ", ".join(row["number"] for row in level),
        "seats": found.play_off.seats if found.play_off else 0,
        "declined": [_row(named[uuid.UUID(entry)]) for entry in told.get("declined", ()) if uuid.UUID(entry) in named],
        "ready": ready,
    }


def _row(name: EntryName) -> dict[str, Any]:
    return {"key": str(name.id), "number": name.label, "names": name.names}


@in_club(Right.ORGANISE)
@require_POST
def act(request: HttpRequest, club: Club, slug: str, stage_id: uuid.UUID) -> HttpResponse:
    """One of the verbs of a cut: make, undo, decline, back, settle; or remove the stage."""
    tournament = navigation.find(club, slug)
    stage = get_object_or_404(tournament.stages.all(), pk=stage_id)
    actor = actors.of_user(request.user)
    verb = request.POST.get("act", "")
    try:
        if verb == "make":
            cuts.make_cut(stage.pk, actor)
            toast(request, _("The cut is made: “%(name)s” can be drawn.") % {"name": stage.name})
        elif verb == "undo":
            cuts.undo_cut(stage.pk, actor)
        elif verb in {"decline", "back"}:
            cuts.decline(stage.pk, [_entry(tournament, request.POST.get("entry", ""))], actor, back=verb == "back")
        elif verb == "settle":
            order = [uuid.UUID(one) for one in _order(request, "place-") if _uuid(one)]
            cuts.settle(stage.pk, order, actor, reason=request.POST.get("reason", ""))
        elif verb == "remove":
            cuts.remove(stage.pk, actor)
            toast(request, _("“%(name)s” is taken away.") % {"name": stage.name})
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect("stages", club.slug, tournament.slug)


def _entry(tournament: Tournament, text: str) -> uuid.UUID:
    found = get_object_or_404(tournament.entries.all(), pk=_uuid(text))
    key: uuid.UUID = found.pk
    return key


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _order(request: HttpRequest, prefix: str) -> list[str]:
    """What was given a place each, best first; TournamentError ``settle-who`` where one is missing or given twice."""
    given = {name.removeprefix(prefix): str(text) for name, text in request.POST.items() if name.startswith(prefix)}
    places = sorted(given.values(), key=lambda text: int(text) if text.isdecimal() and len(text) < 5 else 0)
    if places != [str(place) for place in range(1, len(given) + 1)]:
        raise TournamentError("settle-who")
    return sorted(given, key=lambda name: int(given[name]))


# Qualifying tournaments


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def qualifiers_page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Who comes from qualifying tournaments, and the form that says which they are."""
    tournament = navigation.find(club, slug)
    told = contests.only_stage(tournament).settings.get("qualifiers", {})
    start = {"others": told["from"], "direct": told["direct"], "places": told["places"]} if told else {}
    form = QualifiersForm(request.POST or None, initial=start, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        others, direct, places = as_wished(form)
        actor = actors.of_user(request.user)
        try:
            qualifiers.choose(tournament.pk, [uuid.UUID(one) for one in others], direct, places, actor)
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            return redirect("qualifiers", club.slug, tournament.slug)
    found = qualifiers.as_it_stands(tournament) if told else None
    context: dict[str, Any] = {**navigation.context(request, club, tournament, "settings"), "form": form, "found": None}
    context["is_open"] = tournament.state != Tournament.State.FINISHED
    if found is not None:
        shown = {key: _candidate(one) for key, one in found.candidates.items()}
        play_off = found.cut.play_off
        context |= {
            "found": found,
            "qualified": [{**shown[key], "is_entered": key in found.entered} for key in found.cut.qualified],
            "reserves": [shown[key] for key in found.cut.reserves[:RESERVES_SHOWN]],
            "play_off": [shown[key] for key in play_off.entries] if play_off else [],
            "seats": play_off.seats if play_off else 0,
            "declined": [shown[key] for key in told.get("declined", ()) if key in shown],
            "missing": sum(key not in found.entered for key in found.cut.qualified),
        }
    return render(request, "tournaments/qualifiers.html", context, status=422 if form.errors else 200)


def _candidate(one: Candidate) -> dict[str, Any]:
    name = people.in_hall(one.tournament)[one.entry.pk]
    return {
        "key": one.key,
        "names": name.names,
        "number": one.entry.number,
        "rank": one.rank,
        "from": one.tournament.name,
    }


@in_club(Right.ORGANISE)
@require_POST
def qualifiers_act(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """One of the verbs of the qualifiers: enter, decline, back, settle."""
    tournament = navigation.find(club, slug)
    actor = actors.of_user(request.user)
    verb, key = request.POST.get("act", ""), request.POST.get("key", "")
    try:
        if verb == "enter":
            made = qualifiers.enter(tournament.pk, actor)
            toast(request, _("%(n)d entered.") % {"n": len(made)})
        elif verb in {"decline", "back"}:
            qualifiers.decline(tournament.pk, [key], actor, back=verb == "back")
        elif verb == "settle":
            qualifiers.settle(tournament.pk, _order(request, "place-"), actor, reason=request.POST.get("reason", ""))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect("qualifiers", club.slug, tournament.slug)
