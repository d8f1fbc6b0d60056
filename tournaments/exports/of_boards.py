"""Tables of what follows a plan: pools, brackets, movements. As everybody sees them: of published draws, with the
results that are public."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from core.templatetags.look import SIDES
from tournaments import boards, nouns
from tournaments.exports import who
from tournaments.exports.model import Cell, Column, Kind, Table, Word
from tournaments.models import Tournament

Parts = Sequence[dict[str, Any]]


def tables(tournament: Tournament, named: who.Named) -> list[Table]:
    """All three, from one reading; without rows where the tournament has none of the kind."""
    parts = boards.of_tournament(tournament, named, public=True)
    names = who.width(named.values())
    people = who.columns(nouns.of(tournament).one, names)
    return [_pools(parts, people, names), _bracket(parts, people, names), _movement(parts, people, names)]


def _part() -> Column:
    return Column("part", _("Part"))


def _round() -> Column:
    return Column("round", _("Round"), Kind.NUMBER)


def _table() -> Column:
    return Column("table", _("Table"), Kind.NUMBER)


def _pools(parts: Parts, people: tuple[Column, ...], names: int) -> Table:
    """A row a member of a pool, best first."""
    columns = (
        _part(),
        Column("pool", _("Pool"), Kind.NUMBER),
        Column("rank", _("Place"), Kind.NUMBER),
        *people,
        Column("games", _("Games"), Kind.NUMBER),
        Column("points", _("Points"), Kind.NUMBER),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for part in parts:
            for pool in part["pools"]:
                for one in pool["members"]:
                    got = (one["played"], one["points"])
                    yield part["title"], pool["number"], one["rank"], *who.cells(one["name"], names), *got

    return Table("pools", _("The pools"), columns, rows)


def _bracket(parts: Parts, people: tuple[Column, ...], names: int) -> Table:
    """A row a side of a match."""
    columns = (
        _part(),
        _round(),
        Column("stage", _("Which")),
        Column("match", _("Match"), Kind.NUMBER),
        _table(),
        *people,
        Column("coming", _("Who comes there")),
        Column("won", _("Won"), Kind.YES),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for part in parts:
            for column in part["bracket"]:
                for group in column["parts"]:
                    for match in group["matches"]:
                        where = (part["title"], column["round"], group["title"], match["number"], match["table"])
                        for side in match["sides"]:
                            won = bool(side["won"]) if match["over"] else None
                            yield *where, *who.cells(side["name"], names), side["text"], won

    return Table("bracket", _("The bracket"), columns, rows)


def _movement(parts: Parts, people: tuple[Column, ...], names: int) -> Table:
    """A row an entry and round."""
    columns = (
        _part(),
        *people,
        _round(),
        _table(),
        Column("side", _("Side")),
        Column("against", _("Against"), Kind.NUMBER),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for part in parts:
            for row in part["movement"].get("rows", ()) if part["movement"] else ():
                for stop in row["stops"]:
                    side = Word(stop["side"], str(SIDES[stop["side"]])) if stop["side"] in SIDES else None
                    met = who.number(stop["meets"].label) if stop["meets"] is not None else None
                    yield part["title"], *who.cells(row["name"], names), stop["round"], stop["table"], side, met

    return Table("movement", _("Where everybody goes"), columns, rows)
