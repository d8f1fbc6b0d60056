"""A list of teams: what it would do, and entering exactly that."""

import uuid

from django.db import transaction

from clubs.persons import PersonName
from core import audit
from core.actors import Actor
from tournaments import entrylist
from tournaments.entrylist.names import person_key
from tournaments.entrylist.teamlist import TeamPlan, plan_teams
from tournaments.entrylist.text import fold
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.services import contests, teams
from tournaments.services.drawsetup import pairs_a_team
from tournaments.services.entries import NewPlayer
from tournaments.services.errors import Conflict


def preview(tournament: Tournament, data: bytes, filename: str) -> TeamPlan:
    """What entering the teams of this file would do, team by team. ``entrylist.EntryListError`` where the file as a
    whole cannot be read."""
    table = entrylist.read_table(data, filename)
    found = Entry.objects.filter(tournament=tournament, kind=Entry.Kind.TEAM)
    names = {fold(name): number for name, number in found.values_list("name", "number") if name}
    members = EntryMember.objects.filter(tournament=tournament, until_round__isnull=True)
    players: dict[str, int] = {}
    for member in members.select_related("person", "entry__team"):
        number = (member.entry.team or member.entry).number
        for text in (f"{member.person.given} {member.person.family}", f"{member.person.family} {member.person.given}"):
            players[person_key(text.strip())] = number
    return plan_teams(table, pairs_a_team(contests.only_stage(tournament)), names, players)


@transaction.atomic
def import_teams(tournament_id: uuid.UUID, data: bytes, filename: str, digest: str, actor: Actor) -> TeamPlan:
    """Enter the teams of the file whose preview had ``digest``, those that can be. Conflict ``list-changed`` where it
    would do something else now; TournamentError as ``teams.add_team``."""
    tournament = contests.lock(tournament_id)
    plan = preview(tournament, data, filename)
    if plan.digest != digest:
        raise Conflict("list-changed")
    for team in plan.taken:
        pairs = [[NewPlayer(PersonName(one.family, one.given)) for one in pair] for pair in team.pairs]
        teams.add_team(tournament.pk, team.name, pairs, actor)
    counts = {"taken": len(plan.taken), "refused": len(plan.teams) - len(plan.taken)}
    after = {"rows": counts, "digest": digest}
    audit.record(actor, "entries.imported", tournament, club_id=tournament.club_id, after=after)
    return plan
