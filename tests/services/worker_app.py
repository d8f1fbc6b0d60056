"""A real Celery worker that knows one kind of job of the tests' own: ``celery -A tests.services.worker_app worker``."""

import os
import time
from pathlib import Path
from typing import Any

import django

django.setup()

from django.db import transaction  # noqa: E402

from coinche_club.celery import app  # noqa: E402, F401
from core.jobs import JobContext, job_handler  # noqa: E402
from core.models import AuditEvent  # noqa: E402

FOLDER = Path(os.environ["COINCHE_TEST_FOLDER"])


@job_handler("test.effect")
def effect(context: JobContext) -> dict[str, Any]:
    """Say that it has begun, wait for leave to go on, then leave one effect."""
    with (FOLDER / "begun").open("a") as out:
        out.write(f"{os.getpid()}\n")
    end = time.monotonic() + 30
    while not (FOLDER / "go").exists() and time.monotonic() < end:
        time.sleep(0.02)
    with transaction.atomic():
        AuditEvent.objects.create(verb="test.effect", object_type="job", object_id=context.job_id)
        context.finish({"attempt": context.attempt})
    return {}
