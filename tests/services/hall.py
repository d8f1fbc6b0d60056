"""A hall full of phones around a real site: its evening, its phones, and what the database has of it in the end.

python -m tests.services.hall set TABLES DEALS [ROUNDS]    makes an evening, prints its tables as JSON
python -m tests.services.hall next                 closes the round, publishes the next one, prints its tables
python -m tests.services.hall crowd TABLES DEALS   the same with a round before that is played and published
python -m tests.services.hall tables               prints the tables that are playing
python -m tests.services.hall waiting              prints how many jobs are not over
python -m tests.services.hall read                 prints what stands on each sheet, whether the standings are of it,
                                                   and what a check of the whole tournament finds
"""

import http.client
import json
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 120.0


@dataclass
class Phone:
    """A phone at a table: it sends a deal under one key until it hears that it is kept, as the page's script does."""

    url: str
    table: dict[str, Any]
    deals: list[dict[str, Any]]
    pace: float = 0.0
    #: The phone's own log: what it was told is kept.
    heard: list[tuple[int, str, dict[str, Any]]] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)
    #: Each time that no answer came, or one of a server in trouble: what came instead.
    lost: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    is_done: bool = False
    cookies: dict[str, str] = field(default_factory=dict)

    def play(self) -> None:
        """Open the code, enter all deals, agree for both sides."""
        self._until_heard("GET", f"/t/{self.table['token']}/", None)
        self._until_heard("GET", f"/table/{self.table['link']}/", None)
        for position, deal in enumerate(self.deals, start=1):
            key = f"{self.table['link'][:8]}-{position}"
            body = {"position": position, "client_key": key, "deal": deal, "sheet": self.table["sheet"]}
            began = time.monotonic()
            status, answer = self._until_heard("POST", f"/table/{self.table['link']}/deals", body)
            self.seconds.append(time.monotonic() - began)
            if status == 201:
                self.heard.append((position, key, deal))
                self.digest = json.loads(answer)["digest"]
            else:
                self.refused.append((status, answer[:300]))
            time.sleep(self.pace)
        for side in ("NS", "EW"):
            body = {"side": side, "digest": self.digest}
            status, answer = self._until_heard("POST", f"/table/{self.table['link']}/confirm", body)
            if status != 200:
                self.refused.append((status, answer[:300]))

    def _until_heard(self, method: str, path: str, body: dict[str, Any] | None) -> tuple[int, str]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                status, answer = self.ask(method, path, body)
                if status < 500:
                    return status, answer
                self.lost.append(f"{path.split('/')[-1]} {status} {answer[:200]}")
            except (OSError, http.client.HTTPException) as error:
                self.lost.append(f"{path.split('/')[-1]} {error!r}")
            time.sleep(0.2)
        raise TimeoutError(path, len(self.lost), self.lost[-6:])

    def ask(self, method: str, path: str, body: dict[str, Any] | None) -> tuple[int, str]:
        """The status and text of one answer; OSError or HTTPException where none came."""
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=30)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), "Origin": self.url}
        if body is not None:
            headers |= {"Content-Type": "application/json", "X-CSRFToken": self.cookies.get("csrftoken", "")}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            for name, value in response.getheaders():
                if name.lower() == "set-cookie":
                    self.cookies |= {key: morsel.value for key, morsel in SimpleCookie(value).items()}
            return response.status, response.read().decode()
        finally:
            connection.close()


def play_all(phones: list[Phone], meanwhile: Callable[[], None] = lambda: None) -> None:
    """Let all phones play at once; ``meanwhile`` runs beside them. What goes wrong in one is raised here."""
    wrong: list[BaseException] = []

    def play(phone: Phone) -> None:
        try:
            phone.play()
        except BaseException as error:
            wrong.append(error)
        finally:
            phone.is_done = True

    threads = [threading.Thread(target=play, args=[phone]) for phone in phones]
    for thread in threads:
        thread.start()
    try:
        meanwhile()
    finally:
        for thread in threads:
            thread.join()
    if wrong:
        raise wrong[0]


def offspring(pid: int) -> dict[int, str]:
    """The living processes that a process started, and theirs: id and command line."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found: dict[int, str] = {}
    turn = {pid}
    while turn:
        turn = {child for child, parent in parents.items() if parent in turn and child not in found}
        for child in turn:
            try:
                found[child] = (Path("/proc") / str(child) / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                found[child] = ""
    return found


def make(tables: int, deals: int, rounds: int = 1) -> list[dict[str, Any]]:
    """An evening whose first round is being played at so many tables; each one's code, link and sheet."""
    from tests import factories
    from tests.tournaments.services import evening

    factories.make_user("administrator")
    tournament = evening.new_tournament(2 * tables, rounds=rounds, deals=deals)
    evening.start_round(tournament, 1)
    return open_tables()


def next_round() -> list[dict[str, Any]]:
    """Close the round that is being played and set the tables of the next one."""
    from core.actors import SYSTEM
    from tests.tournaments.services import evening
    from tournaments.models import Round, Tournament
    from tournaments.services import rounds

    playing = Round.objects.get(state=Round.State.PLAYING)
    rounds.close_round(playing.pk, SYSTEM)
    evening.start_round(Tournament.objects.get(), playing.number + 1)
    return open_tables()


def make_published(tables: int, deals: int) -> dict[str, Any]:
    """An evening in its second round, the first one published: its tables, and what everybody looks at."""
    from django.db import transaction

    from core.actors import SYSTEM
    from scoring import sheets
    from tests import factories
    from tests.scoring.on_sheets import deal, new_key
    from tests.tournaments.services import evening
    from tournaments.services import rounds

    factories.make_user("administrator")
    tournament = evening.new_tournament(2 * tables, rounds=2, deals=deals)
    first = evening.start_round(tournament, 1)
    with transaction.atomic():
        for game in evening.games_of(first):
            bid = deal(evening.by_table(game))
            sheets.record_deal(game.sheet_id, bid, position=1, client_key=new_key(), actor=SYSTEM)
            evening.close(game.sheet, "one deal")
    rounds.close_round(first.pk, SYSTEM)
    evening.publish(tournament, first)
    evening.start_round(tournament, 2)
    return {"club": tournament.club.slug, "tournament": tournament.slug, "tables": open_tables()}


def open_tables() -> list[dict[str, Any]]:
    """The tables that are playing: code, link, sheet and length of the game."""
    from core import links
    from core.models import AccessLink
    from tournaments.models import Game

    games = {game.match_id: game for game in Game.objects.filter(state="playing").select_related("sheet__format")}
    return [
        {
            "token": links.token_of(link),
            "link": str(link.pk),
            "sheet": str(games[link.target].sheet_id),
            "entered": games[link.target].sheet.entries.count(),
            "deals": games[link.target].sheet.format.length,
        }
        for link in AccessLink.objects.filter(purpose="table", target__in=games, closes_at__isnull=True)
    ]


def waiting() -> int:
    """How many jobs wait or run."""
    from core.models import Job

    return Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).count()


def read() -> dict[str, Any]:
    """What stands on each sheet; whether it equals its replay is asked of the product's own core. ``findings``: every
    figure of the evening worked out anew from its deals and histories, what differs."""
    from scoring import sheets
    from scoring.models import ScoreSheet
    from tests.scoring.on_sheets import assert_replays
    from tournaments.models import Result, Standing, Tournament
    from tournaments.services import checks

    found = {}
    for sheet in ScoreSheet.objects.all():
        assert_replays(sheet)
        entries = sheets.standing_entries(sheet)
        found[str(sheet.pk)] = {
            "state": sheet.state,
            "rows": sheet.entries.count(),
            "entries": [[entry.position, entry.client_key, entry.data] for entry in entries],
            "results": Result.objects.filter(game__sheet=sheet).count(),
        }
    tournament = Tournament.objects.get()
    standing = Standing.objects.filter(tournament=tournament).first()
    return {
        "sheets": found,
        "revision": tournament.revision,
        "computed": standing.revision if standing else None,
        "findings": [one.as_data() for one in checks.look_without_writing(tournament.pk).findings],
    }


def main(verb: str, *numbers: str) -> None:
    import django

    django.setup()
    verbs: dict[str, Callable[..., Any]] = {
        "set": make,
        "next": next_round,
        "crowd": make_published,
        "tables": open_tables,
        "waiting": waiting,
        "read": read,
    }
    print(json.dumps(verbs[verb](*map(int, numbers))))


if __name__ == "__main__":
    main(*sys.argv[1:])
