"""The lists beside the standings as everybody sees them: frozen with the publication of a round, and published anew
where only who is in which category or club has changed."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from core import audit
from core.actors import Actor
from tournaments.models import Publication, Round, Tournament
from tournaments.services import contests, publishing, showing
from tournaments.services.errors import Conflict
from tournaments.services.lists import Offered, lists_figures, stage_names
from tournaments.standings.lists import ROUNDS, RankedList, of_stage

STANDINGS, LISTS, ROUND = Publication.What.STANDINGS, Publication.What.LISTS, Publication.What.ROUND


def shown(tournament: Tournament) -> Publication | None:
    """The lists that everybody sees: those of the round whose standings are shown; None where there are none, as with
    rounds that a version of this program published which knew no lists."""
    standings = publishing.latest_standings(tournament)
    if standings is None:
        return None
    return next((row for row in publishing.public(tournament, LISTS) if row.round_id == standings.round_id), None)


def read(publication: Publication, tournament: Tournament) -> list[RankedList]:
    """The lists of a publication; of rounds only those whose results are public."""
    numbers = {str(row.round.number) for row in publishing.public(tournament, ROUND) if row.round is not None}
    found = (RankedList.from_data(one) for one in publication.figures["lists"])
    return [one for one in found if one.kind != ROUNDS or one.key in numbers]


def changed(tournament: Tournament) -> str:
    """The digest of the lists as they would be published now, where results and standings are public as they are and
    only the lists are not; else ""."""
    standings, lists = publishing.latest_standings(tournament), shown(tournament)
    if standings is None or standings.round is None or standings.revision != tournament.revision:
        return ""
    digest = publishing.digest_of(lists_figures(tournament, standings.round.number))
    return "" if lists is not None and lists.sha256 == digest else digest


def is_as_seen(now: str, seen: str) -> bool:
    """Whether the lists are those that were on the page, by their digests."""
    return now == seen


@transaction.atomic
def publish_again(tournament_id: uuid.UUID, seen: str, actor: Actor) -> Publication:
    """Make the lists public as they are now, a new version of those of the round whose standings are shown. ``seen``:
    the digest of those on the page.

    Conflict ``lists-changed`` (they are others by now), ``nothing-new``, ``results-held``.
    """
    tournament = contests.lock(tournament_id)
    if showing.is_held(tournament):
        raise Conflict("results-held")
    now, standings = changed(tournament), publishing.latest_standings(tournament)
    if not now or standings is None or standings.round is None:
        raise Conflict("nothing-new")
    if not is_as_seen(now, seen):
        raise Conflict("lists-changed")
    figures = lists_figures(tournament, standings.round.number)
    made = publishing.publish_part(tournament, LISTS, standings.round, figures, actor)
    if made is None:
        raise Conflict("nothing-new")
    audit.record(
        actor,
        "lists.published",
        made,
        club_id=tournament.club_id,
        after={"round": standings.round.number, "version": made.version},
    )
    return made


def corrected_since(tournament: Tournament, publication: Publication) -> list[int]:
    """The rounds that public standings count, and whose results were corrected after these were published: only later
    standings have them as they are now."""
    rows = [row for row in publishing.public(tournament, ROUND) if row.round is not None]
    last = publication.round.number if publication.round is not None else 0
    late = (row for row in rows if row.version > 1 and row.revision > publication.revision)
    return [row.round.number for row in late if row.round is not None and row.round.number <= last]


# What everybody is offered


@dataclass(frozen=True, slots=True)
class Shown:
    """What is public of the standings and their lists: the ``standings`` after each round, by its number, as they were
    published then; the newest ``lists`` and the ``made`` publication that holds them; which of them are ``offered``."""

    standings: Mapping[int, Publication]
    made: Publication | None
    lists: tuple[RankedList, ...]
    offered: Offered
    last_of_stage: Mapping[int, int]

    def publication(self, kind: str, number: int) -> Publication | None:
        """The publication that a page is of."""
        if kind == "after":
            return self.standings.get(number)
        return self.standings.get(self.last_of_stage.get(number, 0)) if kind == "stages" else self.made

    def figures(self, kind: str, number: int) -> Mapping[str, Any] | None:
        """The standings after round ``number`` as they were published then or, of a stage, those after its last public
        round, of who played it."""
        publication = self.publication(kind, number)
        if publication is None or kind == "after":
            return None if publication is None else publication.figures
        return of_stage(publication.figures, number)


def offered(tournament: Tournament) -> Shown:
    """Which lists everybody is offered: nothing of a round that is not public."""
    public = [row for row in publishing.public(tournament, STANDINGS) if row.round is not None]
    standings = {row.round.number: row for row in public if row.round is not None}
    made = shown(tournament)
    found = () if made is None else tuple(read(made, tournament))
    positions = dict(Round.objects.filter(stage__tournament=tournament).values_list("number", "stage__position"))
    last = {positions[number]: number for number in sorted(standings)}
    names = stage_names(tournament)
    kinds = {one.kind for one in found} | ({"after"} if len(standings) > 1 else set())
    rounds = tuple(sorted({int(one.key) for one in found if one.kind == ROUNDS}))
    return Shown(
        standings,
        made,
        found,
        Offered(
            frozenset(kinds | ({"stages"} if len(last) > 1 else set())),
            rounds,
            {position: names[position] for position in last},
            tuple(standings),
        ),
        last,
    )
