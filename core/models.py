"""What every room of the house may use: jobs, links, the audit trail, repeated requests, stored files."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UUIDModel(models.Model):
    """A row known by a random key, so that two installations never give the same one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        abstract = True


class Job(UUIDModel):
    """One piece of work to be done outside a request, written in the transaction of the change that asks for it.

    The row, not the broker's message, is the truth: a lost message is sent again, a worker that died is replaced,
    and a page that waits looks here. ``key`` says what it is about; at most one job of a kind and key waits.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(default=timezone.now)
    lease = models.UUIDField(null=True, blank=True)
    heartbeat = models.DateTimeField(null=True, blank=True)
    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True, blank=True)
    error = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "key"], condition=models.Q(state="queued"), name="core_job_one_waiting"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["queued", "running", "done", "failed", "cancelled"]),
                name="core_job_state_known",
            ),
        ]
        indexes = [models.Index(fields=["state", "not_before"], name="core_job_due")]


class AccessLink(UUIDModel):
    """A secret address: a table's page, a screen of the hall, the start link. Of the token only its SHA-256 is stored.

    A table's token is derived (HMAC of the server's secret, this id and the generation) so that a sheet can be
    printed again; raising ``generation`` makes the printed one void.
    """

    class Purpose(models.TextChoices):
        TABLE = "table", _("table")
        START = "start", _("start")
        FRIENDS = "friends", _("sheet of friends")
        SCREEN = "screen", _("screen of the hall")

    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    target = models.UUIDField(null=True, blank=True)
    generation = models.PositiveSmallIntegerField(default=1)
    token_hash = models.CharField(max_length=64, unique=True)
    #: Hashed with the server's secret (``core.shortcodes``): what is typed where the code cannot be scanned.
    short_code = models.CharField(max_length=12, blank=True)
    opens_at = models.DateTimeField(default=timezone.now)
    closes_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["purpose", "target", "generation"],
                condition=models.Q(target__isnull=False),
                name="core_link_one_a_generation",
            ),
            models.UniqueConstraint(
                fields=["short_code"],
                condition=~models.Q(short_code="") & models.Q(revoked_at__isnull=True),
                name="core_link_short_code_once",
            ),
        ]


class WrongCodes(models.Model):
    """How many short codes with this beginning led nowhere since then (``core.shortcodes``)."""

    beginning = models.CharField(max_length=2, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(default=timezone.now)


class Request(models.Model):
    """A request that may come twice (a phone that did not hear the answer): the first answer is given again."""

    scope = models.CharField(max_length=80)
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64)
    answer = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="core_request_once")]


class Erasure(models.Model):
    """The id of something whose history may be erased with it: see ``core.erasing``. Such a row lives no longer than
    the transaction that erases, so that nobody else ever sees one."""

    id = models.UUIDField(primary_key=True, editable=False)


class StoredFile(UUIDModel):
    """A file that a job made or a person gave, kept under the data folder by its content's SHA-256.

    ``content_key`` names what it was made from, so that the same sheets are not laid out twice.
    """

    sha256 = models.CharField(max_length=64)
    kind = models.CharField(max_length=40)
    content_key = models.CharField(max_length=64, blank=True)
    name = models.CharField(max_length=120)
    content_type = models.CharField(max_length=80)
    size = models.PositiveBigIntegerField()
    private = models.BooleanField(default=True)
    owner = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "content_key"], condition=~models.Q(content_key=""), name="core_file_one_a_content"
            )
        ]
        indexes = [models.Index(fields=["owner", "kind"], name="core_file_owner")]


class AuditEvent(models.Model):
    """Who did what, when, from what to what, why. Append-only (a trigger refuses the rest); ids, never names.

    ``scope`` is the id of what the thing belongs to and whose journal shows it (a tournament), if anything. ``risk``
    says how dangerous the act was held to be when it was done (empty: not at all), ``snapshot`` is the id of the copy
    that was made before it.
    """

    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    link = models.UUIDField(null=True, blank=True)
    device = models.CharField(max_length=32, blank=True)
    verb = models.CharField(max_length=60)
    object_type = models.CharField(max_length=40)
    object_id = models.UUIDField(null=True, blank=True)
    club_id = models.UUIDField(null=True, blank=True)
    scope = models.UUIDField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    risk = models.CharField(max_length=8, blank=True, default="")
    snapshot = models.UUIDField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["object_type", "object_id"], name="core_audit_object"),
            models.Index(fields=["club_id", "at"], name="core_audit_club"),
            models.Index(fields=["scope", "id"], name="core_audit_scope"),
        ]


class SiteAddress(models.Model):
    """The address that the phones of the hall open, chosen on a page by a person, never taken from a request."""

    base_url = models.CharField(max_length=200)
    chosen_at = models.DateTimeField(default=timezone.now)
    chosen_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        get_latest_by = "chosen_at"
