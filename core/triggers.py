"""Append-only tables: the database itself refuses to change or delete a row, in SQLite and in PostgreSQL."""

from typing import Any

from django.db import migrations
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_FUNCTION = """
CREATE OR REPLACE FUNCTION coinche_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the table % is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def create(connection: BaseDatabaseWrapper, table: str) -> None:
    """Guard ``table``: from now on an UPDATE or DELETE of any of its rows is an IntegrityError."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_FUNCTION)
            cursor.execute(
                f'CREATE OR REPLACE TRIGGER "{table}_append_only" BEFORE UPDATE OR DELETE ON "{table}" '
                "FOR EACH ROW EXECUTE FUNCTION coinche_append_only()"
            )
            return
        for verb in ("UPDATE", "DELETE"):
            cursor.execute(
                f'CREATE TRIGGER IF NOT EXISTS "{table}_no_{verb.lower()}" BEFORE {verb} ON "{table}" '
                f"BEGIN SELECT RAISE(ABORT, 'the table {table} is append-only'); END"
            )


def drop(connection: BaseDatabaseWrapper, table: str) -> None:
    """Take the guard of ``table`` away (a migration that must rewrite it, and the tests of the guards)."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f'DROP TRIGGER IF EXISTS "{table}_append_only" ON "{table}"')
            return
        for verb in ("update", "delete"):
            cursor.execute(f'DROP TRIGGER IF EXISTS "{table}_no_{verb}"')


class AppendOnly(migrations.RunPython):
    """A migration's operation that makes tables append-only."""

    def __init__(self, *tables: str) -> None:
        self.tables = tables
        super().__init__(self._create, self._drop)

    def _create(self, apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for table in self.tables:
            create(schema_editor.connection, table)

    def _drop(self, apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for table in self.tables:
            drop(schema_editor.connection, table)

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return self.__class__.__qualname__, list(self.tables), {}


#: The tables that the migrations make append-only.
APPEND_ONLY = (
    "core_auditevent",
    "scoring_rulesetversion",
    "scoring_gameformat",
    "scoring_entryevent",
    "tournaments_publication",
)
