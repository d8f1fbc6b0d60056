"""What the processes of tests/tournaments/services/test_decision_races.py do."""

import time
import uuid
from collections.abc import Sequence
from typing import Any
from unittest import mock

from core.actors import SYSTEM
from scoring import sheets
from scoring.models import ScoreSheet
from tests.barrier import crowd, in_turns
from tests.scoring.on_sheets import deal
from tests.tournaments.services import evening
from tournaments.models import Game, Round
from tournaments.services import (
    adjustments,
    catchup,
    clocks,
    cutting,
    forfeits,
    given_settings,
    resting,
    rounds,
    rulings,
)
from tournaments.standings.policies import ByeRule, GivenRules


def forfeit_or_deal(folder: str, me: int, of: int, games: Sequence[str]) -> list[Any]:
    """Process 0 notes a forfeit, process 1 records the first deal of that table at the same moment."""

    def act(game_id: str) -> Any:
        if me == 0:
            return forfeits.declare(uuid.UUID(game_id), "B", SYSTEM).forfeit
        sheet_id = Game.objects.values_list("sheet_id", flat=True).get(pk=game_id)
        return sheets.record_deal(sheet_id, deal(), position=1, client_key="k", actor=SYSTEM).position

    return in_turns(folder, me, of, games, act)


def forfeit_or_close(folder: str, me: int, of: int, games: Sequence[str]) -> list[Any]:
    """Process 0 notes a forfeit, process 1 closes the sheet of that table."""

    def act(game_id: str) -> Any:
        if me == 0:
            return forfeits.declare(uuid.UUID(game_id), "B", SYSTEM).forfeit
        return _close(Game.objects.values_list("sheet_id", flat=True).get(pk=game_id))

    return in_turns(folder, me, of, games, act)


def _close(sheet_id: uuid.UUID) -> str:
    digest = ScoreSheet.objects.values_list("digest", flat=True).get(pk=sheet_id)
    state: str = sheets.close_sheet(sheet_id, digest=digest, actor=SYSTEM).state
    return state


def whole_round_or_close(folder: str, me: int, of: int, things: Sequence[tuple[str, str, str]]) -> list[Any]:
    """Process 0 ends (``cut``) or calls time (``time``) in a round, process 1 closes a sheet of it."""

    def act(thing: Sequence[str]) -> Any:
        what, round_id, sheet_id = thing
        if me == 1:
            return _close(uuid.UUID(sheet_id))
        if what == "cut":
            return bool(cutting.cut_short(uuid.UUID(round_id), SYSTEM, reason="fini", with_empty=True).cut)
        return rounds.call_time(uuid.UUID(round_id), SYSTEM) >= 0

    return in_turns(folder, me, of, things, act)


def correct_each(folder: str, me: int, of: int, games: Sequence[Sequence[str]]) -> list[Any]:
    """Each process corrects its own of several games of a tournament, of different closed rounds; between what it has
    reckoned and what it writes there is time for the other."""
    write = resting._write

    def slowly(*what: Any) -> None:
        time.sleep(0.1)
        write(*what)

    def act(thing: Sequence[str]) -> Any:
        evening.correct(Game.objects.select_related("sheet").get(pk=thing[me]), 160)
        return "corrected"

    with mock.patch.object(resting, "_write", slowly):
        return in_turns(folder, me, of, games, act)


def catch_up_at_once(things: Sequence[tuple[str, str, str]], count: int) -> list[list[Any]]:
    """A crowd sets the table of the same made-up game; ``things``: (round, entry, opponent)."""

    def act(thing: Sequence[str], number: int) -> Any:
        round_id, entry, opponent = map(uuid.UUID, thing)
        return str(catchup.set_table(round_id, entry, opponent, SYSTEM).pk)

    return [crowd(count, lambda number, one=one: act(one, number)) for one in things]


def void_at_once(ids: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd makes the same adjustment void."""

    def act(one: str) -> Any:
        return str(adjustments.void(uuid.UUID(one), "erreur", SYSTEM).voids_id)

    return [crowd(count, lambda number, one=one: act(one)) for one in ids]


def settle_or_close(folder: str, me: int, of: int, round_ids: Sequence[str]) -> list[Any]:
    """Process 0 changes the rules of all rounds, process 1 closes the round at the same moment."""

    def act(round_id: str) -> Any:
        if me == 1:
            return rounds.close_round(uuid.UUID(round_id), SYSTEM).state
        tournament_id = Round.objects.values_list("stage__tournament_id", flat=True).get(pk=round_id)
        given_settings.change(tournament_id, GivenRules(bye=ByeRule("flat", 972)), SYSTEM, from_start=True)
        return "settled"

    return in_turns(folder, me, of, round_ids, act)


def fault_and_pause_at_once(games: Sequence[str], count: int) -> list[list[Any]]:
    """Several send the same form of a fault at a table, and stop the clock of its round, at the same moment: all have
    looked at the clock before one of them writes, if nothing keeps them from it."""
    looked = clocks.is_so

    def slowly(*asked: Any) -> bool:
        found = looked(*asked)
        time.sleep(0.15)
        return found

    def act(game_id: str) -> Any:
        round_id = Game.objects.values_list("match__round", flat=True).get(pk=game_id)
        given = rulings.Given("A", "misdeal", points=50)
        cost = rulings.penalise(uuid.UUID(game_id), given, key="one-form", actor=SYSTEM)
        with mock.patch.object(clocks, "is_so", slowly):
            return [cost.points, clocks.act(round_id, "pause", SYSTEM).is_paused]

    return [crowd(count, lambda number, one=one: act(one)) for one in games]
