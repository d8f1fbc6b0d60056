"""Going back, putting right and opening again while somebody else acts: nothing is lost unseen, nothing is doubled."""

from pathlib import Path

import pytest
from django.db import connection, transaction

from core import files
from core.actors import SYSTEM
from scoring.models import EntryEvent, SheetEntry
from tests.scoring.on_sheets import assert_replays, record, totals
from tests.tournaments.services import evening
from tournaments import archive
from tournaments.models import Draw, Game, Result, Round, Seat, SetAside, Snapshot, Tournament
from tournaments.services import entries, restoring, rounds, snapshots, tournament_file

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RACE = "tests.tournaments.services.safety_race"
STALE = ["Conflict", "changed-since"]


@pytest.fixture
def times(scale):
    """How often a race is run. SQLite lets one writer in at a time, so that there twice shows it as well."""
    return (4 if connection.vendor == "postgresql" else 2) * min(scale, 10)


def copied(tournament: Tournament) -> tuple[str, str]:
    """A copy of a tournament, and the mark of what was seen then."""
    copy = snapshots.take(tournament, "asked", SYSTEM)
    return str(copy.pk), restoring.mark_of(tournament)


def test_of_those_that_go_back_at_once_one_does(crowd, times):
    things = []
    for _ in range(times):
        tournament = evening.new_tournament(4)
        copy, _mark = copied(tournament)
        entries.set_status(tournament.entries.get(number=1).pk, "withdrawn", SYSTEM)
        things.append((copy, restoring.mark_of(tournament)))
    for (copy, _mark), answers in zip(things, crowd("undo_at_once", things, 3), strict=True):
        tournament = Snapshot.objects.get(pk=copy).tournament
        assert sorted(answers, key=str) == sorted([str(tournament.pk), STALE, STALE], key=str)
        assert tournament.entries.get(number=1).status == "active"


def test_a_deal_entered_while_one_goes_back_is_either_seen_before_or_stands_after(in_turns, times):
    things = []
    for _ in range(2 * times):
        tournament = evening.new_tournament(4, deals=3)
        game = evening.games_of(evening.start_round(tournament, 1))[0]
        copy, _mark = copied(tournament)
        record(game.sheet)
        entries.set_status(tournament.entries.get(number=1).pk, "withdrawn", SYSTEM)
        things.append((copy, restoring.mark_of(tournament), str(game.sheet_id)))
    for (_copy, _mark, sheet_id), (back, made) in zip(things, in_turns("undo_or_deal", things), strict=True):
        sheet = Game.objects.get(sheet=sheet_id).sheet
        assert_replays(sheet)
        entry = SheetEntry.objects.get(pk=made)
        assert entry.voided_at is None
        assert back in ("running", STALE)


def test_a_draw_published_while_one_goes_back_is_either_seen_before_or_refused(in_turns, times):
    things, tournaments = [], []
    for _ in range(2 * times):
        tournament = evening.new_tournament(4)
        copy, _mark = copied(tournament)
        draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
        things.append((copy, restoring.mark_of(tournament), str(draw.pk)))
        tournaments.append(tournament)
    for tournament, (back, published) in zip(tournaments, in_turns("undo_or_publish", things), strict=True):
        round_ = Round.objects.get(stage__tournament=tournament)
        tables = Game.objects.filter(match__round=round_).count()
        if back == STALE:
            assert (published, round_.state, tables) == ("playing", "playing", 2)
        else:
            assert (back, published) == ("setup", ["Conflict", "draw-gone"])
            assert (round_.state, tables) == ("draft", 0)
            assert Draw.objects.get(round=round_).state == "discarded"


def test_of_those_that_put_a_table_right_at_once_one_does_and_nobody_sits_twice(crowd, times):
    things = []
    for _ in range(times):
        round_ = evening.start_round(evening.new_tournament(8), 1)
        one, two, three, _four = evening.games_of(round_)
        seat = one.match.seats.get(side="A")
        seen = {str(seat.pk): str(seat.participant_id)}
        wanted = [{str(seat.pk): str(evening.entry_at(game, "B").pk)} for game in (one, two, three)]
        things.append((str(one.pk), seen, wanted))
    for (game, _seen, _wanted), answers in zip(things, crowd("put_right_at_once", things, 3), strict=True):
        assert sorted(answers, key=str) == sorted(["done", *[["Conflict", "seats-changed"]] * 2], key=str)
        round_ = Game.objects.get(pk=game).match.round
        assert Seat.objects.filter(round=round_).values("participant").distinct().count() == 8


def test_a_sheet_closed_while_who_played_is_put_right_counts_for_who_sits_there(in_turns, times):
    games = []
    for _ in range(2 * times):
        game = evening.games_of(evening.start_round(evening.new_tournament(4), 1))[0]
        record(game.sheet, evening.deal(100))
        games.append(game)
    answers = in_turns("put_right_or_close", [str(game.pk) for game in games])
    for game, (tables, closed) in zip(games, answers, strict=True):
        assert tables == [game.table_no]
        assert closed == "closed"
        marks = dict(Result.objects.filter(game=game).values_list("entry_id", "points_for"))
        assert marks == {evening.entry_at(game, "A").pk: 100, evening.entry_at(game, "B").pk: 0}


def test_a_sheet_that_several_turn_at_once_is_turned_once(crowd, times):
    things = []
    for _ in range(times):
        game = evening.games_of(evening.start_round(evening.new_tournament(4), 1))[0]
        record(game.sheet, evening.deal(100))
        things.append((str(game.pk), game.sheet.revision))
    for (game, seen), answers in zip(things, crowd("turn_at_once", things, 3), strict=True):
        assert sorted(answers, key=str) == sorted([seen + 1, *[["SheetConflict", "sheet-changed"]] * 2], key=str)
        sheet = Game.objects.get(pk=game).sheet
        assert totals(sheet) == (0, 100)
        assert EntryEvent.objects.filter(sheet=sheet, verb="turned").count() == 1


def test_a_round_opened_again_while_the_next_is_drawn_is_never_open_beside_it(in_turns, times):
    played = []
    for _ in range(2 * times):
        tournament = evening.new_tournament(4)
        played.append((str(tournament.pk), str(evening.play_round(tournament, 1).pk)))
    for (tournament, first), (opened, drawn) in zip(played, in_turns("reopen_or_draw", played), strict=True):
        playing = list(
            Round.objects.filter(stage__tournament=tournament, state="playing").values_list("number", flat=True)
        )
        if drawn == "playing":
            assert (playing, opened) == ([2], ["TournamentError", "round-not-last-closed"])
        else:
            assert (playing, opened) == ([1], "playing")
            assert Round.objects.get(pk=first).closed_at is None
        assert not Draw.objects.filter(round__stage__tournament=tournament, state="draft").exists() or playing == [1]


def test_of_those_that_open_a_round_again_at_once_one_does(crowd, times):
    played = [str(evening.play_round(evening.new_tournament(4), 1).pk) for _ in range(times)]
    for answers in crowd("reopen_at_once", played, 3):
        assert sorted(answers, key=str) == sorted(["playing", *[["Conflict", "round-not-closed"]] * 2], key=str)


def test_a_tournament_taken_over_by_several_at_once_is_here_once(crowd, tmp_path: Path):
    with transaction.atomic():
        tournament = evening.new_tournament(4)
        evening.play_round(tournament, 1)
        data = tournament_file.export(tournament)
        transaction.set_rollback(True)
    path = tmp_path / "tournoi.json"
    path.write_bytes(data)
    (answers,) = crowd("take_over_at_once", [str(path)], 3)
    won = [one for one in answers if isinstance(one, str)]
    assert won == [str(pk) for pk in Tournament.objects.values_list("pk", flat=True)]
    assert all(one[1] in ("archive-known", "archive-clash") for one in answers if isinstance(one, list))
    assert tournament_file.export(Tournament.objects.get()) == data


def test_a_copy_made_while_deals_come_in_is_of_one_moment(in_turns, times):
    things = []
    for _ in range(2 * times):
        tournament = evening.new_tournament(4, deals=3)
        game = evening.games_of(evening.start_round(tournament, 1))[0]
        things.append((str(tournament.pk), str(game.sheet_id)))
    for copy, position in in_turns("copy_while_deals_come", things):
        assert position == 1
        document = archive.read(files.read(Snapshot.objects.get(pk=copy).file))
        lines = {row["sheet"] for row in document["sheet_entries"]}
        begun = {row["id"] for row in document["sheets"] if row["revision"]}
        told = {row["sheet"] for row in document["sheet_events"]}
        assert lines == begun == told
    assert not SetAside.objects.exists()
