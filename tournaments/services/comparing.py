"""Formats compared for a club: asked for on a page, played by a job, one at a time for each club."""

import time
import uuid
from typing import Any

from django.db import transaction

from core import jobs
from core.jobs import JobContext, JobError
from core.models import Job
from tournaments.services.errors import Conflict
from tournaments.simulation import WishError
from tournaments.simulation.compare import Question, as_data, compare, question_from

KIND = "formats.compare"
"""The kind of the job; its key is the club's id, its result the comparison (``compare.as_data``)."""

MOST_SECONDS = 60.0
"""What a comparison may take: whatever has been played by then is shown."""


@transaction.atomic
def ask(club_id: uuid.UUID, question: Question) -> Job:
    """Ask for a comparison. Conflict("comparison-running") while another one of the club waits or is played."""
    if jobs.is_pending(KIND, str(club_id)):
        raise Conflict("comparison-running")
    return jobs.enqueue(KIND, str(club_id), question.as_data())


def asked(club_id: uuid.UUID) -> Question | None:
    """What the club asked for last, as long as it is known."""
    job = Job.objects.filter(kind=KIND, key=str(club_id)).order_by("-created_at").first()
    return None if job is None else question_from(job.payload)


def make(job: JobContext) -> dict[str, Any]:
    """The job: the evening of the question in every format. Papers that wait to be printed end it early."""
    try:
        question = question_from(job.payload)
    except (WishError, KeyError, TypeError) as error:
        raise JobError("bad-question") from error
    found = compare(
        question,
        clock=time.perf_counter,
        most_seconds=MOST_SECONDS,
        progress=job.progress,
        is_waited_for=lambda: jobs.is_waited_for(job),
    )
    return as_data(found)
