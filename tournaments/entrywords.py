"""What the list of entries and the import of a list say: of pairs, of single players, of teams."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext_lazy

from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class EntryWords:
    """The sentences for one kind of entry, whole. Those of a count are filled by ``said``."""

    add: Any
    none: Any
    by_number: Any
    back: Any
    entered: Any
    later: Any
    changes_nothing: Any
    unpaid: Any
    enter: Any
    update: Any
    imported: Any
    play: Any

    def said(self, name: str, n: int) -> str:
        """The sentence ``name`` of so many."""
        return str(getattr(self, name) % {"n": n})


_PAIRS = EntryWords(
    add=_lazy("Add a pair"),
    none=_lazy("No pair yet. Type two names above, or import a list."),
    by_number=_lazy("Pairs by number"),
    back=_lazy("Back to the pairs"),
    entered=_lazy("Pair %(number)d is entered: %(names)s."),
    later=_lazy("A round has begun already: new pairs are drawn from the next round on."),
    changes_nothing=_lazy("This list changes nothing: every pair in it is entered already, or was refused."),
    unpaid=ngettext_lazy("%(n)d pair has still to pay.", "%(n)d pairs have still to pay.", "n"),
    enter=ngettext_lazy("Enter %(n)d pair", "Enter %(n)d pairs", "n"),
    update=ngettext_lazy("Update %(n)d pair", "Update %(n)d pairs", "n"),
    imported=ngettext_lazy("%(n)d pair entered.", "%(n)d pairs entered.", "n"),
    play=ngettext_lazy("%(n)d pair plays.", "%(n)d pairs play.", "n"),
)
_PLAYERS = EntryWords(
    add=_lazy("Add a player"),
    none=_lazy("No player yet. Type a name above, or paste a list."),
    by_number=_lazy("Players by number"),
    back=_lazy("Back to the players"),
    entered=_lazy("Player %(number)d is entered: %(names)s."),
    later=_lazy("A round has begun already: new players are drawn from the next round on."),
    changes_nothing=_lazy("This list changes nothing: every player in it is entered already, or was refused."),
    unpaid=ngettext_lazy("%(n)d player has still to pay.", "%(n)d players have still to pay.", "n"),
    enter=ngettext_lazy("Enter %(n)d player", "Enter %(n)d players", "n"),
    update=ngettext_lazy("Update %(n)d player", "Update %(n)d players", "n"),
    imported=ngettext_lazy("%(n)d player entered.", "%(n)d players entered.", "n"),
    play=ngettext_lazy("%(n)d player plays.", "%(n)d players play.", "n"),
)
_TEAMS = EntryWords(
    add=_lazy("Add a team"),
    none=_lazy("No team yet."),
    by_number=_lazy("Teams by number, each with its pairs"),
    back=_lazy("Back to the teams"),
    entered=_lazy("Team %(number)d is entered: %(names)s."),
    later=_lazy("A round has begun already: new teams are drawn from the next round on."),
    changes_nothing=_PAIRS.changes_nothing,
    unpaid=ngettext_lazy("%(n)d team has still to pay.", "%(n)d teams have still to pay.", "n"),
    enter=_PAIRS.enter,
    update=_PAIRS.update,
    imported=_PAIRS.imported,
    play=ngettext_lazy("%(n)d team plays.", "%(n)d teams play.", "n"),
)
_OF: Mapping[str, EntryWords] = {
    Tournament.EntryKind.PAIRS: _PAIRS,
    Tournament.EntryKind.SINGLES: _PLAYERS,
    Tournament.EntryKind.TEAMS: _TEAMS,
}


def of(tournament: Tournament) -> EntryWords:
    """The words for what is entered in a tournament."""
    return _OF[tournament.entry_kind]
