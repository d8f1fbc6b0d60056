"""The trail: one row an act, in the act's own transaction, with ids and never a name."""

import uuid

import pytest
from django.db import transaction

from core import audit
from core.actors import SYSTEM, Actor, of_user
from core.models import AuditEvent
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_row_says_who_what_to_which_thing_from_what_to_what_and_why():
    user, club = factories.make_user(), factories.make_club()
    tournament = factories.make_tournament(club)
    actor = Actor(user=user.pk, link=uuid.uuid4(), device="abcd")
    audit.record(actor, "draw.made", tournament, club_id=club.pk, before={"a": 1}, after={"a": 2}, reason="retard")
    event = AuditEvent.objects.get()
    assert (event.actor, event.link, event.device) == (user, actor.link, "abcd")
    assert (event.verb, event.object_type, event.object_id) == ("draw.made", "tournament", tournament.pk)
    assert (event.club_id, event.before, event.after, event.reason) == (club.pk, {"a": 1}, {"a": 2}, "retard")
    assert event.at is not None


def test_the_system_itself_is_nobody_and_a_visitor_too():
    from django.contrib.auth.models import AnonymousUser

    assert of_user(AnonymousUser()) == SYSTEM
    user = factories.make_user()
    assert of_user(user, "abcd") == Actor(user=user.pk, device="abcd")
    assert audit.record(SYSTEM, "x", factories.make_club()).actor is None


def test_a_trail_of_an_act_that_was_rolled_back_is_gone_with_it():
    club = factories.make_club()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        audit.record(SYSTEM, "club.renamed", club)
        raise ZeroDivisionError
    assert not AuditEvent.objects.exists()


def test_a_long_reason_is_cut_not_refused():
    assert len(audit.record(SYSTEM, "x", factories.make_club(), reason="é" * 1000).reason) == 300


def test_a_thing_without_a_random_key_has_none_in_the_trail():
    from core.models import SiteAddress

    chosen = SiteAddress.objects.create(base_url="http://hall.example")
    assert audit.record(SYSTEM, "address.chosen", chosen).object_id is None


def test_rows_written_under_a_mark_bear_it_and_are_counted_and_others_do_not():
    club, copy = factories.make_club(), uuid.uuid4()
    audit.record(SYSTEM, "club.before", club)
    with audit.marked("typed", copy) as mark:
        audit.record(SYSTEM, "club.renamed", club)
        audit.record(SYSTEM, "club.moved", club)
        with audit.marked("") as inner:
            audit.record(SYSTEM, "club.inside", club)
    audit.record(SYSTEM, "club.after", club)
    told = {event.verb.partition(".")[2]: (event.risk, event.snapshot) for event in AuditEvent.objects.all()}
    assert told == {
        "before": ("", None),
        "renamed": ("typed", copy),
        "moved": ("typed", copy),
        "inside": ("", None),
        "after": ("", None),
    }
    assert (mark.rows, inner.rows) == (2, 1)


def test_what_belongs_to_a_tournament_is_found_by_it():
    tournament = factories.make_tournament()
    for subject in (tournament, tournament.stages.get(), tournament.club):
        audit.record(SYSTEM, "x", subject)
    scopes = AuditEvent.objects.order_by("pk").values_list("scope", flat=True)
    assert list(scopes) == [tournament.pk, tournament.pk, None]
