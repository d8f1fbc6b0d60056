"""How long a deal waits to be kept while a whole hall plays and watches: 25 times the pace of life, in an open loop.

    .venv/bin/python bench/evening_load.py [--database sqlite|postgresql|both] [--seconds 300] [--only KIND]

250 tables save a deal every 10 s; 500 watchers ask every 5 s for what they see, with the ETag of what they have: half
of them a table's state as a second phone does, a quarter the public page, a quarter the standings of the API. The site
is `manage.py serve` as in a hall, on SQLite as the site keeps its own (synchronous FULL) or on a PostgreSQL of its own
that syncs (fsync on), both on the disk of the temporary folder (TMPDIR). All of it, this program too, keeps to two
cores where the machine has more.

The loop is open: every request has its moment before the run begins, and its time is counted from that moment. Should
the site fall behind, what waits is in the figures. (A deal is sent once the one before it is answered: its wait counts
all the same.) The sheets are long ones, 60 deals, so that no game ends meanwhile: dearer than those of life.

Printed: by kind the count, errors, and milliseconds from the planned moment to the last byte; processor seconds of
the site's web processes, of its jobs' workers, of PostgreSQL, and of this program, which uses the same cores. Exit
status 1 where an answer was an error or the deals' 95th percentile is over 300 ms. ``--only deals`` (or another kind)
measures one kind alone: what its request costs the site's processors stands in the last line.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.served import Served  # noqa: E402
from tests.services.hall import offspring  # noqa: E402
from tests.services.postgres import Postgres  # noqa: E402

KINDS = ("deals", "state", "public", "standings")
LIMIT_MS = 300
LENGTH = 60
#: The promise is one of a machine with so many.
CORES = 2
#: How many connections are opened at once before the run: a listening socket's queue is short.
AT_ONCE = 8


# What is asked


@dataclass
class Tally:
    """The answers of one kind: milliseconds from the planned moment, and what was wrong with the others."""

    milliseconds: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def at(self, part: float) -> float:
        """The time within which this part (0 to 1) of the answers came."""
        ranked = sorted(self.milliseconds)
        return ranked[min(len(ranked) - 1, int(part * len(ranked)))] if ranked else 0.0


class Browser:
    """One device: its cookies, its ETags, and a connection that it keeps open."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.tags: dict[str, str] = {}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """The status and body of an answer; OSError, EOFError or ValueError where there was none."""
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Accept-Encoding: gzip"]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if method == "GET" and path in self.tags:
            lines.append(f"If-None-Match: {self.tags[path]}")
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
            lines += [f"X-CSRFToken: {self.cookies.get('csrftoken', '')}", f"Origin: http://127.0.0.1:{self.port}"]
        request = ("\r\n".join(lines) + "\r\n\r\n").encode() + data
        kept = self._streams is not None
        try:
            return await self._exchange(path, request)
        except (OSError, EOFError):
            self.close()
            if not kept:
                raise
        # A connection that was kept too long: the other end had closed it. A browser, too, opens another.
        return await self._exchange(path, request)

    async def _exchange(self, path: str, request: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split(" ")[1])
        length, keep = 0, True
        for line in head[1:]:
            name, _, value = line.partition(": ")
            match name.lower():
                case "content-length":
                    length = int(value)
                case "connection":
                    keep = value.lower() != "close"
                case "transfer-encoding":
                    raise ValueError("an answer in pieces")
                case "etag":
                    self.tags[path] = value
                case "set-cookie":
                    self.cookies |= {key: morsel.value for key, morsel in SimpleCookie(value).items()}
        said = await reader.readexactly(length) if status != 304 and length else b""
        if not keep:
            self.close()
        return status, said

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass
class Asker:
    """A device and what it does at each of its moments, these in seconds from the beginning of the run."""

    kind: str
    browser: Browser
    moments: list[float]
    #: The method, path and body of the request at the moment of this number.
    request: Callable[[int], tuple[str, str, Any]]
    expected: tuple[int, ...]

    async def run(self, began: float, tally: Tally) -> None:
        clock = asyncio.get_running_loop().time
        for number, moment in enumerate(self.moments):
            wait = began + moment - clock()
            if wait > 0:
                await asyncio.sleep(wait)
            try:
                status, said = await self.browser.ask(*self.request(number))
            except (OSError, EOFError, ValueError) as error:
                tally.errors.append(repr(error)[:200])
                continue
            tally.statuses[status] = tally.statuses.get(status, 0) + 1
            if status in self.expected:
                tally.milliseconds.append((clock() - began - moment) * 1000)
            else:
                tally.errors.append(f"{status} {said[:200]!r}")


def moments(chance: random.Random, every: float, seconds: float) -> list[float]:
    """A moment each ``every`` seconds, the first one anywhere within the first of them."""
    first = chance.uniform(0, every)
    return [first + number * every for number in range(int((seconds - first) / every) + 1)]


def deal_of(chance: random.Random) -> dict[str, Any]:
    bid = chance.choice([80, 90, 100, 110, 120, 130, 140])
    declarer, other = chance.choice([("NS", "EW"), ("EW", "NS")])
    made = bid + chance.choice([-10, 5, 10, 22])
    points = {declarer: made, other: 162 - made}
    return {"declarer": declarer, "contract": bid, "trump": chance.choice("SHDC"), "double": "none", "points": points}


def phone(chance: random.Random, port: int, table: dict[str, Any], times: list[float]) -> Asker:
    """The phone that writes at a table."""
    path = f"/table/{table['link']}/deals"
    keys = [f"{chance.getrandbits(128):032x}" for _ in times]
    made = [deal_of(chance) for _ in times]

    def request(number: int) -> tuple[str, str, Any]:
        position = table["entered"] + number + 1
        body = {"position": position, "client_key": keys[number], "deal": made[number], "sheet": table["sheet"]}
        return "POST", path, body

    return Asker("deals", Browser(port), times, request, (201,))


def watcher(kind: str, port: int, path: str, times: list[float]) -> Asker:
    return Asker(kind, Browser(port), times, lambda number: ("GET", path, None), (200, 304))


def crowd(port: int, hall: dict[str, Any], asked: argparse.Namespace) -> list[tuple[Asker, str]]:
    """Everybody who asks, each with the address that it opens first."""
    chance = random.Random(asked.seed)
    found: list[tuple[Asker, str]] = []
    public = f"/p/{hall['club']}/{hall['tournament']}/"
    standings = f"/api/v1/clubs/{hall['club']}/tournaments/{hall['tournament']}/standings/"
    for table in hall["tables"]:
        times = moments(chance, asked.deal_every, asked.seconds)[: LENGTH - table["entered"]]
        found.append((phone(chance, port, table, times), f"/t/{table['token']}/"))
    for number in range(asked.watchers):
        times = moments(chance, asked.poll_every, asked.seconds)
        if number % 2:
            table = hall["tables"][number // 2 % len(hall["tables"])]
            found.append((watcher("state", port, f"/table/{table['link']}/state", times), f"/t/{table['token']}/"))
        elif number % 4:
            found.append((watcher("standings", port, standings, times), standings))
        else:
            found.append((watcher("public", port, public, times), public))
    return [(asker, first) for asker, first in found if asked.only in (None, asker.kind)]


async def play(
    port: int, hall: dict[str, Any], asked: argparse.Namespace, ready: Callable[[], None]
) -> dict[str, Tally]:
    """Open every device's page, then let all of them ask at their moments; ``ready`` is called in between."""
    everybody = crowd(port, hall, asked)
    doors = asyncio.Semaphore(AT_ONCE)

    async def open_page(asker: Asker, first: str) -> None:
        async with doors:
            status, _ = await asker.browser.ask("GET", first)
            if status == 302:  # the code's exchange for the table's cookie: its page is next
                table = first if asker.kind not in ("deals", "state") else asker.request(0)[1].rpartition("/")[0] + "/"
                status, _ = await asker.browser.ask("GET", table)
            assert status == 200, (first, status)

    await asyncio.gather(*(open_page(*one) for one in everybody))
    ready()
    tallies = {kind: Tally() for kind in KINDS if asked.only in (None, kind)}
    began = asyncio.get_running_loop().time() + 0.5
    await asyncio.gather(*(asker.run(began, tallies[asker.kind]) for asker, _ in everybody))
    for asker, _ in everybody:
        asker.browser.close()
    return tallies


# What it costs


def processor_seconds(pid: int) -> float:
    """User and system seconds of a process and of its children that have ended (Linux)."""
    try:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, parts[11:15])) / os.sysconf("SC_CLK_TCK")


def used_by(site: Served, database: Postgres | None) -> dict[str, float]:
    """Processor seconds so far: the web server's, the workers', PostgreSQL's, this program's."""
    assert site.process is not None
    found = {"web": 0.0, "jobs": 0.0, "postgresql": 0.0, "this program": time.process_time()}
    for pid, command in {site.process.pid: "serve", **offspring(site.process.pid)}.items():
        found["web" if "granian" in command else "jobs"] += processor_seconds(pid)
    if database is not None and database.process is not None:
        for pid in (database.process.pid, *offspring(database.process.pid)):
            found["postgresql"] += processor_seconds(pid)
    return found


# One run


@contextmanager
def site_on(database: str) -> Iterator[tuple[Served, Postgres | None]]:
    """The site on a database of its own, on disk, both gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="coinche-load-") as folder:
        server = Postgres(fsync=True).start() if database == "postgresql" else None
        site = Served(Path(folder) / "data", **({"DATABASE_URL": server.url()} if server else {}))
        try:
            yield site.start(), server
        finally:
            site.stop()
            if server is not None:
                server.stop()


def said_by_hall(site: Served, *arguments: object) -> Any:
    """What `python -m tests.services.hall` says of the site's data."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.services.hall", *map(str, arguments)],
        cwd=ROOT,
        env={**site.environment, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def keep_to_cores(most: int = CORES) -> int:
    """Keep this program, and all that it will start, to as many cores as are promised; how many it has."""
    cores = sorted(os.sched_getaffinity(0))[:most]
    os.sched_setaffinity(0, cores)
    return len(cores)


def measure(database: str, asked: argparse.Namespace) -> bool:
    """Run once on a database and print what came out; whether it is as promised."""
    with site_on(database) as (site, server):
        hall = said_by_hall(site, "crowd", asked.tables, LENGTH)
        while said_by_hall(site, "waiting"):  # papers of the first round
            time.sleep(2)
        before: dict[str, float] = {}
        tallies = asyncio.run(play(site.port, hall, asked, lambda: before.update(used_by(site, server))))
        used = {name: seconds - before[name] for name, seconds in used_by(site, server).items()}
    return told(database, asked, tallies, used)


def told(database: str, asked: argparse.Namespace, tallies: dict[str, Tally], used: dict[str, float]) -> bool:
    print(f"\n{database}, {asked.tables} tables, {asked.watchers} watchers, {asked.seconds:g} s, milliseconds")
    print(f"{'kind':<12}{'count':>8}{'errors':>8}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}  answers")
    for kind, tally in tallies.items():
        figures = "".join(f"{tally.at(part):>8.0f}" for part in (0.5, 0.95, 0.99, 1))
        answers = ", ".join(f"{count} x {status}" for status, count in sorted(tally.statuses.items()))
        print(f"{kind:<12}{len(tally.milliseconds):>8}{len(tally.errors):>8}{figures}  {answers}")
    print("processor seconds: " + ", ".join(f"{name} {seconds:.1f}" for name, seconds in used.items() if seconds))
    if asked.only:
        count = max(1, len(tallies[asked.only].milliseconds))
        print(f"web, milliseconds of a processor for each of the {asked.only}: {used['web'] * 1000 / count:.2f}")
    for kind, tally in tallies.items():
        for error in tally.errors[:3]:
            print(f"  {kind}: {error}")
    sys.stdout.flush()
    in_time = "deals" not in tallies or tallies["deals"].at(0.95) < LIMIT_MS
    return in_time and not any(tally.errors for tally in tallies.values())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--deal-every", type=float, default=10)
    parser.add_argument("--poll-every", type=float, default=5)
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    print(f"on {keep_to_cores()} cores")
    databases = ("sqlite", "postgresql") if asked.database == "both" else (asked.database,)
    return 0 if min(measure(database, asked) for database in databases) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
