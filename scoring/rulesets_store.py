"""Rule sets as rows: a preset file becomes a frozen version the first time it is used, and again when it changes."""

import functools
import uuid

from django.db import IntegrityError, transaction
from django.db.models import Max

from scoring import rules
from scoring.models import Ruleset, RulesetVersion


def preset_version(preset_id: str) -> RulesetVersion:
    """The version row of the preset file as it is now. Raises ``rules.RuleSetError`` for an unknown id.

    Two that ask at once get the same row: the content's hash is unique within a rule set.
    """
    resolved = rules.preset(preset_id)
    found = _find(preset_id, resolved.sha256)
    if found is not None:
        return found
    try:
        with transaction.atomic():
            ruleset, _ = Ruleset.objects.get_or_create(
                owner_club=None, key=preset_id, defaults={"preset_of": preset_id}
            )
            last = ruleset.versions.aggregate(last=Max("number"))["last"] or 0
            return RulesetVersion.objects.create(
                ruleset=ruleset,
                number=last + 1,
                source=rules.preset_source(preset_id),
                canonical=resolved.canonical(),
                sha256=resolved.sha256,
            )
    except IntegrityError:
        found = _find(preset_id, resolved.sha256)
        if found is None:
            raise
        return found


def _find(preset_id: str, sha256: str) -> RulesetVersion | None:
    return RulesetVersion.objects.filter(ruleset__owner_club=None, ruleset__key=preset_id, sha256=sha256).first()


def rules_of(version: RulesetVersion) -> rules.RuleSet:
    """The rule set of a version, ready to score with; resolved once a process."""
    return _resolved(version.pk, version.source)


@functools.lru_cache(maxsize=128)
def _resolved(version_id: uuid.UUID, source: str) -> rules.RuleSet:
    return rules.load_ruleset(source)
