"""The one Celery task: everything else about jobs is in core.jobs."""

from celery import shared_task

from core import jobs


@shared_task(name=jobs.TASK)
def run_job(job_id: str) -> str:
    return jobs.run_job(job_id)
