"""The final ceremony: the published final standings told from the last place up, one press at the desk each."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from core.templatetags.look import rank as rank_words
from tournaments import people
from tournaments.hall.pages import Page, body
from tournaments.hall.ranking import Line, rankings
from tournaments.models import Ceremony, Publication, Tournament
from tournaments.people import EntryName
from tournaments.services import ceremony, publishing

#: So many places told before stand below the one that is told.
BELOW = 6


@dataclass(frozen=True, slots=True)
class Step:
    """What one press shows: a place of a ranking (``title``, "" where there is only one) with who has it; several where
    they share it. ``prizes``: by entry's label what it gets, where prizes are settled."""

    title: str
    rank: int
    lines: tuple[Line, ...]
    prizes: Mapping[str, str]

    @property
    def place(self) -> str:
        return rank_words(self.rank)

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [{"line": line, "prize": self.prizes.get(line.label, "")} for line in self.lines]


def steps(
    publication: Publication, named: Mapping[uuid.UUID, EntryName], first_rank: int, prizes: Mapping[str, str]
) -> list[Step]:
    """The steps from place ``first_rank`` up to the first, in the order in which they are told."""
    found = []
    main = [one for one in rankings(publication.figures, named) if one.title != _("Pairs")]
    for number, ranking in enumerate(main):
        ranked = [line for line in ranking.lines if line.rank is not None and line.rank <= first_rank]
        for place, lines in groupby(ranked, key=lambda line: line.rank or 0):
            found.append((place, number, Step(ranking.title, place, tuple(lines), prizes)))
    return [step for _place, _number, step in sorted(found, key=lambda one: (-one[0], -one[1]))]


def told(tournament: Tournament) -> tuple[Ceremony, list[Step]] | None:
    """The ceremony that is on and all its steps; None where none was begun, or its standings are not the public ones
    any more."""
    row = ceremony.current(tournament)
    publication = publishing.final_standings(tournament) if row is not None else None
    if row is None or publication is None:
        return None
    return row, steps(publication, people.in_hall(tournament), row.first_rank, prizes_of(tournament))


def prizes_of(tournament: Tournament) -> Mapping[str, str]:
    """What each entry gets, by its label, in words. Nothing as long as prizes are not given out with the standings."""
    return {}


def pages(tournament: Tournament) -> list[Page]:
    """The step that was told last, large, with those before it below; nothing while there is no ceremony."""
    found = told(tournament)
    if found is None:
        return []
    row, all_steps = found
    shown = all_steps[: row.shown]
    if not shown:
        welcome = body("message", head=_("Prize-giving"), text=_("We are about to begin."))
        return [Page(kind="message", over=tournament.name, title=_("Final standings"), body=welcome)]
    now = shown[-1]
    before = shown[:-1][::-1][:BELOW]
    title = " · ".join(filter(None, (_("Final standings"), now.title)))
    return [Page(kind="podium", over=tournament.name, title=title, body=body("podium", step=now, before=before))]
