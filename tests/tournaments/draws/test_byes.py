"""Who rests, over whole evenings with people who come late, stay away for a round, or leave."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.draws.evenings import as_played, entries, seed
from tournaments.draws import DrawRequest, PlayedRound, draw

SYSTEMS = ("random", "swiss", "danish", "equal-wins", "winners-losers")


def play(system: str, name: int) -> None:
    """One evening: the resting one is there, has not just rested, and of those present throughout nobody rests twice
    before all have rested once."""
    chance = random.Random(f"{system}/{name}")
    size, rounds = chance.randint(3, 13), chance.randint(3, 9)
    people = entries(size)
    comes = {one.id: chance.choice((1, 1, 1, 1, 2, 3)) for one in people}
    goes = {one.id: chance.choice((99, 99, 99, 99, 3, 4)) for one in people}
    away = {(one.id, number) for one in people for number in range(1, rounds + 1) if chance.random() < 0.07}
    points = {one.id: 0 for one in people}
    played: list[PlayedRound] = []
    rests: Counter[str] = Counter()
    throughout = {one.id for one in people}
    for number in range(1, rounds + 1):
        here = {one.id for one in people if comes[one.id] <= number < goes[one.id] and (one.id, number) not in away}
        if len(here) < 3:
            return
        throughout &= here
        listed = tuple(replace(one, plays=one.id in here, standing=(points[one.id],)) for one in people)
        result = draw(DrawRequest(system, seed(f"{system}/{name}/{number}"), number, rounds, listed, tuple(played)))
        assert len(result.byes) == len(here) % 2
        assert set(result.byes) <= here
        if played:
            assert not set(result.byes) & set(played[-1].byes)
        rests.update(result.byes)
        had = [rests[one] for one in throughout]
        assert max(had, default=0) - min(had, default=0) <= 1, (system, name, number)
        for table in result.tables:
            points[chance.choice((table.ns, table.ew))[0]] += 1
        played.append(replace(as_played(result), absent=tuple(one.id for one in people if one.id not in here)))


@pytest.mark.parametrize("system", SYSTEMS)
def test_rests_are_fair_over_an_evening(system: str) -> None:
    for name in range(25):
        play(system, name)


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS)
def test_rests_are_fair_over_a_thousand_evenings(system: str) -> None:
    for name in range(1000):
        play(system, name)
