"""The contest: a tournament, its stages, its entries and the persons in them."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Person
from core.models import UUIDModel
from scoring.models import GameFormat, RulesetVersion


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Tournaments, and those of them that are meant."""

    def real(self) -> "TournamentQuerySet":
        """Without rehearsals: what lists, rankings, files and everybody's pages are made of."""
        return self.filter(rehearsal_of__isnull=True)


class Tournament(UUIDModel):
    """One contest of one club on one local date. ``revision`` rises with every change the standings depend on.

    ``rehearsal_of``: it is a copy to try the evening with, of that tournament; never public, and wiped afterwards (see
    ``tournaments.services.rehearsals``).
    """

    class EntryKind(models.TextChoices):
        PAIRS = "pairs", _("pairs")
        SINGLES = "singles", _("single players")
        TEAMS = "teams", _("teams")

    class State(models.TextChoices):
        SETUP = "setup", _("in preparation")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=80)
    place = models.CharField(_("place"), max_length=80, blank=True)
    local_date = models.DateField(_("date"))
    zone = models.CharField(max_length=40, default="Europe/Paris")
    currency = models.CharField(max_length=3, default="EUR")
    entry_kind = models.CharField(max_length=10, choices=EntryKind.choices, default=EntryKind.PAIRS)
    state = models.CharField(max_length=10, choices=State.choices, default=State.SETUP)
    full_names = models.BooleanField(_("whole names in public"), default=False)
    fee_cents = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    #: One rehearsal at a time: of two that begin one at once, the index refuses the second.
    rehearsal_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="rehearsal"
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects = models.Manager.from_queryset(TournamentQuerySet)()

    class Meta:
        ordering = ["-local_date", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="tournaments_slug_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=["setup", "running", "finished"]), name="tournaments_state_known"
            ),
        ]


class Stage(UUIDModel):
    """A part of a tournament played under one draw format, one rule set and one game format.

    The seed of its draws stays sealed; ``commitment``, its SHA-256, may be shown from the start. ``seed_opened_at``:
    when it was opened, after the last draw that uses it; from then on it draws nothing any more.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stages")
    position = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=60, blank=True)
    draw_system = models.CharField(max_length=20, default="random")
    rounds_planned = models.PositiveSmallIntegerField(default=4)
    settings = models.JSONField(default=dict)
    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="stages")
    game_format = models.ForeignKey(GameFormat, on_delete=models.PROTECT, related_name="stages")
    sealed_seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    seed_opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "position"], name="tournaments_stage_position_once"),
            models.CheckConstraint(condition=models.Q(rounds_planned__gte=1), name="tournaments_stage_has_rounds"),
        ]


class Entry(UUIDModel):
    """What takes part: a pair, a single player, a team, or a pair of a team (``team``)."""

    class Kind(models.TextChoices):
        PAIR = "pair", _("pair")
        SINGLE = "single", _("single player")
        TEAM = "team", _("team")

    class Status(models.TextChoices):
        ACTIVE = "active", _("plays")
        INCOMPLETE = "incomplete", _("looks for a partner")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    class Paid(models.TextChoices):
        UNKNOWN = "unknown", _("not said")
        YES = "yes", _("paid")
        NO = "no", _("to pay")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PAIR)
    team = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="pairs")
    name = models.CharField(max_length=80, blank=True)
    home_club = models.CharField(max_length=80, blank=True)
    category = models.CharField(max_length=20, blank=True)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.ACTIVE)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    stand_in = models.BooleanField(default=False)
    may_rest = models.BooleanField(default=True)
    fixed_table = models.PositiveIntegerField(null=True, blank=True)
    paid = models.CharField(max_length=8, choices=Paid.choices, default=Paid.UNKNOWN)
    present = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_entry_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="tournaments_entry_number_positive"),
        ]


class StageEntry(UUIDModel):
    """An entry's place in a later stage: it has qualified as the ``seed``-th, waits as a reserve, or has declined.

    The first stage has none: everybody who is entered plays it.
    """

    class State(models.TextChoices):
        QUALIFIED = "qualified", _("qualified")
        RESERVE = "reserve", _("reserve")
        DECLINED = "declined", _("declined")

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="qualified")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stages")
    seed = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUALIFIED)

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="tournaments_stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="tournaments_stage_seed_once"),
            models.CheckConstraint(condition=models.Q(seed__gte=1), name="tournaments_stage_seed_positive"),
        ]


class EntryMember(UUIDModel):
    """A person in an entry, from a round until a round (a replaced player keeps what he played). ``from_deal``: who
    came in while ``from_round`` was being played, plays it from this deal on; who gave way has what was marked before.
    Who gave way during the first round is kept as from 0 until 0.

    ``shown_as`` is what the person said at entry about the public pages: nothing against it, or an objection.
    """

    class ShownAs(models.TextChoices):
        NAME = "name", _("may be named")
        OBJECTED = "objected", _("objects to being named")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="members")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    shown_as = models.CharField(max_length=10, choices=ShownAs.choices, default=ShownAs.NAME)
    slot = models.PositiveSmallIntegerField()
    from_round = models.PositiveSmallIntegerField(default=1)
    until_round = models.PositiveSmallIntegerField(null=True, blank=True)
    from_deal = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["slot", "from_round"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "slot", "from_round"], name="tournaments_member_slot_once"),
            models.UniqueConstraint(
                fields=["tournament", "person"],
                condition=models.Q(until_round__isnull=True),
                name="tournaments_person_in_one_entry",
            ),
        ]
