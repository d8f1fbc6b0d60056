"""How often something that computes may be asked, by whoever asks: counted in the cache, by the minute."""

import logging
import time

from django.core.cache import cache

logger = logging.getLogger(__name__)


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
