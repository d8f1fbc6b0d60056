"""Tables of who takes part: the list, the money, who came through a cut."""

from collections.abc import Iterator

from django.db.models import Sum
from django.utils.translation import gettext as _

from tournaments import listwords, nouns, people, presencewords, whereabouts
from tournaments.exports import who
from tournaments.exports.model import Cell, Column, Kind, Table, Word
from tournaments.models import Entry, EntryMember, Payment, StageEntry, Tournament


def entries(tournament: Tournament, *, with_money: bool) -> Table:
    """The list as its page shows it, by number, the pairs of a team behind it; ``with_money``: who has paid."""
    named = people.in_hall(tournament)
    names = who.width(named.values())
    columns = [
        *who.columns(nouns.of(tournament).one, names),
        Column("club", _("Club")),
        Column("category", _("Category")),
        Column("rating", _("Rating"), Kind.NUMBER),
        Column("state", _("Status")),
    ]
    if with_money:
        columns += [Column("paid", _("Paid")), Column("received", _("Received"), Kind.MONEY)]

    def rows() -> Iterator[tuple[Cell, ...]]:
        found = list(tournament.entries.order_by("number"))
        place: dict[object, int] = {entry.pk: entry.number for entry in found}
        where = whereabouts.whereabouts(tournament)
        received = _received(tournament) if with_money else {}
        for entry in sorted(found, key=lambda one: place.get(one.team_id, one.number)):
            state = where.of(entry)
            row: tuple[Cell, ...] = (
                *who.cells(named[entry.pk], names),
                entry.home_club,
                entry.category,
                entry.rating,
                Word(state.state, presencewords.said(state).text),
            )
            yield (*row, Word(entry.paid, _paid(entry)), received.get(entry.pk)) if with_money else row

    return Table("entries", str(nouns.of(tournament).many), tuple(columns), rows)


def public_entries(tournament: Tournament) -> Table:
    """The list as everybody may see it: numbers, names by consent, clubs."""
    named = people.in_public(tournament)
    names = who.width(named.values())
    columns = (*who.columns(nouns.of(tournament).one, names), Column("club", _("Club")), Column("state", _("Status")))

    def rows() -> Iterator[tuple[Cell, ...]]:
        place: dict[object, int] = {name.id: name.number for name in named.values()}
        for name in sorted(named.values(), key=lambda one: place.get(one.team, one.number)):
            state = Word(name.status, str(Entry.Status(name.status).label))
            yield *who.cells(name, names), name.home_club, state

    return Table("entries", str(nouns.of(tournament).many), columns, rows)


def _paid(entry: Entry) -> str:
    return "" if entry.paid == Entry.Paid.UNKNOWN else entry.get_paid_display()


def _received(tournament: Tournament) -> dict[object, int]:
    rows = Payment.objects.filter(tournament=tournament)
    return dict(rows.order_by().values_list("entry").annotate(Sum("amount_cents")))


def cuts(tournament: Tournament) -> Table:
    """Who has come into which later part, who waits, who declined."""
    named = people.in_hall(tournament)
    names = who.width(named.values())
    columns = (
        Column("stage", _("Part")),
        Column("seed", _("Place in the cut"), Kind.NUMBER),
        *who.columns(nouns.of(tournament).one, names),
        Column("state", _("Status")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        found = StageEntry.objects.filter(stage__tournament=tournament).select_related("stage")
        for row in found.order_by("stage__position", "seed"):
            state = Word(row.state, row.get_state_display())
            yield row.stage.name, row.seed, *who.cells(named.get(row.entry_id), names), state

    return Table("cuts", _("Cuts"), columns, rows)


def categories(tournament: Tournament) -> Table:
    """A row a player who is in now: the category that is noted of it, and what is written beside its entry, which
    counts instead. A rehearsal's players are others': their own is not told."""
    columns = (
        Column("number", str(nouns.of(tournament).one), Kind.NUMBER),
        Column("name", _("Player")),
        Column("player", _("Category of the player")),
        Column("category", _("Category")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        named, players = people.in_hall(tournament), people.players_in_hall(tournament)
        now = EntryMember.objects.filter(tournament=tournament, until_round__isnull=True)
        for one in now.select_related("person", "entry__team").order_by("entry__number", "slot"):
            entry = one.entry.team or one.entry
            own = one.person.category if tournament.rehearsal_of_id is None else ""
            called = Word(own, str(listwords.of_a_player(own))) if own else None
            yield who.number(named[entry.pk].label), players[one.person_id].name, called, entry.category

    return Table("categories", _("Categories"), columns, rows)
