"""Where everybody is: who plays, rests, is absent, comes later, has left; and what can be done about each.

For the pages: read in a fixed number of queries, however long the list is. Nothing is decided here that a verb does not
decide again.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournaments.models import Attendance, Entry, Game, Round, RoundStatus, Seat, Tournament
from tournaments.services import latecomers, presence
from tournaments.services.leaving import GONE
from tournaments.services.presence import Due

#: What an entry can be looked for by.
FILTERS: Mapping[str, frozenset[str]] = {
    "absent": frozenset({"absent", "missing", "waiting"}),
    "late": frozenset({"late", "arrived"}),
    "left": frozenset({"leaving", "withdrawn", "disqualified"}),
    "alone": frozenset({"incomplete"}),
}


@dataclass(frozen=True, slots=True)
class Where:
    """What is known of an entry.

    ``state``: plays, rests, out (knocked out); waiting (not there when the round being played was drawn) or arrived
    (entered since); absent, late or missing in the next round (told so, or not ticked when the roll was closed);
    incomplete, leaving (its last table is still playing), withdrawn or disqualified. ``round``: the round that is
    meant, 0 where none is; of who is late the one it comes in. ``table``: where it plays now, 0 where it does not.
    """

    state: str
    round: int = 0
    table: int = 0

    @property
    def filter(self) -> str:
        """The name in FILTERS under which it is found; empty for who is simply there."""
        return next((name for name, states in FILTERS.items() if self.state in states), "")


@dataclass(slots=True)
class Whereabouts:
    """Where the entries of a tournament are: ``of`` tells of each. ``due`` is the next round to draw, ``playing`` the
    one being played, ``opening`` where a table could be added to it; each None where there is none."""

    tournament: Tournament
    due: Due | None
    roll: presence.Roll | None
    playing: Round | None
    opening: latecomers.Opening | None
    tables: dict[uuid.UUID, tuple[int, str]] = field(default_factory=dict)
    status: dict[uuid.UUID, str] = field(default_factory=dict)
    late_until: dict[uuid.UUID, int] = field(default_factory=dict)
    away: frozenset[uuid.UUID] = frozenset()

    def of(self, entry: Entry) -> Where:
        table, game = self.tables.get(entry.pk, (0, ""))
        now = self.playing.number if self.playing is not None else 0
        if entry.status in GONE:
            if entry.status == Entry.Status.WITHDRAWN and game == Game.State.PLAYING:
                return Where("leaving", now, table)
            return Where(entry.status)
        if entry.status == Entry.Status.INCOMPLETE:
            return Where("incomplete", now, table)
        return self._not_there(entry, table) or self._there(entry, now, table)

    def _not_there(self, entry: Entry, table: int) -> Where | None:
        """Who will not play the next round; None for the others."""
        if self.due is None or self.roll is None or entry.pk not in self.away:
            return None
        note = self.roll.notes.get(entry.pk)
        if note == Attendance.State.LATE:
            return Where("late", self.late_until.get(entry.pk, self.due.number) + 1, table)
        if note == Attendance.State.ABSENT:
            return Where("absent", self.due.number, table)
        return Where("missing", self.due.number, table) if self.roll.is_closed else None

    def _there(self, entry: Entry, now: int, table: int) -> Where:
        status = self.status.get(entry.pk)
        if self.playing is None or table or status == RoundStatus.Status.PLAYS:
            return Where("plays", now, table)
        if status == RoundStatus.Status.BYE:
            return Where("rests", now)
        if status == RoundStatus.Status.OUT:
            return Where("out", now)
        return Where("arrived" if status in {None, RoundStatus.Status.LATE} else "waiting", now)

    def counts(self, entries: Iterable[Entry]) -> dict[str, int]:
        """How many of these entries are found under each name of FILTERS."""
        found = dict.fromkeys(FILTERS, 0)
        for entry in entries:
            name = self.of(entry).filter
            if name:
                found[name] += 1
        return found


def whereabouts(tournament: Tournament) -> Whereabouts:
    """Where the entries of a tournament are now."""
    due, playing = presence.due(tournament), presence.playing(tournament)
    roll = presence.roll_of(tournament, due) if due is not None else None
    found = Whereabouts(tournament, due, roll, playing, latecomers.opening(tournament))
    if roll is not None:
        told = {entry_id for entry_id, state in roll.notes.items() if state != Attendance.State.HERE}
        found.away = frozenset({*told, *(entry.pk for entry in roll.missing)})  # also pairs of a team
    if playing is not None:
        seats = Seat.objects.filter(round=playing, outside=False, match__games__number=1)
        for entry_id, table, state in seats.values_list(
            "participant_id", "match__games__table_no", "match__games__state"
        ):
            found.tables[entry_id] = (table, state)
        found.status = dict(playing.statuses.values_list("entry_id", "status"))
    if due is not None:
        late = Attendance.objects.filter(
            stage=due.stage, round_number__gte=due.number, state=Attendance.State.LATE
        ).order_by("round_number")
        found.late_until = dict(late.values_list("entry_id", "round_number"))
    return found
