"""The tournament played: each round drawn by the engine, its games made up, its standings the next draw's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.draws import engine
from tournaments.draws.knockout import course_of, final_places
from tournaments.draws.model import (
    Breach,
    DrawEntry,
    DrawError,
    DrawRequest,
    DrawResult,
    Meeting,
    PlayedRound,
)
from tournaments.draws.seeds import Chance, round_seed
from tournaments.simulation.games import board_of, played
from tournaments.simulation.hall import BRACKETS, SKILL, Hall, Wish, hall_of, master_seed
from tournaments.simulation.measures import Metrics, measured
from tournaments.standings.ranking import RankedRow, RoundResult, ScoreRow, Source, bye_average, rank

BY_POINTS = ("points", "difference", "best_game")
BY_WINS = ("match_points", "points", "difference")
RANKED_BY_WINS = frozenset({"equal-wins", "winners-losers", *BRACKETS})
WIN, LEVEL = 2, 1

KNOCKOUT = "knockout"
TOO_FEW_THERE = frozenset({"too_few_entries", "too_few_for_melee"})


@dataclass(frozen=True, slots=True)
class Table:
    """A table and the ids of both sides."""

    table: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A round: everybody is at one of the `tables`, in `byes`, `absent` (not there in this round) or `out` (gone for
    good, or knocked out). `seconds`: what the draw took by the clock."""

    number: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    absent: tuple[int, ...]
    out: tuple[int, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """A tournament played: the final `ranking` and the true one, both of all ids, the best first."""

    wish: Wish
    hall: Hall
    rounds: tuple[RoundPlayed, ...]
    ranking: tuple[int, ...]
    truth: tuple[int, ...]
    metrics: Metrics


def simulate(wish: Wish, clock: Callable[[], float] = lambda: 0.0) -> Simulation:
    """Play a whole tournament. `clock`: seconds since anything, asked before and after each draw.

    DrawError where the format does not admit so many entries or rounds. The same wish gives the same tournament, but
    for the seconds.
    """
    hall = hall_of(wish)
    evening = _Evening(wish, hall, clock)
    evening.check_admitted()
    rounds = [evening.play(number) for number in range(1, wish.rounds + 1)]
    ranking, truth = evening.ranking(), hall.by_strength()
    metrics = measured(rounds, evening.breaches, hall.clubs, ranking, truth)
    return Simulation(wish, hall, tuple(rounds), tuple(ranking), tuple(truth), metrics)


@dataclass(slots=True)
class _Evening:
    wish: Wish
    hall: Hall
    clock: Callable[[], float]
    past: list[PlayedRound] = field(default_factory=list)
    scored: dict[int, list[RoundResult]] = field(default_factory=lambda: defaultdict(list))
    breaches: list[Breach] = field(default_factory=list)
    last_in: dict[int, int] = field(default_factory=dict)
    """In a knockout: the last round in which each had a match to play, then or later."""

    def check_admitted(self) -> None:
        """DrawError where not even a first round with everybody there can be drawn."""
        request = self._request(1)
        if not all(entry.plays for entry in request.entries):
            there = tuple(replace(entry, plays=True, comes=True) for entry in request.entries)
            engine.draw(replace(request, entries=there))

    def play(self, number: int) -> RoundPlayed:
        request = self._request(number)
        before = self.clock()
        result = self._draw(request)
        seconds = self.clock() - before
        if result is None:
            return self._nobody_plays(number, seconds)
        self.breaches += result.breaches
        gone = self._out(request, result)
        absent = [who for who in self.hall.ids if self.hall.is_away(who, number) and who not in gone]
        tables = tuple(Table(one.table, _numbers(one.ns), _numbers(one.ew)) for one in result.tables)
        totals = [self._totals(number, table) for table in tables]
        self._score(number, tables, totals, _numbers(result.byes))
        meetings = tuple(
            Meeting(one.ns, one.ew, one.table, "" if ns == ew else "ns" if ns > ew else "ew", one.bracket)
            for one, (ns, ew) in zip(result.tables, totals, strict=True)
        )
        not_there = tuple(entry.id for entry in request.entries if not entry.plays)
        self.past.append(PlayedRound(number, meetings, result.byes, not_there, result.plan))
        return RoundPlayed(number, tables, _numbers(result.byes), tuple(absent), tuple(sorted(gone)), seconds)

    def ranking(self) -> list[int]:
        """The final ranking: in a knockout as far as everybody came, then by the standings; else by these."""
        standing = [int(row.entry) for row in self._standings()]
        if self.wish.format not in BRACKETS:
            return standing
        places = {int(entry): place for entry, place, _ in final_places(self._request(self.wish.rounds + 1))}
        # Two who both miss their match have no place: they come after those who lost in that round.
        last = self.wish.entries + 1
        return sorted(standing, key=lambda who: (-self.last_in.get(who, 0), places.get(who, last)))

    def _request(self, number: int) -> DrawRequest:
        rows = self._standings()
        figures = {row.entry: tuple(figure for _, figure in row.values) for row in rows}
        entries = tuple(
            DrawEntry(
                id=str(who),
                number=who,
                plays=number <= self.wish.rounds
                and not self.hall.has_left(who, number)
                and not self.hall.is_away(who, number),
                comes=not self.hall.has_left(who, number),
                club=f"c{self.hall.clubs[who]}",
                standing=figures[str(who)] if self.past else (),
            )
            for who in self.hall.ids
        )
        return DrawRequest(
            system=self.wish.format,
            seed=round_seed(master_seed(self.wish.seed), number, 1),
            round=number,
            announced_rounds=self.wish.rounds,
            entries=entries,
            played=tuple(self.past),
            musts=engine.usual_musts(self.wish.format),
            # Nobody is known to be better than another; the first on the list are the seeds.
            settings={"seeding": "number"} if self.wish.format == KNOCKOUT else {},
        )

    def _draw(self, request: DrawRequest) -> DrawResult | None:
        """The draw of a round; None where too few are there for any table."""
        try:
            return engine.draw(request)
        except DrawError as error:
            if error.code not in TOO_FEW_THERE or all(entry.plays for entry in request.entries):
                raise
        if request.round == 1 and not all(entry.comes for entry in request.entries):
            # Enough were announced, and those who are there play, though of the others too many have left already.
            return self._draw(replace(request, entries=tuple(replace(one, comes=True) for one in request.entries)))
        return None

    def _nobody_plays(self, number: int, seconds: float) -> RoundPlayed:
        """Too few are there: they rest, without a result."""
        absent: list[int] = []
        gone: list[int] = []
        there: list[int] = []
        for who in self.hall.ids:
            left, away = self.hall.has_left(who, number), self.hall.is_away(who, number)
            (gone if left else absent if away else there).append(who)
        missing = tuple(str(who) for who in (*absent, *gone))
        plan = self.past[-1].plan if self.past else None
        self.past.append(PlayedRound(number, (), tuple(str(who) for who in there), missing, plan))
        return RoundPlayed(number, (), tuple(there), tuple(absent), tuple(gone), seconds)

    def _out(self, request: DrawRequest, result: DrawResult) -> set[int]:
        """Who has left, and in a knockout who has no match any more, there or not."""
        gone = {who for who in self.hall.ids if self.hall.has_left(who, request.round)}
        plan = result.plan
        if self.wish.format not in BRACKETS or plan is None:
            return gone
        if plan.groups and not plan.bracket:
            self.last_in = dict.fromkeys(self.hall.ids, request.round)
            return gone
        places, since = (plan.bracket, plan.bracket_since) if plan.groups else (plan.places, plan.since)
        course = course_of(request, places, since)
        still = {
            course.reached.get(source)
            for match in course.bracket.matches
            if match.round > request.round - since
            for source in (match.one, match.other)
        }
        knocked_out = {who for who in self.hall.ids if str(who) not in still}
        self.last_in |= dict.fromkeys(set(self.hall.ids) - knocked_out, request.round)
        return gone | knocked_out

    def _totals(self, number: int, table: Table) -> tuple[int, int]:
        strengths = self.hall.strengths
        boards = board_of([strengths[who] for who in table.ns], [strengths[who] for who in table.ew])
        chance = Chance(master_seed(self.wish.seed), f"deals/{number}/{table.table}")
        by_skill, decided = self.wish.results == SKILL, self.wish.format in BRACKETS
        return played(boards, chance, by_skill=by_skill, decided=decided)

    def _score(
        self, number: int, tables: Sequence[Table], totals: Sequence[tuple[int, int]], byes: Sequence[int]
    ) -> None:
        """Everybody at a table has its points; who rests the average of the round, and where wins count what a drawn
        game is worth, as a tournament has it unless it says otherwise."""
        for table, (ns, ew) in zip(tables, totals, strict=True):
            for side, mine, theirs in ((table.ns, ns, ew), (table.ew, ew, ns)):
                points = WIN if mine > theirs else LEVEL if mine == theirs else 0
                for who in side:
                    self.scored[who].append(RoundResult(number, mine, theirs, points))
        average = bye_average(points for both in totals for points in both)
        for who in byes if average is not None else ():
            self.scored[who].append(RoundResult(number, average or 0, average or 0, LEVEL, Source.BYE))

    def _standings(self) -> list[RankedRow]:
        rows = [ScoreRow(str(who), who, tuple(self.scored.get(who, ()))) for who in self.hall.ids]
        return rank(rows, BY_WINS if self.wish.format in RANKED_BY_WINS else BY_POINTS)


def _numbers(entries: Sequence[str]) -> tuple[int, ...]:
    return tuple(int(entry) for entry in entries)


def as_data(done: Simulation) -> dict[str, Any]:
    """The simulation as JSON tells it; ids are whole numbers from 1."""
    wish, metrics = done.wish, done.metrics
    return {
        "format": wish.format,
        "seed": int(wish.seed) if wish.seed.isdecimal() and str(int(wish.seed)) == wish.seed else wish.seed,
        "entries": done.hall.ids,
        "rounds": [_round_data(one) for one in done.rounds],
        "ranking": list(done.ranking),
        "metrics": {
            "rematches": metrics.rematches,
            "partner_rematches": metrics.partner_rematches,
            "byes": {"most": metrics.most_byes, "least": metrics.least_byes},
            "same_club_meetings": metrics.same_club,
            "table_repeats": metrics.table_repeats,
            "breaches": {"musts": dict(metrics.musts), "wishes": dict(metrics.wishes)},
            "seconds": {"median": round(metrics.median_seconds, 6), "most": round(metrics.most_seconds, 6)},
            "kendall_tau": metrics.kendall_tau,
            "top_eighth_found": metrics.top_eighth_found,
            "true_ranking": list(done.truth),
            "clubs": _clubs(done.hall.clubs),
        },
    }


def _round_data(one: RoundPlayed) -> dict[str, Any]:
    return {
        "number": one.number,
        "tables": [{"table": table.table, "ns": list(table.ns), "ew": list(table.ew)} for table in one.tables],
        "byes": list(one.byes),
        "absent": list(one.absent),
        "out": list(one.out),
        "seconds": round(one.seconds, 6),
    }


def _clubs(club_of: Mapping[int, int]) -> list[list[int]]:
    """The ids of each club."""
    found: dict[int, list[int]] = {}
    for who, club in club_of.items():
        found.setdefault(club, []).append(who)
    return [found[club] for club in sorted(found)]
