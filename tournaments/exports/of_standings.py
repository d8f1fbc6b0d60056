"""Tables of standings and of published results, from figures as they are kept: for the hall and for everybody."""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import SheetEntry
from scoring.rules.marked import is_marked
from tournaments import nouns
from tournaments.criteriawords import CRITERION_NAMES
from tournaments.exports import who
from tournaments.exports.model import Cell, Column, Kind, Table, Word
from tournaments.exports.of_play import given_beside, result_of, source, written, written_columns
from tournaments.models import Publication, Standing, Tournament
from tournaments.standings.ranking import NO_PLACE, STILL_IN

Figures = Mapping[str, Any]
#: What the columns of a criterion are called where it has one of its own already.
_SHOWN_ANYWAY = ("points",)
_NOTHING: Figures = {"criteria": [], "rounds": [], "rows": []}


def standings(tournament: Tournament, figures: Figures, named: who.Named, *, by_part: bool = False) -> Table:
    """A row an entry, best first: place, points by round, and the figure of each criterion in their order. ``by_part``:
    each row says which part it is of (``part``, a Word)."""
    ranked = [uuid.UUID(row["entry"]) for row in figures["rows"]]
    names = who.width(named[entry] for entry in ranked if entry in named)
    rounds = [str(number) for number in figures["rounds"]]
    criteria = [name for name in figures["criteria"] if name not in _SHOWN_ANYWAY]
    has_lines = any(row.get("line") for row in figures["rows"])
    columns = (
        *([Column("part", _("Part"))] if by_part else []),
        *([Column("line", _("Line"))] if has_lines else []),
        Column("rank", _("Place"), Kind.NUMBER),
        *who.columns(nouns.of(tournament).one, names),
        *(Column(f"round_{one}", _("Round %(number)s") % {"number": one}, Kind.NUMBER) for one in rounds),
        Column("adjustments", _("Penalties, bonuses"), Kind.NUMBER),
        Column("points", _("Total"), Kind.NUMBER),
        *(Column(name, criterion(name), Kind.NUMBER) for name in criteria),
        Column("tied", _("Shares its place"), Kind.YES),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for row in figures["rows"]:
            name = named.get(uuid.UUID(row["entry"]))
            if name is None:
                continue
            yield (
                *([row["part"]] if by_part else []),
                *([line(row)] if has_lines else []),
                row["rank"],
                *who.cells(name, names),
                *((row["rounds"].get(one) or {}).get("points") for one in rounds),
                row["terms"]["adjustments"],
                row["points"],
                *(_figure(one, row["values"].get(one)) for one in criteria),
                bool(row["tied"]),
            )

    return Table("standings", _("Standings"), columns, rows)


def parts(tournament: Tournament, found: Mapping[int, tuple[str, Figures]], named: who.Named) -> Table:
    """The standings of parts, one after the other: by their positions what each is called, and its figures."""
    several = [figures for _name, figures in found.values()]
    rows = [
        {**row, "part": Word(str(position), name)}
        for position, (name, figures) in found.items()
        for row in figures["rows"]
    ]
    whole = {
        "criteria": list(dict.fromkeys(one for figures in several for one in figures["criteria"])),
        "rounds": sorted({one for figures in several for one in figures["rounds"]}),
        "rows": rows,
    }
    table = standings(tournament, whole, named, by_part=True)
    return Table("parts", _("Standings of the parts"), table.columns, table.rows)


def criterion(name: str) -> str:
    """What a criterion is called over its column."""
    said = CRITERION_NAMES.get(name)
    return name if said is None else said()


def line(row: Mapping[str, Any]) -> Cell:
    """The line that a row is ranked in; nothing in a part that has none."""
    said = {"ns": Word("NS", _("North-South")), "ew": Word("EW", _("East-West"))}
    return said.get(row.get("line", ""))


def _figure(name: str, value: Any) -> Cell:
    """A figure as a cell: nothing for a place that there is none of yet."""
    if name == "place" and (value is None or value == STILL_IN or value >= NO_PLACE):
        return None
    return value if isinstance(value, int | str) else None


def of_hall(tournament: Tournament, named: who.Named) -> list[Table]:
    """The standings as last worked out, as their page shows them; of teams also those of their pairs."""
    standing = Standing.objects.filter(tournament=tournament).first()
    return of_figures(tournament, standing.figures if standing is not None else _NOTHING, named)


def of_figures(tournament: Tournament, figures: Figures, named: who.Named) -> list[Table]:
    """The tables of standings; of teams a second one, of their pairs."""
    found = [standings(tournament, figures, named)]
    if "pairs" in figures:
        found.append(_of_pairs(standings(tournament, {**figures, "rows": figures["pairs"]}, named)))
    return found


def _of_pairs(table: Table) -> Table:
    columns = tuple(
        Column(one.key, str(nouns.PAIRS.one), one.kind) if one.key == "number" else one for one in table.columns
    )
    return Table("standings-pairs", _("Standings of the pairs"), columns, table.rows)


# For everybody


def published(publication: Publication, named: who.Named) -> list[Table]:
    """The standings of a publication, as they were made public."""
    return of_figures(publication.tournament, publication.figures, named)


def published_results(
    tournament: Tournament, publications: Sequence[Publication], by_round: Mapping[int | None, who.Named]
) -> Table:
    """What everybody has from published rounds: a row an entry and table, then who rested, was late or absent."""
    names = who.width(name for named in by_round.values() for name in named.values())
    columns = (
        Column("round", _("Round"), Kind.NUMBER),
        Column("table", _("Table"), Kind.NUMBER),
        Column("side", _("Side")),
        *who.columns(nouns.at_table(tournament).one, names),
        Column("points", _("Points"), Kind.NUMBER),
        Column("source", _("Where it comes from")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for publication in publications:
            number = publication.figures["round"]
            named = by_round[number]
            for table, side, one, what in _results(publication.figures):
                name = named.get(uuid.UUID(one["entry"]))
                said = Word(what, source(what))
                yield number, table, side, *who.cells(name, names), one["points"], said

    return Table("results", _("Results"), columns, rows)


def _results(figures: Figures) -> Iterable[tuple[int | None, Word | None, Mapping[str, Any], str]]:
    for table in figures["tables"]:
        for one in table["sides"]:
            side = Word("NS", _("North-South")) if one.get("side") == "A" else Word("EW", _("East-West"))
            yield table["table"], side, one, "forfeit" if one.get("forfeit") else "game"
    for one in figures["byes"]:
        yield None, None, one, "bye"
    for one in figures.get("missed", []):
        yield None, None, one, one["source"]


def published_deals(publications: Sequence[Publication]) -> Table:
    """The deals of published rounds, with the fields of a deal and what both sides marked; nobody is named."""
    columns = (
        Column("round", _("Round"), Kind.NUMBER),
        Column("table", _("Table"), Kind.NUMBER),
        Column("deal", _("Deal"), Kind.NUMBER),
        Column("kind", _("What")),
        *written_columns(),
        Column("result", _("What came of it")),
        Column("ns_score", _("Marked, North-South"), Kind.NUMBER),
        Column("ew_score", _("Marked, East-West"), Kind.NUMBER),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for publication in publications:
            for sheet in publication.figures["sheets"]:
                where = (publication.figures["round"], sheet["table"])
                rest = sheet["totals"]
                for line in sheet["deals"]:
                    rest = [total - mark for total, mark in zip(rest, line["score"], strict=True)]
                    yield *where, line["no"], _kind(line), *written(line), result_of(line), *line["score"]
                if any(rest):
                    yield *where, None, *given_beside(rest)

    return Table("deals", _("Deals"), columns, rows)


def _kind(line: Mapping[str, Any]) -> Word:
    """What a published line is; who passed is named nowhere."""
    kind = "total" if is_marked(line) else "deal" if line.get("declarer") else "passed"
    return Word(kind, str(SheetEntry.Kind(kind).label))
