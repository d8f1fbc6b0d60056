"""Fixtures for all tests. Rows are made by tests/factories.py; what the fixtures here give:

``client_for(role, club=...)``   a signed-in test client         ``run_jobs()``       do the waiting jobs now
``process_env``                  environment for a child process  ``together(calls)``  calls at the same moment
``postgres`` / ``redis``         a real server's URL              ``served``           the real `manage.py serve`
``scale``                        1, and 20 in make test-long      ``page_at(width)``   a browser page (tests/browser)
"""

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client, TransactionTestCase
from django.utils import translation
from django.utils.module_loading import autodiscover_modules

from clubs.models import Club, Region, User
from clubs.roles import Role
from core.translations import compile_catalogues
from tests import database, factories, guards_away, kept
from tests.processes import Outcome, run_together
from tests.served import Served
from tests.services.launcher import Missing, environment

#: Left out of `make test-fast`: each takes two seconds of a processor or more. (A test may also be marked slow itself.)
SLOW = (
    "api/test_desk.py",
    "api/test_public_reads.py",
    "clubs/test_pages.py",
    "core/test_backup.py",
    "documents/",
    "rankings/test_services.py",
    "scoring/plain/test_round_trip.py",
    "scoring/test_calculator.py",
    "scoring/test_describe.py",
    "scoring/test_game_properties.py",
    "scoring/test_golden.py",
    "scoring/test_invariants.py",
    "scoring/test_lint.py",
    "scoring/test_mistakes.py",
    "scoring/test_odd_files.py",
    "scoring/test_rulesets_edit.py",
    "scoring/test_schema.py",
    "scoring/test_score_command.py",
    "scoring/test_second_scorer.py",
    "scoring/test_sheet_machine.py",
    "scoring/test_sheet_races.py",
    "scoring/test_toml_text.py",
    "test_access_matrix.py",
    "test_leaks.py",
    "test_schemas.py",
    "test_setup.py",
    "tournaments/checking/test_clean.py",
    "tournaments/draws/test_byes.py",
    "tournaments/draws/test_random_each_round.py",
    "tournaments/draws/test_score_based.py",
    "tournaments/entrylist/test_fuzz.py",
    "tournaments/exports/test_tables.py",
    "tournaments/services/",
    "tournaments/simulation/",
    "tournaments/test_compare_page.py",
    "tournaments/test_corrections_page.py",
    "tournaments/test_criteria_page.py",
    "tournaments/test_decision_pages.py",
    "tournaments/test_draw_check.py",
    "tournaments/test_draw_page.py",
    "tournaments/test_draw_rules_page.py",
    "tournaments/test_draw_setup_pages.py",
    "tournaments/test_entry_kinds_pages.py",
    "tournaments/test_game_formats.py",
    "tournaments/test_guard.py",
    "tournaments/test_hall.py",
    "tournaments/test_kinds_pages.py",
    "tournaments/test_moves.py",
    "tournaments/test_pages.py",
    "tournaments/test_paper_totals.py",
    "tournaments/test_presence_pages.py",
    "tournaments/test_prize_pages.py",
    "tournaments/test_public_pages.py",
    "tournaments/test_ruling_pages.py",
    "tournaments/test_safety.py",
    "tournaments/test_screens_page.py",
    "tournaments/test_stage_pages.py",
    "tournaments/test_table_views.py",
    "tournaments/test_tables.py",
    "tournaments/test_take_over.py",
    "tournaments/test_typing_pages.py",
    "tournaments/test_watched.py",
)

LONG = os.environ.get("COINCHE_LONG") == "1"

#: Pages, papers and the API ask the services, and these are tested on both databases where it is theirs to keep order
#: among several who act; what only reckons and remembers is the same on both. `make test` runs these on SQLite alone,
#: `make test-long` on PostgreSQL too. One marked `both_databases` is run on both all the same: of verbs that lock,
#: erase or put back, one each.
FACES = (
    "api/",
    "clubs/test_pages.py",
    "documents/",
    "rankings/",
    "scoring/test_calculator.py",
    "scoring/test_ruleset_pages.py",
    "scoring/test_sheet_machine.py",
    "test_leaks.py",
    "tournaments/checking/test_clean.py",
    "tournaments/checking/test_command.py",
    "tournaments/checking/test_faults.py",
    "tournaments/services/test_adjustments.py",
    "tournaments/services/test_byhand.py",
    "tournaments/services/test_catchup.py",
    "tournaments/services/test_cutting.py",
    "tournaments/services/test_demo.py",
    "tournaments/services/test_draw_file.py",
    "tournaments/services/test_drawing.py",
    "tournaments/services/test_drawsetup.py",
    "tournaments/services/test_forfeits.py",
    "tournaments/services/test_giving.py",
    "tournaments/services/test_latecomers.py",
    "tournaments/services/test_leaving.py",
    "tournaments/services/test_lists.py",
    "tournaments/services/test_melee_play.py",
    "tournaments/services/test_paper_plans.py",
    "tournaments/services/test_players.py",
    "tournaments/services/test_presence.py",
    "tournaments/services/test_presence_evenings.py",
    "tournaments/services/test_publishing.py",
    "tournaments/services/test_qualifiers.py",
    "tournaments/services/test_rankorder.py",
    "tournaments/services/test_rehearsals.py",
    "tournaments/services/test_restoring.py",
    "tournaments/services/test_results.py",
    "tournaments/services/test_rulings.py",
    "tournaments/services/test_seats.py",
    "tournaments/services/test_snapshots.py",
    "tournaments/services/test_stages.py",
    "tournaments/services/test_team_play.py",
    "tournaments/services/test_tournament_file.py",
    "tournaments/standings/test_reading.py",
    "tournaments/test_category_page.py",
    "tournaments/test_compare_page.py",
    "tournaments/test_criteria_page.py",
    "tournaments/test_decision_pages.py",
    "tournaments/test_desk_page.py",
    "tournaments/test_dispute_pages.py",
    "tournaments/test_draw_check.py",
    "tournaments/test_draw_page.py",
    "tournaments/test_draw_rules_page.py",
    "tournaments/test_draw_setup_pages.py",
    "tournaments/test_entry_kinds_pages.py",
    "tournaments/test_friends_pages.py",
    "tournaments/test_game_formats.py",
    "tournaments/test_hall.py",
    "tournaments/test_kinds_pages.py",
    "tournaments/test_late_deals.py",
    "tournaments/test_list_pages.py",
    "tournaments/test_pages.py",
    "tournaments/test_pair_codes.py",
    "tournaments/test_paper_totals.py",
    "tournaments/test_presence_pages.py",
    "tournaments/test_provisional_pages.py",
    "tournaments/test_public_lists.py",
    "tournaments/test_public_pages.py",
    "tournaments/test_rehearsal_pages.py",
    "tournaments/test_rereading.py",
    "tournaments/test_rules.py",
    "tournaments/test_ruling_pages.py",
    "tournaments/test_safety.py",
    "tournaments/test_screens_page.py",
    "tournaments/test_sheet_photos.py",
    "tournaments/test_showing_page.py",
    "tournaments/test_stage_pages.py",
    "tournaments/test_table_devices.py",
    "tournaments/test_table_views.py",
    "tournaments/test_tables.py",
    "tournaments/test_typed_papers_checked.py",
    "tournaments/test_typing_pages.py",
    "tournaments/test_watched.py",
)

#: Several processes at once are for PostgreSQL; on SQLite, which lets one writer in at a time, `make test` has those of
#: a sheet and of a table, `make test-long` these too.
RACES = (
    "tournaments/services/test_byhand_races.py",
    "tournaments/services/test_correction_races.py",
    "tournaments/services/test_decision_races.py",
    "tournaments/services/test_money_races.py",
    "tournaments/services/test_presence_races.py",
    "tournaments/services/test_races.py",
    "tournaments/services/test_safety_races.py",
)

# Always the same examples: a red run is red again. `make test-long` tries many more, from the seeds it prints.
hypothesis.settings.register_profile("fixed", derandomize=True, database=None, deadline=None, max_examples=50)
hypothesis.settings.register_profile("fast", derandomize=True, database=None, deadline=None, max_examples=15)
hypothesis.settings.register_profile("long", database=None, deadline=None, max_examples=500)
hypothesis.settings.load_profile("long" if LONG else "fixed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database-bound", action="store_true", help="only the tests that touch the database (the PostgreSQL run)"
    )
    parser.addoption(
        "--guards-run-theirs",
        action="store_true",
        help="leave out what `make guards` runs on this database anyway, with the guards in place first",
    )


def pytest_configure(config: pytest.Config) -> None:
    # What is imported and collected stays to the end: looking through it again and again costs a tenth of the time.
    gc.set_threshold(100_000, 20, 50)
    guards_away.patch_functions()
    compile_catalogues()
    # All job handlers are known before a test puts others in their place.
    autodiscover_modules("tasks")


def _leaves_out_long(config: pytest.Config) -> bool:
    return "not long" in str(config.option.markexpr)


#: Folders all of whose tests have the mark of that name: where these are left out, not even their modules are read.
MARKED = ("browser", "services")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    here = Path(__file__).parent
    if not collection_path.is_relative_to(here):
        return None
    place = collection_path.relative_to(here).as_posix()
    if place in MARKED and f"not {place}" in str(config.option.markexpr):
        return True
    if config.getoption("--database-bound") and not LONG and place.startswith(FACES) and place.endswith(".py"):
        return "both_databases" not in collection_path.read_text(encoding="utf-8") or None
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    marks = getattr(obj, "pytestmark", []) if callable(obj) else []
    is_long = any(mark.name == "long" for mark in marks)
    return [] if is_long and _leaves_out_long(collector.config) else None


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Where long cases are left out they are not even collected: there are thousands, and each worker collects all."""
    if not _leaves_out_long(metafunc.config):
        return
    marks = metafunc.definition.own_markers
    for at, mark in enumerate(marks):
        if mark.name == "parametrize" and isinstance(mark.args[1], list | tuple):
            names, values, *rest = mark.args
            kept = [value for value in values if "long" not in {mark.name for mark in getattr(value, "marks", ())}]
            if len(kept) < len(values) and not isinstance(mark.kwargs.get("ids"), list | tuple):
                marks[at] = pytest.mark.parametrize(names, kept, *rest, **mark.kwargs).mark


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        place = item.path.relative_to(here).as_posix() if item.path.is_relative_to(here) else ""
        if place.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
        folder = place.partition("/")[0]
        if folder in MARKED and item.get_closest_marker(folder) is None:
            raise pytest.UsageError(f"{item.nodeid}: what is in tests/{folder} is marked {folder}")
    if config.getoption("--database-bound"):
        _keep(config, items, _touches_database)
    if config.getoption("--guards-run-theirs"):
        guarded = _guarded(settings.DATABASES["default"]["ENGINE"].rpartition(".")[2])
        _keep(config, items, lambda item: item.nodeid.partition("[")[0] not in guarded and item.nodeid not in guarded)
        if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
            _keep(config, items, lambda item: not item.path.relative_to(here).as_posix().startswith(RACES))


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.collect()
    gc.freeze()


def _keep(config: pytest.Config, items: list[pytest.Item], wanted: Callable[[pytest.Item], bool]) -> None:
    kept = [item for item in items if wanted(item)]
    chosen = set(kept)
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = kept


def _guarded(database: str) -> set[str]:
    """The tests of the guards that are proved on this database ("sqlite3", "postgresql")."""
    from tests.guards_list import GUARDS

    return {test for guard in GUARDS if database.removesuffix("3") in guard.databases for test in guard.tests}


def _touches_database(item: pytest.Item) -> bool:
    place = item.path.relative_to(Path(__file__).parent).as_posix()
    is_face = place.startswith(FACES) and not LONG and item.get_closest_marker("both_databases") is None
    if item.get_closest_marker("one_database") is not None or is_face:
        return False
    case = getattr(item, "cls", None)
    if case is not None and issubclass(case, TransactionTestCase):
        return True
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(fixtures & {"db", "transactional_db"})


# The database


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None, request: pytest.FixtureRequest) -> bool:
    """SQLite starts from the migrated file of an earlier run, where there is one."""
    return database.use_template() or bool(request.config.getvalue("reuse_db"))


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, django_db_keepdb: bool, django_db_blocker: Any) -> Iterator[None]:
    with database.ready_made():
        request.getfixturevalue("django_db_setup")
    with django_db_blocker.unblock():
        if not django_db_keepdb:
            database.keep_template()
        guards_away.drop_from_database()
    with mock.patch.object(
        TransactionTestCase, "_fixture_teardown", database.emptying(TransactionTestCase._fixture_teardown)
    ):
        yield


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    """What one test asked for (rate limits, pages, a language) is forgotten before the next."""
    cache.clear()
    kept.forget()
    translation.activate(settings.LANGUAGE_CODE)


# Who asks


@pytest.fixture
def client_for(db: None) -> Callable[..., Client]:
    """``client_for(role, club=None, region=None, **client_defaults)``: a client signed in with that role.

    Role.PUBLIC is a client that is not signed in. ``client.user`` is the account (None for the public).
    """

    def make(role: Role | str, club: Club | None = None, region: Region | None = None, **defaults: Any) -> Client:
        wanted = Role(role) if isinstance(role, str) else role
        client = Client(**defaults)
        client.user = None  # type: ignore[attr-defined]
        if wanted is not Role.PUBLIC:
            sign_in(client, factories.make_user(wanted, club, region))
        return client

    return make


def sign_in(client: Client, user: User) -> Client:
    """Sign an account in without its password (which the sign-in page's own tests use)."""
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.user = user  # type: ignore[attr-defined]
    return client


# Work outside a request


@pytest.fixture
def run_jobs() -> Callable[[], int]:
    """``run_jobs()`` does the waiting jobs here and now, and those that they ask for; how many were done or failed."""
    from core import jobs

    return jobs.run_waiting


@pytest.fixture
def process_env(transactional_db: None, tmp_path: Path) -> dict[str, str]:
    """Environment for ``manage.py`` or another process of the product, on this test's database.

    The test sees what the process writes, and the other way round, so its transactions are real.
    """
    return environment(
        DJANGO_SETTINGS_MODULE="coinche_club.settings",
        DATABASE_URL=database.url(),
        COINCHE_DATA=str(tmp_path / "data"),
    )


@pytest.fixture
def together(transactional_db: None) -> Callable[..., list[Outcome]]:
    """``together([("tests.x.helpers:function", [arguments]), ...])``: each in its own process, at the same moment."""
    return run_together


@pytest.fixture(scope="session")
def scale() -> int:
    """How many times more a test does in `make test-long`: 20; 1 ordinarily."""
    return 20 if LONG else 1


# Real servers


def _started(server: Any) -> Any:
    try:
        return server.start()
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A real PostgreSQL of its own: ``postgres.url()``, ``postgres.create(name)``. Django does not use it by itself."""
    from tests.services.postgres import Postgres

    server = _started(Postgres())
    yield server
    server.stop()


@pytest.fixture(scope="session")
def redis() -> Iterator[Any]:
    """A real Redis of its own: ``redis.url()``."""
    from tests.services.redis import Redis

    server = _started(Redis())
    yield server
    server.stop()


@pytest.fixture(scope="session")
def rabbitmq() -> Iterator[Any]:
    """A real RabbitMQ of its own: ``rabbitmq.url()``."""
    from tests.services.rabbitmq import RabbitMQ

    server = _started(RabbitMQ())
    yield server
    server.stop()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """The real site (`manage.py serve`: web server and worker) on a data folder of its own; see tests/served.py."""
    site = Served(tmp_path / "data").prepare()
    site.start()
    yield site
    site.stop()
