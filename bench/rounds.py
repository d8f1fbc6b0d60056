"""Seconds a whole draw takes: the database read, the round drawn, the draw written; and then its tables set.

    .venv/bin/python bench/rounds.py [SIZE ...]        64 256 512 1000 2000 pairs unless told

Swiss by points, nobody meeting twice, six rounds; results are made up and written as a closed sheet would write them.
On a SQLite database of its own, kept as the site keeps its own. Each line: the slowest of the six draws, and the
slowest publication (matches, seats, games, sheets, links, statuses), in seconds on the clock; in brackets of one core.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["COINCHE_DATA"] = tempfile.mkdtemp(prefix="coinche-bench-")
os.environ["DJANGO_SETTINGS_MODULE"] = "coinche_club.settings"

import django

django.setup()

import datetime  # noqa: E402

from django.core.management import call_command  # noqa: E402

from clubs.models import Club, Region  # noqa: E402
from core.actors import SYSTEM  # noqa: E402
from tournaments.models import Entry, Game, Match, Result, Round  # noqa: E402
from tournaments.services import contests, rounds  # noqa: E402

SIZES = (64, 256, 512, 1000, 2000)
ROUNDS = 6


def timed(act: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds on the clock, seconds of the processor, what it gave."""
    clock, cpu = time.perf_counter(), time.process_time()
    given = act()
    return time.perf_counter() - clock, time.process_time() - cpu, given


def play(round_: Round, chance: random.Random, skill: dict[Any, float]) -> None:
    """Results for every table, and the round closed."""
    made = []
    for match in Match.objects.filter(round=round_).prefetch_related("seats", "games"):
        one, other = (seat.participant_id for seat in match.seats.all())
        scored = round(972 + skill[one] - skill[other] + chance.gauss(0, 200))
        game = match.games.all()[0]
        for entry, mine in ((one, scored), (other, 1944 - scored)):
            made.append(Result(game=game, round=round_, entry_id=entry, points_for=mine, points_against=1944 - mine))
    Result.objects.bulk_create(made)
    Game.objects.filter(match__round=round_).update(state=Game.State.CLOSED)
    rounds.close_round(round_.pk, SYSTEM)


def evening(club: Club, count: int) -> tuple[tuple[float, float], tuple[float, float]]:
    chance = random.Random(count)
    wish = contests.NewTournament(name=f"{count}", local_date=datetime.date(2026, 11, 28), rounds=ROUNDS)
    tournament = contests.create(club, wish, SYSTEM)
    contests.only_stage(tournament).__class__.objects.filter(tournament=tournament).update(draw_system="swiss")
    Entry.objects.bulk_create(Entry(tournament=tournament, number=number) for number in range(1, count + 1))
    skill = {pk: chance.gauss(0, 80) for pk in tournament.entries.values_list("pk", flat=True)}
    drawing, setting = (0.0, 0.0), (0.0, 0.0)
    for number in range(1, ROUNDS + 1):
        clock, cpu, made = timed(lambda number=number: rounds.make_draw(tournament.pk, number, 1, SYSTEM))
        drawing = max(drawing, (clock, cpu))
        clock, cpu, round_ = timed(lambda made=made: rounds.publish_draw(made.pk, SYSTEM))
        setting = max(setting, (clock, cpu))
        play(round_, chance, skill)
    return drawing, setting


def main(sizes: tuple[int, ...]) -> None:
    call_command("migrate", verbosity=0)
    club = Club.objects.create(
        name="Bench", slug="bench", region=Region.objects.create(name="Bench", slug="bench", level=1)
    )
    print(f"{'pairs':>6}{'draw, s':>16}{'tables set, s':>18}")
    for count in sizes:
        drawing, setting = evening(club, count)
        print(f"{count:>6}{drawing[0]:>9.2f} ({drawing[1]:.2f}){setting[0]:>11.2f} ({setting[1]:.2f})", flush=True)


if __name__ == "__main__":
    main(tuple(int(text) for text in sys.argv[1:]) or SIZES)
