"""What the machine itself must bring. Standard library only: the set-up script uses it before anything is installed."""

import ctypes
import ctypes.util
import os
import shutil
import subprocess
import sys

#: Debian packages that bring all of it, fonts included; what they depend on comes with them.
DEBIAN_PACKAGES = (
    "libpango-1.0-0",
    "libpangoft2-1.0-0",
    "libharfbuzz-subset0",
    "fontconfig",
    "fonts-dejavu-core",
)

_LINUX_LIBRARIES = (
    "libgobject-2.0.so.0",
    "libpango-1.0.so.0",
    "libharfbuzz.so.0",
    "libharfbuzz-subset.so.0",
    "libfontconfig.so.1",
    "libpangoft2-1.0.so.0",
)
_OTHER_LIBRARIES = ("gobject-2.0", "pango-1.0", "harfbuzz", "fontconfig", "pangoft2-1.0")


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def missing_libraries() -> list[str]:
    """Names of the shared libraries that WeasyPrint needs and this machine does not have; empty when all is there."""
    if sys.platform.startswith("linux"):
        return [name for name in _LINUX_LIBRARIES if not _loads(name)]
    return [name for name in _OTHER_LIBRARIES if ctypes.util.find_library(name) is None]


def weasyprint_missing() -> str | None:
    """The command that brings what printing needs, or None when nothing is missing.

    Looked at anew at each call (some milliseconds), so that a page stops complaining once the command was run.
    """
    if not missing_libraries():
        return None
    if sys.platform == "darwin":
        return "brew install pango"
    return "sudo apt-get install " + " ".join(DEBIAN_PACKAGES)


def apt_prefix() -> list[str] | None:
    """How this account may install Debian packages without a question: [] as root, sudo where it asks for no password.

    None where it may not: no apt, no right, or COINCHE_APT=0.
    """
    if os.environ.get("COINCHE_APT") == "0" or not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0:  # noqa: S603
        return [sudo, "-n"]
    return None


def apt_install(*packages: str) -> bool:
    """Install Debian packages where this account may; True when they are there. Refreshes apt's lists if need be."""
    prefix = apt_prefix()
    if prefix is None:
        return False
    # Another installation may hold apt's lock for a moment, above all on a machine that was just switched on.
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]
    install = [*apt, "install", "--yes", "--no-install-recommends", *packages]

    def succeeds(command: list[str]) -> bool:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603

    return succeeds(install) or (succeeds([*apt, "update"]) and succeeds(install))
