"""Rule sets and score sheets as rows. What a deal is worth is decided in ``scoring.rules``; here it is kept."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.models import UUIDModel
from scoring.friends_models import FriendsGame as FriendsGame
from scoring.friends_models import FriendsTable as FriendsTable


class Ruleset(UUIDModel):
    """A way of counting: a preset (no owner) or a club's own.

    ``key`` is the id in its file; a preset with variants has them in its key ("ffb-contree-2016+points").
    ``preset_of`` is the preset that it is or descends from, ``copied_from`` the version that a club's own was copied
    from. ``about`` holds where the club's own comes from in its own words: document, dated, notes. ``revision`` rises
    at every change, so that two who edit at once never lose one.
    """

    owner_club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="rulesets")
    key = models.CharField(max_length=60)
    preset_of = models.CharField(max_length=60, blank=True)
    name = models.CharField(max_length=80, blank=True)
    about = models.JSONField(default=dict)
    copied_from = models.ForeignKey(
        "RulesetVersion", null=True, blank=True, on_delete=models.PROTECT, related_name="copies"
    )
    current = models.ForeignKey("RulesetVersion", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField(default=0)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner_club", "key"], name="scoring_ruleset_key_once"),
            models.UniqueConstraint(
                fields=["key"], condition=models.Q(owner_club__isnull=True), name="scoring_ruleset_preset_once"
            ),
            models.UniqueConstraint(
                "owner_club",
                Lower("name"),
                condition=models.Q(owner_club__isnull=False, archived_at__isnull=True) & ~models.Q(name=""),
                name="scoring_ruleset_name_once",
            ),
        ]


class RulesetVersion(UUIDModel):
    """One frozen state of a rule set; append-only. ``sha256`` is that of the resolved rules, not of the file.

    ``variants`` are laid over ``source`` in their order; ``parent`` is the version that this one was changed from.
    """

    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    source = models.TextField()
    variants = models.JSONField(default=list)
    canonical = models.JSONField()
    sha256 = models.CharField(max_length=64)
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="children")
    note = models.CharField(max_length=300, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "number"], name="scoring_version_number_once"),
            models.UniqueConstraint(fields=["ruleset", "sha256"], name="scoring_version_content_once"),
        ]


class RulesetDraft(UUIDModel):
    """What a club is changing in one of its rule sets and has not saved as a version. ``source`` can be loaded."""

    ruleset = models.OneToOneField(Ruleset, on_delete=models.CASCADE, related_name="draft")
    source = models.TextField()
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    changed_at = models.DateTimeField(default=timezone.now)


class GameFormat(UUIDModel):
    """How long a game is and who wins it; append-only, a changed one is a new row.

    The columns are the keys of docs/game-formats.md, read by ``scoring.sheet_game.format_of``; with empty tables it is
    the plain game.
    """

    class Kind(models.TextChoices):
        DEALS = "deals", _("a number of deals")
        TARGET = "target", _("a target")
        MINUTES = "minutes", _("a time")

    kind = models.CharField(max_length=10, choices=Kind.choices)
    length = models.PositiveIntegerField()
    caps = models.JSONField(default=dict)
    ending = models.JSONField(default=dict)
    match_points = models.JSONField(default=dict)
    games_to_win = models.PositiveSmallIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["deals", "target", "minutes"]), name="scoring_format_kind_known"
            ),
            models.CheckConstraint(condition=models.Q(length__gte=1), name="scoring_format_length_positive"),
        ]


class ScoreSheet(UUIDModel):
    """The marks of one game. Totals and digest are recomputed from the entries at every change.

    ``digest`` is over the standing entries: what a side confirms when it agrees.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT)
    format = models.ForeignKey(GameFormat, on_delete=models.PROTECT)
    options = models.JSONField(default=dict)
    seats = models.JSONField(default=dict)
    first_dealer = models.CharField(max_length=1, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    revision = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    held = models.IntegerField(default=0)
    complete = models.BooleanField(default=False)
    #: The totals that the players wrote on the paper, as far as they were typed; see ``scoring.paper``.
    paper = models.JSONField(default=dict)
    closed_at = models.DateTimeField(null=True, blank=True)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=["open", "closed"]), name="scoring_sheet_state_known")
        ]


class SheetSide(UUIDModel):
    """A side of a sheet and its running total. A = north-south, B = east-west, C = the third of three."""

    class Side(models.TextChoices):
        A = "A", _("North-South")
        B = "B", _("East-West")
        C = "C", _("Third player")

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="sides")
    side = models.CharField(max_length=1, choices=Side.choices)
    total = models.IntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sheet", "side"], name="scoring_side_once")]


class SheetEntry(UUIDModel):
    """A line of a sheet. ``position`` is its place, ``counted`` its number among the deals that count.

    An amended line keeps its row; what it was stands in the history. A voided one gives its place back.
    """

    class Kind(models.TextChoices):
        DEAL = "deal", _("deal")
        PASSED = "passed", _("all passed")
        REPLAYED = "replayed", _("replayed")
        PENALTY = "penalty", _("penalty")
        ADJUSTMENT = "adjustment", _("adjustment")
        TOTAL = "total", _("total")

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="entries")
    position = models.PositiveIntegerField()
    counted = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    data = models.JSONField()
    scores = models.JSONField()
    answer = models.JSONField(default=dict)
    held_after = models.IntegerField(default=0)
    engine_version = models.CharField(max_length=20)
    client_key = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "client_key"], name="scoring_entry_client_key_once"),
            models.UniqueConstraint(
                fields=["sheet", "position"],
                condition=models.Q(voided_at__isnull=True),
                name="scoring_entry_position_once",
            ),
            models.UniqueConstraint(
                fields=["sheet", "counted"],
                condition=models.Q(voided_at__isnull=True),
                name="scoring_entry_counted_once",
            ),
            models.CheckConstraint(condition=models.Q(position__gte=1), name="scoring_entry_position_positive"),
        ]


class EntryEvent(UUIDModel):
    """The history of a sheet: append-only, ids and devices, never names."""

    class Verb(models.TextChoices):
        RECORDED = "recorded", _("recorded")
        AMENDED = "amended", _("amended")
        VOIDED = "voided", _("taken back")
        CLOSED = "closed", _("closed")
        REOPENED = "reopened", _("reopened")
        DEALER = "dealer", _("first dealer")
        TIME = "time", _("time called")
        PAPER = "paper", _("totals on the paper")
        TURNED = "turned", _("sides exchanged")
        SEATS = "seats", _("who played put right")
        RESTORED = "restored", _("put back")
        CONFIRMED = "confirmed", _("agreed to")
        DISPUTED = "disputed", _("not agreed to")
        DECIDED = "decided", _("decided")
        RULED = "ruled", _("ruled by the arbiter")
        WARNED = "warned", _("warned by the arbiter")
        RESCORED = "rescored", _("counted anew by other rules")

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    verb = models.CharField(max_length=10, choices=Verb.choices)
    entry = models.UUIDField(null=True, blank=True)
    position = models.PositiveIntegerField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    link = models.UUIDField(null=True, blank=True)
    device = models.CharField(max_length=32, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["sheet", "seq"], name="scoring_event_seq_once")]


class Confirmation(UUIDModel):
    """A side agreed to exactly these figures; see ``scoring.agreeing``.

    ``revision`` is that of the last change of what is agreed to, so that a side agrees once to what stands; with any
    later change the row is history. ``reason``: why the game ends before its end, where it does.
    """

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="confirmations")
    side = models.CharField(max_length=1, choices=SheetSide.Side.choices)
    revision = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    device = models.CharField(max_length=32, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sheet", "side", "revision"], name="scoring_confirmation_once")]


class Dispute(UUIDModel):
    """What a table does not agree about, for the arbiter, or what the desk has to ask it again; see
    ``scoring.disputes`` and ``scoring.asking``.

    ``position``: the line it is about, 0 for the sheet as a whole. ``side``: who protests; "" where the table as a
    whole says that it disagrees. ``deadline``: by when it should be decided, if there is such a time. The same one is
    open once.
    """

    class Kind(models.TextChoices):
        DISAGREEMENT = "disagree", _("disagreement")
        PROTEST = "protest", _("protest")
        LATE = "late", _("deals that came late")
        ASK = "ask", _("to be asked again")
        VERSIONS = "versions", _("two versions of a deal")

    #: Kinds whose deals, as somebody typed them, stay with them (``late_deals``), whatever becomes of the sheet.
    WITH_DEALS = (Kind.LATE, Kind.VERSIONS)

    class Outcome(models.TextChoices):
        STANDS = "stands", _("the figures stand")
        CHANGED = "changed", _("the figures are put right")
        SETTLED = "settled", _("the table has settled it")

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="disputes")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    position = models.PositiveIntegerField(default=0)
    side = models.CharField(max_length=1, choices=SheetSide.Side.choices, blank=True)
    text = models.CharField(max_length=200, blank=True)
    link = models.UUIDField(null=True, blank=True)
    device = models.CharField(max_length=32, blank=True)
    raised_at = models.DateTimeField(default=timezone.now)
    deadline = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["raised_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "kind", "position", "side"],
                condition=models.Q(decided_at__isnull=True),
                name="scoring_dispute_open_once",
            ),
        ]


class LateDeal(UUIDModel):
    """A deal that was typed at the table and came when its sheet was closed, or when another version of it stood there;
    see ``scoring.late`` and ``scoring.versions``.

    ``data``: the fields that a deal has, as they were typed, be they such as no deal can have, and the other way round
    once the sheet was turned; ``digest`` is that of what was typed, so that the same deal under the same key of the
    phone is kept once, however often it comes.
    """

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="late_deals")
    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="late_deals")
    position = models.PositiveIntegerField()
    data = models.JSONField()
    digest = models.CharField(max_length=64)
    client_key = models.CharField(max_length=64)
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["position", "at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "client_key", "digest"], name="scoring_late_deal_once"),
            models.CheckConstraint(condition=models.Q(position__gte=1), name="scoring_late_deal_position_positive"),
        ]
