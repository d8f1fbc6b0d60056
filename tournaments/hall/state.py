"""What a screen is told when it asks: its views with a mark each, and the clock; and the pages of a view.

Pages are made once after each change and kept: they change by acts, each of which leaves a row in the trail, by deals
(the round's view alone) and by the ceremony. A screen asks every few seconds and fetches a view when its mark is
another one.
"""

import hashlib
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from core import audit
from core.templatetags.look import day
from tournaments.hall import places, playing, podium, ranking, sponsors
from tournaments.hall.pages import Page, body, local_to
from tournaments.models import Ceremony, HallScreen, Tournament

#: Stands by itself where nothing else has anything to show.
WAITING = "waiting"
#: Made anew after so many seconds whatever the trail says.
SECONDS = 60
_MOST_KEPT = 64

_MAKERS: dict[str, Callable[[Tournament], list[Page]]] = {
    "names": places.by_name,
    "names-1": partial(places.by_name, half=1),
    "names-2": partial(places.by_name, half=2),
    "tables": places.by_table,
    "round": playing.pages,
    "standings": ranking.pages,
    "categories": ranking.by_category,
    "ceremony": podium.pages,
    "slides": sponsors.pages,
}


@dataclass(frozen=True, slots=True)
class Made:
    """The pages of a view as they are sent; ``mark`` is of what they say, "" for none."""

    state: object
    until: float
    pages: tuple[Page, ...]
    text: str
    mark: str


_kept: OrderedDict[tuple[str, str], Made] = OrderedDict()
_lock = threading.Lock()
#: What is missing is made by one thread at a time: the others find it then.
_making = threading.Lock()


def forget() -> None:
    """Keep nothing any more."""
    with _lock:
        _kept.clear()


@dataclass(frozen=True, slots=True)
class Moment:
    """Of what is shown at one moment: by it what is kept is known to hold."""

    trail: object
    deals: str
    ceremony: object

    def of(self, view: str) -> object:
        if view == "round":
            return self.trail, self.deals
        return (self.trail, self.ceremony) if view == "ceremony" else self.trail


def moment(tournament: Tournament) -> Moment:
    """Now, in three queries."""
    row = Ceremony.objects.filter(tournament=tournament).values_list("publication", "first_rank", "shown").first()
    return Moment(audit.state(), playing.mark(tournament), row)


def view(tournament: Tournament, name: str, now: Moment) -> Made:
    """The pages of a view as it is now. KeyError for one that does not exist."""
    key, state = (str(tournament.pk), name), now.of(name)
    found = _known(key, state)
    if found is None:
        with _making:
            found = _known(key, state) or _make(tournament, name, key, state)
    return found


def _clock(tournament: Tournament, now: Moment) -> Any:
    """The clock as it is told: kept as a view is, for where it ends changes by acts alone."""
    key = (str(tournament.pk), "clock")
    found = _known(key, now.trail)
    if found is None:
        found = _keep(key, Made(now.trail, _until(), (), json.dumps(playing.clock_of(tournament)), ""))
    return json.loads(found.text)


def _until() -> float:
    return time.monotonic() + SECONDS


def _known(key: tuple[str, str], state: object) -> Made | None:
    found = _kept.get(key) if settings.KEPT_PAGES else None
    return found if found is not None and found.state == state and found.until > time.monotonic() else None


def _make(tournament: Tournament, name: str, key: tuple[str, str], state: object) -> Made:
    pages = tuple(_waiting(tournament) if name == WAITING else _MAKERS[name](tournament))
    text = json.dumps({"pages": [page.as_json() for page in pages]}, ensure_ascii=False)
    return _keep(key, Made(state, _until(), pages, text, _mark(text) if pages else ""))


def _keep(key: tuple[str, str], made: Made) -> Made:
    with _lock:
        _kept[key] = made
        _kept.move_to_end(key)
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return made


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _waiting(tournament: Tournament) -> list[Page]:
    """Before the first draw is published, and whenever nothing that was chosen has anything to show."""
    said = ", ".join(filter(None, (day(tournament.local_date), tournament.place)))
    shown = body("message", head=tournament.name, text=said)
    return [Page(kind="message", over=tournament.club.name, title=_("Welcome"), body=shown)]


@dataclass(frozen=True, slots=True)
class Turn:
    """A view of a screen's round of views: its pages, each for ``seconds``."""

    view: str
    seconds: int
    made: Made


def turns(screen: HallScreen, now: Moment | None = None) -> list[Turn]:
    """What a screen shows in turn now: what has nothing to show is passed over."""
    tournament = screen.tournament
    now = now or moment(tournament)
    found = [Turn(one["view"], one["seconds"], view(tournament, one["view"], now)) for one in screen.shows]
    shown = [turn for turn in found if turn.made.pages]
    return shown or [Turn(WAITING, 20, view(tournament, WAITING, now))]


#: The view in which a name is looked for, whatever a screen shows.
FIND = "names"


def asked(screen: HallScreen, name: str) -> Made | None:
    """The pages of a view for a screen that shows it; those by name for every screen. None for anything else."""
    shown = turns(screen)
    found = next((turn.made for turn in shown if turn.view == name), None)
    if found is None and name == FIND:
        found = view(screen.tournament, FIND, moment(screen.tournament))
    return found


def told(screen: HallScreen) -> dict[str, Any]:
    """What a screen is told: the same as long as nothing changes."""
    with local_to(screen.tournament):
        now = moment(screen.tournament)
        return {
            "version": settings.VERSION,
            "revision": screen.revision,
            "find": view(screen.tournament, FIND, now).mark,
            "shows": [[turn.view, turn.seconds, turn.made.mark] for turn in turns(screen, now)],
            "clock": _clock(screen.tournament, now),
        }
