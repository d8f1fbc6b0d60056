"""How many questions an act or a page asks of the database: as many of three tables as of one."""

from collections.abc import Callable, Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.test_prizes import BOTTLE, PIG, settle, with_prizes
from tournaments.hall import places, playing, podium, ranking, sponsors
from tournaments.hall.pages import local_to
from tournaments.models import Tournament
from tournaments.services import ceremony, payments, prizes, publishing, receipts, results, rounds, till

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

#: Pairs at one table, and at three.
FEW, MANY = 2, 6
#: Of the organiser, of the treasurer, and of everybody, with what else stands in their addresses.
ORGANISER = [("standings",), ("standings-round", 1), ("standings-after", 1), ("prizes",)]
TREASURER = [("money",), ("till",), ("receipts",)]
LISTS = ("public-list-players", "public-list-categories", "public-list-clubs")
EVERYBODY = [("public-tournament",), ("public-prizes",), *((name,) for name in LISTS)]
SEATED = {"hall names": places.by_name, "hall tables": places.by_table, "hall round": playing.pages}
RANKED = {
    "hall standings": ranking.pages,
    "hall categories": ranking.by_category,
    "hall ceremony": podium.pages,
    "hall slides": sponsors.pages,
}


class Counted:
    """What was asked, by what asked it."""

    def __init__(self, tournament: Tournament, is_first: bool) -> None:
        self.tournament, self.is_first = tournament, is_first
        self.found: dict[str, int] = {}

    def ask(self, name: str, act: Callable[[], object]) -> None:
        with CaptureQueriesContext(connection) as asked:
            act()
        self.found[name] = len(asked)

    def hall(self, views: dict[str, Callable[[Tournament], object]]) -> None:
        with local_to(self.tournament):
            for name, view in views.items():
                assert not self.is_first or view(self.tournament) or name == "hall slides"
                self.ask(name, lambda view=view: view(self.tournament))  # type: ignore[misc]

    def pages(self, client: Client, names: Sequence[tuple[object, ...]]) -> None:
        for name, *more in names:
            path = reverse(str(name), args=[self.tournament.club.slug, self.tournament.slug, *more])
            if self.is_first:  # what is asked once in the life of a process is none of it
                assert client.get(path).status_code == 200, path
            self.ask(str(name), lambda path=path: client.get(path))  # type: ignore[misc]


def _asked(pairs: int, club: Club, organiser: Client, treasurer: Client, anyone: Client) -> dict[str, int]:
    tournament = evening.new_tournament(pairs, rounds=1, club=club, fee_cents=2000)
    tournament.entries.update(category="ladies", home_club="Lens")
    counted = Counted(tournament, is_first=pairs == FEW)
    draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    counted.ask("publish the draw", lambda: rounds.publish_draw(draw.pk, SYSTEM))
    round_ = tournament.stages.get().rounds.get()
    counted.hall(SEATED)
    for game in evening.games_of(round_):
        evening.play_game(game, evening.by_table(game))
    rounds.close_round(round_.pk, SYSTEM)
    counted.ask("keep_standings", lambda: results.keep_standings(tournament.pk))
    tournament.refresh_from_db()
    counted.ask("publish", lambda: publishing.publish(round_.pk, tournament.revision, SYSTEM))
    with_prizes(tournament, PIG, BOTTLE)
    settle(tournament)
    prizes.show(tournament.pk, SYSTEM, is_shown=True, winners=True)
    for entry in tournament.entries.all():
        receipts.give(payments.receive(entry.pk, 2000, "cash", SYSTEM).pk, SYSTEM)
        till.write(tournament.pk, "expense", 500, "cash", "pain", SYSTEM)
    ceremony.begin(tournament.pk, 3)
    ceremony.go(tournament.pk, 0, 1)
    counted.hall(RANKED)
    counted.pages(organiser, ORGANISER)
    counted.pages(treasurer, TREASURER)
    counted.pages(anyone, EVERYBODY)
    return counted.found


def test_acts_and_pages_ask_as_many_questions_of_three_tables_as_of_one(client_for: Callable[..., Client]) -> None:
    club = factories.make_club()
    clients = client_for(Role.ORGANISER, club), client_for(Role.TREASURER, club), Client()
    one, three = (_asked(pairs, club, *clients) for pairs in (FEW, MANY))
    assert {name: (one[name], count) for name, count in three.items() if one[name] != count} == {}
