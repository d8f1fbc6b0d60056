"""Two write on one sheet at the same moment, in processes of their own: nothing is doubled, lost or added up wrong.

On SQLite the same processes take turns, and nobody is told that the database is locked.
"""

import pytest

from tests.scoring.on_sheets import assert_replays, deal, new_sheet, record, totals

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RACE = "tests.scoring.race"


@pytest.fixture
def fresh_sheets(scale):
    """``fresh_sheets(*deals)``: twenty sheets with these deals on each."""

    def make(*deals):
        made = [new_sheet(12) for _ in range(20 * min(scale, 5))]
        for sheet in made:
            record(sheet, *deals)
        return made

    return make


def test_of_two_that_record_the_same_deal_one_wins_and_the_other_is_told_what_stands(fresh_sheets, race):
    sheets = fresh_sheets(deal(80))
    answers = race(sheets, ("record", 2, 100, "a"), ("record", 2, 120, "b"))
    for sheet, (one, other) in zip(sheets, answers, strict=True):
        standing = sheet.entries.get(position=2)
        winner, loser = (one, other) if isinstance(one, str) else (other, one)
        assert winner == str(standing.pk)
        assert loser == ["position-taken", standing.data["contract"]]
        assert totals(sheet) == (80 + standing.data["contract"], 0)
        assert_replays(sheet)


def test_the_same_key_twice_at_once_is_one_deal_and_both_are_told_of_it(fresh_sheets, race):
    sheets = fresh_sheets()
    for sheet, answers in zip(sheets, race(sheets, *[("record", 1, 100, "same")] * 3), strict=True):
        assert set(answers) == {str(sheet.entries.get().pk)}
        assert totals(sheet) == (100, 0)
        assert_replays(sheet)


def test_a_deal_recorded_while_an_earlier_one_is_amended_leaves_the_totals_right(fresh_sheets, race):
    sheets = fresh_sheets(deal(80), deal(90), deal(100), deal(110))
    answers = race(sheets, ("record", 5, 120, "a"), ("amend", 3, 150))
    for sheet, (entry, looks) in zip(sheets, answers, strict=True):
        assert isinstance(entry, str), entry
        assert isinstance(looks, int), looks
        assert totals(sheet) == (80 + 90 + 150 + 110 + 120, 0)
        assert_replays(sheet)


def test_a_sheet_closed_while_a_deal_comes_in_has_either_the_deal_or_the_close(fresh_sheets, race):
    sheets = fresh_sheets(deal(80))
    answers = race(sheets, ("record", 2, 100, "a"), ("close",))
    for sheet, (entry, closed) in zip(sheets, answers, strict=True):
        sheet.refresh_from_db()
        if closed == "closed":
            assert entry == ["SheetError", "sheet-closed"]
            assert (sheet.state, totals(sheet)) == ("closed", (80, 0))
        else:
            assert closed == ["SheetConflict", "sheet-changed"]
            assert isinstance(entry, str)
            assert (sheet.state, totals(sheet)) == ("open", (180, 0))
        assert_replays(sheet)
