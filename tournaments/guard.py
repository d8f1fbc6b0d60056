"""What stands before every view that changes a tournament: the table of dangers, the typed word, a copy, the way back.

A view says which act it does (``@acts``), as it says whose right it asks (``@in_club``). A test walks the addresses and
fails on one that changes a tournament and says nothing.
"""

import functools
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.access import SAFE as READING
from clubs.models import Club
from clubs.roles import Right
from core import actors, audit
from core.toasts import forget, give_way_back, toast
from tournaments import navigation, safetywords
from tournaments.models import Draw, Game, Publication, Round, Snapshot, Tournament
from tournaments.safety import ENDS_A_ROUND, FOR_GOOD, Act, Cell, Level
from tournaments.services import snapshots
from tournaments.services.restoring import mark_of
from tournaments.services.risks import Risks

View = Callable[..., HttpResponseBase]
#: Says which act a request asks for, where one view does several; None for one that changes nothing yet.
Choose = Callable[[HttpRequest, Tournament], Act | None]
#: The field in which the word is typed.
TYPED = "typed"


@dataclass(frozen=True, slots=True)
class Doing:
    """An act about to be done: to which tournament, concerning which round, and how it may be done now."""

    tournament: Tournament
    act: Act
    round: Round | None
    cell: Cell

    @property
    def word(self) -> str:
        """What has to be typed."""
        return word_of(self.round)


def word_of(round_: Round | None) -> str:
    """What has to be typed for an act that concerns this round: its number, or a word before there is any round."""
    return str(round_.number) if round_ is not None else _("yes")


def acts(
    *possible: Act,
    choose: Choose | None = None,
    round_of: Callable[..., Round | None] | None = None,
    typed_in_view: bool = False,
) -> Callable[[View], View]:
    """The view does ``possible`` acts; which of several, ``choose`` says. ``round_of`` finds the round from the
    address's parts where they name none; ``typed_in_view``: the view asks for the word to type by itself."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def guarded(request: HttpRequest, club: Club, slug: str, **names: Any) -> HttpResponseBase:
            if request.method in READING:
                return view(request, club=club, slug=slug, **names)
            tournament = navigation.find(club, slug)
            act = choose(request, tournament) if choose is not None else possible[0]
            call = functools.partial(view, request, club=club, slug=slug, **names)
            if act is None:
                return call()
            named = (round_of or _round_named)(tournament, **names)
            doing = weigh(Risks(tournament), act, named)
            if doing.cell.level == Level.REFUSED:
                return _refused(request, club, doing, call)
            if doing.cell.level == Level.TYPED and not typed_in_view and not is_typed(request, doing):
                return ask(request, club, doing)
            return perform(request, club, doing, call)

        guarded.acts = frozenset(possible)  # type: ignore[attr-defined]
        return guarded

    return decorate


def weighs(*possible: Act) -> Callable[[View], View]:
    """The view does ``possible`` acts and asks by itself how each may be done (``weigh``, ``perform``)."""

    def decorate(view: View) -> View:
        view.acts = frozenset(possible)  # type: ignore[attr-defined]
        return view

    return decorate


def weigh(risks: Risks, act: Act, named: Round | None = None) -> Doing:
    """How an act may be done now."""
    return Doing(risks.tournament, act, named or risks.current, risks.cell(act, named))


def _round_named(tournament: Tournament, **names: Any) -> Round | None:
    """The round that the parts of an address name, if any."""
    rounds = Round.objects.filter(stage__tournament=tournament)
    if "round_id" in names:
        return rounds.filter(pk=names["round_id"]).first()
    for name, model in (("game", Game), ("draw", Draw), ("publication", Publication)):
        if name in names:
            path = "match__round" if model is Game else "round"
            found = model._default_manager.filter(pk=names[name]).values(path)
            return rounds.filter(pk__in=found).first()
    return None


def is_typed(request: HttpRequest, doing: Doing) -> bool:
    """Whether the word has been typed."""
    return request.POST.get(TYPED, "").strip().casefold() == doing.word.casefold()


def ask(request: HttpRequest, club: Club, doing: Doing) -> HttpResponseBase:
    """The page on which the word is typed; all that was sent is sent again with it."""
    sent = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in {TYPED, "csrfmiddlewaretoken"}
        for value in values
    ]
    context = {
        **navigation.context(request, club, doing.tournament, ""),
        "title": safetywords.act(doing.act),
        "sentence": safetywords.sentence(doing.cell.say),
        "word": doing.word,
        "round": doing.round,
        "for_good": doing.act in FOR_GOOD,
        "sent": sent,
        "typed": request.POST.get(TYPED),
        "back": navigation.address("tournament", doing.tournament, club),
    }
    answer = render(request, "tournaments/confirm_act.html", context, status=422 if TYPED in request.POST else 200)
    answer["HX-Retarget"], answer["HX-Reswap"] = "body", "innerHTML"
    return answer


def perform(request: HttpRequest, club: Club, doing: Doing, call: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Do it: where it is risky with a copy before, and with the way back on what is said afterwards."""
    actor, kept = actors.of_user(request.user), None
    number = doing.round.number if doing.round is not None else None
    if doing.cell.is_risky:
        level = doing.cell.level.value
        cause = Snapshot.Cause.ACT
        kept = snapshots.take(doing.tournament, cause, actor, act=doing.act, level=level, round_number=number)
    is_done = False
    try:
        with audit.marked(doing.cell.level.value if kept else "", kept.pk if kept else None) as mark:
            answer = call()
        is_done = mark.rows > 0
    finally:
        if kept is not None and not is_done:
            snapshots.drop(kept)
    may_undo = Right.ORGANISE in getattr(request, "rights", frozenset())
    if kept is not None and is_done and may_undo and doing.act not in FOR_GOOD:
        url = f"{undo_url(doing.tournament, club, kept.pk)}?seen={mark_of(doing.tournament)}"
        give_way_back(request, undo_url=url, undo_label=_("Undo"))
    if is_done and doing.act in ENDS_A_ROUND:
        snapshots.take(doing.tournament, Snapshot.Cause.ROUND, actor, round_number=number)
    return answer


def undo_url(tournament: Tournament, club: Club, snapshot_id: uuid.UUID) -> str:
    """Where one goes back to a copy."""
    return navigation.address("snapshot-undo", tournament, club, snapshot_id)


def _refused(request: HttpRequest, club: Club, doing: Doing, call: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The verb is heard first, for it knows which table is in the way. Should it do the act all the same, that is
    undone: the table says that it cannot be."""
    with transaction.atomic(), audit.marked("") as mark:
        answer = call()
        if mark.rows:
            transaction.set_rollback(True)
    if not mark.rows:
        return answer
    forget(request)
    toast(request, safetywords.sentence(doing.cell.say))
    return redirect("tournament", club.slug, doing.tournament.slug)
