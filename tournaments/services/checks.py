"""A tournament checked: every figure of it worked out anew from what was written at its tables.

It is done each night for tournaments that run or ended a short while ago, after each round, and before results are made
public; nothing is ever changed by it.
"""

import datetime as dt
import hashlib
import json
import logging
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from core import audit, jobs
from core.actors import SYSTEM, Actor
from core.jobs import JobContext, JobError
from core.reading import without_writing
from tournaments import archive
from tournaments.checking import Checked, Finding, check
from tournaments.checking.model import UNREADABLE, finding_from
from tournaments.models import Round, Standing, Tournament
from tournaments.services import tournament_file

logger = logging.getLogger(__name__)

KIND = "check"
"""The kind of the job that checks a tournament; its key is the tournament's id."""

#: A tournament is checked each night until so many days after its date.
DAYS_AFTER = 14
#: More findings than this are counted, not kept.
MOST_KEPT = 100


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check found: the ``findings`` that are kept of ``count``, at which revision of the tournament."""

    revision: int
    count: int
    findings: tuple[Finding, ...]

    @property
    def digest(self) -> str:
        """What somebody who looked at the findings has seen; empty where there are none."""
        return digest_of(self.findings) if self.count else ""


def digest_of(findings: Iterable[Finding]) -> str:
    told = [one.as_data() for one in findings]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def look(tournament: Tournament, *, with_draws: bool = True) -> Checked:
    """Check a tournament as it is at this moment, from its file alone, which is made in memory; nothing is written."""
    document = tournament_file.document_of(tournament)
    standing = Standing.objects.filter(tournament=tournament).values("revision", "figures").first()
    # As whoever reads the file has it: JSON knows no tuples.
    return check(json.loads(archive.written(document)), standing=standing, with_draws=with_draws)


def look_without_writing(tournament_id: uuid.UUID) -> Checked:
    """The same in a transaction in which the database refuses to write anything. Tournament.DoesNotExist."""
    with without_writing():
        return look(Tournament.objects.get(pk=tournament_id))


def before_publishing(tournament: Tournament) -> Outcome:
    """What is found now, right before results are made public. Draws are left to the nightly check."""
    try:
        return _outcome(tournament.revision, look(tournament, with_draws=False))
    except UNREADABLE as problem:  # the check itself must keep nobody from publishing
        logger.exception("the check of tournament %s broke off", tournament.pk)
        broken = Finding("unreadable", params={"problem": type(problem).__name__})
        return Outcome(tournament.revision, 1, (broken,))


def _outcome(revision: int, checked: Checked) -> Outcome:
    return Outcome(revision, len(checked.findings), checked.findings[:MOST_KEPT])


# As a job


def ask(tournament_id: uuid.UUID) -> None:
    """Ask for a check, in the caller's transaction."""
    jobs.enqueue(KIND, str(tournament_id), {"tournament": str(tournament_id)})


def ask_between_rounds(tournament_id: uuid.UUID) -> None:
    """Ask for a check where results could be made public now: a round is closed and none is being played."""
    states = set(Round.objects.filter(stage__tournament=tournament_id).values_list("state", flat=True))
    if Round.State.CLOSED in states and Round.State.PLAYING not in states:
        ask(tournament_id)


def ask_tonight() -> None:
    """Ask for a check of every tournament that runs, or ended a short while ago."""
    recently = timezone.localdate() - dt.timedelta(days=DAYS_AFTER)
    state = Tournament.State
    mine = Tournament.objects.real().filter(Q(state=state.RUNNING) | Q(state=state.FINISHED, local_date__gte=recently))
    for tournament_id in mine.order_by("pk").values_list("pk", flat=True):
        ask(tournament_id)


def make(job: JobContext) -> dict[str, Any]:
    """The job: the check, its outcome kept with the job; what was not found before is told on the trail."""
    tournament = Tournament.objects.filter(pk=job.payload["tournament"]).first()
    if tournament is None:
        raise JobError("tournament-unknown")
    before = latest(tournament)
    outcome = _outcome(tournament.revision, look(tournament))
    result = {
        "revision": outcome.revision,
        "count": outcome.count,
        "findings": [one.as_data() for one in outcome.findings],
    }
    with transaction.atomic():
        if outcome.count and (before is None or before.digest != outcome.digest):
            record(tournament, outcome, SYSTEM)
        job.finish(result)
    return result


def record(tournament: Tournament, outcome: Outcome, actor: Actor) -> None:
    """Write on the trail that something was found; what, the check tells as long as it is so."""
    audit.record(actor, "check.found", tournament, club_id=tournament.club_id, after={"count": outcome.count})


def latest(tournament: Tournament) -> Outcome | None:
    """What the last check found, be it of another state of the tournament; None where none was made lately."""
    result = jobs.last_result(KIND, str(tournament.pk))
    if result is None:
        return None
    return Outcome(result["revision"], result["count"], tuple(finding_from(one) for one in result["findings"]))


def known(tournament: Tournament) -> Outcome | None:
    """What the last check found, if that was of the tournament as it is now."""
    found = latest(tournament)
    return found if found is not None and found.revision == tournament.revision else None
