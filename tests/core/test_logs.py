"""Log lines never show what opens a table or the site."""

import logging
import logging.config
import sys
from pathlib import Path

import pytest
from django.conf import settings

from core.logs import BlankingFormatter, SharedFileHandler, blank

TOKEN = "Zm9vYmFyYmF6cXV4MTIzNA"


@pytest.mark.parametrize(
    "text",
    [
        f"Not Found: /t/{TOKEN}",
        f"http://192.168.1.20:8000/start/{TOKEN}/",
        f'GET "/t/{TOKEN}?x=1" 200',
        f"/t/{TOKEN}/deals/3",
        f"<a href='/start/{TOKEN}'>",
    ],
)
def test_tokens_are_blanked_wherever_they_stand(text: str) -> None:
    assert TOKEN not in blank(text)
    assert "…" in blank(text)


def test_other_paths_stay_as_they_are() -> None:
    text = "/tournaments/12/rounds/3 and /starting/ and /t/"
    assert blank(text) == text


def test_arguments_and_tracebacks_are_blanked_too() -> None:
    try:
        raise ValueError(f"bad path /t/{TOKEN}")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "%s: %s", ("Not Found", f"/t/{TOKEN}"), sys.exc_info())
    line = BlankingFormatter("{message}", style="{").format(record)
    assert "ValueError" in line
    assert TOKEN not in line


def test_every_handler_of_the_settings_blanks() -> None:
    for handler in settings.LOGGING["handlers"].values():
        formatter = settings.LOGGING["formatters"][handler["formatter"]]
        assert formatter["()"] == "core.logs.BlankingFormatter"
    assert settings.LOGGING["loggers"]["django"]["handlers"] == []


def test_the_file_is_turned_over_and_only_so_many_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "x.log"
    first, second = (SharedFileHandler(str(path), max_bytes=100, keep=2) for _ in range(2))
    for number in range(40):
        handler = (first, second)[number % 2]
        handler.emit(logging.LogRecord("x", logging.ERROR, "f", 1, f"line {number:02d} {'x' * 20}", (), None))
    assert sorted(entry.name for entry in path.parent.glob("x.log*")) == ["x.log", "x.log.1", "x.log.2"]
    newest = (path.read_text() if path.exists() else "") + path.with_name("x.log.1").read_text()
    assert "line 39" in newest
    assert "line 38" in newest


def test_a_full_disk_stops_no_program_and_the_log_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    path.symlink_to("/dev/full")
    handler = SharedFileHandler(str(path))
    handler.handleError = lambda record: None  # type: ignore[method-assign]  # it would be printed
    records = [logging.LogRecord("x", logging.ERROR, "f", 1, f"line {number}", (), None) for number in range(3)]
    handler.emit(records[0])  # stays in the stream's buffer
    path.unlink()  # as when another process turns the file over
    handler.emit(records[1])
    handler.emit(records[2])
    assert "line 2" in path.read_text()
    handler.close()
