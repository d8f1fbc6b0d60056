"""What is public, read whole or for one entry: both tell the same way."""

import pytest

from core.actors import SYSTEM
from tests.tournaments.services import evening_kept as evening
from tournaments import people
from tournaments.services import published, publishing
from tournaments.standings.path import path_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("make", [lambda: evening.new_tournament(5, rounds=2), lambda: evening.new_teams(3, rounds=2)])
def test_an_entry_alone_is_told_what_the_whole_tells_of_it(make):
    tournament = make()
    evening.publish(tournament, evening.play_round(tournament, 1))
    evening.publish(tournament, evening.play_round(tournament, 2))
    whole = published.of_tournament(tournament)
    for entry in tournament.entries.all():
        alone = published.of_entry(tournament, entry.pk)
        ways = [path_of(str(entry.pk), one.results, one.sheets, one.standings) for one in (alone, whole)]
        assert ways[0] == ways[1]
        assert len(ways[0]) == 2
        assert (alone.versions, alone.ranked, alone.at) == (whole.versions, whole.ranked, whole.at)


def test_what_was_taken_back_is_told_no_more_though_it_is_kept():
    tournament = evening.new_tournament(4, rounds=2)
    made = evening.publish(tournament, evening.play_round(tournament, 1))
    entry = tournament.entries.all()[0]
    assert published.of_entry(tournament, entry.pk).results
    publishing.withdraw(made.pk, SYSTEM)
    assert not published.of_entry(tournament, entry.pk).results


def test_some_entries_are_named_as_they_are_among_all():
    tournament = evening.new_teams(3)
    every = people.in_public_by_round(tournament, [None])[None]
    for who, name in every.items():
        assert people.in_public_by_round(tournament, [None], only=[who])[None][who] == name
