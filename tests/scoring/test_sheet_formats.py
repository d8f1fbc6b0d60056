"""Sheets under every kind of game format: rows of old, targets with conditions, time called, points held at the end."""

from typing import Any

import pytest

from scoring import sheets
from scoring.models import EntryEvent
from scoring.sheet_game import closed_game, format_of
from scoring.sheets import SheetError
from tests import factories
from tests.scoring.on_sheets import (
    PHONE,
    assert_replays,
    deal,
    failed,
    holding_rules,
    new_key,
    new_sheet,
    numbers,
    record,
    totals,
)

pytestmark = pytest.mark.django_db


def _score(sheet: Any) -> tuple[tuple[int, int], bool]:
    sheet.refresh_from_db()
    return totals(sheet), sheet.complete


@pytest.mark.parametrize(("kind", "length"), [("deals", 12), ("target", 1000), ("minutes", 45)])
def test_a_row_with_empty_tables_is_the_plain_game(kind: str, length: int) -> None:
    found = format_of(factories.make_format(kind, length))
    assert (found.kind, found.length, found.to_data()["ending"]) == (kind, length, {})
    assert found.match_points.won(1) == (2, 0)


def test_a_game_to_a_target_goes_on_while_its_ending_says_so_and_ends_where_a_correction_puts_it() -> None:
    sheet = new_sheet(300, "target", ending={"may_not_win": ["defence"]})
    record(sheet, failed(), failed())  # 162 each to the defence
    assert _score(sheet) == ((0, 324), False)
    record(sheet, deal(declarer="EW"))
    assert _score(sheet) == ((0, 424), True)
    sheets.amend_deal(sheet.pk, 1, deal(160, "EW"), seen=sheet.revision, actor=PHONE)
    sheet.refresh_from_db()
    sheets.amend_deal(sheet.pk, 2, deal(160, "EW"), seen=sheet.revision, actor=PHONE)
    assert _score(sheet) == ((0, 320), True)
    assert numbers(sheet) == [1, 2, None]  # the third came after the end: kept, and worth nothing
    assert_replays(sheet)


def test_points_held_at_the_end_stand_in_the_totals_as_the_format_gives_them() -> None:
    tie = deal(100, points=100)  # exactly the bid: held under these rules
    plain = new_sheet(1, version=holding_rules())
    record(plain, tie)
    assert (_score(plain), plain.held) == (((0, 62), True), 100)
    split = new_sheet(1, version=holding_rules(), ending={"held": "split"})
    record(split, tie)
    assert (_score(split), split.held) == (((50, 112), True), 0)
    assert_replays(split)


def test_time_called_leaves_the_deal_in_progress_and_then_the_game_is_over() -> None:
    sheet = new_sheet(40, "minutes")
    record(sheet, deal())
    sheets.call_time(sheet.pk, actor=PHONE)
    assert _score(sheet) == ((100, 0), False)
    record(sheet, deal(declarer="EW", bid=120))
    assert _score(sheet) == ((100, 120), True)
    with pytest.raises(SheetError, match="sheet-complete"):
        record(sheet, deal())
    assert closed_game(sheet).winner == "EW"
    assert_replays(sheet)


def test_time_called_may_be_put_elsewhere_and_taken_back() -> None:
    sheet = new_sheet(40, "minutes")
    record(sheet, deal(), deal())
    sheets.call_time(sheet.pk, actor=PHONE, in_progress=False)
    assert _score(sheet) == ((200, 0), True)
    revision = sheet.revision
    sheets.call_time(sheet.pk, actor=PHONE, in_progress=False)
    sheet.refresh_from_db()
    assert sheet.revision == revision  # the same again changes nothing
    sheets.call_time(sheet.pk, actor=PHONE, after=0)
    assert _score(sheet) == ((100, 0), True)
    assert numbers(sheet) == [1, None]
    sheets.uncall_time(sheet.pk, actor=PHONE, reason="trop tôt")
    assert _score(sheet) == ((200, 0), False)
    assert [event.after for event in sheet.events.filter(verb=EntryEvent.Verb.TIME)] == [
        {"after": 2, "in_progress": False},
        {"after": 0, "in_progress": True},
        None,
    ]
    with pytest.raises(SheetError, match="time-range"):
        sheets.call_time(sheet.pk, actor=PHONE, after=3)
    assert_replays(sheet)


def test_taking_deals_back_before_the_call_does_not_strand_it() -> None:
    sheet = new_sheet(40, "minutes")
    record(sheet, deal(), deal())
    sheets.call_time(sheet.pk, actor=PHONE)
    for position in (2, 1):
        sheet.refresh_from_db()
        sheets.void_last(sheet.pk, position, seen=sheet.revision, actor=PHONE)
    assert _score(sheet) == ((0, 0), False)
    record(sheet, deal())
    assert _score(sheet) == ((100, 0), False)  # it was before the call again
    assert_replays(sheet)


def test_a_closed_sheet_hears_no_call_of_time() -> None:
    sheet = new_sheet(1)
    record(sheet, deal())
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=PHONE)
    for verb in (sheets.call_time, sheets.uncall_time):
        with pytest.raises(SheetError, match="sheet-closed"):
            verb(sheet.pk, actor=PHONE)


def test_an_extra_deal_is_written_after_the_last_while_the_totals_are_level() -> None:
    sheet = new_sheet(2, ending={"equal": "extra_deal"})
    record(sheet, deal(), deal(declarer="EW"))
    assert _score(sheet) == ((100, 100), False)
    sheets.record_deal(sheet.pk, deal(), position=3, client_key=new_key(), actor=PHONE)
    assert _score(sheet) == ((200, 100), True)
    assert numbers(sheet) == [1, 2, 3]
