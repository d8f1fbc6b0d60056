"""What a correction of public results has moved: told on the trail with the publication that made it public.

The trail keeps it as it was then, in ids and figures; the public page and the club's read it from there.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core import audit
from core.actors import Actor
from core.models import AuditEvent
from tournaments.models import Publication, PublicationWithdrawal, Round, Tournament
from tournaments.services import moves
from tournaments.standings.moved import Moved, moved_from, ranks_of

#: The verb of the trail.
CORRECTED = "results.corrected"
#: Acts of the trail that correct something, with a reason.
_WITH_REASON = (
    "sheet.reopened",
    "sheet.turned",
    "seats.corrected",
    "game.forfeited",
    "game.forfeit-taken-back",
    "adjustment.made",
    "adjustment.voided",
    "ruling.made",
    "ruling.voided",
    "tournament.rules-changed",
    "round.reopened",
)
MOST_REASON = 300

Newest = Mapping[tuple[str, uuid.UUID | None], Publication]
"""By what and which round: the newest publication."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction that was made public: when, of which round, at which ``tables`` figures are others, whether only
    what was given beside the results (``beside``), and who moved. ``reason`` is for the club alone."""

    at: datetime
    round: int
    tables: tuple[int, ...]
    beside: bool
    moved: list[Moved]
    reason: str


def newest(tournament: Tournament) -> Newest:
    """What was made public last of each kind and round, taken back or not: everybody has seen it."""
    rows = Publication.objects.filter(tournament=tournament).order_by("version")
    return {(row.what, row.round_id): row for row in rows}


def tell(tournament: Tournament, before: Newest, made: Iterable[Publication | None], actor: Actor) -> None:
    """Write on the trail what these publications, just ``made``, move against what was public ``before``. In the
    transaction that makes them; a first publication moves nothing."""
    by_round: dict[uuid.UUID, list[Publication]] = {}
    for publication in made:
        if publication is None or publication.round_id is None:
            continue
        if (publication.what, publication.round_id) in before:
            by_round.setdefault(publication.round_id, []).append(publication)
    for round_id, publications in by_round.items():
        round_ = Round.objects.select_related("stage").get(pk=round_id)
        _tell_of(tournament, round_, before, publications, actor)


def _tell_of(
    tournament: Tournament, round_: Round, before: Newest, publications: Sequence[Publication], actor: Actor
) -> None:
    what = Publication.What
    by_kind = {row.what: row for row in publications}
    results, standings = by_kind.get(what.ROUND), by_kind.get(what.STANDINGS)
    seen = before.get((what.STANDINGS, round_.pk))
    places: list[Moved] = []
    if seen is not None:
        shown = moves.seen_in(tournament, seen)
        now = moves.ranks_now(tournament, round_, shown.ranks) if standings is None else ranks_of(standings.figures)
        places = moves.against(tournament, shown, now)
    tables = () if results is None else _tables(before[what.ROUND, round_.pk].figures, results.figures)
    since = min(before[row.what, row.round_id].at for row in publications)
    audit.record(
        actor,
        CORRECTED,
        results or publications[0],
        club_id=tournament.club_id,
        after={
            "round": round_.number,
            "tables": list(tables),
            "beside": results is None,
            "moved": [one.as_data() for one in places],
        },
        reason=_reasons(tournament, since),
    )


def _tables(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[int, ...]:
    """The tables at which something is other than it was."""
    was = {row["table"]: row for row in before["tables"]}
    now = {row["table"]: row for row in after["tables"]}
    return tuple(sorted(table for table in was.keys() | now.keys() if was.get(table) != now.get(table)))


def _reasons(tournament: Tournament, since: datetime) -> str:
    """Why something was corrected since then, each reason once."""
    rows = AuditEvent.objects.filter(scope=tournament.pk, verb__in=_WITH_REASON, at__gte=since).exclude(reason="")
    said = dict.fromkeys(rows.order_by("pk").values_list("reason", flat=True))
    return "; ".join(said)[:MOST_REASON]


def corrections_of(tournament: Tournament) -> list[Correction]:
    """The corrections that everybody can see, newest first: of what was taken back since nothing is shown."""
    events = AuditEvent.objects.filter(scope=tournament.pk, verb=CORRECTED).order_by("-pk")
    gone = PublicationWithdrawal.objects.filter(publication__tournament=tournament)
    hidden = set(gone.values_list("publication_id", flat=True))
    return [
        Correction(
            at=event.at,
            round=event.after["round"],
            tables=tuple(event.after["tables"]),
            beside=event.after["beside"],
            moved=[moved_from(one) for one in event.after["moved"]],
            reason=event.reason,
        )
        for event in events
        if event.object_id not in hidden and isinstance(event.after, dict)
    ]
