"""A sheet written for the wrong sides, turned."""

import pytest

from scoring import paper, sheets
from scoring.models import EntryEvent, ScoreSheet
from scoring.signals import closed_sheet_changed
from scoring.turning import turned_deal
from tests.scoring.on_sheets import (
    PASSED,
    PHONE,
    assert_replays,
    deal,
    failed,
    holding_rules,
    new_sheet,
    record,
    totals,
)

RICH = {
    "declarer": "NS",
    "contract": 100,
    "trump": "H",
    "double": "coinche",
    "points": {"NS": 110, "EW": 52},
    "tricks": {"NS": 5, "EW": 3},
    "last_trick": "EW",
    "sweep": None,
    "belote": ["NS"],
    "announces": {"NS": ["tierce"], "EW": [50]},
    "best": "NS",
}


def test_every_field_that_names_a_side_names_the_other_one():
    assert turned_deal(RICH) == {
        "declarer": "EW",
        "contract": 100,
        "trump": "H",
        "double": "coinche",
        "points": {"EW": 110, "NS": 52},
        "tricks": {"EW": 5, "NS": 3},
        "last_trick": "NS",
        "sweep": None,
        "belote": ["EW"],
        "announces": {"EW": ["tierce"], "NS": [50]},
        "best": "EW",
    }
    assert turned_deal(turned_deal(RICH)) == RICH


def turn(sheet: ScoreSheet, reason: str = "écrite à l’envers") -> ScoreSheet:
    sheet.refresh_from_db()
    return sheets.turn_sides(sheet.pk, seen=sheet.revision, actor=PHONE, reason=reason)


@pytest.mark.django_db
@pytest.mark.parametrize("rules", ["club", "holding"])
def test_deals_totals_dealer_and_paper_change_sides_and_turning_again_gives_all_back(rules):
    sheet = new_sheet(4, version=holding_rules() if rules == "holding" else None)
    record(sheet, deal(100), PASSED, failed(90, "EW"), deal(80, "EW"))
    sheets.set_first_dealer(sheet.pk, "N", PHONE)
    paper.note_paper(sheet.pk, paper.Paper((100, 80), {1: (100, None)}), actor=PHONE)
    sheet.refresh_from_db()
    before, digest = totals(sheet), sheet.digest
    turn(sheet)
    assert_replays(sheet)
    assert totals(sheet) == before[::-1]
    assert sheet.first_dealer == "E"
    assert sheet.paper == {"totals": {"EW": 100, "NS": 80}, "running": {"1": {"EW": 100}}}
    assert sheet.digest != digest
    turn(sheet)
    assert_replays(sheet)
    assert (totals(sheet), sheet.first_dealer, sheet.digest) == (before, "N", digest)


@pytest.mark.django_db
def test_turning_stands_in_the_history_with_both_totals_and_why():
    sheet = new_sheet()
    record(sheet, deal(100))
    turn(sheet)
    event = EntryEvent.objects.get(sheet=sheet, verb="turned")
    assert (event.before["totals"], event.after["totals"]) == ({"A": 100, "B": 0}, {"A": 0, "B": 100})
    assert (event.reason, event.device) == ("écrite à l’envers", PHONE.device)


@pytest.mark.django_db
def test_a_sheet_is_turned_only_as_it_was_seen_with_deals_and_with_a_reason():
    sheet = new_sheet()
    with pytest.raises(sheets.SheetError, match="sheet-empty"):
        turn(sheet)
    seen = sheet.revision
    record(sheet, deal(100))
    with pytest.raises(sheets.SheetConflict, match="sheet-changed"):
        sheets.turn_sides(sheet.pk, seen=seen, actor=PHONE, reason="x")
    with pytest.raises(sheets.SheetError, match="reason-missing"):
        turn(sheet, " ")
    assert totals(sheet) == (100, 0)


@pytest.mark.django_db
def test_a_closed_sheet_stays_closed_and_says_that_its_figures_changed():
    heard = []

    def listen(sheet, **_):
        heard.append(sheet.pk)

    sheet = new_sheet(1)
    record(sheet, deal(100))
    turn(sheet)
    closed_sheet_changed.connect(listen)
    try:
        turn(sheet)
        assert heard == []
        sheets.close_sheet(sheet.pk, digest=sheets.locked(sheet.pk).digest, actor=PHONE)
        turn(sheet)
    finally:
        closed_sheet_changed.disconnect(listen)
    assert heard == [sheet.pk]
    sheet.refresh_from_db()
    assert sheet.state == "closed"
    assert totals(sheet) == (0, 100)
