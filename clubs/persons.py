"""Finding the persons that names mean, and making those who are new."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Exists, OuterRef

from clubs import names
from clubs.models import Club, ClubPerson, Licence, Person


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name as read. Where nothing told family name from given name, ``order_known`` is false and ``family`` is the
    whole name as it was written.
    """

    family: str
    given: str
    order_known: bool = True
    licence: str = field(default="", repr=False)

    @property
    def key(self) -> str:
        """What the same name is found by, whatever its accents and capitals."""
        return names.search_key(f"{self.family} {self.given}")[:130]


def person_for(club: Club, name: PersonName) -> Person:
    """The person of this name in this club; see ``persons_for``."""
    return persons_for(club, [name])[0]


@transaction.atomic
def persons_for(club: Club, wanted: Sequence[PersonName]) -> list[Person]:
    """The persons of these names, in their order: by licence where one is given, else by name among the club's own.

    A licence number finds its person in every club, so that a season's ranking counts one player once; the name has to
    agree, for a number typed wrong must not turn one person into another. Two people of the same name without licence
    in one club are one until somebody parts them. Six statements, however many names.
    """
    by_licence = _by_licence(wanted)
    by_name = _by_name(club, wanted)
    found: list[Person] = []
    new: list[Person] = []
    licences: dict[str, Person] = {}
    for name in wanted:
        person = by_licence.get(name.licence) if name.licence else None
        if person is not None and set(person.search_key.split()) != set(name.key.split()):
            person = None
        person = (person.merged_into or person) if person is not None else _of_name(name, by_name, licences)
        if person is None:
            person = _made(name)
            new.append(person)
            by_name.setdefault(name.key, []).append((person, False))
        if name.licence and name.licence not in by_licence:
            licences.setdefault(name.licence[:30], person)
            by_licence[name.licence] = licences[name.licence[:30]]
        found.append(person)
    Person.objects.bulk_create(new)
    Licence.objects.bulk_create(
        [Licence(federation="", number=number, person=person) for number, person in licences.items()],
        ignore_conflicts=True,
    )
    known = {person.pk: person for person in found}
    ClubPerson.objects.bulk_create(
        [ClubPerson(club=club, person=person) for person in known.values()], ignore_conflicts=True
    )
    return found


def _by_licence(wanted: Sequence[PersonName]) -> dict[str, Person]:
    numbers = [name.licence[:30] for name in wanted if name.licence]
    rows = Licence.objects.filter(federation="", number__in=numbers).select_related("person__merged_into")
    return {licence.number: licence.person for licence in rows}


def _by_name(club: Club, wanted: Sequence[PersonName]) -> dict[str, list[tuple[Person, bool]]]:
    """The club's persons of these names, each with whether a licence is known of them."""
    licensed = Exists(Licence.objects.filter(person=OuterRef("pk")))
    rows = (
        Person.objects.filter(
            search_key__in={name.key for name in wanted},
            clubs__club=club,
            erased_at__isnull=True,
            merged_into__isnull=True,
        )
        .annotate(licensed=licensed)
        .order_by("pk")
    )
    found: dict[str, list[tuple[Person, bool]]] = {}
    for person in rows:
        found.setdefault(person.search_key, []).append((person, person.licensed))
    return found


def _of_name(
    name: PersonName, by_name: dict[str, list[tuple[Person, bool]]], licences: dict[str, Person]
) -> Person | None:
    """The first person of this name; for a name with a licence, one of whom no other licence is known."""
    taken = {person.pk for person in licences.values()}
    for person, licensed in by_name.get(name.key, []):
        if not name.licence or not (licensed or person.pk in taken):
            return person
    return None


def _made(name: PersonName) -> Person:
    return Person(
        family=name.family[:80],
        given=name.given[:80],
        order_known=name.order_known,
        sort_key=names.sort_key(name.family, name.given),
        search_key=name.key,
    )
