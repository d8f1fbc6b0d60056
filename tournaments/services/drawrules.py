"""The musts and wishes of a stage's draws, in their order. What is changed counts for the draws to come."""

import hashlib
import json
import uuid
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from core import audit
from core.actors import Actor
from tournaments.draws.engine import usual_musts
from tournaments.draws.field import prepare
from tournaments.draws.model import BALANCED_SIDES, NEW_TABLE, DrawRequest, Rule
from tournaments.draws.options import drawn_by
from tournaments.draws.record import rule_from
from tournaments.models import Draw, Stage
from tournaments.services import contests
from tournaments.services.errors import Conflict

#: The verb of the trail under which a change of these rules is found again.
RULES_CHANGED = "draw.rules-changed"
#: What an engine's request wishes where nothing is said.
USUAL_WISHES = (Rule(NEW_TABLE), Rule(BALANCED_SIDES))
_KINDS = ("musts", "wishes")


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The rules of a stage's draws, those first that count more."""

    musts: tuple[Rule, ...]
    wishes: tuple[Rule, ...]


def usual(stage: Stage) -> DrawRules:
    """What a stage starts with: the usual musts of the system that draws it, and the usual wishes."""
    system = drawn_by(stage.draw_system, stage.settings.get("draw", {}))
    return DrawRules(usual_musts(system), USUAL_WISHES)


def rules_of(stage: Stage) -> DrawRules:
    """The rules that count now."""
    usually = usual(stage)
    musts, wishes = (
        tuple(rule_from(rule) for rule in stage.settings[kind]) if kind in stage.settings else getattr(usually, kind)
        for kind in _KINDS
    )
    return DrawRules(musts, wishes)


def digest(stage: Stage) -> str:
    """Says which rules were seen: it travels with the form."""
    canonical = json.dumps(_told(rules_of(stage)), sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


@transaction.atomic
def change(stage_id: uuid.UUID, rules: DrawRules, seen: str, actor: Actor) -> bool:
    """Put other rules in the place of those that were ``seen`` (their digest), for the draws to come; False where they
    are these already.

    Conflict ``draw-rules-changed`` where somebody else has changed them meanwhile; DrawError where a rule cannot be.
    """
    stage = Stage.objects.select_related("tournament").get(pk=stage_id)
    contests.lock(stage.tournament_id)
    stage.refresh_from_db(fields=["settings", "draw_system"])
    if digest(stage) != seen:
        raise Conflict("draw-rules-changed")
    check(rules)
    before = rules_of(stage)
    if rules == before:
        return False
    settings = {name: value for name, value in stage.settings.items() if name not in _KINDS}
    if rules != usual(stage):
        settings |= _told(rules)
    stage.settings = settings
    stage.save(update_fields=["settings"])
    club_id = stage.tournament.club_id
    audit.record(actor, RULES_CHANGED, stage.tournament, club_id=club_id, before=_told(before), after=_told(rules))
    return True


def are_newer(stage: Stage, draw: Draw) -> bool:
    """Whether the stage is drawn otherwise now than when a draw was made: another system, setting or rule."""
    then, now = draw.settings, {"system": stage.draw_system, **stage.settings}
    return any(then.get(name) != now.get(name) for name in ("system", "draw", *_KINDS))


def check(rules: DrawRules) -> None:
    """DrawError ``unknown_rule`` or ``bad_rule`` (rule) for rules that the engine does not take."""
    prepare(DrawRequest("random", "0" * 64, 1, 1, (), musts=rules.musts, wishes=rules.wishes), least=0)


def carried(stage: Stage) -> dict[str, Any]:
    """The settings that hand a stage's rules on to another tournament: all but those that name somebody."""
    if not any(kind in stage.settings for kind in _KINDS):
        return {}
    rules = rules_of(stage)
    kept = (tuple(rule for rule in part if not rule.groups) for part in (rules.musts, rules.wishes))
    return _told(DrawRules(*kept))


def _told(rules: DrawRules) -> dict[str, list[dict[str, Any]]]:
    return {kind: [_written(rule) for rule in getattr(rules, kind)] for kind in _KINDS}


def _written(rule: Rule) -> dict[str, Any]:
    """A rule as ``record.rule_from`` reads it, without what it does not say."""
    groups = [list(group) for group in rule.groups]
    told = {"name": rule.name, "until": rule.until, "times": rule.times, "groups": groups}
    return {name: value for name, value in told.items() if value}
