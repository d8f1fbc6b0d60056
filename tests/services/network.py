"""A bad network between phones and a site: it drops, delays, doubles and reorders requests and answers, by a seed."""

import contextlib
import socket
import threading
from dataclasses import dataclass, field
from random import Random

_PIECE = 65536


@dataclass
class BadNetwork:
    """A proxy for one request a connection. ``port`` is where phones connect; ``repair`` ends all mischief.

    Of each request the dice say, in this order: lost on its way; delayed (so that a later one overtakes it); doubled,
    the copy coming some time after; its answer lost; its answer delayed. What was doubled or delayed is still under way
    when others come: that is the reordering.
    """

    target: tuple[str, int]
    seed: int
    #: How often each mischief comes to a request.
    lost: float = 0.15
    late: float = 0.25
    doubled: float = 0.2
    unanswered: float = 0.15
    #: The longest wait, in seconds.
    longest: float = 0.4
    happened: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._dice = Random(self.seed)
        self._lock = threading.Lock()
        self._repaired = threading.Event()
        self._under_way: set[threading.Thread] = set()
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def repair(self) -> None:
        """From now on everything arrives; what was still under way arrives first."""
        self._repaired.set()
        for thread in list(self._under_way):
            thread.join(30)

    def close(self) -> None:
        self.repair()
        self._listening.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                connection, _ = self._listening.accept()
                self._start(self._pass_on, connection)

    def _start(self, act: object, *arguments: object) -> None:
        def run() -> None:
            try:
                with contextlib.suppress(OSError):
                    act(*arguments)  # type: ignore[operator]
            finally:
                self._under_way.discard(threading.current_thread())

        thread = threading.Thread(target=run, daemon=True)
        self._under_way.add(thread)
        thread.start()

    def _happens(self, what: str, chance: float) -> float:
        """Whether this mischief comes now: seconds to wait (never 0), or 0 where it does not."""
        with self._lock:
            hit, wait = self._dice.random() < chance, self._dice.uniform(0.01, self.longest)
            if not hit or self._repaired.is_set():
                return 0.0
            self.happened[what] = self.happened.get(what, 0) + 1
            return wait

    def _pass_on(self, phone: socket.socket) -> None:
        with phone:
            phone.settimeout(30)
            request = _request(phone)
            if not request or self._happens("lost", self.lost):
                return
            self._repaired.wait(self._happens("late", self.late))
            again = self._happens("doubled", self.doubled)
            if again:
                self._start(self._later, request, again)
            answer = self._ask(request)
            if self._happens("unanswered", self.unanswered):
                return
            self._repaired.wait(self._happens("answer late", self.late))
            phone.sendall(answer)

    def _later(self, request: bytes, wait: float) -> None:
        self._repaired.wait(wait)
        self._ask(request)

    def _ask(self, request: bytes) -> bytes:
        with socket.create_connection(self.target, timeout=30) as site:
            site.sendall(request)
            pieces = []
            while piece := site.recv(_PIECE):
                pieces.append(piece)
            return b"".join(pieces)


def _request(phone: socket.socket) -> bytes:
    """One whole request, told to close its connection after the answer; empty where the phone went away before."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = phone.recv(_PIECE)
        if not piece:
            return b""
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    length = next((int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:")), 0)
    while len(body) < length:
        body += phone.recv(_PIECE)
    return b"\r\n".join([*lines, b"Connection: close"]) + b"\r\n\r\n" + body
