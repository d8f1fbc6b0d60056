"""Late deals that arrive twice at the same moment, or while the desk opens their sheet, in processes of their own."""

import pytest

from core.actors import SYSTEM
from scoring import sheets
from scoring.models import Dispute, LateDeal
from tests.scoring.on_sheets import deal, new_sheet, record

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.django_db(transaction=True)]

RACE = "tests.scoring.race_late"


@pytest.fixture
def closed():
    made = [new_sheet(3) for _ in range(10)]
    for sheet in made:
        record(sheet, deal(100))
        sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM, reason="x")
    return made


def test_the_same_late_deals_twice_at_once_are_there_once(closed, race):
    answers = race(closed, ("hand_in", "a"), ("hand_in", "b"))
    assert set(answers) == {("kept", "kept")}
    for sheet in closed:
        assert Dispute.objects.filter(sheet=sheet).count() == 1
        assert LateDeal.objects.filter(sheet=sheet).count() == 2
        assert list(sheet.events.order_by("seq").values_list("verb", flat=True)) == ["recorded", "closed", "disputed"]


def test_while_the_desk_opens_the_sheet_they_are_kept_or_asked_for_the_ordinary_way(closed, race):
    answers = race(closed, ("hand_in", "a"), ("reopen",))
    for sheet, (handed, opened) in zip(closed, answers, strict=True):
        assert opened == "open"
        assert handed in ("kept", "late-open")
        assert LateDeal.objects.filter(sheet=sheet).count() == (2 if handed == "kept" else 0)
