"""Tables of what was decided and done: penalties, the journal, the history of the sheets."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import journal, nouns, people
from tournaments.exports import who
from tournaments.exports.model import Cell, Column, Kind, Table, Word
from tournaments.models import Adjustment, Tournament

#: So many lines are put in words at a time, each time in the same number of queries.
_A_TIME = 1000


def penalties(tournament: Tournament) -> Table:
    """Points given or taken beside the results, in their order; a counter entry names the line that it makes void."""
    named = people.in_hall(tournament)
    names = who.width(named.values())
    columns = (
        Column("line", _("Line"), Kind.NUMBER),
        Column("at", _("When"), Kind.MOMENT),
        *who.columns(nouns.of(tournament).one, names),
        Column("round", _("Round"), Kind.NUMBER),
        Column("points", _("Points"), Kind.NUMBER),
        Column("reason", _("Why")),
        Column("by", _("By")),
        Column("voids", _("Makes void line"), Kind.NUMBER),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        found = Adjustment.objects.filter(entry__tournament=tournament).select_related("round", "by")
        places: dict[Any, int] = {}
        for place, row in enumerate(found.order_by("at", "pk"), 1):
            places[row.pk] = place
            yield (
                place,
                timezone.localtime(row.at),
                *who.cells(named.get(row.entry_id), names),
                None if row.round is None else row.round.number,
                row.points,
                row.reason,
                "" if row.by is None else row.by.get_username(),
                places.get(row.voids_id),
            )

    return Table("penalties", _("Penalties and bonuses"), columns, rows)


def history(tournament: Tournament) -> Table:
    """The journal, the oldest line first."""
    return Table("journal", _("Journal"), _told(risk=True), lambda: _lines(tournament, journal.lines, _events))


def sheet_history(tournament: Tournament) -> Table:
    """What happened to the score sheets, the oldest line first."""
    return Table(
        "sheet-history",
        _("History of the sheets"),
        _told(risk=False),
        lambda: (row[:4] for row in _lines(tournament, journal.sheet_lines, _sheet_events)),
    )


def _told(*, risk: bool) -> tuple[Column, ...]:
    columns = [Column("at", _("When"), Kind.MOMENT), Column("what", _("What")), Column("by", _("By"))]
    columns += [Column("reason", _("Why")), *([Column("risk", _("Danger"))] if risk else [])]
    return tuple(columns)


def _events(tournament: Tournament) -> Iterable[Any]:
    return journal.events_of(tournament, journal.ALL).order_by("pk").iterator(chunk_size=_A_TIME)


def _sheet_events(tournament: Tournament) -> Iterable[Any]:
    return journal.sheet_events_of(tournament).order_by("at", "seq").iterator(chunk_size=_A_TIME)


def _lines(
    tournament: Tournament,
    in_words: Callable[[Tournament, Iterable[Any]], list[journal.Line]],
    events: Callable[[Tournament], Iterable[Any]],
) -> Iterator[tuple[Cell, ...]]:
    left = iter(events(tournament))
    while some := list(islice(left, _A_TIME)):
        for line in in_words(tournament, some):
            risk = Word(line.risk, _("risky")) if line.risk else None
            yield timezone.localtime(line.at), line.text, line.by, line.reason, risk
