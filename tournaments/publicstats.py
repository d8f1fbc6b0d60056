"""Statistics as a page shows them: tables of figures, each with its drawing."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from core.templatetags.look import number
from tournaments import plots, publicwords
from tournaments.people import EntryName
from tournaments.standings.statistics import Statistics


def bids(found: Statistics) -> list[dict[str, Any]]:
    """A row for each contract: how often it was played, made and lost."""
    most = max((one.played for one in found.bids), default=1)
    return [
        {
            "name": publicwords.bid(one.bid),
            "played": one.played,
            "made": one.made,
            "failed": one.failed,
            "share": publicwords.share(one.made, one.played),
            "bar": plots.bar(one.made, one.played, most),
        }
        for one in found.bids
    ]


def doubles(found: Statistics) -> list[dict[str, Any]]:
    """A row for what was doubled, and redoubled: how often the double paid."""
    most = max((one.played for one in found.doubles), default=1)
    return [
        {
            "name": publicwords.double(one.double),
            "played": one.played,
            "paid": one.paid,
            "lost": one.played - one.paid,
            "share": publicwords.share(one.paid, one.played),
            "bar": plots.bar(one.paid, one.played, most),
        }
        for one in found.doubles
    ]


def spreads(found: Statistics) -> dict[str, Any]:
    """A row a round, all on one scale, with its marks."""
    if not found.spreads:
        return {"rows": [], "ticks": []}
    ends = plots.scale([value for one in found.spreads for value in (one.least, one.most)])
    rows = [
        {
            "round": one.round,
            "middle": _told(one.middle),
            "least": _told(one.least),
            "most": _told(one.most),
            "span": plots.span(one.least, one.quarter, one.middle, one.three_quarters, one.most, ends),
        }
        for one in found.spreads
    ]
    return {"rows": rows, "ticks": [(at, _told(value)) for at, value in plots.ticks(ends)]}


def ranks(found: Statistics, named: Mapping[uuid.UUID, EntryName]) -> dict[str, Any]:
    """The places of the first after each round: a row for each, and the drawing of all."""
    shown = followed(found, named)
    last = max((rank for _name, mine in shown for rank in mine if rank is not None), default=1)
    labels = [name.label for name, _mine in shown]
    plot = plots.ranks(labels, [mine for _name, mine in shown], found.ranked_rounds, last)
    called = [_("Round %(number)s") % {"number": number} for number in found.ranked_rounds]
    rows = [{"name": name, "ranks": list(zip(mine, called, strict=True))} for name, mine in shown]
    return {"rows": rows, "rounds": found.ranked_rounds, "plot": plot} if plot is not None else {}


def followed(found: Statistics, named: Mapping[uuid.UUID, EntryName]) -> list[tuple[EntryName, tuple[int | None, ...]]]:
    """The first that are known by name, each with its places after each round."""
    return [(named[uuid.UUID(one.entry)], one.ranks) for one in found.followed if uuid.UUID(one.entry) in named]


def trumps(found: Statistics) -> list[dict[str, Any]]:
    """How often each trump was played."""
    most = max((count for _trump, count in found.trumps), default=1)
    return [
        {
            "trump": trump,
            "name": publicwords.trump(trump),
            "count": count,
            "share": publicwords.share(count, found.deals),
            "bar": plots.bar(count, count, most),
        }
        for trump, count in found.trumps
    ]


def _told(value: float) -> str:
    return number(int(value)) if value == int(value) else number(value, 1)
