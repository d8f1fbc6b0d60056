"""The table, its desk and who leads the evening at the same moment, in processes of their own: each once, none lost.

On SQLite the same processes take turns; nobody is told that the database is locked.
"""

import json
from dataclasses import asdict

import pytest
from django.db import connection

from core.actors import Actor
from core.models import AuditEvent
from scoring import agreeing, sheets
from scoring.models import LateDeal
from tests import factories
from tests.scoring.on_sheets import assert_replays, deal, record, totals
from tests.services import hall
from tests.tournaments.services import evening
from tests.tournaments.services.table_race import PAPER, QUEUE
from tournaments.models import Draw, Result, Round
from tournaments.services import drawing
from tournaments.standings.ranking import bye_average

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RACE = "tests.tournaments.services.table_race"


@pytest.fixture
def times(scale):
    """How often a race is run. SQLite lets one writer in at a time, so that there twice shows it as well."""
    return (4 if connection.vendor == "postgresql" else 2) * min(scale, 10)


def test_a_queue_that_comes_while_the_desk_types_the_same_sheet_is_written_shown_or_kept(in_turns, times):
    tournament = evening.new_tournament(2 * times, deals=len(QUEUE))
    games = evening.games_of(evening.start_round(tournament, 1))
    links = {table["sheet"]: table["link"] for table in hall.open_tables()}
    things = [(str(game.pk), links[str(game.sheet_id)]) for game in games]
    answers = in_turns("type_or_replay", things, str(factories.make_user("administrator").pk))
    for game, (typed, sent) in zip(games, answers, strict=True):
        assert_replays(game.sheet)
        stands = [entry.data for entry in sheets.standing_entries(game.sheet)]
        assert len(stands) == len(QUEUE)
        late = {row.position for row in LateDeal.objects.filter(sheet=game.sheet)}
        for position, (mine, paper, stand, desk, phone) in enumerate(
            zip(QUEUE, PAPER, stands, typed, sent, strict=False), start=1
        ):
            assert stand in (mine, paper)
            assert desk in ("ok", "position-taken")
            assert phone in (
                # Nothing of the queue is lost: it stands, the phone is shown what stands, or the arbiter has it.
                {"ok", "late ok"} if stand == mine else {"position-taken", "late ok"}
            )
            assert (position in late) == (phone == "late ok" and stand != mine)
        assert typed[-1] == "ok" or game.sheet.state == "open"


def test_the_next_round_is_drawn_with_what_was_agreed_at_the_last_moment(in_turns, times):
    things = []
    for _ in range(times):
        tournament = evening.new_tournament(5)
        round_ = evening.start_round(tournament, 1)
        first, last = evening.games_of(round_)
        evening.play_game(first)
        things.append((str(tournament.pk), str(round_.pk), str(last.sheet_id)))
    for (_, round_id, _), (drawn, agreed) in zip(things, in_turns("finish_or_go_on", things), strict=True):
        assert agreed == ["open", "closed"]
        assert isinstance(drawn, str), drawn
        results = Result.objects.filter(round=round_id)
        scores = list(results.filter(source="game").values_list("points_for", flat=True))
        assert sorted(scores) == [0, 0, 100, 160]
        assert results.get(source="bye").points_for == bye_average(scores)
        draft, stage = Draw.objects.get(pk=drawn), Round.objects.get(pk=round_id).stage
        now = drawing.draw_request(stage.tournament, stage, 2, 1)
        assert draft.inputs == json.loads(json.dumps(asdict(now)))


def test_of_two_desks_on_one_sheet_one_writes_and_the_other_is_shown_what_stands(in_turns, times):
    games = evening.games_of(evening.start_round(evening.new_tournament(2 * times, deals=3), 1))
    for game in games:
        record(game.sheet, deal(80))
    desks = [str(factories.make_user("administrator").pk) for _ in range(2)]
    answers = in_turns("two_desks", [(str(game.pk), game.sheet.revision) for game in games], desks)
    for game, (one, other) in zip(games, answers, strict=True):
        assert sorted([one[0], other[0]]) == ["ok", "sheet-changed"]
        assert sorted([one[1], other[1]]) == ["ok", "position-taken"]
        assert_replays(game.sheet)
        verbs = list(game.sheet.events.order_by("seq").values_list("verb", flat=True))
        assert sorted(verbs) == ["amended", "recorded", "recorded"]


def test_who_agrees_while_the_desk_puts_a_deal_right_agrees_to_what_was_seen_or_to_nothing(in_turns, times):
    """By the desk's own verbs, at tables where the other side agrees already and where it does not."""
    games = evening.games_of(evening.start_round(evening.new_tournament(4 * times), 1))
    links = {table["sheet"]: table["link"] for table in hall.open_tables()}
    things = []
    for number, game in enumerate(games):
        record(game.sheet, deal(80))
        if number % 2:
            agreeing.confirm(game.sheet_id, "A", digest=game.sheet.digest, actor=Actor(device="a"))
            game.sheet.refresh_from_db()
        things.append((str(game.pk), links[str(game.sheet_id)], game.sheet.digest, game.sheet.revision))
    desk = str(factories.make_user("administrator").pk)
    for game, (agrees, corrects) in zip(games, in_turns("confirm_or_correct", things, desk), strict=True):
        assert_replays(game.sheet)
        # The desk has its way, and whoever agreed to what was there before has to agree again.
        assert (game.sheet.state, totals(game.sheet)) == ("open", (120, 0))
        assert agreeing.agreement_of(game.sheet).confirmed == {}
        assert not Result.objects.filter(game=game).exists()
        reopened = AuditEvent.objects.filter(verb="sheet.reopened", object_id=game.pk).count()
        if agrees == ["SheetConflict", "sheet-changed"]:
            assert (corrects, reopened) == (["ok"], 0)
        elif agrees == "closed":
            assert (corrects, reopened) == (["sheet-closed", "opened ok", "ok"], 1)
        else:
            assert (agrees, corrects, reopened) == ("open", ["sheet-changed", "ok"], 0)


def test_of_many_that_write_at_once_each_waits_for_its_turn_and_none_is_refused(together):
    games = evening.games_of(evening.start_round(evening.new_tournament(16, deals=3), 1))
    (outcome,) = together([(f"{RACE}:everybody_writes", [[str(game.sheet_id) for game in games], 3])])
    assert outcome.value == [3] * len(games)
    for game in games:
        assert_replays(game.sheet)
