import os
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import ERROR, Tags, run_checks
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.utils import translation
from django.utils.translation import gettext as _

from core import hosts, jobs, nightly, procs, startlink, supervisor, translations
from core.backup import BackupFailed
from core.broker import LeasedQueue
from core.prepare import prepare


def _number(name: str, default: int) -> int:
    try:
        return int(os.environ.get(name) or default)
    except ValueError:
        sys.exit(f"{name} must be a number, not {os.environ[name]!r}.")


class Command(BaseCommand):
    help = "Runs the site: web server, worker and sweeper, until Ctrl-C. --prepare brings everything up to date first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=os.environ.get("COINCHE_LISTEN") or "0.0.0.0")  # noqa: S104
        parser.add_argument("--port", type=int, default=None, help="8000, or COINCHE_PORT")
        parser.add_argument("--prepare", action="store_true", help="backup, migrate, translations, static files first")

    def handle(self, *args: Any, **options: Any) -> None:
        os.umask(0o077)
        translations.compile_catalogues()
        host: str = options["host"]
        port: int = options["port"] or _number("COINCHE_PORT", 8000)
        if not 0 < port < 65536:
            sys.exit(f"There is no port {port}: choose a number from 1024 to 65535.")
        os.environ["COINCHE_PORT"] = str(port)  # the pages show it in the addresses that a phone can try
        with translation.override(_terminal_language()):
            try:
                self._serve(host, port, bool(options["prepare"]))
            except (supervisor.CannotServe, BackupFailed) as error:
                sys.exit(str(error))
            except KeyboardInterrupt:  # before the programs run: nothing to stop
                raise SystemExit(130) from None

    def _serve(self, host: str, port: int, with_preparation: bool) -> None:
        data = Path(settings.DATA_DIR)
        lock = supervisor.take_lock(data)
        try:
            procs.kill_leftovers(data)
            supervisor.check_port(host, port)
            if with_preparation:
                prepare(self._say)
            self._check()
            site = supervisor.Supervisor(data, [_web(host, port), *_workers()], each_turn=_sweep)
            site.listen()
            _take_back()
            try:
                site.start()
                if site.wait_until_open("127.0.0.1" if host == "0.0.0.0" else host, port):  # noqa: S104
                    self._announce(port)
                site.run()
            finally:
                self._say(_("Stopping…"))
                site.stop()
        finally:
            lock.close()

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def _check(self) -> None:
        """Refuse to serve when a check of the database or of security fails, with one line for each."""
        found = run_checks(tags=[Tags.database, Tags.security], databases=["default"])
        failed = [message for message in found if message.level >= ERROR]
        if failed:
            raise supervisor.CannotServe("\n".join(f"{message.id}: {message.msg}" for message in failed))

    def _announce(self, port: int) -> None:
        local = f"http://localhost:{port}"
        self._say("")
        self._say(_("The site is running. Ctrl-C stops it."))
        self._say("  " + _("On this machine: %(address)s") % {"address": local + "/"})
        for address in hosts.lan_addresses():
            self._say("  " + _("In the hall: %(address)s") % {"address": f"http://{address}:{port}/"})
        chosen = hosts.current_base_url()
        if chosen:
            self._say("  " + _("Inside the codes: %(address)s") % {"address": chosen + "/"})
            if hosts.address_changed():
                self._say("  " + _("This machine no longer has that address: choose the new one on the site."))
        self._say(
            "  "
            + _("Sign in once, without a password: %(address)s") % {"address": f"{local}/start/{startlink.make()}/"}
        )
        self._say("")


def _terminal_language() -> str:
    """English where the terminal's settings ask for it, else French."""
    wanted = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "en" if wanted.lower().startswith("en") else settings.LANGUAGE_CODE


def _web(host: str, port: int) -> supervisor.Program:
    # Two processes use two cores; threads wait for the database's single writer without holding up the readers.
    workers = _number("COINCHE_WEB_WORKERS", min(2, os.cpu_count() or 1))
    threads = _number("COINCHE_WEB_THREADS", 4)
    arguments = ["--interface", "wsgi", "--host", host, "--port", str(port), "--workers", str(workers)]
    arguments += ["--blocking-threads", str(threads), "--respawn-failed-workers", "--workers-kill-timeout", "4"]
    arguments += ["--log-level", "warning", "--no-access-log", "--no-ws", "coinche_club.wsgi:application"]
    return supervisor.Program("web server", "granian", arguments)


def _workers() -> list[supervisor.Program]:
    # Several workers of one process each, not one with a pool: a process of a pool that is killed while it waits for
    # work keeps the pool's lock, and the pool then waits for ever. Here each one is simply started again.
    common = ["-A", "coinche_club", "-q", "worker", "--pool", "solo", "--loglevel", "WARNING"]
    common += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [
        supervisor.Program(f"worker {number}", "celery", [*common, "-n", f"worker{number}@%h"], after_death=_take_back)
        for number in range(1, _number("COINCHE_JOBS", 2) + 1)
    ]


def _sweep() -> None:
    try:
        jobs.sweep()
        nightly.ask()
    finally:
        connection.close()


def _take_back(dead: int | None = None) -> None:
    """Free what a dead worker held, or at the start what anybody held, at once.

    That is known with the embedded broker, whose workers are all ours. Another broker may serve workers on other
    machines: there the sweeper waits for heartbeats to stop.
    """
    if not settings.EMBEDDED_BROKER:
        _sweep()
        return
    messages = LeasedQueue(settings.CELERY_BROKER_TRANSPORT_OPTIONS["path"])
    try:
        messages.release_held(dead)
    finally:
        messages.close()
    try:
        jobs.sweep(everything=dead is None, dead=dead)
    finally:
        connection.close()
