"""The one Celery task: everything else about jobs is in core.jobs."""

import logging
import os
import threading

from celery import shared_task

from core import jobs, nightly

logger = logging.getLogger(__name__)

jobs.job_handler(nightly.KIND)(nightly.make)

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
