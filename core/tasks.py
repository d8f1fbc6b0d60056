"""The one Celery task: everything else about jobs is in core.jobs."""

import logging
import os
import threading

from celery import shared_task

from core import backup, jobs, nightly

logger = logging.getLogger(__name__)

jobs.job_handler(nightly.KIND)(nightly.make)

#: The kind of the job that copies the whole database each night.
DATABASE = "database-copy"


@nightly.each_night
def _ask_for_copy() -> None:
    if os.environ.get("COINCHE_BACKUP") != "0":
        jobs.enqueue(DATABASE, "database")


@jobs.job_handler(DATABASE, heavy=True)
def _copy_database(_job: jobs.JobContext) -> dict[str, str]:
    """Outside a transaction: nobody who writes waits for it."""
    try:
        return {"file": backup.tonight().name}
    except backup.BackupFailed as error:
        raise jobs.JobError(str(error)[:400]) from error


#: Seconds after which a job is taken to hang. Its process ends, another one takes over, and the job is tried again.
TIME_LIMIT = 900.0


def _give_up(job_id: str) -> None:
    logger.error("job %s hangs: its worker ends", job_id)
    logging.shutdown()
    os._exit(70)


@shared_task(name=jobs.TASK)
def run_job(job_id: str) -> str:
    limit = threading.Timer(TIME_LIMIT, _give_up, [job_id])
    limit.daemon = True
    limit.start()
    try:
        return jobs.run_job(job_id)
    finally:
        limit.cancel()
