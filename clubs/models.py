"""Regions, clubs, who may do what in them, and the persons who play."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.roles import Role
from core.models import UUIDModel


class User(UUIDModel, AbstractUser):
    """An account: a sign-in name and a password. No name, birth date or phone is asked for."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    REQUIRED_FIELDS = []

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="clubs_user_name_once",
                violation_error_message=_("This sign-in name is taken."),
            )
        ]


class Region(UUIDModel):
    """A region, committee or federation: what clubs belong to."""

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    level = models.PositiveSmallIntegerField(default=1)
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="children")

    def __str__(self) -> str:
        return self.name


class Club(UUIDModel):
    """A club; everything of a tournament is reached from here."""

    name = models.CharField(_("club's name"), max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    region = models.ForeignKey(
        Region, verbose_name=_("region"), null=True, blank=True, on_delete=models.PROTECT, related_name="clubs"
    )
    zone = models.CharField(max_length=40, default="Europe/Paris")
    locale = models.CharField(max_length=8, default="fr")
    currency = models.CharField(max_length=3, default="EUR")
    demo = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)


class Membership(UUIDModel):
    """One role of one account in one club or one region."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="memberships")
    region = models.ForeignKey(Region, null=True, blank=True, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=[(role.value, role.label) for role in Role if role.granted])
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(club__isnull=False, region__isnull=True)
                | models.Q(club__isnull=True, region__isnull=False),
                name="clubs_membership_club_or_region",
            ),
            models.UniqueConstraint(fields=["user", "club", "role"], name="clubs_membership_club_once"),
            models.UniqueConstraint(fields=["user", "region", "role"], name="clubs_membership_region_once"),
        ]


class Person(UUIDModel):
    """Somebody who plays. Results point here by id, so that a name can be mended, hidden or erased.

    ``order_known`` is false where a list did not tell the family name from the given name: ``family`` is then the whole
    name as it was written.
    """

    family = models.CharField(_("family name"), max_length=80)
    given = models.CharField(_("given name"), max_length=80, blank=True)
    order_known = models.BooleanField(default=True)
    sort_key = models.CharField(max_length=130, db_index=True)
    search_key = models.CharField(max_length=130, db_index=True)
    born_year = models.PositiveSmallIntegerField(null=True, blank=True)
    category = models.CharField(max_length=20, blank=True)
    pseudonym = models.CharField(_("pseudonym"), max_length=40, blank=True)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged")
    erased_at = models.DateTimeField(null=True, blank=True)


class Licence(UUIDModel):
    """A federation's number for a person; never on a public page, file, API or in a log."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="licences")
    federation = models.CharField(max_length=20, blank=True)
    number = models.CharField(max_length=30)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "number"], name="clubs_licence_once")]


class ClubPerson(UUIDModel):
    """A person whom a club knows, with what the club alone may see."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="clubs")
    phone = models.CharField(max_length=30, blank=True)
    email = models.EmailField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "person"], name="clubs_clubperson_once")]
