"""Which static files of the installed packages are served."""

from collections.abc import Iterable
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder

#: What the pages load beside the project's own files. The packages bring 7 MB more that nothing here uses.
WANTED = ("django_htmx/htmx-2.min.js",)


class WantedFiles(AppDirectoriesFinder):
    """The packages' files that are in WANTED, and no other: a start collects and compresses each file it finds."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        for name, storage in super().list(ignore_patterns):
            if name in WANTED:
                yield name, storage
