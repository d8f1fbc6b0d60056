"""Categories of players and entries, noted for many at once."""

import uuid
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import listwords, navigation, people
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.services import categories
from tournaments.services.categories import OF_A_PLAYER, Change, Wish
from tournaments.standings.categories import keys_of, of_members

#: Entries a page: three fields each and their shadows are sent together.
A_PAGE = 100
PLAYER, ENTRY, SHOWN = "player-", "entry-", "shown-"


@in_club(Right.ORGANISE)
@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The entries, each with its players' categories and its own; what is sent is noted where it was changed."""
    tournament = navigation.find(club, slug)
    if request.method == "POST":
        noted = categories.note(tournament.pk, _wish(request), actors.of_user(request.user))
        count = noted.players + noted.entries
        text = ngettext("%(n)d category noted.", "%(n)d categories noted.", count) % {"n": count}
        if noted.missed:
            more = ngettext(
                "%(n)d had been changed by somebody else: look at it again.",
                "%(n)d had been changed by somebody else: look at them again.",
                noted.missed,
            )
            text = f"{text} {more % {'n': noted.missed}}"
        toast(request, text, refused=bool(noted.missed))
        answer = redirect("entry-categories", club.slug, tournament.slug)
        answer["Location"] += f"?page={_page_asked(request)}"
        return answer
    part = Paginator(_entries(tournament), A_PAGE).get_page(request.GET.get("page"))
    context = {
        **navigation.context(request, club, tournament, "entries"),
        "part": part,
        "rows": _rows(tournament, list(part.object_list)),
        "of_persons": tournament.rehearsal_of_id is None,
        "most": categories.MOST,
    }
    return render(request, "tournaments/categories.html", context)


def _page_asked(request: HttpRequest) -> int:
    number = request.GET.get("page", "")
    return int(number) if number.isdecimal() and len(number) < 4 else 1


def _entries(tournament: Tournament) -> Any:
    return tournament.entries.filter(team__isnull=True).order_by("number")


def _rows(tournament: Tournament, entries: list[Entry]) -> list[dict[str, Any]]:
    """A row an entry: its name, its own category, what follows from its players, and each of them."""
    named = people.in_hall(tournament)
    players = people.players_in_hall(tournament)
    members: dict[uuid.UUID, list[EntryMember]] = {}
    now = EntryMember.objects.filter(tournament=tournament, until_round__isnull=True)
    for one in now.select_related("person", "entry").order_by("entry__number", "slot"):
        members.setdefault(one.entry.team_id or one.entry_id, []).append(one)
    found = []
    for entry in entries:
        mine = members.get(entry.pk, [])
        follows = of_members([keys_of(one.person.category) for one in mine])
        found.append(
            {
                "entry": entry,
                "name": named[entry.pk],
                "follows": ", ".join(listwords.category(key) for key in follows),
                "players": [
                    {
                        "id": one.person_id,
                        "name": players[one.person_id].name,
                        "category": one.person.category,
                        "choices": _choices(one.person.category),
                    }
                    for one in mine
                ],
            }
        )
    return found


def _choices(now: str) -> list[tuple[str, str]]:
    known = [("", "–"), *((text, listwords.of_a_player(text)) for text in OF_A_PLAYER)]
    return known if now in ("", *OF_A_PLAYER) else [*known, (now, now)]


def _wish(request: HttpRequest) -> Wish:
    return Wish(_changes(request, PLAYER), _changes(request, ENTRY))


def _changes(request: HttpRequest, prefix: str) -> dict[uuid.UUID, Change]:
    """What was sent under a prefix, by id, each beside what the page had shown."""
    found: dict[uuid.UUID, Change] = {}
    for name, text in request.POST.items():
        if name.startswith(prefix):
            try:
                key = uuid.UUID(name.removeprefix(prefix))
            except ValueError:
                continue
            found[key] = (request.POST.get(f"{SHOWN}{key}", ""), str(text))
    return found
