"""Seconds that the standings of a large contest take: from stored scores, from raw deals, and after one changed sheet.

    .venv/bin/python bench/standings.py [PAIRS ROUNDS]        2,000 pairs, 6 rounds of 12 deals unless told

All on a SQLite database of its own, kept as the site keeps its own. Each figure is the best of several passes, in
seconds of this process's processor, from the first query to the last row; "sorted" is Python's own sort of as many rows
by as many figures in the same run, as a measure of the machine. Before each pass what the process kept of an earlier
one is forgotten, but where it says otherwise.

- ranked: the standings by the usual criteria, from the results kept for each closed sheet;
- ranked by deals: the same, ties parted by deals won, contracts made and capots, as they were counted when each sheet
  was closed and kept with its results;
- from deal scores: as ranked, but from the score stored with each deal, added up sheet by sheet; nothing is scored;
- deals counted: as ranked by deals, of a tournament that came from a file: what was done is counted from every line of
  every sheet, as it is until a sheet is closed here;
- rescored: every deal read as it was typed, every game played anew by its rules, the totals ranked;
- one sheet: a sheet is closed with other totals than before: its results are written, and the standings kept for all.
  The process has ranked these pairs before, as one that works through an evening has: the rows of pairs that the sheet
  does not touch are not worked out again.
- one sheet, clock: the same by the clock: with what is waited for, the disk before all, and whatever else the machine
  does meanwhile;
- one sheet, cold: the same, of the processor, in a process that has ranked nobody yet, as the first after a start.

Exit status 1 where one is over its limit: 0.3 s ranked, by deals and from deal scores, 3 s rescored, 0.1 s one sheet.
"""

import json
import os
import random
import sys
import tempfile
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["COINCHE_DATA"] = tempfile.mkdtemp(prefix="coinche-bench-")
os.environ["DJANGO_SETTINGS_MODULE"] = "coinche_club.settings"

import django

django.setup()

import datetime  # noqa: E402

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from clubs.models import Club, Region  # noqa: E402
from core.actors import SYSTEM  # noqa: E402
from core.garbage import garbage_left  # noqa: E402
from scoring import rulesets_store, sheets  # noqa: E402
from scoring.models import ScoreSheet, SheetEntry, SheetSide  # noqa: E402
from scoring.replay import figures_of, played  # noqa: E402
from scoring.sheet_game import format_of  # noqa: E402
from tournaments.models import Entry, Game, Result, Round, Seat, Tournament  # noqa: E402
from tournaments.services import contests, results, rounds  # noqa: E402
from tournaments.services.ranking import ranked  # noqa: E402
from tournaments.standings.ranking import RoundResult, ScoreRow, rank  # noqa: E402
from tournaments.standings.reading import IN_DEALS, kept  # noqa: E402
from tournaments.standings.rows import criteria, kept_row  # noqa: E402

DEALS = 12
LIMITS = {"ranked": 0.3, "ranked by deals": 0.3, "from deal scores": 0.3, "rescored": 3.0, "one sheet": 0.1}
BY_DEALS = [{"name": name} for name in ("points", "deals_won", "contracts_made", "capots")]


def deal(chance: random.Random) -> dict[str, Any]:
    bid, (side, other) = 80 + 10 * chance.randrange(6), chance.choice([("NS", "EW"), ("EW", "NS")])
    made = min(162, max(0, bid + chance.choice([-20, -2, 4, 10, 22, 40])))
    return {"declarer": side, "contract": bid, "trump": "H", "points": {side: made, other: 162 - made}}


def fill(round_: Round, chance: random.Random) -> None:
    """Write full sheets at all tables of a round, closed, as if their deals had been entered one after the other."""
    entries, sides, closed = [], [], []
    for game in Game.objects.filter(match__round=round_).select_related("sheet__ruleset_version", "sheet__format"):
        sheet = game.sheet
        data = [deal(chance) for _ in range(DEALS)]
        steps = sheets.game_of(sheet, data)
        rows = [
            SheetEntry(
                sheet=sheet,
                position=place,
                kind="deal",
                data=one,
                engine_version="1",
                client_key=uuid.uuid4().hex,
                **figures_of(step),
            )
            for place, (one, step) in enumerate(zip(data, steps.steps, strict=True), 1)
        ]
        entries += rows
        sides += [(sheet.pk, side, steps.totals[name]) for side, name in sheets.SIDE_OF.items()]
        sheet.digest, sheet.complete, sheet.state, sheet.revision = sheets.digest_of(rows), True, "closed", DEALS
        closed.append(sheet)
    SheetEntry.objects.bulk_create(entries, batch_size=500)
    for sheet_id, side, total in sides:
        SheetSide.objects.filter(sheet=sheet_id, side=side).update(total=total)
    ScoreSheet.objects.bulk_update(closed, ["digest", "complete", "state", "revision"], batch_size=200)


def play(tournament: Tournament, number: int, chance: random.Random) -> None:
    round_ = rounds.publish_draw(rounds.make_draw(tournament.pk, number, 1, SYSTEM).pk, SYSTEM)
    with transaction.atomic():
        fill(round_, chance)
        Game.objects.filter(match__round=round_).update(state=Game.State.CLOSED)
        for game in Game.objects.filter(match__round=round_).select_related("match__round__stage"):
            results.write(game)
    rounds.close_round(round_.pk, SYSTEM)


def rescored(tournament: Tournament) -> list[Any]:
    """The standings with nothing believed but the deals as they were typed and who sat where."""
    stage = tournament.stages.select_related("ruleset_version__ruleset", "game_format").get()
    rules, game_format = rulesets_store.rules_of(stage.ruleset_version), format_of(stage.game_format)
    lines: dict[str, list[Any]] = defaultdict(list)
    with garbage_left():  # as the site ranks
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT sheet_id, data FROM scoring_sheetentry WHERE voided_at IS NULL ORDER BY sheet_id, position"
            )
            for sheet, data in cursor:
                lines[sheet].append(json.loads(data))
        totals = {sheet: played(rules, game_format, deals).totals for sheet, deals in lines.items()}
        return by_totals(tournament, totals)


def from_scores(tournament: Tournament) -> list[Any]:
    """The standings from the score that is stored with each deal: nothing is scored, nothing else is believed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sheet_id, sum(scores->>'$.NS'), sum(scores->>'$.EW') FROM scoring_sheetentry"
            " WHERE voided_at IS NULL AND counted IS NOT NULL GROUP BY sheet_id"
        )
        return by_totals(tournament, {sheet: {"NS": ns, "EW": ew} for sheet, ns, ew in cursor})


def by_totals(tournament: Tournament, totals: Mapping[str, Mapping[Any, int]]) -> list[Any]:
    """The standings where every sheet (by its id as it is kept) came to these totals."""
    found: dict[str, list[RoundResult]] = defaultdict(list)
    seats = Seat.objects.filter(match__round__stage__tournament=tournament).values_list(
        kept("match__games__sheet_id"), "match__round__number", "side", kept("participant_id")
    )
    for sheet, number, side, entry in seats:
        mine, theirs = ("NS", "EW") if side == "A" else ("EW", "NS")
        found[entry].append(RoundResult(number, totals[sheet][mine], totals[sheet][theirs]))
    numbers = tournament.entries.values_list("pk", "number")
    rows = [ScoreRow(str(entry), number, tuple(found[entry.hex])) for entry, number in numbers]
    return rank(rows, criteria(tournament))


def best(passes: int, work: Callable[[], Any]) -> float:
    seconds = []
    for _ in range(passes):
        kept_row.cache_clear()
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return min(seconds)


def correct(tournament: Tournament, game: Game, number: int, *, cold: bool = False) -> tuple[float, float]:
    """A sheet is opened and its last deal changed; the seconds from closing it to the standings being there, of the
    processor and by the clock. ``cold``: with no row of an earlier ranking kept."""
    sheet = ScoreSheet.objects.get(pk=game.sheet_id)
    sheets.reopen_sheet(sheet.pk, actor=SYSTEM, reason="bench")
    sheet.refresh_from_db()
    other = {"declarer": "NS", "contract": 80 + 10 * number, "trump": "S", "points": {"NS": 130, "EW": 32}}
    sheets.amend_deal(sheet.pk, DEALS, other, seen=sheet.revision, actor=SYSTEM, reason="bench")
    sheet.refresh_from_db()
    if cold:
        kept_row.cache_clear()
    began, clock = time.process_time(), time.perf_counter()
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM, reason="")
    results.keep_standings(tournament.pk)
    return time.process_time() - began, time.perf_counter() - clock


def main(pairs: int, count: int) -> int:
    call_command("migrate", verbosity=0)
    club = Club.objects.create(
        name="Bench", slug="bench", region=Region.objects.create(name="Bench", slug="bench", level=1)
    )
    wish = contests.NewTournament(name="Bench", local_date=datetime.date(2026, 11, 28), rounds=count, length=DEALS)
    tournament = contests.create(club, wish, SYSTEM)
    Entry.objects.bulk_create(Entry(tournament=tournament, number=number) for number in range(1, pairs + 1))
    chance = random.Random(6)
    for number in range(1, count + 1):
        play(tournament, number, chance)
        print(f"round {number} is there", file=sys.stderr)
    tournament.refresh_from_db()
    by_results = [(row.entry, row.rank, row.points) for row in ranked(tournament)]
    assert by_results == [(row.entry, row.rank, row.points) for row in rescored(tournament)], "two ways, two standings"
    figures = [tuple(chance.randrange(5000) for _ in range(8)) for _ in range(pairs)]
    took = {"sorted": best(20, lambda: sorted(figures))}
    took["ranked"] = best(7, lambda: ranked(tournament))
    assert by_results == [(row.entry, row.rank, row.points) for row in from_scores(tournament)], (
        "not those of the deals"
    )
    took["from deal scores"] = best(7, lambda: from_scores(tournament))
    took["rescored"] = best(2, lambda: rescored(tournament))
    game = Game.objects.filter(match__round__stage__tournament=tournament).order_by("pk")[0]
    results.keep_standings(tournament.pk)
    cold = [correct(tournament, game, number, cold=True) for number in range(7)]
    warm = [correct(tournament, game, number) for number in range(7)]
    took["one sheet"], took["one sheet, clock"] = map(min, zip(*warm, strict=True))
    took["one sheet, cold"] = min(core for core, _clock in cold)
    stage = tournament.stages.get()
    stage.settings = {**stage.settings, "criteria": BY_DEALS}
    stage.save(update_fields=["settings"])
    took["ranked by deals"] = best(7, lambda: ranked(tournament))
    by_counts = ranked(tournament)
    Result.objects.update(**dict.fromkeys(IN_DEALS))
    assert by_counts == ranked(tournament), "deals counted in two ways, two standings"
    took["deals counted"] = best(7, lambda: ranked(tournament))
    print(f"{pairs} pairs, {count} rounds, {Result.objects.count()} results, {SheetEntry.objects.count()} deals")
    for name, seconds in took.items():
        limit = f", asked {LIMITS[name]:g}" if name in LIMITS else ""
        print(f"{name:<18}{seconds:8.4f} s{limit}  ({seconds / took['sorted']:,.0f} x sorted)")
    return 0 if all(took[name] < limit for name, limit in LIMITS.items()) else 1


if __name__ == "__main__":
    told = [int(text) for text in sys.argv[1:3]]
    sys.exit(main(*(told if len(told) == 2 else (2000, 6))))
