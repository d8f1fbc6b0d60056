"""The rows that the ranking works on, read from results and adjustments in a fixed number of queries."""

import uuid
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from scoring.rules.match import points_by_totals
from scoring.sheet_game import format_of
from tournaments.models import Adjustment, Entry, Game, Result, Seat, Tournament
from tournaments.standings.criteria import OPPONENTS, TALLIES, needs_of
from tournaments.standings.figures import RANKINGS as RANKINGS
from tournaments.standings.figures import SHOWN as SHOWN
from tournaments.standings.figures import as_figures as as_figures
from tournaments.standings.figures import chosen_by, criteria_by, ranking_by
from tournaments.standings.figures import parted_by as parted_by
from tournaments.standings.figures import shown_first as shown_first
from tournaments.standings.ranking import RankingAdjustment, RoundResult, ScoreRow, Source
from tournaments.standings.reading import IN_DEALS, as_kept, kept, lots_of, met, seats_of, tallies_of_sheets
from tournaments.standings.scores import Tally
from tournaments.standings.staged import staged
from tournaments.standings.teams import TeamMeeting, team_results


def ranking_of(tournament: Tournament) -> str:
    """By what a tournament ranks: a name in RANKINGS, or OWN. Its first stage says so, for all of them."""
    return ranking_by(_settings(tournament))


def criteria(tournament: Tournament) -> tuple[str, ...]:
    """What decides in a tournament, in this order: names of ``ranking.CRITERIA``. Where it has several stages, first
    how far everybody has come."""
    return criteria_by(_settings(tournament), tournament.stages.count())


def _settings(tournament: Tournament) -> dict[str, Any]:
    return tournament.stages.order_by("position").values_list("settings", flat=True).first() or {}


def score_rows(tournament: Tournament, *, pairs_of_teams: bool = False, before: int | None = None) -> list[ScoreRow]:
    """One row an entry that has played, rested or is still in: its results by round and its adjustments.

    Only closed sheets have results (see ``tournaments.services.results``). Of teams, each with what its pairs have
    together; ``pairs_of_teams``: of their pairs instead. ``before``: as they were before the stage at this position.
    """
    return staged(tournament, all_rows(tournament, pairs_of_teams=pairs_of_teams), before=before)


def all_rows(tournament: Tournament, *, pairs_of_teams: bool = False) -> list[ScoreRow]:
    """The same with everything that was ever marked, whether it counts in the stage that each has come to or not. Who
    met whom, and what was done in the deals, is read only where one of the tournament's criteria asks for it."""
    needs = needs_of(chosen_by(_settings(tournament)))
    if not (needs or pairs_of_teams or tournament.entry_kind == Tournament.EntryKind.TEAMS):
        with suppress(SeveralGamesError):
            return _plain_rows(tournament)
    everybody = list(tournament.entries.order_by("number").values_list("pk", "number", "status", "stand_in", "team_id"))
    results = _results(tournament, needs, [pk for pk, *_ in everybody])
    adjustments: dict[uuid.UUID, list[RankingAdjustment]] = defaultdict(list)
    for entry_id, points, reason, number in Adjustment.objects.filter(entry__tournament=tournament).values_list(
        "entry_id", "points", "reason", "round__number"
    ):
        adjustments[entry_id].append(RankingAdjustment(points, reason, number))
    if tournament.entry_kind == Tournament.EntryKind.TEAMS and not pairs_of_teams:
        _add_up_teams(tournament, results, adjustments)
    entries = [row for row in everybody if (row[4] is not None) == pairs_of_teams]
    places = lots_of(tournament, needs, {str(pk): number for pk, number, *_ in entries})
    return [
        ScoreRow(
            entry=str(pk),
            number=number,
            results=tuple(results[pk]),
            adjustments=tuple(adjustments[pk]),
            ranked=not stand_in and status != Entry.Status.DISQUALIFIED,
            lot=places.get(str(pk), 0),
        )
        for pk, number, status, stand_in, _ in entries
        if results[pk] or adjustments[pk] or status == Entry.Status.ACTIVE
    ]


Read = tuple[Any, ...]
"""A result as the database gives it: entry, round, points for, against, match points, source."""


class SeveralGamesError(Exception):
    """A round has several games: which of them a result is of is not read here."""


def _plain_rows(tournament: Tournament) -> list[ScoreRow]:
    """The same where results alone decide: what a hall of any size waits for after each sheet. SeveralGamesError."""
    marked: dict[str, list[Read]] = defaultdict(list)
    told = ("round__number", "points_for", "points_against", "match_points", "source")
    results = Result.objects.filter(round__stage__tournament=tournament)
    for row in results.values_list(kept("entry_id"), *told):
        marked[row[0]].append(row)
    given: dict[str, list[RankingAdjustment]] = defaultdict(list)
    for entry, points, reason, number in Adjustment.objects.filter(entry__tournament=tournament).values_list(
        kept("entry_id"), "points", "reason", "round__number"
    ):
        given[entry].append(RankingAdjustment(points, reason, number))
    entries = tournament.entries.filter(team=None).order_by("number")
    return [
        kept_row(
            entry,
            number,
            not stand_in and status != Entry.Status.DISQUALIFIED,
            tuple(marked.get(entry, ())),
            tuple(given.get(entry, ())),
        )
        for entry, number, status, stand_in in entries.values_list(kept("pk"), "number", "status", "stand_in")
        if entry in marked or entry in given or status == Entry.Status.ACTIVE
    ]


@lru_cache(maxsize=6000)
def kept_row(
    entry: str, number: int, ranks: bool, marked: tuple[Read, ...], given: tuple[RankingAdjustment, ...]
) -> ScoreRow:
    """The row of an entry, the same object for the same figures: what was worked out from it (``scores.once``) need not
    be worked out again for all those that a closed sheet does not touch. SeveralGamesError."""
    results = sorted((_result(*told[1:], None) for told in marked), key=lambda one: one.round)
    if len({one.round for one in results}) < len(results):
        raise SeveralGamesError
    return ScoreRow(str(uuid.UUID(entry)), number, tuple(results), given, ranks)


def _results(
    tournament: Tournament, needs: frozenset[str], entries: list[uuid.UUID]
) -> dict[uuid.UUID, list[RoundResult]]:
    """What each entry has marked, round by round, with what the criteria need beside it."""
    results: dict[uuid.UUID, list[RoundResult]] = defaultdict(list)
    found = Result.objects.filter(round__stage__tournament=tournament).order_by("round__number", "game__number")
    of_entry = {as_kept(pk): results[pk] for pk in entries}
    told = ("round__number", "points_for", "points_against", "match_points", "source", "game__number")
    if not needs & {OPPONENTS, TALLIES}:
        for entry, *row in found.values_list(kept("entry_id"), *told):
            of_entry[entry].append(_result(*row))
        return results
    written = {as_kept(pk): str(pk) for pk in entries}
    seats = seats_of(tournament) if OPPONENTS in needs else {}
    from_sheets: dict[tuple[str, str], Tally] | None = None
    where = (kept("game__match_id"), kept("game_id"), "game__forfeit", *IN_DEALS)
    for entry, match, game, forfeit, won, made, capots, *row in found.values_list(kept("entry_id"), *where, *told):
        tally = None if won is None else Tally(won, made, capots)
        if tally is None and game is not None and not forfeit and TALLIES in needs:
            # It came from a file, or from a version that did not count it.
            if from_sheets is None:
                from_sheets = tallies_of_sheets(tournament, seats or seats_of(tournament))
            tally = from_sheets.get((game, entry))
        opponents = () if match is None else tuple([written[one] for one in met(seats, match, forfeit, entry)])
        of_entry[entry].append(_result(*row, opponents, tally))
    return results


_SOURCES = {str(one): one for one in Source}


def _result(
    number: int, scored: int, conceded: int, match_points: int, source: str, game: int | None, *more: Any
) -> RoundResult:
    return RoundResult(number, scored, conceded, match_points, _SOURCES[source], game or 1, *more)


def _add_up_teams(
    tournament: Tournament,
    results: dict[uuid.UUID, list[RoundResult]],
    adjustments: dict[uuid.UUID, list[RankingAdjustment]],
) -> None:
    """Give each team the results and adjustments of its pairs."""
    team_of = dict(tournament.entries.filter(team__isnull=False).order_by("number").values_list("pk", "team_id"))
    for pair, team in team_of.items():
        adjustments[team] += adjustments[pair]
    stage = tournament.stages.select_related("game_format").order_by("position")[0]
    rules = format_of(stage.game_format)
    found = team_results(
        {str(pair): results[pair] for pair in team_of},
        {str(pair): str(team) for pair, team in team_of.items()},
        meetings_of(tournament, team_of),
        lambda totals: points_by_totals(rules, totals),
    )
    for team in set(team_of.values()):
        results[team] = list(found.get(str(team), ()))


def meetings_of(tournament: Tournament, team_of: Mapping[uuid.UUID, uuid.UUID]) -> list[TeamMeeting]:
    """The meetings of teams so far, and whether each is over."""
    of_tournament = {"match__round__stage__tournament": tournament, "match__meeting__isnull": False}
    open_games = Game.objects.filter(state=Game.State.PLAYING, **of_tournament)
    still_open = set(open_games.values_list("match__round__number", "match__meeting"))
    met: dict[tuple[int, int | None], set[str]] = defaultdict(set)
    for number, meeting, pair in Seat.objects.filter(**of_tournament).values_list(
        "match__round__number", "match__meeting", "participant_id"
    ):
        met[number, meeting].add(str(team_of[pair]))
    return [
        TeamMeeting(number, (one, other), over=(number, meeting) not in still_open)
        for (number, meeting), (one, other) in met.items()
    ]
