"""Evenings of every kind: what was just made public has moved nobody, and all of it can be counted anew."""

from collections.abc import Callable

import pytest

from core.actors import SYSTEM
from tests.tournaments.checking.played import document_of
from tests.tournaments.checking.test_clean import KINDS
from tests.tournaments.services import evening
from tests.tournaments.services.test_tournament_file import elsewhere
from tournaments.checking import check
from tournaments.models import Stage, Tournament
from tournaments.services import contests, moves, rescoring, tournament_file

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]

FFB = "ffb-contree-2016"


@pytest.mark.parametrize("play", KINDS, ids=lambda play: play.__name__)
def test_what_was_just_made_public_has_moved_nobody(play: Callable[[], Tournament]) -> None:
    assert moves.since_shown(play()) == []


@pytest.mark.parametrize("play", KINDS, ids=lambda play: play.__name__)
def test_every_part_is_counted_anew_and_the_check_agrees(play: Callable[[], Tournament]) -> None:
    tournament = play()
    for stage in Stage.objects.filter(tournament=tournament, rounds__isnull=False).distinct():
        plan = rescoring.look(stage.pk, FFB)
        rescoring.rescore(stage.pk, FFB, plan.digest, "fausse règle", SYSTEM)
    assert check(document_of(tournament)).findings == ()


def test_a_tournament_that_was_counted_anew_is_taken_over_with_its_history() -> None:
    def make() -> Tournament:
        tournament = evening.new_tournament(4, ruleset="club")
        evening.play_round(tournament, 1)
        stage = tournament.stages.get()
        rescoring.rescore(stage.pk, FFB, rescoring.look(stage.pk, FFB).digest, "fausse règle", SYSTEM)
        return tournament

    data = elsewhere(make)
    taken = tournament_file.take_over(data, SYSTEM)
    assert check(document_of(taken)).findings == ()
    assert [change.rescored for change in contests.rules_changes(taken)] == [True]
