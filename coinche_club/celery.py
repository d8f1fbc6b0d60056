"""The Celery application: it only carries job ids; what a job is, and what became of it, stands in core.jobs."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.signals import setup_logging

import core.broker  # noqa: F401  (makes the scheme of the embedded broker known)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "coinche_club.settings")

# Celery fears root because of pickled messages; ours are JSON and only name a row.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("coinche_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _keep_our_logging(**kwargs: Any) -> None:
    """Celery would put its own handlers in place of the settings' (which blank links)."""
    import logging.config

    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)
