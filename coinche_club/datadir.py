"""Where this installation keeps what is its own: the database, files, backups, the secret key."""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

#: Commands that only look at a file or at what is kept. They make nothing, and so run where nothing can be written.
READERS = frozenset({"check_tournament", "verify_draw"})


def only_reads(arguments: Sequence[str]) -> bool:
    """Whether this command line (``sys.argv``) is of a command that writes nothing."""
    return len(arguments) > 1 and arguments[1] in READERS


def data_dir(base: Path, *, make: bool = True) -> Path:
    """The data folder (``COINCHE_DATA`` or ``./data``), made if missing, readable by its owner only.

    Without ``make`` it is left as it is, or missing.
    """
    path = Path(os.environ.get("COINCHE_DATA") or base / "data").resolve()
    if not make:
        return path
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.stat().st_mode & 0o077:
        path.chmod(0o700)
    return path


def secret_key(data: Path, *, make: bool = True) -> str:
    """The server's secret, made once. Table links are derived from it: a new one makes every printed code void.

    Without ``make`` nothing is kept: where there is none that can be read, the answer is good for this process only.
    """
    path = data / "secret-key"
    if not make:
        try:
            return path.read_text(encoding="ascii").strip() or secrets.token_urlsafe(48)
        except OSError:
            return secrets.token_urlsafe(48)
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(fd, "w", encoding="ascii") as stream:
        stream.write(secrets.token_urlsafe(48))
    return path.read_text(encoding="ascii").strip()
