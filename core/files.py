"""Files kept beside the database: written once under the name of their content, found again by their row.

A file lies at ``MEDIA_ROOT/ab/abcdef...`` (its SHA-256), mode 0600. Nothing is ever served by that path: a view finds
the row by its id, checks who asks, and reads. The bytes are on the disk before the row exists, so that a row never
promises what a power cut took away.
"""

import hashlib
import os
import uuid
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from core.models import StoredFile

#: A file on the disk without a row is younger than its row's transaction, or was left by a power cut. After this
#: time it is the latter.
ORPHAN_AFTER = timedelta(days=1)


def path_of(sha256: str) -> Path:
    """Where the content of this SHA-256 (64 hex digits) lies."""
    return Path(settings.MEDIA_ROOT) / sha256[:2] / sha256


def store(
    content: bytes,
    *,
    kind: str,
    name: str,
    content_type: str,
    private: bool = True,
    owner: uuid.UUID | None = None,
    content_key: str = "",
    expires_at: datetime | None = None,
) -> StoredFile:
    """Keep ``content`` and answer its row, in the caller's transaction.

    ``content_key`` (64 characters at most) names what it was made from: of one kind and key there is one row, and
    storing it again answers that one, with the newer ``expires_at``. ``name`` is what it is called when downloaded.
    """
    sha256 = hashlib.sha256(content).hexdigest()
    _write(path_of(sha256), content)
    if content_key:
        known = _renewed(kind, content_key, sha256, len(content), expires_at)
        if known is not None:
            return known
    row = StoredFile(
        sha256=sha256,
        kind=kind,
        content_key=content_key,
        name=name,
        content_type=content_type,
        size=len(content),
        private=private,
        owner=owner,
        expires_at=expires_at,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        # Another process stored the same thing between our look and our insert.
        known = _renewed(kind, content_key, sha256, len(content), expires_at)
        if known is None:
            raise
        return known
    return row


def _renewed(kind: str, content_key: str, sha256: str, size: int, expires_at: datetime | None) -> StoredFile | None:
    """The row of this key, now pointing at these bytes; None when there is none."""
    known = StoredFile.objects.select_for_update().filter(kind=kind, content_key=content_key).first()
    if known is None:
        return None
    known.sha256, known.size, known.expires_at = sha256, size, expires_at
    known.save(update_fields=["sha256", "size", "expires_at"])
    return known


def _write(path: Path, content: bytes) -> None:
    """Put the bytes on the disk in one step: whoever looks sees all of them or no file."""
    root = Path(settings.MEDIA_ROOT)
    for folder in (root, path.parent):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size == len(content):
        os.utime(path)  # young again, so that ``tidy`` leaves it to its new row
        return
    fresh = path.with_name(f"{path.name}.{uuid.uuid4().hex}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)
    _sync_folder(root)


def _sync_folder(folder: Path) -> None:
    """A new name in a folder survives a power cut only once the folder itself is on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def find(kind: str, content_key: str, now: datetime | None = None) -> StoredFile | None:
    """The file that was made from this, if it is still there: its row, not expired, and its bytes on the disk."""
    row = StoredFile.objects.filter(kind=kind, content_key=content_key).first()
    return row if row is not None and is_there(row, now) else None


def is_there(row: StoredFile, now: datetime | None = None) -> bool:
    """Whether the file can still be read."""
    if row.expires_at is not None and row.expires_at <= (now or timezone.now()):
        return False
    return path_of(row.sha256).is_file()


def open_file(row: StoredFile) -> BinaryIO:
    """The file, to be read. Raises FileNotFoundError when its bytes are gone."""
    return path_of(row.sha256).open("rb")


def read(row: StoredFile) -> bytes:
    """All of the file. Raises FileNotFoundError when its bytes are gone."""
    return path_of(row.sha256).read_bytes()


def tidy(now: datetime | None = None) -> int:
    """Forget what has expired and sweep files that no row names; how many rows went. Safe to run at any time."""
    now = now or timezone.now()
    expired = StoredFile.objects.filter(expires_at__lte=now, snapshot__isnull=True)
    gone, _by_model = expired.delete()
    transaction.on_commit(lambda: _sweep_orphans(now), robust=True)
    return gone


def _sweep_orphans(now: datetime) -> None:
    limit = (now - ORPHAN_AFTER).timestamp()
    old = [path for path in Path(settings.MEDIA_ROOT).glob("??/*") if path.is_file() and path.stat().st_mtime < limit]
    named = set(StoredFile.objects.values_list("sha256", flat=True)) if old else set()
    for path in old:
        if path.name not in named:
            path.unlink(missing_ok=True)
