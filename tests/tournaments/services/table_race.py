"""What the processes of tests/tournaments/services/test_table_races.py do."""

import time
import uuid
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.db import connection

from core.actors import SYSTEM, Actor
from core.models import AccessLink
from scoring import agreeing, sheets
from scoring.late import Typed
from scoring.models import ScoreSheet
from tests.barrier import crowd, in_turns
from tests.scoring.on_sheets import deal
from tournaments.models import Game
from tournaments.services import corrections, play, rounds, typing
from tournaments.services.errors import Conflict

#: What the phone has in its queue, and what the desk reads on the paper of the same table: the third deal differs.
QUEUE = [deal(80), deal(90, "EW"), deal(100), deal(110, "EW")]
PAPER = [deal(80), deal(90, "EW"), deal(120), deal(110, "EW")]
PATIENCE = 8.0


def type_or_replay(folder: str, me: int, of: int, things: Sequence[tuple[str, str]], desk: str) -> list[Any]:
    """Process 0 types each table's paper and closes its sheet, process 1 sends the queue of that table's phone."""

    def act(thing: Sequence[str]) -> Any:
        game = Game.objects.select_related("match__round__stage__tournament").get(pk=thing[0])
        return _type(game, Actor(user=uuid.UUID(desk))) if me == 0 else _replay(game, uuid.UUID(thing[1]))

    return in_turns(folder, me, of, things, act)


def _type(game: Game, actor: Actor) -> list[str]:
    said = []
    for position, one in enumerate(PAPER, start=1):
        key = f"desk-{game.pk.hex[:8]}-{position}"
        said.append(
            _told(
                lambda one=one, position=position, key=key: typing.record_deal(
                    game, one, position=position, client_key=key, actor=actor
                )
            )
        )
    digest = ScoreSheet.objects.values_list("digest", flat=True).get(pk=game.sheet_id)
    return [*said, _told(lambda: sheets.close_sheet(game.sheet_id, digest=digest, actor=actor, reason="fin"))]


def _replay(game: Game, link_id: uuid.UUID) -> list[str]:
    """As the page does: in order, each under its key; what finds the sheet closed is handed in late."""
    link = AccessLink.objects.get(pk=link_id)
    access = play.by_id(link.pk, link.generation)
    assert access is not None
    actor, said = access.actor("phone"), []
    for position, one in enumerate(QUEUE, start=1):
        key = f"phone-{game.pk.hex[:8]}-{position}"
        told = _told(
            lambda one=one, position=position, key=key: play.record(
                access, one, position=position, client_key=key, actor=actor, sheet_id=game.sheet_id
            )
        )
        if told == "sheet-closed":
            late = [Typed(key, position, one)]
            told = _told(lambda late=late: play.hand_in_late(access, late, actor=actor, sheet_id=game.sheet_id))
            told = f"late {told}"
        said.append(told)
    return said


def _told(act: Callable[[], Any]) -> str:
    try:
        act()
    except (sheets.SheetError, play.TableClosed) as error:
        return error.code
    return "ok"


def finish_or_go_on(folder: str, me: int, of: int, things: Sequence[tuple[str, str, str, str]]) -> list[Any]:
    """Process 0 closes each round as soon as it can and draws the next one, process 1 meanwhile writes the deal of its
    last table and agrees to it for both sides."""

    def act(thing: Sequence[str]) -> Any:
        tournament, round_, sheet = (uuid.UUID(one) for one in thing)
        if me == 1:
            sheets.record_deal(sheet, deal(160), position=1, client_key="k", actor=SYSTEM)
            digest = ScoreSheet.objects.values_list("digest", flat=True).get(pk=sheet)
            return [agreeing.confirm(sheet, side, digest=digest, actor=Actor(device=side)).state for side in "AB"]
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                rounds.close_round(round_, SYSTEM)
            except Conflict as conflict:
                assert conflict.code == "tables-open"
                if connection.vendor == "sqlite":
                    time.sleep(0.01)  # it has no queue: who asks again at once would keep the others out
                continue
            return str(rounds.make_draw(tournament, 2, 1, SYSTEM).pk)
        raise TimeoutError

    return in_turns(folder, me, of, things, act)


def two_desks(folder: str, me: int, of: int, things: Sequence[tuple[str, int]], desks: Sequence[str]) -> list[Any]:
    """Both desks have the same sheet before them: each puts its first deal right, and writes the second one."""
    actor = Actor(user=uuid.UUID(desks[me]))

    def act(thing: tuple[str, int]) -> Any:
        game = Game.objects.select_related("match__round__stage__tournament").get(pk=thing[0])
        bid = 100 + 10 * me
        return [
            _told(lambda: typing.amend_deal(game, 1, deal(bid), seen=thing[1], actor=actor, reason="mal lu")),
            _told(lambda: typing.record_deal(game, deal(bid), position=2, client_key=f"desk{me}", actor=actor)),
        ]

    return in_turns(folder, me, of, things, act)


def confirm_or_correct(
    folder: str, me: int, of: int, things: Sequence[tuple[str, str, str, int]], desk: str
) -> list[Any]:
    """Process 0 agrees at each table, through its link, to the figures as they were before anybody began. Process 1 is
    the desk: it puts the first deal right as it is shown, and opens a sheet again that it finds closed."""
    user = Actor(user=uuid.UUID(desk))

    def act(thing: tuple[str, str, str, int]) -> Any:
        game_id, link_id, digest, seen = thing
        game = Game.objects.select_related("match__round__stage__tournament").get(pk=game_id)
        if me == 1:
            return _put_right(game, seen, user)
        link = AccessLink.objects.get(pk=link_id)
        access = play.TableAccess(link.pk, link.generation, game.match_id, True)
        return play.confirm(access, "EW", digest=digest, actor=access.actor("b")).state

    return in_turns(folder, me, of, things, act)


def _put_right(game: Game, seen: int, actor: Actor) -> list[str]:
    """What the desk was told at each of its tries."""
    said: list[str] = []
    while len(said) < 10 and said[-1:] != ["ok"]:
        said.append(_told(partial(typing.amend_deal, game, 1, deal(120), seen=seen, actor=actor, reason="mal lu")))
        if said[-1] == "sheet-closed":
            said.append(f"opened {_told(partial(corrections.reopen_sheet, game.pk, actor=actor, reason='mal lu'))}")
        seen = ScoreSheet.objects.values_list("revision", flat=True).get(pk=game.sheet_id)
    return said


def everybody_writes(sheet_ids: Sequence[str], deals: int) -> list[Any]:
    """A process a sheet, all at once: each writes its deals one after the other."""

    def act(number: int) -> int:
        for position in range(1, deals + 1):
            sheets.record_deal(
                uuid.UUID(sheet_ids[number]), deal(), position=position, client_key=f"k{position}", actor=SYSTEM
            )
        return deals

    return crowd(len(sheet_ids), act)
