"""Who is already entered, in an earlier row of the file or in the tournament, and who is the same person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.entrylist.model import ExistingEntry, PlannedPlayer
from tournaments.entrylist.names import has_initial, may_be_same, person_key
from tournaments.entrylist.paid import NO_WORD, PaidGuess
from tournaments.entrylist.rows import ReadRow

# How many bearers of one word are compared with an initial; beyond that a resemblance says nothing.
_RESEMBLING_LIMIT = 100


@dataclass(eq=False)
class Holder:
    """An entry that has its players: ``row`` the first row of the file that named it, ``entry`` the tournament's."""

    players: tuple[PlannedPlayer, ...]
    number: int | None
    row: int | None = None
    entry: ExistingEntry | None = None
    paid: PaidGuess = NO_WORD

    @property
    def active(self) -> bool:
        return self.entry is None or not self.entry.withdrawn

    def take(self, row: ReadRow) -> None:
        """The file has named this entry of the tournament: later rows are told this row."""
        self.row, self.paid = row.row_number, row.paid


def known_players(entry: ExistingEntry) -> tuple[PlannedPlayer, ...]:
    """The players of an entry of the tournament, in the form the list's players have."""
    return tuple(
        PlannedPlayer(
            name=f"{player.given} {player.family}".strip(),
            family=player.family,
            given=player.given,
            sure=True,
            key=person_key(f"{player.given} {player.family}"),
            strong=bool(player.given and player.family),
            licence=player.licence.upper(),
        )
        for player in entry.players
    )


def same_name(one: PlannedPlayer, other: PlannedPlayer) -> bool:
    """Equal names in any spelling and order; where both orders were written, "Noël Nicolas" is not "Nicolas Noël"."""
    if one.key != other.key:
        return False
    if one.strong and other.strong:
        return person_key(one.family) == person_key(other.family)
    return True


def same_person(one: PlannedPlayer, other: PlannedPlayer) -> bool:
    """Certainly one person: the same licence, or the same name and no two licences that differ."""
    if one.licence and other.licence:
        return one.licence == other.licence
    return same_name(one, other)


class People:
    """All players entered so far, found by name and by licence."""

    def __init__(self) -> None:
        self._by_key: dict[str, list[tuple[Holder, PlannedPlayer]]] = defaultdict(list)
        self._by_licence: dict[str, list[tuple[Holder, PlannedPlayer]]] = defaultdict(list)
        self._by_word: dict[str, list[tuple[Holder, PlannedPlayer]]] = defaultdict(list)
        # The same for those written with an initial only: a whole name can resemble nobody else.
        self._abbreviated: dict[str, list[tuple[Holder, PlannedPlayer]]] = defaultdict(list)

    def add(self, holder: Holder) -> None:
        for player in holder.players:
            self._index(holder, player)

    def extend(self, holder: Holder, partner: PlannedPlayer) -> None:
        """A partner joins an entry that had one player."""
        holder.players = (*holder.players, partner)
        self._index(holder, partner)

    def rename(self, holder: Holder, written: Sequence[PlannedPlayer]) -> None:
        """The file has named players of this entry: from here on they are known as it writes them, as those that it
        brings are, so that a later row means the same the second time the file is read."""
        for player in written:
            known = next((one for one in holder.players if same_person(player, one)), None)
            if known is not None:
                renamed = replace(player, licence=player.licence or known.licence)
                holder.players = tuple(renamed if one is known else one for one in holder.players)
                self._forget(holder, known)
                self._index(holder, renamed)

    def _forget(self, holder: Holder, player: PlannedPlayer) -> None:
        words = [index[word] for index in (self._by_word, self._abbreviated) for word in set(player.key.split())]
        for rows in (self._by_key[player.key], self._by_licence[player.licence], *words):
            rows[:] = [row for row in rows if row[0] is not holder or row[1] is not player]

    def _index(self, holder: Holder, player: PlannedPlayer) -> None:
        self._by_key[player.key].append((holder, player))
        if player.licence:
            self._by_licence[player.licence].append((holder, player))
        indexes = [self._by_word, self._abbreviated] if has_initial(player.key) else [self._by_word]
        for word in set(player.key.split()):
            for index in indexes:
                if len(word) > 1 and len(index[word]) < _RESEMBLING_LIMIT:
                    index[word].append((holder, player))

    def _same(self, player: PlannedPlayer) -> list[tuple[Holder, PlannedPlayer]]:
        return [(holder, other) for holder, other in self._by_key.get(player.key, []) if same_person(player, other)]

    def with_all(self, players: Sequence[PlannedPlayer]) -> list[Holder]:
        """Entries that consist of exactly these players, initials taken as written."""
        holders = []
        for holder, other in self._same(players[0]):
            rest = [p for p in holder.players if p is not other]
            same_size = len(rest) == len(players) - 1
            if same_size and all(same_person(a, b) for a, b in zip(rest, players[1:], strict=True)):
                holders.append(holder)
        return holders

    def holding(self, players: Sequence[PlannedPlayer]) -> list[Holder]:
        """Entries that still play and have one of these players for certain: an initial alone proves nobody."""
        holders: list[Holder] = []
        for player in players:
            for holder, other in self._same(player):
                certain = not has_initial(player.key) or (player.licence and player.licence == other.licence)
                if certain and holder.active and holder not in holders:
                    holders.append(holder)
        return holders

    def licence_clash(self, player: PlannedPlayer) -> Holder | None:
        """The entry that still plays and has somebody of another name under this player's licence."""
        for holder, other in self._by_licence.get(player.licence, []):
            if holder.active and not same_name(player, other):
                return holder
        return None

    def resembling(self, player: PlannedPlayer) -> tuple[Holder, PlannedPlayer, bool] | None:
        """The first entry with somebody who may be this player; True for a namesake told apart by his licence."""
        for holder, other in self._by_key.get(player.key, []):
            if holder.active and same_name(player, other):
                different = bool(player.licence and other.licence and player.licence != other.licence)
                return holder, other, different
        index = self._by_word if has_initial(player.key) else self._abbreviated
        for word in player.key.split():
            for holder, other in index.get(word, []):
                if holder.active and may_be_same(player.key, other.key):
                    return holder, other, False
        return None
