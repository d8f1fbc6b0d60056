"""What the processes of tests/tournaments/services/test_presence_races.py do."""

import time
import uuid
from collections.abc import Sequence
from typing import Any
from unittest import mock

from clubs.persons import PersonName
from core.actors import SYSTEM
from tests.barrier import crowd, in_turns
from tournaments.models import Entry, Tournament
from tournaments.services import latecomers, leaving, players, presence, rounds, seating
from tournaments.services.entries import NewPlayer


def tick_the_same(entry_ids: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd ticks each entry at once; who ticked it answers True."""
    return [crowd(count, lambda number, one=one: presence.tick(uuid.UUID(one), 1, SYSTEM)) for one in entry_ids]


def tick_all_the_others(tournament_ids: Sequence[str], count: int) -> list[list[Any]]:
    """Each of a crowd ticks entries of its own, one after the other: number, number + count, ..."""

    def act(tournament_id: str, mine: int) -> int:
        entries = Entry.objects.filter(tournament=tournament_id).order_by("number")
        return sum(presence.tick(entry.pk, 1, SYSTEM) for entry in entries if entry.number % count == mine)

    return [crowd(count, lambda number, one=one: act(one, number)) for one in tournament_ids]


def open_the_roll(tournament_ids: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd calls the roll of each tournament."""
    return [
        crowd(count, lambda number, one=one: str(presence.open_roll(uuid.UUID(one), 1, SYSTEM).pk))
        for one in tournament_ids
    ]


def call_or_publish(folder: str, me: int, of: int, both: Sequence[tuple[str, str]]) -> list[Any]:
    """Process 0 calls the roll of each tournament, process 1 publishes its draft at the same moment."""

    def act(one: Sequence[str]) -> Any:
        if me == 0:
            return str(presence.open_roll(uuid.UUID(one[0]), 1, SYSTEM).round_number)
        return rounds.publish_draw(uuid.UUID(one[1]), SYSTEM).state

    return in_turns(folder, me, of, both, act)


def absent_or_publish(folder: str, me: int, of: int, both: Sequence[tuple[str, str]]) -> list[Any]:
    """Process 0 notes an entry as absent, process 1 publishes the draft that it is in at the same moment; between what
    each has looked at and what it writes there is time for the other."""

    def act(one: Sequence[str]) -> Any:
        if me == 0:
            return presence.expect_absent(uuid.UUID(one[0]), 1, SYSTEM)
        return rounds.publish_draw(uuid.UUID(one[1]), SYSTEM).state

    with _slowly(presence, "_note"), _slowly(seating, "set_tables"):
        return in_turns(folder, me, of, both, act)


def _slowly(module: Any, name: str) -> Any:
    """A function of a module that waits before it does what it does."""
    write = getattr(module, name)

    def slow(*what: Any) -> None:
        time.sleep(0.2)
        write(*what)

    return mock.patch.object(module, name, slow)


def seat_late(round_ids: Sequence[str], late: Sequence[Sequence[str]], resting: Sequence[str]) -> list[list[Any]]:
    """Of each round several late entries are seated at once, all against the one that rests."""

    def act(round_id: str, pair: Sequence[str], rests: str, number: int) -> int:
        return latecomers.seat_now(uuid.UUID(round_id), [uuid.UUID(pair[number]), uuid.UUID(rests)], SYSTEM).board

    return [
        crowd(len(pair), lambda number, one=one: act(*one, number))
        for one in zip(round_ids, late, resting, strict=True)
        for pair in [one[1]]
    ]


def seat_or_close(folder: str, me: int, of: int, all_of: Sequence[tuple[str, str, str]]) -> list[Any]:
    """Process 0 adds a table to each round, process 1 closes the round at the same moment."""

    def act(one: Sequence[str]) -> Any:
        round_id, late, rests = map(uuid.UUID, one)
        if me == 0:
            return latecomers.seat_now(round_id, [late, rests], SYSTEM).board
        return rounds.close_round(round_id, SYSTEM).state

    return in_turns(folder, me, of, all_of, act)


def seat_or_leave(folder: str, me: int, of: int, all_of: Sequence[tuple[str, str, str]]) -> list[Any]:
    """Process 0 seats the one that rests, which process 1 lets leave at once at the same moment."""

    def act(one: Sequence[str]) -> Any:
        round_id, late, rests = map(uuid.UUID, one)
        if me == 0:
            return latecomers.seat_now(round_id, [late, rests], SYSTEM).board
        return leaving.leave(rests, SYSTEM, at_once=True).status

    return in_turns(folder, me, of, all_of, act)


def leave_and_forfeit(entry_ids: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd lets each entry leave and forfeit its game."""
    return [
        crowd(count, lambda number, one=one: leaving.leave(uuid.UUID(one), SYSTEM, forfeits_game=True).status)
        for one in entry_ids
    ]


def replace_the_same(member_ids: Sequence[str], count: int) -> list[list[Any]]:
    """Each of a crowd replaces the same player by another one."""

    def act(member_id: str, mine: int) -> str:
        player = NewPlayer(PersonName("Remplaçant", "abcdefgh"[mine]))
        made, _ = players.replace(uuid.UUID(member_id), player, 1, SYSTEM)
        return str(made.pk)

    return [crowd(count, lambda number, one=one: act(one, number)) for one in member_ids]


def replace_by_the_same(member_ids: Sequence[Sequence[str]]) -> list[list[Any]]:
    """Players of several pairs are replaced by the same person at once."""

    def act(pair: Sequence[str], mine: int) -> str:
        made, _ = players.replace(uuid.UUID(pair[mine]), NewPlayer(PersonName("Remplaçant", "Luc")), 1, SYSTEM)
        return str(made.pk)

    return [crowd(len(pair), lambda number, pair=pair: act(pair, number)) for pair in member_ids]


def leave_together(tournament_ids: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd lets the same three leave each tournament."""

    def act(tournament_id: str) -> int:
        three = Tournament.objects.get(pk=tournament_id).entries.order_by("number").values_list("pk", flat=True)[:3]
        return leaving.leave_together(uuid.UUID(tournament_id), list(three), "3", SYSTEM)[1]

    return [crowd(count, lambda number, one=one: act(one)) for one in tournament_ids]
