"""Corrections by role and time: no verb changes a result once its windows are over, and nobody opens a sheet at a table
too late."""

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import pytest
from django.db import transaction
from django.utils import timezone

from clubs.roles import Role
from core import actors
from core.actors import SYSTEM, Actor
from core.models import AccessLink
from scoring import agreeing, sheets
from scoring.models import ScoreSheet
from scoring.sheet_rows import SheetError
from tests import factories
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening
from tests.tournaments.test_safety import REFUSALS, VERBS
from tournaments.models import Adjustment, Game, Result, Round, Tournament
from tournaments.safety import Act
from tournaments.services import (
    adjustments,
    catchup,
    corrections,
    forfeits,
    given_settings,
    play,
    publishing,
    reopening,
    rescoring,
    rounds,
    seats,
    windows,
)
from tournaments.services.errors import TournamentError
from tournaments.standings.policies import ByeRule, GivenRules
from tournaments.windows import After, Rules, Window

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def later(minutes: float) -> Any:
    """The server's clock so much later."""
    now = timezone.now() + dt.timedelta(minutes=minutes)
    return mock.patch("tournaments.services.windows.timezone.now", lambda: now)


def public(pairs: int = 4) -> tuple[Tournament, Round, Game]:
    """A round of one deal, closed and public; who rests may make the game up."""
    tournament = evening.new_tournament(pairs, settings=GivenRules(bye=ByeRule(catch_up=True)).to_settings())
    round_ = evening.play_round(tournament, 1)
    evening.publish(tournament, round_)
    return tournament, round_, evening.games_of(round_)[0]


def who(tournament: Tournament, role: Role) -> Actor:
    return actors.of_user(factories.make_user(role, club=tournament.club))


def code_of(act: Callable[[], Any]) -> str:
    with pytest.raises((TournamentError, SheetError)) as refused, transaction.atomic():
        act()
    return refused.value.code


def settle(tournament: Tournament, **rules: Any) -> None:
    windows.settle(tournament.pk, Rules(**rules), SYSTEM)


# By role and time


def test_who_publishes_after_the_last_round_only_has_not_left_those_before_open_for_good():
    tournament = evening.new_tournament(2, rounds=2)
    first, second = (evening.play_round(tournament, number) for number in (1, 2))
    made = evening.publish(tournament, second)
    with later(31):
        assert [windows.of_round(one).window for one in (first, second)] == [Window.CLOSED, Window.CLOSED]
        assert [round_ for round_, _now in windows.by_round(tournament)] == [first, second]
        publishing.withdraw(made.pk, SYSTEM, reason="x")
        assert [windows.of_round(one).window for one in (first, second)] == [Window.CLOSED, Window.DESK]


def test_until_its_time_is_over_the_desk_corrects_and_then_only_the_organiser():
    tournament, _round, game = public()
    arbiter, organiser = who(tournament, Role.ARBITER), who(tournament, Role.ORGANISER)
    with later(31):
        act = lambda: corrections.reopen_sheet(game.pk, actor=arbiter, reason="x")  # noqa: E731
        assert code_of(act) == "corrections-organiser"
        assert corrections.reopen_sheet(game.pk, actor=organiser, reason="x").state == ScoreSheet.State.OPEN
    evening.close(game.sheet)
    with later(29):
        assert corrections.reopen_sheet(game.pk, actor=arbiter, reason="x").state == ScoreSheet.State.OPEN


def test_where_it_is_settled_so_nobody_does_until_the_organiser_opens_corrections_again():
    tournament, _round, game = public()
    organiser = who(tournament, Role.ORGANISER)
    settle(tournament, after=After.NOBODY)
    with later(31):
        act = lambda: corrections.reopen_sheet(game.pk, actor=organiser, reason="x")  # noqa: E731
        assert code_of(act) == "corrections-closed"
        with mock.patch("tournaments.services.windows.timezone.now", timezone.now):
            windows.open_again(tournament.pk, 60, "belote oubliée", organiser)
        assert corrections.reopen_sheet(game.pk, actor=organiser, reason="x").state == ScoreSheet.State.OPEN
    evening.close(game.sheet)
    windows.close_now(tournament.pk, organiser)
    with later(31):
        assert code_of(act) == "corrections-closed"


@pytest.mark.long
def test_results_that_were_taken_back_are_the_desks_again():
    tournament, _round, game = public()
    standings = publishing.latest_standings(tournament)
    assert standings is not None
    publishing.withdraw(standings.pk, SYSTEM)
    with later(31):
        assert (
            windows.of_game(Game.objects.select_related("match__round__stage", "sheet").get(pk=game.pk)).window
            == Window.DESK
        )


@pytest.mark.parametrize("rules", [{"agree": 121}, {"agree": -1}, {"desk": 20_161}, {"desk": -1}])
def test_windows_have_their_range(rules: dict[str, int]):
    tournament = evening.new_tournament(4)
    assert code_of(lambda: settle(tournament, **rules)) == "window-range"


@pytest.mark.long
def test_opening_again_wants_a_reason_and_a_range():
    tournament = evening.new_tournament(4)
    assert code_of(lambda: windows.open_again(tournament.pk, 60, " ", SYSTEM)) == "reason-missing"
    assert code_of(lambda: windows.open_again(tournament.pk, 0, "x", SYSTEM)) == "window-range"
    assert code_of(lambda: windows.open_again(tournament.pk, 1441, "x", SYSTEM)) == "window-range"


# Every way to a result


def _ways(tournament: Tournament, round_: Round, game: Game) -> Iterator[tuple[str, Callable[[], Any]]]:
    one, other = game.match.seats.order_by("side")
    entry, resting = one.participant, round_.statuses.get(status="bye").entry
    given = GivenRules(bye=ByeRule("flat", 10))
    yield "open a sheet", lambda: corrections.reopen_sheet(game.pk, actor=SYSTEM, reason="x")
    yield "sides", lambda: corrections.turn_sides(game.pk, seen=game.sheet.revision, actor=SYSTEM, reason="x")
    yield "seats", lambda: seats.put_right(game.pk, {one.pk: other.participant_id}, {}, actor=SYSTEM, reason="x")
    yield "forfeit", lambda: forfeits.declare(game.pk, "A", SYSTEM)
    yield "points", lambda: adjustments.give(entry.pk, -10, "x", SYSTEM)
    yield "points of a round", lambda: adjustments.give(entry.pk, -10, "x", SYSTEM, round_id=round_.pk)
    yield "the round", lambda: reopening.reopen_round(round_.pk, SYSTEM, reason="x")
    yield "a game made up", lambda: catchup.set_table(round_.pk, resting.pk, entry.pk, SYSTEM)
    yield "rests", lambda: given_settings.change(tournament.pk, given, SYSTEM, from_start=True)
    stage = tournament.stages.get()
    seen = rescoring.look(stage.pk, "ffb-contree-2016").digest
    yield "other rules", lambda: rescoring.rescore(stage.pk, "ffb-contree-2016", seen, "x", SYSTEM)


def test_no_way_to_a_result_is_open_when_the_windows_are_closed():
    tournament, round_, game = public(5)
    game.refresh_from_db()
    ways = list(_ways(tournament, round_, Game.objects.select_related("sheet").get(pk=game.pk)))
    settle(tournament, after=After.NOBODY)
    with later(31):
        assert {name: code_of(act) for name, act in ways} == {name: "corrections-closed" for name, _act in ways}
    for name, act in ways:  # each of them is a way as long as they are open
        with transaction.atomic():
            act()
            transaction.set_rollback(True)
        assert name


def _figures(tournament: Tournament) -> list[Any]:
    results = Result.objects.filter(round__stage__tournament=tournament).order_by("pk")
    return [*results.values(), *Adjustment.objects.filter(entry__tournament=tournament).values()]


def test_whatever_is_done_then_no_figure_of_a_round_changes():
    """All acts of the table of dangers: one that comes to a result some other way is found here."""
    tournament, round_, _game = public()
    settle(tournament, after=After.NOBODY)
    before = _figures(tournament)
    changed = []
    for act in set(VERBS) - {Act.PUBLISH_RESULTS}:  # which corrects a sheet first, without asking
        with transaction.atomic(), later(31):
            try:
                found = Tournament.objects.select_related("club").get(pk=tournament.pk)
                VERBS[act](found, Round.objects.select_related("stage__tournament").get(pk=round_.pk))
            except REFUSALS:
                pass
            if [row for row in _figures(tournament) if row in before] != before:
                changed.append(act.value)
            transaction.set_rollback(True)
    assert changed == []


# From the table


@pytest.fixture
def agreed() -> tuple[play.TableAccess, Game]:
    """A table that has just agreed, in a round that is being played."""
    tournament = evening.new_tournament(4)
    game = evening.games_of(evening.start_round(tournament, 1))[0]
    sheets.record_deal(game.sheet_id, deal(), position=1, client_key=new_key(), actor=SYSTEM)
    game.sheet.refresh_from_db()
    for side in ("A", "B"):
        agreeing.confirm(game.sheet_id, side, digest=game.sheet.digest, actor=Actor(device=side))
    link = AccessLink.objects.get(target=game.match_id)
    access = play.by_id(link.pk, link.generation)
    assert access is not None
    return access, game


def test_a_side_may_open_the_sheet_again_and_both_have_to_agree_anew(agreed):
    access, game = agreed
    sheet = play.ask_again(access, "EW", actor=access.actor("t"))
    assert sheet.state == ScoreSheet.State.OPEN and not agreeing.agreement_of(sheet).confirmed
    assert not Result.objects.filter(game=game).exists()
    event = sheet.events.last()
    assert (event.verb, event.after, event.link, event.device) == ("reopened", {"side": "B"}, access.link_id, "t")
    for side in ("A", "B"):
        agreeing.confirm(sheet.pk, side, digest=sheet.digest, actor=Actor(device=side))
    assert Result.objects.filter(game=game).count() == 2


def test_asked_twice_it_is_open_once(agreed):
    access, _game = agreed
    first = play.ask_again(access, "NS", actor=access.actor())
    assert play.ask_again(access, "EW", actor=access.actor()).revision == first.revision


def test_too_late_the_table_is_sent_to_the_desk(agreed):
    access, game = agreed
    with later(10):
        assert code_of(lambda: play.ask_again(access, "NS", actor=access.actor())) == "corrections-table"
    assert ScoreSheet.objects.get(pk=game.sheet_id).state == ScoreSheet.State.CLOSED


@pytest.mark.long
def test_what_the_desk_closed_the_table_cannot_open(agreed):
    access, game = agreed
    corrections.reopen_sheet(game.pk, actor=SYSTEM, reason="x")
    evening.close(game.sheet)
    assert code_of(lambda: play.ask_again(access, "NS", actor=access.actor())) == "sheet-closed"


def test_nor_can_it_once_the_round_is_closed(agreed):
    access, game = agreed
    other = evening.games_of(game.match.round)[1]
    evening.play_game(other)
    rounds.close_round(game.match.round_id, SYSTEM)
    assert code_of(lambda: play.ask_again(access, "NS", actor=access.actor())) == "table-closed"
    with pytest.raises(windows.OutsideWindow):  # nor by a hand that does not look at the link
        agreeing.ask_again(game.sheet_id, "A", actor=access.actor())


@pytest.mark.long
def test_where_tables_never_may_it_does_not(agreed):
    access, game = agreed
    settle(game.match.round.stage.tournament, agree=0)
    assert code_of(lambda: play.ask_again(access, "NS", actor=access.actor())) == "corrections-table"
