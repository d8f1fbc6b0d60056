"""What the processes of tests/tournaments/services/test_races.py do."""

import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from django.db import transaction

from clubs.models import Club
from clubs.persons import PersonName
from clubs.services import create_club, create_region
from core import jobs
from core.actors import SYSTEM
from scoring.models import ScoreSheet
from tests.barrier import crowd, in_turns
from tests.tournaments.services import evening
from tournaments.models import Game, Round, Stage
from tournaments.services import contests, entries, publishing, resting, rounds
from tournaments.services.entries import NewPlayer

WAIT = 20.0


def ask_for_a_draw(tournament_ids: Sequence[str], count: int, attempts: Sequence[int] = (1,)) -> list[list[Any]]:
    """A crowd asks for the first draw of each tournament; each one for one of the ``attempts``."""

    def act(tournament_id: str, number: int) -> str:
        attempt = attempts[number % len(attempts)]
        return str(rounds.make_draw(uuid.UUID(tournament_id), 1, attempt, SYSTEM).pk)

    return [crowd(count, lambda number, one=one: act(one, number)) for one in tournament_ids]


def publish_a_draw(draw_ids: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd publishes each draw."""
    return [crowd(count, lambda number, one=one: rounds.publish_draw(uuid.UUID(one), SYSTEM).state) for one in draw_ids]


def draw_or_publish(draws: Sequence[tuple[str, str]]) -> list[list[Any]]:
    """One publishes a draft while another one draws the round again; ``draws``: (tournament, draw)."""

    def act(tournament_id: str, draw_id: str, number: int) -> Any:
        if number:
            return rounds.publish_draw(uuid.UUID(draw_id), SYSTEM).state
        return rounds.make_draw(uuid.UUID(tournament_id), 1, 2, SYSTEM).attempt

    return [crowd(2, lambda number, one=one: act(*one, number)) for one in draws]


def publish_results(round_ids: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd publishes each round with the standings that all of them saw."""
    seen = {str(row.pk): row.stage.tournament.revision for row in Round.objects.select_related("stage__tournament")}
    return [
        crowd(count, lambda number, one=one: publishing.publish(uuid.UUID(one), seen[one], SYSTEM).version)
        for one in round_ids
    ]


def add_pairs(
    tournament_ids: Sequence[str], count: int, firsts: Sequence[str], number: int | None = None
) -> list[list[Any]]:
    """A crowd enters pairs, each with one of the ``firsts`` and a partner of its own (under ``number``)."""

    def act(tournament_id: str, mine: int) -> int:
        names = [PersonName("Martin", firsts[mine % len(firsts)]), PersonName("Girard", "abcdefgh"[mine])]
        players = [NewPlayer(name) for name in names]
        return entries.add_pair(uuid.UUID(tournament_id), players, SYSTEM, number=number).number

    return [crowd(count, lambda mine, one=one: act(one, mine)) for one in tournament_ids]


def import_the_same_list(tournament_ids: Sequence[str], count: int, text: str, digests: Sequence[str]) -> list[Any]:
    """A crowd imports the list that all of them saw the preview of."""
    data = text.encode()
    return [
        crowd(
            count,
            lambda number, one=one, digest=digest: entries.import_list(
                uuid.UUID(one), data, "liste.csv", digest, SYSTEM
            ).counts["taken"],
        )
        for one, digest in zip(tournament_ids, digests, strict=True)
    ]


def ask_for_a_job(keys: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd asks for one job, each in a transaction that goes on for a moment."""

    def act(key: str) -> str:
        with transaction.atomic():
            job = jobs.enqueue("race", key)
            time.sleep(0.005)
        return str(job.pk)

    return [crowd(count, lambda number, one=one: act(one)) for one in keys]


def make_tournaments(club_ids: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd makes a tournament of the same name and day in each club."""
    wish = contests.NewTournament(name="Concours", local_date=evening.DAY)
    return [
        crowd(count, lambda number, one=one: contests.create(Club.objects.get(pk=one), wish, SYSTEM).slug)
        for one in club_ids
    ]


def make_clubs(names: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd makes a club of each name."""
    return [crowd(count, lambda number, one=one: create_club(one, SYSTEM).slug) for one in names]


def make_regions(names: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd makes a region of each name."""
    return [crowd(count, lambda number, one=one: create_region(one, SYSTEM).slug) for one in names]


# Closing a round while one of its sheets is opened again


def close_slowly(folder: str, round_id: str) -> str:
    """Close a round; between its look at the results and its end there is all the time in the world."""
    score = resting.score_given

    def slow(stage: Stage) -> None:
        score(stage)
        (Path(folder) / "scored").touch()
        time.sleep(0.5)

    with mock.patch.object(resting, "score_given", slow):
        return rounds.close_round(uuid.UUID(round_id), SYSTEM).state


def correct_meanwhile(folder: str, game_id: str, bid: int) -> str:
    """Open a sheet again, put it right and close it, as soon as the closing round has looked at its results."""
    end = time.monotonic() + WAIT
    while not (Path(folder) / "scored").exists() and time.monotonic() < end:
        time.sleep(0.005)
    evening.correct(Game.objects.select_related("sheet").get(pk=game_id), bid)
    return "corrected"


def close_round_in_turns(folder: str, me: int, of: int, rounds_and_games: Sequence[tuple[str, str]]) -> list[Any]:
    """Process 0 closes each round, process 1 opens its game's sheet again at the same moment."""

    def act(both: Sequence[str]) -> Any:
        if me == 0:
            return rounds.close_round(uuid.UUID(both[0]), SYSTEM).state
        sheet_id = Game.objects.values_list("sheet_id", flat=True).get(pk=both[1])
        return evening.sheets.reopen_sheet(sheet_id, actor=SYSTEM, reason="à revoir").state

    return in_turns(folder, me, of, rounds_and_games, act)


def withdraw_in_turns(folder: str, me: int, of: int, rounds_and_sheets: Sequence[tuple[str, str]]) -> list[Any]:
    """Process 0 takes each round's draw back, process 1 closes its sheet at the same moment."""

    def act(both: Sequence[str]) -> Any:
        if me == 0:
            return rounds.withdraw_draw(uuid.UUID(both[0]), SYSTEM).state
        digest = ScoreSheet.objects.values_list("digest", flat=True).get(pk=both[1])
        return evening.sheets.close_sheet(uuid.UUID(both[1]), digest=digest, actor=SYSTEM).state

    return in_turns(folder, me, of, rounds_and_sheets, act)


def record_in_turns(folder: str, me: int, of: int, rounds_and_sheets: Sequence[tuple[str, str]]) -> list[Any]:
    """Process 0 takes each round's draw back, process 1 records the first deal at the same moment."""

    def act(both: Sequence[str]) -> Any:
        if me == 0:
            return rounds.withdraw_draw(uuid.UUID(both[0]), SYSTEM).state
        sheet_id = uuid.UUID(both[1])
        return evening.sheets.record_deal(sheet_id, evening.deal(), position=1, client_key="k", actor=SYSTEM).position

    return in_turns(folder, me, of, rounds_and_sheets, act)
