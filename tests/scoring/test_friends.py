"""Tables of friends: their games, the next one, and that nothing is left once they are erased."""

import datetime as dt
import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from core import jobs, links
from core.models import AccessLink, Job
from scoring import friends, sheets, tasks
from scoring.friends import FriendsError, Length
from scoring.models import EntryEvent, FriendsGame, FriendsTable, GameFormat, ScoreSheet, SheetEntry, SheetSide
from scoring.rules import DealError, RuleSetError
from scoring.rules.game_format import FormatError
from scoring.sheets import SheetError
from tests.scoring.on_sheets import PASSED, PHONE, deal, new_key, new_sheet, record
from tests.tournaments.friends_table import Friends

pytestmark = pytest.mark.django_db

OF_THREE = {"declarer": "B", "contract": 100, "trump": "H", "points": {"NS": 110, "EW": 52}, "belote": ["C"]}


def totals(sheet: ScoreSheet) -> dict[str, int]:
    return dict(sheet.sides.values_list("side", "total"))


def test_a_table_has_what_was_chosen_and_its_first_game():
    table = Friends(3, names=["  Ann ", "\u202eBob", "Anne-Charlotte"], length=Length("deals", 8)).game.table
    assert (table.players, table.names, table.open_ended) == (3, ["Ann", "Bob", "Anne-Charlot"], False)
    assert (table.format.kind, table.format.length, table.ruleset_version.ruleset.key) == ("deals", 8, "club")
    assert Friends(2, names=[]).game.table.names == ["", ""]
    assert Friends(2).game.table.ruleset_version.ruleset.key == "guide-belote-two"
    assert Friends(4, preset="ffb-contree-2016+points").game.table.ruleset_version.variants == ["points"]


def test_tables_of_one_length_share_its_row():
    Friends(length=Length("open"))
    before = GameFormat.objects.count()
    assert Friends(3, length=Length("open")).game.table.open_ended
    assert GameFormat.objects.count() == before


def test_an_unknown_rule_set_and_a_length_that_no_game_has_are_refused():
    with pytest.raises(RuleSetError):
        Friends(preset="nowhere")
    with pytest.raises(FormatError):
        Friends(length=Length("deals", 0))
    assert not FriendsTable.objects.exists()


def test_the_link_is_kept_hashed_and_opens_this_table_alone():
    one, other = Friends(), Friends()
    assert one.token not in str(AccessLink.objects.values())
    found = links.find(AccessLink.Purpose.FRIENDS, one.token)
    assert found is not None
    assert found.target == one.access.table_id != other.access.table_id
    assert links.find(AccessLink.Purpose.TABLE, one.token) is None


def test_a_deal_of_three_is_marked_by_each_and_may_be_changed_and_taken_back():
    sheet = Friends(3).game.sheet
    record(sheet, OF_THREE, PASSED)
    assert totals(sheet) == {"A": 0, "B": 100, "C": 20}
    first = sheet.entries.get(position=1)
    assert (first.scores, first.data["declarer"]) == ({"A": 0, "B": 100, "C": 20}, "B")
    sheet.refresh_from_db()
    lost = {**OF_THREE, "points": {"NS": 60, "EW": 102}}
    sheets.amend_deal(sheet.pk, 1, lost, seen=sheet.revision, actor=PHONE)
    assert totals(sheet) == {"A": 162, "B": 0, "C": 182}
    sheet.refresh_from_db()
    sheets.void_last(sheet.pk, 2, seen=sheet.revision, actor=PHONE)
    sheet.refresh_from_db()
    sheets.void_last(sheet.pk, 1, seen=sheet.revision, actor=PHONE)
    assert totals(sheet) == {"A": 0, "B": 0, "C": 0}


def test_a_deal_of_two_sides_is_none_of_three_nor_the_other_way_round():
    for players, one in ((3, deal(100)), (4, OF_THREE), (2, OF_THREE)):
        with pytest.raises(DealError) as refused:
            record(Friends(players).game.sheet, one)
        assert refused.value.field == "declarer"


@pytest.mark.parametrize(("players", "seats"), [(2, "NE"), (3, "ABC"), (4, "NWSE")])
def test_only_who_sits_there_can_deal(players: int, seats: str):
    sheet = Friends(players).game.sheet
    for seat in "NESWABC":
        if seat in seats:
            assert sheets.set_first_dealer(sheet.pk, seat, PHONE).first_dealer == seat
        else:
            with pytest.raises(SheetError, match="seat-unknown"):
                sheets.set_first_dealer(sheet.pk, seat, PHONE)


def test_the_next_game_begins_once_for_all_who_ask():
    table = Friends()
    first = table.game
    record(first.sheet, deal(100))
    again = friends.again(table.access.table_id, first.sheet_id)
    assert (again.number, again.sheet.entries.count()) == (2, 0)
    assert friends.again(table.access.table_id, first.sheet_id) == again
    assert friends.again(table.access.table_id, again.sheet_id) == again  # nothing was played in it
    assert FriendsGame.objects.filter(table=table.access.table_id).count() == 2
    # What comes late for the first game is still written there.
    sheets.record_deal(first.sheet_id, deal(90), position=2, client_key=new_key(), actor=PHONE)
    assert first.sheet.entries.count() == 2


def test_a_table_has_room_for_an_evening_and_no_more(monkeypatch):
    monkeypatch.setattr(friends, "MOST_GAMES", 1)
    table = Friends()
    record(table.game.sheet, deal(100))
    with pytest.raises(FriendsError, match="games-range"):
        friends.again(table.access.table_id, table.game.sheet_id)
    with pytest.raises(FriendsError, match="table-gone"):
        friends.again(uuid.uuid4(), table.game.sheet_id)


def test_a_number_of_a_game_is_given_once():
    game = Friends().game
    with pytest.raises(IntegrityError), transaction.atomic():
        FriendsGame.objects.create(table=game.table, number=1, sheet=new_sheet())


def test_erasing_leaves_nothing_of_it_and_everything_of_the_others():
    kept, gone = Friends(3), Friends(3)
    for table in (kept, gone):
        record(table.game.sheet, OF_THREE)
    record(friends.again(gone.access.table_id, gone.game.sheet_id).sheet, PASSED)
    table_id = gone.access.table_id
    friends.erase(table_id)
    friends.erase(table_id)
    assert [row.pk for row in FriendsTable.objects.all()] == [kept.access.table_id]
    assert [row.pk for row in ScoreSheet.objects.all()] == [kept.game.sheet_id]
    for rows in (SheetEntry, SheetSide, EntryEvent):
        assert set(rows.objects.values_list("sheet", flat=True)) == {kept.game.sheet_id}
    assert not AccessLink.objects.filter(target=table_id).exists()
    with pytest.raises(ScoreSheet.DoesNotExist):
        sheets.record_deal(uuid.uuid4(), OF_THREE, position=1, client_key=new_key(), actor=PHONE)


def test_the_history_of_a_sheet_that_is_kept_is_not_deleted():
    record(Friends(3).game.sheet, OF_THREE)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        EntryEvent.objects.all().delete()


def test_what_nobody_has_used_for_thirty_days_is_erased_at_night():
    used, unused, young = Friends(), Friends(), Friends()
    now = timezone.now()
    old = now - dt.timedelta(days=friends.DAYS_KEPT, minutes=1)
    FriendsTable.objects.exclude(pk=young.access.table_id).update(created_at=old)
    ScoreSheet.objects.update(updated_at=old)
    ScoreSheet.objects.filter(pk=used.game.sheet_id).update(updated_at=old + dt.timedelta(minutes=2))
    assert friends.unused() == [unused.access.table_id]
    tasks.ask_tonight()
    job = Job.objects.get(kind=tasks.ERASE)
    jobs.run_job(str(job.pk))
    job.refresh_from_db()
    assert job.result == {"erased": 1}
    assert FriendsTable.objects.count() == 2
