"""Stored files: on the disk before their row, one for one content, gone when nobody names them."""

import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from core import files
from core.models import StoredFile

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "files"
    return settings.MEDIA_ROOT


def keep(content=b"paper", **fields):
    return files.store(content, **{"kind": "pdf.test", "name": "a.pdf", "content_type": "application/pdf", **fields})


def test_what_was_stored_is_read_again_and_only_its_owner_may_open_the_file(folder):
    row = keep(b"words")
    path = files.path_of(row.sha256)
    assert files.read(row) == b"words" and row.size == 5 and row.private
    assert path.parent.name == row.sha256[:2] and path.name == row.sha256
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [found.name for found in Path(folder).glob("*/*")] == [row.sha256]


def test_the_bytes_are_there_when_the_row_is_not_yet(folder):
    with pytest.raises(RuntimeError), transaction.atomic():
        row = keep(b"lost")
        assert files.path_of(row.sha256).exists()
        raise RuntimeError
    assert not StoredFile.objects.exists()


def test_of_one_kind_and_key_there_is_one_row_that_lives_as_long_as_last_asked():
    first = keep(b"one", content_key="k", expires_at=timezone.now())
    later = timezone.now() + timedelta(days=3)
    second = keep(b"two", content_key="k", expires_at=later)
    assert second.pk == first.pk and StoredFile.objects.count() == 1
    assert files.read(second) == b"two" and second.expires_at == later
    assert keep(b"one", content_key="k", kind="pdf.other").pk != first.pk
    assert keep(b"one").pk != keep(b"one").pk  # without a key nothing is the same


def test_a_file_is_found_by_what_it_was_made_from_while_it_is_there():
    row = keep(content_key="k", expires_at=timezone.now() + timedelta(hours=1))
    assert files.find("pdf.test", "k") == row
    assert files.find("pdf.other", "k") is None
    assert files.find("pdf.test", "k", timezone.now() + timedelta(hours=2)) is None
    files.path_of(row.sha256).unlink()
    assert files.find("pdf.test", "k") is None
    assert files.find("pdf.test", "") is None


def test_a_lost_file_comes_back_when_it_is_stored_again():
    row = keep(b"again", content_key="k")
    files.path_of(row.sha256).unlink()
    assert files.read(keep(b"again", content_key="k")) == b"again"


def test_tidying_takes_what_expired_and_leaves_what_another_row_names(django_capture_on_commit_callbacks):
    now = timezone.now()
    gone, kept = keep(b"old", expires_at=now - timedelta(seconds=1)), keep(b"new")
    shared = keep(b"shared", expires_at=now - timedelta(seconds=1))
    keep(b"shared")
    for row in (gone, kept, shared):
        os.utime(files.path_of(row.sha256), (1, 1))
    with django_capture_on_commit_callbacks(execute=True):
        assert files.tidy(now) == 2
    assert not files.path_of(gone.sha256).exists()
    assert files.path_of(kept.sha256).exists() and files.path_of(shared.sha256).exists()


def test_tidying_leaves_a_file_whose_row_is_on_its_way(folder, django_capture_on_commit_callbacks):
    row = keep(b"fresh")
    StoredFile.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        files.tidy()
    assert files.path_of(row.sha256).exists()
