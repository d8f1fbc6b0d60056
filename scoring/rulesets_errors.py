"""What the verbs on a club's rule sets refuse, for the organiser to mend."""

from collections.abc import Sequence
from typing import Any


class RulesetRefused(Exception):
    """A verb that cannot be done now. ``code`` says why, ``field`` where it was typed, ``params`` name what is meant;
    ``findings`` are those of the checks that must hold (see ``rulesets_findings``)."""

    def __init__(self, code: str, field: str = "", findings: Sequence[Any] = (), **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.findings = tuple(findings)
        self.params = params


class RulesetConflict(RulesetRefused):
    """Somebody else changed the rule set since it was seen; what both did stands, nothing was overwritten."""
