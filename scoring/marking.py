"""What stands on a paper taken over without its deals: the columns of a sheet, or its totals alone.

The lines are written by the verbs that write deals, so that history, digest and results are those of any other sheet.
"""

import uuid
from collections.abc import Sequence

from django.db import transaction

from core.actors import Actor
from scoring import sheets
from scoring.models import ScoreSheet
from scoring.rules.marked import Marked, is_marked
from scoring.sheet_game import standing_entries
from scoring.sheet_rows import SheetConflict, SheetError, locked, must_be_open


@transaction.atomic
def write_lines(sheet_id: uuid.UUID, lines: Sequence[Marked], *, seen: int, key: str, actor: Actor) -> ScoreSheet:
    """Let a sheet have exactly these lines, taken over from its paper: what is otherwise is amended, what is more is
    taken back, from the last. The same again changes nothing.

    ``seen``: the revision that was looked at; ``key`` that of the form, so that what is sent twice is there once.
    Raises SheetConflict ``sheet-changed``; SheetError ``sheet-closed``, ``deals-typed`` where deals stand on it, and
    what ``sheets.record_deal`` refuses.
    """
    sheet = locked(sheet_id)
    entries = standing_entries(sheet)
    wanted = [line.as_data() for line in lines]
    if [entry.data for entry in entries] == wanted:
        return sheet
    must_be_open(sheet)
    if any(not is_marked(entry.data) for entry in entries):
        raise SheetError("deals-typed")
    if sheet.revision != seen:
        raise SheetConflict("sheet-changed", position=0, entry=None)
    for position in range(len(entries), len(wanted), -1):
        seen = sheets.void_last(sheet_id, position, seen=seen, actor=actor).revision
    for position, data in enumerate(wanted, start=1):
        if position <= len(entries):
            if entries[position - 1].data != data:
                sheets.amend_deal(sheet_id, position, data, seen=seen, actor=actor)
                seen += 1
        else:
            # A line of this place may have been taken back: its key stays used, and the revision makes a new one.
            sheets.record_deal(sheet_id, data, position=position, client_key=f"{key}-{position}-{seen}", actor=actor)
            seen += 1
    return locked(sheet_id)
