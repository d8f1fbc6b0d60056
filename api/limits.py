"""How often the API may be asked. A hall has one address, so the limits by address are wide.

A right table's link is never counted: nobody at the same address can keep a table from writing.
"""

import logging
from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

logger = logging.getLogger(__name__)


class _ByAddress(SimpleRateThrottle):
    def get_cache_key(self, request: Request, view: Any) -> str:
        return str(self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)})

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether one more is allowed; yes where the cache does not answer: a limit is no reason to stop an evening."""
        try:
            return super().allow_request(request, view)
        except Exception as error:  # whatever the cache's library raises
            logger.warning("the cache does not answer (%s): no limit", type(error).__name__)
            return True


class PublicReads(_ByAddress):
    """Reading what is public, by address."""

    scope = "public-reads"


class WrongLinks(_ByAddress):
    """Table's links that open nothing, by address."""

    scope = "wrong-links"
