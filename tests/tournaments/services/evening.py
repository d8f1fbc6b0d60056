"""Evenings for the tests of the verbs: made and played by the verbs themselves, a round in a line."""

import datetime
from collections.abc import Callable
from typing import Any

from clubs.models import Club
from core import jobs
from core.actors import SYSTEM
from core.models import Job
from scoring import sheets
from scoring.models import ScoreSheet
from tests import factories
from tests.scoring.on_sheets import deal, new_key
from tournaments.models import Entry, Game, Publication, Result, Round, Standing, Tournament
from tournaments.services import contests, publishing, results, rounds

DAY = datetime.date(2026, 11, 28)


def new_tournament(
    pairs: int = 4, *, rounds: int = 3, deals: int = 1, club: Club | None = None, day: datetime.date = DAY, **more: Any
) -> Tournament:
    """A tournament under ``club`` with this many pairs; games of one deal, so that a table is played in one line."""
    wish = contests.NewTournament(name="Concours", local_date=day, rounds=rounds, length=deals, **more)
    tournament = contests.create(club or factories.make_club(), wish, SYSTEM)
    factories.make_pairs(tournament, pairs)
    return tournament


def new_melee(players: int, *, rounds: int = 3) -> Tournament:
    """A mêlée of this many players; games of one deal."""
    tournament = new_tournament(0, rounds=rounds)
    Tournament.objects.filter(pk=tournament.pk).update(entry_kind=Tournament.EntryKind.SINGLES)
    tournament.stages.update(draw_system="melee")
    factories.make_singles(tournament, players)
    tournament.refresh_from_db()
    return tournament


def new_teams(teams: int, pairs: int = 2, *, rounds: int = 3, **settings: Any) -> Tournament:
    """A tournament of teams of ``pairs`` pairs, drawn at random; games of one deal."""
    tournament = new_tournament(0, rounds=rounds)
    Tournament.objects.filter(pk=tournament.pk).update(entry_kind=Tournament.EntryKind.TEAMS)
    stage = tournament.stages.get()
    stage.draw_system = "teams"
    stage.settings = {**stage.settings, "draw": {"teams_by": "random"}, **settings}
    stage.save()
    factories.make_teams(tournament, teams, pairs)
    tournament.refresh_from_db()
    return tournament


def start_round(tournament: Tournament, number: int) -> Round:
    """Draw a round and publish the draw: the tables are set."""
    return rounds.publish_draw(rounds.make_draw(tournament.pk, number, 1, SYSTEM).pk, SYSTEM)


def games_of(round_: Round) -> list[Game]:
    """The games of a round by table."""
    return list(Game.objects.filter(match__round=round_).select_related("sheet").order_by("table_no"))


def entry_at(game: Game, side: str) -> Entry:
    return game.match.seats.get(side=side).participant


def close(sheet: ScoreSheet, reason: str = "") -> None:
    """Close a sheet as it is now."""
    sheet.refresh_from_db()
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM, reason=reason)


def play_game(game: Game, bid: int = 100, declarer: str = "NS") -> None:
    """Enter as many deals as the game has, all alike, and close the sheet: the declarer marks the bid for each."""
    for position in range(1, game.sheet.format.length + 1):
        sheets.record_deal(game.sheet_id, deal(bid, declarer), position=position, client_key=new_key(), actor=SYSTEM)
    close(game.sheet)


def by_table(game: Game) -> int:
    """A bid that differs from table to table: 80, 90, ... 160, 80, ..."""
    return 80 + 10 * ((game.table_no - 1) % 9)


def play_round(tournament: Tournament, number: int, bid: Callable[[Game], int] = by_table) -> Round:
    """Draw, publish, play and close a round."""
    round_ = start_round(tournament, number)
    for game in games_of(round_):
        play_game(game, bid(game))
    return rounds.close_round(round_.pk, SYSTEM)


def correct(game: Game, bid: int, reason: str = "donne mal notée") -> None:
    """Reopen a closed sheet, put its first deal right and close it again."""
    sheet = sheets.reopen_sheet(game.sheet_id, actor=SYSTEM, reason=reason)
    sheets.amend_deal(sheet.pk, 1, deal(bid), seen=sheet.revision, actor=SYSTEM)
    close(sheet)


def compute(tournament: Tournament) -> Standing:
    """The standings of the tournament as it is now, whatever the job does."""
    standing = results.keep_standings(tournament.pk)
    tournament.refresh_from_db()
    return standing


def publish(tournament: Tournament, round_: Round) -> Publication:
    """Publish a closed round with the standings as they are now."""
    compute(tournament)
    return publishing.publish(round_.pk, tournament.revision, SYSTEM)


def points(round_: Round) -> dict[int, int]:
    """What each entry, by its number, has from a round."""
    return dict(Result.objects.filter(round=round_).values_list("entry__number", "points_for"))


def run_jobs(kind: str) -> int:
    """Do the waiting jobs of a kind and leave the others (printing takes its time); how many were done."""
    waiting = Job.objects.filter(kind=kind, state=Job.State.QUEUED).values_list("pk", flat=True)
    return sum(jobs.run_job(pk) == "done" for pk in list(waiting))
