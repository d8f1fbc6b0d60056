"""Where this installation keeps what is its own: the database, files, backups, the secret key."""

import os
import secrets
from pathlib import Path


def data_dir(base: Path) -> Path:
    """The data folder (``COINCHE_DATA`` or ``./data``), made if missing, readable by its owner only."""
    path = Path(os.environ.get("COINCHE_DATA") or base / "data").resolve()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.stat().st_mode & 0o077:
        path.chmod(0o700)
    return path


def secret_key(data: Path) -> str:
    """The server's secret, made once. Table links are derived from it: a new one makes every printed code void."""
    path = data / "secret-key"
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(fd, "w", encoding="ascii") as stream:
        stream.write(secrets.token_urlsafe(48))
    return path.read_text(encoding="ascii").strip()
