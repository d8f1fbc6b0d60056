"""Who meets whom: pure, no Django, no clock, no randomness but the seed's. `draw(DrawRequest) -> DrawResult`."""

from tournaments.draws.engine import NAMES, SYSTEMS, TEAMS, draw, usual_musts
from tournaments.draws.model import (
    ENGINE_VERSION,
    Breach,
    DrawBug,
    DrawEntry,
    DrawError,
    DrawRequest,
    DrawResult,
    LockedTable,
    Meeting,
    Plan,
    PlayedRound,
    Reason,
    Rule,
    TableDraw,
)
from tournaments.draws.record import byes_of, plan_of, request_from, rule_from, same_draw, tables_of
from tournaments.draws.seeds import commitment, round_seed

__all__ = [
    "ENGINE_VERSION",
    "NAMES",
    "SYSTEMS",
    "TEAMS",
    "Breach",
    "DrawBug",
    "DrawEntry",
    "DrawError",
    "DrawRequest",
    "DrawResult",
    "LockedTable",
    "Meeting",
    "Plan",
    "PlayedRound",
    "Reason",
    "Rule",
    "TableDraw",
    "byes_of",
    "commitment",
    "draw",
    "plan_of",
    "request_from",
    "round_seed",
    "rule_from",
    "same_draw",
    "tables_of",
    "usual_musts",
]
