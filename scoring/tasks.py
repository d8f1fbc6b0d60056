"""The jobs of the card game that belong to no tournament."""

from typing import Any

from core import jobs
from core.jobs import JobContext, job_handler
from core.nightly import each_night
from scoring import friends

ERASE = "friends-erase"
"""The kind of the job that erases the sheets of friends that nobody uses any more."""


@each_night
def ask_tonight() -> None:
    jobs.enqueue(ERASE, "unused")


@job_handler(ERASE)
def erase_unused(_job: JobContext) -> dict[str, Any]:
    return {"erased": friends.erase_unused()}
