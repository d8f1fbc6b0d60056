"""The lists beside the standings as pages show them: rows with names, columns, and what decided."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from core.templatetags.look import number
from tournaments import boardwords, givenwords, listwords
from tournaments.models import Tournament
from tournaments.people import EntryName, PlayerName
from tournaments.services.lists import Offered
from tournaments.services.provisional import Provisional
from tournaments.standings.criteria import NO_PLACE, STILL_IN
from tournaments.standings.figures import parted_by, shown_first
from tournaments.standings.lists import CATEGORIES, CLUBS, LINES, PLAYERS, ROUNDS, RankedList, Row
from tournaments.views.standings import CRITERION_NAMES, FIRST_TITLES

AFTER, STAGES, PROVISIONAL = "after", "stages", listwords.PROVISIONAL
#: The end of the name of each kind's address, in the order of the tabs, and whether it takes a number.
ADDRESSES: Mapping[str, tuple[str, bool]] = {
    PLAYERS: ("players", False),
    CATEGORIES: ("categories", False),
    CLUBS: ("clubs", False),
    LINES: ("lines", False),
    ROUNDS: ("round", True),
    AFTER: ("after", True),
    STAGES: ("stage", True),
}

Named = Mapping[uuid.UUID, EntryName]
Players = Mapping[uuid.UUID, PlayerName]


def tables(found: Sequence[RankedList], named: Named, players: Players) -> list[dict[str, Any]]:
    """A table a list, as ``tournaments/_list_table.html`` shows it. Who has no name any more stands in none."""
    return [_table(one, named, players) for one in found]


def _table(one: RankedList, named: Named, players: Players) -> dict[str, Any]:
    known = players if one.of_persons else named
    kept = [row for row in one.rows if uuid.UUID(row.who) in known]
    rounds = [] if one.kind == ROUNDS else sorted({got[0] for row in kept for got in row.rounds})
    first = shown_first(one.criteria)
    parted = parted_by([{"rank": row.rank, "decided_by": row.decided_by} for row in kept], one.criteria)
    sources = [{"rounds": {str(got[0]): {"source": got[2]} for got in row.rounds}} for row in kept]
    return {
        "id": "-".join(part for part in (one.kind, one.key, one.line) if part),
        "title": listwords.heading(one),
        "is_alone": one.kind in (ROUNDS, PROVISIONAL) and not one.line,
        "of_persons": one.of_persons,
        "rounds": rounds,
        "first": FIRST_TITLES[first]() if first else None,
        "is_adjusted": any(row.adjustments for row in kept),
        "rows": [
            {
                **_who(row, one, named, players),
                "who": row.who,
                "rank": row.rank,
                "points": row.points,
                "adjustments": row.adjustments,
                "first": dict(row.values).get(first or ""),
                "cells": _cells(row, rounds),
                "mark": _mark(row.rounds[0][2]) if one.kind == ROUNDS and row.rounds else None,
                "decided": _decided(row, told),
            }
            for row, told in zip(kept, parted, strict=True)
        ],
        "legend": givenwords.legend(sources),
        "is_decided": any(_decided(row, told) for row, told in zip(kept, parted, strict=True)),
    }


def provisional(found: Provisional, named: Named) -> list[dict[str, Any]]:
    """The tables of a provisional list, each row with what it still waits for (``to_come``)."""
    number_ = found.round.number
    made = tables(found.lists, named, {})
    for table, one in zip(made, found.lists, strict=True):
        by_id = {row.who: row for row in one.rows}
        table["to_come_title"] = _("Still to come")
        for row in table["rows"]:
            brought = {got[0]: got[2] for got in by_id[row["who"]].rounds}
            row["to_come"] = listwords.waits(found.waits.get(row["who"]), brought.get(number_, ""))
    return made


def _who(row: Row, one: RankedList, named: Named, players: Players) -> dict[str, Any]:
    """Who a row is of: the label on its card, the word for that, names and club."""
    if one.of_persons:
        player = players[uuid.UUID(row.who)]
        return {"label": player.labels[-1], "word": "", "names": [player.name], "home_club": player.home_club}
    name = named[uuid.UUID(row.who)]
    return {"label": name.label, "word": name.noun.one, "names": list(name.names), "home_club": name.home_club}


def _cells(row: Row, rounds: Sequence[int]) -> list[dict[str, Any] | None]:
    got = {number_: (points, source) for number_, points, source in row.rounds}
    return [None if one not in got else {"points": got[one][0], "mark": _mark(got[one][1])} for one in rounds]


def _mark(source: str) -> tuple[str, str] | None:
    """The letter beside points that were not made at a table, and what it means."""
    letter = givenwords.mark(source)
    return (letter, givenwords.meaning(source)) if letter else None


def _figure(criterion: str, value: int) -> str:
    """A criterion's figure as it is shown: of a place in a knockout a dash for none, words for who is still in."""
    if criterion == "place" and value == STILL_IN:
        return _("still in")
    return "–" if criterion == "place" and value >= NO_PLACE else number(value)


def _decided(row: Row, parted: str | None) -> str:
    """What parts a row from its neighbours where points alone did not, and that it shares its place."""
    words = []
    if parted is not None:
        figure = _figure(parted, dict(row.values)[parted])
        words.append(_("%(criterion)s: %(value)s") % {"criterion": CRITERION_NAMES[parted](), "value": figure})
    if row.tied:
        words.append(_("tied"))
    return ", ".join(words)


# The ways between the lists


@dataclass(frozen=True, slots=True)
class Where:
    """Where the pages of a tournament's lists stand: at the desk or, ``public``, for everybody; and whether a
    provisional list is among them for who looks."""

    tournament: Tournament
    club: str
    public: bool = False
    with_provisional: bool = False

    @property
    def provisional(self) -> str:
        name = "public-provisional" if self.public else "standings-provisional"
        return reverse(name, args=[self.club, self.tournament.slug])

    @property
    def standings(self) -> str:
        name = "public-tournament" if self.public else "standings"
        return reverse(name, args=[self.club, self.tournament.slug])

    def of(self, kind: str, number: int | None = None) -> str:
        """The address of a kind's page."""
        name = f"{'public-list' if self.public else 'standings'}-{ADDRESSES[kind][0]}"
        args: list[Any] = [self.club, self.tournament.slug]
        return reverse(name, args=args if number is None else [*args, number])


def tabs(where: Where, offered: Offered, current: str) -> list[dict[str, Any]]:
    """The ways from the standings to their lists, and between them. ``current``: the kind that is shown, "" for the
    standings themselves."""
    found = [{"label": _("Overall"), "url": where.standings, "current": not current}]
    for kind, (_name, takes_number) in ADDRESSES.items():
        if offered.has(kind):
            url = where.of(kind, offered.numbers(kind)[-1] if takes_number else None)
            found.append({"label": listwords.kind(kind), "url": url, "current": kind == current})
    if where.with_provisional:
        is_here = current == PROVISIONAL
        found.append({"label": listwords.kind(PROVISIONAL), "url": where.provisional, "current": is_here})
    return found if len(found) > 1 else []


def numbers(where: Where, offered: Offered, kind: str, current: int) -> list[dict[str, Any]]:
    """The ways between the rounds, or the parts, of a page that has a number; none where there is one alone."""
    if not ADDRESSES[kind][1] or len(offered.numbers(kind)) < 2:
        return []
    return [
        {
            "label": part(offered, one) if kind == STAGES else _("Round %(number)s") % {"number": one},
            "url": where.of(kind, one),
            "current": one == current,
        }
        for one in offered.numbers(kind)
    ]


def title(offered: Offered, kind: str, number: int) -> str:
    """What a page is called."""
    if kind == ROUNDS:
        return _("Round %(number)s alone") % {"number": number}
    if kind == AFTER:
        return _("Standings after round %(number)s") % {"number": number}
    return part(offered, number) if kind == STAGES else listwords.kind(kind)


def part(offered: Offered, position: int) -> str:
    """What a part that there is a list of is called."""
    return boardwords.stage(offered.stages[position], position)


def file_of(kind: str, number: int) -> dict[str, Any]:
    """Which list is the file of a page (``what``), and of which round or part."""
    by_number = {AFTER: "standings", STAGES: "parts"}
    return {"what": by_number[kind], "number": number} if kind in by_number else {"what": "lists", "number": None}
