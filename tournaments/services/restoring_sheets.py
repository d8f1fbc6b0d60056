"""Putting the tables of a tournament back to its file: matches, games, sheets with their lines, and the codes."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.db.models import F
from django.utils import timezone

from core import links
from core.models import AccessLink
from scoring.models import Confirmation, Dispute, EntryEvent, ScoreSheet, SheetEntry
from scoring.sheet_rows import write_event
from scoring.signals import sheet_changed
from tournaments.models import Game, Match, SetAside
from tournaments.services.archive_rows import Row

if TYPE_CHECKING:
    from tournaments.services.restoring import Restoring

_OUT_OF_THE_WAY = 1_000_000
#: What rises with every act on a sheet and says nothing of its figures.
_GROWS = frozenset({"revision", "updated_at"})


def clear(of: "Restoring") -> None:
    """Take away the tables that the file does not know. Sheets with a history are set aside, with who sat there."""
    games = of.difference("games").gone
    _set_aside(of, games.values())
    Game.objects.filter(pk__in=games).delete()
    ScoreSheet.objects.filter(pk__in=[row["sheet"] for row in games.values()], set_aside__isnull=True).delete()
    Match.objects.filter(pk__in=of.difference("matches").gone).delete()


def _set_aside(of: "Restoring", games: Iterable[Row]) -> None:
    round_of = {row["id"]: row["round"] for row in of.now["matches"]}
    seats: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for seat in of.now["seats"]:
        told = {"side": seat["side"], "slot": seat["slot"], "entry": seat["participant"]}
        seats[seat["match"]].append(told)
    of_games = [row["sheet"] for row in games]
    told_of = EntryEvent.objects.filter(sheet__in=of_games).values_list("sheet_id", flat=True).distinct()
    with_history = {str(pk) for pk in told_of}
    SetAside.objects.bulk_create(
        SetAside(
            tournament=of.tournament,
            sheet_id=uuid.UUID(row["sheet"]),
            round_id=uuid.UUID(round_of[row["match"]]),
            table_no=row["table_no"],
            seats=sorted(seats[row["match"]], key=lambda seat: (seat["side"], seat["slot"])),
        )
        for row in games
        if row["sheet"] in with_history
    )


def put_back(of: "Restoring") -> None:
    """Set the tables of the file again, each with its sheet as it was."""
    matches = of.difference("matches")
    boards = {row["id"]: row["board"] for row in of.now["matches"]}
    moved = [key for key, row in matches.changed.items() if row["board"] != boards[key]]
    Match.objects.filter(pk__in=moved).update(board=F("board") + _OUT_OF_THE_WAY)
    of.change("matches", matches.changed.values())
    of.make("matches", matches.new.values())
    _put_sheets_back(of)
    games = of.difference("games")
    of.change("games", games.changed.values())
    of.make("games", games.new.values())


def _put_sheets_back(of: "Restoring") -> None:
    wanted = {row["sheet"] for row in of.wanted["games"]}
    SetAside.objects.filter(sheet__in=wanted).delete()
    sheets = {row["id"]: row for row in of.wanted["sheets"] if row["id"] in wanted}
    known = {row["id"]: row for row in of.now["sheets"]}
    of.make("sheets", [row for key, row in sheets.items() if key not in known])
    sides = _of_sheets(of, "sheet_sides", wanted)
    entries = _of_sheets(of, "sheet_entries", wanted)
    confirmations = _of_sheets(of, "confirmations", wanted)
    disputes = _of_sheets(of, "disputes", wanted)
    touched = {row["sheet"] for parts in (sides, entries, confirmations, disputes) for row in parts.all} & known.keys()
    touched |= {key for key, row in sheets.items() if key in known and _figures(row) != _figures(known[key])}
    before, after = _told(of.now, touched), _told(of.wanted, touched)
    now = timezone.now().isoformat()
    of.change("sheets", [{**sheets[k], "revision": known[k]["revision"] + 1, "updated_at": now} for k in touched])
    # A line gives its place back before another one takes it.
    leaving = [*(row["id"] for row in entries.gone), *(row["id"] for row in entries.changed)]
    SheetEntry.objects.filter(pk__in=leaving, voided_at__isnull=True).update(voided_at=timezone.now())
    of.change("sheet_entries", entries.changed)
    of.make("sheet_entries", entries.new)
    of.change("sheet_sides", sides.changed)
    of.make("sheet_sides", sides.new)
    Confirmation.objects.filter(pk__in=[row["id"] for row in (*confirmations.gone, *confirmations.changed)]).delete()
    of.make("confirmations", [*confirmations.new, *confirmations.changed])
    Dispute.objects.filter(pk__in=[row["id"] for row in disputes.gone]).delete()
    of.change("disputes", disputes.changed)
    of.make("disputes", disputes.new)
    for sheet in ScoreSheet.objects.filter(pk__in=touched).order_by("pk"):
        key = str(sheet.pk)
        write_event(sheet, EntryEvent.Verb.RESTORED, of.actor, before=before[key], after=after[key], reason=of.reason)
        sheet_changed.send(sender=ScoreSheet, sheet=sheet)


class _Parts:
    """What differs of the parts of sheets: rows that are there now and not in the file, new ones, changed ones."""

    def __init__(self, gone: list[Row], new: list[Row], changed: list[Row]) -> None:
        self.gone, self.new, self.changed = gone, new, changed

    @property
    def all(self) -> list[Row]:
        return [*self.gone, *self.new, *self.changed]


def _of_sheets(of: "Restoring", name: str, wanted: set[str]) -> _Parts:
    different = of.difference(name)
    gone = [row for row in different.gone.values() if row["sheet"] in wanted]
    if name == "sheet_entries":  # those that are void already stay as they are
        gone = [row for row in gone if row["voided_at"] is None]
    changed = [row for row in different.changed.values() if row["sheet"] in wanted]
    if name == "disputes":  # what came late stays before the arbiter, or as he decided it; so does another version
        gone, changed = ([row for row in rows if row["kind"] not in Dispute.WITH_DEALS] for rows in (gone, changed))
    new = [row for row in different.new.values() if row["sheet"] in wanted]
    return _Parts(gone, new, changed)


def _figures(sheet: Row) -> Row:
    return {key: value for key, value in sheet.items() if key not in _GROWS}


def _told(document: Mapping[str, Any], wanted: set[str]) -> dict[str, dict[str, Any]]:
    """What the history keeps of sheets: totals, digest, and the deals, from which each can be written again."""
    found: dict[str, dict[str, Any]] = {
        row["id"]: {"totals": {}, "digest": row["digest"], "deals": []}
        for row in document["sheets"]
        if row["id"] in wanted
    }
    for row in document["sheet_sides"]:
        if row["sheet"] in found:
            found[row["sheet"]]["totals"][row["side"]] = row["total"]
    for row in sorted(document["sheet_entries"], key=lambda row: row["position"]):
        if row["sheet"] in found and row["voided_at"] is None:
            found[row["sheet"]]["deals"].append(row["data"])
    return found


def renew_links(of: "Restoring") -> None:
    """The codes printed for the tables of the file open them again; where they were made void for another reason, the
    new ones do. Codes of other tables open nothing."""
    purpose = AccessLink.Purpose.TABLE
    gone = of.difference("matches").gone
    AccessLink.objects.filter(purpose=purpose, target__in=gone, revoked_at__isnull=True).update(
        revoked_at=timezone.now()
    )
    going_on = {row["match"] for row in of.wanted["games"] if row["state"] == "playing"}
    for round_ in of.wanted["rounds"]:
        mine = [row["id"] for row in of.wanted["matches"] if row["round"] == round_["id"]]
        found = AccessLink.objects.filter(purpose=purpose, target__in=mine)
        for link in found.filter(revoked_at__isnull=False):
            links.put_back(link)
        missing = {uuid.UUID(key) for key in mine} - set(found.values_list("target", flat=True))
        links.issue_many(purpose, sorted(missing))
        # In a closed round only who makes up a game goes on.
        writing = mine if round_["state"] == "playing" else [key for key in mine if key in going_on]
        found.filter(target__in=writing, closes_at__isnull=False).update(closes_at=None)
        over = found.exclude(target__in=writing).filter(closes_at__isnull=True)
        over.update(closes_at=round_["closed_at"] or timezone.now())
