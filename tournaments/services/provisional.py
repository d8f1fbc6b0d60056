"""The provisional list of a round that is being played: seen by desk and organiser, and by everybody where the
organiser says so, for that one round.

It is switched on a round at a time, and what was switched on ends with its round: so nobody forgets it in the last one,
and a round that begins is never shown before somebody wants it. Results held back hide it too.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Max, Sum

from core import audit
from core.actors import Actor
from scoring.models import ScoreSheet, SheetEntry
from scoring.rules.game_end import leader
from scoring.rules.match import points_by_totals
from scoring.sheet_game import SIDE_OF, format_of
from tournaments.models import Entry, Game, Match, Round, RoundStatus, Tournament
from tournaments.services import contests, giving, meetings, showing
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.ranking import line_of, ranked_rows
from tournaments.standings import given
from tournaments.standings.lists import RankedList, of_ranked
from tournaments.standings.policies import HALF_TABLE
from tournaments.standings.provisional import RestRule, Running, Waits, as_if_over, waits, with_rests
from tournaments.standings.ranking import ScoreRow
from tournaments.standings.rows import all_rows, meetings_of
from tournaments.standings.staged import staged
from tournaments.standings.teams import team_results

SETTLED = showing.PROVISIONAL
KIND = "provisional"


@dataclass(frozen=True, slots=True)
class Provisional:
    """The list of a round: its tables, of which ``closed`` are done, the lists (one, or one a line), and what each row
    still waits for, by the id of its entry."""

    round: Round
    closed: int
    tables: int
    lists: list[RankedList]
    waits: dict[str, Waits]


# The list


def playing(tournament: Tournament) -> Round | None:
    """The round that is being played; None where none is."""
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.PLAYING)
    return rounds.select_related("stage__game_format", "stage__ruleset_version").order_by("-number").first()


def state_of(round_: Round) -> str:
    """What changes whenever the list of a round does: its sheets, and what counts in the tournament already."""
    sheets = ScoreSheet.objects.filter(game__match__round=round_).aggregate(all=Sum("revision"))
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=round_.stage.tournament_id)
    return f"{round_.pk.hex[:8]}.{round_.state}.{round_.revision}.{sheets['all'] or 0}.{revision}"


def list_of(tournament: Tournament, round_: Round) -> Provisional:
    """The standings as they would be if every table of a round that is being played ended now. A fixed number of
    queries, however many tables."""
    running = _running(tournament)
    is_of_teams = meetings.is_of_teams(tournament)
    resting = [str(pk) for pk in _resting(round_)]
    rows = with_rests(
        as_if_over(all_rows(tournament, pairs_of_teams=is_of_teams), running),
        round_.number,
        resting,
        _rest_rule(round_),
    )
    team_of = _team_of(tournament) if is_of_teams else {}
    if is_of_teams:
        rows = _of_teams(tournament, rows, team_of)
    ranked = ranked_rows(tournament, staged(tournament, rows))
    games = Game.objects.filter(match__round=round_).exclude(match__kind=Match.Kind.CATCH_UP)
    return Provisional(
        round=round_,
        closed=games.filter(state=Game.State.CLOSED).count(),
        tables=games.count(),
        lists=of_ranked(ranked, line_of(tournament), KIND),
        waits=waits(running, resting, team_of),
    )


def _running(tournament: Tournament) -> list[Running]:
    """Every game that is being played, a sheet that was opened again too. Who makes up a game has the rest until it is
    over."""
    games = list(
        Game.objects.filter(match__round__stage__tournament=tournament, state=Game.State.PLAYING)
        .exclude(match__kind=Match.Kind.CATCH_UP)
        .select_related("sheet__format", "match__round")
        .prefetch_related("match__seats", "sheet__sides")
        .order_by("match__round__number", "match__board", "number")
    )
    lines = SheetEntry.objects.filter(sheet__in=[game.sheet_id for game in games], voided_at=None).order_by()
    counted = dict(lines.values_list("sheet").annotate(Max("counted")))
    return [_game(game, counted.get(game.sheet_id) or 0) for game in games]


def _game(game: Game, counted: int) -> Running:
    format_ = format_of(game.sheet.format)
    on_sheet = {side.side: side.total for side in game.sheet.sides.all()}
    totals = tuple(on_sheet.get(side, 0) for side in SIDE_OF)
    number = game.match.round.number
    capped = format_.caps.hold(totals, leader(totals), number)
    seats = sorted(game.match.seats.all(), key=lambda seat: (seat.side, seat.slot))
    to_come = 0 if game.sheet.complete else None if format_.deals is None else max(0, format_.deals - counted)
    return Running(
        round=number,
        game=game.number,
        sides=tuple(
            tuple(str(seat.participant_id) for seat in seats if seat.side == side and not seat.outside)
            for side in SIDE_OF
        ),
        totals=capped,
        # Of several games of a match nobody knows yet which one decides it.
        match_points=points_by_totals(format_, capped) if format_.games_to_win == 1 and counted else (0, 0),
        to_come=to_come,
    )


def _resting(round_: Round) -> list[uuid.UUID]:
    """Who rests in the round: of teams their pairs."""
    byes = round_.statuses.filter(status=RoundStatus.Status.BYE).exclude(entry__kind=Entry.Kind.TEAM)
    return list(byes.values_list("entry_id", flat=True))


def _rest_rule(round_: Round) -> RestRule:
    rule = giving.rules_of(round_).bye
    total = giving.table_total_of(round_) if rule.policy == HALF_TABLE else None
    drawn = format_of(round_.stage.game_format).match_points.draw
    return lambda others, own: given.resting(rule, given.Others(others.scores, others.winners, total), own, drawn)


# Teams


def _team_of(tournament: Tournament) -> dict[str, str]:
    pairs = tournament.entries.filter(team__isnull=False).values_list("pk", "team_id")
    return {str(pair): str(team) for pair, team in pairs}


def _of_teams(tournament: Tournament, pairs: Sequence[ScoreRow], team_of: dict[str, str]) -> list[ScoreRow]:
    """The teams' rows, with what their pairs have together; a meeting goes to who is ahead now."""
    stage = tournament.stages.select_related("game_format").order_by("position")[0]
    rules = format_of(stage.game_format)
    by_id = {uuid.UUID(pair): uuid.UUID(team) for pair, team in team_of.items()}
    met = [replace(one, over=True) for one in meetings_of(tournament, by_id)]
    found = team_results(
        {row.entry: row.results for row in pairs}, team_of, met, lambda totals: points_by_totals(rules, totals)
    )
    return [replace(row, results=found.get(row.entry, ())) for row in all_rows(tournament)]


# Shown to everybody, or not


def is_on(tournament: Tournament, round_: Round | None) -> bool:
    """Whether everybody sees the list of this round, which is being played."""
    told = showing.of_tournament(tournament)
    return round_ is not None and told.get(SETTLED) == round_.number and not told.get("held")


@transaction.atomic
def show(tournament_id: uuid.UUID, number: int, actor: Actor) -> None:
    """Let everybody see the provisional list of round ``number`` while it is played.

    TournamentError ``round-not-playing`` (round), Conflict ``results-held`` while results are held back.
    """
    tournament = contests.lock(tournament_id)
    if showing.is_held(tournament):
        raise Conflict("results-held")
    round_ = playing(tournament)
    if round_ is None or round_.number != number:
        raise TournamentError("round-not-playing", round=number)
    if is_on(tournament, round_):
        return
    showing.put(tournament, **{SETTLED: number})
    audit.record(actor, "provisional.shown", tournament, club_id=tournament.club_id, after={"round": number})


@transaction.atomic
def hide(tournament_id: uuid.UUID, actor: Actor) -> None:
    """Show it to nobody outside the club any more; where nobody saw it nothing is done."""
    tournament = contests.lock(tournament_id)
    number = showing.of_tournament(tournament).get(SETTLED)
    if number is None:
        return
    showing.put(tournament, **{SETTLED: None})
    audit.record(actor, "provisional.hidden", tournament, club_id=tournament.club_id, before={"round": number})
