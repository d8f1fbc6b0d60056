"""The final ceremony: the prizes from the last one up to the first, or the places of the published final standings; one
press at the desk tells one more."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.templatetags.look import rank as rank_words
from tournaments import nouns, people, prizewords
from tournaments.hall.pages import Page, body, folded, width
from tournaments.hall.ranking import Line, rankings
from tournaments.models import Ceremony, Publication, Tournament
from tournaments.people import EntryName
from tournaments.services import ceremony, prizes, publishing
from tournaments.standings.prizes import Award, Track

#: So many of those told before stand below the one that is told, where so few share what they have; so many names fit
#: into one.
BELOW, FEW, MOST_NAMES = 6, 2, 8
#: How many ems of the smallest letters fit into one of two columns, less what breaking costs, and how many lines.
_ROOM, _LINES = 20.0, 25


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody with a place: ``points`` None where they are not what it is about; ``prize`` in words, "" for none."""

    label: str
    names: tuple[str, ...]
    points: int | None
    prize: str

    @property
    def joined(self) -> str:
        return " – ".join(self.names)

    @property
    def size(self) -> str:
        ems = width(self.joined, bold=True)
        return "" if ems <= 30 else "is-long" if ems <= 48 else "is-longer"


@dataclass(frozen=True, slots=True)
class Step:
    """What one press tells: a ``place`` ("3rd", "" where it is none) with who has it, several where they share it;
    ``title``: of which ranking or prize it is. ``many``: how many it is told of where they are too many to name."""

    title: str
    place: SafeString | str
    rows: tuple[Told, ...]
    many: str = ""

    @property
    def prize(self) -> str:
        """What each of them wins, where it is the same for all."""
        return self.rows[0].prize if len({row.prize for row in self.rows}) == 1 else ""

    @property
    def said(self) -> SafeString | str:
        """The place in a word or two."""
        return self.place or self.title


def by_rank(
    publication: Publication,
    named: Mapping[uuid.UUID, EntryName],
    first_rank: int,
    won: Mapping[str, str],
    counted: Callable[[int], str],
) -> list[Step]:
    """The places from ``first_rank`` up to the first, in the order in which they are told; ``won``: by entry what it
    wins; ``counted`` says how many they are."""
    found: list[tuple[int, int, Step]] = []
    main = [one for one in rankings(publication.figures, named) if one.title != _("Pairs")]
    for number, ranking in enumerate(main):
        ranked = [line for line in ranking.lines if line.rank is not None and line.rank <= first_rank]
        for place, lines in groupby(ranked, key=lambda line: line.rank or 0):
            rows = tuple(Told(one.label, one.names, one.points, won.get(one.entry, "")) for one in lines)
            found.append((place, number, _step(ranking.title, rank_words(place), rows, counted(len(rows)))))
    return [step for _place, _number, step in sorted(found, key=lambda one: (-one[0], -one[1]))]


def by_prize(
    tournament: Tournament, awards: Iterable[Award], named: Mapping[uuid.UUID, EntryName], points: Mapping[str, Line]
) -> list[Step]:
    """The prizes in the order in which they are given, those of one place together."""
    found = []
    for (track, place, _where), group in groupby(awards, key=_together):
        mine = list(group)
        title = "" if track == Track.RANK else prizewords.for_what(mine[0])
        where = {"ns": _("North-South"), "ew": _("East-West")}.get(mine[0].line, "")
        is_place = track in (Track.RANK, Track.CATEGORY)
        rows = tuple(_won(tournament, one, named, points) for one in mine if uuid.UUID(one.entry) in named)
        many = nouns.of(tournament).count(len(rows))
        said = " · ".join(filter(None, (title, where)))
        found.append(_step(said, rank_words(place) if is_place else "", rows, many))
    return [step for step in found if step.rows]


def _together(one: Award) -> tuple[Track, int, str]:
    """What is told with one press: those who share a place, and all who have what is left for everyone."""
    return one.track, 0 if one.track == Track.REST else one.place, f"{one.category}{one.line}"


def _won(tournament: Tournament, one: Award, named: Mapping[uuid.UUID, EntryName], points: Mapping[str, Line]) -> Told:
    name, line = named[uuid.UUID(one.entry)], points.get(one.entry)
    shown = line.points if line is not None and one.track == Track.RANK else None
    return Told(name.label, name.names, shown, prizewords.called(one, tournament.currency))


def _step(title: str, place: SafeString | str, rows: tuple[Told, ...], many: str) -> Step:
    return Step(title, place, rows, "" if len(rows) <= FEW or _fit(rows) else many)


def _fit(rows: Sequence[Told]) -> bool:
    """Whether all who share a place can be named, in two columns of the smallest letters at worst; what they win takes
    a line more."""
    lines = [folded(width(row.joined, bold=True), _ROOM) + 1 for row in rows]
    return len(rows) <= MOST_NAMES and sum(map(max, zip_longest(lines[::2], lines[1::2], fillvalue=0))) <= _LINES


def told(tournament: Tournament) -> tuple[Ceremony, list[Step]] | None:
    """The ceremony that is on and all its steps; None where none was begun, or its standings are not the public ones
    any more."""
    row = ceremony.current(tournament)
    publication = publishing.final_standings(tournament) if row is not None else None
    if row is None or publication is None:
        return None
    named, awards = people.in_hall(tournament), prizes.ceremony(tournament)
    if not row.first_rank:
        lines = {line.entry: line for one in rankings(publication.figures, named) for line in one.lines}
        return row, by_prize(tournament, awards, named, lines)
    won: dict[str, str] = {}
    for one in awards:
        text = prizewords.called(one, tournament.currency)
        won[one.entry] = f"{text}, {won[one.entry]}" if one.entry in won else text
    return row, by_rank(publication, named, row.first_rank, won, nouns.of(tournament).count)


def pages(tournament: Tournament) -> list[Page]:
    """The step that was told last, large, with those before it below; nothing while there is no ceremony."""
    found = told(tournament)
    if found is None:
        return []
    row, all_steps = found
    shown = all_steps[: row.shown]
    head = _("Final standings") if row.first_rank else _("Prize-giving")
    if not shown:
        welcome = body("message", head=_("Prize-giving"), text=_("We are about to begin."))
        return [Page(kind="message", over=tournament.name, title=head, body=welcome)]
    now = shown[-1]
    few = [step for step in reversed(shown[:-1]) if len(step.rows) <= FEW]
    before = [(step.said, one) for step in few for one in step.rows][:BELOW]
    title = " · ".join(filter(None, (head, now.title)))
    return [Page(kind="podium", over=tournament.name, title=title, body=body("podium", step=now, before=before))]
