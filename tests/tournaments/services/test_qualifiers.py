"""A final fed by qualifying tournaments: who is entered, who declines, who plays off."""

import pytest

from core.actors import SYSTEM
from tests import factories
from tests.kept import kept
from tests.tournaments.services.evening import games_of, new_tournament, play_game, start_round
from tournaments.models import Entry, Tournament
from tournaments.services import contests, qualifiers, ranking, rounds
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db


def qualifier(club, persons, bids=(160, 150, 140, 130)) -> Tournament:
    """One round of as many pairs as there are couples of persons, finished; one winner a table, all different."""
    tournament = new_tournament(0, rounds=1, club=club)
    for number, couple in enumerate(persons, 1):
        factories.make_entry(tournament, couple, number=number)
    round_ = start_round(tournament, 1)
    for game, bid in zip(games_of(round_), bids, strict=False):
        play_game(game, bid)
    rounds.close_round(round_.pk, SYSTEM)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
@kept
def couples():
    return [(factories.make_person(), factories.make_person()) for _ in range(8)]


@pytest.fixture
@kept
def finals(couples):
    """Two qualifiers of the same eight pairs, and a final that nobody is entered in."""
    club = factories.make_club()
    first, second = qualifier(club, couples), qualifier(club, couples)
    return first, second, new_tournament(0, rounds=2, club=club)


def best(tournament, count):
    return [set(persons_of(row.entry)) for row in ranking.ranked(tournament)[:count]]


def persons_of(entry_id):
    return Entry.objects.get(pk=entry_id).members.values_list("person_id", flat=True)


def test_the_best_of_each_go_on_and_who_has_qualified_already_leaves_the_place(finals):
    first, second, final = finals
    qualifiers.choose(final.pk, [first.pk, second.pk], 2, 4, SYSTEM)
    made = qualifiers.enter(final.pk, SYSTEM)
    entered = [set(persons_of(entry.pk)) for entry in made]
    expected = best(first, 2)
    expected += [pair for pair in best(second, 8) if pair not in expected][:2]
    assert entered == expected
    assert [entry.number for entry in made] == [1, 2, 3, 4]


def test_entering_again_changes_nothing_and_a_decline_calls_the_next(finals):
    first, _second, final = finals
    qualifiers.choose(final.pk, [first.pk], 4, 4, SYSTEM)
    qualifiers.enter(final.pk, SYSTEM)
    assert qualifiers.enter(final.pk, SYSTEM) == []
    found = qualifiers.as_it_stands(final)
    # The losers are not equal: each has conceded another bid.
    best_key, reserve = found.cut.qualified[0], found.cut.reserves[0]
    qualifiers.decline(final.pk, [best_key], SYSTEM)
    made = qualifiers.enter(final.pk, SYSTEM)
    assert [entry.number for entry in made] == [5]
    assert qualifiers.as_it_stands(final).cut.qualified[-1] == reserve
    assert final.entries.get(number=1).status == Entry.Status.WITHDRAWN
    qualifiers.decline(final.pk, [best_key], SYSTEM, back=True)
    qualifiers.enter(final.pk, SYSTEM)
    assert final.entries.get(number=1).status == Entry.Status.ACTIVE
    assert final.entries.get(number=5).status == Entry.Status.WITHDRAWN


def test_who_was_entered_by_hand_stays(finals):
    first, _second, final = finals
    factories.make_pairs(final, 1)
    qualifiers.choose(final.pk, [first.pk], 2, 2, SYSTEM)
    assert [entry.number for entry in qualifiers.enter(final.pk, SYSTEM)] == [2, 3]
    assert final.entries.get(number=1).status == Entry.Status.ACTIVE


def test_equals_on_the_line_are_named_and_never_cut(couples):
    club = factories.make_club()
    first = qualifier(club, couples, bids=(100, 100, 100, 100))
    final = new_tournament(0, rounds=2, club=club)
    qualifiers.choose(final.pk, [first.pk], 0, 3, SYSTEM)
    with pytest.raises(TournamentError) as refused:
        qualifiers.enter(final.pk, SYSTEM)
    # By rank in turn the order of equals is that of the list: a lot decides, not the program.
    assert refused.value.code == "play-off"


@pytest.mark.parametrize(
    ("direct", "places", "code"), [(3, 2, "qualifiers-direct"), (-1, 2, "qualifiers-direct"), (0, 1, "places-range")]
)
def test_a_wish_that_cannot_be_is_refused(finals, direct, places, code):
    first, _second, final = finals
    with pytest.raises(TournamentError) as refused:
        qualifiers.choose(final.pk, [first.pk], direct, places, SYSTEM)
    assert refused.value.code == code


def test_only_finished_tournaments_of_the_club_qualify(finals):
    _first, _second, final = finals
    running, elsewhere = new_tournament(4, club=final.club), new_tournament(4)
    for others in ([], [running.pk], [elsewhere.pk], [final.pk]):
        with pytest.raises(TournamentError) as refused:
            qualifiers.choose(final.pk, others, 1, 4, SYSTEM)
        assert refused.value.code == "qualifiers-which"


def test_once_drawn_the_list_stays_as_it_is(finals):
    first, _second, final = finals
    qualifiers.choose(final.pk, [first.pk], 4, 4, SYSTEM)
    qualifiers.enter(final.pk, SYSTEM)
    start_round(final, 1)
    with pytest.raises(Conflict) as refused:
        qualifiers.enter(final.pk, SYSTEM)
    assert refused.value.code == "qualifiers-drawn"
    assert contests.only_stage(final).settings["qualifiers"]["places"] == 4
