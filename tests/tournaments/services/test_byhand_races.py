"""Several change a draft by hand at the same moment, in processes of their own: nothing of anybody is lost."""

import pytest
from django.db import connection

from tests.tournaments.services import evening
from tournaments.models import Draw, Match
from tournaments.services import byhand, rounds

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RACE = "tests.tournaments.services.hand_race"


@pytest.fixture
def drafts(scale) -> list[Draw]:
    """As many drafts as a race is run; SQLite lets one writer in at a time, so that there twice shows it as well."""
    times = (5 if connection.vendor == "postgresql" else 2) * min(scale, 10)
    return [rounds.make_draw(evening.new_tournament(8).pk, 1, 1, evening.SYSTEM) for _ in range(times)]


def seen(drafts: list[Draw]) -> list[tuple[str, str]]:
    return [(str(draw.pk), now(draw).digest) for draw in drafts]


def now(draw: Draw) -> byhand.Draft:
    return byhand.draft_of(Draw.objects.select_related("round__stage__tournament").get(pk=draw.pk))


def test_of_those_that_exchange_at_once_what_they_saw_one_does_and_the_others_are_told(crowd, drafts):
    tables = [("t1", "t2"), ("t3", "t4"), ("t1", "t4"), ("t2", "t9")]
    for draw, answers in zip(drafts, crowd("exchange", seen(drafts), tables), strict=True):
        won = [one for one in answers if not isinstance(one, list)]
        assert won == [now(draw).digest]
        assert [one for one in answers if isinstance(one, list)] == [["Conflict", "hand-changed"]] * 3
        assert len(now(draw).steps) == 1


def test_a_draft_changed_while_it_is_published_is_changed_before_or_not_at_all(crowd, drafts):
    for draw, (changed, published) in zip(drafts, crowd("exchange_or_publish", seen(drafts)), strict=True):
        assert published == "playing"
        tables = set(Match.objects.filter(round=draw.round_id).values_list("board", flat=True))
        if isinstance(changed, list):
            assert (changed, tables) == (["Conflict", "draw-published"], {1, 2, 3, 4})
        else:
            assert tables == {2, 3, 4, 9}
        assert {table.table for table in now(draw).hand.tables} == tables


def test_tables_fixed_at_once_are_all_fixed(crowd, drafts):
    crowd("fix", seen(drafts), 4)
    assert [now(draw).hall.fixed for draw in drafts] == [{1, 2, 3, 4}] * len(drafts)
