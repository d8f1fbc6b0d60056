"""What the tests need from the machine beside Python's packages. Standard library only.

python -m tests.system [long]   installs what is missing where this account may (apt); one line for each it may not
"""

import sys
from collections.abc import Callable
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parent.parent


def _postgres() -> bool:
    return bool(list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))) or which("initdb") is not None


def _fonts() -> bool:
    return Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf").exists()


#: What it is for, Debian's package, and whether it is there.
NEEDS: tuple[tuple[str, str, Callable[[], bool]], ...] = (
    ("the tests on PostgreSQL", "postgresql", _postgres),
    ("the tests of the jobs on Redis", "redis-server", lambda: which("redis-server") is not None),
    ("the tests of the pages", "chromium", lambda: which("chromium") is not None),
    ("the check of the translations", "gettext", lambda: which("xgettext") is not None),
    ("the tests of what is printed", "poppler-utils", lambda: which("pdftoppm") is not None),
    ("the count of the syncs", "strace", lambda: which("strace") is not None),
    ("the pictures of pages", "fonts-dejavu-core", _fonts),
)
NEEDS_LONG = (
    ("the tests of the jobs on RabbitMQ", "rabbitmq-server", Path("/usr/lib/rabbitmq/bin/rabbitmq-server").exists),
)


def main(asked: list[str]) -> int:
    """Bring what is missing. Always 0: a test that lacks something fails by itself and says so again."""
    from core.system import apt_install

    needs = (*NEEDS, *NEEDS_LONG) if "long" in asked else NEEDS
    missing = [need for need in needs if not need[2]()]
    if missing:
        packages = [package for _, package, _ in missing]
        print(f"Installing what the tests need ({', '.join(packages)})…", flush=True)
        apt_install(*packages)
    for purpose, package, is_there in missing:
        if not is_there():
            print(f"Needed for {purpose}: sudo apt-get install {package}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
