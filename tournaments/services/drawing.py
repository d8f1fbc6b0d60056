"""What the draw engine is asked: the entries as they are, the stage's rules and settings, and everything played."""

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db.models import Q

from scoring.models import SheetSide
from tournaments.draws.engine import MELEE, TEAMS, usual_musts
from tournaments.draws.model import DrawEntry, DrawRequest, LockedTable, Meeting, PlayedRound, Rule
from tournaments.draws.options import drawn_by
from tournaments.draws.record import plan_of, rule_from
from tournaments.draws.seeds import round_seed
from tournaments.models import (
    Attendance,
    Draw,
    Entry,
    EntryMember,
    Match,
    Result,
    Round,
    RoundStatus,
    Stage,
    StageEntry,
    Tournament,
)
from tournaments.services import seating, stages
from tournaments.services.drawsetup import BY_HAND
from tournaments.standings.ranking import CRITERIA as EVERY_CRITERION
from tournaments.standings.ranking import rank
from tournaments.standings.rows import criteria, score_rows

MANUAL = BY_HAND
"""The draw system of who draws by hand. The engine has none of this name: it draws at random underneath, which is what
the hand-made draw is held against."""


def engine_system(tournament: Tournament, stage: Stage) -> str:
    """The engine's system of a stage."""
    if stage.draw_system != MANUAL:
        return stage.draw_system
    kinds = {Tournament.EntryKind.SINGLES.value: MELEE, Tournament.EntryKind.TEAMS.value: TEAMS}
    return kinds.get(tournament.entry_kind, "random")


def draw_request(tournament: Tournament, stage: Stage, round_number: int, attempt: int) -> DrawRequest:
    """What the engine is asked for draw `attempt` of a round: the entries as they are now, and the rounds before.

    Of the stage's settings, `draw` holds those of the system, `musts` and `wishes` the ranked rules; where one of the
    last two is not there, the usual ones are taken.
    """
    request = DrawRequest(
        system=engine_system(tournament, stage),
        seed=round_seed(stage.sealed_seed, round_number, attempt),
        round=round_number,
        announced_rounds=stages.last_number(stage),
        entries=tuple(_entries(tournament, stage, round_number)),
        played=tuple(_rounds_before(stage, round_number)),
        settings=dict(stage.settings.get("draw", {})),
        locked=tuple(_locked(stage, round_number)),
    )
    return replace(
        request,
        musts=_rules(stage, "musts", usual_musts(drawn_by(request.system, request.settings))),
        wishes=_rules(stage, "wishes", request.wishes),
    )


def _rules(stage: Stage, kind: str, otherwise: tuple[Rule, ...]) -> tuple[Rule, ...]:
    return tuple(rule_from(rule) for rule in stage.settings[kind]) if kind in stage.settings else otherwise


def _locked(stage: Stage, round_number: int) -> Iterable[LockedTable]:
    """The tables that the organiser has fixed for the draws of this round, but for those that somebody has left."""
    entries = stage.tournament.entries.filter(status=Entry.Status.ACTIVE)
    here = {str(pk) for pk in entries.values_list("pk", flat=True)} - {str(pk) for pk in away(stage, round_number)}
    for fixed in stage.rounds.filter(number=round_number).values_list("locked", flat=True):
        for table in (one for one in fixed if here.issuperset((*one["ns"], *one["ew"]))):
            yield LockedTable(tuple(table["ns"]), tuple(table["ew"]), table.get("table"))


def away(stage: Stage, round_number: int) -> frozenset[uuid.UUID]:
    """Who will not be there when a round is drawn: told absent or late or, once the roll was called, not come."""
    known = dict(stage.attendances.filter(round_number=round_number).values_list("entry_id", "state"))
    not_there = {entry for entry, state in known.items() if state != Attendance.State.HERE}
    if stage.check_ins.filter(round_number=round_number, closed_at__isnull=False).exists():
        entries = stage.tournament.entries.filter(team__isnull=True, status=Entry.Status.ACTIVE)
        not_there |= set(entries.values_list("pk", flat=True)) - {entry for entry in known if entry not in not_there}
    return frozenset(not_there)


def taking_part(tournament: Tournament, stage: Stage) -> list[Entry]:
    """Who plays a stage, by number: everybody who is entered; in a later stage, who has qualified for it."""
    entries = tournament.entries.filter(team__isnull=True).order_by("number")
    if stage.position > 1:
        entries = entries.filter(stages__stage=stage, stages__state=StageEntry.State.QUALIFIED)
    return list(entries)


def _entries(tournament: Tournament, stage: Stage, round_number: int) -> Iterable[DrawEntry]:
    entries = list(tournament.entries.filter(team__isnull=True).order_by("number"))
    in_it = {entry.pk for entry in taking_part(tournament, stage)}
    seeds = dict(stage.qualified.values_list("entry_id", "seed"))
    not_there = away(stage, round_number)
    clubs = {name: f"c{place}" for place, name in enumerate(sorted({entry.home_club for entry in entries} - {""}))}
    persons: dict[uuid.UUID, list[str]] = defaultdict(list)
    members = EntryMember.objects.filter(tournament=tournament, until_round__isnull=True).order_by("slot")
    for entry_id, team_id, person_id in members.values_list("entry_id", "entry__team_id", "person_id"):
        persons[team_id or entry_id].append(str(person_id))
    standings = _figures(tournament, stage)
    for entry in entries:
        yield DrawEntry(
            id=str(entry.pk),
            number=entry.number,
            plays=entry.status == Entry.Status.ACTIVE and entry.pk in in_it and entry.pk not in not_there,
            may_rest=entry.may_rest,
            rating=entry.rating,
            comes=entry.status == Entry.Status.ACTIVE and entry.pk in in_it,
            club=clubs.get(entry.home_club),
            fixed_table=entry.fixed_table,
            standing=_with_seed(standings.get(str(entry.pk), ()), seeds.get(entry.pk)),
            stand_in=entry.stand_in,
            persons=tuple(persons[entry.pk]),
        )


def _with_seed(standing: tuple[int, ...], seed: int | None) -> tuple[int, ...]:
    """Of equals in a later stage, the better seed stands before the other."""
    return standing if seed is None else (*standing, -seed)


def _figures(tournament: Tournament, stage: Stage) -> dict[str, tuple[int, ...]]:
    """What ranks each entry, by its id: the figures of the standings. Where those with as many wins meet, the wins
    come first whatever the standings are by, and a rest is one of them unless the settings say no."""
    told = criteria(tournament)
    settings = stage.settings.get("draw", {})
    if drawn_by(stage.draw_system, settings) != "equal-wins":
        return {row.entry: _more_is_better(row.values) for row in rank(score_rows(tournament), told)}
    ranked = rank(score_rows(tournament), ("wins", *(name for name in told if name != "wins")))
    rests: Counter[str] = Counter()
    if settings.get("bye_wins", True):
        byes = RoundStatus.objects.filter(round__stage__tournament=tournament, status=RoundStatus.Status.BYE)
        rests.update(str(entry) for entry in byes.values_list("entry_id", flat=True))
    return {row.entry: (row.value("wins") + rests[row.entry], *_more_is_better(row.values[1:])) for row in ranked}


def _more_is_better(values: Iterable[tuple[str, int]]) -> tuple[int, ...]:
    return tuple(figure if EVERY_CRITERION[name].more_is_better else -figure for name, figure in values)


def played_before(stage: Stage, round_number: int) -> tuple[PlayedRound, ...]:
    """What the rounds before round ``round_number`` were, as the draws know them; one that is still being played
    too, as far as it is decided."""
    return tuple(_rounds_before(stage, round_number))


def _rounds_before(stage: Stage, round_number: int) -> Iterable[PlayedRound]:
    """The rounds before, the last of them with the plan that its draw came with, if its system follows one."""
    earlier = Round.objects.filter(stage__tournament=stage.tournament_id, number__lt=round_number)
    rounds = list(earlier.order_by("number"))
    for round_ in rounds:
        played = _played(round_)
        follows = round_ == rounds[-1] and round_.stage_id == stage.pk
        published = round_.draws.filter(state=Draw.State.PUBLISHED).first() if follows else None
        yield played if published is None else replace(played, plan=plan_of(seating.standing(published)))


def _played(round_: Round) -> PlayedRound:
    seats: dict[Any, dict[str, list[str]]] = defaultdict(lambda: {side: [] for side in SheetSide.Side.values})
    told: dict[Any, tuple[int, str]] = {}
    # A game that was made up is no meeting of the draw. Where neither side came nobody met: both were not there.
    made_up, neither = (Q(match__kind=Match.Kind.CATCH_UP), Q(match__games__forfeit="AB", match__meeting=None))
    not_played = round_.seats.filter(neither).exclude(made_up).order_by("participant__number")
    rows = (
        round_.seats.exclude(made_up | neither)
        .order_by("match__board", "slot")
        .values_list(
            "match_id",
            "match__meeting",
            "match__board",
            "match__bracket",
            "side",
            "participant_id",
            "participant__team_id",
        )
    )
    for match_id, meeting, board, bracket, side, entry_id, team_id in rows:
        key = meeting or match_id
        told.setdefault(key, (meeting or board, bracket))
        # Of teams the first table says who is north-south: at the others it may be turned.
        if not team_id or str(team_id) not in (*seats[key]["A"], *seats[key]["B"]):
            seats[key][side].append(str(team_id or entry_id))
    scores = _scores(round_)

    def score(match: Any, side: list[str]) -> tuple[int, int]:
        return scores.get((match, side[0]), scores.get((None, side[0]), (0, 0)))

    who: dict[str, list[str]] = defaultdict(list)
    entries = round_.statuses.filter(entry__team__isnull=True).order_by("entry__number")
    for entry_id, kind in entries.values_list("entry_id", "status"):
        who[kind].append(str(entry_id))
    status = RoundStatus.Status
    return PlayedRound(
        number=round_.number,
        meetings=tuple(
            Meeting(
                ns=tuple(both["A"]),
                ew=tuple(both["B"]),
                table=told[match][0],
                won=_winner([score(match, both["A"]), score(match, both["B"])]),
                bracket=told[match][1],
            )
            for match, both in seats.items()
        ),
        byes=tuple(who[status.BYE]),
        absent=tuple(
            who[status.ABSENT]
            + who[status.LATE]
            + who[status.WITHDRAWN]
            + [str(entry_id) for entry_id in not_played.values_list("participant_id", flat=True)]
        ),
    )


def _scores(round_: Round) -> dict[tuple[Any, str], tuple[int, int]]:
    """Match points and points of each entry in each match that has results; of teams (without a match) what their pairs
    have together, which decides a meeting."""
    found: dict[tuple[Any, str], tuple[int, int]] = {}
    results: Any = Result.objects.filter(round=round_).values_list(
        "game__match_id", "entry_id", "entry__team_id", "match_points", "points_for"
    )
    for match_id, entry_id, team_id, match_points, points in results:
        key = (None, str(team_id)) if team_id else (match_id, str(entry_id))
        before = found.get(key, (0, 0))
        found[key] = (before[0] + (0 if team_id else match_points), before[1] + points)
    return found


def _winner(scores: list[tuple[int, int]]) -> str:
    """By match points where the game format gives any, else by points."""
    ns, ew = scores
    return "" if ns == ew else "ns" if ns > ew else "ew"
