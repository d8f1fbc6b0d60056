"""Who takes part: by hand, from a list, leaving, finding a partner. The lists are the clubs' own files."""

from collections import Counter
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from clubs.models import ClubPerson, Licence, Person
from clubs.persons import PersonName
from core.actors import SYSTEM, Actor
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services import evening
from tournaments.models import Attendance, Entry, EntryMember, Payment, Tournament
from tournaments.services import entries, payments
from tournaments.services.entries import NewPlayer
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture
def tournament():
    return evening.new_tournament(0)


def player(family: str, given: str, licence: str = "", objected: bool = False) -> NewPlayer:
    return NewPlayer(PersonName(family, given, True, licence), objected)


MARTIN, GIRARD, ROUX, PETIT = (
    player("Martin", "Jean"),
    player("Girard", "Zoé"),
    player("Roux", "Noël"),
    player("Petit", "Ève"),
)


def add(tournament, *players, **named) -> Entry:
    return entries.add_pair(tournament.pk, players, SYSTEM, **named)


def refused(code: str, call, *arguments, **named) -> TournamentError:
    with pytest.raises(TournamentError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


def load(tournament, name: str):
    """Preview a list and import what was shown."""
    return listed(tournament, (DATA / name).read_bytes(), name)


def listed(tournament, data: bytes, name: str = "liste.csv"):
    plan = entries.preview(tournament, data, name)
    return plan, entries.import_list(tournament.pk, data, name, plan.digest, SYSTEM)


# By hand


def test_a_pair_gets_the_next_number_and_its_players(tournament):
    first = add(tournament, MARTIN, GIRARD, home_club="Amicale", category="mixte", paid=True)
    second = add(tournament, ROUX, PETIT)
    assert (first.number, first.status, first.paid, first.home_club) == (1, "active", "yes", "Amicale")
    assert (second.number, second.paid) == (2, "unknown")
    assert list(first.members.values_list("slot", "person__family")) == [(1, "Martin"), (2, "Girard")]


def test_a_number_may_be_chosen_and_is_given_once(tournament):
    assert add(tournament, MARTIN, GIRARD, number=12).number == 12
    conflict = refused("number-taken", add, tournament, ROUX, PETIT, number=12)
    assert (conflict.field, conflict.params) == ("number", {"number": 12})
    assert add(tournament, ROUX, PETIT).number == 13
    assert not Person.objects.exclude(memberships__isnull=False).exists()


def test_a_player_is_in_one_pair_and_is_told_in_which(tournament):
    add(tournament, MARTIN, GIRARD)
    conflict = refused("player-in-pair", add, tournament, ROUX, MARTIN)
    assert (conflict.field, conflict.params["number"]) == ("player_2", 1)
    assert tournament.entries.count() == 1
    refused("same-player", add, tournament, ROUX, ROUX)
    refused("players-count", add, tournament)
    refused("players-count", add, tournament, MARTIN, ROUX, PETIT)


def test_the_database_itself_refuses_a_player_in_two_pairs(tournament):
    first = add(tournament, MARTIN, GIRARD)
    second = add(tournament, ROUX, PETIT)
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.add_member(second, first.members.get(slot=1).person, 3)
    factories.add_member(second, first.members.get(slot=1).person, 3, until_round=1)


def test_who_objects_is_entered_as_objecting(tournament):
    entry = add(tournament, MARTIN, player("Girard", "Zoé", objected=True))
    assert list(entry.members.values_list("shown_as", flat=True)) == ["name", "objected"]


def test_a_player_alone_waits_for_a_partner(tournament):
    entry = add(tournament, MARTIN)
    assert entry.status == "incomplete"
    entry = entries.complete_pair(entry.pk, GIRARD, SYSTEM)
    assert (entry.status, entry.members.count()) == ("active", 2)
    refused("pair-complete", entries.complete_pair, entry.pk, ROUX, SYSTEM)


def test_a_partner_who_is_elsewhere_leaves_the_player_alone(tournament):
    alone = add(tournament, MARTIN)
    add(tournament, GIRARD, ROUX)
    refused("player-in-pair", entries.complete_pair, alone.pk, GIRARD, SYSTEM)
    alone.refresh_from_db()
    assert (alone.status, alone.members.count()) == ("incomplete", 1)


def test_a_player_alone_is_not_given_as_a_partner_to_oneself(tournament):
    alone = add(tournament, MARTIN)
    refused("same-player", entries.complete_pair, alone.pk, MARTIN, SYSTEM)


# Leaving and paying


def test_a_pair_leaves_and_comes_back(tournament):
    entry = add(tournament, MARTIN, GIRARD)
    assert entries.set_status(entry.pk, "withdrawn", SYSTEM, reason="malade").status == "withdrawn"
    refused("status-unchanged", entries.set_status, entry.pk, "withdrawn", SYSTEM)
    assert entries.set_status(entry.pk, "active", SYSTEM).status == "active"
    refused("status-unchanged", entries.set_status, entry.pk, "active", SYSTEM)
    refused("status-unchanged", entries.set_status, entry.pk, "incomplete", SYSTEM)
    events = AuditEvent.objects.filter(verb="entry.status").order_by("pk")
    assert [(event.before, event.after, event.reason) for event in events] == [
        ({"status": "active"}, {"status": "withdrawn"}, "malade"),
        ({"status": "withdrawn"}, {"status": "active"}, ""),
    ]


def test_a_player_alone_who_left_comes_back_alone(tournament):
    entry = add(tournament, MARTIN)
    entries.set_status(entry.pk, "withdrawn", SYSTEM)
    assert entries.set_status(entry.pk, "active", SYSTEM).status == "incomplete"


def test_a_player_alone_is_not_made_a_pair_by_a_status(tournament):
    entry = add(tournament, MARTIN)
    refused("status-unchanged", entries.set_status, entry.pk, "active", SYSTEM)
    assert not AuditEvent.objects.filter(verb="entry.status").exists()


def test_a_payment_is_marked_and_unmarked(tournament):
    entry = add(tournament, MARTIN, GIRARD)
    assert payments.tick(entry.pk, True, SYSTEM).paid == "yes"
    assert payments.tick(entry.pk, False, SYSTEM).paid == "no"
    trail = AuditEvent.objects.filter(verb="entry.paid").order_by("pk")
    assert [event.before["paid"] for event in trail] == ["unknown", "yes"]


def test_the_trail_of_entries_has_no_names(tournament):
    user = factories.make_user()
    entries.add_pair(tournament.pk, [MARTIN, GIRARD], Actor(user=user.pk))
    load(tournament, "inscriptions-excel-fr.csv")
    text = str(list(AuditEvent.objects.values_list("before", "after", "reason")))
    assert not [family for family in Person.objects.values_list("family", flat=True) if family in text]


# Whole lists


@pytest.mark.slow
@pytest.mark.parametrize(("name", "pairs"), [("pairs-64.csv", 64), ("pairs-501.csv", 501)])
def test_a_federations_list_is_taken_whole_and_again_changes_nothing(tournament, name, pairs):
    plan, done = load(tournament, name)
    assert done.digest == plan.digest
    assert (plan.counts["taken"], plan.counts["refused"]) == (pairs, 0)
    assert tournament.entries.filter(status="active").count() == pairs
    assert list(tournament.entries.values_list("number", flat=True)) == list(range(1, pairs + 1))
    assert EntryMember.objects.count() == 2 * pairs == Person.objects.count() == Licence.objects.count()
    before = _rows()
    again, _ = load(tournament, name)
    assert again.changes_nothing
    assert again.counts["unchanged"] == pairs
    assert _rows() == before


def _rows() -> list[list[tuple]]:
    """Everything that an import may write."""
    kinds = (Entry, EntryMember, Person, Licence, ClubPerson, Payment)
    return [sorted(kind.objects.values_list(), key=str) for kind in kinds]


def test_the_clubs_own_list_is_taken_as_it_was_shown_and_again_changes_nothing(tournament):
    plan, _ = load(tournament, "inscriptions-excel-fr.csv")
    assert plan.counts["taken"] + sum(row.creates and row.action == "changed" for row in plan.rows) == 33
    status = Counter(tournament.entries.values_list("status", flat=True))
    assert status == {"active": 31, "incomplete": 2}
    shown = {row.number: row for row in plan.rows if row.creates}
    for entry in tournament.entries.prefetch_related("members__person", "payments"):
        row = shown[entry.number]
        assert [(m.person.family, m.person.given, m.person.order_known) for m in entry.members.all()] == [
            (p.family, p.given, True) if p.sure else (p.name, "", False) for p in row.players
        ]
        assert entry.paid == {True: "yes", False: "no", None: "unknown"}[row.paid]
        assert sum(p.amount_cents for p in entry.payments.all()) == (row.amount_cents or 0)
    before = _rows()
    again, _ = load(tournament, "inscriptions-excel-fr.csv")
    assert again.changes_nothing
    assert _rows() == before


def test_phone_numbers_of_a_list_are_kept_nowhere(tournament):
    load(tournament, "inscriptions-excel-fr.csv")
    assert not ClubPerson.objects.exclude(phone="", email="").exists()


def test_a_list_is_imported_only_as_it_was_shown(tournament):
    data = (DATA / "inscriptions-excel-fr.csv").read_bytes()
    shown = entries.preview(tournament, data, "liste.csv")
    add(tournament, player("Nouvelle", "Pair"), player("Autre", "Joueuse"))
    conflict = refused("list-changed", entries.import_list, tournament.pk, data, "liste.csv", shown.digest, SYSTEM)
    assert isinstance(conflict, Conflict)
    assert tournament.entries.count() == 1
    anew = entries.preview(tournament, data, "liste.csv")
    entries.import_list(tournament.pk, data, "liste.csv", anew.digest, SYSTEM)
    assert tournament.entries.count() == 34


def test_another_file_than_the_one_shown_is_not_imported(tournament):
    name = "pairs-64.csv"
    data = (DATA / name).read_bytes()
    shown = entries.preview(tournament, data, name)
    other = data.replace(b"Robert,Muller", b"Robert,Mueller")
    refused("list-changed", entries.import_list, tournament.pk, other, name, shown.digest, SYSTEM)
    assert not tournament.entries.exists()


def _list(*rows: str) -> bytes:
    return "\n".join(["numéro;joueur 1;joueur 2;payé", *rows]).encode()


@pytest.mark.parametrize("row", ["1;MARTIN Jean;GIRARD Zoé;", "1;GIRARD Zoé;MARTIN Jean;"])
def test_a_later_list_brings_the_partner_of_a_player_alone(tournament, row):
    alone = add(tournament, MARTIN)
    data = _list(row)
    plan = entries.preview(tournament, data, "liste.csv")
    entries.import_list(tournament.pk, data, "liste.csv", plan.digest, SYSTEM)
    alone.refresh_from_db()
    assert alone.status == "active"
    assert set(alone.members.values_list("slot", "person__family")) == {(1, "Martin"), (2, "Girard")}


def test_a_list_never_takes_a_payment_back(tournament):
    add(tournament, MARTIN, GIRARD, paid=True)
    data = _list("1;MARTIN Jean;GIRARD Zoé;non")
    plan = entries.preview(tournament, data, "liste.csv")
    entries.import_list(tournament.pk, data, "liste.csv", plan.digest, SYSTEM)
    assert tournament.entries.get().paid == "yes"


# One person, several evenings


def test_a_licence_finds_its_person_in_every_club(tournament):
    here = add(tournament, player("Martin", "Jean", "L1"), GIRARD)
    elsewhere = evening.new_tournament(0)
    there = add(elsewhere, player("MARTIN", "jean", "L1"), GIRARD)
    assert here.members.get(slot=1).person == there.members.get(slot=1).person
    assert here.members.get(slot=2).person != there.members.get(slot=2).person  # the same name is no proof


def test_a_licence_typed_wrong_does_not_make_two_people_one(tournament):
    add(tournament, player("Martin", "Jean", "L1"), GIRARD)
    elsewhere = evening.new_tournament(0)
    entry = add(elsewhere, player("Roux", "Noël", "L1"), PETIT)
    assert entry.members.get(slot=1).person.family == "Roux"
    assert Licence.objects.get(number="L1").person.family == "Martin"


def test_without_licence_a_name_is_one_person_within_its_club_only(tournament):
    first = add(tournament, MARTIN, GIRARD)
    same_club = add(evening.new_tournament(0, club=tournament.club, day=evening.DAY.replace(day=29)), MARTIN, ROUX)
    assert first.members.get(slot=1).person == same_club.members.get(slot=1).person
    other = add(evening.new_tournament(0), MARTIN, ROUX)
    assert first.members.get(slot=1).person != other.members.get(slot=1).person


def test_a_person_found_to_be_another_one_is_entered_as_that_one(tournament):
    old = add(tournament, player("Martin", "Jean", "L1"), GIRARD).members.get(slot=1).person
    kept = factories.make_person("Martin", "Jean")
    Person.objects.filter(pk=old.pk).update(merged_into=kept)
    entry = add(evening.new_tournament(0), player("Martin", "Jean", "L1"), GIRARD)
    assert entry.members.get(slot=1).person == kept


def test_in_a_melee_one_player_is_a_whole_entry_and_two_are_refused() -> None:
    tournament = factories.make_tournament(entry_kind=Tournament.EntryKind.SINGLES)
    one, other = player("Martin", "Jean"), player("Dupont", "Anne")
    entry = entries.add_pair(tournament.pk, [one], SYSTEM)
    assert (entry.kind, entry.status) == (Entry.Kind.SINGLE, Entry.Status.ACTIVE)
    with pytest.raises(TournamentError, match="players-count"):
        entries.add_pair(tournament.pk, [one, other], SYSTEM)


def test_a_list_of_single_players_is_entered_and_who_is_absent_misses_the_next_round() -> None:
    tournament = factories.make_tournament(entry_kind=Tournament.EntryKind.SINGLES)
    text = (DATA / "melee-45.txt").read_text(encoding="utf-8") + "46. Luc Petit absent\n"
    listed(tournament, text.encode(), "melee.txt")
    found = list(tournament.entries.order_by("number"))
    assert [(one.number, one.kind, one.status) for one in found] == [
        (number, "single", "active") for number in range(1, 47)
    ]
    assert [one.members.count() for one in found] == [1] * 46
    away = Attendance.objects.values_list("entry__number", "round_number", "state")
    assert list(away) == [(46, 1, Attendance.State.ABSENT)]


def test_a_list_says_ratings_and_brings_them_up_to_date() -> None:
    tournament = evening.new_tournament(0)
    head = "Joueur 1;Joueur 2;Classement\n"
    listed(tournament, f"{head}DUPONT Jean;MARTIN Anne;1200\nPETIT Luc;ROY Marc;\n".encode())
    assert list(tournament.entries.order_by("number").values_list("rating", flat=True)) == [1200, None]
    listed(tournament, f"{head}DUPONT Jean;MARTIN Anne;1300\nPETIT Luc;ROY Marc;900\n".encode())
    assert list(tournament.entries.order_by("number").values_list("rating", flat=True)) == [1300, 900]


def test_a_list_of_pairs_enters_nobody_where_teams_play() -> None:
    tournament = factories.make_tournament(entry_kind=Tournament.EntryKind.TEAMS)
    with pytest.raises(TournamentError, match="team-missing"):
        entries.preview(tournament, b"DUPONT Jean;MARTIN Anne\n", "liste.csv")
