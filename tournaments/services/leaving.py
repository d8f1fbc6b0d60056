"""Who leaves: after this round or at once, of its own will or disqualified, one or several; and who comes back.

Nothing that was played is erased, nobody else's results move: an entry that has left is drawn no more, and that is all.
"""

import uuid
from collections.abc import Collection

from django.db import transaction
from django.db.models import Q, QuerySet

from core import audit
from core.actors import Actor
from core.models import AuditEvent
from core.text import one_line
from tournaments.draws.record import byes_of
from tournaments.models import Draw, Entry, Game, Round, RoundStatus, Tournament
from tournaments.services import contests, entries, forfeits, presence, seating
from tournaments.services.errors import Conflict, TournamentError

#: The verb of the trail under which a departure of several is found again, to be taken back.
SEVERAL_LEFT = "entries.left"
GONE = frozenset({Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED})


def game_of(entry: Entry) -> Game | None:
    """The game that an entry is playing now, if any: who leaves at once says what becomes of it."""
    games = Game.objects.filter(
        match__seats__participant=entry, match__seats__outside=False, match__round__state=Round.State.PLAYING
    )
    return games.filter(state=Game.State.PLAYING).select_related("match__round").order_by("number").first()


@transaction.atomic
def leave(
    entry_id: uuid.UUID, actor: Actor, *, at_once: bool = False, forfeits_game: bool = False, reason: str = ""
) -> Entry:
    """An entry leaves the tournament: it is drawn no more. A table that it plays at is played to its end, unless
    ``forfeits_game``. ``at_once``: an entry that rests in this round does not have this rest any more.

    Conflict ``tournament-over`` after the last round, ``status-unchanged`` where it has left already.
    """
    if forfeits_game:
        _forfeit(entry_id, actor, reason)
    return _out(entry_id, Entry.Status.WITHDRAWN, actor, at_once=at_once, reason=reason)


@transaction.atomic
def disqualify(entry_id: uuid.UUID, reason: str, actor: Actor, *, forfeits_game: bool = False) -> Entry:
    """Disqualify an entry, at once, for a reason (TournamentError ``reason-missing``): it is drawn no more and stands
    after the others without a place; who has met it keeps what was played. Possible after the last round too."""
    if not one_line(reason, 300):
        raise TournamentError("reason-missing", "reason")
    if forfeits_game:
        _forfeit(entry_id, actor, reason)
    return _out(entry_id, Entry.Status.DISQUALIFIED, actor, at_once=True, reason=reason)


def _forfeit(entry_id: uuid.UUID, actor: Actor, reason: str) -> None:
    """The side of this entry forfeits the game that it is playing, if it still plays one: of a mêlée both partners.

    Before anything else is locked: a forfeit locks the sheet first.
    """
    game = game_of(Entry.objects.get(pk=entry_id))
    if game is not None:
        side = game.match.seats.get(participant=entry_id, outside=False).side
        forfeits.declare(game.pk, side, actor, reason=reason)


def _out(entry_id: uuid.UUID, status: str, actor: Actor, *, at_once: bool, reason: str) -> Entry:
    tournament = Entry.objects.select_related("tournament").get(pk=entry_id).tournament
    round_ = lock_playing(tournament)
    tournament = contests.lock(tournament.pk)
    if status == Entry.Status.WITHDRAWN:
        entry = tournament.entries.get(pk=entry_id)
        if entry.status in GONE:
            raise Conflict("status-unchanged", number=entry.number)
        if tournament.state == Tournament.State.FINISHED:
            raise Conflict("tournament-over")
    entry = entries.set_status(entry_id, status, actor, reason=reason)
    if at_once and round_ is not None:
        rests = _with_pairs(round_, entry).filter(status=RoundStatus.Status.BYE)
        rests.update(status=RoundStatus.Status.WITHDRAWN)
    return entry


@transaction.atomic
def put_back(entry_id: uuid.UUID, actor: Actor, *, game_id: uuid.UUID | None = None) -> Entry:
    """Take an entry back in that had left or was disqualified: it is drawn again from the next draw on. A rest of this
    round that it lost by leaving at once it has again. ``game_id``: the game that it forfeited by leaving goes on."""
    if game_id is not None and Game.objects.filter(pk=game_id, match__seats__participant=entry_id).exists():
        forfeits.take_back(game_id, actor)
    tournament = Entry.objects.select_related("tournament").get(pk=entry_id).tournament
    round_ = lock_playing(tournament)
    entry = entries.set_status(entry_id, Entry.Status.ACTIVE, actor)
    draw = round_.draws.filter(state=Draw.State.PUBLISHED).first() if round_ is not None else None
    if round_ is not None and draw is not None and str(entry.pk) in byes_of(seating.standing(draw)):
        lost = _with_pairs(round_, entry).filter(status=RoundStatus.Status.WITHDRAWN)
        lost.update(status=RoundStatus.Status.BYE)
    return entry


def _with_pairs(round_: Round, entry: Entry) -> QuerySet[RoundStatus]:
    """What an entry does in a round and, where it is a team, what its pairs that have not left by themselves do."""
    return round_.statuses.filter(Q(entry=entry) | Q(entry__team=entry)).exclude(
        Q(entry__team=entry), entry__status__in=GONE
    )


def lock_playing(tournament: Tournament) -> Round | None:
    """The round that is being played, its row locked before the tournament's, as everywhere; None where none is."""
    round_ = presence.playing(tournament)
    if round_ is None:
        return None
    locked = Round.objects.select_for_update().get(pk=round_.pk)
    return locked if locked.state == Round.State.PLAYING else None


# Several at once


@transaction.atomic
def leave_together(
    tournament_id: uuid.UUID, entry_ids: Collection[uuid.UUID], typed: str, actor: Actor
) -> tuple[AuditEvent, int]:
    """Several leave the tournament after this round; how many of them is ``typed``, so that no slip of the hand empties
    a hall. Returns the event, by which ``put_back_together`` takes it back, and how many left now.

    TournamentError ``nobody-chosen``, ``typed-count`` (count).
    """
    tournament = contests.lock(tournament_id)
    if not entry_ids:
        raise TournamentError("nobody-chosen", "entries")
    if typed.strip() != str(len(entry_ids)):
        raise TournamentError("typed-count", "typed", count=len(entry_ids))
    if tournament.state == Tournament.State.FINISHED:
        raise Conflict("tournament-over")
    chosen = tournament.entries.filter(pk__in=entry_ids).exclude(status__in=GONE).order_by("number")
    left = [entries.set_status(pk, Entry.Status.WITHDRAWN, actor) for pk in chosen.values_list("pk", flat=True)]
    after = {"entries": [str(entry.pk) for entry in left]}
    return audit.record(actor, SEVERAL_LEFT, tournament, club_id=tournament.club_id, after=after), len(left)


@transaction.atomic
def put_back_together(tournament_id: uuid.UUID, event_id: int, actor: Actor) -> int:
    """Take those back in that left together under this event and are still away; returns how many these are."""
    tournament = contests.lock(tournament_id)
    event = AuditEvent.objects.filter(pk=event_id, verb=SEVERAL_LEFT, object_id=tournament_id).first()
    if event is None:
        raise Conflict("nothing-to-undo")
    left = tournament.entries.filter(pk__in=dict(event.after or {})["entries"], status=Entry.Status.WITHDRAWN)
    back = [entries.set_status(pk, Entry.Status.ACTIVE, actor) for pk in left.values_list("pk", flat=True)]
    after = {"entries": len(back)}
    audit.record(actor, "entries.put-back", tournament, club_id=tournament.club_id, after=after)
    return len(back)
