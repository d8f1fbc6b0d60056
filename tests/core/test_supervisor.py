"""The supervisor: one site a data folder, a port that is free, programs that are looked after and never left behind."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core import procs, supervisor
from core.supervisor import CannotServe, Program, Supervisor


def eventually(true: Callable[[], object], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Make a module that a program can run; it writes its process id (and its child's) where the test reads it."""

    def make(text: str) -> str:
        (tmp_path / "sample.py").write_text(text)
        return "sample"

    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{Path.cwd()}")
    return make


WITH_CHILD = """
import os, subprocess, sys, time
from pathlib import Path
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
with open(sys.argv[1], "a") as out:
    out.write(f"{os.getpid()} {child.pid}\\n")
time.sleep(60)
"""


@pytest.fixture
def site(tmp_path: Path, script: Callable[[str], str]) -> Iterator[Supervisor]:
    program = Program("sample", script(WITH_CHILD), [str(tmp_path / "pids")])
    site = Supervisor(tmp_path, [program], each_turn=lambda: None)
    site.start()
    yield site
    site.stop()


def pids(tmp_path: Path) -> list[list[int]]:
    file = tmp_path / "pids"
    if not file.exists():
        return []
    return [[int(pid) for pid in line.split()] for line in file.read_text().splitlines()]


def test_a_second_site_on_the_same_data_is_refused_in_one_line(tmp_path: Path) -> None:
    held = supervisor.take_lock(tmp_path)
    with pytest.raises(CannotServe) as refused:
        supervisor.take_lock(tmp_path)
    assert str(os.getpid()) in str(refused.value)
    assert "\n" not in str(refused.value)
    held.close()
    supervisor.take_lock(tmp_path).close()


def test_a_busy_port_is_refused_in_one_line() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotServe, match=rf"Port {port} is busy.*COINCHE_PORT={port + 1}"):
            supervisor.check_port("0.0.0.0", port)
    supervisor.check_port("127.0.0.1", port)


def test_a_port_that_a_killed_process_still_lets_go_of_is_waited_for() -> None:
    other = socket.socket()
    other.bind(("127.0.0.1", 0))
    other.listen()
    letting_go = threading.Timer(0.5, other.close)
    letting_go.start()
    supervisor.check_port("127.0.0.1", other.getsockname()[1])
    letting_go.join()


def test_an_address_of_another_machine_is_refused_in_one_line() -> None:
    with pytest.raises(CannotServe, match=r"192\.0\.2\.77"):
        supervisor.check_port("192.0.2.77", 8000)


def test_stopping_leaves_no_process_behind(site: Supervisor, tmp_path: Path) -> None:
    assert eventually(lambda: pids(tmp_path))
    master, child = pids(tmp_path)[0]
    assert is_alive(master)
    assert is_alive(child)
    site.stop()
    assert eventually(lambda: not is_alive(master) and not is_alive(child), 3)


def test_a_program_that_died_is_started_again_without_its_orphans(site: Supervisor, tmp_path: Path) -> None:
    dead: list[int] = []
    site.programs[0].after_death = dead.append
    assert eventually(lambda: pids(tmp_path))
    master, child = pids(tmp_path)[0]
    os.kill(master, signal.SIGKILL)
    assert eventually(lambda: (site._look_after(), len(pids(tmp_path)) == 2)[1])
    assert dead == [master]
    assert eventually(lambda: not is_alive(child), 3)


def test_a_program_that_keeps_dying_is_started_less_and_less_often(
    tmp_path: Path, script: Callable[[str], str]
) -> None:
    program = Program("sample", script("raise SystemExit(1)"), [])
    site = Supervisor(tmp_path, [program], each_turn=lambda: None)
    waits = []
    for _ in range(3):
        program.start(tmp_path)
        assert program.process is not None
        program.process.wait()
        site._look_after()
        waits.append(program.due - time.monotonic())
    assert waits == sorted(waits)
    assert waits[-1] > waits[0]


def test_what_a_killed_site_left_is_found_by_its_data_folder_and_ended(tmp_path: Path) -> None:
    def sleeper(data: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", "import time; time.sleep(60)"], env={**os.environ, procs.SERVED: str(data)}
        )

    mine, other = sleeper(tmp_path), sleeper(tmp_path / "other")
    try:
        assert eventually(lambda: procs.leftovers(tmp_path) == [mine.pid])
        assert procs.kill_leftovers(tmp_path, patience=0.2) == 1
        assert mine.wait(timeout=5) == -signal.SIGKILL
        assert other.poll() is None
    finally:
        for process in (mine, other):
            process.kill()
            process.wait()


def test_a_program_does_not_outlive_a_killed_supervisor(tmp_path: Path, script: Callable[[str], str]) -> None:
    module = script(WITH_CHILD)
    starter = (
        "import os, time\nfrom pathlib import Path\nfrom core.supervisor import Program\n"
        f"Program('sample', '{module}', ['{tmp_path / 'pids'}']).start(Path('{tmp_path}'))\ntime.sleep(60)\n"
    )
    boss = subprocess.Popen([sys.executable, "-c", starter])
    try:
        assert eventually(lambda: pids(tmp_path))
        master, child = pids(tmp_path)[0]
        boss.kill()
        assert eventually(lambda: not is_alive(master), 5)
        os.kill(child, signal.SIGKILL)  # a plain child: the real programs end theirs on SIGTERM
    finally:
        boss.kill()
        boss.wait()
