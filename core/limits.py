"""How often something that computes may be asked, by whoever asks: counted in the cache, by the minute."""

import logging
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

logger = logging.getLogger(__name__)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, to be counted and not kept: a hall has one address, so such limits are wide."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))


def allowed(scope: str, who: str, most: int, *, seconds: int = 60) -> bool:
    """Whether ``who`` (an account's id, an address) may do ``scope`` once more: at most ``most`` times in each
    ``seconds``. Yes where the cache does not answer: a limit is no reason to stop an evening.
    """
    key = f"limit:{scope}:{who}:{int(time.time() // seconds)}"
    try:
        count = int(cache.get(key, 0)) + 1
        cache.set(key, count, timeout=2 * seconds)
    except Exception as error:  # whatever the cache's library raises
        logger.warning("the cache does not answer (%s): no limit", type(error).__name__)
        return True
    return count <= most
