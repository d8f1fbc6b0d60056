"""What the arbiter decides about the game on a sheet: a warning, points for a fault, another score for a deal or for
the whole game. No deal is changed by it.

Each ruling is a line of its own in the history (who, when, why) and stands in the sheet's options with what it does.
One that was wrong is made void by a counter entry, and both stay to be read. The game is worked out with those that
count, see ``scoring.replay``; a closed sheet stays closed, and its results follow.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from core.actors import Actor
from core.text import one_line
from scoring.models import EntryEvent, ScoreSheet
from scoring.replay import AMOUNTS, DEAL, GAME, PENALTY, RULINGS, UNPLAYED, WARNING
from scoring.sheet_figures import totals_of, work_out
from scoring.sheet_game import SIDE_OF, rulings_of, standing_entries
from scoring.sheet_rows import SheetConflict, SheetError, locked, write_event
from scoring.sheets import MOST_KEY
from scoring.signals import closed_sheet_changed, sheet_changed

KINDS = (WARNING, PENALTY, UNPLAYED, DEAL, GAME)
#: Beyond it a slip of the hand is likelier than a ruling.
MOST_POINTS = 10_000
MOST_RULINGS = 50
MOST_FAULT = 60


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is decided. ``side``: whose fault it is ("A", "B"; "" for nobody's), ``fault`` what it is called.

    ``ns`` and ``ew``: of a penalty, or of deals that are not played, the points that each side is given (negative: that
    are taken from it); of a deal or a game the score that counts in place of what was played. ``position``: the deal,
    0 for none.
    """

    kind: str
    side: str = ""
    fault: str = ""
    position: int = 0
    ns: int = 0
    ew: int = 0


@transaction.atomic
def rule(sheet_id: uuid.UUID, ruling: Ruling, *, key: str, actor: Actor, reason: str) -> ScoreSheet:
    """Write a ruling, once for each ``key``, on an open or closed sheet.

    SheetError ``key-missing``, ``ruling-kind``, ``side-unknown`` (a warning or a penalty has a side), ``points-range``
    (most), ``points-none`` (a penalty of nothing is a warning), ``no-such-deal``, ``reason-missing``,
    ``rulings-too-many``.
    """
    if not key or len(key) > MOST_KEY:
        raise SheetError("key-missing")
    said = one_line(reason, 300)
    sheet = locked(sheet_id)
    known = rulings_of(sheet)
    if is_known(known, key):
        return sheet
    _check(ruling, len(standing_entries(sheet)))
    if not said:
        raise SheetError("reason-missing")
    row = {
        "kind": ruling.kind,
        "side": ruling.side,
        "fault": one_line(ruling.fault, MOST_FAULT),
        "position": ruling.position,
        "ns": ruling.ns,
        "ew": ruling.ew,
        "voids": 0,
    }
    return _write(sheet, row, key, actor, said)


def is_known(rulings: Iterable[Mapping[str, Any]], key: str) -> bool:
    """Whether a ruling came with this key already: the same form, sent twice."""
    return any(one["key"] == key for one in rulings)


def _check(ruling: Ruling, deals: int) -> None:
    if ruling.kind not in KINDS:
        raise SheetError("ruling-kind")
    if ruling.side not in SIDE_OF and (ruling.side or ruling.kind in (WARNING, PENALTY)):
        raise SheetError("side-unknown")
    if max(abs(ruling.ns), abs(ruling.ew)) > MOST_POINTS:
        raise SheetError("points-range", most=MOST_POINTS)
    if ruling.kind in AMOUNTS and not ruling.ns and not ruling.ew:
        raise SheetError("points-none")
    if not (1 if ruling.kind == DEAL else 0) <= ruling.position <= (0 if ruling.kind == GAME else deals):
        raise SheetError("no-such-deal", position=ruling.position)


@transaction.atomic
def void(sheet_id: uuid.UUID, number: int, *, actor: Actor, reason: str) -> ScoreSheet:
    """Make a ruling void by its counter entry, once. SheetConflict ``ruling-void``; SheetError ``ruling-unknown``
    (there is none of this number, or it is a counter entry, which stays), ``reason-missing``."""
    said = one_line(reason, 300)
    if not said:
        raise SheetError("reason-missing")
    sheet = locked(sheet_id)
    known = rulings_of(sheet)
    wrong = next((one for one in known if one["number"] == number and not one["voids"]), None)
    if wrong is None:
        raise SheetError("ruling-unknown")
    if any(one["voids"] == number for one in known):
        raise SheetConflict("ruling-void", position=wrong["position"], entry=None)
    back = {"ns": -wrong["ns"], "ew": -wrong["ew"]} if wrong["kind"] in AMOUNTS else {"ns": 0, "ew": 0}
    return _write(sheet, {**wrong, **back, "voids": number}, f"void-{number}", actor, said)


def _write(sheet: ScoreSheet, row: Mapping[str, Any], key: str, actor: Actor, reason: str) -> ScoreSheet:
    known = rulings_of(sheet)
    if len(known) >= MOST_RULINGS:
        raise SheetError("rulings-too-many", most=MOST_RULINGS)
    before = {**totals_of(sheet), "rulings": known}
    made = {**row, "number": len(known) + 1, "after": len(standing_entries(sheet)), "key": key}
    sheet.options = {**sheet.options, RULINGS: [*known, made]}
    sheet.save(update_fields=["options"])
    work_out(sheet)
    after = {**totals_of(sheet), "rulings": rulings_of(sheet)}
    verb = EntryEvent.Verb.WARNED if row["kind"] == WARNING else EntryEvent.Verb.RULED
    write_event(sheet, verb, actor, before=before, after=after, reason=reason)
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
    if sheet.state == ScoreSheet.State.CLOSED:
        closed_sheet_changed.send(sender=ScoreSheet, sheet=sheet, actor=actor)
    return sheet
