"""Tables of the lists beside the standings, of the round that is being played, and of prizes."""

import uuid
from collections.abc import Iterator, Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import listwords, nouns, people, prizepage
from tournaments.exports import who
from tournaments.exports.model import Cell, Column, Kind, Table, Word
from tournaments.exports.of_standings import criterion
from tournaments.models import Tournament
from tournaments.people import EntryName, PlayerName
from tournaments.services import prizegiving, prizes, provisional
from tournaments.services.provisional import Provisional
from tournaments.standings.lists import RankedList, Row

Players = Mapping[uuid.UUID, PlayerName]


def lists(found: Sequence[RankedList], named: who.Named, players: Players) -> Table:
    """A row a place of a list, list after list: by player, category, club, line and round."""
    names = who.width(named.values())
    rounds = sorted({number for one in found for row in one.rows for number, _points, _source in row.rounds})
    criteria = list(dict.fromkeys(name for one in found for name in one.criteria if name != "points"))
    columns = (
        Column("kind", _("Lists")),
        Column("list", _("List")),
        Column("rank", _("Place"), Kind.NUMBER),
        *who.columns(_("No."), names),
        Column("club", _("Club")),
        *(Column(f"round_{one}", _("Round %(number)s") % {"number": one}, Kind.NUMBER) for one in rounds),
        Column("adjustments", _("Penalties, bonuses"), Kind.NUMBER),
        Column("points", _("Total"), Kind.NUMBER),
        *(Column(name, criterion(name), Kind.NUMBER) for name in criteria),
        Column("tied", _("Shares its place"), Kind.YES),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for one in found:
            kind = Word(one.kind, listwords.kind(one.kind))
            for row in one.rows:
                who_is = _who(one, row, named, players, names)
                if who_is is None:
                    continue
                got = {number: points for number, points, _source in row.rounds}
                values = dict(row.values)
                yield (
                    kind,
                    listwords.title(one),
                    row.rank,
                    *who_is,
                    *(got.get(number) for number in rounds),
                    row.adjustments,
                    row.points,
                    *(values.get(name) for name in criteria),
                    row.tied,
                )

    return Table("lists", _("Lists beside the standings"), columns, rows)


def _who(one: RankedList, row: Row, named: who.Named, players: Players, names: int) -> tuple[Cell, ...] | None:
    """Number, names and club of a row; None of who has no name any more."""
    if one.of_persons:
        player = players.get(uuid.UUID(row.who))
        if player is None:
            return None
        return who.number(", ".join(player.labels)), player.name, *(None,) * (names - 1), player.home_club
    name = named.get(uuid.UUID(row.who))
    return None if name is None else (*who.cells(name, names), name.home_club)


def provisional_list(tournament: Tournament, *, public: bool = False) -> list[Table]:
    """The standings as they would be if every table ended now; nothing where no round is being played. ``public``: as
    everybody sees it, nothing where the organiser does not show it."""
    round_ = provisional.playing(tournament)
    if round_ is None or (public and not provisional.is_on(tournament, round_)):
        return []
    found = provisional.list_of(tournament, round_)
    named = people.in_public(tournament) if public else people.in_hall(tournament)
    names = who.width(named.values())
    columns = (
        Column("round", _("Round"), Kind.NUMBER),
        Column("list", _("List")),
        Column("rank", _("Place"), Kind.NUMBER),
        *who.columns(nouns.of(tournament).one, names),
        Column("points", _("Total"), Kind.NUMBER),
        Column("to_come", _("Still to come")),
    )
    title = _("Provisional: round %(number)s is being played") % {"number": round_.number}
    return [Table("provisional", title, columns, lambda: _provisional(found, named, names))]


def _provisional(found: Provisional, named: who.Named, names: int) -> Iterator[tuple[Cell, ...]]:
    number = found.round.number
    for one in found.lists:
        for row in one.rows:
            name: EntryName | None = named.get(uuid.UUID(row.who))
            brought = {got[0]: got[2] for got in row.rounds}
            if name is None:
                continue
            waits = listwords.waits(found.waits.get(row.who), brought.get(number, ""))
            yield number, listwords.title(one), row.rank, *who.cells(name, names), row.points, waits


def prize_list(tournament: Tournament) -> Table:
    """Who wins what as things stand, or as it was settled, and what is handed out."""
    named = people.in_hall(tournament)
    names = who.width(named.values())
    columns = (
        Column("won_for", _("For")),
        Column("what", _("Prize")),
        Column("amount", _("Amount"), Kind.MONEY),
        *who.columns(nouns.of(tournament).one, names),
        Column("why", _("Why")),
        Column("handed_at", _("Handed out at"), Kind.MOMENT),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        handed = prizegiving.handed(tournament)
        for line in prizepage.lines(prizes.now(tournament).awards, named, tournament.currency):
            out = handed.get(line.award.key)
            at = timezone.localtime(out.at) if out is not None else None
            yield line.won_for, line.what, line.award.cents or None, *who.cells(line.name, names), line.why, at

    return Table("prizes", _("Prizes"), columns, rows)


def public_prizes(tournament: Tournament) -> list[Table]:
    """The prizes as everybody sees them: the list, then, where the organiser says so, who has won which; nothing where
    the list is not shown."""
    listed = prizes.of(tournament)
    if listed is None or not listed.is_shown or not listed.prizes:
        return []
    named = people.in_public(tournament)
    shown = prizepage.public_context(tournament, listed, named)
    names = who.width(named.values())
    columns = (
        Column("won_for", _("For")),
        Column("what", _("Prize")),
        *who.columns(nouns.of(tournament).one, names),
        Column("why", _("Why")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for line in shown["winners"]:
            yield line.won_for, line.what, *who.cells(line.name, names), line.why
        for row in () if shown["winners"] else shown["list_rows"]:
            yield row["won_for"], row["what"], *who.cells(None, names), ""

    return [Table("prizes", _("Prizes"), columns, rows)]
