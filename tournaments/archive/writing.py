"""The bytes of a tournament's file: canonical JSON, so that the same tournament gives the same file."""

import gzip
import hashlib
import json
from collections.abc import Mapping
from typing import Any

SHA256 = "sha256"


def written(document: Mapping[str, Any]) -> bytes:
    """The file of a document: JSON in UTF-8 with sorted keys and no blanks, one line, its SHA-256 inside.

    Raises ValueError for what JSON cannot say (a number that is none, half a character).
    """
    parts = _parts(document)
    parts[SHA256] = _json(hashlib.sha256(_joined(parts)).hexdigest())
    return _joined(parts) + b"\n"


def digest_of(document: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical JSON of a document, its own ``sha256`` left out."""
    return hashlib.sha256(_joined(_parts(document))).hexdigest()


def compressed(data: bytes) -> bytes:
    """The same file, gzipped: the same bytes each time."""
    return gzip.compress(data, compresslevel=6, mtime=0)


def _parts(document: Mapping[str, Any]) -> dict[str, bytes]:
    return {key: _json(value) for key, value in document.items() if key != SHA256}


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def _joined(parts: Mapping[str, bytes]) -> bytes:
    return b"{" + b",".join(_json(key) + b":" + value for key, value in sorted(parts.items())) + b"}"
