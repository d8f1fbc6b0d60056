"""Lines of a paper that are asked for again: marked once, cleared once, and no sheet is closed while one stands."""

import pytest

from core.actors import SYSTEM, Actor
from scoring import asking, marking, sheets
from scoring.models import Dispute, EntryEvent, ScoreSheet
from scoring.rules.marked import Marked
from scoring.sheets import SheetConflict, SheetError
from tests.factories import make_user
from tests.tournaments.at_table import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    found = Table(deals=1)
    marking.write_lines(found.game.sheet_id, [Marked(120, 0)], seen=0, key="k", actor=SYSTEM)
    return found


def _close(table: Table, reason: str = "") -> ScoreSheet:
    digest = ScoreSheet.objects.get(pk=table.game.sheet_id).digest
    return sheets.close_sheet(table.game.sheet_id, digest=digest, actor=SYSTEM, reason=reason)


def test_a_sheet_with_a_question_is_not_closed_whatever_the_reason(table: Table) -> None:
    asked = asking.ask(table.game.sheet_id, 1, "0 or 8?", actor=SYSTEM)
    for reason in ("", "in a hurry"):
        with pytest.raises(SheetError, match="sheet-asked"):
            _close(table, reason)
    asking.clear(asked.pk, "it is 0", actor=SYSTEM)
    assert _close(table).state == "closed"


def test_a_line_is_asked_once_and_cleared_once_with_who_and_when(table: Table) -> None:
    clerk = Actor(user=make_user().pk)
    first = asking.ask(table.game.sheet_id, 1, actor=clerk)
    assert asking.ask(table.game.sheet_id, 1, "again", actor=clerk) == first
    cleared = asking.clear(first.pk, "it is 0", actor=clerk)
    assert (cleared.decided_by_id, cleared.reason) == (clerk.user, "it is 0")
    assert cleared.decided_at is not None
    with pytest.raises(SheetConflict, match="ask-cleared"):
        asking.clear(first.pk, "it is 8", actor=clerk)
    told = EntryEvent.objects.filter(sheet=table.game.sheet_id, verb__in=["disputed", "decided"])
    assert [event.actor_id for event in told] == [clerk.user, clerk.user]


def test_what_was_cleared_may_be_asked_anew(table: Table) -> None:
    first = asking.ask(table.game.sheet_id, 0, actor=SYSTEM)
    asking.clear(first.pk, "read together", actor=SYSTEM)
    assert asking.ask(table.game.sheet_id, 0, actor=SYSTEM) != first


def test_only_lines_that_are_there_or_come_next_are_asked(table: Table) -> None:
    assert asking.ask(table.game.sheet_id, 2, actor=SYSTEM).position == 2
    for position in (-1, 3):
        with pytest.raises(SheetError, match="no-such-deal"):
            asking.ask(table.game.sheet_id, position, actor=SYSTEM)


def test_what_a_table_disagrees_about_is_not_cleared_by_the_desk(table: Table) -> None:
    other = Dispute.objects.create(sheet_id=table.game.sheet_id, kind="disagree")
    with pytest.raises(SheetError, match="dispute-kind"):
        asking.clear(other.pk, "settled", actor=SYSTEM)
