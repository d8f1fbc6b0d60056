"""What the desk takes over from papers stands every check: the recomputing one, the file, and going back to a copy."""

import pytest

from core.actors import SYSTEM, Actor
from scoring import marking, sheets
from scoring.models import ScoreSheet
from scoring.rules.marked import Marked
from tests.factories import make_user
from tests.tournaments.at_table import Table
from tournaments import archive
from tournaments.services import asking, checks, rereading, tournament_file, typing

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Columns typed, corrected, taken back, asked about, turned, closed; and typed a second time otherwise."""
    found = Table(deals=3, preset="guide-belote")
    clerk = Actor(user=make_user().pk)

    def write(*lines: Marked) -> None:
        seen = ScoreSheet.objects.get(pk=found.game.sheet_id).revision
        typing.write_lines(found.game, lines, None, way="columns", seen=seen, key="k", actor=clerk)

    write(Marked(100, 62), Marked(90, 62), Marked(0, 0))
    write(Marked(100, 62), Marked(100, 62, trump="S"))
    write(Marked(100, 62), Marked(100, 62), Marked(62, 120, belotes=1))
    asked = asking.ask(found.game, 2, "100 or 160?", clerk)
    asking.clear(found.game, asked.pk, "100", clerk)
    now = ScoreSheet.objects.get(pk=found.game.sheet_id)
    now = sheets.turn_sides(now.pk, seen=now.revision, actor=clerk, reason="the other way round")
    sheets.close_sheet(now.pk, digest=now.digest, actor=clerk)
    rereading.ask([found.game], clerk)
    second = Actor(user=make_user().pk)
    (reading,) = rereading.open_readings(found.tournament)
    rereading.take(reading.pk, second)
    lines = [Marked(62, 100), Marked(62, 100), Marked(120, 62, belotes=1)]
    rereading.write(reading.pk, [one.as_data() for one in (*lines[:2], Marked(162, 0))], seen=0, actor=second)
    rereading.finish(reading.pk, second)
    revision = ScoreSheet.objects.get(pk=found.game.sheet_id).revision
    rereading.settle(reading.pk, [3], seen=revision, actor=clerk, reason="no belote")
    return found


def test_the_check_works_the_same_figures_out(table: Table) -> None:
    checked = checks.look(table.tournament, with_draws=False)
    about_sheets = [one for one in checked.findings if one.place.table == table.game.table_no]
    assert about_sheets == []
    assert ScoreSheet.objects.get(pk=table.game.sheet_id).state == "closed"


def test_a_line_that_was_altered_behind_its_history_is_found(table: Table) -> None:
    sheet = ScoreSheet.objects.get(pk=table.game.sheet_id)
    sheet.entries.filter(position=1).update(data=Marked(63, 99).as_data())
    found = {one.code for one in checks.look(table.tournament, with_draws=False).findings}
    assert "deal-otherwise" in found


def test_the_file_holds_them_and_is_read_back(table: Table) -> None:
    document = archive.read(tournament_file.export(table.tournament))
    kept = [row["data"] for row in document["sheet_entries"] if row["voided_at"] is None]
    assert [line["marked"] for line in sorted(kept, key=lambda line: -line["marked"]["EW"])] == [
        {"NS": 62, "EW": 100},
        {"NS": 62, "EW": 100},
        {"NS": 162, "EW": 0},
    ]
    assert [row["kind"] for row in document["disputes"]] == ["ask"]


def test_lines_of_whole_games_and_of_deals_do_not_mix_into_more_deals_than_there_are(table: Table) -> None:
    other = Table(deals=3)
    marking.write_lines(other.game.sheet_id, [Marked(5, 7, 3, whole=True)], seen=0, key="k", actor=SYSTEM)
    assert ScoreSheet.objects.get(pk=other.game.sheet_id).complete
