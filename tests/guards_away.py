"""Takes one guard away for a test run: COINCHE_WITHOUT_GUARD names it. Only the tests read that, the product never.

A guard is listed in tests/guards_list.py and made of one or more of these:

- ``Constraint("core.Job", "core_job_one_waiting")``: a unique or check constraint of a model, dropped in the database;
- ``Trigger("core_auditevent")``: the append-only trigger of a table, dropped;
- ``Patch("module.name", "module.replacement")``: a function or method put in place of another one, in this process and
  in those that tests/processes.py forks.
"""

import importlib
import os
from dataclasses import dataclass
from functools import cache
from typing import Any
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
    """``target`` (dotted path of a function or method) is replaced by what ``replacement`` (dotted path) names.

    The target is patched where it is looked up: in the module that calls it, when that imported it by name.
    """

    target: str
    replacement: str


Part = Constraint | Trigger | Patch


@dataclass(frozen=True)
class Guard:
    """A guard, how it is taken away, and the tests (pytest node ids) that must turn red without it.

    ``databases``: where it is proved, "sqlite" and "postgresql".
    """

    name: str
    parts: tuple[Part, ...]
    tests: tuple[str, ...]
    databases: tuple[str, ...] = ("sqlite",)


@cache
def away() -> tuple[Part, ...]:
    """The parts of the guard that is away in this process; () ordinarily."""
    name = os.environ.get(VARIABLE)
    if not name:
        return ()
    from tests.guards_list import GUARDS

    return next(guard.parts for guard in GUARDS if guard.name == name)


def is_away_trigger(table: str) -> bool:
    return Trigger(table) in away()


def _found(path: str) -> tuple[Any, str]:
    """The module or class that holds what a dotted path names, and its name there."""
    parts = path.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            holder: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:-1]:
            holder = getattr(holder, name)
        return holder, parts[-1]
    raise ImportError(path)


def patch_functions() -> None:
    """Put the replacements in place, for the rest of this process; AttributeError when there is no such target."""
    for part in away():
        if isinstance(part, Patch):
            holder, name = _found(part.target)
            getattr(holder, name)
            replaced_by, replacement = _found(part.replacement)
            setattr(holder, name, getattr(replaced_by, replacement))


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
            # As in a migration, the model lacks it already: SQLite makes the table anew from what the model says.
            others = [item for item in model._meta.constraints if item.name != part.name]
            with mock.patch.object(model._meta, "constraints", others), connection.schema_editor() as editor:
                editor.remove_constraint(model, constraint)
            # SQLite drops some constraints by making the table anew, and its triggers go with the old one.
            table = model._meta.db_table
            if table in triggers.APPEND_ONLY:
                triggers.create(connection, table)
