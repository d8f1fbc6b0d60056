"""Log lines without secrets: what opens a table or the site is blanked, wherever it stands in the line."""

import contextlib
import fcntl
import logging
import re
from logging.handlers import WatchedFileHandler
from pathlib import Path

#: A table's link (/t/…), a screen's (/screen/…) and the start link (/start/…), in a path, an address or a traceback.
_SECRET_PATH = re.compile(r"(/(?:t|screen|start)/)[^/\s\"'?#&<>]+")


def blank(text: str) -> str:
    """The text with every token in it replaced by an ellipsis."""
    return _SECRET_PATH.sub(r"\1…", text)


class BlankingFormatter(logging.Formatter):
    """Blanks the finished line, so that arguments and tracebacks are covered too."""

    def format(self, record: logging.LogRecord) -> str:
        return blank(super().format(record))


class SharedFileHandler(WatchedFileHandler):
    """A log file that several processes write, turned over at ``max_bytes``; ``keep`` older ones stay.

    The standard rotating handler belongs to one process: another one would go on writing into the renamed file.
    """

    def __init__(self, filename: str, max_bytes: int = 5_000_000, keep: int = 5) -> None:
        Path(filename).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.max_bytes = max_bytes
        self.keep = keep
        super().__init__(filename, encoding="utf-8", delay=True)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._turn_over()
        except OSError:  # a full or vanished folder must not stop the work
            self.handleError(record)
        try:
            super().emit(record)
        except OSError:  # while the file is opened, or flushed to be opened anew: the standard handler lets that out
            self.handleError(record)
            self._give_up_stream()

    def _give_up_stream(self) -> None:
        """Drop a stream that cannot be written out, so that the next record opens the file anew."""
        stream, self.stream = self.stream, None
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()

    def _turn_over(self) -> None:
        path = Path(self.baseFilename)
        if not path.exists() or path.stat().st_size < self.max_bytes:
            return
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists() or path.stat().st_size < self.max_bytes:
                return  # another process was faster
            for number in range(self.keep - 1, 0, -1):
                older = path.with_name(f"{path.name}.{number}")
                if older.exists():
                    older.replace(path.with_name(f"{path.name}.{number + 1}"))
            path.replace(path.with_name(f"{path.name}.1"))
