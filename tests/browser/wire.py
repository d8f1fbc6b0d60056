"""The wire between a phone and the site, which can be cut: a port that passes everything on, or nobody answers at."""

import contextlib
import socket
import threading


class Wire:
    """Passes what comes to ``port`` on to ``to``, until ``cut``; ``mend`` makes it whole again at the same port."""

    def __init__(self, to: tuple[str, int]) -> None:
        self.to = to
        self.port = 0
        self._open: set[socket.socket] = set()
        self._listener: socket.socket | None = None
        self.mend()

    def mend(self) -> None:
        """Listen, and pass on."""
        listener = socket.create_server(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def cut(self) -> None:
        """Break what is open, and answer nobody."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # wakes who waits in accept
            listener.close()
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                here, _ = listener.accept()
                there = socket.create_connection(self.to)
            except OSError:
                return
            self._open |= {here, there}
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
            self._open.discard(end)
