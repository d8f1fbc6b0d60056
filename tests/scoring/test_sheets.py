"""The verbs on a score sheet: what they write, what they refuse, and what they leave behind."""

import json
import uuid

import pytest
from django.db import IntegrityError

from core.actors import Actor
from scoring import rules, sheets
from scoring.models import EntryEvent, ScoreSheet
from scoring.rulesets_store import preset_version
from scoring.sheets import SheetConflict, SheetError
from scoring.signals import sheet_changed, sheet_closed, sheet_reopened
from tests import factories
from tests.scoring.on_sheets import (
    PASSED,
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
    version_of,
)

pytestmark = pytest.mark.django_db


def refused(code: str, call, *arguments, **named) -> SheetError:
    with pytest.raises(SheetError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


def write(sheet: ScoreSheet, one, position: int, key: str = ""):
    return sheets.record_deal(sheet.pk, one, position=position, client_key=key or new_key(), actor=PHONE)


# Recording


def test_a_recorded_deal_has_its_score_and_moves_the_totals():
    sheet = new_sheet()
    entry = record(sheet, deal(110))[0]
    assert (entry.position, entry.counted, entry.kind, entry.scores) == (1, 1, "deal", {"NS": 110, "EW": 0})
    record(sheet, failed(90, "EW"))
    assert totals(sheet) == (110 + 162, 0)
    assert (sheet.revision, sheet.complete) == (2, False)
    assert_replays(sheet)


def test_the_same_key_twice_is_one_deal():
    sheet = new_sheet()
    first = write(sheet, deal(100), 1, "k")
    again = write(sheet, deal(100), 1, "k")
    assert again.pk == first.pk
    sheet.refresh_from_db()
    assert (sheet.revision, sheet.entries.count(), sheet.events.count()) == (1, 1, 1)
    assert totals(sheet) == (100, 0)


def test_a_key_that_comes_again_with_another_deal_is_refused():
    sheet = new_sheet()
    write(sheet, deal(100), 1, "k")
    assert refused("key-used", write, sheet, deal(110), 2, "k").params["position"] == 1
    assert totals(sheet) == (100, 0)


def test_a_repeated_request_is_answered_after_the_deal_was_amended():
    sheet = new_sheet()
    first = write(sheet, deal(100), 1, "k")
    sheets.amend_deal(sheet.pk, 1, deal(120), seen=1, actor=PHONE)
    assert write(sheet, deal(100), 1, "k").pk == first.pk
    assert totals(sheet) == (120, 0)
    refused("key-used", write, sheet, deal(120), 1, "k")


def test_one_key_may_serve_two_sheets():
    one, other = new_sheet(), new_sheet()
    assert write(one, deal(), 1, "k").pk != write(other, deal(), 1, "k").pk


@pytest.mark.parametrize("key", ["", "k" * 65])
def test_a_key_is_asked_for(key):
    sheet = new_sheet()
    with pytest.raises(SheetError, match="key-missing"):
        sheets.record_deal(sheet.pk, deal(), position=1, client_key=key, actor=PHONE)


def test_a_place_that_is_taken_is_told_with_the_deal_that_stands_there():
    sheet = new_sheet()
    first = write(sheet, deal(100), 1)
    conflict = refused("position-taken", write, sheet, deal(120), 1)
    assert isinstance(conflict, SheetConflict)
    assert conflict.params["entry"].pk == first.pk
    assert conflict.params["entry"].data["contract"] == 100
    assert (sheet.entries.count(), totals(sheet)) == (1, (100, 0))
    assert_replays(sheet)


def test_two_passed_deals_do_not_share_a_place():
    """Neither takes a number, so that only the place tells them apart."""
    sheet = new_sheet()
    write(sheet, PASSED, 1)
    refused("position-taken", write, sheet, PASSED, 1)
    assert sheet.entries.count() == 1


def test_a_deal_after_a_missing_one_waits_for_it():
    sheet = new_sheet()
    write(sheet, deal(), 1)
    assert refused("position-ahead", write, sheet, deal(), 3).params["position"] == 2
    assert sheet.entries.count() == 1


@pytest.mark.parametrize("position", [0, -1])
def test_there_is_no_place_before_the_first(position):
    refused("position-range", write, new_sheet(), deal(), position)


def test_a_sheet_has_an_end_even_where_nobody_ever_bids(monkeypatch):
    monkeypatch.setattr(sheets, "MOST_ENTRIES", 2)
    sheet = new_sheet()
    record(sheet, PASSED, PASSED)
    refused("position-range", write, sheet, PASSED, 3)


def test_nothing_is_written_once_all_deals_are_there():
    sheet = new_sheet(2)
    record(sheet, deal(), deal())
    assert sheet.complete
    refused("sheet-complete", write, sheet, deal(), 3)
    assert_replays(sheet)


def test_a_closed_sheet_takes_nothing_but_answers_for_what_it_took():
    sheet = new_sheet(1)
    first = write(sheet, deal(), 1, "k")
    sheet.refresh_from_db()
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=PHONE)
    refused("sheet-closed", write, sheet, deal(), 2)
    refused("sheet-closed", sheets.amend_deal, sheet.pk, 1, deal(120), seen=2, actor=PHONE)
    refused("sheet-closed", sheets.void_last, sheet.pk, 1, seen=2, actor=PHONE)
    refused("sheet-closed", sheets.set_first_dealer, sheet.pk, "N", PHONE)
    assert write(sheet, deal(), 1, "k").pk == first.pk


def test_a_deal_that_cannot_be_leaves_no_trace():
    sheet = new_sheet()
    with pytest.raises(rules.DealError) as caught:
        write(sheet, deal(points=100) | {"points": {"NS": 100, "EW": 100}}, 1)
    assert caught.value.field
    sheet.refresh_from_db()
    assert (sheet.revision, sheet.entries.count(), sheet.events.count()) == (0, 0, 0)


def test_what_the_game_works_out_is_not_taken_from_who_writes():
    sheet = new_sheet(version=holding_rules())
    entry = write(sheet, deal(100) | {"carried": 500, "last_deal": True, "id": "moi"}, 1)
    assert not {"carried", "last_deal", "id"} & set(entry.data)
    assert totals(sheet) == (110, 52)


def test_a_sheet_that_is_gone_is_an_error_of_its_own():
    with pytest.raises(ScoreSheet.DoesNotExist):
        sheets.record_deal(uuid.uuid4(), deal(), position=1, client_key="k", actor=PHONE)


# Numbers and points that move


def test_a_passed_deal_takes_no_number_under_club():
    sheet = new_sheet(2)
    record(sheet, deal(), PASSED, PASSED, deal())
    assert numbers(sheet) == [1, None, None, 2]
    assert [entry.kind for entry in sheets.standing_entries(sheet)] == ["deal", "passed", "passed", "deal"]
    assert sheet.complete


def test_a_passed_deal_takes_a_number_where_the_rules_say_so():
    source = rules.preset_source("club").replace('passed = "void"', 'passed = "counted"')
    sheet = new_sheet(2, version=version_of(source))
    record(sheet, deal(), PASSED)
    assert numbers(sheet) == [1, 2]
    assert sheet.complete


def test_amending_an_early_deal_moves_the_points_held_over_and_the_totals():
    sheet = new_sheet(4, version=holding_rules())
    record(sheet, deal(100, points=100))
    assert (sheet.held, totals(sheet)) == (100, (0, 62))
    record(sheet, deal(100), failed(90))
    assert (sheet.held, totals(sheet)) == (0, (210, 276))
    sheets.amend_deal(sheet.pk, 1, deal(100), seen=sheet.revision, actor=PHONE)
    assert totals(sheet) == (220, 266)
    assert_replays(sheet)
    sheet.refresh_from_db()
    sheets.amend_deal(sheet.pk, 2, deal(100, points=100), seen=sheet.revision, actor=PHONE)
    assert totals(sheet) == (110, 52 + 62 + 162 + 100)
    assert_replays(sheet)


def test_a_passed_deal_that_was_played_after_all_renumbers_those_behind_it():
    sheet = new_sheet(4)
    record(sheet, PASSED, deal(), deal(), deal())
    assert numbers(sheet) == [None, 1, 2, 3]
    entry = sheets.amend_deal(sheet.pk, 1, deal(120), seen=4, actor=PHONE)
    assert (entry.kind, numbers(sheet)) == ("deal", [1, 2, 3, 4])
    assert_replays(sheet)
    sheets.amend_deal(sheet.pk, 2, PASSED, seen=5, actor=PHONE)
    assert numbers(sheet) == [1, None, 2, 3]
    assert_replays(sheet)


def test_an_amendment_may_end_a_game_to_a_target_sooner_and_the_deals_after_it_count_for_nothing():
    sheet = new_sheet(300, "target")
    record(sheet, deal(100), deal(110), deal(120))
    assert (sheet.complete, totals(sheet)) == (True, (330, 0))
    sheets.amend_deal(sheet.pk, 1, deal("capot", points=162) | {"sweep": "NS"}, seen=3, actor=PHONE)
    assert numbers(sheet)[0] == 1
    assert None in numbers(sheet)
    assert_replays(sheet)


def test_an_amendment_may_take_the_end_of_a_game_away():
    sheet = new_sheet(200, "target")
    record(sheet, deal(100), deal(100))
    assert sheet.complete
    sheets.amend_deal(sheet.pk, 2, failed(100), seen=2, actor=PHONE)
    sheet.refresh_from_db()
    assert not sheet.complete
    record(sheet, deal(100))
    assert totals(sheet) == (200, 162)


# Amending and taking back


def test_an_amendment_by_who_saw_an_older_sheet_is_refused_with_the_deal_as_it_is():
    sheet = new_sheet()
    record(sheet, deal(100))
    sheets.amend_deal(sheet.pk, 1, deal(110), seen=1, actor=PHONE)
    conflict = refused("sheet-changed", sheets.amend_deal, sheet.pk, 1, deal(120), seen=1, actor=PHONE)
    assert isinstance(conflict, SheetConflict)
    assert conflict.params["entry"].data["contract"] == 110
    assert totals(sheet) == (110, 0)


def test_the_same_amendment_twice_is_one():
    sheet = new_sheet()
    record(sheet, deal(100))
    sheets.amend_deal(sheet.pk, 1, deal(110), seen=1, actor=PHONE)
    sheets.amend_deal(sheet.pk, 1, deal(110), seen=1, actor=PHONE)
    sheet.refresh_from_db()
    assert (sheet.revision, sheet.events.count()) == (2, 2)


@pytest.mark.parametrize("position", [0, 2, -1])
def test_only_a_deal_that_is_there_is_amended(position):
    sheet = new_sheet()
    record(sheet, deal())
    refused("no-such-deal", sheets.amend_deal, sheet.pk, position, deal(120), seen=1, actor=PHONE)


def test_an_amendment_that_cannot_be_changes_nothing():
    sheet = new_sheet()
    record(sheet, deal(100))
    with pytest.raises(rules.DealError):
        sheets.amend_deal(sheet.pk, 1, deal(100) | {"points": {"NS": 900}}, seen=1, actor=PHONE)
    sheet.refresh_from_db()
    assert sheet.revision == 1
    assert_replays(sheet)


def test_the_last_deal_is_taken_back_and_its_place_is_free_again():
    sheet = new_sheet()
    record(sheet, deal(100), deal(110))
    sheets.void_last(sheet.pk, 2, seen=2, actor=PHONE, reason="saisie à la mauvaise table")
    assert totals(sheet) == (100, 0)
    sheet.refresh_from_db()
    record(sheet, deal(130))
    assert totals(sheet) == (230, 0)
    assert_replays(sheet)


def test_only_the_last_deal_is_taken_back_and_only_by_who_saw_it():
    sheet = new_sheet()
    refused("not-last", sheets.void_last, sheet.pk, 1, seen=0, actor=PHONE)
    record(sheet, deal(100), deal(110))
    refused("not-last", sheets.void_last, sheet.pk, 1, seen=2, actor=PHONE)
    refused("sheet-changed", sheets.void_last, sheet.pk, 2, seen=1, actor=PHONE)
    assert totals(sheet) == (210, 0)


def test_the_delayed_retry_of_a_deal_that_was_taken_back_does_not_bring_it_back():
    sheet = new_sheet()
    write(sheet, deal(100), 1, "k")
    sheets.void_last(sheet.pk, 1, seen=1, actor=PHONE)
    answer = write(sheet, deal(100), 1, "k")
    assert answer.voided_at is not None
    assert sheets.standing_entries(sheet) == []
    assert totals(sheet) == (0, 0)
    write(sheet, deal(100), 1, "another")
    assert totals(sheet) == (100, 0)
    assert_replays(sheet)


# The first dealer


def test_the_first_dealer_is_said_once_and_may_be_put_right():
    sheet = new_sheet()
    sheets.set_first_dealer(sheet.pk, "N", PHONE)
    sheets.set_first_dealer(sheet.pk, "N", PHONE)
    sheets.set_first_dealer(sheet.pk, "W", PHONE)
    sheet.refresh_from_db()
    assert (sheet.first_dealer, sheet.revision) == ("W", 2)
    assert [event.before["seat"] for event in sheet.events.order_by("seq")] == ["", "N"]
    refused("seat-unknown", sheets.set_first_dealer, sheet.pk, "X", PHONE)


# Closing and reopening


def test_a_sheet_is_closed_with_the_figures_that_were_seen():
    sheet = new_sheet(1)
    record(sheet, deal(100))
    seen = sheet.digest
    sheets.amend_deal(sheet.pk, 1, deal(110), seen=1, actor=PHONE)
    assert isinstance(refused("sheet-changed", sheets.close_sheet, sheet.pk, digest=seen, actor=PHONE), SheetConflict)
    sheet.refresh_from_db()
    assert sheet.state == "open"
    closed = sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=PHONE)
    assert closed.state == "closed"
    assert closed.closed_at is not None


def test_closing_twice_is_closing_once():
    sheet = new_sheet(1)
    record(sheet, deal())
    for _ in range(2):
        sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=PHONE)
    sheet.refresh_from_db()
    assert (sheet.revision, sheet.events.filter(verb="closed").count()) == (2, 1)


def test_an_empty_sheet_is_not_closed():
    sheet = new_sheet()
    refused("sheet-empty", sheets.close_sheet, sheet.pk, digest=sheet.digest, actor=PHONE, reason="personne")


def test_an_unfinished_sheet_is_closed_only_with_a_reason():
    sheet = new_sheet(3)
    record(sheet, deal(), PASSED, deal())
    for reason in ("", "  "):
        error = refused(
            "sheet-unfinished", sheets.close_sheet, sheet.pk, digest=sheet.digest, actor=PHONE, reason=reason
        )
        assert error.params["played"] == 2
    closed = sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=PHONE, reason="un joueur malade")
    assert closed.state == "closed"
    assert sheet.events.get(verb="closed").reason == "un joueur malade"


def test_a_closed_sheet_is_opened_again_only_with_a_reason():
    sheet = new_sheet(1)
    record(sheet, deal())
    assert isinstance(refused("sheet-open", sheets.reopen_sheet, sheet.pk, actor=PHONE, reason="x"), SheetConflict)
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=PHONE)
    refused("reason-missing", sheets.reopen_sheet, sheet.pk, actor=PHONE, reason="  ")
    reopened = sheets.reopen_sheet(sheet.pk, actor=PHONE, reason="donne 1 mal notée")
    assert (reopened.state, reopened.closed_at) == ("open", None)
    sheets.amend_deal(sheet.pk, 1, deal(130), seen=reopened.revision, actor=PHONE)
    assert_replays(sheet)


def test_rooms_above_hear_of_each_act_once():
    heard: list[str] = []

    def hear(signal, sheet, **_):
        heard.append({sheet_changed: "changed", sheet_closed: "closed", sheet_reopened: "reopened"}[signal])

    for signal in (sheet_changed, sheet_closed, sheet_reopened):
        signal.connect(hear)
    try:
        sheet = new_sheet(1)
        write(sheet, deal(), 1, "k")
        write(sheet, deal(), 1, "k")
        sheets.amend_deal(sheet.pk, 1, deal(110), seen=1, actor=PHONE)
        sheet.refresh_from_db()
        sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=PHONE)
        sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=PHONE)
        sheets.reopen_sheet(sheet.pk, actor=PHONE, reason="r")
    finally:
        for signal in (sheet_changed, sheet_closed, sheet_reopened):
            signal.disconnect(hear)
    assert heard == ["changed", "changed", "closed", "reopened"]


# What the digest is of


def test_the_digest_follows_what_the_entries_say_and_nothing_else():
    sheet = new_sheet()
    empty = sheet.digest
    record(sheet, deal(100))
    one = sheet.digest
    sheets.set_first_dealer(sheet.pk, "E", PHONE)
    sheet.refresh_from_db()
    assert sheet.digest == one
    record(sheet, PASSED)
    two = sheet.digest
    sheets.void_last(sheet.pk, 2, seen=sheet.revision, actor=PHONE)
    sheet.refresh_from_db()
    assert sheet.digest == one
    other = new_sheet()
    record(other, deal(100))
    assert other.digest == one
    assert len({empty, one, two}) == 3


def test_the_digest_changes_with_a_deal_that_is_worth_the_same():
    """Who agrees, agrees to the deals too, not only to the sums."""
    one, other = new_sheet(), new_sheet()
    record(one, deal(100))
    record(other, deal(100, points=120))
    assert totals(one) == totals(other)
    assert one.digest != other.digest


# The history


def test_the_history_says_who_on_which_device_what_from_what_and_why():
    user = factories.make_user()
    link = uuid.uuid4()
    sheet = new_sheet(2)
    phone, desk = Actor(link=link, device="abcd"), Actor(user=user.pk)
    entry = record(sheet, deal(100), actor=phone)[0]
    sheets.amend_deal(sheet.pk, 1, deal(110), seen=1, actor=desk, reason="carnet relu")
    sheet.refresh_from_db()
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=phone, reason="fin à 22 h")
    sheets.reopen_sheet(sheet.pk, actor=desk, reason="oubli")
    sheets.void_last(sheet.pk, 1, seen=4, actor=desk, reason="mauvaise table")
    rows = list(
        sheet.events.order_by("seq").values_list("verb", "entry", "position", "actor", "link", "device", "reason")
    )
    assert rows == [
        ("recorded", entry.pk, 1, None, link, "abcd", ""),
        ("amended", entry.pk, 1, user.pk, None, "", "carnet relu"),
        ("closed", None, None, None, link, "abcd", "fin à 22 h"),
        ("reopened", None, None, user.pk, None, "", "oubli"),
        ("voided", entry.pk, 1, user.pk, None, "", "mauvaise table"),
    ]
    recorded, amended, closed, reopened, voided = sheet.events.order_by("seq")
    assert recorded.before is None
    assert recorded.after == {"deal": deal(100), "scores": {"NS": 100, "EW": 0}, "counted": 1}
    assert (amended.before, amended.after["deal"]) == (recorded.after, deal(110))
    assert closed.after["totals"] == reopened.before["totals"] == {"A": 110, "B": 0}
    assert voided.before["deal"] == deal(110)
    assert all(event.at is not None for event in (recorded, amended, closed, reopened, voided))


def test_a_refused_act_leaves_no_row_in_the_history():
    sheet = new_sheet(1)
    record(sheet, deal())
    for call in (
        lambda: write(sheet, deal(120), 1),
        lambda: sheets.amend_deal(sheet.pk, 1, deal(120), seen=0, actor=PHONE),
        lambda: sheets.close_sheet(sheet.pk, digest="0" * 64, actor=PHONE),
        lambda: sheets.reopen_sheet(sheet.pk, actor=PHONE, reason="r"),
    ):
        with pytest.raises(SheetError):
            call()
    assert sheet.events.count() == 1


def test_the_history_is_there_to_stay():
    sheet = new_sheet()
    record(sheet, deal())
    with pytest.raises(IntegrityError, match="append-only"):
        EntryEvent.objects.filter(sheet=sheet).update(reason="rien vu")


def test_the_history_keeps_a_long_reason_short():
    sheet = new_sheet()
    record(sheet, deal())
    sheets.amend_deal(sheet.pk, 1, deal(120), seen=1, actor=PHONE, reason="x" * 1000)
    assert len(sheet.events.get(verb="amended").reason) == 300


# Sheets in numbers


def test_many_sheets_are_opened_with_their_two_sides():
    made = sheets.open_sheets(preset_version("club").pk, factories.make_format().pk, 3)
    assert len({sheet.pk for sheet in made}) == 3
    assert [sorted(sheet.sides.values_list("side", flat=True)) for sheet in made] == [["A", "B"]] * 3
    assert {sheet.digest for sheet in made} == {sheets.digest_of([])}
    assert sheets.open_sheets(preset_version("club").pk, factories.make_format().pk, 0) == []


def test_a_long_sheet_costs_no_more_queries_than_a_short_one(django_assert_max_num_queries):
    sheet = new_sheet(40)
    record(sheet, *[deal()] * 39)
    with django_assert_max_num_queries(14):
        write(sheet, deal(), 40)
    assert totals(sheet) == (4000, 0)
    assert json.dumps(sheet.events.last().after)
