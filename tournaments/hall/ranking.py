"""The standings on a screen: those that are published, in pages; whole names, for it is in the hall."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments import listwords, people
from tournaments.hall.pages import Page, body, folded, packed, tall, width
from tournaments.models import Publication, Tournament
from tournaments.people import EntryName
from tournaments.services import listspublic, publishing
from tournaments.standings.lists import CATEGORIES, Row

#: Two columns of 24 lines; a place takes two. How high a line is; the smallest letters, and how many ems of them fit
#: beside each other, less what breaking costs.
_COLUMNS, _LINE, _TINY, _ROOM = (2, 24), 1.8, 1.47, 21.0


@dataclass(frozen=True, slots=True)
class Line:
    """A place of an entry (its id): ``rank`` None for who is listed without one."""

    entry: str
    rank: int | None
    label: str
    names: tuple[str, ...]
    points: int

    @property
    def joined(self) -> str:
        return " – ".join(self.names)

    @property
    def size(self) -> str:
        if self.tall > 2:
            return "is-tiny"
        return "" if width(self.joined) <= 16 else "is-long"

    @property
    def tall(self) -> int:
        """The lines of its column that it takes."""
        return tall(folded(width(self.joined), _ROOM) * _TINY, _LINE)


@dataclass(frozen=True, slots=True)
class Ranking:
    """One ranking of a publication: of all, or of one line, category or kind (its ``title``)."""

    title: str
    lines: tuple[Line, ...]


def rankings(figures: Mapping[str, Any], named: Mapping[uuid.UUID, EntryName]) -> list[Ranking]:
    """The rankings that published figures hold, the one of all first."""
    by_line: dict[str, list[Mapping[str, Any]]] = {}
    for row in figures["rows"]:
        by_line.setdefault(row.get("line", ""), []).append(row)
    titles = {"": "", "ns": _("North-South"), "ew": _("East-West")}
    found = [Ranking(titles.get(line, ""), _lines(rows, named)) for line, rows in by_line.items()]
    if figures.get("pairs"):
        found.append(Ranking(_("Pairs"), _lines(figures["pairs"], named)))
    return [one for one in found if one.lines]


def _lines(rows: Sequence[Mapping[str, Any]], named: Mapping[uuid.UUID, EntryName]) -> tuple[Line, ...]:
    found = []
    for row in rows:
        name = named.get(uuid.UUID(row["entry"]))
        if name is not None:
            found.append(Line(row["entry"], row["rank"], name.label, name.names, row["points"]))
    return tuple(found)


def title_of(publication: Publication) -> str:
    if publication.round is None:
        return _("Standings")
    return _("Standings after round %(n)d") % {"n": publication.round.number}


def pages(tournament: Tournament) -> list[Page]:
    """The published standings; nothing before there are any."""
    publication = publishing.latest_standings(tournament)
    if publication is None:
        return []
    return _pages(tournament, publication, rankings(publication.figures, people.in_hall(tournament)))


def by_category(tournament: Tournament) -> list[Page]:
    """The published rankings of the categories; nothing where there are none."""
    publication = listspublic.shown(tournament)
    if publication is None:
        return []
    named = people.in_hall(tournament)
    found = [one for one in listspublic.read(publication, tournament) if one.kind == CATEGORIES]
    told = [Ranking(listwords.title(one), _listed(one.rows, named)) for one in found]
    return _pages(tournament, publication, [one for one in told if one.lines])


def _listed(rows: Sequence[Row], named: Mapping[uuid.UUID, EntryName]) -> tuple[Line, ...]:
    return _lines([{"entry": row.who, "rank": row.rank, "points": row.points} for row in rows], named)


def _pages(tournament: Tournament, publication: Publication, shown: Sequence[Ranking]) -> list[Page]:
    found = []
    for ranking in shown:
        parts = packed(ranking.lines, *_COLUMNS)
        for number, part in enumerate(parts, start=1):
            found.append(
                Page(
                    kind="standings",
                    over=tournament.name,
                    title=" · ".join(filter(None, (title_of(publication), ranking.title))),
                    body=body("standings", rows=part),
                    strip=body("strip", ranges=_at_foot(part, number, len(parts))),
                )
            )
    return found


def _at_foot(part: Sequence[Line], number: int, parts: int) -> list[tuple[str, bool]]:
    if parts < 2:
        return []
    ranks = [line.rank for line in part if line.rank is not None]
    shown = f"{ranks[0]} – {ranks[-1]}" if ranks else "–"
    return [(shown, True), (f"{number} / {parts}", False)]
