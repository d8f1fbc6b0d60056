"""Takes one guard away for a test run: COINCHE_WITHOUT_GUARD names it. Only the tests read that; the product never does.

A guard is listed in tests/guards_list.py and made of one of these:

- ``Constraint("core.Job", "core_job_one_waiting")``: a unique or check constraint of a model, dropped from the database;
- ``Trigger("core_auditevent")``: the append-only trigger of a table, dropped;
- ``Patch("module.name", "module.replacement")``: a function or method put in place of another one, in this process and
  in those that tests/processes.py starts.
"""

import os
from dataclasses import dataclass
from functools import cache
from unittest import mock

VARIABLE = "COINCHE_WITHOUT_GUARD"


@dataclass(frozen=True)
class Constraint:
    """A constraint of a model ("app.Model"), by its name."""

    model: str
    name: str


@dataclass(frozen=True)
class Trigger:
    """The append-only trigger of a table."""

    table: str


@dataclass(frozen=True)
class Patch:
    """``target`` (dotted path of a function or method) is replaced by what ``replacement`` (dotted path) names."""

    target: str
    replacement: str


Guard = Constraint | Trigger | Patch


@cache
def away() -> tuple[Guard, ...]:
    """The parts of the guard that is away in this process; () ordinarily."""
    name = os.environ.get(VARIABLE)
    if not name:
        return ()
    from tests.guards_list import GUARDS

    return next(guard.parts for guard in GUARDS if guard.name == name)


def is_away_trigger(table: str) -> bool:
    return Trigger(table) in away()


def patch_functions() -> None:
    """Put the replacements in place, for the rest of this process."""
    from django.utils.module_loading import import_string

    for part in away():
        if isinstance(part, Patch):
            mock.patch(part.target, import_string(part.replacement)).start()


def drop_from_database() -> None:
    """Drop the constraint or trigger from the test database that was just made."""
    from django.apps import apps
    from django.db import connection

    from core import triggers

    for part in away():
        if isinstance(part, Trigger):
            triggers.drop(connection, part.table)
        elif isinstance(part, Constraint):
            model = apps.get_model(part.model)
            constraint = next(item for item in model._meta.constraints if item.name == part.name)
            with connection.schema_editor() as editor:
                editor.remove_constraint(model, constraint)
            # SQLite drops some constraints by making the table anew, and its triggers go with the old one.
            table = model._meta.db_table
            if table in triggers.APPEND_ONLY:
                triggers.create(connection, table)
