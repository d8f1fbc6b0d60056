"""How many watchers a public page of 250 rows can have while deals are being saved, on the cores that also ask.

    .venv/bin/python bench/watchers.py [--database sqlite|postgresql|both] [--seconds 20] [--kind page|standings]

`manage.py serve` as in a hall; 250 pairs, a first round published, the second being played: ten deals a second are
saved, in an open loop as in `evening_load.py`, while the watchers ask as fast as they are answered, on connections that
they keep. Two runs: with the ETag of what they have (304), and without (the whole page, packed as a browser takes it;
``--plain`` unpacked).

The site, its database and the watchers share two cores, of however many there are; how many is printed first. Printed
for each run: answers a second, bytes of one, milliseconds of the deals from their planned moment. Exit status 1 below
1,000 unchanged or 400 whole answers a second, where a deal's 95th percentile is over 300 ms, or where an answer was
something else.
"""

import argparse
import asyncio
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.evening_load import LIMIT_MS, Tally, crowd, said_by_hall, site_on, used_by  # noqa: E402

PAIRS = 250
LENGTH = 60
DEALS_A_SECOND = 10
ASKED = {"unchanged": 1000, "whole": 400}
CORES = 2


@dataclass
class Watcher(asyncio.Protocol):
    """One connection that asks the same thing again and again, the next as soon as an answer is there."""

    request: bytes
    expected: bytes
    until: float
    answers: int = 0
    size: int = 0
    odd: list[bytes] = field(default_factory=list)
    _got: bytes = b""
    _missing: int = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.over = asyncio.get_running_loop().create_future()
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if self._missing:
            self._missing -= len(data)
        else:
            self._got += data
            head, found, rest = self._got.partition(b"\r\n\r\n")
            if not found:
                return
            self._got = b""
            if not head.startswith(self.expected):
                self.odd.append(head[:200])
            length = 0
            lowered = head.lower()
            if b"content-length:" in lowered and not head.startswith(b"HTTP/1.1 304"):
                length = int(lowered.partition(b"content-length:")[2].partition(b"\r\n")[0])
            self.size = length
            self._missing = length - len(rest)
        if self._missing:
            return
        self.answers += 1
        if time.monotonic() < self.until and len(self.odd) < 3:
            self.transport.write(self.request)
        else:
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.over.done():
            self.over.set_result(error)


def request_for(port: int, path: str, **headers: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept-Language: fr", "Accept: */*"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def tag_of(port: int, path: str, **headers: str) -> str:
    """The ETag of what is there."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request_for(port, path, Connection="close", **headers))
    head = (await reader.read()).partition(b"\r\n\r\n")[0].decode("latin-1")
    writer.close()
    assert head.startswith("HTTP/1.1 200"), head
    return next(line.partition(": ")[2] for line in head.split("\r\n") if line.lower().startswith("etag:"))


async def run(
    port: int, hall: dict[str, Any], asked: argparse.Namespace, kind: str, path: str
) -> tuple[list[Watcher], Tally, float]:
    """Deals in an open loop, watchers in a closed one, for so many seconds."""
    packed = {} if asked.plain else {"Accept_Encoding": "gzip"}
    more = {"If_None_Match": await tag_of(port, path, **packed)} if kind == "unchanged" else {}
    options = argparse.Namespace(**{**vars(asked), "only": "deals", "watchers": 0})
    phones = [asker for asker, _ in crowd(port, hall, options)]
    doors = asyncio.Semaphore(8)

    async def open_page(number: int) -> None:
        async with doors:
            token = hall["tables"][number]["token"]
            status, _ = await phones[number].browser.ask("GET", f"/t/{token}/")
            assert status == 302, status
            status, _ = await phones[number].browser.ask("GET", f"/table/{hall['tables'][number]['link']}/")
            assert status == 200, status

    await asyncio.gather(*(open_page(number) for number in range(len(phones))))
    tally, loop = Tally(), asyncio.get_running_loop()
    began = loop.time() + 0.2
    until = time.monotonic() + 0.2 + asked.seconds
    status = b"HTTP/1.1 304" if kind == "unchanged" else b"HTTP/1.1 200"
    watchers = [Watcher(request_for(port, path, **packed, **more), status, until) for _ in range(asked.connections)]
    for watcher in watchers:
        await loop.create_connection(lambda watcher=watcher: watcher, "127.0.0.1", port)
    started = time.monotonic()
    everybody = [asyncio.ensure_future(phone.run(began, tally)) for phone in phones]
    await asyncio.gather(*(watcher.over for watcher in watchers))
    seconds = time.monotonic() - started
    await asyncio.gather(*everybody)
    for phone, table in zip(phones, hall["tables"], strict=True):
        phone.browser.close()
        table["entered"] += len(phone.moments)
    return watchers, tally, seconds


def keep_to_cores() -> int:
    """Keep this program, and all that it will start, to the cores that the figures are promised on; how many it has."""
    cores = sorted(os.sched_getaffinity(0))[:CORES]
    os.sched_setaffinity(0, cores)
    return len(cores)


def measure(database: str, asked: argparse.Namespace) -> bool:
    good = True
    with site_on(database) as (site, server):
        hall = said_by_hall(site, "crowd", PAIRS // 2, LENGTH)
        while said_by_hall(site, "waiting"):
            time.sleep(2)
        path = f"/p/{hall['club']}/{hall['tournament']}/"
        if asked.kind == "standings":
            path = f"/api/v1/clubs/{hall['club']}/tournaments/{hall['tournament']}/standings/"
        for kind, least in ASKED.items():
            before = used_by(site, server)
            watchers, tally, seconds = asyncio.run(run(site.port, hall, asked, kind, path))
            used = {name: value - before[name] for name, value in used_by(site, server).items()}
            rate = sum(one.answers for one in watchers) / seconds
            size = max(one.size for one in watchers)
            odd = [head for one in watchers for head in one.odd]
            print(
                f"{database}, {kind}: {rate:,.0f} answers a second of {size:,} bytes, asked {least:,};"
                f" {len(tally.milliseconds)} deals, p50 {tally.at(0.5):.0f} ms, p95 {tally.at(0.95):.0f} ms,"
                f" {len(tally.errors)} errors; processor seconds: "
                + ", ".join(f"{name} {value:.1f}" for name, value in used.items() if value)
            )
            for error in [*map(str, odd[:3]), *tally.errors[:3]]:
                print(f"  {error}")
            sys.stdout.flush()
            in_time = tally.at(0.95) < LIMIT_MS
            good = good and rate >= least and in_time and not odd and not tally.errors
    return good


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--kind", choices=["page", "standings"], default="page")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    asked.deal_every, asked.poll_every = PAIRS / 2 / DEALS_A_SECOND, 5
    print(f"cores: {keep_to_cores()}", flush=True)
    databases = ("sqlite", "postgresql") if asked.database == "both" else (asked.database,)
    return 0 if min([measure(database, asked) for database in databases]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
