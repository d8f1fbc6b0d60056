"""Evenings of every kind: what was just made public has moved nobody, and all of it can be counted anew."""

from collections.abc import Callable

import pytest

from core.actors import SYSTEM
from tests.tournaments.checking.played import document_of
from tests.tournaments.checking.test_clean import KINDS
from tournaments.checking import check
from tournaments.models import Stage, Tournament
from tournaments.services import moves, rescoring

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
