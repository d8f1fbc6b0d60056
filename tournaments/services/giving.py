"""What is marked by who does not play, for one round: the rules that hold in it, and what its figures follow from.

The rules are settled with the draw: publishing it keeps them with the round, so that a later change of the settings
moves nothing that was announced, unless it is asked to.
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Count, QuerySet, Sum

from scoring.rulesets_store import rules_of as rules_of_version
from scoring.sheet_game import format_of
from tournaments.models import Game, Match, Result, Round, Stage
from tournaments.standings.given import Others, Total
from tournaments.standings.given import table_total as table_total
from tournaments.standings.policies import HALF_TABLE, GivenRules

# The rules


def rules_of_stage(stage: Stage) -> GivenRules:
    """What a stage's settings say now: it holds for the next draw that is published."""
    return GivenRules.from_settings(stage.settings)


def rules_of(round_: Round) -> GivenRules:
    """What holds in a round: what was kept when its draw was published, else what its stage says (at hand)."""
    return GivenRules.from_settings(round_.given or round_.stage.settings)


def keep_rules(round_: Round) -> None:
    """Keep with a round what the stage's settings say; in the transaction that publishes its draw."""
    round_.given = rules_of_stage(round_.stage).to_settings()
    Round.objects.filter(pk=round_.pk).update(given=round_.given)


# What a round's figures follow from


@dataclass(slots=True)
class Figures:
    """What was played at the tables of some rounds: by round the total of all scores and of the winners', by entry that
    of its own games.

    ``made_up``: round and entry of each game that was made up later. It is its player's own, but says nothing about the
    round, nor does a forfeit. Of winners and of own games there is only what was asked for.
    """

    scores: dict[uuid.UUID, Total] = field(default_factory=dict)
    winners: dict[uuid.UUID, Total] = field(default_factory=dict)
    own: dict[uuid.UUID, Total] = field(default_factory=dict)
    made_up: set[tuple[uuid.UUID, uuid.UUID]] = field(default_factory=set)

    def of(self, round_: Round, rules: GivenRules) -> Others:
        """What the others did in a round, with what a table marks in all where the rules ask for it."""
        total = table_total_of(round_) if rules.bye.policy == HALF_TABLE else None
        return Others(self.scores.get(round_.pk, Total()), self.winners.get(round_.pk, Total()), total)


def figures_of(rounds: Iterable[Round], *, forfeited: Iterable[Round] = (), own: Iterable[uuid.UUID] = ()) -> Figures:
    """Everything played at a table in these rounds: the winners of those in which somebody ``forfeited``, and the
    ``own`` games of these entries. In a few queries, however large the hall."""
    listed = list(rounds)
    games = Result.objects.filter(round__in=listed, source=Result.Source.GAME)
    at_tables = games.exclude(game__match__kind=Match.Kind.CATCH_UP)
    found = Figures()
    # What several games of a match bring is one score.
    sums = at_tables.values("round_id").annotate(points=Sum("points_for"), count=Count("entry", distinct=True))
    for row in sums:
        found.scores[row["round_id"]] = Total(row["points"], row["count"])
    for round_ in forfeited:
        found.winners[round_.pk] = _winners(at_tables.filter(round=round_))
    mine = games.filter(entry__in=list(own)).values("entry_id")
    for one in mine.annotate(points=Sum("points_for"), count=Count("game__match", distinct=True)):
        found.own[one["entry_id"]] = Total(one["points"], one["count"])
    made_up = games.filter(game__match__kind=Match.Kind.CATCH_UP)
    found.made_up = set(made_up.values_list("round_id", "entry_id"))
    return found


def _winners(games: QuerySet[Result]) -> Total:
    """The scores of who won each match of a round; of both where they were equal, which is the same."""
    rows = games.values("game__match_id", "entry_id").annotate(points=Sum("points_for"), won=Sum("match_points"))
    best: dict[uuid.UUID, tuple[int, int]] = {}
    for row in rows:
        mine = row["won"], row["points"]
        best[row["game__match_id"]] = max(best.get(row["game__match_id"], mine), mine)
    return Total.of(points for _, points in best.values())


def table_total_of(round_: Round) -> int | None:
    """What a table of a round marks in all, by the rules that its sheets are counted by; see ``table_total``."""
    games = Game.objects.filter(match__round=round_).exclude(match__kind=Match.Kind.CATCH_UP)
    game = games.select_related("sheet__ruleset_version", "sheet__format").order_by("match__board", "number").first()
    used = (round_.stage.ruleset_version, round_.stage.game_format)
    version, format_ = used if game is None else (game.sheet.ruleset_version, game.sheet.format)
    return table_total(rules_of_version(version), format_of(format_), round_.number)


def table_total_of_stage(stage: Stage) -> int | None:
    """What a table of the stage's next draw will mark in all; see ``table_total``."""
    return table_total(rules_of_version(stage.ruleset_version), format_of(stage.game_format))
