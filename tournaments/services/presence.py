"""Who is there: the roll before a round's draw, and what is told beforehand of who will be absent or late.

What is noted is of one round that is not published yet: the next one. Once a draw is published, who plays in it is a
matter of its tables. Every verb locks the tournament, as the publishing of a draw does when it looks at the list: a
tick is either counted in the draw or refused.
"""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from core import audit
from core.actors import Actor
from core.models import AuditEvent
from tournaments.models import Attendance, CheckIn, Draw, Entry, Round, Stage, StageEntry, Tournament
from tournaments.services import contests, stages
from tournaments.services.drawing import taking_part
from tournaments.services.errors import Conflict, TournamentError

#: The verb of the trail under which "all are here" is found again, to be taken back.
ALL_TICKED = "roll.all-ticked"


@dataclass(frozen=True, slots=True)
class Due:
    """The next round that can still be drawn: ``number`` from 1, through all stages, and the ``stage`` it is of."""

    stage: Stage
    number: int


def due(tournament: Tournament) -> Due | None:
    """The next round that is not published yet; None when all that were announced have been."""
    number = next_number(tournament)
    last = 0
    for stage in stages.stages_of(tournament):
        last += stage.rounds_planned
        if number <= last:
            return Due(stage, number)
    return None


def next_number(tournament: Tournament) -> int:
    """The number of the first round that is not published, were there one more: from when who comes in now plays."""
    last = Round.objects.filter(stage__tournament=tournament).order_by("-number").first()
    return 1 if last is None else last.number + (last.state != Round.State.DRAFT)


def playing(tournament: Tournament) -> Round | None:
    """The round that is being played, if any."""
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.PLAYING).select_related("stage")
    return rounds.order_by("-stage__position", "-number").first()


def _locked(tournament_id: uuid.UUID, round_number: int) -> tuple[Tournament, Stage]:
    """The tournament, locked, and the stage of its next round, which must be the one that the page spoke of.

    TournamentError ``nothing-to-draw``, Conflict ``round-drawn`` (round: the number that was meant).
    """
    tournament = contests.lock(tournament_id)
    next_one = due(tournament)
    if next_one is None:
        raise TournamentError("nothing-to-draw")
    if next_one.number != round_number:
        raise Conflict("round-drawn", round=round_number)
    return tournament, next_one.stage


# The roll


@dataclass(frozen=True, slots=True)
class Roll:
    """The roll of a round: those who take part and could play, by number, and what is noted of each."""

    number: int
    check_in: CheckIn | None
    entries: Sequence[Entry]
    notes: dict[uuid.UUID, str]

    @property
    def is_open(self) -> bool:
        return self.check_in is not None and self.check_in.closed_at is None

    @property
    def is_closed(self) -> bool:
        return self.check_in is not None and self.check_in.closed_at is not None

    @property
    def here(self) -> list[Entry]:
        """Those ticked; where no roll was called, everybody of whom nothing else is noted."""
        if self.check_in is None:
            return [entry for entry in self.entries if entry.pk not in self.notes or self._is_here(entry)]
        return [entry for entry in self.entries if self._is_here(entry)]

    @property
    def missing(self) -> list[Entry]:
        """All the others."""
        here = {entry.pk for entry in self.here}
        return [entry for entry in self.entries if entry.pk not in here]

    def _is_here(self, entry: Entry) -> bool:
        return self.notes.get(entry.pk) == Attendance.State.HERE


def roll_of(tournament: Tournament, due: Due) -> Roll:
    """The roll of the next round, called or not: in three queries."""
    entries = [entry for entry in taking_part(tournament, due.stage) if entry.status == Entry.Status.ACTIVE]
    notes = due.stage.attendances.filter(round_number=due.number).values_list("entry_id", "state")
    check_in = due.stage.check_ins.filter(round_number=due.number).first()
    return Roll(due.number, check_in, entries, dict(notes))


def is_outdated(draft: Draw, roll: Roll) -> bool:
    """Whether a draft is of others than those who are there now: it is then not published, but drawn again."""
    return {str(entry.pk) for entry in roll.here} != {one["id"] for one in draft.inputs["entries"] if one["plays"]}


@transaction.atomic
def open_roll(tournament_id: uuid.UUID, round_number: int, actor: Actor) -> CheckIn:
    """Call the roll for the next round, or open it again: nothing is drawn or published until it is closed.

    Twice in a row, or by two at once, it is simply open.
    """
    tournament, stage = _locked(tournament_id, round_number)
    check_in, made = CheckIn.objects.get_or_create(stage=stage, round_number=round_number)
    if made or check_in.closed_at is not None:
        check_in.closed_at = None
        check_in.save(update_fields=["closed_at"])
        audit.record(actor, "roll.opened", check_in, club_id=tournament.club_id, after={"round": round_number})
    return check_in


@transaction.atomic
def close_roll(tournament_id: uuid.UUID, round_number: int, actor: Actor) -> int:
    """Close the roll: who is not ticked by now is absent from the round. Returns how many of these there are.

    Conflict ``roll-not-open`` where somebody has closed it already, or it was never called.
    """
    tournament, stage = _locked(tournament_id, round_number)
    check_in = CheckIn.objects.filter(stage=stage, round_number=round_number, closed_at__isnull=True).first()
    if check_in is None:
        raise Conflict("roll-not-open", round=round_number)
    check_in.closed_at = timezone.now()
    check_in.save(update_fields=["closed_at"])
    missing = len(roll_of(tournament, Due(stage, round_number)).missing)
    after = {"round": round_number, "missing": missing}
    audit.record(actor, "roll.closed", check_in, club_id=tournament.club_id, after=after)
    return missing


@transaction.atomic
def drop_roll(tournament_id: uuid.UUID, round_number: int, actor: Actor) -> None:
    """Do without a roll after all: everybody is drawn of whom nothing else is noted. The ticks stay, should it be
    called again. Conflict ``roll-not-open`` where there is none."""
    tournament, stage = _locked(tournament_id, round_number)
    gone, _ = CheckIn.objects.filter(stage=stage, round_number=round_number).delete()
    if not gone:
        raise Conflict("roll-not-open", round=round_number)
    audit.record(actor, "roll.dropped", tournament, club_id=tournament.club_id, after={"round": round_number})


@transaction.atomic
def tick(entry_id: uuid.UUID, round_number: int, actor: Actor) -> bool:
    """Note that an entry is here for the next round; False where it was ticked already, by whomever."""
    entry, stage = _entry_to_note(entry_id, round_number)
    if _noted(stage, round_number, entry) == Attendance.State.HERE:
        return False
    _note(stage, [round_number], entry, Attendance.State.HERE)
    _record(actor, "roll.ticked", entry, round_number)
    return True


@transaction.atomic
def untick(entry_id: uuid.UUID, round_number: int, actor: Actor) -> bool:
    """Take a tick back: the entry has not come yet. False where it had none."""
    entry, stage = _entry_to_note(entry_id, round_number)
    ticked = Attendance.objects.filter(stage=stage, round_number=round_number, entry=entry, state=Attendance.State.HERE)
    if not ticked.delete()[0]:
        return False
    _record(actor, "roll.unticked", entry, round_number)
    return True


@transaction.atomic
def tick_all(tournament_id: uuid.UUID, round_number: int, actor: Actor) -> AuditEvent:
    """Tick everybody of whom nothing is noted: who is told absent or late stays so. The event names whom; see
    ``untick_all``."""
    tournament, stage = _locked(tournament_id, round_number)
    roll = roll_of(tournament, Due(stage, round_number))
    ticked = [entry for entry in roll.entries if entry.pk not in roll.notes]
    Attendance.objects.bulk_create(
        Attendance(stage=stage, round_number=round_number, entry=entry, state=Attendance.State.HERE) for entry in ticked
    )
    after = {"round": round_number, "entries": [str(entry.pk) for entry in ticked]}
    return audit.record(actor, ALL_TICKED, tournament, club_id=tournament.club_id, after=after)


@transaction.atomic
def untick_all(tournament_id: uuid.UUID, event_id: int, actor: Actor) -> int:
    """Take those ticks back that ``tick_all`` made under this event; returns how many stood."""
    event = AuditEvent.objects.filter(pk=event_id, verb=ALL_TICKED, object_id=tournament_id).first()
    if event is None:
        raise Conflict("nothing-to-undo")
    said = dict(event.after or {})
    tournament, stage = _locked(tournament_id, said["round"])
    ticks = Attendance.objects.filter(
        stage=stage, round_number=said["round"], entry__in=said["entries"], state=Attendance.State.HERE
    )
    gone = ticks.delete()[0]
    after = {"round": said["round"], "entries": gone}
    audit.record(actor, "roll.all-unticked", tournament, club_id=tournament.club_id, after=after)
    return gone


# Absent and late, told beforehand


@transaction.atomic
def expect_absent(entry_id: uuid.UUID, round_number: int, actor: Actor) -> None:
    """Note that an entry will not be there in the next round; in those after it, it is again."""
    entry, stage = _entry_to_note(entry_id, round_number)
    _forget(stage, round_number, entry, but=())
    _note(stage, [round_number], entry, Attendance.State.ABSENT)
    _record(actor, "entry.expected-absent", entry, round_number)


@transaction.atomic
def expect_late(entry_id: uuid.UUID, round_number: int, comes_in: int, actor: Actor) -> None:
    """Note that an entry comes later, to play from round ``comes_in`` on: in the next round and up to that one it is
    late. TournamentError ``comes-in-range`` (first, last) where that is no later round of this stage."""
    entry, stage = _entry_to_note(entry_id, round_number)
    last = stages.last_number(stage)
    if not round_number < comes_in <= last:
        raise TournamentError("comes-in-range", "comes_in", first=round_number + 1, last=last)
    until = range(round_number, comes_in)
    _forget(stage, round_number, entry, but=until)
    _note(stage, until, entry, Attendance.State.LATE)
    _record(actor, "entry.expected-late", entry, round_number, comes_in=comes_in)


@transaction.atomic
def expect_here(entry_id: uuid.UUID, round_number: int, actor: Actor) -> None:
    """Take back whatever was noted of an entry from the next round on; where the roll was called it is ticked too."""
    entry, stage = _entry_to_note(entry_id, round_number)
    _forget(stage, round_number, entry, but=())
    if stage.check_ins.filter(round_number=round_number).exists():
        _note(stage, [round_number], entry, Attendance.State.HERE)
    _record(actor, "entry.expected-here", entry, round_number)


def _entry_to_note(entry_id: uuid.UUID, round_number: int) -> tuple[Entry, Stage]:
    """An entry that may play the next round, its tournament locked. Conflict ``entry-not-in`` where it does not."""
    entry = Entry.objects.select_related("tournament").get(pk=entry_id)
    _, stage = _locked(entry.tournament_id, round_number)
    entry.refresh_from_db(fields=["status"])
    gone = entry.status in {Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED}
    if gone or not _takes_part(entry, stage):
        raise Conflict("entry-not-in", number=entry.number)
    return entry, stage


def _takes_part(entry: Entry, stage: Stage) -> bool:
    """Whether it is one of ``drawing.taking_part``, or a pair of a team that is; asked at each tick, so without reading
    the whole list."""
    if stage.position == 1:
        return True
    return stage.qualified.filter(entry=entry.team_id or entry.pk, state=StageEntry.State.QUALIFIED).exists()


def _noted(stage: Stage, number: int, entry: Entry) -> str | None:
    rows = Attendance.objects.filter(stage=stage, round_number=number, entry=entry)
    return rows.values_list("state", flat=True).first()


def _note(stage: Stage, numbers: Collection[int], entry: Entry, state: str) -> None:
    """One row a round, whatever stood there: the index lets in no second one."""
    now = timezone.now()
    Attendance.objects.bulk_create(
        [Attendance(stage=stage, round_number=number, entry=entry, state=state, at=now) for number in numbers],
        update_conflicts=True,
        unique_fields=["stage", "round_number", "entry"],
        update_fields=["state", "at"],
    )


def _forget(stage: Stage, since: int, entry: Entry, *, but: Collection[int]) -> None:
    rows = Attendance.objects.filter(stage=stage, round_number__gte=since, entry=entry)
    rows.exclude(round_number__in=but).delete()


def _record(actor: Actor, verb: str, entry: Entry, number: int, **more: int) -> None:
    audit.record(actor, verb, entry, club_id=entry.tournament.club_id, after={"round": number, **more})
