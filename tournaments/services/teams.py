"""Teams: a team with its pairs, entered at once or pair by pair.

A team is drawn once it has as many complete pairs as the tournament says, or is let play with fewer. Its pairs have
numbers of their own that nobody sees: they are called by their team's, with a letter.
"""

import uuid
from collections.abc import Iterable, Sequence

from django.db import transaction

from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.models import Entry, Stage, Tournament
from tournaments.services import contests, payments, presence
from tournaments.services.drawsetup import pairs_a_team
from tournaments.services.entries import NewPlayer, add_members, new_entry
from tournaments.services.errors import TournamentError
from tournaments.services.kinds import pairs_of, settle


@transaction.atomic
def add_team(
    tournament_id: uuid.UUID,
    name: str,
    pairs: Sequence[Sequence[NewPlayer]],
    actor: Actor,
    *,
    home_club: str = "",
    paid: bool | None = None,
    number: int | None = None,
    rating: int | None = None,
) -> Entry:
    """Enter a team with its pairs, each of one player or two; the empty ones among ``pairs`` are left out. Its name may
    be empty: it is then called by its number and players.

    TournamentError ``teams-none`` (the tournament has no teams), ``team-empty``, ``team-name-taken`` (number),
    ``team-full`` (most), and those of a pair (``entries.add_pair``) with the field's name behind the pair's place:
    ``pair_2_player_1``.
    """
    tournament, stage = _locked(tournament_id)
    name = one_line(name, 80)
    filled = [(place, players) for place, players in enumerate(pairs, start=1) if players]
    if not filled:
        raise TournamentError("team-empty", "pair_1_player_1")
    if len(filled) > pairs_a_team(stage):
        raise TournamentError("team-full", "name", most=pairs_a_team(stage))
    _check_name(tournament, name)
    team = new_entry(
        tournament, number, home_club, "", paid, complete=False, kind=Entry.Kind.TEAM, name=name, rating=rating
    )
    for place, players in filled:
        try:
            _add_pair(tournament, team, players)
        except TournamentError as error:
            error.field = f"pair_{place}_{error.field}"
            raise
    settle(team, pairs_a_team(stage))
    if paid:
        payments.pay_open(team, actor)
    after = {"number": team.number, "pairs": len(filled), "players": sum(len(players) for _, players in filled)}
    audit.record(actor, "entry.added", team, club_id=tournament.club_id, after=after)
    return team


@transaction.atomic
def add_pair(team_id: uuid.UUID, players: Sequence[NewPlayer], actor: Actor) -> Entry:
    """Give a team one more pair, of one player or two.

    TournamentError as ``entries.add_pair``, and ``team-full`` (most).
    """
    team = Entry.objects.get(pk=team_id, kind=Entry.Kind.TEAM)
    tournament, stage = _locked(team.tournament_id)
    if len(pairs_of(team)) >= pairs_a_team(stage):
        raise TournamentError("team-full", "team", most=pairs_a_team(stage))
    pair = _add_pair(tournament, team, players, from_round=presence.next_number(tournament))
    team.refresh_from_db(fields=["status"])
    settle(team, pairs_a_team(stage))
    audit.record(actor, "entry.added", pair, club_id=tournament.club_id, after={"team": team.number})
    return pair


def _locked(tournament_id: uuid.UUID) -> tuple[Tournament, Stage]:
    tournament = contests.lock(tournament_id)
    if tournament.entry_kind != Tournament.EntryKind.TEAMS:
        raise TournamentError("teams-none", "team")
    return tournament, contests.only_stage(tournament)


def _check_name(tournament: Tournament, name: str) -> None:
    taken: Iterable[tuple[str, int]] = tournament.entries.filter(kind=Entry.Kind.TEAM).values_list("name", "number")
    for other, number in taken:
        if name and other.casefold() == name.casefold():
            raise TournamentError("team-name-taken", "name", number=number)


def _add_pair(tournament: Tournament, team: Entry, players: Sequence[NewPlayer], from_round: int = 1) -> Entry:
    if not 1 <= len(players) <= 2:
        raise TournamentError("players-count", "player_1")
    pair = new_entry(tournament, None, team.home_club, "", None, complete=len(players) == 2, team=team)
    add_members(tournament, pair, players, from_round=from_round)
    return pair
