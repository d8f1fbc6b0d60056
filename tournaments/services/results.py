"""From a closed sheet to results, and from results to standings."""

import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.garbage import garbage_left
from core.jobs import JobContext
from scoring.models import ScoreSheet
from scoring.replay import done_in
from scoring.rules.match import play_match
from scoring.sheet_game import SIDE_OF, closed_game, format_of, game_of, standing_entries
from tournaments.models import Game, Match, Result, Round, Seat, Standing, Tournament
from tournaments.services import checks, contests, giving, meetings, rankorder, resting
from tournaments.services.ranking import line_of, ranked, until
from tournaments.standings.figures import head_of
from tournaments.standings.policies import GivenRules
from tournaments.standings.ranking import Source, rank
from tournaments.standings.reading import IN_DEALS
from tournaments.standings.rows import as_figures, criteria, score_rows


def sheet_closed(sheet: ScoreSheet) -> None:
    """Write both sides' results of a sheet that was just closed; in the transaction that closed it."""
    game = _game_of(sheet)
    if game is None:
        return
    Game.objects.filter(pk=game.pk).update(state=Game.State.CLOSED)
    write(game)


def sheet_put_right(sheet: ScoreSheet) -> None:
    """Write the results of a closed sheet anew: its figures changed, or who played it."""
    game = _game_of(sheet)
    if game is not None:
        write(game)


def _game_of(sheet: ScoreSheet) -> Game | None:
    """The game of a sheet, if it has one. Where its results move what others were given, its round is locked: a round
    that is being closed at the same moment is then closed before, or after."""
    game = Game.objects.select_related("match__round__stage").filter(sheet=sheet).first()
    if game is not None and (
        game.match.kind == Match.Kind.CATCH_UP or game.match.round.state == Round.State.CLOSED or game.forfeit
    ):
        # Nobody who writes results of a round waits for this lock: it lets them refer to the round.
        rounds = Round.objects.select_for_update(of=("self",), no_key=True).select_related("stage")
        game.match.round = rounds.get(pk=game.match.round_id)
    return game


def write(game: Game) -> None:
    """Write the results of a closed game: those of its sheet or, where it was forfeited, what the rules then give. They
    replace what was there."""
    Result.objects.filter(game=game).delete()
    if game.forfeit:
        resting.score_forfeit(game)
    else:
        _count(game)
    _score_match(game)
    _follow(game.match.round)


def _count(game: Game) -> None:
    sheet = _sheet(game)
    lines = [entry.data for entry in standing_entries(sheet)]
    played = game_of(sheet, lines).closed()
    # Caps are for the standings: the sheet keeps its totals.
    counting = dict(zip(SIDE_OF, played.capped(game.match.round.number), strict=True))
    done = done_in(lines, played.steps)
    Result.objects.bulk_create(
        Result(
            game=game,
            round=game.match.round,
            entry_id=entry_id,
            points_for=counting[side],
            points_against=sum(total for other, total in counting.items() if other != side),
            **dict(zip(IN_DEALS, done[SIDE_OF[side]], strict=True)),
        )
        for side, entry_id in _seats(game)
    )


def _sheet(game: Game) -> ScoreSheet:
    return ScoreSheet.objects.select_related("format", "ruleset_version").get(pk=game.sheet_id)


def _follow(round_: Round) -> None:
    """What is given to those who did not play follows the results of a closed round; so do the standings, of any."""
    if round_.state == Round.State.CLOSED:
        resting.score_given(round_.stage)
    contests.touch(round_.stage.tournament_id)


def _seats(game: Game) -> list[tuple[str, uuid.UUID]]:
    """Who has a result from a game, by side; who sits there out of competition has none."""
    seats = game.match.seats.filter(outside=False).order_by("side", "slot")
    return list(seats.values_list("side", "participant_id"))


def _score_match(game: Game) -> None:
    """Put the match points on the results of a match's closed games: all on the game that decided it, none while it
    goes on. They follow from the games each time anew, so that a correction moves them where they belong."""
    closed = list(
        Game.objects.filter(match=game.match, state=Game.State.CLOSED)
        .select_related("sheet__format", "sheet__ruleset_version")
        .order_by("number")
    )
    if not closed or any(one.forfeit for one in closed):  # a forfeit has match points of its own
        return
    rules = format_of(closed[0].sheet.format)
    match = play_match(rules, [closed_game(one.sheet) for one in closed], first_number=game.match.round.number)
    deciding = closed[sum(match.counts) - 1]
    Result.objects.filter(game__match=game.match).exclude(match_points=0).update(match_points=0)
    points = dict(zip(SIDE_OF, match.points, strict=True))
    for side, entry_id in _seats(game):
        if points[side]:
            Result.objects.filter(game=deciding, entry_id=entry_id).update(match_points=points[side])


def sheet_reopened(sheet: ScoreSheet) -> None:
    """Take back the results of a sheet that was reopened; in the transaction that reopened it. A game that was
    forfeited is played after all."""
    game = _game_of(sheet)
    if game is None:
        return
    Result.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(state=Game.State.PLAYING, forfeit="")
    _score_match(game)
    if game.match.kind == Match.Kind.CATCH_UP:  # who made it up marks the rest again, until the sheet is closed
        _follow(game.match.round)
    else:
        contests.touch(game.match.round.stage.tournament_id)


def compute_standings(job: JobContext) -> dict[str, Any]:
    """The job: rank the tournament as it is now and keep the figures, with the revision they are of.

    Run twice, or late, it leaves the same: figures of an older revision never replace newer ones.
    """
    with transaction.atomic():
        if not Tournament.objects.filter(pk=job.payload["tournament"]).exists():  # a rehearsal, wiped meanwhile
            job.finish({})
            return {}
        standing = keep_standings(uuid.UUID(job.payload["tournament"]))
        result = {"revision": standing.revision, "entries": len(standing.figures["rows"])}
        checks.ask_between_rounds(standing.tournament_id)
        job.finish(result)
    return result


@transaction.atomic
def keep_standings(tournament_id: uuid.UUID) -> Standing:
    """Rank the tournament and keep the figures. Its row is locked, so that they are of the revision beside them."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    # What is kept already is large, and is replaced without being looked at.
    standing = Standing.objects.filter(tournament=tournament).defer("figures").first()
    if standing is not None and standing.revision == tournament.revision:
        return standing
    with garbage_left():
        figures = standings_figures(tournament)
    if any(row["decided_by"] == "lot" for row in figures["rows"]):
        rankorder.draw_lot(tournament)
    standing = standing or Standing(tournament=tournament)
    standing.revision, standing.figures, standing.computed_at = tournament.revision, figures, timezone.now()
    standing.save()
    return standing


def standings_figures(tournament: Tournament, *, upto: int | None = None) -> dict[str, Any]:
    """The ranked rows as plain JSON: ids, ranks, points by round and what decided; no names. Where north-south and
    east-west are ranked each for itself, each row's ``line``. ``upto``: by what is marked today in the rounds until
    this one (1 or more)."""
    rows = ranked(tournament, upto=upto)
    lines = line_of(tournament, upto)
    begun = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    if upto is not None:
        begun = begun.filter(number__lte=upto)
    rounds = list(begun.order_by("stage__position", "number"))
    cut = [round_.number for round_ in rounds if round_.cut]
    return {
        **head_of(criteria(tournament), rows),
        "rounds": [round_.number for round_ in rounds],
        **({"cut": cut} if cut else {}),
        "rows": [{**as_figures(row), **({"line": lines.get(row.entry, "ns")} if lines else {})} for row in rows],
        **({"pairs": _pairs_of_teams(tournament, upto)} if meetings.is_of_teams(tournament) else {}),
    }


def _pairs_of_teams(tournament: Tournament, upto: int | None) -> list[dict[str, Any]]:
    """The ranking that the pairs of all teams have among themselves."""
    rows = score_rows(tournament, pairs_of_teams=True)
    if upto is not None:
        rows = [until(row, upto) for row in rows]
    return [as_figures(row) for row in rank(rows, criteria(tournament))]


def round_figures(round_: Round) -> dict[str, Any]:
    """The results of a round as plain JSON: tables with everybody's id and points, and who rested with what; of teams
    also their meetings, each with what both teams have together.

    Only where there is such a thing: ``bye_rule``, by which a rest is marked if not by the average of the round;
    ``missed``, what was given to the late and the absent; ``cut``, that the round was cut short. So the figures of a
    plain round stay what they were.
    """
    results: dict[Key, Result] = {}
    together: dict[uuid.UUID, int] = {}
    for row in Result.objects.filter(round=round_).select_related("entry").order_by("entry__number"):
        results[row.game_id, row.entry_id] = row
        if row.entry.team_id is not None:
            together[row.entry.team_id] = together.get(row.entry.team_id, 0) + row.points_for
    matches = list(round_.matches.prefetch_related("seats__participant", "games").order_by("board"))
    of_teams = _meetings(matches, together)
    made_up = {row.entry_id for row in results.values() if row.game_id is not None and row.source == Source.GAME}
    byes = [
        {"entry": str(entry_id), "points": _points(results, (None, entry_id), together.get(entry_id))}
        for entry_id in meetings.resting(round_).values_list("entry_id", flat=True)
        if entry_id not in made_up
    ]
    rule = giving.rules_of(round_).to_settings()["bye"]
    missed = [
        {"entry": str(row.entry_id), "points": row.points_for, "source": row.source}
        for row in results.values()
        if row.source in (Source.LATE, Source.ABSENT) and row.entry.team_id is None
    ]
    more = {"bye_rule": rule if byes and rule != USUAL_BYE else None, "missed": missed, "cut": bool(round_.cut)}
    return {
        "round": round_.number,
        "tables": [_table(match, results) for match in matches],
        "byes": byes,
        **{name: value for name, value in more.items() if value},
        **({"meetings": of_teams} if of_teams else {}),
    }


Key = tuple[uuid.UUID | None, uuid.UUID]
"""A game (None for what was given without one) and an entry."""

USUAL_BYE = GivenRules().to_settings()["bye"]


def _points(results: dict[Key, Result], key: Key, otherwise: int | None = None) -> int | None:
    return results[key].points_for if key in results else otherwise


def _table(match: Match, results: dict[Key, Result]) -> dict[str, Any]:
    game = match.games.all()[0]
    seats = _by_place(match)
    # Who plays out of competition has no result: what it scored is what the others conceded.
    against = next((row.points_against for row in results.values() if row.game_id == game.pk), None)
    sides = [
        {
            "side": seat.side,
            "entry": str(seat.participant_id),
            "points": against if seat.outside else _points(results, (game.pk, seat.participant_id)),
            **({"forfeit": seat.side in game.forfeit} if game.forfeit else {}),
        }
        for seat in seats
    ]
    return {
        "table": game.table_no,
        "sides": sides,
        **({"catch_up": True} if match.kind == Match.Kind.CATCH_UP else {}),
        **({} if match.meeting is None else {"meeting": match.meeting}),
    }


def _by_place(match: Match) -> list[Seat]:
    return sorted(match.seats.all(), key=lambda seat: (seat.side, seat.slot))


def _meetings(matches: list[Match], together: dict[uuid.UUID, int]) -> list[dict[str, Any]]:
    """The meetings of teams by their numbers; who sits north-south at its first table stands first."""
    teams: dict[int, list[uuid.UUID]] = {}
    for match in matches:
        if match.meeting is not None:
            found = [seat.participant.team_id for seat in _by_place(match)]
            teams.setdefault(match.meeting, [team for team in found if team is not None])
    return [
        {"meeting": number, "sides": [{"entry": str(team), "points": together.get(team)} for team in both]}
        for number, both in sorted(teams.items())
    ]
