"""The file by which anybody checks the draws of a stage: its seed, opened, and every draw made with it.

Whoever reads it learns who met whom by the numbers on the lists, never by the ids that stand for people in the
database: two files cannot be laid side by side to find the same player in both. What the engine draws depends on
numbers alone, so that a draw made again from the file is the same.
"""

import hashlib
import json
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from core import audit, jobs
from core.actors import Actor
from core.jobs import JobContext, JobError
from tournaments.draws.model import ENGINE_VERSION
from tournaments.draws.verify import FORMAT, VERSION, Report, as_data, read, report_from, verify
from tournaments.models import Draw, Publication, Round, Stage
from tournaments.services import contests, publishing, stages
from tournaments.services.errors import TournamentError

CHECK = "draws.check"
"""The kind of the job that makes all draws of a stage again; its key is the stage's id."""


@transaction.atomic
def open_seed(tournament_id: uuid.UUID, position: int, actor: Actor) -> Stage:
    """Open the seed of a stage, if it is still sealed. From the first opening on it draws nothing any more.

    TournamentError ``seed-sealed`` (rounds) before the last round is closed: until then the seed could still draw.
    """
    tournament = contests.lock(tournament_id)
    stage = Stage.objects.get(tournament=tournament, position=position)
    if not stages.is_over(stage):
        raise TournamentError("seed-sealed", rounds=stages.last_number(stage))
    if stage.seed_opened_at is None:
        stage.seed_opened_at = timezone.now()
        stage.save(update_fields=["seed_opened_at"])
        audit.record(actor, "seed.opened", stage, club_id=tournament.club_id)
    return stage


def open_draws(tournament_id: uuid.UUID, actor: Actor, position: int = 1) -> dict[str, Any]:
    """Open the seed of a stage, if it is still sealed, and give the file; raises what ``open_seed`` does."""
    return file_of(open_seed(tournament_id, position, actor))


def file_of(stage: Stage) -> dict[str, Any]:
    """The file of a stage whose seed is open (see docs/draw-file.md), as data; TournamentError ``seed-sealed``."""
    if stage.seed_opened_at is None:
        raise TournamentError("seed-sealed", rounds=stages.last_number(stage))
    names = _Names()
    draws = Draw.objects.filter(round__stage=stage).select_related("round").order_by("round__number", "attempt")
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": str(stage.tournament_id),
        "stage": stage.position,
        "first_round": stages.first_number(stage),
        "commitment": stage.commitment,
        "seed": stage.sealed_seed,
        "draws": [names.told(_draw(one)) for one in draws],
    }


def waits_for(stage: Stage) -> int | None:
    """The first round (by number) whose results are not public while a draw was made by them; None where all are.
    Until then the file is given to nobody: it tells the standings before each draw."""
    last = Draw.objects.filter(round__stage=stage).aggregate(last=Max("round__number"))["last"] or 0
    before = Round.objects.filter(stage__tournament=stage.tournament_id, number__lt=last).order_by("number")
    shown = {row.round_id for row in publishing.public(stage.tournament, Publication.What.ROUND)}
    return next((number for pk, number in before.values_list("pk", "number") if pk not in shown), None)


def _draw(one: Draw) -> dict[str, Any]:
    return {
        "round": one.round.number,
        "attempt": one.attempt,
        "state": one.state,
        "made_at": one.made_at.isoformat(),
        "reason": one.reason,
        "engine_version": one.engine_version,
        "request": one.inputs,
        "result": one.result,
        **({} if one.hand is None else {"hand": {name: one.hand[name] for name in ("tables", "byes")}}),
    }


class _Names:
    """What stands in the file for each id: of an entry its number, of a person the entry's with a letter."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def told(self, draw: dict[str, Any]) -> dict[str, Any]:
        """A draw of the file with all ids replaced, those in its request, result and hand alike."""
        for entry in draw["request"]["entries"]:
            self._learn(entry["id"], str(entry["number"]))
            for letter, person in zip("abcdefghijklmnopqrstuvwxyz", entry.get("persons", ()), strict=False):
                self._learn(person, f"{self._names[entry['id']]}{letter}")
        for group in _groups(draw["request"]):
            for who in group:
                self._learn(who, "x")
        return {**draw, **{part: self._replaced(draw[part]) for part in ("request", "result", "hand") if part in draw}}

    def _learn(self, who: str, name: str) -> None:
        """Keep the name, unless there is one; where another has it already (numbers were changed), with a stroke."""
        if who not in self._names:
            taken = set(self._names.values())
            while name in taken:
                name += "'"
            self._names[who] = name

    def _replaced(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {name: self._replaced(part) for name, part in value.items()}
        if isinstance(value, list | tuple):
            return [self._replaced(part) for part in value]
        return self._names.get(value, value) if isinstance(value, str) else value


def _groups(request: Mapping[str, Any]) -> Iterable[Iterable[str]]:
    """The groups kept apart, in which people may be who do not play any more."""
    for rule in (*request["musts"], *request["wishes"]):
        if isinstance(rule, Mapping):
            yield from rule.get("groups", ())


# The check that a page asks for


def revision(stage: Stage) -> str:
    """What a check is of: changes with every draw made or discarded, and with the engine; 64 hexadecimal digits."""
    draws = Draw.objects.filter(round__stage=stage).order_by("round__number", "attempt")
    rows = [[str(part) for part in row] for row in draws.values_list("pk", "round__number", "attempt", "state")]
    opened = stage.seed_opened_at is not None
    return hashlib.sha256(json.dumps([ENGINE_VERSION, opened, stage.commitment, rows]).encode()).hexdigest()


def ask_check(stage: Stage) -> None:
    """Ask for all draws to be made again, unless that is being done or was done of the same draws already.

    TournamentError ``seed-sealed``.
    """
    if stage.seed_opened_at is None:
        raise TournamentError("seed-sealed", rounds=stages.last_number(stage))
    last = jobs.latest(CHECK, str(stage.pk))
    if last is None or (last.is_over and checked(stage) is None):
        jobs.enqueue(CHECK, str(stage.pk), {"stage": str(stage.pk)})


def checked(stage: Stage) -> Report | None:
    """What the last check of these very draws found, or None."""
    last = jobs.latest(CHECK, str(stage.pk))
    if last is None or not last.is_done or last.result is None or last.result.get("revision") != revision(stage):
        return None
    return report_from(last.result)


def make_check(job: JobContext) -> dict[str, Any]:
    """The job: every draw of a stage made again from the file that everybody may have."""
    stage = Stage.objects.filter(pk=job.payload["stage"]).first()
    if stage is None or stage.seed_opened_at is None:
        raise JobError("seed-sealed")
    of = revision(stage)
    report = verify(read(json.dumps(file_of(stage))), job.progress)
    return {"revision": of, **as_data(report)}
