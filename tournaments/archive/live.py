"""Of a tournament's file, what is so now: the part that putting the tournament back to the file brings back.

The rest is history, or grows with every act: what happened stays as it happened. Two files of one tournament say the
same of now when their live parts are equal.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.archive.shape import HISTORY, SECTIONS

Row = dict[str, Any]

#: Numbers that only ever rise, and a seal that once opened stays open.
_GROWS = {
    "tournament": ("revision",),
    "stages": ("seed_opened_at",),
    "entries": ("paid",),
    "rounds": ("revision",),
    "sheets": ("revision", "updated_at"),
}


def live(document: Mapping[str, Any]) -> dict[str, Any]:
    """The live part of a document, without what no longer has a place: discarded draws, lines made void,
    sheets without a table, rounds that are not drawn any more, numbers given back; and what is public now."""
    found: dict[str, Any] = {section.name: document[section.name] for section in SECTIONS}
    found = {name: rows for name, rows in found.items() if name not in HISTORY}
    found["draws"] = [row for row in found["draws"] if row["state"] != "discarded"]
    found["rounds"] = _begun(found)
    found["entries"] = _entered(found)
    found["adjustments"] = list(counting(found["adjustments"]))
    _keep_sheets(found)
    _keep_used(found)
    found["public"] = public(document)
    found["tournament"], found["club"] = document["tournament"], document["club"]
    for name, fields in _GROWS.items():
        rows = [found[name]] if name == "tournament" else found[name]
        plain = [{key: value for key, value in row.items() if key not in fields} for row in rows]
        found[name] = plain[0] if name == "tournament" else plain
    return found


def _begun(found: Mapping[str, Any]) -> list[Row]:
    """Rounds that have a draw that stands, or tables fixed for one."""
    drawn = {row["round"] for row in found["draws"]}
    return [row for row in found["rounds"] if row["state"] != "draft" or row["id"] in drawn or row["locked"]]


def _entered(found: Mapping[str, Any]) -> list[Row]:
    """Entries, without those whose number was given back: withdrawn, with nobody in them and no part in any round."""
    names = ("members", "statuses", "results", "stage_entries", "attendances")
    taken = {row["entry"] for name in names for row in found[name]} | {row["participant"] for row in found["seats"]}
    taken |= {row["entry"] for row in counting(found["adjustments"])}
    taken |= {row["team"] for row in found["entries"]}
    return [row for row in found["entries"] if row["status"] != "withdrawn" or row["id"] in taken]


def counting(adjustments: Iterable[Row]) -> Iterable[Row]:
    """The adjustments that count: those that no other one makes void, or whose counter entry was made void itself."""
    by_id = {row["id"]: row for row in adjustments}
    voided_by = {row["voids"]: row["id"] for row in by_id.values() if row["voids"] is not None}
    for row in by_id.values():
        if row["voids"] is not None:
            continue
        counters, last = 0, row["id"]
        while last in voided_by and counters < len(by_id):
            counters, last = counters + 1, voided_by[last]
        if counters % 2 == 0:
            yield row


def _keep_sheets(found: dict[str, Any]) -> None:
    sheets = {row["sheet"] for row in found["games"]}
    found["sheets"] = [row for row in found["sheets"] if row["id"] in sheets]
    for name in ("sheet_sides", "sheet_entries", "confirmations", "disputes"):
        found[name] = [row for row in found[name] if row["sheet"] in sheets]
    # What came late, or was another version, stays where it came, whatever the tournament is put back to: nothing that
    # a table typed is wiped.
    found["disputes"] = [row for row in found["disputes"] if row["kind"] not in ("late", "versions")]
    found["sheet_entries"] = [row for row in found["sheet_entries"] if row["voided_at"] is None]


def _keep_used(found: dict[str, Any]) -> None:
    """Rule sets, game formats and persons that something live names."""
    ruled = [*found["stages"], *found["sheets"]]
    rulesets = {row["ruleset_version"] for row in ruled}
    formats = {row["game_format"] for row in found["stages"]} | {row["format"] for row in found["sheets"]}
    persons = {row["person"] for row in found["members"]}
    found["rulesets"] = [row for row in found["rulesets"] if row["ref"] in rulesets]
    found["game_formats"] = [row for row in found["game_formats"] if row["id"] in formats]
    found["persons"] = [row for row in found["persons"] if row["id"] in persons]


def public(document: Mapping[str, Any]) -> list[Row]:
    """What is public: of each kind and round the newest version that was not taken back, by its figures' SHA-256."""
    withdrawn = {row["publication"] for row in document["withdrawals"]}
    newest: dict[tuple[str, str | None], Row] = {}
    for row in sorted(document["publications"], key=lambda row: row["version"]):
        newest[row["what"], row["round"]] = row
    shown = [row for row in newest.values() if row["id"] not in withdrawn]
    told = [{"what": row["what"], "round": row["round"], "sha256": row["sha256"]} for row in shown]
    return sorted(told, key=lambda row: (row["what"], row["round"] or ""))
