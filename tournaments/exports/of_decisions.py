"""Tables of what came up beside the play: the roll, what went to the arbiter, corrections, what the check found."""

from collections.abc import Iterator

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Dispute, ScoreSheet, SheetEntry
from scoring.sheets import SIDE_OF
from tournaments import agreewords, checkwords, movedwords, nouns, people, tablewords
from tournaments.exports import who
from tournaments.exports.model import Cell, Column, Kind, Table, Word
from tournaments.exports.of_play import named_by_round, sides_of
from tournaments.models import Attendance, Game, Tournament
from tournaments.services import checks, correcting, disputes, typing


def attendance(tournament: Tournament) -> Table:
    """What was noted on the roll of each round: who is here, who is not, who comes later."""
    named = people.in_hall(tournament)
    names = who.width(named.values())
    columns = (
        Column("round", _("Round"), Kind.NUMBER),
        *who.columns(nouns.of(tournament).one, names),
        Column("state", _("Status")),
        Column("at", _("When"), Kind.MOMENT),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        found = Attendance.objects.filter(stage__tournament=tournament).order_by("round_number", "entry__number")
        for row in found:
            state = Word(row.state, row.get_state_display())
            yield row.round_number, *who.cells(named.get(row.entry_id), names), state, timezone.localtime(row.at)

    return Table("attendance", _("Roll"), columns, rows)


def before_arbiter(tournament: Tournament) -> Table:
    """What was put before the arbiter, in its order, and what was decided."""
    columns = (
        Column("round", _("Round"), Kind.NUMBER),
        Column("table", _("Table"), Kind.NUMBER),
        *who.sides(),
        Column("raised_at", _("When"), Kind.MOMENT),
        Column("about", _("What")),
        Column("text", _("Remark")),
        Column("deadline", _("To be decided by"), Kind.MOMENT),
        Column("decided_at", _("Decided at"), Kind.MOMENT),
        Column("outcome", _("What is decided")),
        Column("reason", _("Why")),
        Column("by", _("By")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        found = sorted(disputes.of_tournament(tournament), key=lambda one: (one.raised_at, str(one.pk)))
        prefetch_related_objects([one.sheet.game.match for one in found], "seats")
        named = named_by_round(tournament, None)
        lines = SheetEntry.objects.filter(sheet__in=[one.sheet_id for one in found], voided_at__isnull=True)
        counted = {(sheet, at): number for sheet, at, number in lines.values_list("sheet", "position", "counted")}
        for one in found:
            match = one.sheet.game.match
            sides = sides_of(match, named)
            called = dict(zip(SIDE_OF, (str(side[0] or "") for side in sides), strict=True)).get(one.side, "")
            number = counted.get((one.sheet_id, one.position))
            yield (
                match.round.number,
                one.sheet.game.table_no,
                *(cell for side in sides for cell in side),
                timezone.localtime(one.raised_at),
                agreewords.about(one.kind, one.position, number, tablewords.pair(called)),
                one.text,
                timezone.localtime(one.deadline) if one.deadline else None,
                timezone.localtime(one.decided_at) if one.decided_at else None,
                Word(one.outcome, str(agreewords.OUTCOMES[Dispute.Outcome(one.outcome)])) if one.outcome else None,
                one.reason,
                one.decided_by.get_username() if one.decided_by else "",
            )

    return Table("disputes", _("For the arbiter"), columns, rows)


def typed(tournament: Tournament) -> Table:
    """The papers in the order in which they were typed: who, which table, its totals as they are now."""
    columns = (
        Column("line", _("No."), Kind.NUMBER),
        Column("at", _("When"), Kind.MOMENT),
        Column("by", _("By")),
        Column("round", _("Round"), Kind.NUMBER),
        Column("table", _("Table"), Kind.NUMBER),
        *who.sides(),
        Column("ns_total", _("Total, North-South"), Kind.NUMBER),
        Column("ew_total", _("Total, East-West"), Kind.NUMBER),
        Column("closed", _("Closed"), Kind.YES),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        found = typing.typed(tournament)
        games = Game.objects.filter(pk__in=[event.object_id for event in found if event.object_id])
        games = games.select_related("sheet", "match__round").prefetch_related("sheet__sides", "match__seats")
        by_id = {game.pk: game for game in games}
        named = named_by_round(tournament, None)
        for place, event in enumerate(found, 1):
            told = event.after if isinstance(event.after, dict) else {}
            game = by_id.get(event.object_id) if event.object_id else None
            by = event.actor.get_username() if event.actor else ""
            head = (place, timezone.localtime(event.at), by, told.get("round"), told.get("table"))
            if game is None:  # the table is not there any more
                yield *head, *who.side_cells(()), *who.side_cells(()), None, None, None
                continue
            ns, ew = sides_of(game.match, named)
            totals = {side.side: side.total for side in game.sheet.sides.all()}
            is_closed = game.sheet.state == ScoreSheet.State.CLOSED
            yield *head, *ns, *ew, totals.get("A"), totals.get("B"), is_closed

    return Table("typed", _("Paper sheets"), columns, rows)


def corrections(tournament: Tournament, named: who.Named, currency: str | None, *, with_reasons: bool = False) -> Table:
    """What was corrected after it was published: a row for each who moved by it, or one where nobody did.

    ``currency``: of the prizes, None for who is not told of them; ``with_reasons``: for the club alone."""
    names = who.width(named.values())
    columns = (
        Column("at", _("When"), Kind.MOMENT),
        Column("round", _("Round"), Kind.NUMBER),
        Column("what", _("What")),
        *([Column("reason", _("Why"))] if with_reasons else []),
        *who.columns(nouns.of(tournament).one, names),
        Column("before", _("Place before"), Kind.NUMBER),
        Column("after", _("Place now"), Kind.NUMBER),
        Column("note", _("Remark")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for one in correcting.corrections_of(tournament):
            head: tuple[Cell, ...] = (timezone.localtime(one.at), one.round, movedwords.corrected(one))
            head += (one.reason,) if with_reasons else ()
            moved = movedwords.rows(one.moved, named, currency)
            for row in moved:
                notes = "; ".join(row["notes"])
                yield *head, *who.cells(row["name"], names), row["before"], row["after"], notes
            if not moved:
                yield *head, *who.cells(None, names), None, None, ""

    return Table("corrections", _("Corrected after publication"), columns, rows)


def findings(tournament: Tournament) -> Table:
    """What a check finds now that is not what the deals come to."""
    columns = (Column("where", _("Where")), Column("what", _("What")), Column("figures", _("Figures")))

    def rows() -> Iterator[tuple[Cell, ...]]:
        for one in checks.before_publishing(tournament).findings:
            yield checkwords.where(one.place), checkwords.said(one), checkwords.figures(one)

    return Table("check", _("What the check found"), columns, rows)
