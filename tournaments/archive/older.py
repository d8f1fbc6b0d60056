"""Files of the first days, brought into the shape of today's: money was told otherwise then."""

import uuid
from typing import Any

#: A section that every file has since payments have counter entries.
_SINCE = "fee_rules"


def brought_up(document: dict[str, Any]) -> dict[str, Any]:
    """The same document with its payments as they are told today, where it was written before: what was made void has
    a counter entry, who was ticked as paid has paid the fee. Rows that are no rows are left for who checks them."""
    document = _with_deals(document)
    rows = document.get("payments")
    if _SINCE in document or not isinstance(rows, list):
        return document
    entries = document.get("entries")
    fee = document["tournament"].get("fee_cents") if isinstance(document.get("tournament"), dict) else 0
    made: list[Any] = []
    for row in rows:
        made += _as_today(row) if isinstance(row, dict) and "voided_at" in row else [row]
    paid = {str(row.get("entry")) for row in rows if isinstance(row, dict)}
    ticked = [
        entry
        for entry in (entries if isinstance(entries, list) else ())
        if isinstance(entry, dict) and entry.get("paid") == "yes" and not entry.get("team")
    ]
    made += [_ticked(entry, fee) for entry in ticked if str(entry.get("id")) not in paid]
    return {**document, "payments": made}


def _with_deals(document: dict[str, Any]) -> dict[str, Any]:
    """Whoever came into a pair played the whole round before the deal was kept with him."""
    rows = document.get("members")
    if not isinstance(rows, list):
        return document
    told = [{"from_deal": 1, **row} if isinstance(row, dict) else row for row in rows]
    return {**document, "members": told}


def _as_today(row: dict[str, Any]) -> list[dict[str, Any]]:
    cents = row.get("amount_cents")
    kind = "refund" if isinstance(cents, int) and cents < 0 else "fee"
    now = {
        **{key: value for key, value in row.items() if key != "voided_at"},
        "person": None,
        "kind": kind,
        "method": "other",
        "voids": None,
    }
    if row["voided_at"] is None or not isinstance(cents, int):
        return [now]
    counter = {**now, "id": _derived(row.get("id")), "amount_cents": -cents, "voids": row.get("id")}
    return [now, {**counter, "at": row["voided_at"]}]


def _ticked(entry: dict[str, Any], fee: Any) -> dict[str, Any]:
    return {
        "id": _derived(entry.get("id")),
        "entry": entry.get("id"),
        "person": None,
        "kind": "fee",
        "method": "other",
        "amount_cents": fee,
        "note": "",
        "voids": None,
        "at": entry.get("created_at"),
    }


def _derived(key: Any) -> str:
    """An id that follows from another one, so that one file is always brought up to the same."""
    try:
        return str(uuid.uuid5(uuid.UUID(str(key)), "payment"))
    except ValueError:
        return str(key)
