"""What comes of the play: results, adjustments, standings, publications, snapshots."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core import quickjson
from core.models import StoredFile, UUIDModel
from scoring.models import ScoreSheet
from tournaments.models.contest import Entry, Tournament
from tournaments.models.play import Game, Round


class Result(UUIDModel):
    """What an entry has from a round: from a closed game, or for a bye. Never edited by hand: see Adjustment.

    ``deals_won``, ``contracts_made``, ``capots``: what its side did in the deals of the game; None where that was not
    counted yet (the row came from a file, or from a version that did not count it) and is read from the sheet.
    """

    class Source(models.TextChoices):
        GAME = "game", _("game")
        BYE = "bye", _("bye")
        LATE = "late", _("late entry")
        ABSENT = "absent", _("absent")
        FORFEIT = "forfeit", _("forfeit")

    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.PROTECT, related_name="results")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="results")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="results")
    points_for = models.IntegerField()
    points_against = models.IntegerField(default=0)
    match_points = models.IntegerField(default=0)
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.GAME)
    deals_won = models.PositiveSmallIntegerField(null=True, blank=True)
    contracts_made = models.PositiveSmallIntegerField(null=True, blank=True)
    capots = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "entry"], name="tournaments_result_game_once"),
            models.UniqueConstraint(
                fields=["round", "entry"],
                condition=models.Q(game__isnull=True),
                name="tournaments_result_no_game_once",
            ),
        ]


class Adjustment(UUIDModel):
    """Points given or taken by a person, with a reason; a result itself is never edited.

    None is ever changed: one that was wrong is made void by a counter entry of the opposite points, which names it
    (``voids``). ``round``: the one it is about, None for the whole tournament.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="adjustments")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.PROTECT, related_name="adjustments")
    points = models.IntegerField()
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    voids = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="counters")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["voids"], name="tournaments_adjustment_void_once")]


class Standing(UUIDModel):
    """The standings as last computed by the job, and the tournament's revision that they are of."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="standing")
    revision = models.PositiveIntegerField()
    figures = models.JSONField(encoder=quickjson.Encoder, decoder=quickjson.Decoder)
    computed_at = models.DateTimeField(default=timezone.now)


class Publication(UUIDModel):
    """What was made public: figures with ids, not names; append-only. A correction is a new version."""

    class What(models.TextChoices):
        ROUND = "round", _("results of a round")
        STANDINGS = "standings", _("standings")
        SHEETS = "sheets", _("sheets of a round")
        LISTS = "lists", _("lists beside the standings")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="publications")
    what = models.CharField(max_length=10, choices=What.choices)
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.PROTECT, related_name="publications")
    version = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    figures = models.JSONField()
    sha256 = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "what", "round", "version"],
                name="tournaments_publication_version_once",
            ),
            models.UniqueConstraint(
                fields=["tournament", "what", "version"],
                condition=models.Q(round__isnull=True),
                name="tournaments_publication_standings_version_once",
            ),
        ]


class PublicationWithdrawal(UUIDModel):
    """A publication taken back: the page says so, the publication itself stays as it was."""

    publication = models.OneToOneField(Publication, on_delete=models.PROTECT, related_name="withdrawal")
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    at = models.DateTimeField(default=timezone.now)


class Snapshot(UUIDModel):
    """The whole tournament as one file: made before a risky act, after a round, or because somebody asked for it.

    ``cause`` says which of the three. ``action``, ``level`` and ``round_number`` are of the act (see
    ``tournaments.safety``); what the act wrote on the trail bears this row's id. ``last_event`` is the newest row of
    the trail that the file knows of. ``undone_at``: when the tournament was put back to it, by ``undone_by``.
    ``away_at``: when it was kept off the machine too; ``away_error``: why that failed (see ``core.away``).
    """

    class Cause(models.TextChoices):
        ACT = "act", _("before an act")
        ROUND = "round", _("after a round")
        ASKED = "asked", _("asked for")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="snapshots")
    revision = models.PositiveIntegerField()
    cause = models.CharField(max_length=60, choices=Cause.choices, default=Cause.ASKED)
    action = models.CharField(max_length=40, blank=True)
    level = models.CharField(max_length=8, blank=True)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    last_event = models.PositiveBigIntegerField(default=0)
    file = models.ForeignKey(StoredFile, on_delete=models.PROTECT)
    sha256 = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    away_at = models.DateTimeField(null=True, blank=True)
    away_error = models.CharField(max_length=10, blank=True)

    class Meta:
        indexes = [models.Index(fields=["tournament", "at"], name="tournaments_snapshot_newest")]


class SetAside(UUIDModel):
    """A sheet that has no table any more because the tournament was put back to before it was set: its deals and their
    history are kept. ``seats``: who sat there, a list of ``side``, ``slot`` and ``entry`` (an id)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="set_aside")
    sheet = models.OneToOneField(ScoreSheet, on_delete=models.PROTECT, related_name="set_aside")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="set_aside")
    table_no = models.PositiveIntegerField()
    seats = models.JSONField(default=list)
    at = models.DateTimeField(default=timezone.now)
