"""What takes part in a tournament, in words: pairs, single players or teams. Sentences that name it are here, whole,
since in other languages a noun changes the words around it.

``of(tournament)`` names what is entered and ranked, ``at_table(tournament)`` what sits at a table: a team's pairs do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext_lazy, pgettext

from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Noun:
    """The words for one kind of entry. ``one`` stands before a number and over a column, ``many`` over a page; the
    others are sentences, filled by the methods of their names."""

    one: Any
    many: Any
    enter_them: Any
    _numbered: Any
    _before: Any
    _level: Any
    _count: Any
    _entered: Any
    _lack: Any
    _incomplete: Any

    def numbered(self, label: int | str) -> str:
        """ "Pair 12", at the beginning of a sentence or alone."""
        return str(self._numbered % {"number": label})

    def before(self, label: int | str) -> str:
        """Why somebody is ahead of number ``label``: a title."""
        return str(self._before % {"other": label})

    def level(self, label: int | str) -> str:
        """Why somebody shares the place of number ``label``: a title."""
        return str(self._level % {"other": label})

    def count(self, n: int) -> str:
        """ "12 pairs"."""
        return str(self._count % {"n": n})

    def entered(self, n: int) -> str:
        """How many are entered, as a line of its own."""
        return str(self._entered % {"n": n})

    def lack(self, least: int) -> str:
        """That a draw needs ``least`` of them (2 or more)."""
        return str(self._lack % {"least": least})

    def incomplete(self, n: int) -> str:
        """That ``n`` of them are not complete and therefore not drawn."""
        return str(self._incomplete % {"n": n})


PAIRS = Noun(
    one=_lazy("Pair"),
    many=_lazy("Pairs"),
    enter_them=_lazy("Enter the pairs"),
    _numbered=_lazy("Pair %(number)s"),
    _before=_lazy("Why before pair %(other)s"),
    _level=_lazy("Why level with pair %(other)s"),
    _count=ngettext_lazy("%(n)d pair", "%(n)d pairs", "n"),
    _entered=ngettext_lazy("%(n)d pair entered", "%(n)d pairs entered", "n"),
    _lack=_lazy("At least %(least)d complete pairs are needed."),
    _incomplete=ngettext_lazy(
        "%(n)d player without partner is not drawn.", "%(n)d players without partner are not drawn.", "n"
    ),
)
PLAYERS = Noun(
    one=_lazy("Player"),
    many=_lazy("Players"),
    enter_them=_lazy("Enter the players"),
    _numbered=_lazy("Player %(number)s"),
    _before=_lazy("Why before player %(other)s"),
    _level=_lazy("Why level with player %(other)s"),
    _count=ngettext_lazy("%(n)d player", "%(n)d players", "n"),
    _entered=ngettext_lazy("%(n)d player entered", "%(n)d players entered", "n"),
    _lack=_lazy("At least %(least)d players are needed."),
    _incomplete=ngettext_lazy(
        "%(n)d entry without player is not drawn.", "%(n)d entries without player are not drawn.", "n"
    ),
)
TEAMS = Noun(
    one=_lazy("Team"),
    many=_lazy("Teams"),
    enter_them=_lazy("Enter the teams"),
    _numbered=_lazy("Team %(number)s"),
    _before=_lazy("Why before team %(other)s"),
    _level=_lazy("Why level with team %(other)s"),
    _count=ngettext_lazy("%(n)d team", "%(n)d teams", "n"),
    _entered=ngettext_lazy("%(n)d team entered", "%(n)d teams entered", "n"),
    _lack=_lazy("At least %(least)d complete teams are needed."),
    _incomplete=ngettext_lazy(
        "%(n)d team that is not complete is not drawn.", "%(n)d teams that are not complete are not drawn.", "n"
    ),
)

_OF_TOURNAMENT: Mapping[str, Noun] = {
    Tournament.EntryKind.PAIRS: PAIRS,
    Tournament.EntryKind.SINGLES: PLAYERS,
    Tournament.EntryKind.TEAMS: TEAMS,
}
_OF_ENTRY: Mapping[str, Noun] = {Entry.Kind.PAIR: PAIRS, Entry.Kind.SINGLE: PLAYERS, Entry.Kind.TEAM: TEAMS}


def of(tournament: Tournament) -> Noun:
    """The words for what is entered and ranked."""
    return _OF_TOURNAMENT[tournament.entry_kind]


def of_kind(entry_kind: str) -> Noun:
    """The words for what is entered in a tournament of this ``entry_kind``."""
    return _OF_TOURNAMENT[entry_kind]


def at_table(tournament: Tournament) -> Noun:
    """The words for what has a seat: the players of a mêlée, else pairs, also those of a team."""
    return PLAYERS if tournament.entry_kind == Tournament.EntryKind.SINGLES else PAIRS


def of_entry(kind: str) -> Noun:
    """The words for an entry by its ``kind``."""
    return _OF_ENTRY[kind]


def team_of(players: Sequence[str]) -> str:
    """What a team without a name is called: by the first of its players (1 or more)."""
    return pgettext("a team without a name", "Team %(player)s") % {"player": players[0]}
