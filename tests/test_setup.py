"""`make setup`: which Python it takes, and its one clear line when there is none that fits."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from core import system

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout without an environment, and an empty PATH but for the shell's own tools."""
    for name in ("scripts", "core"):
        (tmp_path / name).mkdir()
    for name in (
        "scripts/bootstrap.sh",
        "scripts/setup.py",
        "core/system.py",
        "requirements.txt",
        "requirements-dev.txt",
    ):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "bin").mkdir()
    for tool in ("sh", "dirname"):
        (tmp_path / "bin" / tool).symlink_to(f"/bin/{tool}" if Path(f"/bin/{tool}").exists() else f"/usr/bin/{tool}")
    return tmp_path


def fake_python(project: Path, name: str, *, version: str = "3.11.2", venv: bool = True) -> None:
    """A program that answers like a Python of that version, with or without its venv module."""
    old = tuple(int(part) for part in version.split(".")[:2]) < (3, 11)
    (project / "bin" / name).write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        f'  *version_info*"<"*) exit {int(old)};;\n'
        f"  *ensurepip*) exit {int(not venv)};;\n"
        f"  *sys.version.split*) echo {version};;\n"
        '  "-c pass") exit 0;;\n'
        f'  *) echo "{name} runs $*";;\n'
        "esac\n"
    )
    (project / "bin" / name).chmod(0o755)


def bootstrap(project: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "scripts/bootstrap.sh"],
        cwd=project,
        env={"PATH": str(project / "bin"), **env},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_without_any_python_one_line_says_what_to_do(project: Path) -> None:
    done = bootstrap(project)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "3.11" in done.stderr
    assert "apt-get install" in done.stderr


def test_a_python_that_is_too_old_is_named_in_one_line(project: Path) -> None:
    fake_python(project, "python3", version="3.9.2")
    done = bootstrap(project)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "python3 is 3.9.2" in done.stderr


def test_the_newest_python_that_fits_is_taken(project: Path) -> None:
    fake_python(project, "python3", version="3.9.2")
    fake_python(project, "python3.11")
    fake_python(project, "python3.12", version="3.12.4")
    assert bootstrap(project).stdout.startswith("python3.12 runs")


def test_a_python_with_venv_goes_before_a_newer_one_without(project: Path) -> None:
    fake_python(project, "python3.13", version="3.13.0", venv=False)
    fake_python(project, "python3.11")
    assert bootstrap(project).stdout.startswith("python3.11 runs")


def test_one_without_venv_is_still_taken_when_there_is_no_other(project: Path) -> None:
    fake_python(project, "python3", venv=False)
    assert bootstrap(project).stdout.startswith("python3 runs")


def test_the_python_that_was_asked_for_is_taken(project: Path) -> None:
    fake_python(project, "python3.13", version="3.13.0")
    fake_python(project, "mine")
    assert bootstrap(project, PYTHON="mine").stdout.startswith("mine runs")


def test_without_venv_and_without_the_right_to_install_it_one_line_says_the_command(
    project: Path, tmp_path: Path
) -> None:
    """The real script under a Python whose ensurepip cannot be imported."""
    blocked = project / "python-without-venv"
    blocked.write_text(f'#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"\n')
    blocked.chmod(0o755)
    code = (
        f"import sys, runpy; sys._base_executable = {str(blocked)!r}; "
        "runpy.run_path('scripts/setup.py', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project,
        env={**os.environ, "COINCHE_APT": "0"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert re.search(r"sudo apt-get install python3\.\d+-venv", done.stderr)


def pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9_.-]+)(?:\[[^\]]*\])?==(\S+)", (ROOT / name).read_text(), re.MULTILINE))


def test_both_locks_agree_and_every_pin_has_its_hashes() -> None:
    site, tests = pins("requirements.txt"), pins("requirements-dev.txt")
    assert site.items() <= tests.items()
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text()
        blocks = re.split(r"\n(?=[a-z0-9])", text)
        assert all("--hash=sha256:" in block for block in blocks if "==" in block)
        assert "http" not in text


def test_a_missing_library_gives_the_command_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "_LINUX_LIBRARIES", ("libc.so.6",))
    assert system.weasyprint_missing() is None
    monkeypatch.setattr(system, "_LINUX_LIBRARIES", ("libc.so.6", "libno-such-thing.so.9"))
    assert system.missing_libraries() == ["libno-such-thing.so.9"]
    command = system.weasyprint_missing()
    assert command is not None
    assert command.startswith("sudo apt-get install libpango")


def test_the_fast_installer_is_told_what_pip_is_told_on_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = importlib.util.spec_from_file_location("set_up", ROOT / "scripts" / "setup.py")
    assert spec and spec.loader
    set_up = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(set_up)
    monkeypatch.setattr(set_up, "PYTHON", sys.executable)
    (tmp_path / "pip.conf").write_text("[global]\nindex-url = https://index.example/simple\ncert = /etc/hall.pem\n")
    for name in ("PIP_CERT", "PIP_INDEX_URL", "UV_DEFAULT_INDEX", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    env = set_up.uv_environment()
    assert env["UV_DEFAULT_INDEX"] == "https://index.example/simple"
    assert env["SSL_CERT_FILE"] == "/etc/hall.pem"
