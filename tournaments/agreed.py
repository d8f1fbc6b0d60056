"""How far a table agrees about its sheet, as the phone, the desk and the API show it; worked out in ``scoring``."""

from collections.abc import Iterable, Mapping
from typing import Any

from core.templatetags.look import clock
from scoring.agreeing import Agreement
from scoring.models import Dispute, ScoreSheet, SheetEntry
from scoring.sheet_game import SIDE_OF
from scoring.versions import open_on
from tournaments import agreewords

NONE, ONE_SIDE, BOTH_SIDES, DISAGREEMENT, LOCKED = "none", "one_side", "both_sides", "disagreement", "locked"
#: Settled at the table itself: in the table's document it stands on its own (``versions``).
_SETTLED_THERE = Dispute.Kind.VERSIONS
STATES = (NONE, ONE_SIDE, BOTH_SIDES, DISAGREEMENT, LOCKED)


def state_of(sheet: ScoreSheet, agreement: Agreement) -> str:
    """The one word: a closed sheet is locked, whoever closed it; what waits for the arbiter goes before who agrees."""
    if sheet.state == ScoreSheet.State.CLOSED:
        return LOCKED
    if agreement.open_disputes:
        return DISAGREEMENT
    if agreement.is_full:
        return BOTH_SIDES
    return ONE_SIDE if agreement.confirmed else NONE


def document(
    sheet: ScoreSheet, agreement: Agreement, entries: Iterable[SheetEntry], labels: Mapping[str, str]
) -> dict[str, Any]:
    """The agreement for the document of a table: who agreed and when, what waits for the arbiter and what he decided.
    ``labels``: what each side ("NS", "EW") is called. Times are those of the clock in the zone that is active."""
    numbers = {entry.position: entry.counted for entry in entries}
    confirmed = {SIDE_OF[side]: one for side, one in agreement.confirmed.items() if side in SIDE_OF}
    return {
        "state": state_of(sheet, agreement),
        "sides": {
            name: {"time": clock(confirmed[name].at)} if name in confirmed else None for name in SIDE_OF.values()
        },
        "handed_over": agreement.is_handed_over,
        "reason": agreement.reason,
        "disputes": [_dispute(one, numbers, labels) for one in agreement.open_disputes if one.kind != _SETTLED_THERE],
        "decided": [_dispute(one, numbers, labels) for one in agreement.disputes if one.decided_at is not None],
    }


def versions(sheet: ScoreSheet, entries: Iterable[SheetEntry]) -> list[dict[str, Any]]:
    """What is to be settled at the table: each place with the versions of its deal beside the sheet's, and the mark of
    the device that each came from, as in ``device`` of the document."""
    numbers = {entry.position: entry.counted for entry in entries}
    return [
        {
            "id": str(dispute.pk),
            "position": dispute.position,
            "counted": numbers.get(dispute.position),
            "about": agreewords.about(dispute.kind, dispute.position, numbers.get(dispute.position), ""),
            "deals": [
                {"id": str(row.pk), "deal": row.data, "client_key": row.client_key, "device": row.device[:4]}
                for row in rows
            ],
        }
        for dispute, rows in open_on(sheet)
    ]


def _dispute(one: Dispute, numbers: Mapping[int, int | None], labels: Mapping[str, str]) -> dict[str, Any]:
    side = SIDE_OF.get(one.side, "")
    about = agreewords.about(one.kind, one.position, numbers.get(one.position), labels.get(side, ""))
    found = {
        "id": str(one.pk),
        "kind": one.kind,
        "position": one.position,
        "counted": numbers.get(one.position),
        "side": side,
        "text": one.text,
        "about": about,
        "time": clock(one.raised_at),
        "deadline": clock(one.deadline) if one.deadline else "",
    }
    if one.kind in Dispute.WITH_DEALS:
        found["late"] = [{"client_key": row.client_key, "position": row.position} for row in one.late_deals.all()]
    if one.decided_at is None:
        return found
    says = agreewords.decided(about, one.outcome, one.reason, clock(one.decided_at))
    return {**found, "outcome": one.outcome, "reason": one.reason, "says": says}
