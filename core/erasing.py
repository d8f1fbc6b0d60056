"""Erasing what was never real (a rehearsal): histories are append-only, so each id needs a permit while it goes."""

import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import transaction

from core.models import Erasure

_BATCH = 500


@contextmanager
def permitted(ids: Collection[uuid.UUID]) -> Iterator[None]:
    """Inside, rows of append-only tables that belong to these ids can be deleted (never changed).

    Which table goes by which of its columns is said by the migrations (``core.triggers.ErasedByPermit``). The permits
    are gone before the transaction ends: no other one can use them.
    """
    with transaction.atomic():
        Erasure.objects.bulk_create([Erasure(id=one) for one in ids], batch_size=_BATCH)
        yield
        Erasure.objects.all().delete()
