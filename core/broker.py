"""The embedded Celery broker: a queue in a small SQLite file of its own, so that a hall needs no server.

A message is leased when it is delivered and deleted when it is acknowledged. The consumer renews its leases from a
thread for as long as it lives; when it is killed they run out and the message is delivered again. Polling only reads.

The file is not the truth: the Job row is (see core.jobs). So it is written without waiting for the disk, and a message
that a power cut took away is sent again by the sweeper.
"""

import json
import os
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, virtual

#: The scheme of a broker URL that means this broker: ``coinche://`` with ``path`` in the transport options.
SCHEME = "coinche"
TRANSPORT_ALIASES[SCHEME] = "core.broker:Transport"

_SCHEMA = """
CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    queue TEXT NOT NULL,
    payload TEXT NOT NULL,
    lease_until REAL NOT NULL DEFAULT 0,
    owner TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS message_queue ON message (queue, lease_until, id);
"""


class LeasedQueue:
    """A queue file: put, lease, renew, release, delete. One instance may be used by several threads, not across a fork.

    ``lease`` is in seconds. Times are the wall clock's, which all processes of a machine share.
    """

    def __init__(self, path: str, lease: float = 60.0) -> None:
        self.path = path
        self.lease = lease
        self.owner = f"{os.getpid()}-{uuid.uuid4().hex}"
        self._lock = threading.RLock()
        self._pid = os.getpid()
        self._connection = self._open()
        self._inherited: list[sqlite3.Connection] = []

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.executescript(_SCHEMA)
        return connection

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            if self._pid != os.getpid():
                # SQLite forbids a connection to cross a fork, even to be closed: keep it, use another.
                self._inherited.append(self._connection)
                self._connection, self._pid = self._open(), os.getpid()
            yield self._connection

    def put(self, queue: str, payload: str) -> None:
        with self._database() as database:
            database.execute("INSERT INTO message (queue, payload) VALUES (?, ?)", (queue, payload))

    def take(self, queue: str) -> tuple[int, str] | None:
        """Lease the oldest free message: its id and payload; None when there is none."""
        with self._database() as database:
            while True:
                now = time.time()
                found = database.execute(
                    "SELECT id FROM message WHERE queue = ? AND lease_until <= ? ORDER BY id LIMIT 1", (queue, now)
                ).fetchone()
                if found is None:
                    return None
                leased = database.execute(
                    "UPDATE message SET lease_until = ?, owner = ? WHERE id = ? AND lease_until <= ? "
                    "RETURNING id, payload",
                    (now + self.lease, self.owner, found[0], now),
                ).fetchall()
                if leased:
                    return int(leased[0][0]), str(leased[0][1])

    def renew(self) -> int:
        """Extend every lease of this owner; the number of messages it still holds."""
        with self._database() as database:
            return database.execute(
                "UPDATE message SET lease_until = ? WHERE owner = ?", (time.time() + self.lease, self.owner)
            ).rowcount

    def delete(self, message: int) -> None:
        """Forget a message, unless its lease ran out and another consumer holds it by now."""
        with self._database() as database:
            database.execute("DELETE FROM message WHERE id = ? AND owner = ?", (message, self.owner))

    def release(self, message: int) -> None:
        """Give a message back at once, to whoever asks next."""
        with self._database() as database:
            database.execute(
                "UPDATE message SET lease_until = 0, owner = '' WHERE id = ? AND owner = ?", (message, self.owner)
            )

    def release_held(self, process: int | None = None) -> int:
        """Free what a process that is dead by now held, or what anybody held when no consumer lives; how many."""
        held_by = "%" if process is None else f"{process}-%"
        with self._database() as database:
            return database.execute(
                "UPDATE message SET lease_until = 0, owner = '' WHERE owner != '' AND owner LIKE ?", (held_by,)
            ).rowcount

    def size(self, queue: str) -> int:
        """Messages in the queue, the leased ones included."""
        with self._database() as database:
            return int(database.execute("SELECT count(*) FROM message WHERE queue = ?", (queue,)).fetchone()[0])

    def purge(self, queue: str) -> int:
        with self._database() as database:
            return database.execute("DELETE FROM message WHERE queue = ?", (queue,)).rowcount

    def close(self) -> None:
        with self._lock:
            if self._pid == os.getpid():
                self._connection.close()


class QoS(virtual.QoS):
    """Acknowledging deletes the row; rejecting without requeueing does too."""

    channel: "Channel"

    def ack(self, delivery_tag: str) -> None:
        self.channel.forget(delivery_tag)
        super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        if not requeue:
            self.channel.forget(delivery_tag)
        super().reject(delivery_tag, requeue)


class Channel(virtual.Channel):
    QoS = QoS

    def __init__(self, connection: Any, **kwargs: Any) -> None:
        super().__init__(connection, **kwargs)
        options = connection.client.transport_options
        self.messages = LeasedQueue(options["path"], float(options.get("lease", 60.0)))
        self._rows: dict[str, int] = {}
        self._closing = threading.Event()
        self._renewer: threading.Thread | None = None

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        self.messages.put(queue, json.dumps(message))

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        taken = self.messages.take(queue)
        if taken is None:
            raise Empty()
        row, payload = taken
        message: dict[str, Any] = json.loads(payload)
        self._rows[message["properties"]["delivery_tag"]] = row
        self._keep_leases()
        return message

    def _keep_leases(self) -> None:
        if self._renewer is None:
            self._renewer = threading.Thread(target=self._renew, name="broker-leases", daemon=True)
            self._renewer.start()

    def _renew(self) -> None:
        while not self._closing.wait(self.messages.lease / 3):
            # A busy file is no reason to stop renewing: the next turn comes before the lease ends.
            try:
                self.messages.renew()
            except sqlite3.OperationalError:
                continue
            except sqlite3.ProgrammingError:  # closed in between
                return

    def forget(self, delivery_tag: str) -> None:
        row = self._rows.pop(delivery_tag, None)
        if row is not None:
            self.messages.delete(row)

    def _restore(self, message: Any) -> None:
        row = self._rows.pop(message.delivery_tag, None)
        if row is not None:
            self.messages.release(row)

    def _restore_at_beginning(self, message: Any) -> None:
        self._restore(message)

    def _size(self, queue: str) -> int:
        return self.messages.size(queue)

    def _purge(self, queue: str) -> int:
        return self.messages.purge(queue)

    def close(self) -> None:
        self._closing.set()
        super().close()  # gives back what was not acknowledged
        self.messages.close()


class Transport(virtual.Transport):
    """What Celery asks for by ``coinche://``."""

    Channel = Channel
    #: Seconds between two looks at an empty queue; a look is one indexed read of some microseconds.
    polling_interval = 0.05
    driver_type = "sqlite"
    driver_name = "sqlite3"
    connection_errors = (*virtual.Transport.connection_errors, sqlite3.OperationalError)

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """Look for a message; the shorter wait lets a worker that was told to stop do so within half a second."""
        super().drain_events(connection, timeout=min(timeout or 0.5, 0.5))

    def driver_version(self) -> str:
        return sqlite3.sqlite_version
