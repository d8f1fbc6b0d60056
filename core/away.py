"""Copies that outlive the machine: a place that the operator names, such as a mounted disk or a share of the network.

A file comes there whole or not at all, is read again before it counts as kept, and has its SHA-256 beside it. Nothing
there is ever deleted or written over by the site. Only jobs come here: a share that does not answer may take minutes.
"""

import errno
import hashlib
import os
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

_A_TIME = 1 << 20


class NotKept(Exception):
    """A copy could not be kept. ``code``: "missing" (there is no such place now), "full", "refused" (it may not be
    written there, or the place fails), "damaged" (what was read again is not what was written), "gone" (the copy
    itself is not there)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Kept:
    """``elsewhere``: on another disk than the data folder, as far as the system tells."""

    path: Path
    elsewhere: bool


def place() -> Path | None:
    """The place that is set; None where none is."""
    found: Path | None = settings.COPIES_PLACE
    return found


def keep(source: Path, folders: Sequence[str], name: str, *, root: Path | None = None) -> Kept:
    """Keep ``source`` as ``name`` in ``folders`` of the place (or of ``root``), each a plain name; harmless when it is
    there already. Raises NotKept.
    """
    root = root or place()
    if root is None or not _is_folder(root):
        raise NotKept("missing")  # never made: an empty mount point is this machine's own disk
    try:
        folder = _folder(root, folders)
        sha256 = _written(source, folder / name)
        _write_sum(folder, name, sha256)
        return Kept(folder / name, _device(root) != _device(Path(settings.DATA_DIR)))
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not source.exists():
            raise NotKept("gone") from error
        raise NotKept("full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "refused") from error


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _folder(root: Path, folders: Sequence[str]) -> Path:
    for one in folders:
        root = root / one
        root.mkdir(mode=0o700, exist_ok=True)
    return root


def _device(path: Path) -> int:
    return path.stat().st_dev


def _written(source: Path, target: Path) -> str:
    """Write the file and read it again; its SHA-256."""
    wanted = _sum(source)
    if target.exists() and _sum(target) == wanted:
        return wanted
    fresh = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    try:
        with source.open("rb") as content:
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                while some := content.read(_A_TIME):
                    file.write(some)
                file.flush()
                os.fsync(file.fileno())
                # So that what is read below comes from the disk and not from memory.
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        if not _is_same(fresh, wanted):
            raise NotKept("damaged")
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    _sync(target.parent)
    return wanted


def _is_same(path: Path, sha256: str) -> bool:
    """Whether what can be read there is what was to be written."""
    return _sum(path) == sha256


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write_sum(folder: Path, name: str, sha256: str) -> None:
    """``NAME.sha256`` beside it, as ``sha256sum --check`` reads it."""
    path, text = folder / f"{name}.sha256", f"{sha256}  {name}\n"
    if path.exists() and path.read_text(encoding="ascii", errors="replace") == text:
        return
    fresh = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    _sync(folder)


def _sync(folder: Path) -> None:
    """A new name survives a power cut once its folder is on the disk; some shares cannot say so."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)
