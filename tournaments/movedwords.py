"""Places and prizes that move, as pages and papers show them: who, from where to where, over which line, to what."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments import amounts
from tournaments.people import EntryName
from tournaments.services.correcting import Correction
from tournaments.standings.moved import IN, LEVEL, OUT, Crossed, Moved, Prizes, Won


def rows(
    found: Iterable[Moved], named: Mapping[uuid.UUID, EntryName], currency: str | None = None
) -> list[dict[str, Any]]:
    """A row for each who moved and is known by name: ``name``, ``before``, ``after`` (ranks), and ``notes``.

    ``currency``: of the prizes; None where who looks is not told of them, nor of who moves only to another prize.
    """
    known = ((one, named.get(uuid.UUID(one.entry))) for one in found)
    return [
        {"name": name, "before": one.before, "after": one.after, "notes": _notes(one, currency)}
        for one, name in known
        if name is not None and (currency is not None or one.before != one.after or one.crossed)
    ]


def _notes(one: Moved, currency: str | None) -> list[str]:
    notes = [crossed(line) for line in one.crossed]
    return notes if one.prizes is None or currency is None else [*notes, won(one.prizes, currency)]


def won(found: Prizes, currency: str) -> str:
    """What other prizes an entry has."""
    about = {"before": prizes(found.before, currency), "after": prizes(found.after, currency)}
    if not found.before:
        return _("wins now: %(after)s") % about
    if not found.after:
        return _("does not win any more: %(before)s") % about
    return _("wins now: %(after)s, instead of: %(before)s") % about


def prizes(found: Won, currency: str) -> str:
    """What an entry wins, in a line."""
    return ", ".join(label or amounts.said(cents, currency) for label, cents in found)


def crossed(line: Crossed) -> str:
    """What crossing a line means."""
    says = {
        IN: _("goes on to “%(name)s” now"),
        LEVEL: _("is level on the line for “%(name)s” now"),
        OUT: _("does not go on to “%(name)s” any more"),
    }
    return says[line.after] % {"name": line.name}


def corrections(
    found: Iterable[Correction],
    named: Mapping[uuid.UUID, EntryName],
    currency: str | None = None,
    *,
    with_reasons: bool = False,
) -> list[dict[str, Any]]:
    """Corrections for a page: ``at``, what was corrected (``what``), who moved (``moved_rows``: ``rows``) and, where
    only the club looks, why."""
    return [
        {
            "at": one.at,
            "what": corrected(one),
            "moved_rows": rows(one.moved, named, currency),
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
