"""The verbs of a round's clock: what they write once, and for whom the length holds."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction

from core.actors import SYSTEM
from tests.kept import kept
from tests.tournaments.services import evening
from tournaments import archive
from tournaments.clock import GO_ON, LAST_DEAL, LENGTH, PAUSE, START
from tournaments.models import ClockEvent, Round
from tournaments.services import clocks, reopening, rounds, tournament_file
from tournaments.services.errors import TournamentError

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def playing():
    tournament = evening.new_tournament(4, rounds=2, deals=1)
    return tournament, evening.start_round(tournament, 1)


def kinds(round_: Round) -> list[str]:
    return list(round_.clock.values_list("kind", flat=True))


def shown(round_: Round):
    return clocks.clock_of(Round.objects.select_related("stage__game_format").get(pk=round_.pk))


def test_what_is_done_twice_is_written_once(playing):
    round_ = playing[1]
    for act in (START, START, PAUSE, PAUSE, GO_ON, GO_ON, LAST_DEAL, LAST_DEAL):
        clocks.act(round_.pk, act, SYSTEM)
    for _ in range(2):
        clocks.act(round_.pk, LENGTH, SYSTEM, minutes=50)
    assert kinds(round_) == [START, PAUSE, GO_ON, LAST_DEAL, LENGTH]


def test_two_acts_have_no_number_in_common(playing):
    round_ = playing[1]
    clocks.act(round_.pk, PAUSE, SYSTEM)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClockEvent.objects.create(round=round_, seq=1, kind=PAUSE)


def test_the_phones_hear_of_it_by_the_revision_of_the_round(playing):
    round_ = playing[1]
    before = Round.objects.get(pk=round_.pk).revision
    clocks.act(round_.pk, LAST_DEAL, SYSTEM)
    clocks.act(round_.pk, LAST_DEAL, SYSTEM)
    assert Round.objects.get(pk=round_.pk).revision == before + 1


def test_a_length_that_was_said_holds_for_the_rounds_that_follow(playing):
    tournament, round_ = playing
    assert shown(round_).minutes == 5
    clocks.act(round_.pk, LENGTH, SYSTEM, minutes=20)
    assert shown(round_).minutes == 20
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    second = evening.start_round(tournament, 2)
    assert shown(second).minutes == 20


def test_a_round_that_is_opened_again_did_not_run_meanwhile(playing):
    _, round_ = playing
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    Round.objects.filter(pk=round_.pk).update(
        started_at=round_.started_at - dt.timedelta(hours=2), closed_at=round_.started_at - dt.timedelta(hours=1)
    )
    reopening.reopen_round(round_.pk, SYSTEM, reason="une feuille de plus")
    found = shown(round_)
    assert found.is_paused
    assert round(found.ran(round_.started_at).total_seconds() / 60) == 60


@pytest.mark.parametrize(
    ("code", "act", "minutes"),
    [("clock-act", "wind", None), ("clock-minutes", LENGTH, None), ("clock-minutes", LENGTH, 601)],
)
def test_what_no_clock_does_is_refused(playing, code, act, minutes):
    with pytest.raises(TournamentError, match=code):
        clocks.act(playing[1].pk, act, SYSTEM, minutes=minutes)


def test_the_clock_is_in_the_tournaments_file_and_a_file_without_one_is_read(playing):
    tournament, round_ = playing
    clocks.act(round_.pk, PAUSE, SYSTEM)
    document = archive.read(tournament_file.export(tournament))
    assert [row["kind"] for row in document["clock_events"]] == [PAUSE]
    del document["clock_events"]
    assert archive.read(archive.written(document))["clock_events"] == []
