"""Entries and their names, for pages, paper and files: in the hall (whole names) or for everybody (by consent)."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from clubs import names
from tournaments import nouns
from tournaments.models import Entry, EntryMember, Tournament


@dataclass(frozen=True, slots=True)
class EntryName:
    """An entry as shown: its number, its players' names in order of their slots, and what they are sorted by.

    ``label`` is the number as it is written: a pair of a team has its team's with a letter ("3B"). ``names`` of a team:
    its own, else that of its first player ("Team Ann Smith"); ``players`` are always all of them. ``team``: the id of
    the team that a pair is of.
    """

    id: uuid.UUID
    number: int
    label: str
    kind: str
    team: uuid.UUID | None
    names: tuple[str, ...]
    players: tuple[str, ...]
    home_club: str
    category: str
    status: str
    sort_key: str
    person_ids: tuple[uuid.UUID, ...]

    @property
    def joined(self) -> str:
        """Both names on one line."""
        return " – ".join(self.names)

    @property
    def noun(self) -> nouns.Noun:
        """The words for what it is: a pair, a player or a team."""
        return nouns.of_entry(self.kind)


def in_hall(tournament: Tournament, *, round_number: int | None = None) -> dict[uuid.UUID, EntryName]:
    """The entries of a tournament by id, named as in the hall; of ``round_number`` where players were replaced."""
    return _named(tournament, public=False, round_number=round_number)


def in_public(tournament: Tournament, *, round_number: int | None = None) -> dict[uuid.UUID, EntryName]:
    """The entries of a tournament by id, named as everybody may see them."""
    return _named(tournament, public=True, round_number=round_number)


def in_public_by_round(
    tournament: Tournament, rounds: Iterable[int | None], *, only: Collection[uuid.UUID] | None = None
) -> dict[int | None, dict[uuid.UUID, EntryName]]:
    """The same for each of these rounds (None: as they are now), in two queries however many. ``only``: of these
    entries, and of the pairs of those that are teams."""
    members, entries = _rows(tournament, only)
    return {number: _called(tournament, members, entries, True, number) for number in dict.fromkeys(rounds)}


def in_hall_by_round(
    tournament: Tournament, rounds: Iterable[int | None]
) -> dict[int | None, dict[uuid.UUID, EntryName]]:
    """The same, named as in the hall."""
    members, entries = _rows(tournament)
    return {number: _called(tournament, members, entries, False, number) for number in dict.fromkeys(rounds)}


def _named(tournament: Tournament, *, public: bool, round_number: int | None) -> dict[uuid.UUID, EntryName]:
    return _called(tournament, *_rows(tournament), public, round_number)


def _rows(tournament: Tournament, only: Collection[uuid.UUID] | None = None) -> tuple[list[EntryMember], list[Entry]]:
    members = EntryMember.objects.filter(tournament=tournament).select_related("person").order_by("slot", "from_round")
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    if only is not None:
        # A pair's letter follows from its place among those of its team, so all of these are there.
        teams = Entry.objects.filter(pk__in=only, team__isnull=False).values("team")
        entries = entries.filter(Q(pk__in=only) | Q(team__in=only) | Q(team__in=teams) | Q(pk__in=teams))
        members = members.filter(entry__in=entries.order_by().values("pk"))
    return list(members), list(entries)


def _called(
    tournament: Tournament, rows: list[EntryMember], entries: list[Entry], public: bool, round_number: int | None
) -> dict[uuid.UUID, EntryName]:
    members: dict[uuid.UUID, list[EntryMember]] = {}
    for member in rows:
        if _plays_in(member, round_number):
            members.setdefault(member.entry_id, []).append(member)
    labels = labels_of(entries)
    named = {
        entry.pk: _entry_name(tournament, entry, labels[entry.pk], members.get(entry.pk, []), public)
        for entry in entries
    }
    return {entry.pk: _of_team(entry, named) if entry.kind == Entry.Kind.TEAM else named[entry.pk] for entry in entries}


def side_label(labels: Iterable[str]) -> str:
    """How a side of a table is called: by its pair's number, or by both players' of a mêlée."""
    return " + ".join(labels)


def labels_of(entries: Iterable[Entry]) -> dict[uuid.UUID, str]:
    """The number of each entry as it is written. Of a team's pairs all must be there, and in order."""
    rows = list(entries)
    number_of = {entry.pk: entry.number for entry in rows}
    places: dict[uuid.UUID, int] = defaultdict(int)
    labels = {}
    for entry in rows:
        if entry.team_id is None:
            labels[entry.pk] = str(entry.number)
            continue
        place = places[entry.team_id]
        places[entry.team_id] += 1
        letter = chr(ord("A") + place) if place < 26 else f"-{place + 1}"
        labels[entry.pk] = f"{number_of[entry.team_id]}{letter}"
    return labels


def _of_team(team: Entry, named: Mapping[uuid.UUID, EntryName]) -> EntryName:
    """A team with its name, or called by its first player; its players are those of its pairs."""
    pairs = [name for name in named.values() if name.team == team.pk]
    players = tuple(name for pair in pairs for name in pair.names)
    return replace(
        named[team.pk],
        names=(team.name or nouns.team_of(players),) if team.name or players else (),
        players=players,
        sort_key=min((pair.sort_key for pair in pairs), default=""),
        person_ids=tuple(person for pair in pairs for person in pair.person_ids),
    )


def _plays_in(member: EntryMember, round_number: int | None) -> bool:
    if round_number is None:
        return member.until_round is None
    return member.from_round <= round_number and (member.until_round is None or round_number <= member.until_round)


def _entry_name(
    tournament: Tournament, entry: Entry, label: str, members: Iterable[EntryMember], public: bool
) -> EntryName:
    shown, keys, persons = [], [], []
    for member in members:
        objected = member.shown_as == EntryMember.ShownAs.OBJECTED
        if public:
            shown.append(names.in_public(member.person, objected=objected, full_names=tournament.full_names))
        else:
            shown.append(names.in_hall(member.person, objected=objected))
        keys.append(member.person.sort_key)
        persons.append(member.person_id)
    return EntryName(
        id=entry.pk,
        number=entry.number,
        label=label,
        kind=entry.kind,
        team=entry.team_id,
        names=tuple(shown),
        players=tuple(shown),
        home_club=entry.home_club,
        category=entry.category,
        status=entry.status,
        sort_key=min(keys, default=""),
        person_ids=tuple(persons),
    )


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player as shown in lists of players. ``labels``: the numbers of the entries that the player is or was in, as
    they are written, in the order of the rounds; ``home_club``: that of the last of them."""

    id: uuid.UUID
    name: str
    labels: tuple[str, ...]
    home_club: str
    sort_key: str


def players_in_hall(tournament: Tournament) -> dict[uuid.UUID, PlayerName]:
    """Everybody who plays or played in a tournament by the person's id, named as in the hall."""
    return _players(tournament, public=False)


def players_in_public(tournament: Tournament) -> dict[uuid.UUID, PlayerName]:
    """The same, named as everybody may see them: who objected once is not named for any entry."""
    return _players(tournament, public=True)


def _players(tournament: Tournament, *, public: bool) -> dict[uuid.UUID, PlayerName]:
    members, entries = _rows(tournament)
    labels = labels_of(entries)
    by_id = {entry.pk: entry for entry in entries}
    found: dict[uuid.UUID, list[EntryMember]] = {}
    for member in members:
        found.setdefault(member.person_id, []).append(member)
    named = {}
    for person_id, mine in found.items():
        mine.sort(key=lambda one: (one.from_round, one.until_round is None))
        person = mine[-1].person
        objected = any(one.shown_as == EntryMember.ShownAs.OBJECTED for one in mine)
        named[person_id] = PlayerName(
            id=person_id,
            name=names.in_public(person, objected=objected, full_names=tournament.full_names)
            if public
            else names.in_hall(person, objected=objected),
            labels=tuple(dict.fromkeys(labels[one.entry_id] for one in mine)),
            home_club=by_id[mine[-1].entry_id].home_club,
            sort_key=person.sort_key,
        )
    return named
