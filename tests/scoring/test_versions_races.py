"""Two phones that settle two versions of one deal at the same moment, in processes of their own."""

import pytest

from core.actors import Actor
from scoring import versions
from scoring.late import Typed
from scoring.models import Dispute
from tests.scoring.on_sheets import deal, new_sheet, record, totals

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.django_db(transaction=True)]

RACE = "tests.scoring.race_versions"


def test_of_two_who_settle_it_at_once_one_wins_and_the_other_is_told(race):
    sheets = [new_sheet(3) for _ in range(10)]
    for sheet in sheets:
        record(sheet, deal(100))
        versions.keep(sheet.pk, Typed("b", 1, deal(110)), actor=Actor(device="telephone-2"))
    answers = race(sheets, ("settle", "other"), ("settle", "sheet"))
    for sheet, (other, stands) in zip(sheets, answers, strict=True):
        assert {other, stands} == {"settled", "versions-settled"}
        sheet.refresh_from_db()
        assert totals(sheet) == ((110, 0) if other == "settled" else (100, 0))
        assert Dispute.objects.get(sheet=sheet).outcome == ("changed" if other == "settled" else "stands")
