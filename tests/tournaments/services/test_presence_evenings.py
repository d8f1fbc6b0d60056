"""Evenings in which people come late, miss a round, leave and come back, all through the verbs of presence."""

import random
from collections import Counter
from typing import Any

import pytest

from core.actors import SYSTEM
from scoring.models import ScoreSheet
from tests import factories
from tests.tournaments.services import evening
from tournaments.draws.model import DrawError
from tournaments.models import Entry, Game, Result, Round, RoundStatus, Seat, Tournament
from tournaments.services import latecomers, leaving, presence, rounds
from tournaments.services.errors import TournamentError

pytestmark = pytest.mark.django_db

#: Those that are drawn round by round: what a plan gives is the plan's.
SYSTEMS = ("random", "swiss", "danish", "equal-wins", "winners-losers", "melee")
MELEE = "melee"


class Evening:
    """One evening by a seed: before each draw things happen, in each round somebody may come or go."""

    def __init__(self, system: str, name: int) -> None:
        self.chance = random.Random(f"{system}/{name}")
        self.melee = system == MELEE
        number_of_rounds = self.chance.randint(4, 6)
        size = self.chance.randint(13, 18) if self.melee else self.chance.randint(7, 12)
        made = evening.new_melee(size, rounds=number_of_rounds) if self.melee else None
        self.tournament = made or evening.new_tournament(size, rounds=number_of_rounds)
        self.tournament.stages.update(draw_system=system)
        self.rounds = number_of_rounds
        #: By round who was there when it was drawn, and who rested in the end.
        self.there: list[set[int]] = []
        self.rested: list[set[int]] = []

    def play(self) -> None:
        for number in range(1, self.rounds + 1):
            before = _played(self.tournament)
            self.before_the_draw(number)
            if not self.draw(number):
                return
            self.during_the_round()
            self.finish()
            assert _played(self.tournament)[: len(before)] == before
            self.check()

    def entries(self, *statuses: str) -> list[Entry]:
        found = self.tournament.entries.filter(status__in=statuses or [Entry.Status.ACTIVE])
        return list(found.order_by("number"))

    def before_the_draw(self, number: int) -> None:
        for entry in self.entries():
            luck = self.chance.random()
            if luck < 0.06:
                presence.expect_absent(entry.pk, number, SYSTEM)
            elif luck < 0.09 and number < self.rounds:
                presence.expect_late(entry.pk, number, number + 1, SYSTEM)
        if self.chance.random() < 0.4:
            self.roll(number)

    def roll(self, number: int) -> None:
        presence.open_roll(self.tournament.pk, number, SYSTEM)
        for entry in self.entries():
            if self.chance.random() < 0.95:
                presence.tick(entry.pk, number, SYSTEM)
        with pytest.raises(TournamentError):
            rounds.make_draw(self.tournament.pk, number, 1, SYSTEM)
        presence.close_roll(self.tournament.pk, number, SYSTEM)

    def draw(self, number: int) -> bool:
        """Draw and publish; False where too few are there."""
        due = presence.due(self.tournament)
        assert due is not None
        here = {entry.number for entry in presence.roll_of(self.tournament, due).here}
        try:
            draft = rounds.make_draw(self.tournament.pk, number, 1, SYSTEM)
        except DrawError as error:
            assert error.code in {"too_few_entries", "too_few_for_melee"}
            return False
        self.round = rounds.publish_draw(draft.pk, SYSTEM)
        self.there.append(here)
        seated = _numbers(Seat.objects.filter(round=self.round), "participant__number")
        rests = _numbers(self.round.statuses.filter(status="bye"), "entry__number")
        assert seated | rests == here
        assert not seated & rests
        return True

    def during_the_round(self) -> None:
        if self.chance.random() < 0.3:
            (factories.make_singles if self.melee else factories.make_pairs)(self.tournament, 1)
        if self.chance.random() < 0.3:
            self.come_in()
        for entry in self.entries():
            if self.chance.random() < 0.03:
                leaving.leave(entry.pk, SYSTEM, at_once=self.chance.random() < 0.5)
        for entry in self.entries(Entry.Status.WITHDRAWN):
            if self.chance.random() < 0.3:
                leaving.put_back(entry.pk, SYSTEM)

    def come_in(self) -> None:
        ready = latecomers.opening(self.tournament)
        assert ready is not None
        if ready.waiting and len(ready.resting) >= ready.seats - 1:
            chosen = [ready.waiting[0], *ready.resting[: ready.seats - 1]]
            latecomers.seat_now(ready.round.pk, [entry.pk for entry in chosen], SYSTEM)

    def finish(self) -> None:
        """Every table has a score, without its deals: they are not what is looked at here."""
        for game in Game.objects.filter(match__round=self.round):
            won, lost = self.chance.sample(range(500, 1500), 2)
            Result.objects.bulk_create(
                Result(
                    game=game,
                    round=self.round,
                    entry_id=seat.participant_id,
                    points_for=won if seat.side == "A" else lost,
                    points_against=lost if seat.side == "A" else won,
                )
                for seat in game.match.seats.all()
            )
            ScoreSheet.objects.filter(pk=game.sheet_id).update(state=ScoreSheet.State.CLOSED, complete=True)
        Game.objects.filter(match__round=self.round).update(state=Game.State.CLOSED)
        rounds.close_round(self.round.pk, SYSTEM)
        self.rested.append(_numbers(self.round.statuses.filter(status="bye"), "entry__number"))

    def check(self) -> None:
        known = Counter(RoundStatus.objects.filter(round=self.round).values_list("entry_id", flat=True))
        assert set(known.values()) == {1}
        assert set(known) == set(self.tournament.entries.values_list("pk", flat=True))
        throughout = set.intersection(*self.there)
        rests = [sum(number in rested for rested in self.rested) for number in throughout]
        assert max(rests, default=0) - min(rests, default=0) <= 1
        if len(self.rested) > 1:
            assert not self.rested[-1] & self.rested[-2]


def _numbers(rows: Any, field: str) -> set[int]:
    return set(rows.values_list(field, flat=True))


def _played(tournament: Tournament) -> list[tuple[Any, ...]]:
    """What was played at tables in closed rounds, in order: nothing may ever move in it."""
    rows = Result.objects.filter(round__stage__tournament=tournament, round__state=Round.State.CLOSED, source="game")
    return list(
        rows.order_by("round__number", "entry__number").values_list(
            "round__number", "entry__number", "points_for", "points_against", "match_points"
        )
    )


@pytest.mark.parametrize(
    "system", [*SYSTEMS[:1], *(pytest.param(one, marks=pytest.mark.long) for one in SYSTEMS[1:-1]), *SYSTEMS[-1:]]
)
def test_over_an_evening_with_people_coming_and_going_rests_are_fair_and_nothing_played_moves(system: str) -> None:
    Evening(system, 0).play()


@pytest.mark.long
@pytest.mark.one_database
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", range(1, 30))
def test_over_many_evenings_with_people_coming_and_going_rests_are_fair(system: str, name: int) -> None:
    Evening(system, name).play()
