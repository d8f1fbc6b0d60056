"""What a worker must still write when the database goes away under it, and comes back."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

logger = logging.getLogger(__name__)
T = TypeVar("T")

#: Seconds between two tries: short at first (a session that was ended), then longer (a server that starts again).
PAUSES = (0.1, 0.2, 0.5, 1.0)


def patiently(act: Callable[[], T], seconds: float) -> T:
    """Do ``act``, and again on a new connection while the database cannot be reached, for at most ``seconds``.

    ``act`` may have been done although its answer got lost: it must look at what is written first. Raises Django's
    OperationalError or InterfaceError when the time is over, and at once inside a transaction.
    """
    until = time.monotonic() + seconds
    tries = 0
    while True:
        try:
            return act()
        except (InterfaceError, OperationalError) as error:
            pause = PAUSES[min(tries, len(PAUSES) - 1)]
            if connection.in_atomic_block or time.monotonic() + pause > until:
                raise
            logger.warning("the database is away (%s): again in %s s", type(error).__name__, pause)
        connection.close()
        time.sleep(pause)
        tries += 1
