"""The teams that are not drawn yet: how many pairs they have, and the line that adds one."""

from typing import Any

from tournaments.forms import TeamPairForm
from tournaments.models import Entry, Tournament
from tournaments.services import contests
from tournaments.services.drawsetup import pairs_a_team
from tournaments.services.kinds import PLAYING


def open_teams(
    tournament: Tournament, rows: list[dict[str, Any]], typed: tuple[Entry, TeamPairForm] | None = None
) -> list[dict[str, Any]]:
    """The teams among ``rows`` that wait for pairs, each with the form for the next one; ``typed``: a team and its form
    that was refused."""
    waiting = [row for row in rows if row["entry"].kind == Entry.Kind.TEAM and row["entry"].status == "incomplete"]
    if not waiting:
        return []
    most = pairs_a_team(contests.only_stage(tournament))
    found = []
    for row in waiting:
        team = row["entry"]
        here = [other["entry"] for other in rows if other["entry"].team_id == team.pk]
        count = sum(pair.status in PLAYING for pair in here)
        mine = typed is not None and typed[0].pk == team.pk
        form = typed[1] if typed is not None and mine else pair_form(team)
        found.append({**row, "count": count, "most": most, "form": form if count < most else None})
    return found


def pair_form(team: Entry, data: Any = None) -> TeamPairForm:
    """The form of one more pair of a team, with ids of its own."""
    return TeamPairForm(data, auto_id=f"id_team_{team.number}_%s")
