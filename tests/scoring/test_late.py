"""Deals that come when their sheet is closed: kept, put before the arbiter, taken in or not."""

import pytest
from django.db import IntegrityError, transaction

from core.actors import SYSTEM, Actor
from scoring import disputes, late, sheets
from scoring.late import Typed
from scoring.models import Dispute, LateDeal
from tests.scoring.on_sheets import PASSED, assert_replays, deal, new_sheet, record, totals

pytestmark = pytest.mark.django_db

OTHER = Actor(device="telephone-2")


@pytest.fixture
def closed():
    """A sheet of three deals, closed by the desk after the first one."""
    sheet = new_sheet(3)
    record(sheet, deal(100))
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM, reason="papier perdu")
    sheet.refresh_from_db()
    return sheet


def keep(sheet, *typed: Typed, **more):
    return late.keep(sheet.pk, typed, actor=OTHER, **more)


def test_what_comes_late_waits_for_the_arbiter_and_changes_no_figure(closed):
    before = closed.digest
    found = keep(closed, Typed("b", 2, deal(110)), Typed("c", 3, PASSED))
    closed.refresh_from_db()
    assert (found.kind, found.device, found.decided_at) == ("late", "telephone-2", None)
    assert [(one.position, one.data["declarer"]) for one in found.late_deals.all()] == [(2, "NS"), (3, None)]
    assert (closed.digest, closed.state, totals(closed)) == (before, "closed", (100, 0))
    last = closed.events.order_by("seq").last()
    assert (last.verb, last.after["kind"], last.after["deals"]) == ("disputed", "late", 2)
    assert "deal" not in last.after


def test_it_is_kept_once_however_often_it_comes(closed):
    first = keep(closed, Typed("b", 2, deal(110)), Typed("b", 2, deal(110)))
    assert keep(closed, Typed("b", 2, deal(110))) is None
    again = keep(closed, Typed("b", 2, deal(110)), Typed("c", 3, deal(90)))
    assert (again, LateDeal.objects.count()) == (first, 2)
    assert Dispute.objects.count() == 1
    # Changed on the phone meanwhile: both are kept.
    keep(closed, Typed("b", 2, deal(120)))
    assert LateDeal.objects.filter(client_key="b").count() == 2


def test_what_stands_already_is_nothing_new(closed):
    own = closed.entries.get()
    assert keep(closed, Typed("autre", 1, deal(100)), Typed(own.client_key, 2, deal(100))) is None
    assert not Dispute.objects.exists()
    sheets.reopen_sheet(closed.pk, actor=SYSTEM, reason="x")
    closed.refresh_from_db()
    sheets.amend_deal(closed.pk, 1, deal(120), seen=closed.revision, actor=SYSTEM)
    assert keep(closed, Typed(own.client_key, 1, deal(100))) is None  # recorded, then corrected by the desk


def test_an_open_sheet_takes_them_the_ordinary_way_unless_its_table_may_not_write():
    sheet = new_sheet(3)
    with pytest.raises(sheets.SheetConflict) as refused:
        keep(sheet, Typed("a", 1, deal(100)))
    assert refused.value.code == "late-open"
    assert keep(sheet, Typed("a", 1, deal(100)), while_open=True) is not None


def test_what_no_deal_can_be_is_kept_without_any_text_that_somebody_left_in_it(closed):
    odd = {"declarer": "NS", "contract": "M. Kervran habite rue de la Tour", "points": {"NS": 1 << 40}, "nom": "K."}
    found = keep(closed, Typed("b", 2, odd))
    assert found.late_deals.get().data == {"declarer": "NS", "contract": None, "points": {"NS": None}}
    assert late.plan(closed, found.late_deals.all()).refusal == "late-impossible"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\0", None),
        ("\ud800", None),
        ("NS", "NS"),
        ("Mme Kervran", None),
        (1.5, None),
        (True, True),
        ([[[["x"]]]], [[[None]]]),
        ({"\0": 1, "NS": [1] * 40}, {"NS": [1] * 12}),
    ],
)
def test_only_what_every_database_keeps_is_kept(closed, typed, kept):
    found = keep(closed, Typed("b", 2, {"declarer": typed}))
    row = found.late_deals.get()
    assert row.data == {"declarer": kept}


def test_a_sheet_holds_so_many_and_no_more(closed, monkeypatch):
    monkeypatch.setattr(late, "MOST", 2)
    keep(closed, Typed("b", 2, deal(110)), Typed("c", 3, deal(90)))
    with pytest.raises(sheets.SheetError) as refused:
        keep(closed, Typed("d", 3, deal(80)))
    assert (refused.value.code, LateDeal.objects.count()) == ("late-too-many", 2)


def test_taken_in_they_are_written_in_their_order_and_the_sheet_is_closed_again(closed):
    found = keep(closed, Typed("c", 3, deal(90, "EW")), Typed("b", 2, deal(110)), Typed("a", 1, deal(130)))
    planned = late.plan(closed, found.late_deals.all())
    assert (planned.refusal, planned.totals) == ("", {"NS": 240, "EW": 90})
    late.take_in(found.pk, "le téléphone a raison", SYSTEM)
    closed.refresh_from_db()
    found.refresh_from_db()
    assert_replays(closed)
    assert (closed.state, totals(closed)) == ("closed", (240, 90))
    assert (found.outcome, found.reason) == ("changed", "le téléphone a raison")
    verbs = list(closed.events.order_by("seq").values_list("verb", flat=True))
    assert verbs[-6:] == ["reopened", "amended", "recorded", "recorded", "decided", "closed"]
    assert keep(closed, Typed("c", 3, deal(90, "EW"))) is None
    with pytest.raises(sheets.SheetConflict) as refused:
        late.take_in(found.pk, "encore", SYSTEM)
    assert refused.value.code == "dispute-decided"


@pytest.mark.parametrize(
    ("position", "code"), [(3, "late-gap"), (2, "late-over")], ids=["a deal is missing", "the game was over"]
)
def test_what_cannot_be_taken_in_leaves_all_as_it_was(position, code):
    sheet = new_sheet(1)
    record(sheet, deal(100))
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM)
    found = keep(sheet, Typed("a", 1, deal(130)), Typed("b", position, deal(110)))
    with pytest.raises(sheets.SheetError) as refused:
        late.take_in(found.pk, "x", SYSTEM)
    sheet.refresh_from_db()
    assert (refused.value.code, refused.value.params["position"]) == (code, position)
    assert (sheet.state, totals(sheet)) == ("closed", (100, 0))


def test_taken_in_on_a_sheet_that_is_open_meanwhile_they_leave_it_open(closed):
    found = keep(closed, Typed("b", 2, deal(110)))
    sheets.reopen_sheet(closed.pk, actor=SYSTEM, reason="x")
    late.take_in(found.pk, "vu", SYSTEM)
    closed.refresh_from_db()
    assert (closed.state, totals(closed)) == ("open", (210, 0))
    assert [entry.client_key for entry in sheets.standing_entries(closed)][1] == "b"


def test_without_a_reason_nothing_is_taken_in(closed):
    found = keep(closed, Typed("b", 2, deal(110)))
    with pytest.raises(sheets.SheetError) as refused:
        late.take_in(found.pk, " ", SYSTEM)
    closed.refresh_from_db()
    assert (refused.value.code, closed.state) == ("reason-missing", "closed")


def test_a_table_does_not_say_by_itself_that_something_came_late(closed):
    with pytest.raises(sheets.SheetError) as refused:
        disputes.raise_dispute(closed.pk, "late", actor=OTHER)
    assert refused.value.code == "dispute-kind"


def test_the_database_keeps_a_late_deal_once(closed):
    found = keep(closed, Typed("b", 2, deal(110)))
    row = found.late_deals.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        LateDeal(
            dispute=found, sheet=closed, position=2, data=row.data, digest=row.digest, client_key=row.client_key
        ).save(force_insert=True)


def test_what_waits_is_turned_with_its_sheet_and_what_was_decided_is_not(closed):
    done = keep(closed, Typed("a", 2, deal(80)))
    disputes.decide(done.pk, Dispute.Outcome.STANDS, "too late", SYSTEM)
    found = keep(closed, Typed("b", 2, deal(110)))
    closed.refresh_from_db()
    turned = sheets.turn_sides(closed.pk, seen=closed.revision, actor=SYSTEM, reason="the other way round")
    assert (found.late_deals.get().data["declarer"], done.late_deals.get().data["declarer"]) == ("EW", "NS")
    assert keep(turned, Typed("b", 2, deal(110))) is None  # its phone sends it again
    late.take_in(found.pk, "late", SYSTEM)
    assert totals(closed) == (0, 210)
