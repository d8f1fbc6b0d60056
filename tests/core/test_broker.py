"""The embedded broker: leases, redelivery, acknowledgement, and Celery's transport on top of it."""

import contextlib
import sqlite3
import threading
import time
from pathlib import Path

import pytest
from kombu import Connection, Consumer, Queue

from core.broker import SCHEME, LeasedQueue


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "broker.sqlite3")


def test_messages_come_in_the_order_they_were_put_and_once_each(path: str) -> None:
    queue = LeasedQueue(path)
    for number in range(3):
        queue.put("q", f"{number}")
    assert [queue.take("q")[1] for _ in range(3)] == ["0", "1", "2"]
    assert queue.take("q") is None


def test_another_queue_sees_nothing(path: str) -> None:
    queue = LeasedQueue(path)
    queue.put("q", "x")
    assert queue.take("other") is None


def test_two_consumers_never_hold_the_same_message(path: str) -> None:
    LeasedQueue(path).put("q", "x")
    first, second = LeasedQueue(path), LeasedQueue(path)
    assert first.take("q") is not None
    assert second.take("q") is None


def test_many_consumers_at_once_share_the_messages_without_doubles(path: str) -> None:
    queue = LeasedQueue(path)
    for number in range(60):
        queue.put("q", str(number))
    taken: list[str] = []

    def consume() -> None:
        own = LeasedQueue(path)
        while (message := own.take("q")) is not None:
            taken.append(message[1])

    threads = [threading.Thread(target=consume) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken, key=int) == [str(number) for number in range(60)]


def test_a_message_whose_consumer_died_comes_again_when_its_lease_ends(path: str) -> None:
    dead, alive = LeasedQueue(path, lease=0.2), LeasedQueue(path, lease=0.2)
    dead.put("q", "x")
    dead.take("q")
    time.sleep(0.25)
    assert alive.take("q") == (1, "x")


def test_a_renewed_lease_holds_beyond_its_first_end(path: str) -> None:
    holder, other = LeasedQueue(path, lease=0.4), LeasedQueue(path, lease=0.4)
    holder.put("q", "x")
    holder.take("q")
    for _ in range(3):
        time.sleep(0.2)
        assert holder.renew() == 1
    assert other.take("q") is None


def test_a_late_acknowledgement_does_not_delete_what_another_consumer_holds(path: str) -> None:
    slow, other = LeasedQueue(path, lease=0.1), LeasedQueue(path, lease=60)
    slow.put("q", "x")
    row, _payload = slow.take("q")
    time.sleep(0.15)
    assert other.take("q") is not None
    slow.delete(row)
    assert other.size("q") == 1


def test_what_one_dead_process_held_is_freed_and_nothing_else(path: str) -> None:
    dead, alive = LeasedQueue(path), LeasedQueue(path)
    dead.owner, alive.owner = "11-a", "111-b"
    for text in ("x", "y"):
        dead.put("q", text)
    dead.take("q")
    alive.take("q")
    assert alive.release_held(11) == 1
    assert LeasedQueue(path).take("q") == (1, "x")
    assert LeasedQueue(path).take("q") is None


def test_polling_an_empty_queue_writes_nothing(path: str) -> None:
    queue = LeasedQueue(path)
    watcher = sqlite3.connect(path)
    before = watcher.execute("PRAGMA data_version").fetchone()
    for _ in range(50):
        queue.take("q")
    assert watcher.execute("PRAGMA data_version").fetchone() == before
    queue.put("q", "x")
    assert watcher.execute("PRAGMA data_version").fetchone() != before


def test_messages_outlive_the_process_that_put_them(path: str) -> None:
    first = LeasedQueue(path)
    first.put("q", "x")
    first.close()
    assert LeasedQueue(path).take("q") == (1, "x")


def connect(path: str, lease: float = 60) -> Connection:
    return Connection(f"{SCHEME}://localhost//", transport_options={"path": path, "lease": lease})


def deliver(connection: Connection, what: str, timeout: float = 2) -> list[dict[str, int]]:
    """Take one message through Celery's library, and ``what`` it: ack, reject or requeue."""
    bodies: list[dict[str, int]] = []

    def on_message(body: dict[str, int], message: object) -> None:
        bodies.append(body)
        getattr(message, what)()

    consumer = Consumer(connection.channel(), [Queue("q")], callbacks=[on_message], accept=["json"])
    with consumer, contextlib.suppress(TimeoutError):
        connection.drain_events(timeout=timeout)
    return bodies


def test_an_acknowledged_message_is_gone(path: str) -> None:
    with connect(path) as connection:
        connection.Producer().publish({"n": 1}, routing_key="q", serializer="json")
        assert deliver(connection, "ack") == [{"n": 1}]
        assert LeasedQueue(path).size("q") == 0


def test_a_requeued_message_is_delivered_again_and_a_rejected_one_is_not(path: str) -> None:
    with connect(path) as connection:
        connection.Producer().publish({"n": 1}, routing_key="q", serializer="json")
        assert deliver(connection, "requeue") == [{"n": 1}]
        assert deliver(connection, "reject") == [{"n": 1}]
        assert deliver(connection, "ack", timeout=0.2) == []


def test_a_consumer_that_closes_gives_back_what_it_did_not_acknowledge(path: str) -> None:
    with connect(path) as connection:
        connection.Producer().publish({"n": 1}, routing_key="q", serializer="json")
        channel = connection.channel()
        assert channel.basic_get("q") is not None
        assert LeasedQueue(path).take("q") is None
        channel.close()
    assert LeasedQueue(path).take("q") is not None


def test_a_consumer_keeps_its_lease_while_it_works(path: str) -> None:
    with connect(path, lease=0.3) as connection:
        connection.Producer().publish({"n": 1}, routing_key="q", serializer="json")
        channel = connection.channel()
        assert channel.basic_get("q") is not None
        time.sleep(0.8)
        assert LeasedQueue(path).take("q") is None
        channel.close()
