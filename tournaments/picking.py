"""Entries and persons picked by what people type: "3, 17, Dupont"."""

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs import names
from tournaments.entrylist.text import fold
from tournaments.models import Entry, EntryMember, Tournament

_SEPARATORS = re.compile(r"\s*[,;/+&\n]\s*|\s+(?:et|and)\s+")


@dataclass(frozen=True, slots=True)
class _Person:
    id: str
    entry: str
    name: str
    words: tuple[str, ...]


class PickError(Exception):
    """What was typed does not say whom; ``str`` is the sentence."""


class Picker:
    """Finds entries by number, and persons and teams by name, of one tournament; in three queries."""

    def __init__(self, tournament: Tournament) -> None:
        is_out = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)
        entries = list(tournament.entries.order_by("number"))
        top = [entry for entry in entries if entry.team_id is None]
        self.team_of = {str(entry.pk): str(entry.team_id or entry.pk) for entry in entries}
        self.by_number = {entry.number: str(entry.pk) for entry in top}
        self.number_of = {pk: number for number, pk in self.by_number.items()}
        self.teams = {fold(entry.name): str(entry.pk) for entry in top if entry.name}
        here = {entry.pk for entry in entries if entry.status not in is_out}
        members = EntryMember.objects.filter(tournament=tournament, until_round__isnull=True).select_related("person")
        self.persons = [_person(member) for member in members.order_by("entry__number", "slot")]
        self.playing = [one for one in self.persons if uuid.UUID(one.entry) in here]

    def pick(self, text: str) -> tuple[str, ...]:
        """The ids meant: of entries where a number was typed, of persons (of teams their entry) where a name was.

        PickError where a part means nobody or several, or where fewer than two entries are left to keep apart.
        """
        parts = [part for part in _SEPARATORS.split(text.strip()) if part]
        found = list(dict.fromkeys(self._one(part) for part in parts))
        if len({self.entry_of(one) for one in found}) < 2:
            raise PickError(_("Name two at least who are not entered together: numbers or names, with commas."))
        return tuple(found)

    def entry_of(self, picked: str) -> str:
        """The entry of a picked id."""
        return next((self.team_of[one.entry] for one in self.persons if one.id == picked), picked)

    def text(self, picked: Iterable[str]) -> str:
        """What one would type for these; whoever is no longer there is left out."""
        called = {one.id: one.name for one in self.persons}
        told = (str(self.number_of[one]) if one in self.number_of else called.get(one, "") for one in picked)
        return ", ".join(text for text in told if text)

    def known(self, picked: Iterable[str]) -> tuple[str, ...]:
        """Those of the picked ids that mean somebody in this tournament."""
        persons = {one.id for one in self.persons}
        return tuple(one for one in picked if one in self.number_of or one in persons)

    def _one(self, part: str) -> str:
        if part.isdecimal():
            found = self.by_number.get(int(part)) if len(part) < 6 else None
            if found is None:
                raise PickError(_("There is no number %(number)s in the list.") % {"number": part})
            return found
        if fold(part) in self.teams:
            return self.teams[fold(part)]
        matches = self._matches(fold(part).split())
        if not matches:
            raise PickError(_("Nobody in the list is called “%(name)s”.") % {"name": part})
        if len(matches) > 1:
            several = ", ".join(f"{one.name} ({self._number(one)})" for one in matches[:4])
            text = _("“%(name)s” may be several: %(names)s. Give the whole name, or the number.")
            raise PickError(text % {"name": part, "names": several})
        entry = self.team_of[matches[0].entry]
        return matches[0].id if entry == matches[0].entry else entry

    def _number(self, person: _Person) -> int:
        return self.number_of[self.team_of[person.entry]]

    def _matches(self, words: list[str]) -> list[_Person]:
        """Whose name has all these words, whole if there is such a one, else as beginnings."""
        if not words:
            return []
        whole = [one for one in self.playing if sorted(words) == sorted(one.words)]
        all_in = [one for one in self.playing if set(words) <= set(one.words)]
        begun = [one for one in self.playing if all(any(w.startswith(word) for w in one.words) for word in words)]
        return whole or all_in or begun


def _person(member: EntryMember) -> _Person:
    name = names.whole(member.person)
    return _Person(str(member.person_id), str(member.entry_id), name, tuple(fold(name).split()))
