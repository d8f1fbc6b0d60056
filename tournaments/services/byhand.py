"""A draft changed by hand, and a draw made by hand: each change saved at once, none lost, every one in the trail.

What the engine drew stays in `Draw.result`; what counts instead is in `Draw.hand`, with the steps back. A change comes
with the digest of what its page showed: of two people who change a draft at once the second is told how it stands.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from django.db import transaction

from core import audit
from core.actors import Actor
from tournaments.draws import byhand as hands
from tournaments.draws.byhand import Hall, Hand, Spot
from tournaments.draws.model import DrawError, LockedTable
from tournaments.draws.record import request_from
from tournaments.models import Draw, Round, Stage
from tournaments.services.drawing import MANUAL
from tournaments.services.errors import Conflict, TournamentError

MOST_STEPS = 50
"""So many steps back are kept."""

EMPTY, ENTRY, KEPT = "empty", "entry", "kept"
STARTS = (EMPTY, ENTRY, KEPT)
"""How a draw by hand begins: nobody seated, in the order of entry, or as the draw before stood."""

CHANGED = "draw.changed-by-hand"
FIXED = "draw.table-fixed"
RELEASED = "draw.table-released"


@dataclass(frozen=True)
class Draft:
    """A draw as it stands, with all that is asked of it: who plays, who sits where, and what the engine drew."""

    draw: Draw
    hall: Hall
    hand: Hand
    engine: Hand

    @cached_property
    def digest(self) -> str:
        """What the page that shows it has to send along with a change."""
        return hands.digest(self.hand)

    @property
    def is_changed(self) -> bool:
        """Whether somebody has changed what the engine drew."""
        return self.draw.hand is not None and not hands.same(self.hand, self.engine)

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The steps back, the last one last."""
        return list((self.draw.hand or {}).get("undo", []))

    @cached_property
    def ids(self) -> dict[int, str]:
        """The entries of the draw by their numbers."""
        return {entry.number: entry.id for entry in self.hall.request.entries}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of the entries of the draw by their ids."""
        return {entry.id: entry.number for entry in self.hall.request.entries}


def draft_of(draw: Draw) -> Draft:
    """A draw as it stands now, for who looks at it."""
    request = request_from(draw.inputs)
    locked = [
        LockedTable(tuple(one["ns"]), tuple(one["ew"]), one.get("table"))
        for one in Round.objects.values_list("locked", flat=True).get(pk=draw.round_id)
    ]
    hall = hands.hall_of(request, draw.result, locked)
    engine = hands.hand_of({**draw.result, "plan": None})
    hand = engine if draw.hand is None else hands.hand_of(draw.hand)
    return Draft(draw, hall, hand, engine)


def begin(draw: Draw, stage: Stage, start: str) -> None:
    """Let a draw by hand begin, in the transaction that made it; of a stage that is drawn by hand only.

    TournamentError ``hand-start`` for a beginning that is none of STARTS.
    """
    if stage.draw_system != MANUAL:
        return
    if start not in ("", *STARTS):
        raise TournamentError("hand-start")
    hall = draft_of(draw).hall
    before = draw.round.draws.filter(attempt__lt=draw.attempt).order_by("-attempt").first()
    if start == KEPT and before is not None:
        hand = hands.kept(hall, draft_of(before).hand)
    else:
        hand = hands.by_entry(hall) if start == ENTRY else hands.empty(hall)
    draw.hand = {**hands.data_of(hand), "undo": []}
    draw.save(update_fields=["hand"])


def spot_of(draft: Draft, text: str) -> Spot:
    """A spot as pages name it: ``14`` the place of entry 14, ``t3`` table 3, ``t3n`` and ``t3e`` a free chair there,
    ``rest`` and ``off``. TournamentError ``hand-spot`` for anything else."""
    if text in ("rest", "off"):
        return Spot(rest=text == "rest")
    if text.isdecimal() and int(text) in draft.ids:
        return Spot(entry=draft.ids[int(text)])
    table, side = text.removeprefix("t"), ""
    if table[-1:] in ("n", "e"):
        table, side = table[:-1], {"n": hands.NS, "e": hands.EW}[table[-1]]
    if text.startswith("t") and table.isdecimal() and 0 < int(table) <= hands.MOST_TABLE:
        return Spot(table=int(table), side=side)
    raise TournamentError("hand-spot", text=text)


@transaction.atomic
def exchange(draw_id: uuid.UUID, seen: str, one: str, other: str, actor: Actor) -> Draft:
    """What is on two spots of a draft (named as in `spot_of`) changes places.

    ``seen``: the digest of the draft that the page showed. Conflict ``hand-changed`` where somebody has changed it
    meanwhile, ``draw-published`` and ``draw-gone`` where it is no draft any more; a ``draws.DrawError`` of
    ``draws.byhand`` where the two cannot change places.
    """
    draft = _as_seen(draw_id, seen)
    spots = [spot_of(draft, text) for text in (one, other)]
    after = hands.exchange(draft.hall, draft.hand, *spots)
    return _kept(draft, after, actor, {"did": "exchange", "spots": [_told(spot) for spot in spots]})


@transaction.atomic
def seat(draw_id: uuid.UUID, seen: str, numbers: Sequence[int], table: int, actor: Actor) -> Draft:
    """Seat entries by their numbers, the first half north-south: at ``table``, or with 0 at the first that is empty.
    One alone rests. Refusals as in `exchange`; TournamentError ``hand-number`` (number) for who is not in the draw,
    ``hand-placed`` (number, table) and ``hand-resting`` (number) for who has a place already."""
    draft = _as_seen(draw_id, seen)
    unknown = [number for number in numbers if number not in draft.ids]
    if unknown:
        raise TournamentError("hand-number", "line", number=unknown[0])
    entries = [draft.ids[number] for number in numbers]
    try:
        after = hands.seat_together(draft.hall, draft.hand, entries, table)
    except DrawError as error:
        if error.code != "hand_placed":
            raise
        number, at = draft.numbers[str(error.params["entry"])], error.params["table"]
        raise TournamentError("hand-placed" if at else "hand-resting", "line", number=number, table=at) from None
    return _kept(draft, after, actor, {"did": "seat", "entries": entries})


@transaction.atomic
def undo(draw_id: uuid.UUID, seen: str, actor: Actor) -> Draft:
    """Take the last change back. Conflict ``hand-nothing`` where there is none, and as in `exchange`."""
    draft = _as_seen(draw_id, seen)
    if not draft.steps:
        raise Conflict("hand-nothing")
    *rest, last = draft.steps
    return _kept(draft, hands.undone(draft.hand, last), actor, {"did": "undo"}, rest)


@transaction.atomic
def take_engines(draw_id: uuid.UUID, seen: str, actor: Actor) -> Draft:
    """Let the engine's own draw count, whatever was changed by hand; one step back brings that again."""
    draft = _as_seen(draw_id, seen)
    if hands.same(draft.hand, draft.engine):
        raise Conflict("hand-nothing")
    return _kept(draft, draft.engine, actor, {"did": "engine"})


@transaction.atomic
def fix(draw_id: uuid.UUID, seen: str, tables: Sequence[int], actor: Actor) -> Draft:
    """Fix tables of a draft: every draw of the round keeps them, with their numbers, and by hand nobody moves there.

    Conflicts as in `exchange`; DrawError ``hand_no_table``, ``hand_half`` (table).
    """
    draft = _as_seen(draw_id, seen)
    new = [hands.locked_table(draft.hall, draft.hand, number) for number in tables if number not in draft.hall.fixed]
    people = {one for lock in new for one in (*lock.ns, *lock.ew)}
    # Whoever was fixed elsewhere, at a draw before, is fixed here from now on.
    older = [lock for lock in draft.hall.locked if people.isdisjoint((*lock.ns, *lock.ew))]
    return _with_locks(draft, [*older, *new], actor, FIXED, sorted(tables))


@transaction.atomic
def release(draw_id: uuid.UUID, seen: str, tables: Sequence[int], actor: Actor) -> Draft:
    """Let tables that were fixed go again."""
    draft = _as_seen(draw_id, seen)
    left = [lock for lock in draft.hall.locked if lock.table not in tables]
    return _with_locks(draft, left, actor, RELEASED, sorted(tables))


def whole_tables(draft: Draft) -> list[int]:
    """The tables that could be fixed: with everybody at them, and not fixed yet."""
    wanted = draft.hall.seats
    return [
        table.table
        for table in draft.hand.tables
        if len(table.ns) == len(table.ew) == wanted and table.table not in draft.hall.fixed
    ]


def settle(draw: Draw, seen: str = "") -> None:
    """Before a draft is published, its round locked: whether it is the draft that was ``seen`` (if that is said), and
    complete; what is kept of the hand is then what counts, and nothing at all where it is the engine's draw.

    Conflict ``hand-changed``; TournamentError ``hand-incomplete`` (count, numbers), ``hand-chair`` (table).
    """
    if draw.hand is None and not seen:
        return
    draft = draft_of(draw)
    if seen and draft.digest != seen:
        raise Conflict("hand-changed", round=draw.round.number)
    if draw.hand is None:
        return
    missing = sorted(draft.numbers[entry] for entry in hands.unplaced(draft.hall, draft.hand))
    if missing:
        raise TournamentError("hand-incomplete", count=len(missing), numbers=", ".join(map(str, missing)))
    chairs = hands.free_chairs(draft.hall, draft.hand)
    if chairs:
        raise TournamentError("hand-chair", table=chairs[0].table)
    draw.hand = hands.data_of(hands.finished(draft.hand)) if draft.is_changed else None
    draw.save(update_fields=["hand"])


def _as_seen(draw_id: uuid.UUID, seen: str) -> Draft:
    """The draft, if it is still what the page showed, its round locked until the end of the transaction."""
    draft = _locked(draw_id)
    _check_seen(draft, seen)
    return draft


def _locked(draw_id: uuid.UUID) -> Draft:
    draw = Draw.objects.select_related("round__stage__tournament").get(pk=draw_id)
    _lock(draw)
    draw.refresh_from_db(fields=["state", "hand"])
    if draw.state != Draw.State.DRAFT:
        code = "draw-published" if draw.state == Draw.State.PUBLISHED else "draw-gone"
        raise Conflict(code, round=draw.round.number)
    return draft_of(draw)


def _lock(draw: Draw) -> None:
    """As whoever draws and publishes: the round's row first, then what belongs to it is read anew."""
    Round.objects.select_for_update().get(pk=draw.round_id)


def _check_seen(draft: Draft, seen: str) -> None:
    if draft.digest != seen:
        raise Conflict("hand-changed", round=draft.draw.round.number)


def _kept(
    draft: Draft, after: Hand, actor: Actor, did: Mapping[str, Any], steps: Sequence[Mapping[str, Any]] | None = None
) -> Draft:
    """The draft with its new hand, written down; ``steps``: those back that are left, one more if not given."""
    draw, before = draft.draw, draft.hand
    back = [*draft.steps, hands.step(before, after)] if steps is None else list(steps)
    draw.hand = {**hands.data_of(after), "undo": back[-MOST_STEPS:]}
    draw.save(update_fields=["hand"])
    changed = hands.differing(before, after)
    audit.record(
        actor,
        CHANGED,
        draw,
        club_id=draw.round.stage.tournament.club_id,
        before=_rows(before, changed),
        after={**did, **_rows(after, changed), "round": draw.round.number, "attempt": draw.attempt},
    )
    return Draft(draw, draft.hall, after, draft.engine)


def _rows(hand: Hand, numbers: Sequence[int]) -> dict[str, Any]:
    rows = [asdict(table) for table in hand.tables if table.table in numbers]
    return {"tables": rows, "byes": list(hand.byes)}


def _told(spot: Spot) -> dict[str, Any]:
    """A spot for the trail: only what says anything."""
    return {name: value for name, value in asdict(spot).items() if value}


def _with_locks(draft: Draft, locks: Sequence[LockedTable], actor: Actor, verb: str, tables: Sequence[int]) -> Draft:
    round_ = draft.draw.round
    kept = [{"ns": list(one.ns), "ew": list(one.ew), "table": one.table} for one in locks]
    Round.objects.filter(pk=round_.pk).update(locked=kept)
    audit.record(
        actor,
        verb,
        draft.draw,
        club_id=round_.stage.tournament.club_id,
        after={"round": round_.number, "tables": list(tables)},
    )
    return draft_of(draft.draw)
