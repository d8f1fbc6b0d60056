"""Who plays in a pair, round by round: replaced, leaving a partner alone, coming back, joined to another."""

import pytest

from clubs.persons import PersonName
from core.actors import SYSTEM
from core.models import AuditEvent, Job
from tests import factories
from tests.tournaments.services import evening_kept as evening
from tournaments import people
from tournaments.models import Entry, EntryMember, Result, Round, Tournament
from tournaments.services import entries, leaving, players, rounds
from tournaments.services.entries import NewPlayer
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db

NEW = NewPlayer(PersonName("Nouveau", "Paul"))
OTHER = NewPlayer(PersonName("Autre", "Rose"), objected=True)


def refused(code: str, call, *arguments, **named) -> TournamentError:
    with pytest.raises(TournamentError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


def member(tournament, number: int, slot: int = 2) -> EntryMember:
    return EntryMember.objects.get(entry__tournament=tournament, entry__number=number, slot=slot, until_round=None)


def names(tournament, number: int, round_number: int | None = None) -> tuple[str, ...]:
    named = people.in_hall(tournament, round_number=round_number)
    return named[tournament.entries.get(number=number).pk].names


def rows(tournament, number: int) -> list:
    found = EntryMember.objects.filter(entry__tournament=tournament, entry__number=number)
    return list(found.order_by("slot", "from_round").values_list("slot", "person__family", "from_round", "until_round"))


@pytest.fixture
def tournament() -> Tournament:
    return evening.new_tournament(4, rounds=4)


# Replaced


def test_before_the_first_round_who_is_replaced_leaves_no_line_and_comes_back_as_he_was(tournament):
    old = member(tournament, 1)
    before = rows(tournament, 1)
    made, event = players.replace(old.pk, NEW, 1, SYSTEM)
    assert rows(tournament, 1) == [before[0], (2, "Nouveau", 1, None)]
    assert made.shown_as == "name"
    players.take_back(event.pk, SYSTEM)
    assert rows(tournament, 1) == before
    assert member(tournament, 1).pk == old.pk


def test_between_rounds_what_was_played_stays_with_who_played(tournament):
    evening.play_round(tournament, 1)
    before = names(tournament, 1)
    results = list(Result.objects.order_by("pk").values())
    players.replace(member(tournament, 1).pk, OTHER, 2, SYSTEM)
    evening.play_round(tournament, 2)
    assert names(tournament, 1, 1) == before
    assert names(tournament, 1, 2) == names(tournament, 1) == (before[0], "Rose A.")
    assert list(Result.objects.filter(round__number=1).order_by("pk").values()) == results


def test_in_a_round_who_comes_in_plays_it_or_the_next_one(tournament):
    evening.play_round(tournament, 1)
    round_ = evening.start_round(tournament, 2)
    before = names(tournament, 1), names(tournament, 2)
    players.replace(member(tournament, 1).pk, NEW, 2, SYSTEM)
    players.replace(member(tournament, 2).pk, OTHER, 3, SYSTEM)
    assert names(tournament, 1, 1) == before[0]
    assert names(tournament, 1, 2) == (before[0][0], "Paul Nouveau")
    assert names(tournament, 2, 2) == before[1]
    assert names(tournament, 2, 3) == (before[1][0], "Rose A.")
    assert {
        error.code
        for error in [refused("from-round", players.replace, member(tournament, 3).pk, NEW, n, SYSTEM) for n in (1, 4)]
    } == {"from-round"}
    round_.refresh_from_db()
    assert round_.revision == 1
    assert Job.objects.filter(kind="pdf.sheets", key=str(round_.pk), state="queued").count() == 1


def test_a_change_that_begins_later_is_taken_back_before_an_earlier_one_is_made(tournament):
    evening.start_round(tournament, 1)
    made, _ = players.replace(member(tournament, 1).pk, NEW, 2, SYSTEM)
    refused("from-round", players.replace, made.pk, OTHER, 1, SYSTEM)


def test_of_two_who_replace_the_same_player_the_second_is_told(tournament):
    old = member(tournament, 1)
    players.replace(old.pk, NEW, 1, SYSTEM)
    assert isinstance(refused("player-replaced", players.replace, old.pk, OTHER, 1, SYSTEM), Conflict)
    evening.play_round(tournament, 1)
    old = member(tournament, 2)
    players.replace(old.pk, OTHER, 2, SYSTEM)
    refused("player-replaced", players.replace, old.pk, OTHER, 2, SYSTEM)


def test_who_comes_in_is_not_in_this_pair_nor_in_another(tournament):
    one = member(tournament, 1, 1)
    error = refused("player-in-pair", players.replace, member(tournament, 2).pk, one.person_id, 1, SYSTEM)
    assert (error.field, error.params) == ("player", {"number": 1})
    refused("same-player", players.replace, member(tournament, 1).pk, one.person_id, 1, SYSTEM)
    assert [len(rows(tournament, number)) for number in (1, 2)] == [2, 2]


def test_who_was_replaced_may_play_in_another_pair_and_is_then_not_taken_back(tournament):
    evening.play_round(tournament, 1)
    old = member(tournament, 1)
    _, event = players.replace(old.pk, NEW, 2, SYSTEM)
    players.replace(member(tournament, 2).pk, old.person_id, 2, SYSTEM)
    refused("player-in-pair", players.take_back, event.pk, SYSTEM)
    assert member(tournament, 1).person.family == "Nouveau"


def test_a_replacement_is_taken_back_once_and_not_after_a_round_was_closed_with_it(tournament):
    evening.play_round(tournament, 1)
    before = rows(tournament, 1)
    _, event = players.replace(member(tournament, 1).pk, NEW, 2, SYSTEM)
    entry = tournament.entries.get(number=1)
    assert players.undoable(entry) == event
    players.take_back(event.pk, SYSTEM)
    assert rows(tournament, 1) == before
    assert players.undoable(entry) is None
    refused("nothing-to-undo", players.take_back, event.pk, SYSTEM)
    _, event = players.replace(member(tournament, 1).pk, NEW, 2, SYSTEM)
    evening.play_round(tournament, 2)
    assert refused("player-has-played", players.take_back, event.pk, SYSTEM).params == {"round": 2}
    assert players.undoable(entry) is None


def test_who_was_replaced_comes_back_in_a_later_round_and_every_round_knows_who_played_it(tournament):
    old = member(tournament, 1)
    for number, who in ((1, None), (2, NEW), (3, old.person_id)):
        if who is not None:
            players.replace(member(tournament, 1).pk, who, number, SYSTEM)
        evening.play_round(tournament, number)
    assert [row[1:] for row in rows(tournament, 1) if row[0] == 2] == [
        (old.person.family, 1, 1),
        ("Nouveau", 2, 2),
        (old.person.family, 3, None),
    ]


def test_replacements_one_after_the_other_are_taken_back_one_after_the_other(tournament):
    before = rows(tournament, 1)
    made, first = players.replace(member(tournament, 1).pk, NEW, 1, SYSTEM)
    _, second = players.replace(made.pk, OTHER, 1, SYSTEM)
    refused("nothing-to-undo", players.take_back, first.pk, SYSTEM)
    players.take_back(second.pk, SYSTEM)
    assert rows(tournament, 1)[1][1] == "Nouveau"
    players.take_back(first.pk, SYSTEM)
    assert rows(tournament, 1) == before


def test_nobody_is_replaced_in_a_pair_that_has_left_in_a_melee_or_when_all_is_played(tournament):
    leaving.leave(tournament.entries.get(number=1).pk, SYSTEM)
    refused("entry-left", players.replace, member(tournament, 1).pk, NEW, 1, SYSTEM)
    single = factories.make_singles(evening.new_melee(8), 1)[0]
    refused("replace-single", players.replace, single.members.get().pk, NEW, 1, SYSTEM)
    refused("replace-single", players.release, single.members.get().pk, SYSTEM)
    over = evening.new_tournament(2, rounds=1)
    evening.play_round(over, 1)
    refused("from-round", players.replace, member(over, 1).pk, NEW, 2, SYSTEM)
    refused("nothing-to-draw", players.release, member(over, 1).pk, SYSTEM)


def test_an_act_of_another_kind_takes_no_player_back(tournament):
    leaving.leave(tournament.entries.get(number=1).pk, SYSTEM)
    refused("nothing-to-undo", players.take_back, AuditEvent.objects.get(verb="entry.status").pk, SYSTEM)


# A partner left alone, and two of these made one pair


def test_a_player_leaves_and_the_partner_is_not_drawn_until_somebody_comes_in(tournament):
    evening.play_round(tournament, 1)
    both = names(tournament, 1)
    entry, event = players.release(member(tournament, 1).pk, SYSTEM)
    assert entry.status == "incomplete"
    round_ = evening.play_round(tournament, 2)
    assert round_.statuses.get(entry=entry).status == "absent"
    entries.complete_pair(entry.pk, NEW, SYSTEM)
    evening.play_round(tournament, 3)
    assert names(tournament, 1, 1) == both
    assert names(tournament, 1, 2) == both[:1]
    assert names(tournament, 1, 3) == (both[0], "Paul Nouveau")
    refused("nothing-to-undo", players.take_back, event.pk, SYSTEM)


def test_a_player_who_has_left_a_partner_alone_is_taken_back(tournament):
    evening.play_round(tournament, 1)
    before = rows(tournament, 1)
    entry, event = players.release(member(tournament, 1).pk, SYSTEM)
    refused("player-replaced", players.release, before and EntryMember.objects.get(until_round=1).pk, SYSTEM)
    assert players.take_back(event.pk, SYSTEM).status == "active"
    assert rows(tournament, 1) == before
    assert players.undoable(Entry.objects.get(pk=entry.pk)) is None


def test_two_players_left_alone_by_their_partners_become_one_pair_and_the_past_stays_as_it_was(tournament):
    evening.play_round(tournament, 1)
    past = names(tournament, 1), names(tournament, 2)
    one, _ = players.release(member(tournament, 1, 2).pk, SYSTEM)
    other, _ = players.release(member(tournament, 2, 1).pk, SYSTEM)
    joined = entries.join_singles(one.pk, other.pk, SYSTEM)
    assert (joined.number, joined.status) == (1, "active")
    assert Entry.objects.get(pk=other.pk).status == "withdrawn"
    second = evening.play_round(tournament, 2)
    assert (names(tournament, 1, 1), names(tournament, 2, 1)) == past
    assert names(tournament, 1, 2) == (past[0][0], past[1][1])
    assert second.statuses.get(entry=other).status == "withdrawn"


def test_two_players_entered_alone_during_the_evening_become_one_pair_and_no_empty_line_stays(tournament):
    evening.play_round(tournament, 1)
    one, other = (entries.add_pair(tournament.pk, [who], SYSTEM) for who in (NEW, OTHER))
    entries.join_singles(one.pk, other.pk, SYSTEM)
    assert not Entry.objects.filter(pk=other.pk).exists()
    second = evening.play_round(tournament, 2)
    assert second.statuses.get(entry=one).status in {"plays", "bye"}
    assert Round.objects.get(number=1).statuses.get(entry=one).status == "late"


def test_a_partner_found_before_the_draw_is_published_plays_in_it(tournament):
    single = entries.add_pair(tournament.pk, [NEW], SYSTEM)
    entries.complete_pair(single.pk, OTHER, SYSTEM)
    draft = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    rounds.publish_draw(draft.pk, SYSTEM)
    assert names(tournament, single.number, 1) == ("Paul Nouveau", "Rose A.")
