"""Worlds that are built once and put back for each test that begins with them.

    @pytest.fixture
    @kept
    def played() -> Tournament: ...

A tournament that was set up, drawn and played takes a hundred times longer to make than its rows take to write. The
first test has it built by the verbs; what that wrote is remembered, row by row, and written again for the next test of
the same process, which gets copies of the objects that were answered. A test sees no difference: it may change all of
it, and its changes are undone as ever.

That is done only where it is certain to be the same: on SQLite, within the transaction of a test, where the database is
empty or holds exactly what another world that is kept has put there (so a world may be made of another one), for
arguments that are plain values or rows, and for no more than a minute, so that "now" stays now. Everywhere else the
function is simply called. Not for worlds of what a test has patched: the second test would get that of the first.
"""

import datetime
import functools
import pickle
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from django.db import connection
from django.db.models import Model

from tests import database

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds for which a world is put back.
FRESH = 60.0

#: Table -> its rows by their place in it.
_Rows = dict[str, dict[int, tuple[Any, ...]]]


@dataclass(frozen=True)
class _World:
    """What the database holds after it (``rows``), what was written for that, and what the function answered."""

    made: float
    rows: _Rows
    gone: list[tuple[str, int]]
    new: list[tuple[str, list[tuple[Any, ...]]]]
    answer: bytes


_worlds: dict[Hashable, _World] = {}
#: What the database holds, if that is a world and nothing was written since (SQLite counts what is written).
_standing: tuple[Hashable, int] | None = None


def forget() -> None:
    """A test begins: what the one before it had is undone."""
    global _standing
    _standing = None


def kept(build: Callable[P, T]) -> Callable[P, T]:
    """Have what ``build`` makes put back where it is asked for again in the same state; see above."""

    @functools.wraps(build)
    def put_back(*args: P.args, **kwargs: P.kwargs) -> T:
        global _standing
        asked = _asked(args, kwargs)
        before = _state() if asked is not None else None
        if before is None:
            return build(*args, **kwargs)
        key = (before, build.__module__, build.__qualname__, asked)
        world = _worlds.get(key)
        if world is None or world.made + FRESH < time.monotonic():
            made = time.monotonic()
            old: _Rows = _worlds[before].rows if before else {}
            answer = build(*args, **kwargs)
            world = _worlds[key] = _world(made, old, pickle.dumps(answer))
        else:
            _write(world)
            answer: T = pickle.loads(world.answer)
        _standing = (key, connection.connection.total_changes)
        return answer

    return put_back


def _asked(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Hashable | None:
    """The arguments as a key; None where one of them is neither a plain value nor a row."""
    try:
        return tuple(_plain(value) for value in args), tuple((name, _plain(kwargs[name])) for name in sorted(kwargs))
    except TypeError:
        return None


def _plain(value: Any) -> Hashable:
    if isinstance(value, Model):
        return value._meta.label, value.pk
    if isinstance(value, list | tuple):
        return tuple(map(_plain, value))
    if value is None or isinstance(value, bool | int | str | datetime.date):
        return value
    raise TypeError(value)


def _state() -> Hashable | None:
    """The key of the world that the database holds; () when it is empty, None when it is neither."""
    if connection.vendor != "sqlite" or not connection.in_atomic_block:
        return None
    with connection.cursor() as cursor:
        tables = database._with_rows(cursor)
    if not tables:
        return ()
    if _standing is None or _standing[1] != connection.connection.total_changes:
        return None
    return _standing[0] if set(tables) == set(_worlds[_standing[0]].rows) else None  # else part of it was undone


@functools.cache
def _columns(table: str) -> tuple[str, ...]:
    with connection.cursor() as cursor:
        return tuple(column.name for column in connection.introspection.get_table_description(cursor, table))


def _world(made: float, old: _Rows, answer: bytes) -> _World:
    rows: _Rows = {}
    with connection.cursor() as cursor:
        for table in database._with_rows(cursor):
            # With the sign a column is a mere value, which the driver makes nothing else of.
            values = ", ".join(f'+"{name}"' for name in _columns(table))
            cursor.execute(f'SELECT rowid, {values} FROM "{table}" ORDER BY rowid')
            rows[table] = {row[0]: tuple(row[1:]) for row in cursor.fetchall()}
    gone = [
        (table, at) for table, those in old.items() for at, row in those.items() if rows.get(table, {}).get(at) != row
    ]
    new = []
    for table, those in rows.items():
        before = old.get(table, {})
        added = [(at, *row) for at, row in those.items() if before.get(at) != row]
        if added:
            new.append((table, added))
    return _World(made, rows, gone, new, answer)


def _write(world: _World) -> None:
    """Change what the database holds into that world; keys are looked at when the test ends, as ever."""
    write = connection.connection
    for table, at in world.gone:
        write.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (at,))
    for table, rows in world.new:
        names = ", ".join(f'"{name}"' for name in _columns(table))
        places = ", ".join("?" * (len(_columns(table)) + 1))
        write.executemany(f'INSERT INTO "{table}" (rowid, {names}) VALUES ({places})', rows)
