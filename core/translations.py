"""Compiles the translations (.po to .mo) in pure Python: no gettext tools are needed on the machine."""

import os
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation.reloader import translation_file_changed


def compile_catalogues(folders: list[Path] | None = None) -> int:
    """Compile every catalogue under the locale folders that is newer than what was compiled; returns how many were.

    A file is replaced in one step, so that a running site never reads half of it. This process reads it anew, so that
    the very first start speaks the reader's language too.
    """
    compiled = 0
    for folder in folders or [Path(path) for path in settings.LOCALE_PATHS]:
        for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
                continue
            fresh = target.with_suffix(f".mo.{os.getpid()}")
            polib.pofile(str(source)).save_as_mofile(str(fresh))
            fresh.replace(target)
            translation_file_changed(None, target)
            compiled += 1
    return compiled
