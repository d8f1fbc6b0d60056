"""What the database itself refuses of jobs, repeated requests, links and files."""

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from core.models import AccessLink, Job, Request, StoredFile
from tests import factories

pytestmark = pytest.mark.django_db


def test_one_job_waits_for_a_thing():
    waiting = factories.make_job("standings", "a")
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.make_job("standings", "a")
    factories.make_job("standings", "b")
    factories.make_job("sheets", "a")
    Job.objects.filter(pk=waiting.pk).update(state=Job.State.RUNNING)
    factories.make_job("standings", "a")


def test_a_job_is_in_a_known_state():
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.make_job(state="asleep")


def test_a_request_is_written_down_once():
    Request.objects.create(scope="sheet 1", key="phone-1", digest="0" * 64, answer={})
    Request.objects.create(scope="sheet 2", key="phone-1", digest="0" * 64, answer={})
    with pytest.raises(IntegrityError), transaction.atomic():
        Request.objects.create(scope="sheet 1", key="phone-1", digest="1" * 64, answer={})


def _link(**fields: object) -> AccessLink:
    return AccessLink.objects.create(purpose=AccessLink.Purpose.TABLE, token_hash=uuid.uuid4().hex, **fields)


def test_a_table_has_one_link_a_generation():
    target = uuid.uuid4()
    _link(target=target)
    _link(target=target, generation=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        _link(target=target, generation=2)


def test_a_short_code_opens_one_thing_until_its_link_is_revoked():
    old = _link(short_code="7K3M")
    with pytest.raises(IntegrityError), transaction.atomic():
        _link(short_code="7K3M")
    AccessLink.objects.filter(pk=old.pk).update(revoked_at=timezone.now())
    _link(short_code="7K3M")
    _link()
    _link()


def test_what_was_made_from_the_same_content_is_kept_once():
    fields = {"sha256": "0" * 64, "kind": "sheets", "name": "a.pdf", "content_type": "application/pdf", "size": 1}
    StoredFile.objects.create(content_key="k", **fields)
    StoredFile.objects.create(content_key="", **fields)
    StoredFile.objects.create(content_key="", **fields)
    with pytest.raises(IntegrityError), transaction.atomic():
        StoredFile.objects.create(content_key="k", **fields)
