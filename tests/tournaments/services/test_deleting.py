"""An entry typed by mistake is deleted as long as nothing knows it."""

import pytest
from django.urls import reverse
from django.utils import translation

from clubs.roles import Role
from core.actors import SYSTEM
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services import evening
from tournaments import journal, people
from tournaments.models import Attendance, Entry, Payment, Tournament
from tournaments.services import adjustments, deleting, entries, presence, rounds
from tournaments.services.errors import Conflict

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def tournament() -> Tournament:
    """Four pairs, nothing drawn."""
    return evening.new_tournament(4, rounds=2, club=factories.make_club(locale="en"))


def numbered(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(number=number, team=None)


def refused(entry: Entry) -> str:
    with pytest.raises(Conflict) as conflict:
        deleting.delete(entry.pk, SYSTEM)
    assert Entry.objects.filter(pk=entry.pk).exists()
    return conflict.value.code


def test_it_goes_with_what_was_noted_of_it_and_its_number_is_given_again_only_if_it_was_the_last(tournament):
    presence.expect_absent(numbered(tournament, 2).pk, 1, SYSTEM)
    assert deleting.delete(numbered(tournament, 2).pk, SYSTEM) == 2
    assert not Attendance.objects.exists() and tournament.members.count() == 6
    assert entries.next_number(tournament) == 5
    deleting.delete(numbered(tournament, 4).pk, SYSTEM)
    assert entries.next_number(tournament) == 4
    event = AuditEvent.objects.filter(verb="entry.deleted").order_by("pk")[0]
    assert event.before == {"number": 2, "players": 2, "pairs": 0}
    with translation.override("en"):
        (line,) = journal.lines(tournament, [event])
    assert line.text == "Number 2, entered by mistake, was deleted."


def test_a_team_goes_with_its_pairs_and_a_pair_of_a_team_not_alone():
    tournament = evening.new_teams(2, 2)
    team = numbered(tournament, 1)
    assert refused(team.pairs.first()) == "entry-of-team"
    deleting.delete(team.pk, SYSTEM)
    assert tournament.entries.count() == 3


def test_who_was_ticked_or_paid_or_was_given_something_can_only_leave(tournament):
    presence.open_roll(tournament.pk, 1, SYSTEM)
    presence.tick(numbered(tournament, 1).pk, 1, SYSTEM)
    assert refused(numbered(tournament, 1)) == "entry-came"
    Payment.objects.create(entry=numbered(tournament, 2), amount_cents=1000)
    assert refused(numbered(tournament, 2)) == "entry-money"
    adjustments.give(numbered(tournament, 3).pk, -10, "x", SYSTEM)
    assert refused(numbered(tournament, 3)) == "entry-drawn"


def test_who_was_on_the_list_of_a_draw_can_only_leave_also_when_it_was_discarded_and_who_came_after_it_can_be_deleted(
    tournament,
):
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    (late,) = factories.make_pairs(tournament, 1)
    assert refused(numbered(tournament, 1)) == "entry-drawn"
    deleting.delete(late.pk, SYSTEM)
    rounds.make_draw(tournament.pk, 1, 2, SYSTEM)
    assert refused(numbered(tournament, 1)) == "entry-drawn"


def test_who_was_deleted_while_it_was_drawn_is_in_no_draw(tournament, monkeypatch):
    draw_tables = rounds.draw_tables

    def meanwhile(request):
        deleting.delete(numbered(tournament, 4).pk, SYSTEM)
        return draw_tables(request)

    monkeypatch.setattr(rounds, "draw_tables", meanwhile)
    with pytest.raises(Conflict) as conflict:
        rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    assert conflict.value.code == "draw-outdated"


def test_the_page_offers_it_says_what_it_does_and_one_press_brings_it_back(tournament, client_for):
    evening.play_round(tournament, 1)
    (late,) = factories.make_pairs(tournament, 1)
    evening.compute(tournament)
    organiser = client_for(Role.ORGANISER, tournament.club, headers={"Accept-Language": "en"})
    args = [tournament.club.slug, tournament.slug]
    page = organiser.get(reverse("entry", args=[*args, late.pk])).content.decode()
    delete = reverse("entry-delete", args=[*args, late.pk])
    assert delete in page and "It goes from the list with its number" in page
    assert "/delete/" not in organiser.get(reverse("entry", args=[*args, numbered(tournament, 1).pk])).content.decode()
    names = people.in_hall(tournament)[late.pk].joined
    assert client_for(Role.DESK, tournament.club).post(delete).status_code == 403
    assert organiser.post(delete).status_code == 302
    assert not Entry.objects.filter(pk=late.pk).exists()
    for name in ("standings", "entries", "journal", "draw"):  # standings were worked out with it
        assert organiser.get(reverse(name, args=args)).status_code == 200
    copy = tournament.snapshots.get(action="delete-entry")
    undo = reverse("snapshot-undo", args=[*args, copy.pk])
    seen = organiser.get(undo).context["lost"].mark
    organiser.post(undo, {"seen": seen})
    assert people.in_hall(tournament)[late.pk].joined == names
    assert organiser.post(reverse("entry-delete", args=[*args, numbered(tournament, 1).pk])).status_code == 302
    assert numbered(tournament, 1)
