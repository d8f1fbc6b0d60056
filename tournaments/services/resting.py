"""What those mark who do not play in a round: who rests, comes late, is absent, and both sides of a forfeit.

All of it follows from the statuses of the rounds, from what was played and from the settled rules, and is worked out
anew each time: when a round is closed, when a sheet of a closed round is corrected, when somebody comes for the first
time. So run twice it leaves the same, and what a status gave goes with the status.
"""

import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import Max, Min

from scoring.sheet_game import format_of
from tournaments.draws.engine import PLANNED
from tournaments.draws.model import DrawRequest, DrawResult
from tournaments.models import Entry, Game, Result, Round, RoundStatus, Stage, Tournament
from tournaments.services import contests, giving, stages
from tournaments.services.errors import TournamentError
from tournaments.standings import given
from tournaments.standings.given import Mark, Others, Total
from tournaments.standings.policies import OWN_AVERAGE, REFUSE, WINNERS, GivenRules
from tournaments.standings.ranking import Source

Key = tuple[uuid.UUID, uuid.UUID]
"""A round and an entry."""

#: Systems in which a bye takes its pair a round further.
BRACKETS = frozenset({"knockout", "pools-knockout"})


def score_given(stage: Stage) -> None:
    """Write what everybody marks without having played, in all closed rounds of a stage, and nothing else.

    The tournament is locked: of two rounds whose figures change at once, one is worked out after the other. A round in
    which all sheets are open again keeps what it had, until there is something to follow again.
    """
    contests.lock(stage.tournament_id)
    rounds = list(
        stage.rounds.filter(state=Round.State.CLOSED)
        .select_related("stage__game_format", "stage__ruleset_version")
        .order_by("number")
    )
    rules = {round_.pk: giving.rules_of(round_) for round_ in rounds}
    who = _who(stage, rounds)
    games = _forfeited(rounds)
    own = [entry for (round_id, entry), source in who.items() if _asks_own(source, rules[round_id])]
    # A round in which nobody is given anything need not be added up: most sheets that are put right are of such a one.
    given_in = {round_id for round_id, _ in who} | set(games)
    figures = giving.figures_of(
        rounds if own else [round_ for round_ in rounds if round_.pk in given_in],
        forfeited=[round_ for round_ in rounds if round_.pk in games and rules[round_.pk].forfeit.policy == WINNERS],
        own=own,
    )
    wanted: dict[Key, tuple[Source, Mark | None]] = {}
    for round_ in rounds:
        others = figures.of(round_, rules[round_.pk])
        drawn = format_of(round_.stage.game_format).match_points.draw
        for (round_id, entry_id), source in who.items():
            if round_id == round_.pk and (round_id, entry_id) not in figures.made_up:
                mark = _mark(source, rules[round_id], others, figures.own.get(entry_id), drawn)
                wanted[round_id, entry_id] = source, mark
        _score_forfeits(round_, games.get(round_.pk, []), rules[round_.pk], others)
    _write(stage, wanted)


def score_newcomers(stage: Stage) -> None:
    """Once a draw is published, or taken back: who is there for the first time, or again, marks something for the
    rounds that were missed. Nothing is worked out where nobody missed any."""
    status = RoundStatus.Status
    missed = RoundStatus.objects.filter(
        round__stage=stage,
        round__state=Round.State.CLOSED,
        status__in=[status.LATE, status.ABSENT, status.WITHDRAWN],
    )
    if missed.exists():
        score_given(stage)


def _asks_own(source: Source, rules: GivenRules) -> bool:
    return source == Source.BYE and rules.bye.policy == OWN_AVERAGE


def _who(stage: Stage, rounds: list[Round]) -> dict[Key, Source]:
    """Who marks something in these rounds without a seat in them, and by which rule; of teams their pairs."""
    status = RoundStatus.Status
    away = (
        RoundStatus.objects.filter(round__in=rounds).exclude(status=status.PLAYS).exclude(entry__kind=Entry.Kind.TEAM)
    )
    rows = list(away.values_list("round_id", "entry_id", "status"))
    there = _there(stage, away.values("entry")) if rows else {}
    number = {round_.pk: round_.number for round_ in rounds}
    found = {}
    for round_id, entry_id, what in rows:
        source = given.source_of(what, number[round_id], *there.get(entry_id, (None, None)))
        if source is not None:
            found[round_id, entry_id] = source
    return found


def _there(stage: Stage, entries: Any) -> dict[uuid.UUID, tuple[int, int]]:
    """In which rounds of the stage each of these entries (a query) was first and last there, at a table or resting."""
    status = RoundStatus.Status
    rows = RoundStatus.objects.filter(
        round__stage=stage, entry__in=entries, status__in=[status.PLAYS, status.BYE]
    ).exclude(round__state=Round.State.DRAFT)
    spans = rows.values_list("entry_id").annotate(first=Min("round__number"), last=Max("round__number"))
    return {entry_id: (first, last) for entry_id, first, last in spans}


def _forfeited(rounds: Iterable[Round]) -> dict[uuid.UUID, list[Game]]:
    """The games of these rounds that were forfeited, by round."""
    games = Game.objects.filter(match__round__in=list(rounds)).exclude(forfeit="")
    found: dict[uuid.UUID, list[Game]] = {}
    for game in games.select_related("sheet__format", "match").order_by("match__board", "number"):
        found.setdefault(game.match.round_id, []).append(game)
    return found


def _mark(source: Source, rules: GivenRules, others: Others, own: Total | None, drawn: int) -> Mark | None:
    if source == Source.BYE:
        return given.resting(rules.bye, others, own, drawn)
    return given.missed(rules.late if source == Source.LATE else rules.absent, others)


def _write(stage: Stage, wanted: dict[Key, tuple[Source, Mark | None]]) -> None:
    """Bring the results without a game to what is wanted; a mark that is not known leaves what was there."""
    rows = Result.objects.filter(round__stage=stage, game__isnull=True)
    kept = {(row.round_id, row.entry_id): row for row in rows}
    gone = [row.pk for key, row in kept.items() if key not in wanted]
    if gone:
        Result.objects.filter(pk__in=gone).delete()
    made, changed = [], []
    for key, (source, mark) in wanted.items():
        row = kept.get(key)
        if mark is None and (row is None or row.source == source):
            continue
        if mark is None:
            mark = Mark(0, 0)  # what it was before, it is no more; the rest follows
        if row is None:
            made.append(_set(Result(round_id=key[0], entry_id=key[1]), source, mark))
        elif _told(row) != (source, mark):
            changed.append(_set(row, source, mark))
    Result.objects.bulk_create(made)
    Result.objects.bulk_update(changed, ["points_for", "points_against", "match_points", "source"])


def _told(row: Result) -> tuple[Source, Mark]:
    return Source(row.source), Mark(row.points_for, row.points_against, row.match_points)


def _set(row: Result, source: Source, mark: Mark) -> Result:
    row.points_for, row.points_against, row.match_points = mark.points, mark.against, mark.match_points
    row.source = source.value
    return row


# Forfeits


def score_forfeit(game: Game) -> None:
    """Write what both sides mark of a game that one of them, or both, forfeited; in the transaction that says so.

    While the round is played it follows from the tables closed so far, and is settled when the round is closed.
    """
    round_ = Round.objects.select_related("stage__game_format", "stage__ruleset_version").get(pk=game.match.round_id)
    rules = giving.rules_of(round_)
    others = giving.figures_of([round_], forfeited=[round_]).of(round_, rules)
    _score_forfeits(round_, _forfeited([round_]).get(round_.pk, []), rules, others)


def _score_forfeits(round_: Round, games: list[Game], rules: GivenRules, others: Others) -> None:
    if not games:
        return
    kept = {(row.game_id, row.entry_id): row for row in Result.objects.filter(game__in=games)}
    made, changed = [], []
    for game in games:
        by_format = format_of(game.sheet.format).match_points.by_forfeit
        won, lost = given.forfeited(rules.forfeit, others, by_format)
        both = given.neither(rules.forfeit, by_format)
        for side, entry_id in game.match.seats.filter(outside=False).values_list("side", "participant_id"):
            mark = both if len(game.forfeit) > 1 else lost if side == game.forfeit else won
            row = kept.get((game.pk, entry_id))
            if row is None:
                made.append(_set(Result(round=round_, game=game, entry_id=entry_id), Source.FORFEIT, mark))
            elif _told(row) != (Source.FORFEIT, mark):
                changed.append(_set(row, Source.FORFEIT, mark))
    Result.objects.bulk_create(made)
    Result.objects.bulk_update(changed, ["points_for", "points_against", "match_points", "source"])


# Who is too many


def check_rests(stage: Stage, request: DrawRequest, result: DrawResult) -> None:
    """Refuse a draw in which somebody rests where the settings say that nobody does. Who stands in may rest; in a
    bracket the byes are part of it; and where a plan runs already nobody can help it if an opponent is missing.

    TournamentError ``odd-refused`` (count: who is there; number: who of them was entered last).
    """
    if giving.rules_of_stage(stage).bye.policy != REFUSE or request.system in BRACKETS:
        return
    if request.system in PLANNED and request.round > stages.first_number(stage):
        return
    here = [entry.id for entry in request.entries if entry.plays and not entry.stand_in]
    if set(here) & set(result.byes):
        raise TournamentError("odd-refused", count=len(here), number=entered_last(stage.tournament, here).number)


def entered_last(tournament: Tournament, entry_ids: Iterable[uuid.UUID | str]) -> Entry:
    """Of these entries the one that was entered last."""
    return tournament.entries.filter(pk__in=list(entry_ids)).order_by("created_at", "number").reverse()[0]
