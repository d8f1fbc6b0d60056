"""Columns and totals taken over from a paper: written, corrected, taken back, closed, and told by the history."""

import uuid
from typing import Any

import pytest

from core.actors import SYSTEM, Actor
from scoring import marking, sheets
from scoring.models import EntryEvent, ScoreSheet
from scoring.rules.marked import Marked
from scoring.sheet_figures import totals_of
from scoring.sheets import SheetConflict, SheetError
from tests.tournaments.at_table import DEAL, Table

pytestmark = pytest.mark.django_db


def _sheet(table: Table) -> ScoreSheet:
    return ScoreSheet.objects.select_related("ruleset_version", "format").get(pk=table.game.sheet_id)


def _write(table: Table, *lines: Marked, seen: int | None = None, key: str = "form") -> ScoreSheet:
    now = _sheet(table).revision if seen is None else seen
    return marking.write_lines(table.game.sheet_id, lines, seen=now, key=key, actor=SYSTEM)


def _close(table: Table, **more: Any) -> ScoreSheet:
    return sheets.close_sheet(table.game.sheet_id, digest=_sheet(table).digest, actor=SYSTEM, **more)


def test_columns_make_the_totals_and_the_game_is_over_with_its_last_deal() -> None:
    table = Table(deals=3)
    _write(table, Marked(120, 0), Marked(0, 190))
    assert not _sheet(table).complete
    sheet = _write(table, Marked(120, 0), Marked(0, 190), Marked(82, 40))
    assert (sheet.complete, totals_of(sheet)["totals"]) == (True, {"A": 202, "B": 230})
    assert _close(table).state == "closed"


def test_totals_alone_are_a_whole_game() -> None:
    table = Table(deals=12)
    sheet = _write(table, Marked(1450, 620, 12, whole=True))
    assert sheet.complete and totals_of(sheet)["totals"] == {"A": 1450, "B": 620}
    assert list(sheet.entries.values_list("kind", "counted")) == [("total", 12)]


def test_the_same_form_twice_writes_once_and_another_one_amends_and_takes_back() -> None:
    table = Table(deals=3)
    first = _write(table, Marked(120, 0), Marked(0, 190), seen=0)
    assert _write(table, Marked(120, 0), Marked(0, 190), seen=0).revision == first.revision
    _write(table, Marked(130, 0))
    again = _write(table, Marked(130, 0), Marked(0, 90))
    assert totals_of(again)["totals"] == {"A": 130, "B": 90}
    verbs = list(EntryEvent.objects.filter(sheet=again).values_list("verb", flat=True))
    assert verbs == ["recorded", "recorded", "voided", "amended", "recorded"]


def test_what_was_not_seen_is_not_overwritten() -> None:
    table = Table(deals=3)
    _write(table, Marked(120, 0))
    with pytest.raises(SheetConflict, match="sheet-changed"):
        _write(table, Marked(0, 120), seen=0)


def test_columns_do_not_take_the_place_of_deals_that_stand() -> None:
    table = Table(deals=3)
    sheets.record_deal(table.game.sheet_id, DEAL, position=1, client_key="k", actor=SYSTEM)
    with pytest.raises(SheetError, match="deals-typed"):
        _write(table, Marked(120, 0))


def test_a_table_neither_writes_nor_changes_what_the_desk_took_over() -> None:
    table = Table(deals=3)
    _write(table, Marked(120, 0))
    with pytest.raises(SheetError, match="paper-line"):
        phone = Actor(link=uuid.uuid4(), device="d")
        sheets.amend_deal(table.game.sheet_id, 1, DEAL, seen=_sheet(table).revision, actor=phone)
    with pytest.raises(SheetError, match="paper-line"):
        sheets.void_last(table.game.sheet_id, 1, seen=_sheet(table).revision, actor=phone)
    with pytest.raises(Exception, match="declarer"):
        table.record(2, {"marked": {"NS": 1, "EW": 1}})


def test_figures_that_the_cards_cannot_make_need_a_reason() -> None:
    table = Table(deals=2, preset="guide-belote")
    _write(table, Marked(100, 62), Marked(90, 62))
    with pytest.raises(SheetError, match="pack-differs"):
        _close(table)
    assert _close(table, reason="The paper says so").state == "closed"


def test_where_the_bid_is_paid_no_sum_is_asked_for() -> None:
    table = Table(deals=2)
    _write(table, Marked(100, 61), Marked(90, 62))
    assert _close(table).state == "closed"


def test_turned_sides_turn_columns_too() -> None:
    table = Table(deals=2)
    _write(table, Marked(120, 7), Marked(0, 190))
    sheet = sheets.turn_sides(table.game.sheet_id, seen=_sheet(table).revision, actor=SYSTEM, reason="Other way round")
    assert totals_of(sheet)["totals"] == {"A": 197, "B": 120}
