"""In which state the round is that an act concerns: what ``tournaments.safety`` has to know of the database."""

from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Draw, Game, Publication, Round, Tournament
from tournaments.safety import Act, Cell, Concerns, When, cell, concerns
from tournaments.services import publishing


@dataclass(slots=True)
class Risks:
    """How dangerous acts are now; what was read once is kept, so that a page with many buttons asks once."""

    tournament: Tournament
    _known: dict[Any, Any] = field(default_factory=dict)

    def cell(self, act: Act, round_: Round | None = None) -> Cell:
        """The cell of an act; ``round_`` where it concerns one that is named."""
        return cell(act, self.when(act, round_))

    def when(self, act: Act, round_: Round | None = None) -> When:
        """The state of the round that it concerns."""
        if concerns(act) == Concerns.NAMED and round_ is not None:
            return self.of(round_)
        current = self.current
        if current is None:
            return When.NOT_DRAWN
        found = self.of(current)
        if concerns(act) == Concerns.DUE and current.state == Round.State.CLOSED:
            return When.NOT_DRAWN
        return found

    @property
    def current(self) -> Round | None:
        """The round that is being played, else the last one begun."""
        if "current" not in self._known:
            rounds = list(Round.objects.filter(stage__tournament=self.tournament).order_by("number"))
            playing = [round_ for round_ in rounds if round_.state == Round.State.PLAYING]
            last = playing or rounds
            self._known["current"] = last[-1] if last else None
        found: Round | None = self._known["current"]
        return found

    def of(self, round_: Round) -> When:
        """The state of a round."""
        if round_.pk not in self._known:
            self._known[round_.pk] = self._state(round_)
        found: When = self._known[round_.pk]
        return found

    def _state(self, round_: Round) -> When:
        if round_.state == Round.State.DRAFT:
            has_draft = round_.draws.filter(state=Draw.State.DRAFT).exists()
            return When.DRAFT if has_draft else When.NOT_DRAWN
        if round_.state == Round.State.PLAYING:
            begun = Game.objects.filter(match__round=round_, sheet__events__isnull=False)
            return When.PLAYING if begun.exists() else When.PUBLISHED
        later = Round.objects.filter(stage__tournament=self.tournament, number__gt=round_.number)
        if later.exclude(state=Round.State.DRAFT).exists():
            return When.OLDER
        shown = publishing.public(self.tournament, Publication.What.STANDINGS)
        if all(publication.round_id != round_.pk for publication in shown):
            return When.CLOSED
        return When.FINAL if self.tournament.state == Tournament.State.FINISHED else When.PUBLIC
