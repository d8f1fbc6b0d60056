"""Teams and their pairs, entered together or one after the other."""

import pytest

from clubs.persons import PersonName
from core.actors import SYSTEM
from core.models import AuditEvent
from tests.tournaments.services import evening
from tournaments import people
from tournaments.models import Entry, Tournament
from tournaments.services import contests, entries, teams
from tournaments.services.contests import NewTournament
from tournaments.services.drawsetup import DrawSetup
from tournaments.services.entries import NewPlayer
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db


def player(name: str) -> NewPlayer:
    family, given = name.split()
    return NewPlayer(PersonName(family, given))


def pair(*names: str) -> list[NewPlayer]:
    return [player(name) for name in names]


@pytest.fixture
def tournament() -> Tournament:
    return evening.new_tournament(0, draw=DrawSetup(entry_kind="teams", pairs_a_team=2))


def team(tournament: Tournament, mark: str, pairs: int = 2, **more: object) -> Entry:
    whole = [pair(f"Famille{mark}{place} Un", f"Famille{mark}{place} Deux") for place in range(pairs)]
    return teams.add_team(tournament.pk, f"Équipe {mark}", whole, SYSTEM, **more)  # type: ignore[arg-type]


def test_a_team_is_entered_with_its_pairs_and_called_by_its_number(tournament: Tournament) -> None:
    first = team(tournament, "a", home_club="Pons", paid=True)
    second = team(tournament, "b")
    assert [(one.number, one.kind, one.status, one.name) for one in (first, second)] == [
        (1, "team", "active", "Équipe a"),
        (2, "team", "active", "Équipe b"),
    ]
    pairs = list(first.pairs.order_by("number"))
    assert [(one.kind, one.status, one.home_club, one.members.count()) for one in pairs] == [
        ("pair", "active", "Pons", 2)
    ] * 2
    named = people.in_hall(tournament)
    assert [named[one.pk].label for one in (first, *pairs)] == ["1", "1A", "1B"]
    event = AuditEvent.objects.filter(verb="entry.added", object_id=first.pk).get()
    assert event.after == {"number": 1, "pairs": 2, "players": 4}


def test_the_pairs_numbers_take_none_from_the_teams(tournament: Tournament) -> None:
    team(tournament, "a")
    assert team(tournament, "b", number=30).number == 30
    assert team(tournament, "c").number == 31
    with pytest.raises(Conflict) as caught:
        team(tournament, "d", number=30)
    assert (caught.value.code, caught.value.field) == ("number-taken", "number")


def test_a_team_without_all_its_pairs_is_not_drawn_until_it_has_them(tournament: Tournament) -> None:
    made = teams.add_team(tournament.pk, "", [[], pair("Un Jean")], SYSTEM)
    assert made.status == Entry.Status.INCOMPLETE
    half = made.pairs.get()
    assert half.status == Entry.Status.INCOMPLETE
    teams.add_pair(made.pk, pair("Deux Jean", "Trois Jean"), SYSTEM)
    made.refresh_from_db()
    assert made.status == Entry.Status.INCOMPLETE
    entries.complete_pair(half.pk, player("Quatre Jean"), SYSTEM)
    made.refresh_from_db()
    assert made.status == Entry.Status.ACTIVE
    with pytest.raises(TournamentError, match="team-full"):
        teams.add_pair(made.pk, pair("Cinq Jean"), SYSTEM)


def test_a_team_may_play_with_fewer_pairs_and_goes_on_doing_so(tournament: Tournament) -> None:
    made = team(tournament, "a", pairs=1)
    assert entries.set_status(made.pk, Entry.Status.ACTIVE, SYSTEM).status == Entry.Status.ACTIVE
    wish = NewTournament(name="Concours", local_date=evening.DAY, rounds=3, length=1)
    contests.change(tournament.pk, wish, SYSTEM)
    made.refresh_from_db()
    assert made.status == Entry.Status.ACTIVE


def test_another_size_of_teams_is_asked_of_all(tournament: Tournament) -> None:
    made = team(tournament, "a")
    gone = team(tournament, "b")
    entries.set_status(gone.pk, Entry.Status.WITHDRAWN, SYSTEM)

    def sized(pairs: int) -> list[str]:
        setup = DrawSetup(entry_kind="teams", pairs_a_team=pairs)
        wish = NewTournament(name="Concours", local_date=evening.DAY, rounds=3, length=1, draw=setup)
        contests.change(tournament.pk, wish, SYSTEM)
        return [Entry.objects.get(pk=one.pk).status for one in (made, gone)]

    assert sized(3) == ["incomplete", "withdrawn"]
    assert sized(2) == ["active", "withdrawn"]


def test_what_is_wrong_with_a_team_names_the_field_and_enters_nothing(tournament: Tournament) -> None:
    team(tournament, "a")
    known = Entry.objects.count()
    wrong: list[tuple[tuple[str, list[list[NewPlayer]]], str, str]] = [
        (("Neuf", [[], []]), "team-empty", "pair_1_player_1"),
        (("ÉQUIPE A", [pair("Neuf Jean")]), "team-name-taken", "name"),
        (("Neuf", [pair("Neuf Jean"), pair("Neuf Anne", "Familleа Un")] * 2), "team-full", "name"),
        (("Neuf", [pair("Neuf Jean", "Neuf Jean")]), "same-player", "pair_1_player_2"),
        (("Neuf", [pair("Neuf Jean"), pair("Neuf Anne", "Famillea0 Un")]), "player-in-pair", "pair_2_player_2"),
        (("Neuf", [pair("Neuf Jean"), pair("Neuf Jean")]), "player-in-pair", "pair_2_player_1"),
        (("Neuf", [pair("Un Jean", "Deux Jean", "Trois Jean")]), "players-count", "pair_1_player_1"),
    ]
    for (name, pairs), code, field in wrong:
        with pytest.raises(TournamentError) as caught:
            teams.add_team(tournament.pk, name, pairs, SYSTEM)
        assert (caught.value.code, caught.value.field) == (code, field)
        assert Entry.objects.count() == known


def test_who_plays_in_a_team_is_entered_with_it_and_only_where_there_are_teams(tournament: Tournament) -> None:
    with pytest.raises(TournamentError) as caught:
        entries.add_pair(tournament.pk, pair("Un Jean"), SYSTEM)
    assert (caught.value.code, caught.value.field) == ("team-missing", "team")
    with pytest.raises(TournamentError, match="teams-none"):
        teams.add_team(evening.new_tournament(0).pk, "Neuf", [pair("Un Jean")], SYSTEM)
