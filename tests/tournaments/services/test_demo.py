"""The example evening: made through the same verbs, once, and whole also when it was interrupted."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club
from core import jobs
from core.models import Job
from scoring.models import EntryEvent, ScoreSheet, SheetEntry
from tests.factories import make_club, make_user
from tournaments.models import Draw, Publication, Result, Round, Tournament
from tournaments.services import demo

pytestmark = pytest.mark.django_db


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same evening with one deal a table, so that it takes a few seconds."""
    played = demo._deals().items()
    deals = {place: [deal for deal in rows if deal["declarer"]][:1] for place, rows in played}
    monkeypatch.setattr(demo, "_deals", lambda: deals)
    create = demo.contests.NewTournament
    monkeypatch.setattr(demo.contests, "NewTournament", lambda **wish: create(**{**wish, "length": 1}))


class Stopped(Exception):
    pass


def figures() -> dict[str, int]:
    """How much of everything there is."""
    kinds: tuple[Any, ...] = (Club, Tournament, Round, Draw, ScoreSheet, SheetEntry, EntryEvent, Result, Publication)
    return {kind.__name__: kind.objects.count() for kind in kinds}


@pytest.mark.slow
def test_an_interrupted_example_is_finished_and_a_second_run_changes_nothing(short: None) -> None:
    admin = make_user("administrator")

    def stop(done: int, total: int) -> None:
        if done >= 90:
            raise Stopped

    with pytest.raises(Stopped):
        demo.make(demo.Actor(user=admin.pk), progress=stop, resume=True)
    assert Round.objects.filter(state=Round.State.PLAYING).exists()
    job = jobs.enqueue("demo", "demo", {"user": str(admin.pk)})
    assert jobs.run_job(job.pk) == "done"
    made = figures()
    assert (made["Club"], made["Round"], made["Draw"], made["ScoreSheet"]) == (1, 5, 5, 160)
    assert made["Publication"] == 16  # of four rounds: results, sheets, standings, lists
    assert Job.objects.get(pk=job.pk).result == {
        "club": "amicale-de-l-exemple",
        "slug": Tournament.objects.get().slug,
    }
    again = jobs.enqueue("demo", "demo", {"user": str(admin.pk)})
    assert jobs.run_job(again.pk) == "done"
    assert figures() == made


def test_it_never_touches_a_database_that_has_a_club() -> None:
    make_club()
    with pytest.raises(CommandError, match="nothing was changed"):
        call_command("demo")
    job = jobs.enqueue("demo", "demo", {"user": str(make_user("administrator").pk)})
    assert jobs.run_job(job.pk) == "failed"
    assert figures()["Club"] == 1
    assert not Tournament.objects.exists()
