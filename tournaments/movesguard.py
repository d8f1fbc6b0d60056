"""Before a correction of what is public: the page that says who moves by it, found out by doing it and taking it back.

It stands before the views as ``tournaments.guard`` does, and is asked by it. What was shown travels with the form:
where something else would move by then, it is shown again.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from clubs.models import Club
from core import audit
from core.toasts import unheard
from tournaments import movedwords, navigation, people, safetywords
from tournaments.models import Round, Tournament
from tournaments.safety import Act, Level
from tournaments.services import moves
from tournaments.standings.moved import Moved

if TYPE_CHECKING:
    from tournaments.guard import Doing

#: Acts that change results or points. Opening a sheet is none of them: what moves is known when it is closed again.
CORRECTING = frozenset(
    {
        Act.CLOSE_SHEET,
        Act.TURN_SIDES,
        Act.CORRECT_SEATS,
        Act.FORFEIT,
        Act.GIVE_POINTS,
        Act.RULE,
        Act.DISQUALIFY,
        Act.CHANGE_CRITERIA,
    }
)
#: Of these, what moves every round.
OF_ALL_ROUNDS = frozenset({Act.CHANGE_CRITERIA})
#: The field in which the digest of what was shown is sent back.
SEEN = "moves_seen"


def ask(
    request: HttpRequest, club: Club, doing: "Doing", call: Callable[[], HttpResponseBase]
) -> HttpResponseBase | None:
    """The page that says who moves; None where nobody does, or where exactly this was seen."""
    if doing.act not in CORRECTING:
        return None
    seen = moves.shown(doing.tournament)
    if seen is None or not (doing.act in OF_ALL_ROUNDS or _concerns(doing.round, seen.round)):
        return None
    before = moves.between(doing.tournament, seen)
    after = _tried(request, doing.tournament, seen, call)
    if after is None or after == before or not after or request.POST.get(SEEN) == digest_of(after):
        return None
    sent = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in {SEEN, "typed", "csrfmiddlewaretoken"}
        for value in values
    ]
    context = {
        **navigation.context(request, club, doing.tournament, ""),
        "title": safetywords.act(doing.act),
        "sentence": safetywords.sentence(doing.cell.say),
        "word": doing.word if doing.cell.level == Level.TYPED else "",
        "typed": request.POST.get("typed", ""),
        "sent": sent,
        "seen": digest_of(after),
        "round": doing.round,
        "public_round": seen.round,
        "moved_rows": movedwords.rows(after, people.in_hall(doing.tournament), doing.tournament.currency),
        "has_gone_on": any(one.crossed for one in after) and moves.has_gone_on(doing.tournament, seen.round),
        "back": navigation.address("standings", doing.tournament, club),
    }
    answer = render(request, "tournaments/confirm_moves.html", context)
    answer["HX-Retarget"], answer["HX-Reswap"] = "body", "innerHTML"
    return answer


def _concerns(round_: Round | None, public: Round) -> bool:
    """Whether an act that concerns a round can change what is public; of a later one nothing is."""
    return round_ is None or round_.number <= public.number


def _tried(
    request: HttpRequest, tournament: Tournament, seen: moves.Shown, call: Callable[[], HttpResponseBase]
) -> list[Moved] | None:
    """Who has moved once it is done; it is taken back at once. None where it was refused, which is said later."""
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    with unheard(request), transaction.atomic(), audit.marked(""):
        call()
        now = Tournament.objects.get(pk=tournament.pk)
        found = moves.between(now, seen) if now.revision != revision else None
        transaction.set_rollback(True)
    return found


def digest_of(found: Sequence[Moved]) -> str:
    """What somebody who looked at these moves has seen."""
    return hashlib.sha256(json.dumps([one.as_data() for one in found], sort_keys=True).encode()).hexdigest()
