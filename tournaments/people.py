"""Entries and their names, for pages, paper and files: in the hall (whole names) or for everybody (by consent)."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from clubs import names
from tournaments.models import Entry, EntryMember, Tournament


@dataclass(frozen=True, slots=True)
class EntryName:
    """An entry as shown: its number, its players' names in order of their slots, and what they are sorted by."""

    id: uuid.UUID
    number: int
    names: tuple[str, ...]
    home_club: str
    category: str
    status: str
    sort_key: str
    person_ids: tuple[uuid.UUID, ...]

    @property
    def joined(self) -> str:
        """Both names on one line."""
        return " – ".join(self.names)


def in_hall(tournament: Tournament, *, round_number: int | None = None) -> dict[uuid.UUID, EntryName]:
    """The entries of a tournament by id, named as in the hall; of ``round_number`` where players were replaced."""
    return _named(tournament, public=False, round_number=round_number)


def in_public(tournament: Tournament, *, round_number: int | None = None) -> dict[uuid.UUID, EntryName]:
    """The entries of a tournament by id, named as everybody may see them."""
    return _named(tournament, public=True, round_number=round_number)


def _named(tournament: Tournament, *, public: bool, round_number: int | None) -> dict[uuid.UUID, EntryName]:
    members: dict[uuid.UUID, list[EntryMember]] = {}
    rows = EntryMember.objects.filter(tournament=tournament).select_related("person").order_by("slot", "from_round")
    for member in rows:
        if _plays_in(member, round_number):
            members.setdefault(member.entry_id, []).append(member)
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    return {entry.pk: _entry_name(tournament, entry, members.get(entry.pk, []), public) for entry in entries}


def _plays_in(member: EntryMember, round_number: int | None) -> bool:
    if round_number is None:
        return member.until_round is None
    return member.from_round <= round_number and (member.until_round is None or round_number <= member.until_round)


def _entry_name(tournament: Tournament, entry: Entry, members: Iterable[EntryMember], public: bool) -> EntryName:
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
        names=tuple(shown),
        home_club=entry.home_club,
        category=entry.category,
        status=entry.status,
        sort_key=min(keys, default=""),
        person_ids=tuple(persons),
    )
