"""Copies of a tournament, and the way back to one."""

import datetime

import pytest
from django.utils import timezone

from core import audit, files
from core.actors import SYSTEM, of_user
from core.models import AuditEvent, StoredFile
from scoring import sheets
from tests import factories
from tests.kept import kept
from tests.scoring.on_sheets import deal
from tests.tournaments.services import evening
from tournaments import archive
from tournaments.models import Entry, Game, Snapshot, Tournament
from tournaments.safety import Act
from tournaments.services import entries, rounds, snapshots, tournament_file
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def tournament() -> Tournament:
    """Four pairs, round 1 being played, a deal at table 1."""
    tournament = evening.new_tournament(4, deals=3)
    evening.start_round(tournament, 1)
    record(tournament, 1, 1)
    tournament.refresh_from_db()
    return tournament


def record(tournament: Tournament, table: int, position: int) -> None:
    game = Game.objects.get(match__round__stage__tournament=tournament, table_no=table)
    key = f"{table}-{position}-{game.sheet.revision}"
    sheets.record_deal(game.sheet_id, deal(), position=position, client_key=key, actor=SYSTEM)


def take(tournament: Tournament, cause: str = "act", **more) -> Snapshot:
    return snapshots.take(tournament, cause, SYSTEM, act=Act.LEAVE, **more)


def leave(tournament: Tournament, number: int, copy: Snapshot | None = None) -> Entry:
    """Entry ``number`` leaves; where a copy was made before, the trail says so."""
    with audit.marked("warned", copy.pk if copy else None):
        return entries.set_status(tournament.entries.get(number=number).pk, "withdrawn", SYSTEM)


def undo(copy: Snapshot) -> None:
    snapshots.undo(copy.pk, snapshots.what_is_lost(copy).mark, SYSTEM)


def test_a_copy_is_the_file_of_the_tournament_gzipped_and_private(tournament):
    copy = take(tournament)
    kept = files.read(copy.file)
    assert kept == archive.compressed(tournament_file.export(tournament))
    assert copy.file.private
    assert archive.read(kept)["tournament"]["revision"] == copy.revision == tournament.revision


def test_the_act_that_a_copy_was_made_before_is_not_lost_but_undone(tournament):
    copy = take(tournament)
    leave(tournament, 2, copy)
    assert snapshots.what_is_lost(copy).is_nothing
    undo(copy)
    assert tournament.entries.get(number=2).status == "active"
    copy.refresh_from_db()
    assert copy.undone_at is not None


def test_deals_and_acts_since_are_counted(tournament):
    copy = take(tournament)
    leave(tournament, 2, copy)
    record(tournament, 1, 2)
    record(tournament, 1, 3)
    record(tournament, 2, 1)
    leave(tournament, 3)
    lost = snapshots.what_is_lost(copy)
    assert (lost.deals, lost.tables, lost.acts) == (3, 2, 1)
    assert not lost.is_nothing


def test_a_sheet_closed_since_is_counted(tournament):
    copy = take(tournament)
    game = Game.objects.get(table_no=1)
    evening.close(game.sheet, reason="fini")
    lost = snapshots.what_is_lost(copy)
    assert (lost.deals, lost.sheets) == (0, 1)


def test_what_the_act_itself_did_to_sheets_is_no_loss(tournament):
    user = factories.make_user()
    copy = snapshots.take(tournament, "act", of_user(user), act=Act.TURN_SIDES)
    game = Game.objects.get(table_no=1)
    sheets.turn_sides(game.sheet_id, seen=game.sheet.revision, actor=of_user(user), reason="x")
    with audit.marked("warned", copy.pk):
        audit.record(of_user(user), "sheet.turned", game, club_id=tournament.club_id)
    assert snapshots.what_is_lost(copy).is_nothing


def test_what_came_after_the_count_is_not_lost_unseen(tournament):
    copy = take(tournament)
    mark = snapshots.what_is_lost(copy).mark
    record(tournament, 1, 2)
    with pytest.raises(Conflict, match="changed-since"):
        snapshots.undo(copy.pk, mark, SYSTEM)
    assert Game.objects.get(table_no=1).sheet.revision == 2


def test_going_back_is_told_with_what_it_made_void(tournament):
    copy = take(tournament)
    record(tournament, 2, 1)
    undo(copy)
    event = AuditEvent.objects.get(verb="tournament.restored")
    assert event.before == {"deals": 1, "tables": 1, "acts": 0}
    assert event.after["copy"] == str(copy.pk)


def test_a_copy_whose_file_is_gone_or_damaged_is_refused(tournament):
    copy = take(tournament)
    path = files.path_of(copy.file.sha256)
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    with pytest.raises(TournamentError, match="copy-damaged"):
        undo(copy)
    path.unlink()
    with pytest.raises(Conflict, match="copy-gone"):
        undo(copy)


# How many are kept


def test_of_the_copies_before_acts_and_those_asked_for_the_last_ones_are_kept(tournament, monkeypatch):
    monkeypatch.setattr(snapshots, "KEPT_ACTS", 3)
    monkeypatch.setattr(snapshots, "KEPT_ASKED", 2)
    made = [take(tournament, cause) for cause in ("act", "asked", "act", "asked", "act", "act", "asked")]
    left = set(Snapshot.objects.values_list("pk", flat=True))
    assert left == {row.pk for row in made[2:]} - {made[1].pk}
    assert StoredFile.objects.filter(kind=snapshots.KIND).count() == 5


def test_after_each_round_the_last_copy_is_kept(tournament):
    for number in (1, 1, 2):
        take(tournament, "round", round_number=number)
    assert sorted(Snapshot.objects.values_list("round_number", flat=True)) == [1, 2]


def test_another_tournaments_copies_are_not_touched(tournament, monkeypatch):
    monkeypatch.setattr(snapshots, "KEPT_ACTS", 1)
    other = evening.new_tournament(2)
    take(other)
    take(tournament)
    take(tournament)
    assert Snapshot.objects.filter(tournament=other).count() == 1


def test_a_dropped_copy_leaves_nothing(tournament):
    snapshots.drop(take(tournament))
    assert not Snapshot.objects.exists()
    assert not StoredFile.objects.filter(kind=snapshots.KIND).exists()


def test_tidying_files_leaves_the_copies(tournament):
    copy = take(tournament)
    files.tidy(timezone.now() + datetime.timedelta(days=400))
    assert files.is_there(copy.file)


def test_going_back_over_a_draw_and_forward_again(tournament):
    before = take(tournament)
    for table in (1, 2):
        while Game.objects.get(table_no=table).sheet.revision < 3:
            record(tournament, table, Game.objects.get(table_no=table).sheet.revision + 1)
        evening.close(Game.objects.get(table_no=table).sheet)
    rounds.close_round(tournament.stages.get().rounds.get().pk, SYSTEM)
    after = take(tournament)
    wanted = archive.live(archive.read(files.read(after.file)))
    undo(before)
    undo(after)
    assert archive.live(archive.read(tournament_file.export(tournament))) == wanted
