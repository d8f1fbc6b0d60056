"""An example club with a running evening, made by the same verbs as a real one."""

import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import Club
from clubs.services import create_club
from core.actors import Actor
from scoring import sheets
from scoring.models import ScoreSheet
from tournaments.models import Draw, Game, Round, Standing, Tournament
from tournaments.services import contests, entries, publishing, results, rounds
from tournaments.services.errors import TournamentError

DATA = Path(__file__).resolve().parent.parent / "demo"
ROUNDS = 5
#: In the last round every second table is done, the others are somewhere on their way.
LAST_ROUND_PART = 0.5

Progress = Callable[[int, int], None]


def _silent(done: int, total: int) -> None:
    """Nobody watches."""


def _deals() -> dict[tuple[int, int], list[dict[str, Any]]]:
    """The deals of the example by (round, table), as they were played."""
    found: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    with (DATA / "deals-64-pairs.jsonl").open(encoding="utf-8") as stream:
        for line in stream:
            deal = json.loads(line)
            round_part, table_part, _rest = deal["id"].split("-")
            found[int(round_part[1:]), int(table_part[1:])].append(deal)
    return found


def make(actor: Actor, *, progress: Progress = _silent, resume: bool = False) -> Tournament:
    """Make the example: a club, 64 pairs, four rounds played and published, the fifth half played.

    Raises TournamentError("not-empty") where there is any club: it never touches what is real. Every step is a
    transaction of its own, like the evening's. ``resume`` goes on with an example that was interrupted: what is done
    stays, and doing it all again changes nothing.
    """
    tournament = _begin(actor, resume=resume)
    data = (DATA / "pairs-64.csv").read_bytes()
    plan = entries.preview(tournament, data, "pairs-64.csv")
    if not plan.changes_nothing:
        entries.import_list(tournament.pk, data, "pairs-64.csv", plan.digest, actor)
    deals = _deals()
    done, total = 0, sum(len(rows) for rows in deals.values())
    for number in range(1, ROUNDS + 1):
        round_ = _round(tournament, number, actor)
        for game in Game.objects.filter(match__round=round_).select_related("sheet").order_by("table_no"):
            done += _play(game, deals[number, game.table_no], number == ROUNDS, actor)
            progress(done, total)
        if number < ROUNDS:
            _finish_round(tournament, round_, actor)
    progress(total, total)
    return tournament


@transaction.atomic
def _begin(actor: Actor, *, resume: bool) -> Tournament:
    """The club and its tournament, made together, or those of an example that was interrupted."""
    clubs = list(Club.objects.all()[:2])
    if clubs:
        interrupted = Tournament.objects.filter(club=clubs[0]).order_by("created_at").first()
        if resume and len(clubs) == 1 and clubs[0].demo and interrupted is not None:
            return interrupted
        raise TournamentError("not-empty")
    wish = contests.NewTournament(
        name="Concours de démonstration",
        local_date=timezone.localdate(),
        place="Salle des fêtes",
        rounds=ROUNDS,
        length=12,
    )
    return contests.create(create_club("Amicale de l’exemple", actor, demo=True), wish, actor)


def _round(tournament: Tournament, number: int, actor: Actor) -> Round:
    """The round, drawn and published."""
    round_ = Round.objects.filter(stage__tournament=tournament, number=number).first()
    if round_ is not None and round_.state != Round.State.DRAFT:
        return round_
    draw = round_.draws.filter(state=Draw.State.DRAFT).first() if round_ else None
    return rounds.publish_draw((draw or rounds.make_draw(tournament.pk, number, 1, actor)).pk, actor)


def _play(game: Game, deals: list[dict[str, Any]], is_last_round: bool, actor: Actor) -> int:
    """Enter a table's deals and close its sheet; in the last round every second table is still at it."""
    part = is_last_round and game.table_no % 2 == 0
    upto = int(len(deals) * LAST_ROUND_PART * (game.table_no % 3) / 2) if part else len(deals)
    if game.sheet.state == ScoreSheet.State.CLOSED:
        return upto
    for position, deal in enumerate(deals[:upto], start=1):
        sheets.record_deal(game.sheet_id, deal, position=position, client_key=deal["id"], actor=actor)
    if not part:
        game.sheet.refresh_from_db()
        sheets.close_sheet(game.sheet_id, digest=game.sheet.digest, actor=actor)
    return upto


def _finish_round(tournament: Tournament, round_: Round, actor: Actor) -> None:
    """Close and publish a round. The standings are the job's work; done here where it has not come to it yet."""
    if round_.state == Round.State.PLAYING:
        rounds.close_round(round_.pk, actor)
    if publishing.is_published(round_):
        return
    tournament.refresh_from_db()
    standing = Standing.objects.filter(tournament=tournament).first()
    if standing is None or standing.revision != tournament.revision:
        results.keep_standings(tournament.pk)
    publishing.publish(round_.pk, tournament.revision, actor)
