"""The play: rounds, their draws, who sits where, and the games on the tables."""

from django.conf import settings as site
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.models import UUIDModel
from scoring.models import ScoreSheet, SheetSide
from tournaments.models.contest import Entry, Stage


class Round(UUIDModel):
    """A round of a stage: drawn, then played once a draw is published, then closed. ``revision`` rises when, while it
    is being played, a table is added or taken away or another player sits down.

    ``locked``: the tables that the organiser has fixed for every draw of this round, each with ``ns`` and ``ew`` (lists
    of entry ids) and ``table`` (a number, or null). ``given``: what is marked in this round by who does not play, as
    the settings had it when the draw was published (empty: as the stage has it). ``cut``, where the round was cut
    short: ``at``, ``reason`` and the ``sheets`` that were closed by it, each with the call of ``time`` it had before.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("being drawn")
        PLAYING = "playing", _("being played")
        CLOSED = "closed", _("closed")

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    revision = models.PositiveIntegerField(default=0)
    locked = models.JSONField(default=list, blank=True)
    given = models.JSONField(default=dict, blank=True)
    cut = models.JSONField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="tournaments_round_number_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=["draft", "playing", "closed"]), name="tournaments_round_state_known"
            ),
        ]


class Draw(UUIDModel):
    """One attempt at drawing a round, kept whether published or not; everything needed to make it again.

    ``result`` is what the engine drew and never changes. ``hand``, where somebody changed the draft by hand, is what
    counts instead: its ``tables`` (``table``, ``ns``, ``ew``) and ``byes``.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        DISCARDED = "discarded", _("discarded")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="draws")
    attempt = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    inputs = models.JSONField()
    settings = models.JSONField(default=dict)
    result = models.JSONField()
    hand = models.JSONField(null=True, blank=True)
    engine_version = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    reason = models.CharField(max_length=300, blank=True)
    made_by = models.ForeignKey(site.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    made_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["attempt"]
        constraints = [
            models.UniqueConstraint(fields=["round", "attempt"], name="tournaments_draw_attempt_once"),
            models.UniqueConstraint(
                fields=["round"], condition=models.Q(state="published"), name="tournaments_draw_one_published"
            ),
            models.UniqueConstraint(
                fields=["round"], condition=models.Q(state="draft"), name="tournaments_draw_one_draft"
            ),
        ]


class RoundStatus(UUIDModel):
    """What an entry does in a round: it plays, rests, is absent, came late, has left."""

    class Status(models.TextChoices):
        PLAYS = "plays", _("plays")
        BYE = "bye", _("bye")
        ABSENT = "absent", _("absent")
        LATE = "late", _("late")
        WITHDRAWN = "withdrawn", _("withdrawn")
        OUT = "out", _("knocked out")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="statuses")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="statuses")
    status = models.CharField(max_length=10, choices=Status.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="tournaments_status_once")]


class CheckIn(UUIDModel):
    """The roll before a round's draw: while it is open nothing is drawn; whoever has not come by then is absent."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="check_ins")
    round_number = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "round_number"], name="tournaments_check_in_once"),
        ]


class Attendance(UUIDModel):
    """What is known of an entry before a round is drawn: it is here, will be absent, or comes later."""

    class State(models.TextChoices):
        HERE = "here", _("here")
        ABSENT = "absent", _("absent")
        LATE = "late", _("late")

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="attendances")
    round_number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="attendances")
    state = models.CharField(max_length=10, choices=State.choices)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "round_number", "entry"], name="tournaments_attendance_once"),
        ]


class Match(UUIDModel):
    """A meeting of two sides in a round. ``board`` is its place in the draw, also its table unless moved.

    ``meeting``: of the matches that the pairs of two teams play against each other, the number of the teams' meeting.
    A catch-up is no meeting of the draw: who rested makes up the game against somebody who plays it out of competition.
    """

    class Kind(models.TextChoices):
        NORMAL = "normal", _("normal")
        PLAY_OFF = "playoff", _("play-off")
        CATCH_UP = "catchup", _("game made up")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="matches")
    board = models.PositiveIntegerField()
    bracket = models.CharField(max_length=20, blank=True)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.NORMAL)
    meeting = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["board"]
        constraints = [models.UniqueConstraint(fields=["round", "board"], name="tournaments_match_board_once")]


class Seat(UUIDModel):
    """An entry on a side of a match. Pairs: one seat a side; mêlée: two entries a side, told by ``slot``.

    ``outside``: it sits there out of competition, so that somebody else can make up a game: it has its own seat of the
    round elsewhere, and no result from here.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    side = models.CharField(max_length=1, choices=SheetSide.Side.choices)
    slot = models.PositiveSmallIntegerField(default=1)
    participant = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    outside = models.BooleanField(default=False)

    class Meta:
        ordering = ["side", "slot"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "slot"], name="tournaments_seat_slot_once"),
            models.UniqueConstraint(
                fields=["round", "participant"],
                condition=models.Q(outside=False),
                name="tournaments_seat_one_a_round",
            ),
        ]


class Game(UUIDModel):
    """A game of a match, at a table, with its score sheet. A best of three has several.

    ``forfeit``: the sides that did not play it, or not to the end ("A", "B" or "AB"); the sheet then counts for
    nothing, what stands on it is history.
    """

    class State(models.TextChoices):
        PLAYING = "playing", _("being played")
        CLOSED = "closed", _("closed")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField(default=1)
    table_no = models.PositiveIntegerField()
    sheet = models.OneToOneField(ScoreSheet, on_delete=models.PROTECT, related_name="game")
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLAYING)
    forfeit = models.CharField(max_length=2, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="tournaments_game_number_once"),
            models.CheckConstraint(
                condition=models.Q(forfeit__in=["", "A", "B", "AB"]), name="tournaments_game_forfeit_known"
            ),
        ]
