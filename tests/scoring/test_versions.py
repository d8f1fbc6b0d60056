"""Two versions of one deal: the second is kept with the sheet, and settled at the table."""

import uuid
from contextlib import contextmanager

import pytest

from core.actors import SYSTEM, Actor
from scoring import agreeing, late, rules, sheets, versions
from scoring.late import Typed
from scoring.models import Dispute, LateDeal
from tests.scoring.on_sheets import PHONE, assert_replays, deal, new_sheet, record, totals

pytestmark = pytest.mark.django_db

OTHER = Actor(device="telephone-2")


@pytest.fixture
def sheet():
    """A sheet of two deals that is all written, the first one by another phone."""
    found = new_sheet(2)
    record(found, deal(100), deal(90))
    found.refresh_from_db()
    return found


@pytest.fixture
def dispute(sheet):
    found = versions.keep(sheet.pk, Typed("b", 1, deal(110)), actor=OTHER)
    sheet.refresh_from_db()
    return found


@contextmanager
def refused(code):
    with pytest.raises(sheets.SheetError) as found:
        yield
    assert found.value.code == code


def test_the_second_version_is_kept_and_changes_no_figure(sheet, dispute):
    assert (dispute.kind, dispute.position, dispute.decided_at, dispute.device) == ("versions", 1, None, "telephone-2")
    assert totals(sheet) == (190, 0)
    last = sheet.events.order_by("seq").last()
    assert (last.verb, last.after["kind"], last.seq) == ("disputed", "versions", sheet.revision)
    [(found, [row])] = versions.open_on(sheet)
    assert (found, row.data, row.client_key, row.device) == (dispute, deal(110), "b", "telephone-2")


def test_what_stands_or_is_kept_is_no_version_more(sheet, dispute):
    assert versions.keep(sheet.pk, Typed("b", 1, deal(110)), actor=OTHER) is None
    assert versions.keep(sheet.pk, Typed("c", 1, deal(100)), actor=OTHER) is None
    assert versions.keep(sheet.pk, Typed("c", 1, deal(120)), actor=PHONE) == dispute
    assert LateDeal.objects.count() == 2
    with refused("no-such-deal"):
        versions.keep(sheet.pk, Typed("d", 3, deal(110)), actor=OTHER)
    for odd in ({"declarer": "Nord"}, {}, deal(110, belote=["X"]), deal(110, points=500), deal(110, sweep="C")):
        with pytest.raises(rules.DealError):
            versions.keep(sheet.pk, Typed("d", 1, odd), actor=OTHER)


@pytest.mark.parametrize("keeps", ["other", "sheet"])
def test_either_phone_keeps_one_and_the_trace_stays(sheet, dispute, keeps):
    row = dispute.late_deals.get()
    versions.settle(sheet.pk, dispute.pk, row.pk if keeps == "other" else None, seen=sheet.revision, actor=PHONE)
    sheet.refresh_from_db()
    dispute.refresh_from_db()
    assert totals(sheet) == ((200, 0) if keeps == "other" else (190, 0))
    assert dispute.outcome == ("changed" if keeps == "other" else "stands")
    assert (dispute.late_deals.get(), versions.open_on(sheet)) == (row, [])
    verbs = list(sheet.events.order_by("seq").values_list("verb", flat=True))
    assert verbs[2:] == ["disputed", *(["amended"] if keeps == "other" else []), "decided"]
    assert sheet.events.order_by("seq").last().after["outcome"] == dispute.outcome
    assert_replays(sheet)
    # The same once more, from a phone that did not hear of it, opens nothing again.
    assert versions.keep(sheet.pk, Typed("b", 1, deal(110)), actor=OTHER) is None


def test_of_two_who_settle_one_is_told_that_he_was_second(sheet, dispute):
    row = dispute.late_deals.get()
    versions.settle(sheet.pk, dispute.pk, row.pk, seen=sheet.revision, actor=PHONE)
    with refused("versions-settled"):
        versions.settle(sheet.pk, dispute.pk, None, seen=sheet.revision, actor=OTHER)
    sheet.refresh_from_db()
    assert totals(sheet) == (200, 0)


def test_only_what_was_seen_is_settled(sheet, dispute):
    seen = sheet.revision
    sheets.amend_deal(sheet.pk, 1, deal(120), seen=seen, actor=PHONE)
    with refused("sheet-changed"):
        versions.settle(sheet.pk, dispute.pk, None, seen=seen, actor=OTHER)
    sheet.refresh_from_db()
    with refused("versions-settled"):  # a version of nothing
        versions.settle(sheet.pk, dispute.pk, uuid.uuid4(), seen=sheet.revision, actor=OTHER)


def test_nobody_agrees_before_it_is_settled_and_the_desk_may_close_with_a_reason(sheet, dispute):
    with refused("sheet-versions"):
        agreeing.confirm(sheet.pk, "A", digest=sheet.digest, actor=PHONE)
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM, reason="time")
    with refused("sheet-closed"):
        versions.settle(sheet.pk, dispute.pk, None, seen=sheet.revision, actor=OTHER)
    # It waits for the arbiter then, who may take the other version in.
    late.take_in(dispute.pk, "counted again", SYSTEM)
    sheet.refresh_from_db()
    assert (totals(sheet), sheet.state) == ((200, 0), "closed")
    assert not Dispute.objects.filter(decided_at=None).exists()
