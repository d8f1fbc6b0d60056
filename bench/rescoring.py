"""Seconds that counting a whole stage anew by another rule set takes: what it would come to, and doing it.

    .venv/bin/python bench/rescoring.py [TABLES ROUNDS]        250 tables, 3 rounds of 12 deals unless told

All sheets are full and closed, the rounds too. On a SQLite database of its own, kept as the site keeps its own.
"""

import os
import sys
import tempfile
import time
import uuid
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
from scoring import sheets  # noqa: E402
from scoring.models import ScoreSheet, SheetEntry, SheetSide  # noqa: E402
from scoring.replay import figures_of  # noqa: E402
from tournaments.models import Entry, Game, Round, Tournament  # noqa: E402
from tournaments.services import contests, rescoring, results, rounds  # noqa: E402

DEALS = 12
AFTER = "ffb-contree-2016"


def deal(number: int, table: int) -> dict[str, Any]:
    """A bid that is just made; both sides in turn."""
    bid, side = 80 + 10 * (number % 6), ("NS", "EW")[(number + table) % 2]
    other = "EW" if side == "NS" else "NS"
    return {"declarer": side, "contract": bid, "trump": "H", "points": {side: bid + 10, other: 152 - bid}}


def fill(game: Game) -> None:
    """Write a full sheet, closed, as if its deals had been entered one after the other."""
    sheet = ScoreSheet.objects.select_related("ruleset_version", "format").get(pk=game.sheet_id)
    data = [deal(number, game.table_no) for number in range(1, DEALS + 1)]
    played = sheets.game_of(sheet, data)
    entries = [
        SheetEntry(
            sheet=sheet,
            position=place,
            kind="deal",
            data=one,
            engine_version="1",
            client_key=uuid.uuid4().hex,
            **figures_of(step),
        )
        for place, (one, step) in enumerate(zip(data, played.steps, strict=True), 1)
    ]
    SheetEntry.objects.bulk_create(entries)
    for side, name in sheets.SIDE_OF.items():
        SheetSide.objects.filter(sheet=sheet, side=side).update(total=played.totals[name])
    sheet.digest, sheet.complete, sheet.state, sheet.revision = sheets.digest_of(entries), True, "closed", DEALS
    sheet.save()


def play(tournament: Tournament, number: int) -> Round:
    round_ = rounds.publish_draw(rounds.make_draw(tournament.pk, number, 1, SYSTEM).pk, SYSTEM)
    for game in Game.objects.filter(match__round=round_):
        fill(game)
    Game.objects.filter(match__round=round_).update(state=Game.State.CLOSED)
    for game in Game.objects.filter(match__round=round_).select_related("match__round__stage"):
        results.write(game)
    return rounds.close_round(round_.pk, SYSTEM)


def main(tables: int, count: int) -> None:
    call_command("migrate", verbosity=0)
    club = Club.objects.create(
        name="Bench", slug="bench", region=Region.objects.create(name="Bench", slug="bench", level=1)
    )
    wish = contests.NewTournament(name="Bench", local_date=datetime.date(2026, 11, 28), rounds=count, length=DEALS)
    tournament = contests.create(club, wish, SYSTEM)
    Entry.objects.bulk_create(Entry(tournament=tournament, number=number) for number in range(1, 2 * tables + 1))
    for number in range(1, count + 1):
        play(tournament, number)
    stage = tournament.stages.get()
    begun = time.perf_counter()
    plan = rescoring.look(stage.pk, AFTER)
    looked = time.perf_counter()
    rescoring.rescore(stage.pk, AFTER, plan.digest, "bench", SYSTEM, silent_is_none=True)
    done = time.perf_counter()
    print(f"{len(plan.sheets)} sheets, {len(plan.sheets) * DEALS} deals, {len(plan.changed)} other scores")
    print(f"looked at in {looked - begun:.2f} s, done in {done - looked:.2f} s")


if __name__ == "__main__":
    told = [int(text) for text in sys.argv[1:3]]
    main(*(told if len(told) == 2 else (250, 3)))
