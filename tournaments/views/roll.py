"""The roll before a draw: called, ticked by number or name at as many desks as there are, closed."""

import hashlib
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import navigation, nouns, people, presencewords, rollsearch, whereabouts, words
from tournaments.models import Attendance, Entry, Tournament
from tournaments.people import EntryName
from tournaments.services import presence
from tournaments.services.errors import TournamentError

#: Another desk's ticks are shown after this long.
POLL_MS = 4000
LISTS = "roll-lists"


@in_club(Right.SEE_CLUB)
@never_cache
@vary_on_headers("HX-Request", "HX-Target")
def roll(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Who is missing and who is here for the next round; the lists alone where they are asked for again."""
    tournament = navigation.find(club, slug)
    context = _context(request, club, tournament)
    if request.headers.get("HX-Request"):
        if request.GET.get("seen") == context.get("seen"):
            return HttpResponse(status=204)
        if context["roll"] is None or request.GET.get("state") != context["state"]:
            # Somebody has closed it, or a draw is published: not only the lists have changed.
            return HttpResponse(status=204, headers={"HX-Refresh": "true"})
        return render(request, "tournaments/_roll_lists.html", context)
    return render(request, "tournaments/roll.html", context)


def _context(request: HttpRequest, club: Club, tournament: Tournament, **more: Any) -> dict[str, Any]:
    where = whereabouts.whereabouts(tournament)
    context = {**navigation.context(request, club, tournament, "entries"), "roll": where.roll, "due": where.due}
    if where.roll is None:
        return {**context, **more}
    roll = where.roll
    named = people.in_hall(tournament, round_number=roll.number)
    seen, state = _seen(roll), f"{roll.number}.{roll.is_open}"
    poll_url = f"{navigation.address('roll', tournament, club)}?{urlencode({'seen': seen, 'state': state})}"
    return {
        **context,
        "noun": nouns.of(tournament),
        "here": [{"entry": entry, "name": named[entry.pk]} for entry in roll.here],
        "with_paid": bool(tournament.fee_cents) and Right.MONEY in request.rights,  # type: ignore[attr-defined]
        "missing": [
            {
                "entry": entry,
                "name": named[entry.pk],
                "said": presencewords.said(where.of(entry)) if entry.pk in roll.notes else None,
            }
            for entry in roll.missing
        ],
        "count": presencewords.here_of(len(roll.here), len(roll.entries)),
        "missing_text": presencewords.missing(len(roll.missing)),
        "not_drawn_text": presencewords.not_drawn(len(roll.missing), roll.number),
        "seen": seen,
        "state": state,
        "poll_url": poll_url if roll.is_open else "",
        "poll_ms": POLL_MS,
        **more,
    }


def _seen(roll: presence.Roll) -> str:
    """What changes whenever the lists do."""
    told: list[Any] = [
        roll.number,
        roll.check_in,
        roll.is_open,
        sorted((str(pk), state) for pk, state in roll.notes.items()),
    ]
    told.append([(entry.pk, entry.paid) for entry in roll.entries])
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


@in_club(Right.ORGANISE)
@require_POST
def change(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Call the roll, close it, do without it; tick everybody at once, or take that back."""
    tournament = navigation.find(club, slug)
    actor, number = actors.of_user(request.user), _whole(_sent(request, "round"))
    act = _sent(request, "act")
    page = navigation.address("roll", tournament, club)
    try:
        if act == "open":
            presence.open_roll(tournament.pk, number, actor)
        elif act == "drop":
            presence.drop_roll(tournament.pk, number, actor)
            toast(request, _("No roll: everybody is drawn of whom nothing else is noted."))
        elif act == "close":
            missing = presence.close_roll(tournament.pk, number, actor)
            toast(request, _("The roll is closed.") + " " + presencewords.not_drawn(missing, number))
        elif act == "all":
            event = presence.tick_all(tournament.pk, number, actor)
            count = len((event.after or {})["entries"])
            text = ngettext("%(n)d ticked.", "%(n)d ticked at once.", count) % {"n": count}
            undo = navigation.address("roll-change", tournament, club) + f"?act=undo-all&event={event.pk}"
            toast(request, text, undo_url=undo, undo_label=_("Untick"))
        elif act == "undo-all":
            count = presence.untick_all(tournament.pk, _whole(_sent(request, "event")), actor)
            toast(request, ngettext("%(n)d tick taken back.", "%(n)d ticks taken back.", count) % {"n": count})
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect(page)


@in_club(Right.ENTER_SHEETS)
@require_POST
@vary_on_headers("HX-Request", "HX-Target")
def tick(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Tick who was found by ``q``, or chosen from the list by number; or take a tick back."""
    tournament = navigation.find(club, slug)
    number, query = _whole(_sent(request, "round")), _sent(request, "q")
    entries = tournament.entries.filter(team__isnull=True)
    if _sent(request, "untick"):
        entry = get_object_or_404(entries, number=_whole(_sent(request, "untick")))
        return _ticked(request, club, tournament, entry, number, back=True)
    if _sent(request, "tick"):
        entry = get_object_or_404(entries, number=_whole(_sent(request, "tick")))
        return _ticked(request, club, tournament, entry, number)
    found = _found(tournament, number, query)
    if len(found) == 1:
        return _ticked(request, club, tournament, entries.get(pk=found[0].id), number)
    if found:
        return _answer(request, club, tournament, query=query, candidates=_candidates(tournament, number, found))
    return _answer(request, club, tournament, query=query, error=_not_found(query))


def _found(tournament: Tournament, number: int, query: str) -> list[EntryName]:
    """Those on the roll who are meant."""
    due = presence.due(tournament)
    if due is None or due.number != number:
        return []
    on_roll = {entry.pk for entry in presence.roll_of(tournament, due).entries}
    named = people.in_hall(tournament, round_number=number)
    return rollsearch.find(query, (one for pk, one in named.items() if pk in on_roll))


def _candidates(tournament: Tournament, number: int, found: Iterable[EntryName]) -> list[dict[str, Any]]:
    notes = Attendance.objects.filter(
        entry__tournament=tournament, round_number=number, state=Attendance.State.HERE
    ).values_list("entry_id", flat=True)
    here = set(notes)
    return [{"name": one, "is_here": one.id in here} for one in found]


def _not_found(query: str) -> str:
    if not rollsearch.is_enough(query):
        return _("Type a number, or at least two letters of a name.")
    return _("Nobody on this roll has this number or name.")


def _ticked(
    request: HttpRequest, club: Club, tournament: Tournament, entry: Entry, number: int, *, back: bool = False
) -> HttpResponse:
    named = people.in_hall(tournament, round_number=number)[entry.pk]
    who = {"who": nouns.of(tournament).numbered(named.label), "names": named.joined}
    actor, url = actors.of_user(request.user), navigation.address("roll-tick", tournament, club)
    try:
        if back:
            presence.untick(entry.pk, number, actor)
            return _answer(request, club, tournament, said=_("%(who)s is not ticked any more: %(names)s.") % who)
        fresh = presence.tick(entry.pk, number, actor)
    except TournamentError as error:
        return _answer(request, club, tournament, error=words.of_error(error))
    text = _("%(who)s is here: %(names)s.") if fresh else _("%(who)s was ticked already: %(names)s.")
    undo = {"url": f"{url}?untick={entry.number}&round={number}", "label": _("Untick")}
    return _answer(request, club, tournament, said=text % who, undo=undo)


def _answer(
    request: HttpRequest,
    club: Club,
    tournament: Tournament,
    *,
    said: str = "",
    undo: dict[str, str] | None = None,
    query: str = "",
    candidates: Iterable[dict[str, Any]] = (),
    error: str = "",
) -> HttpResponse:
    """The part of the page that asked, or the page: anew where something was done, else with what to choose from."""
    if not request.headers.get("HX-Request"):
        if said:
            undone = undo or {"url": "", "label": ""}
            toast(request, said, undo_url=undone["url"], undo_label=undone["label"])
            return redirect(navigation.address("roll", tournament, club))
        context = _context(request, club, tournament, query=query, candidates=candidates, error=error)
        return render(request, "tournaments/roll.html", context, status=422 if error else 200)
    context = _context(request, club, tournament, query=query, candidates=candidates, error=error, said=said, undo=undo)
    template = "_roll_lists.html" if request.headers.get("HX-Target") == LISTS and not error else "_roll.html"
    return render(request, f"tournaments/{template}", context)


def _sent(request: HttpRequest, name: str) -> str:
    """What a form sent, or, of a way back, its address."""
    return request.POST.get(name, request.GET.get(name, ""))


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0
