"""The rules of a sheet as the table's page scores by them while the server is out of reach (static/js/rules).

One JSON document a version and language, named by what it says, so that the phone keeps it: ``packed``, the resolved
rules; ``messages``, the sentences of scores, refusals and the end of a game.
"""

import functools
import hashlib
import json
from typing import Any

from scoring.models import RulesetVersion
from scoring.rules.packed import packed, packed_messages
from scoring.rules.words import words
from scoring.rulesets_store import rules_of

#: What the end of a game is told with.
_ENDS = ("game.end_", "game.by_", "game.wait_", "game.bar_", "game.and", "game.held_left")


def document(version: RulesetVersion, language: str) -> dict[str, Any]:
    """What the page needs to score under this version of a rule set, in ``language``."""
    ends = {key: text for key, text in words(language).messages.items() if key.startswith(_ENDS)}
    return {"packed": packed(rules_of(version), language), "messages": {**packed_messages(language), **ends}}


@functools.lru_cache(maxsize=256)
def mark(version: RulesetVersion, language: str) -> str:
    """What names ``document``: another mark where it differs. Known from the first time on, as a version never changes
    (rows are equal by their id)."""
    told = json.dumps(document(version, language), sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:12]
