"""How a contest is drawn: who plays in it, the system with its settings, and what ranks first.

Kept in the tournament's ``entry_kind`` and its stage: ``draw_system``, and of ``settings``: ``draw``, what the system
reads; ``ranking``, the figure that ranks first; of teams ``pairs_a_team`` and ``inner_plan``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.draws.engine import MELEE, PLANNED, SYSTEMS, TEAMS
from tournaments.draws.model import DrawError
from tournaments.draws.options import OPTIONS, TEAMS_BY, checked, drawn_by
from tournaments.draws.plans.teams import INNER_PLANS
from tournaments.models import Round, Stage, Tournament
from tournaments.services.errors import TournamentError
from tournaments.standings.figures import OWN, OWN_CRITERIA, RANKINGS, own_criteria, ranking_by

BY_HAND = "manual"
"""The draw system of who draws by hand; see ``tournaments.services.drawing``."""

PAIRS_A_TEAM = range(2, 7)
USUAL_PAIRS_A_TEAM = 2

KIND = Tournament.EntryKind


@dataclass(frozen=True, slots=True)
class DrawSetup:
    """What the page asks about the draw. ``system``: by which pairs or teams are drawn, or ``manual``; single players
    have the mêlée whatever stands there. ``settings``: what it reads (``draws.options``), the rest as is usual.
    ``ranking``: a name in ``standings.figures.RANKINGS``, or OWN where the stage has an order of criteria of its own,
    which stays as it is (``services.rankorder`` changes it). The last two are for teams: 2 to 6 pairs each, and
    whether these meet by number (``fixed``) or in turn (``rotating``)."""

    entry_kind: str = KIND.PAIRS.value
    system: str = "random"
    settings: Mapping[str, Any] = field(default_factory=dict)
    ranking: str = "points"
    pairs_a_team: int = USUAL_PAIRS_A_TEAM
    inner_plan: str = INNER_PLANS[0]


def systems_for(entry_kind: str) -> tuple[str, ...]:
    """The systems that may be chosen for entries of a kind."""
    return (MELEE, BY_HAND) if entry_kind == KIND.SINGLES else (*(one for one in SYSTEMS if one != MELEE), BY_HAND)


def check(setup: DrawSetup) -> None:
    """Raise TournamentError naming the field: ``entry-kind``, ``draw-system``, ``draw-setting`` (the field is the
    setting), ``ranking-unknown``, ``team-size``, ``inner-plan``."""
    if setup.entry_kind not in KIND.values:
        raise TournamentError("entry-kind", "entry_kind")
    if setup.ranking not in (*RANKINGS, OWN):
        raise TournamentError("ranking-unknown", "ranking")
    if setup.entry_kind == KIND.TEAMS:
        if setup.pairs_a_team not in PAIRS_A_TEAM:
            raise TournamentError("team-size", "pairs_a_team", least=PAIRS_A_TEAM[0], most=PAIRS_A_TEAM[-1])
        if setup.inner_plan not in INNER_PLANS:
            raise TournamentError("inner-plan", "inner_plan")
    kept(setup)


def kept(setup: DrawSetup) -> tuple[str, dict[str, Any]]:
    """What the stage keeps: its draw system, and the settings of the draw, whole. TournamentError as ``check``."""
    system, settings = _asked(setup)
    if system == BY_HAND:
        return system, {}
    try:
        return system, checked(system, settings)
    except DrawError as error:
        if error.code == "bad_setting":
            raise TournamentError("draw-setting", str(error.params["setting"])) from None
        raise TournamentError("draw-system", "system") from None


def _asked(setup: DrawSetup) -> tuple[str, dict[str, Any]]:
    system = MELEE if setup.entry_kind == KIND.SINGLES and setup.system != BY_HAND else setup.system
    if system not in systems_for(setup.entry_kind):
        raise TournamentError("draw-system", "system")
    if setup.entry_kind == KIND.TEAMS and system != BY_HAND:
        return TEAMS, {**setup.settings, TEAMS_BY: system}
    return system, dict(setup.settings)


def usual(system: str, option: str) -> Any:
    """What a system does where nothing is said of one of its settings."""
    return next(one.usual for one in OPTIONS[system] if one.name == option)


def setup_of(tournament: Tournament, stage: Stage) -> DrawSetup:
    """How a stage is drawn now."""
    settings = stage.settings.get("draw", {})
    return DrawSetup(
        entry_kind=tournament.entry_kind,
        system=drawn_by(stage.draw_system, settings),
        settings=settings,
        ranking=ranking_by(stage.settings),
        pairs_a_team=pairs_a_team(stage),
        inner_plan=stage.settings.get("inner_plan", INNER_PLANS[0]),
    )


def pairs_a_team(stage: Stage) -> int:
    """How many pairs a team has (2 to 6)."""
    return int(stage.settings.get("pairs_a_team", USUAL_PAIRS_A_TEAM))


def put(stage: Stage, setup: DrawSetup) -> None:
    """Set what the stage keeps of ``setup``, unsaved. TournamentError as ``check``."""
    stage.draw_system, draw = kept(setup)
    settings = {**stage.settings, "draw": draw}
    if setup.ranking != OWN:
        settings.pop(OWN_CRITERIA, None)
        settings["ranking"] = setup.ranking
    elif not own_criteria(settings):
        raise TournamentError("ranking-unknown", "ranking")
    for name in ("pairs_a_team", "inner_plan"):
        settings.pop(name, None)
        if setup.entry_kind == KIND.TEAMS:
            settings[name] = getattr(setup, name)
    stage.settings = settings


def change(stage: Stage, setup: DrawSetup) -> None:
    """As ``put``, of a stage that may have been drawn already: what has been drawn must stay true.

    TournamentError ``draw-planned``: once tables are set, a system that follows a plan can be left, but neither entered
    nor told otherwise. The tournament's row is locked by the caller.
    """
    before = (stage.draw_system, stage.settings.get("draw", {}))
    put(stage, setup)
    if not are_tables_set(stage) or drawn_by(stage.draw_system, stage.settings["draw"]) not in PLANNED:
        return
    system, settings = before
    if system != stage.draw_system or checked(system, settings) != stage.settings["draw"]:
        raise TournamentError("draw-planned", "system")


def are_tables_set(stage: Stage) -> bool:
    """Whether a draw of the stage has been published: its tables play or have played."""
    return stage.rounds.exclude(state=Round.State.DRAFT).exists()


def told(stage: Stage) -> dict[str, Any]:
    """What the audit trail keeps of how a stage is drawn."""
    names = ("draw", "ranking", OWN_CRITERIA, "pairs_a_team", "inner_plan")
    return {"system": stage.draw_system, **{name: stage.settings[name] for name in names if name in stage.settings}}
