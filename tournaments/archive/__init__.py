"""A whole tournament as one file, read and written without Django: docs/tournament-file.md says what it holds.

The file is what is exported, what is kept before a risky act, and what another installation takes over. ``shape`` says
which rows and fields there are, ``writing`` gives the bytes, ``reading`` takes bytes from anywhere and answers rows
that are of one piece, ``live`` is the part that putting a tournament back brings back.
"""

from tournaments.archive.live import live
from tournaments.archive.reading import MOST_BYTES, ArchiveError, read, read_all
from tournaments.archive.shape import FORMAT, HISTORY, SECTIONS, VERSION
from tournaments.archive.writing import compressed, written

__all__ = [
    "FORMAT",
    "HISTORY",
    "MOST_BYTES",
    "SECTIONS",
    "VERSION",
    "ArchiveError",
    "compressed",
    "live",
    "read",
    "read_all",
    "written",
]
