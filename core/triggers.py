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


_FUNCTION_BUT_ERASED = """
CREATE OR REPLACE FUNCTION coinche_append_only_but_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT 1 FROM core_erasure WHERE id = (to_jsonb(OLD) ->> TG_ARGV[0])::uuid
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the table % is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def create(connection: BaseDatabaseWrapper, table: str, erased_by: str | None = None) -> None:
    """Guard ``table``: from now on an UPDATE or DELETE of any of its rows is an IntegrityError.

    ``erased_by``: the column whose id may stand in ``core.models.Erasure`` (see ``core.erasing``): rows with such an id
    can be deleted as long as it stands there, which is inside the transaction that erases. "" for none, None for what
    the table has by now (``ERASED_BY``).
    """
    erased_by = ERASED_BY.get(table, "") if erased_by is None else erased_by
    with connection.cursor() as cursor:
        if erased_by:
            _create_but_erased(cursor, connection.vendor, table, erased_by)
            return
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


def _create_but_erased(cursor: Any, vendor: str, table: str, column: str) -> None:
    if vendor == "postgresql":
        cursor.execute(_FUNCTION_BUT_ERASED)
        cursor.execute(
            f'CREATE OR REPLACE TRIGGER "{table}_append_only" BEFORE UPDATE OR DELETE ON "{table}" '
            f"FOR EACH ROW EXECUTE FUNCTION coinche_append_only_but_erased('{column}')"
        )
        return
    # The only other table that a trigger names: SQLite refuses to rename any table while a trigger names one that is
    # not there, which is what a later migration of that one would do.
    permitted = f'WHEN NOT EXISTS (SELECT 1 FROM core_erasure WHERE id = OLD."{column}") '  # noqa: S608
    for verb, when in (("UPDATE", ""), ("DELETE", permitted)):
        cursor.execute(f'DROP TRIGGER IF EXISTS "{table}_no_{verb.lower()}"')
        cursor.execute(
            f'CREATE TRIGGER "{table}_no_{verb.lower()}" BEFORE {verb} ON "{table}" {when}'
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
            create(schema_editor.connection, table, "")

    def _drop(self, apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for table in self.tables:
            drop(schema_editor.connection, table)

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return self.__class__.__qualname__, list(self.tables), {}


class ErasedByPermit(migrations.RunPython):
    """A migration's operation: rows of an append-only table go where the id in ``column`` is being erased."""

    def __init__(self, table: str, column: str) -> None:
        self.table, self.column = table, column
        super().__init__(self._create, self._drop)

    def _create(self, apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        create(schema_editor.connection, self.table, self.column)

    def _drop(self, apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        drop(schema_editor.connection, self.table)
        create(schema_editor.connection, self.table, "")

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return self.__class__.__qualname__, [self.table, self.column], {}


#: Of these, the column by which a permit to erase goes (``ErasedByPermit``).
ERASED_BY = {
    "tournaments_publication": "id",
    "scoring_entryevent": "sheet_id",
    "tournaments_prizehanding": "tournament_id",
    "tournaments_payment": "tournament_id",
    "tournaments_cashline": "tournament_id",
    "tournaments_tillcount": "tournament_id",
}
#: The tables that the migrations make append-only.
APPEND_ONLY = (
    "core_auditevent",
    "scoring_rulesetversion",
    "scoring_gameformat",
    "scoring_entryevent",
    "tournaments_publication",
    "tournaments_prizehanding",
    "tournaments_payment",
    "tournaments_cashline",
    "tournaments_tillcount",
    "tournaments_receipt",
)
