"""Makes the environment in .venv from the pinned, hashed requirements. Standard library only, Python 3.11 or later.

    setup.py             what the site needs
    setup.py --dev       and what the tests need
    setup.py --system    and the system libraries that printing needs (apt, where this account may)

What was installed is written into .venv/installed, so that a second start only compares two hashes.
"""

import argparse
import ast
import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"


def say(text: str) -> None:
    print(text, flush=True)


def run(*command: object, quiet: bool = False, env: dict[str, str] | None = None) -> bool:
    output = subprocess.DEVNULL if quiet else None
    done = subprocess.run([str(part) for part in command], cwd=ROOT, env=env, stdout=output, stderr=output, check=False)
    return done.returncode == 0


def digest(name: str) -> str:
    return f"{name} {hashlib.sha256((ROOT / name).read_bytes()).hexdigest()}"


def stamp(files: list[str]) -> list[str]:
    return ["python {}.{}".format(*sys.version_info), *(digest(name) for name in files)]


def is_installed(files: list[str]) -> bool:
    if not (STAMP.exists() and PYTHON.exists()):
        return False
    lines = STAMP.read_text(encoding="utf-8").splitlines()
    return all(line in lines for line in stamp(files))


def load_system():
    """core.system by its path: this file runs isolated, before the project can be imported."""
    spec = importlib.util.spec_from_file_location("coinche_system", ROOT / "core" / "system.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def missing_venv(base: str) -> str:
    """The Debian package that is missing to make an environment with this Python; '' when nothing is missing."""
    if run(base, "-c", "import ensurepip, venv", quiet=True):
        return ""
    return "python{}.{}-venv".format(*sys.version_info)


def make_venv() -> None:
    base = getattr(sys, "_base_executable", sys.executable)
    package = missing_venv(base)
    if package:
        say(f"This Python has no venv module: installing {package}…")
        if not load_system().apt_install(package) or missing_venv(base):
            sys.exit(f"Python's venv module is missing. Run this, then start again: sudo apt-get install {package}")
    say("Making the environment in .venv (Python {}.{}.{})…".format(*sys.version_info))
    if not run(base, "-m", "venv", "--clear", VENV):
        sys.exit("The environment could not be made in .venv; the lines above say why.")


def has_pip() -> bool:
    """Whether the environment that is there can be added to; pip is put in where only it is missing."""
    return run(PYTHON, "-m", "pip", "--version", quiet=True) or run(PYTHON, "-m", "ensurepip", quiet=True)


def pinned_uv() -> str:
    """The lines that pin uv and its hashes in requirements-dev.txt."""
    lines: list[str] = []
    for line in (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("uv==") or lines:
            lines.append(line)
            if not line.endswith("\\"):
                break
    return "\n".join(lines) + "\n"


def bring_uv() -> bool:
    """The fast installer, pinned with its hash; it is only a convenience, pip does the same in a minute."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as wanted:
        wanted.write(pinned_uv())
        wanted.flush()
        return run(PYTHON, "-m", "pip", "install", "-q", "--require-hashes", "-r", wanted.name, quiet=True)


def pip_setting(name: str) -> str:
    """A setting of pip's on this machine, '' when there is none. `pip config get` would only read the account's own."""
    done = subprocess.run([PYTHON, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        key, _, value = line.partition("=")
        if key == f"global.{name}":
            return str(ast.literal_eval(value))
    return ""


def uv_environment() -> dict[str, str]:
    """uv does not read pip's own settings: hand over the package index and certificates that pip uses here."""
    env = {**os.environ, "VIRTUAL_ENV": str(VENV)}
    for variable, name in (("UV_DEFAULT_INDEX", "index-url"), ("SSL_CERT_FILE", "cert")):
        value = os.environ.get("PIP_" + name.replace("-", "_").upper()) or pip_setting(name)
        if value:
            env.setdefault(variable, value)
    return env


def install(files: list[str]) -> None:
    say("Installing the pinned packages ({})…".format(", ".join(files)))
    wanted = [part for name in files for part in ("-r", ROOT / name)]
    by_uv = (PYTHON, "-m", "uv", "pip", "install", "-q", "--require-hashes", *wanted)
    by_pip = (PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--require-hashes", *wanted)
    if bring_uv() and run(*by_uv, quiet=True, env=uv_environment()):
        return
    if not run(*by_pip):
        sys.exit("The packages could not be installed; the lines above say why. Is this machine on the internet?")


def bring_system_libraries() -> None:
    system = load_system()
    command = system.weasyprint_missing()
    if command is None:
        return
    say("Installing the system libraries that printing needs…")
    if not system.apt_install(*system.DEBIAN_PACKAGES) or system.weasyprint_missing():
        say(f"Printing needs system libraries that could not be installed from here. Run once: {command}")
        say("The site starts all the same; it will say so where a PDF is asked for.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dev", action="store_true", help="also what the tests need")
    parser.add_argument("--system", action="store_true", help="also the system libraries that printing needs")
    options = parser.parse_args()
    # requirements-dev.txt is locked from requirements.in too: it holds the same versions and the tools of the tests.
    files = ["requirements-dev.txt"] if options.dev else ["requirements.txt"]
    if not is_installed(files):
        in_place = PYTHON.exists() and sys.prefix == str(VENV) and has_pip()
        kept = [line.split()[0] for line in STAMP.read_text("utf-8").splitlines()[1:]] if STAMP.exists() else []
        STAMP.unlink(missing_ok=True)
        if not in_place:
            make_venv()
            kept = []
        if "requirements-dev.txt" in kept:  # an environment for the tests stays one
            files = ["requirements-dev.txt"]
        install(files)
        # The two locks agree on every version (a test compares them), so the larger one brings the smaller.
        STAMP.write_text("\n".join(stamp(sorted({"requirements.txt", *files}))) + "\n", encoding="utf-8")
    if options.system:
        bring_system_libraries()


if __name__ == "__main__":
    main()
