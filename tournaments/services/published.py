"""Everything of a tournament that is public now, read once: what the pages of paths and statistics are made of."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Publication, Tournament


@dataclass(frozen=True, slots=True)
class Published:
    """The figures of the newest versions by the number of their round, and of what is public when it was made public
    last (``at``) and whether anything of it was corrected (``versions``: the highest version of each round)."""

    results: Mapping[int, Mapping[str, Any]]
    sheets: Mapping[int, Mapping[str, Any]]
    standings: Mapping[int, Mapping[str, Any]]
    versions: Mapping[int, int]
    at: datetime | None


def of_tournament(tournament: Tournament) -> Published:
    """What is public now; two queries, and only the figures of newest versions are read."""
    newest: dict[tuple[str, uuid.UUID | None], Publication] = {}
    every = Publication.objects.filter(tournament=tournament).exclude(what=Publication.What.LISTS)
    rows = every.select_related("round", "withdrawal").defer("figures")
    for row in rows.order_by("version"):
        newest[row.what, row.round_id] = row
    shown = [row for row in newest.values() if row.round is not None and not hasattr(row, "withdrawal")]
    figures = dict(Publication.objects.filter(pk__in=[row.pk for row in shown]).values_list("pk", "figures"))
    by_kind: dict[str, dict[int, Any]] = {what: {} for what in Publication.What.values}
    versions: dict[int, int] = {}
    for row in shown:
        assert row.round is not None  # for who reads types
        number = row.round.number
        by_kind[row.what][number] = figures[row.pk]
        versions[number] = max(versions.get(number, 1), row.version)
    what = Publication.What
    return Published(
        by_kind[what.ROUND],
        by_kind[what.SHEETS],
        by_kind[what.STANDINGS],
        versions,
        max((row.at for row in shown), default=None),
    )
