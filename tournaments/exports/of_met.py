"""The table of who met whom, as the paper has it: by the rounds that are closed."""

import uuid
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournaments import nouns, people
from tournaments.exports import who
from tournaments.exports.model import Cell, Column, Kind, Table
from tournaments.exports.of_standings import line
from tournaments.models import Round, Tournament
from tournaments.services.results import round_figures, standings_figures
from tournaments.standings.path import Step, path_of


def met(tournament: Tournament, named: who.Named) -> Table:
    """A row an entry, best first: whom it met in each round and what it has from it, and its total after the last one.
    Two games of a round (one was made up) stand beside each other."""
    closed = Round.objects.filter(stage__tournament=tournament, state=Round.State.CLOSED)
    rounds = list(closed.select_related("stage__tournament").order_by("stage__position", "number"))
    results = {one.number: round_figures(one) for one in rounds}
    ranked = standings_figures(tournament, upto=rounds[-1].number)["rows"] if rounds else []
    names = who.width(named[uuid.UUID(row["entry"])] for row in ranked)
    has_lines = any(row.get("line") for row in ranked)
    columns = (
        *([Column("line", _("Line"))] if has_lines else []),
        Column("rank", _("Place"), Kind.NUMBER),
        *who.columns(nouns.of(tournament).one, names),
        *(column for number in results for column in _round_columns(number)),
        Column("points", _("Total"), Kind.NUMBER),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for row in ranked:
            steps = path_of(row["entry"], results, {}, {})
            cells = [cell for number in results for cell in _cells(steps, number, named)]
            name = who.cells(named[uuid.UUID(row["entry"])], names)
            yield *([line(row)] if has_lines else []), row["rank"], *name, *cells, row["points"]

    return Table("met", _("Who met whom"), columns, rows)


def _round_columns(number: int) -> tuple[Column, Column]:
    about: dict[str, Any] = {"number": number}
    return (
        Column(f"round_{number}_met", _("Round %(number)s: met") % about, Kind.NUMBER),
        Column(f"round_{number}", _("Round %(number)s") % about, Kind.NUMBER),
    )


def _cells(steps: list[Step], number: int, named: who.Named) -> tuple[Cell, Cell]:
    """Whom a round brought, nothing where nobody was met, and what came of it."""
    mine = [step for step in steps if step.round == number]
    sides = [people.side_label(named[uuid.UUID(one)].label for one in step.against) for step in mine if step.against]
    points = [step.points for step in mine if step.points is not None]
    return who.number(" / ".join(sides)) if sides else None, sum(points) if points else None
