"""Who a correction moves: the places, and the prizes, that are public beside those that the figures give now."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Publication, Round, StageEntry, Tournament
from tournaments.services import prizes, stages
from tournaments.services.ranking import GONE, ranked
from tournaments.standings.moved import Line, Moved, Won, moved, ranks_of

Ranks = dict[str, int | None]


@dataclass(frozen=True, slots=True)
class Shown:
    """What everybody has seen of the places after a round: a publication, its ranks, and by entry what they win: as it
    was settled, or as the list gives it to those ranks."""

    publication: Publication
    ranks: Ranks
    won: Mapping[str, Won]

    @property
    def round(self) -> Round:
        assert self.publication.round is not None  # standings are always those after a round
        return self.publication.round


def shown(tournament: Tournament) -> Shown | None:
    """The standings that are public now; None where there are none."""
    newest: dict[uuid.UUID | None, Publication] = {}
    rows = Publication.objects.filter(tournament=tournament, what=Publication.What.STANDINGS)
    for row in rows.select_related("round__stage", "withdrawal").order_by("version"):
        newest[row.round_id] = row
    found = [row for row in newest.values() if row.round is not None and not hasattr(row, "withdrawal")]
    if not found:
        return None
    last = max(found, key=lambda row: row.round.number if row.round else 0)
    return seen_in(tournament, last)


def seen_in(tournament: Tournament, publication: Publication) -> Shown:
    """What a publication of standings has shown."""
    ranks = ranks_of(publication.figures)
    won = prizes.won_by(tournament, ranks, lines=_lines_of(publication.figures), publication=publication)
    return Shown(publication, ranks, won)


def _lines_of(figures: Mapping[str, Any]) -> dict[str, str]:
    return {row["entry"]: row.get("line", "") for row in figures["rows"]}


def ranks_now(tournament: Tournament, round_: Round, among: Mapping[str, Any]) -> Ranks:
    """The ranks after a round as the figures are now, of those who were ranked in it (``among``)."""
    rows = ranked(tournament, upto=round_.number, among=set(among))
    return {row.entry: row.rank for row in rows}


def lines(tournament: Tournament, round_: Round) -> list[Line]:
    """The lines that places after a round fall to: who goes on to the part that follows."""
    found = []
    for stage in stages.stages_of(tournament):
        told = stage.settings.get("cut", {})
        if stage.position == round_.stage.position + 1 and told.get("places"):
            gone = tournament.entries.filter(status__in=GONE).values_list("pk", flat=True)
            away = {*told.get("declined", ()), *map(str, gone)}
            settled = told.get("settled", ())
            found.append(Line(stage.name, told["places"], frozenset(away), tuple(settled)))
    return found


def since_shown(tournament: Tournament) -> list[Moved]:
    """Who has another place, or another side of a line, than everybody sees; empty where nothing is public."""
    seen = shown(tournament)
    return [] if seen is None else between(tournament, seen)


def between(tournament: Tournament, seen: Shown) -> list[Moved]:
    """Who has another place, or another prize, now than ``seen``."""
    return against(tournament, seen, ranks_now(tournament, seen.round, seen.ranks))


def against(tournament: Tournament, seen: Shown, ranks: Ranks) -> list[Moved]:
    """Who has another place, or another prize, with these ``ranks`` than ``seen``."""
    won = prizes.won_by(tournament, ranks, lines=_lines_of(seen.publication.figures))
    return moved(seen.ranks, ranks, lines(tournament, seen.round), (seen.won, won))


def all_now(tournament: Tournament) -> Ranks:
    """Everybody's rank as the figures are now, whatever is public."""
    return {row.entry: row.rank for row in ranked(tournament)}


def has_gone_on(tournament: Tournament, round_: Round) -> bool:
    """Whether who goes on from the part of a round is settled already: a correction does not change it."""
    stage = round_.stage.position + 1
    return StageEntry.objects.filter(stage__tournament=tournament, stage__position=stage).exists()
