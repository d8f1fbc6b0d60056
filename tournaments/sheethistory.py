"""The history of one sheet as rows for a page: what happened, what was before and after, who or which phone, when, why.

Names are looked up when it is shown: the history itself holds ids and marks of devices.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.models import EntryEvent
from scoring.rules.marked import is_marked
from scoring.rules.words import words
from tournaments import journal, sheetwords
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
    return sheetwords.totals(trace)


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
        if data.get("alone"):
            parts.append(_small(_("One player alone took all tricks")))
    if data.get("last_trick"):
        parts.append(_small(_("Last trick: {0}").format(sides.get(data["last_trick"], data["last_trick"]))))
    announces = data.get("announces") or {}
    parts += [_("{0}: {1}").format(sides[side], _names(announces[side])) for side in sides if announces.get(side)]
    if data.get("best"):
        parts.append(_small(_("Best announce: {0}").format(sides.get(data["best"], data["best"]))))
    return ", ".join(parts)


def _names(announces: Iterable[Any]) -> str:
    """What announces are called; a number stands for itself."""
    said = words((get_language() or "fr").split("-")[0])
    return ", ".join(said.messages.get(f"announce.{one}", str(one)) for one in announces)


def _small(sentence: str) -> str:
    """A sentence as a part of a longer one."""
    return sentence[:1].lower() + sentence[1:]
