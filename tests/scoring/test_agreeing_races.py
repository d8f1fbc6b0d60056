"""Both sides agree at the same moment, or one agrees while somebody puts a deal right, in processes of their own: never
is a sheet closed with figures that somebody did not see, and never does it stay open though both agreed."""

import pytest

from core.actors import Actor
from scoring import agreeing
from tests.scoring.on_sheets import assert_replays, deal, new_sheet, record, totals

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RACE = "tests.scoring.race_agreeing"


@pytest.fixture
def played(scale):
    """Ten sheets with the one deal of their game on each; ``agreed``: north-south agrees already."""

    def make(*, agreed: bool = False):
        made = [new_sheet(1) for _ in range(10 * min(scale, 5))]
        for sheet in made:
            record(sheet, deal(100))
            if agreed:
                agreeing.confirm(sheet.pk, "A", digest=sheet.digest, actor=Actor(device="a"))
        return made

    return make


def verbs(sheet) -> list[str]:
    return list(sheet.events.order_by("seq").values_list("verb", flat=True))


def test_both_sides_that_agree_at_once_close_the_sheet_once(played, race):
    sheets = played()
    answers = race(sheets, ("confirm", "A", "a"), ("confirm", "B", "b"))
    for sheet, states in zip(sheets, answers, strict=True):
        assert sorted(states) == ["closed", "open"]
        assert verbs(sheet) == ["recorded", "confirmed", "confirmed", "closed"]
        assert_replays(sheet)
        assert sheet.state == "closed"


def test_a_side_that_agrees_twice_at_once_agrees_once(played, race):
    sheets = played()
    answers = race(sheets, ("confirm", "A", "a"), ("confirm", "A", "a"))
    for sheet, states in zip(sheets, answers, strict=True):
        assert states == ("open", "open")
        assert verbs(sheet) == ["recorded", "confirmed"]
        assert sheet.confirmations.count() == 1


@pytest.mark.parametrize("agreed", [False, True], ids=["first", "second"])
def test_who_agrees_while_a_deal_is_put_right_agrees_to_what_was_seen_or_to_nothing(played, race, agreed):
    """The other phone corrects while the first side agrees; the desk corrects while the second one does."""
    sheets = played(agreed=agreed)
    answers = race(sheets, ("confirm", "B", "b"), ("amend", 120, "desk"))
    for sheet, (agrees, amends) in zip(sheets, answers, strict=True):
        assert_replays(sheet)
        if agrees == ["SheetConflict", "sheet-changed"]:
            assert (sheet.state, totals(sheet), isinstance(amends, int)) == ("open", (120, 0), True)
            assert agreeing.agreement_of(sheet).confirmed == {}
        elif agreed:
            assert (agrees, amends) == ("closed", ["SheetError", "sheet-closed"])
            assert (sheet.state, totals(sheet)) == ("closed", (100, 0))
        else:
            assert (agrees, sheet.state, totals(sheet)) == ("open", "open", (120, 0))
            assert agreeing.agreement_of(sheet).confirmed == {}
