"""What stands before every view that changes a tournament: the table of dangers, the typed word, a copy, the way back.

``tournaments.urlacts`` says which act an address does; the lists of addresses are led through ``guarded``. A test walks
the addresses and fails on one that changes a tournament and says nothing.
"""

import functools
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import URLPattern
from django.utils.translation import gettext as _

from clubs.access import SAFE as READING
from clubs.access import Access, admitted
from clubs.models import Club
from clubs.roles import Right
from core import actors, audit
from core.toasts import forget, give_way_back, toast
from tournaments import movesguard, navigation, safetywords
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
#: Sent by the page that warned.
WARNED = "warned"


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


@dataclass(frozen=True, slots=True)
class Rule:
    """What a POST to an address does: one of ``acts``; which of several, ``choose`` says. ``round_of`` finds the round
    that it concerns from the parts of the address where they name none; ``typed_in_view``: the view asks for the word
    to type by itself; ``weighs``: the view asks by itself how the act may be done (``weigh``, ``perform``);
    ``ask_first``: acts that are told from what is in the form, so that no warning can stand beside its button: a page
    warns of them before."""

    acts: tuple[Act, ...]
    choose: Choose | None = None
    round_of: Callable[..., Round | None] | None = None
    typed_in_view: bool = False
    weighs: bool = False
    ask_first: frozenset[Act] = frozenset()

    def act(self, request: HttpRequest, tournament: Tournament) -> Act | None:
        return self.choose(request, tournament) if self.choose is not None else self.acts[0]


def guarded(patterns: list[URLPattern], rules: Mapping[str, Rule]) -> list[URLPattern]:
    """The same addresses, with the guard before those that ``rules`` names."""
    for pattern in patterns:
        rule = rules.get(pattern.name or "")
        if rule is not None and not rule.weighs:
            pattern.callback = _guard(pattern.callback, rule)
    return patterns


def _guard(view: View, rule: Rule) -> View:
    access: Access = view.access  # type: ignore[attr-defined]

    @functools.wraps(view)
    def guard(request: HttpRequest, club: str, slug: str, **names: Any) -> HttpResponseBase:
        call = functools.partial(view, request, club=club, slug=slug, **names)
        if request.method in READING:
            return call()
        try:
            found, rights = admitted(request.user, club, access.needs(request.method or "POST"))
        except (Http404, PermissionDenied):
            return call()  # which says so itself
        tournament = navigation.find(found, slug)
        act = rule.act(request, tournament)
        if act is None:
            return call()
        request.rights = rights  # type: ignore[attr-defined]
        doing = weigh(Risks(tournament), act, (rule.round_of or _round_named)(tournament, **names))
        if doing.cell.level == Level.REFUSED:
            return _refused(request, found, doing, call)
        moving = movesguard.ask(request, found, doing, call)
        if moving is not None:
            return moving
        if doing.cell.level == Level.TYPED and not rule.typed_in_view and not is_typed(request, doing):
            return ask(request, found, doing)
        if doing.cell.level == Level.WARNED and act in rule.ask_first and WARNED not in request.POST:
            return ask(request, found, doing)
        return perform(request, found, doing, call)

    guard.rule = rule  # type: ignore[attr-defined]
    return guard


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
    """The page that warns, and on which the word is typed; all that was sent is sent again with it."""
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
        "word": doing.word if doing.cell.level == Level.TYPED else "",
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
