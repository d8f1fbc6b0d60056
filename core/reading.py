"""Reading much of the database as it is at one moment, without anybody who writes having to wait."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def at_one_moment() -> Iterator[None]:
    """All that is read inside is of the same moment; nothing can be written. In a transaction begun before, that one's
    moment."""
    if connection.in_atomic_block:
        yield
        return
    begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if connection.vendor == "postgresql" else "BEGIN DEFERRED"
    with connection.cursor() as cursor:
        cursor.execute(begin)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ROLLBACK")
