"""A wrong rule set noticed after the first round: every sheet of a stage counted anew by another one, at once.

What it would come to is worked out by doing it and taking it back, so that the preview and the act are the same. It is
done as it was shown, or not at all.
"""

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from core import audit
from core.actors import Actor
from core.text import one_line
from scoring import rescoring
from scoring.models import RulesetVersion, ScoreSheet
from scoring.rescoring import Count, Recounted, Refused, Silent
from scoring.rules import RuleSetError
from scoring.rulesets_store import version_for
from tournaments.models import Game, Round, Stage, Tournament
from tournaments.services import contests, moves, prizes, recounting, restoring, stages, windows
from tournaments.services.errors import Conflict, TournamentError
from tournaments.signals import tables_changed
from tournaments.standings.moved import Moved, moved

Totals = tuple[int, int]
"""Of north-south and of east-west."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A sheet at a table: its totals before and after, who wins ("NS", "EW", "" for neither) and whether the game is
    over, each before and after."""

    game: uuid.UUID
    round: int
    table: int
    is_closed: bool
    totals: tuple[Totals, Totals]
    winners: tuple[str, str]
    is_over: tuple[bool, bool]

    @property
    def is_other(self) -> bool:
        return self.totals[0] != self.totals[1] or self.winners[0] != self.winners[1]


@dataclass(frozen=True, slots=True)
class AtTable:
    """A line of a sheet that is in the way, or says too little, and where it is."""

    game: uuid.UUID
    round: int
    table: int
    line: Refused | Silent


@dataclass(frozen=True, slots=True)
class Rescoring:
    """What counting a stage anew comes to. ``digest`` is of what was shown: a page sends it back with its form. Of
    tables that still play, which change with every deal, it holds nothing."""

    stage: Stage
    before: RulesetVersion
    after: RulesetVersion
    sheets: list[SheetLine]
    refused: list[AtTable]
    silent: list[AtTable]
    moved: list[Moved]
    digest: str

    @property
    def changed(self) -> list[SheetLine]:
        return [one for one in self.sheets if one.is_other]

    @property
    def other_winners(self) -> list[SheetLine]:
        return [one for one in self.sheets if one.is_closed and one.winners[0] != one.winners[1]]


def look(stage_id: uuid.UUID, choice: str) -> Rescoring:
    """What counting a stage by other rules (``choice`` as in ``contests.NewTournament``) would come to.

    TournamentError ``ruleset-unknown``, ``rules-same`` (every sheet counts by them), ``rescore-nothing`` (no sheet).
    """
    with transaction.atomic():
        found = _rescore(stage_id, choice, lambda seen: None)
        transaction.set_rollback(True)
    return found


@transaction.atomic
def rescore(
    stage_id: uuid.UUID, choice: str, seen: str, reason: str, actor: Actor, *, silent_is_none: bool = False
) -> Rescoring:
    """Count every sheet of a stage by other rules, which also hold from now on; ``seen`` is the digest of the preview.

    Closed sheets stay closed; at open ones both sides are asked again. ``silent_is_none``: of deals that say nothing of
    what the new rules count (announces), there were none. Moreover TournamentError ``reason-missing``,
    ``rescore-refused`` (count, round, table: the first), ``rescore-silent``; Conflict ``rescore-changed``.
    """
    said = one_line(reason, 300)
    if not said:
        raise TournamentError("reason-missing", "reason")

    def allowed(found: Rescoring) -> tuple[Actor, str]:
        if found.refused:
            first = found.refused[0]
            raise TournamentError("rescore-refused", count=len(found.refused), round=first.round, table=first.table)
        if found.silent and not silent_is_none:
            raise TournamentError("rescore-silent", "silent")
        return actor, said

    found = _rescore(stage_id, choice, allowed)
    windows.must_allow_all(found.stage.tournament, actor)
    if found.digest != seen:
        raise Conflict("rescore-changed")
    first = stages.first_number(found.stage)
    audit.record(
        actor,
        contests.RULES_CHANGED,
        found.stage.tournament,
        club_id=found.stage.tournament.club_id,
        before={"version": str(found.before.pk), "rules": found.before.sha256},
        after={
            "version": str(found.after.pk),
            "rules": found.after.sha256,
            "from_round": first,
            "rescored": len(found.sheets),
            "changed": len(found.changed),
            "moved": [one.as_data() for one in found.moved],
        },
        reason=said,
    )
    playing = found.stage.rounds.filter(state=Round.State.PLAYING)
    for round_id in playing.values_list("pk", flat=True):  # their papers have other columns now
        tables_changed.send(sender=Round, round_id=round_id)
    return found


def _rescore(stage_id: uuid.UUID, choice: str, allowed: Any) -> Rescoring:
    """Count and write it all, unless something is refused; ``allowed`` hears what was counted, before anything is
    written, and says who does it and why (None for nobody: it will be taken back)."""
    stage = Stage.objects.select_related("tournament").get(pk=stage_id)
    tournament = restoring.lock_all(stage.tournament_id)
    stage = Stage.objects.select_related("tournament__club", "ruleset_version").get(pk=stage_id)
    before, after = stage.ruleset_version, _version(tournament, choice)
    games = {
        game.sheet_id: game for game in Game.objects.filter(match__round__stage=stage).select_related("match__round")
    }
    rows = ScoreSheet.objects.filter(pk__in=games).select_related("ruleset_version__ruleset", "format").order_by("pk")
    sheets = list(rows)
    if not sheets:
        raise TournamentError("rescore-nothing")
    if {before.pk, *(sheet.ruleset_version_id for sheet in sheets)} == {after.pk}:
        raise TournamentError("rules-same", "ruleset")
    counted = rescoring.count(sheets, after)
    lines = sorted((_line(games, one) for one in counted.sheets), key=lambda one: (one.round, one.table))
    lists = _at_tables(games, counted)
    digests = [[str(one.sheet.pk), one.sheet.digest, one.digest] for one in counted.sheets]
    closed = {str(sheet.pk) for sheet in sheets if sheet.state == ScoreSheet.State.CLOSED}
    told: list[Any] = [after.sha256, before.sha256, [one for one in digests if one[0] in closed]]
    found = Rescoring(stage, before, after, lines, *lists, moved=[], digest=_digest(told))
    who, why = allowed(found) or (Actor(), "preview")
    if found.refused:
        return found
    ranks = moves.all_now(tournament)
    won = prizes.won_by(tournament, ranks)
    rescoring.write(counted.sheets, after, who, why)
    stage.ruleset_version = after
    stage.save(update_fields=["ruleset_version"])
    recounting.bring_up(stage, {one.sheet.pk: one.after for one in counted.sheets})
    now = moves.all_now(tournament)
    places = moved(ranks, now, _lines(tournament, stage), (won, prizes.won_by(tournament, now)))
    told.append([one.as_data() for one in places])
    return Rescoring(stage, before, after, lines, *lists, moved=places, digest=_digest(told))


def _digest(told: list[Any]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _version(tournament: Tournament, choice: str) -> RulesetVersion:
    try:
        return version_for(tournament.club, choice)
    except RuleSetError:
        raise TournamentError("ruleset-unknown", "ruleset") from None


def _line(games: Mapping[uuid.UUID, Game], one: Recounted) -> SheetLine:
    game, before = games[one.sheet.pk], one.before.closed()
    after = one.after.closed()
    return SheetLine(
        game.pk,
        game.match.round.number,
        game.table_no,
        one.sheet.state == ScoreSheet.State.CLOSED,
        ((before.ns, before.ew), (after.ns, after.ew)),
        (before.winner or "", after.winner or ""),
        (one.before.complete, one.after.complete),
    )


def _at_tables(games: Mapping[uuid.UUID, Game], counted: Count) -> tuple[list[AtTable], list[AtTable]]:
    """What is refused and what says too little, by round, table and place."""

    def placed(line: Refused | Silent) -> AtTable:
        game = games[line.sheet]
        return AtTable(game.pk, game.match.round.number, game.table_no, line)

    def key(one: AtTable) -> tuple[int, int, int]:
        return one.round, one.table, one.line.position

    return sorted(map(placed, counted.refused), key=key), sorted(map(placed, counted.silent), key=key)


def _lines(tournament: Tournament, stage: Stage) -> list[Any]:
    begun = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    last = begun.select_related("stage").order_by("-stage__position", "-number").first()
    return moves.lines(tournament, last) if last is not None and last.stage_id == stage.pk else []
