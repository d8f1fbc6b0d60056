"""One entry: where it is, who plays in it, what it did in each round; and every verb about it."""

import uuid
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.actors import Actor
from core.toasts import toast
from tournaments import entrymenu, navigation, nouns, people, whereabouts, words
from tournaments.entryforms import DetailsForm
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.services import deleting, details, latecomers, leaving, players, presence
from tournaments.services.entries import NewPlayer
from tournaments.services.errors import TournamentError
from tournaments.views import entrypage

#: Acts on an entry, and how they are said: a sentence with who it is about.
_DONE = {
    "withdraw": lambda: _("%(who)s leaves: what was played stays, no more draws."),
    "return": lambda: _("%(who)s is back."),
    "absent": lambda: _("%(who)s misses round %(round)d."),
    "late": lambda: _("%(who)s comes in round %(round)d."),
    "here": lambda: _("%(who)s plays round %(round)d."),
}


@in_club(Right.SEE_CLUB)
def entry(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """Everything about one entry."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.entries, pk=entry)
    return _page(request, club, tournament, row)


def _page(request: HttpRequest, club: Club, tournament: Tournament, row: Entry, **more: Any) -> HttpResponse:
    context = {**navigation.context(request, club, tournament, "entries"), **entrypage.context(tournament, row, **more)}
    context["verbs"] = entrymenu.verbs(
        row, context["where"], context["all_of"], getattr(request, "rights", frozenset())
    )
    return render(request, "tournaments/entry.html", context, status=422 if more else 200)


@in_club(Right.ENTER_SHEETS)
@require_POST
def change(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """It leaves or comes back; it will be absent, late, or there after all."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.entries, pk=entry)
    if row.status == Entry.Status.DISQUALIFIED and Right.CORRECT not in getattr(request, "rights", frozenset()):
        raise PermissionDenied
    act = _sent(request, "act")
    if act not in _DONE:
        return redirect(_back(request, club, tournament, row))
    game = leaving.game_of(row) if _sent(request, "game") == "forfeit" else None
    try:
        number = _act(request, row, act, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        text = _DONE[act]() % {"who": _who(tournament, row), "round": number}
        undo = f"?act=return&forfeited={game.pk}" if game is not None else "?act=return"
        if act == "withdraw":
            url = navigation.address("entry-change", tournament, club, row.pk) + undo
            toast(request, text, undo_url=url, undo_label=_("Put back"))
        else:
            toast(request, text)
    return redirect(_back(request, club, tournament, row))


def _act(request: HttpRequest, row: Entry, act: str, actor: Actor) -> int:
    """Do it; the round that it is about, 0 where it is about none."""
    next_one = presence.due(row.tournament)
    number = _whole(_sent(request, "round")) or (next_one.number if next_one else 0)
    if act == "withdraw":
        game = _sent(request, "game")
        reason = _sent(request, "reason")
        leaving.leave(row.pk, actor, at_once=game != "", forfeits_game=game == "forfeit", reason=reason)
    elif act == "return":
        leaving.put_back(row.pk, actor, game_id=_id(_sent(request, "forfeited")))
    elif act == "absent":
        presence.expect_absent(row.pk, number, actor)
    elif act == "late":
        comes_in = _whole(_sent(request, "comes_in"))
        presence.expect_late(row.pk, number, comes_in, actor)
        return comes_in
    else:
        presence.expect_here(row.pk, number, actor)
    return number


@in_club(Right.ORGANISE)
@require_POST
def delete(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """Take an entry off the list that was typed by mistake and that nothing knows yet."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.entries, pk=entry)
    try:
        who = _who(tournament, row)
        deleting.delete(row.pk, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
        return redirect(_page_of(tournament, club, row))
    toast(request, _("%(who)s is deleted.") % {"who": who})
    return redirect("entries", club.slug, tournament.slug)


@in_club(Right.CORRECT)
@require_POST
def disqualify(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """Disqualify it, with a reason."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.entries, pk=entry)
    forfeits_game = _sent(request, "game") == "forfeit"
    game = leaving.game_of(row) if forfeits_game else None
    try:
        leaving.disqualify(row.pk, _sent(request, "reason"), actors.of_user(request.user), forfeits_game=forfeits_game)
    except TournamentError as error:
        if error.field == "reason":
            return _page(request, club, tournament, row, reason_error=words.of_error(error))
        toast(request, words.of_error(error), refused=True)
    else:
        undo = f"?act=return&forfeited={game.pk}" if game is not None else "?act=return"
        url = navigation.address("entry-change", tournament, club, row.pk) + undo
        toast(
            request,
            _("%(who)s is out of the contest and of the ranking; the reason is kept in the trail.")
            % {"who": _who(tournament, row)},
            undo_url=url,
            undo_label=_("Put back"),
        )
    return redirect(_page_of(tournament, club, row))


@in_club(Right.ORGANISE)
@require_POST
def seat(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """Seat it now at a new table of the round being played, with those chosen or who rest; or take the table away."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.entries, pk=entry)
    actor = actors.of_user(request.user)
    try:
        if _sent(request, "act") == "unseat":
            match = _id(_sent(request, "match"))
            if match is not None and tournament.stages.filter(rounds__matches=match).exists():
                latecomers.unseat(match, actor)
                toast(request, _("The table is taken away: who rested rests again."))
        else:
            ready = latecomers.opening(tournament)
            if ready is None:
                raise TournamentError("seat-by-plan")
            chosen = [pk for pk in map(_id, request.POST.getlist("with")) if pk is not None]
            others = chosen or [other.pk for other in ready.resting]
            made = latecomers.seat_now(ready.round.pk, [row.pk, *others], actor)
            undo = navigation.address("entry-seat", tournament, club, row.pk) + f"?act=unseat&match={made.pk}"
            text = _("%(who)s plays at table %(table)d; its sheet is being printed.")
            toast(
                request,
                text % {"who": _who(tournament, row), "table": made.board},
                undo_url=undo,
                undo_label=_("Take the table away"),
            )
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect(_back(request, club, tournament, row))


@in_club(Right.ORGANISE)
@require_POST
def change_details(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """Note where it is from, how strong it is, where it has to sit, whether it is a stand-in."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.entries, pk=entry)
    form = DetailsForm(request.POST, entry=row)
    if form.is_valid():
        try:
            details.change_details(row.pk, form.wish(), actors.of_user(request.user))
        except TournamentError as error:
            field = {"may_rest": "never_rests"}.get(error.field, error.field)
            form.add_error(field, words.of_error(error))
        else:
            toast(request, _("%(who)s: noted.") % {"who": _who(tournament, row)})
            return redirect(_page_of(tournament, club, row))
    return _page(request, club, tournament, row, details_form=form)


@in_club(Right.ENTER_SHEETS)
@require_POST
def change_players(request: HttpRequest, club: Club, slug: str, entry: uuid.UUID) -> HttpResponse:
    """A player is replaced, comes back, leaves the partner alone; or that is taken back."""
    tournament = navigation.find(club, slug)
    row = get_object_or_404(tournament.entries, pk=entry)
    actor, act = actors.of_user(request.user), _sent(request, "act")
    if act == "replace":
        return _replace(request, club, tournament, row)
    try:
        if act == "undo":
            event_id = _whole(_sent(request, "event"))
            if players.is_of(event_id, row):
                players.take_back(event_id, actor)
                toast(request, _("%(who)s plays as before.") % {"who": _who(tournament, row)})
        elif act == "release":
            member = get_object_or_404(row.members, pk=_id(_sent(request, "member")))
            _kept, event = players.release(member.pk, actor)
            text = _("%(who)s looks for a partner and is not drawn until then.") % {"who": _who(tournament, row)}
            _undoable(request, club, tournament, row, text, event.pk)
        elif act == "again":
            member = get_object_or_404(row.members, pk=_id(_sent(request, "member")))
            former = get_object_or_404(row.members, pk=_id(_sent(request, "former")))
            number = _whole(_sent(request, "from_round"))
            made, event = players.replace(member.pk, former.person_id, number, actor)
            _said_replaced(request, club, tournament, row, made, event.pk)
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect(_page_of(tournament, club, row))


def _replace(request: HttpRequest, club: Club, tournament: Tournament, row: Entry) -> HttpResponse:
    member = get_object_or_404(row.members.filter(until_round__isnull=True), pk=_id(_sent(request, "member")))
    form = entrypage.replace_form(tournament, member, request.POST)
    if form.is_valid():
        try:
            data = form.cleaned_data
            player = NewPlayer(data["player"].name, data["objected"])
            made, event = players.replace(
                member.pk, player, data["from_round"], actors.of_user(request.user), from_deal=data.get("from_deal")
            )
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            _said_replaced(request, club, tournament, row, made, event.pk)
            return redirect(_page_of(tournament, club, row))
    return _page(request, club, tournament, row, replacing=(member.pk, form))


def _said_replaced(
    request: HttpRequest, club: Club, tournament: Tournament, row: Entry, made: EntryMember, event: int
) -> None:
    named = people.in_hall(tournament, round_number=made.from_round)[row.pk]
    text = _("From round %(round)d on %(who)s is %(names)s.")
    who = {"round": made.from_round, "who": _who(tournament, row), "names": named.joined}
    _undoable(request, club, tournament, row, text % who, event)


def _undoable(request: HttpRequest, club: Club, tournament: Tournament, row: Entry, text: str, event: int) -> None:
    url = navigation.address("entry-players", tournament, club, row.pk) + f"?act=undo&event={event}"
    toast(request, text, undo_url=url, undo_label=_("Undo"))


# Where one comes back to


def _back(request: HttpRequest, club: Club, tournament: Tournament, row: Entry) -> str:
    """The page of the entry where the act was asked for there, else its line of the list, as it was looked at."""
    if _sent(request, "back") == "page":
        return _page_of(tournament, club, row)
    show = _sent(request, "show")
    query = f"?show={show}" if show in whereabouts.FILTERS else ""
    return navigation.address("entries", tournament, club) + f"{query}#entry-{row.number}"


def _page_of(tournament: Tournament, club: Club, row: Entry) -> str:
    return navigation.address("entry", tournament, club, row.pk)


def _who(tournament: Tournament, row: Entry) -> str:
    """ "Pair 12", at the beginning of a sentence."""
    label = people.labels_of(tournament.entries.order_by("number"))[row.pk]
    return nouns.of_entry(row.kind).numbered(label)


def _sent(request: HttpRequest, name: str) -> str:
    """What a form sent, or, of a way back, its address."""
    return request.POST.get(name, request.GET.get(name, ""))


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _id(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
