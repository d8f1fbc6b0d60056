"""What the arbiter decides about a game: what it moves, what it leaves alone, and how it is made void."""

import pytest

from core import actors
from scoring import agreeing, rulings, sheets
from scoring.models import EntryEvent
from scoring.rulings import Ruling
from scoring.sheets import SheetConflict, SheetError
from scoring.signals import closed_sheet_changed
from tests import factories
from tests.scoring.on_sheets import PASSED, PHONE, deal, holding_rules, new_key, new_sheet, record, totals

pytestmark = pytest.mark.django_db

REVOKE = Ruling("penalty", "A", "revoke", ew=162)


def rule(sheet, ruling: Ruling, key: str = ""):
    found = rulings.rule(sheet.pk, ruling, key=key or new_key(), actor=PHONE, reason="vu par l’arbitre")
    sheet.refresh_from_db()
    return found


def refused(code: str, call, *arguments, **named) -> SheetError:
    with pytest.raises(SheetError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


def deals(sheet):
    return [(one.data, one.scores, one.counted) for one in sheets.standing_entries(sheet)]


def test_a_penalty_moves_the_totals_and_no_deal():
    sheet = new_sheet()
    record(sheet, deal(110))
    before = deals(sheet)
    rule(sheet, REVOKE)
    assert totals(sheet) == (110, 162)
    assert deals(sheet) == before
    record(sheet, deal(90, "EW"))
    assert totals(sheet) == (110, 162 + 90)


def test_the_history_keeps_who_ruled_why_and_what_was_before():
    sheet = new_sheet()
    record(sheet, deal(110))
    actor = actors.of_user(factories.make_user())
    rulings.rule(sheet.pk, REVOKE, key="k", actor=actor, reason="  renonce à   la donne 1 ")
    event = sheet.events.get(verb=EntryEvent.Verb.RULED)
    assert (event.actor_id, event.reason) == (actor.user, "renonce à la donne 1")
    assert event.before["totals"] == {"A": 110, "B": 0}
    assert event.after["totals"] == {"A": 110, "B": 162}
    assert event.after["rulings"][0]["fault"] == "revoke"


def test_a_penalty_sent_twice_is_given_once():
    sheet = new_sheet()
    record(sheet, deal(110))
    rule(sheet, REVOKE, "k")
    rule(sheet, REVOKE, "k")
    assert totals(sheet) == (110, 162)
    assert sheet.events.filter(verb="ruled").count() == 1


def test_a_penalty_takes_no_place_among_the_deals():
    sheet = new_sheet()
    record(sheet, deal(110))
    rule(sheet, REVOKE)
    record(sheet, deal(100), deal(90))
    assert [entry.counted for entry in sheets.standing_entries(sheet)] == [1, 2, 3]
    assert sheet.complete


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_warning_is_kept_and_moves_nothing_nor_what_was_agreed(side):
    sheet = new_sheet(1)
    record(sheet, deal(110))
    agreeing.confirm(sheet.pk, "A", digest=sheet.digest, actor=PHONE)
    rule(sheet, Ruling("warning", side, "lateness"))
    assert totals(sheet) == (110, 0)
    assert set(agreeing.agreement_of(sheet).confirmed) == {"A"}
    assert sheets.rulings_of(sheet)[0]["side"] == side


def test_who_agreed_before_a_penalty_has_to_look_again():
    sheet = new_sheet(1)
    record(sheet, deal(110))
    seen = sheet.digest
    agreeing.confirm(sheet.pk, "A", digest=seen, actor=PHONE)
    rule(sheet, REVOKE)
    refused("sheet-changed", agreeing.confirm, sheet.pk, "B", digest=seen, actor=PHONE)
    assert not agreeing.agreement_of(sheet).confirmed
    agreeing.confirm(sheet.pk, "A", digest=sheet.digest, actor=PHONE)
    assert agreeing.confirm(sheet.pk, "B", digest=sheet.digest, actor=PHONE).state == "closed"


def test_another_score_for_a_deal_counts_and_the_deal_stays_to_be_read():
    sheet = new_sheet()
    record(sheet, deal(110), deal(90, "EW"))
    before = deals(sheet)
    rule(sheet, Ruling("deal", position=1, ns=40, ew=60))
    assert totals(sheet) == (40, 60 + 90)
    assert deals(sheet) == before


def test_the_last_word_about_a_deal_counts():
    sheet = new_sheet()
    record(sheet, deal(110))
    rule(sheet, Ruling("deal", position=1, ns=40, ew=60))
    rule(sheet, Ruling("deal", position=1, ns=0, ew=0))
    assert totals(sheet) == (0, 0)


def test_a_ruled_deal_that_is_corrected_keeps_the_score_of_the_ruling():
    sheet = new_sheet()
    record(sheet, deal(110))
    rule(sheet, Ruling("deal", position=1, ns=40, ew=60))
    sheets.amend_deal(sheet.pk, 1, deal(130), seen=sheet.revision, actor=PHONE)
    assert totals(sheet) == (40, 60)


def test_a_ruled_deal_is_not_taken_back():
    sheet = new_sheet()
    record(sheet, deal(110))
    rule(sheet, Ruling("deal", position=1, ns=40, ew=60))
    refused("deal-ruled-on", sheets.void_last, sheet.pk, 1, seen=sheet.revision, actor=PHONE)


def test_another_score_for_the_game_counts_whatever_was_held():
    sheet = new_sheet(2, version=holding_rules())
    record(sheet, deal(100, points=100))
    assert sheet.held
    rule(sheet, Ruling("game", ns=500, ew=400))
    assert (totals(sheet), sheet.held) == ((500, 400), 0)


def test_a_game_may_be_given_a_score_without_a_deal():
    sheet = new_sheet()
    rule(sheet, Ruling("game", ns=300, ew=300))
    assert totals(sheet) == (300, 300)


def test_a_ruling_is_made_void_once_and_both_lines_stay():
    sheet = new_sheet()
    record(sheet, deal(110))
    rule(sheet, REVOKE)
    rulings.void(sheet.pk, 1, actor=PHONE, reason="mauvaise table")
    assert totals(sheet) == (110, 0)
    with pytest.raises(SheetConflict, match="ruling-void"):
        rulings.void(sheet.pk, 1, actor=PHONE, reason="encore")
    refused("ruling-unknown", rulings.void, sheet.pk, 2, actor=PHONE, reason="le contraire")
    sheet.refresh_from_db()
    assert [(one["ew"], one["voids"]) for one in sheets.rulings_of(sheet)] == [(162, 0), (-162, 1)]


def test_a_void_score_gives_the_deal_back_its_own():
    sheet = new_sheet()
    record(sheet, deal(110))
    rule(sheet, Ruling("deal", position=1, ns=40, ew=60))
    rulings.void(sheet.pk, 1, actor=PHONE, reason="non")
    assert totals(sheet) == (110, 0)


def test_a_ruling_on_a_closed_sheet_leaves_it_closed_and_says_so():
    sheet = new_sheet(1)
    record(sheet, deal(110))
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=PHONE)
    heard = []

    def hear(sheet, **_):
        heard.append(sheet.pk)

    closed_sheet_changed.connect(hear)
    rule(sheet, REVOKE)
    assert (sheet.state, heard) == ("closed", [sheet.pk])
    assert totals(sheet) == (110, 162)


def test_a_penalty_may_end_a_game_to_a_target_and_void_it_goes_on():
    sheet = new_sheet(300, "target")
    record(sheet, deal(110), deal(90))
    rule(sheet, Ruling("penalty", "B", "revoke", ns=162))
    assert sheet.complete
    rulings.void(sheet.pk, 1, actor=PHONE, reason="non")
    sheet.refresh_from_db()
    assert not sheet.complete


@pytest.mark.parametrize(
    ("code", "ruling"),
    [
        ("ruling-kind", Ruling("fine", "A", "revoke", ew=10)),
        ("side-unknown", Ruling("penalty", "", "revoke", ew=10)),
        ("side-unknown", Ruling("deal", "C", position=1)),
        ("points-range", Ruling("penalty", "A", "revoke", ew=10_001)),
        ("points-none", Ruling("penalty", "A", "revoke")),
        ("no-such-deal", Ruling("deal", position=3)),
        ("no-such-deal", Ruling("deal")),
        ("no-such-deal", Ruling("game", position=1)),
    ],
)
def test_what_no_ruling_can_be_is_refused(code, ruling):
    sheet = new_sheet()
    record(sheet, deal(110), PASSED)
    refused(code, rule, sheet, ruling)
    assert sheets.rulings_of(sheet) == []


def test_a_ruling_needs_a_reason_and_a_key():
    sheet = new_sheet()
    record(sheet, deal(110))
    refused("reason-missing", rulings.rule, sheet.pk, REVOKE, key="k", actor=PHONE, reason="  ")
    refused("key-missing", rulings.rule, sheet.pk, REVOKE, key="", actor=PHONE, reason="x")
