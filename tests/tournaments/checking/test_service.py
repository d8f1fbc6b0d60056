"""The check as a job, each night, and before results are made public."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from core import nightly
from core.models import AuditEvent, Job
from scoring.models import SheetEntry
from tests.tournaments.services import evening_kept as evening
from tournaments import journalwords
from tournaments.models import Publication, Round, Tournament
from tournaments.services import checks

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def played() -> tuple[Tournament, Round]:
    tournament = evening.new_tournament(4, rounds=1)
    round_ = evening.play_round(tournament, 1)
    evening.compute(tournament)
    return tournament, round_


def plant(tournament: Tournament) -> None:
    line = SheetEntry.objects.filter(sheet__game__match__round__stage__tournament=tournament).order_by("pk")[0]
    SheetEntry.objects.filter(pk=line.pk).update(scores={"NS": 1, "EW": 2})


def test_the_job_keeps_what_it_found_and_tells_the_trail_once() -> None:
    tournament, _round = played()
    checks.ask(tournament.pk)
    evening.run_jobs(checks.KIND)
    clean = checks.known(tournament)
    assert clean is not None
    assert clean.count == 0
    assert not AuditEvent.objects.filter(verb="check.found").exists()
    plant(tournament)
    for _ in range(2):
        checks.ask(tournament.pk)
        assert evening.run_jobs(checks.KIND) == 1
    outcome = checks.known(tournament)
    assert outcome is not None
    assert outcome.count == len(outcome.findings) > 0
    assert outcome.digest == checks.before_publishing(tournament).digest
    event = AuditEvent.objects.get(verb="check.found")
    assert event.scope == tournament.pk
    assert event.after == {"count": outcome.count}
    Tournament.objects.filter(pk=tournament.pk).update(revision=tournament.revision + 1)
    tournament.refresh_from_db()
    assert checks.known(tournament) is None
    assert checks.latest(tournament) == outcome


def test_after_the_standings_of_a_closed_round_a_check_is_asked_for_and_while_one_is_played_not() -> None:
    tournament = evening.new_tournament(4, rounds=2)
    evening.play_round(tournament, 1)
    checks.ask_between_rounds(tournament.pk)
    assert Job.objects.filter(kind=checks.KIND).count() == 1
    Job.objects.all().delete()
    evening.start_round(tournament, 2)
    checks.ask_between_rounds(tournament.pk)
    assert not Job.objects.filter(kind=checks.KIND).exists()


def test_at_night_the_running_and_the_lately_finished_are_checked() -> None:
    today = timezone.localdate()
    running = evening.new_tournament(4, rounds=2)
    finished, old = (evening.new_tournament(4, rounds=1, club=running.club, day=today) for _ in range(2))
    evening.new_tournament(2, club=running.club)  # nothing is played yet
    for one in (running, finished, old):
        evening.play_round(one, 1)
    Tournament.objects.filter(pk=old.pk).update(local_date=today - dt.timedelta(days=checks.DAYS_AFTER + 1))
    night = timezone.localtime().replace(hour=nightly.FROM_HOUR, minute=1)
    Job.objects.all().delete()
    assert not nightly.ask(night - dt.timedelta(minutes=2))
    assert nightly.ask(night)
    assert not nightly.ask(night)
    assert evening.run_jobs(nightly.KIND) == 1
    asked = set(Job.objects.filter(kind=checks.KIND).values_list("key", flat=True))
    assert asked == {str(running.pk), str(finished.pk)}
    assert not nightly.ask(night + dt.timedelta(hours=1))
    assert nightly.ask(night + dt.timedelta(days=1))


def test_findings_are_seen_before_results_are_published_and_the_journal_keeps_it(client_for) -> None:
    tournament, round_ = played()
    organiser: Client = client_for("organiser", club=tournament.club)
    at = {
        name: reverse(name, args=[tournament.club.slug, tournament.slug]) for name in ("standings", "tournament-check")
    }
    publish = reverse("results-publish", args=[tournament.club.slug, tournament.slug, round_.pk])
    assert organiser.get(at["tournament-check"]).context["lines"] == []
    plant(tournament)
    checks.ask(tournament.pk)
    evening.run_jobs(checks.KIND)
    assert 'id="check-found"' in organiser.get(at["standings"]).text
    form = {"revision": tournament.revision}
    answer = organiser.post(publish, form)
    assert answer.status_code == 302
    assert answer["Location"] == at["tournament-check"]
    assert not Publication.objects.exists()
    page = organiser.get(at["tournament-check"])
    seen = page.context["seen"]
    assert len(page.context["lines"]) == checks.before_publishing(tournament).count
    assert f'value="{seen}"' in page.text
    organiser.post(publish, {**form, "seen": "another"})
    assert not Publication.objects.exists()
    organiser.post(publish, {**form, "seen": seen})
    assert Publication.objects.count() == 4
    event = AuditEvent.objects.get(verb="results.published")
    assert event.after is not None
    assert event.after["findings"] == checks.before_publishing(tournament).count
    with translation.override("en"):
        told = journalwords.VERBS["results.published"][1](journalwords.Told({}, event.after, round=1))
    assert "The check had found" in told
