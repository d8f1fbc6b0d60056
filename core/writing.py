"""Many rows changed at once, each to figures of its own.

``QuerySet.bulk_update`` writes one statement with a case for each row and column; for thousands of rows making that
text takes ten times as long as the database needs for the same rows one after the other.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection, models


def update_rows(rows: Sequence[models.Model], names: Sequence[str]) -> None:
    """Write the fields ``names`` of ``rows``, all of one model, as they are in memory. Nothing for no rows."""
    if not rows:
        return
    meta = type(rows[0])._meta
    by_name: dict[str, Any] = {one.name: one for one in meta.concrete_fields}
    columns, pk, quoted = [by_name[name] for name in names], by_name["id"], connection.ops.quote_name
    wanted = ", ".join(f"{quoted(one.column)} = %s" for one in columns)
    statement = f"UPDATE {quoted(meta.db_table)} SET {wanted} WHERE {quoted(pk.column)} = %s"  # noqa: S608
    values = [[one.get_db_prep_save(getattr(row, one.attname), connection) for one in (*columns, pk)] for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(statement, values)
