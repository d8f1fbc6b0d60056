"""The Celery application: it only carries job ids; what a job is, and what became of it, stands in core.jobs."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_init

import core.broker  # noqa: F401  (makes the scheme of the embedded broker known)
from core import procs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "coinche_club.settings")

app = Celery("coinche_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _keep_our_logging(**kwargs: Any) -> None:
    """Celery would put its own handlers in place of the settings' (which blank links)."""
    import logging.config

    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@worker_process_init.connect
def _end_with_the_worker(**kwargs: Any) -> None:
    """A process of the pool whose master was killed would wait for ever."""
    procs.die_with_parent()
