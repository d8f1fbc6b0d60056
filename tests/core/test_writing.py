"""Many rows changed at once, each to figures of its own."""

import pytest

from core.writing import update_rows
from scoring.models import SheetEntry
from tests import factories

pytestmark = pytest.mark.django_db


def test_each_row_gets_its_own_figures_and_nothing_else_changes() -> None:
    sheet = factories.make_sheet(factories.make_stage(factories.make_tournament(stage=False)))
    rows = [factories.make_sheet_entry(sheet, position) for position in (1, 2, 3)]
    before = SheetEntry.objects.get(pk=rows[2].pk)
    for row in rows[:2]:
        row.counted, row.scores, row.client_key = None, {"NS": row.position, "EW": 0}, "not written"
    update_rows(rows[:2], ["counted", "scores"])
    first, second, third = SheetEntry.objects.filter(sheet=sheet).order_by("position")
    assert (first.counted, first.scores, second.scores) == (None, {"NS": 1, "EW": 0}, {"NS": 2, "EW": 0})
    assert "not written" not in {first.client_key, second.client_key}
    assert (third.counted, third.scores) == (before.counted, before.scores)


def test_of_no_rows_nothing_is_asked(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        update_rows([], ["counted"])
