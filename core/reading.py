"""Reading much of the database as it is at one moment, without anybody who writes having to wait."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


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


@contextmanager
def without_writing() -> Iterator[None]:
    """The database itself refuses whatever would write inside. PostgreSQL: in a read-only transaction, all of it of the
    same moment where none was begun before."""
    if connection.vendor == "postgresql":
        isolation = "" if connection.in_atomic_block else "ISOLATION LEVEL REPEATABLE READ "
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(f"SET TRANSACTION {isolation}READ ONLY")
            yield
        return
    connection.ensure_connection()
    connection.connection.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:  # also in a transaction that can only be rolled back, in which Django lets nothing through
        connection.connection.execute("PRAGMA query_only = OFF")
