"""Both sides agree to what they saw, and the sheet closes; what they do not agree about waits for the arbiter."""

import pytest
from django.db import IntegrityError

from core.actors import Actor
from scoring import agreeing, disputes, sheets
from scoring.models import Confirmation, Dispute
from scoring.sheets import SheetConflict, SheetError
from tests import factories
from tests.scoring.on_sheets import assert_replays, deal, new_sheet, record

pytestmark = pytest.mark.django_db

ONE, OTHER = Actor(device="telephone-1"), Actor(device="telephone-2")


def played(length: int = 1, **tables):
    """A sheet with one deal on it, of so many."""
    sheet = new_sheet(length, **tables)
    record(sheet, deal(100))
    return sheet


def confirm(sheet, side: str, actor: Actor = ONE, **more):
    found = agreeing.confirm(sheet.pk, side, digest=more.pop("digest", sheet.digest), actor=actor, **more)
    sheet.refresh_from_db()
    return found


def who(sheet) -> set[str]:
    return set(agreeing.agreement_of(sheet).confirmed)


def refused(code: str):
    return pytest.raises(SheetError, match=f"^{code}$")


# Agreeing


def test_one_side_agrees_and_the_sheet_stays_open_both_agree_and_it_is_closed():
    sheet = played()
    confirm(sheet, "A")
    assert (sheet.state, who(sheet)) == ("open", {"A"})
    confirm(sheet, "B", OTHER)
    assert (sheet.state, who(sheet)) == ("closed", {"A", "B"})
    assert not agreeing.agreement_of(sheet).is_handed_over
    assert_replays(sheet)


def test_the_history_tells_which_side_agreed_to_what_on_which_device():
    sheet = played()
    confirm(sheet, "A")
    confirm(sheet, "B", OTHER)
    one, other = sheet.events.filter(verb="confirmed")
    assert (one.device, one.after["side"], one.after["digest"]) == ("telephone-1", "A", sheet.digest)
    assert one.after["totals"] == {"A": 100, "B": 0}
    assert (other.device, other.after["side"], other.after["handed_over"]) == ("telephone-2", "B", False)
    assert sheet.events.last().verb == "closed"


def test_one_phone_handed_over_is_marked():
    sheet = played()
    confirm(sheet, "A")
    confirm(sheet, "B")
    assert agreeing.agreement_of(sheet).is_handed_over
    assert sheet.events.filter(verb="confirmed").last().after["handed_over"] is True


def test_the_same_confirmation_twice_is_one_also_once_the_sheet_is_closed():
    sheet = played()
    for side in ("A", "A", "B", "B"):
        confirm(sheet, side)
    assert Confirmation.objects.filter(sheet=sheet).count() == 2
    assert [event.verb for event in sheet.events.all()] == ["recorded", "confirmed", "confirmed", "closed"]


def test_the_database_knows_one_confirmation_of_a_side_and_its_figures():
    sheet = played()
    confirm(sheet, "A")
    again = Confirmation(sheet=sheet, side="A", revision=1, digest=sheet.digest)
    with pytest.raises(IntegrityError):
        again.save(force_insert=True)


def test_what_was_not_seen_is_not_agreed_to():
    sheet = played()
    seen = sheet.digest
    sheets.amend_deal(sheet.pk, 1, deal(110), seen=sheet.revision, actor=OTHER)
    with pytest.raises(SheetConflict, match="sheet-changed"):
        confirm(sheet, "A", digest=seen)
    assert not sheet.events.filter(verb="confirmed").exists()


@pytest.mark.parametrize("back", [False, True])
def test_a_later_change_makes_what_was_agreed_to_void_also_where_it_is_taken_back(back):
    sheet = played(2)
    confirm(sheet, "A", reason="temps")
    sheets.amend_deal(sheet.pk, 1, deal(110), seen=sheet.revision, actor=OTHER)
    sheet.refresh_from_db()
    if back:
        sheets.amend_deal(sheet.pk, 1, deal(100), seen=sheet.revision, actor=OTHER)
        sheet.refresh_from_db()
    assert who(sheet) == set()
    confirm(sheet, "B", OTHER, reason="temps")
    assert (sheet.state, who(sheet)) == ("open", {"B"})


def test_who_dealt_first_changes_nothing_of_what_was_agreed_to():
    sheet = played()
    confirm(sheet, "A")
    sheets.set_first_dealer(sheet.pk, "W", OTHER)
    sheet.refresh_from_db()
    assert who(sheet) == {"A"}


def test_a_sheet_opened_again_is_agreed_to_anew():
    sheet = played()
    confirm(sheet, "A")
    confirm(sheet, "B")
    sheets.reopen_sheet(sheet.pk, actor=OTHER, reason="à revoir")
    sheet.refresh_from_db()
    assert (sheet.state, who(sheet)) == ("open", set())
    confirm(sheet, "A")
    confirm(sheet, "B")
    assert sheet.state == "closed"


def test_a_game_that_ends_early_needs_its_reason_from_who_agrees_first():
    sheet = played(3)
    with refused("sheet-unfinished"):
        confirm(sheet, "A")
    confirm(sheet, "A", reason="temps écoulé")
    confirm(sheet, "B", OTHER)
    assert sheet.state == "closed"
    assert {event.reason for event in sheet.events.exclude(verb="recorded")} == {"temps écoulé"}


def test_an_empty_sheet_a_closed_one_and_an_unknown_side_are_refused():
    with refused("sheet-empty"):
        confirm(new_sheet(), "A")
    sheet = played()
    with refused("side-unknown"):
        confirm(sheet, "C")
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=OTHER)
    with refused("sheet-closed"):
        confirm(sheet, "A")


def test_where_the_paper_has_other_totals_the_desk_closes():
    sheet = played()
    sheet.paper = {"totals": {"NS": 90, "EW": 0}}
    sheet.save()
    with refused("paper-differs"):
        confirm(sheet, "A")


def test_the_agreements_of_many_sheets_take_three_queries(django_assert_num_queries):
    many = [played() for _ in range(3)]
    confirm(many[1], "B")
    with django_assert_num_queries(3):
        found = agreeing.agreements_of(many)
    assert [set(found[sheet.pk].confirmed) for sheet in many] == [set(), {"B"}, set()]


# Not agreeing


def disagree(sheet, kind: str = "disagree", actor: Actor = ONE, **more):
    found = disputes.raise_dispute(sheet.pk, kind, actor=actor, **more)
    sheet.refresh_from_db()
    return found


def test_a_deal_that_is_not_agreed_about_is_named_and_keeps_the_sheet_open():
    sheet = played()
    confirm(sheet, "A")
    found = disagree(sheet, position=1, text="  86 ou\n96 ")
    assert (found.position, found.text, found.deadline, found.device) == (1, "86 ou 96", None, "telephone-1")
    with refused("sheet-disputed"):
        confirm(sheet, "B", OTHER, reason="quand même")
    assert (sheet.state, who(sheet)) == ("open", {"A"})


def test_the_same_disagreement_raised_twice_is_one_open_one():
    sheet = played()
    assert disagree(sheet, position=1) == disagree(sheet, position=1, side="B", actor=OTHER)
    protest = disagree(sheet, "protest", side="A")
    assert disagree(sheet, "protest", side="A") == protest != disagree(sheet, "protest", side="B")
    assert Dispute.objects.filter(sheet=sheet).count() == 3


def test_the_database_knows_one_open_disagreement_about_a_deal():
    sheet = played()
    disagree(sheet, position=1)
    with pytest.raises(IntegrityError):
        Dispute(sheet=sheet, kind="disagree", position=1).save(force_insert=True)


def test_a_protest_has_a_side_and_a_deadline():
    sheet = played()
    with refused("side-unknown"):
        disagree(sheet, "protest")
    found = disagree(sheet, "protest", side="B")
    assert (found.deadline - found.raised_at).total_seconds() == 60 * disputes.PROTEST_MINUTES


def test_what_no_dispute_is_about_is_refused():
    sheet = played()
    with refused("dispute-kind"):
        disagree(sheet, "colère")
    with refused("no-such-deal"):
        disagree(sheet, position=2)
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=OTHER)
    with refused("sheet-closed"):
        disagree(sheet)


def test_the_desk_closes_a_disputed_sheet_with_a_reason_only():
    sheet = played()
    disagree(sheet)
    with refused("sheet-disputed"):
        sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=OTHER)
    assert sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=OTHER, reason="tranché").state == "closed"


def test_it_is_decided_once_with_a_reason_and_the_table_may_agree_again():
    sheet = played()
    user = factories.make_user("arbiter")
    found = disagree(sheet, position=1)
    with refused("reason-missing"):
        disputes.decide(found.pk, "stands", " ", Actor(user=user.pk))
    with refused("dispute-outcome"):
        disputes.decide(found.pk, "perdu", "vu", Actor(user=user.pk))
    decided = disputes.decide(found.pk, "stands", "plis recomptés", Actor(user=user.pk))
    assert (decided.decided_by, decided.outcome, decided.reason) == (user, "stands", "plis recomptés")
    with pytest.raises(SheetConflict, match="dispute-decided"):
        disputes.decide(found.pk, "changed", "non", Actor(user=user.pk))
    told = sheet.events.get(verb="decided")
    assert (told.actor, told.reason, told.after["outcome"]) == (user, "plis recomptés", "stands")
    sheet.refresh_from_db()
    confirm(sheet, "A")
    confirm(sheet, "B")
    assert sheet.state == "closed"
    assert_replays(sheet)


def test_decided_it_may_be_raised_again():
    sheet = played()
    first = disagree(sheet, position=1)
    disputes.decide(first.pk, "settled", "accord", Actor())
    assert disagree(sheet, position=1) != first


def test_what_players_type_about_somebody_is_never_in_the_history():
    sheet = played()
    assert disagree(sheet, position=1, text="Quetschelier a triché").text == "Quetschelier a triché"
    event = sheet.events.get(verb="disputed")
    assert "Quetschelier" not in f"{event.before} {event.after} {event.reason}"
