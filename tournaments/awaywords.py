"""What is said of the copies off the machine: that they are there, or why not."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core import away
from tournaments.models import Snapshot
from tournaments.services import copies_away

#: Why a copy could not be kept there, by ``away.NotKept.code``.
WHY = {
    "missing": gettext_lazy("The place is not there: is the disk plugged in, the share mounted?"),
    "full": gettext_lazy("The place is full."),
    "refused": gettext_lazy("The place cannot be written to."),
    "damaged": gettext_lazy("What was read again there is not what was written: do not trust that disk."),
    "gone": gettext_lazy("The copy itself is no longer there."),
}


def told(copies: Iterable[Snapshot]) -> dict[str, Any]:
    """What stands over the list of copies: ``place`` (a path, "" where none is set), and what is wrong with it, if
    anything: ``wrong``, and ``note``."""
    place = away.place()
    if place is None:
        return {"place": "", "wrong": "", "note": ""}
    failed = [copy for copy in copies if copy.away_error and copy.away_at is None]
    if not failed:
        note = _("It is on the same disk as the site itself: what breaks the one breaks the other.")
        return {"place": str(place), "wrong": "", "note": note if copies_away.on_same_disk() else ""}
    count = ngettext(
        "%(n)d copy could not be kept off the machine.", "%(n)d copies could not be kept off the machine.", len(failed)
    ) % {"n": len(failed)}
    why = str(WHY.get(failed[-1].away_error, ""))
    again = "" if failed[-1].away_error == copies_away.GONE else _("It is tried again every few minutes.")
    return {"place": str(place), "wrong": " ".join(part for part in (count, why, again) if part), "note": ""}
