"""Places that move, as pages and papers show them: who, from where to where, and over which line."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.people import EntryName
from tournaments.services.correcting import Correction
from tournaments.standings.moved import IN, LEVEL, OUT, Crossed, Moved


def rows(found: Iterable[Moved], named: Mapping[uuid.UUID, EntryName]) -> list[dict[str, Any]]:
    """A row for each who moved and is known by name: ``name``, ``before``, ``after`` (ranks), and ``notes``."""
    known = ((one, named.get(uuid.UUID(one.entry))) for one in found)
    return [
        {"name": name, "before": one.before, "after": one.after, "notes": [crossed(line) for line in one.crossed]}
        for one, name in known
        if name is not None
    ]


def crossed(line: Crossed) -> str:
    """What crossing a line means."""
    says = {
        IN: _("goes on to “%(name)s” now"),
        LEVEL: _("is level on the line for “%(name)s” now"),
        OUT: _("does not go on to “%(name)s” any more"),
    }
    return says[line.after] % {"name": line.name}


def corrections(
    found: Iterable[Correction], named: Mapping[uuid.UUID, EntryName], *, with_reasons: bool = False
) -> list[dict[str, Any]]:
    """Corrections for a page: ``at``, what was corrected (``what``), who moved (``moved_rows``) and, where only the
    club looks, why."""
    return [
        {
            "at": one.at,
            "what": corrected(one),
            "moved_rows": rows(one.moved, named),
            "reason": one.reason if with_reasons else "",
        }
        for one in found
    ]


def corrected(one: Correction) -> str:
    """Which round was corrected, and at which tables."""
    about = {"round": one.round, "tables": ", ".join(map(str, one.tables))}
    if len(one.tables) == 1:
        return _("Round %(round)d, table %(tables)s") % about
    if one.tables:
        return _("Round %(round)d, tables %(tables)s") % about
    if one.beside:
        return _("Round %(round)d: points beside the results") % about
    return _("Round %(round)d") % about
