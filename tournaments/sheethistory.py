"""The history of one sheet as rows for a page: what happened, what was before and after, who or which phone, when, why.

Names are looked up when it is shown: the history itself holds ids and marks of devices.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import EntryEvent
from scoring.rules.marked import is_marked
from tournaments import journal, journalwords
from tournaments.journal import Line
from tournaments.models import Game, Tournament
from tournaments.tablewords import contract

#: So much of a device's mark tells phones of one table apart.
MARK = 4


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the history: the journal's, with what stood before and after, each in words ("" for nothing), and the
    mark of the device."""

    line: Line
    number: int
    before: str
    after: str
    device: str


def of_game(tournament: Tournament, game: Game) -> list[Told]:
    """Everything that happened to the sheet of a game, newest first, in a fixed number of queries."""
    events = list(EntryEvent.objects.filter(sheet=game.sheet_id).order_by("-seq"))
    lines = journal.lines_of_sheet(tournament, events)
    return [
        Told(line, event.seq, *figures(event.before, event.after), device=event.device[:MARK])
        for event, line in zip(events, lines, strict=True)
    ]


def figures(before: Any, after: Any) -> tuple[str, str]:
    """What stood before and after a change, in words."""
    return _said(before), _said(after)


def _said(trace: Any) -> str:
    if not isinstance(trace, Mapping):
        return ""
    if "deal" in trace:
        scores = trace.get("scores") or {}
        said = " – ".join(str(scores[side]) for side in ("NS", "EW") if side in scores)
        return (
            _("%(deal)s; marked: %(score)s") % {"deal": deal(trace["deal"]), "score": said}
            if said
            else deal(trace["deal"])
        )
    return journalwords.totals(trace)


def deal(data: Mapping[str, Any]) -> str:
    """All that was written of a deal: who declared what, the points, and what came with it."""
    if data.get("declarer") is None or is_marked(data):
        return contract(data)
    sides = {"NS": _("North-South"), "EW": _("East-West")}
    parts = [f"{sides.get(data['declarer'], data['declarer'])} {contract(data)}"]
    points = data.get("points") or {}
    if points:
        parts.append(" – ".join(str(points.get(side, "")) for side in sides))
    if data.get("belote"):
        parts.append(_("belote %(side)s") % {"side": ", ".join(sides.get(one, one) for one in data["belote"])})
    if data.get("sweep"):
        parts.append(_("all tricks %(side)s") % {"side": sides.get(data["sweep"], data["sweep"])})
    announces = data.get("announces") or {}
    parts += [f"{sides[side]}: {', '.join(map(str, announces[side]))}" for side in sides if announces.get(side)]
    return ", ".join(parts)
