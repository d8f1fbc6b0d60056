"""What is done to clubs, regions and accounts."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from clubs.models import Club, Membership, Region, User
from clubs.roles import Role
from clubs.signals import region_changed
from core import audit
from core.actors import Actor
from core.text import one_line


class ClubError(Exception):
    """Something a person can mend; ``code`` says what, ``field`` where."""

    def __init__(self, code: str, field: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.field = field


def _address(text: str, fallback: str) -> str:
    """The words of a name as an address: "Concours d'hiver" → "concours-d-hiver"."""
    return slugify(text.replace("'", " ").replace("’", " "))[:50].strip("-") or fallback


def free_slug(taken: Sequence[str], text: str, fallback: str) -> str:
    """A short address made of ``text`` that is not in ``taken``: "amicale", "amicale-2", ..."""
    base = _address(text, fallback)
    slug, number = base, 1
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


@transaction.atomic
def create_club(name: str, actor: Actor, *, region: Region | None = None, demo: bool = False) -> Club:
    """Make a club; who makes it becomes its organiser."""
    club = _new_club(one_line(name, 80), region, demo)
    if actor.user is not None:
        Membership.objects.create(user_id=actor.user, club=club, role=Role.ORGANISER.value)
    audit.record(actor, "club.created", club, club_id=club.pk)
    return club


def _new_club(name: str, region: Region | None, demo: bool) -> Club:
    base = _address(name, "club")
    while True:
        taken = list(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
        slug = free_slug(taken, name, "club")
        try:
            with transaction.atomic():
                return Club.objects.create(name=name, slug=slug, region=region, demo=demo)
        except IntegrityError:  # somebody else had this address a moment earlier: the next one
            if not Club.objects.filter(slug=slug).exists():
                raise


@transaction.atomic
def create_region(name: str, actor: Actor) -> Region:
    """Make a region; who makes it becomes its secretary. An existing region of that name is refused."""
    name = one_line(name, 80)
    # The addresses are read before the names: who comes in between is found by the one or by the other.
    taken = list(Region.objects.values_list("slug", flat=True))
    if Region.objects.filter(name__iexact=name).exists():
        raise ClubError("region-exists", "name")
    try:
        with transaction.atomic():
            region = Region.objects.create(name=name, slug=free_slug(taken, name, "region"))
    except IntegrityError:  # made by somebody else a moment earlier
        raise ClubError("region-exists", "name") from None
    if actor.user is not None:
        Membership.objects.create(user_id=actor.user, region=region, role=Role.REGION.value)
    audit.record(actor, "region.created", region)
    return region


@transaction.atomic
def join_region(club: Club, region: Region | None, actor: Actor) -> Club:
    """Put a club into a region, or take it out of any."""
    if club.region == region:
        return club
    old = club.region
    before = str(old.pk) if old else None
    club.region = region
    club.save(update_fields=["region"])
    audit.record(
        actor,
        "club.region",
        club,
        club_id=club.pk,
        before={"region": before},
        after={"region": str(region.pk) if region else None},
    )
    region_changed.send(sender=Club, club=club, before=old)
    return club


@transaction.atomic
def rename_club(club: Club, name: str, actor: Actor) -> Club:
    """Give a club another name; its address on the site stays."""
    name = one_line(name, 80)
    if name and name != club.name:
        club.name = name
        club.save(update_fields=["name"])
        audit.record(actor, "club.renamed", club, club_id=club.pk)
    return club


@transaction.atomic
def create_account(username: str, password: str | None, *, administrator: bool = False) -> User:
    """Make an account; without ``password`` only the machine's start link signs it in.

    Raises ClubError("name-taken") where the sign-in name is in use (in any case of letters).
    """
    if User.objects.filter(username__iexact=username).exists():
        raise ClubError("name-taken", "username")
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                username=username, password=password, is_superuser=administrator, is_staff=administrator
            )
    except IntegrityError:
        raise ClubError("name-taken", "username") from None
    audit.record(Actor(user=user.pk), "account.created", user, after={"administrator": administrator})
    return user


@transaction.atomic
def add_helper(club: Club, username: str, password: str, role: Role, actor: Actor) -> User:
    """Give the account of this name a role in a club; where nobody has the name, make it with ``password``."""
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        try:
            user = create_account(username, password)
        except ClubError:  # made by somebody else a moment earlier: his password holds
            user = User.objects.get(username__iexact=username)
    grant(user, role, actor, club=club)
    return user


@transaction.atomic
def grant(user: User, role: Role, actor: Actor, *, club: Club) -> Membership:
    """Give an account a role in a club (once)."""
    membership, made = Membership.objects.get_or_create(user=user, club=club, role=role.value)
    if made:
        audit.record(actor, "role.granted", membership, club_id=club.pk, after={"role": role.value})
    return membership


@transaction.atomic
def revoke(membership: Membership, actor: Actor) -> None:
    """Take a role away; the last organiser of a club stays (ClubError("last-organiser"))."""
    club = membership.club
    if club is not None and membership.role == Role.ORGANISER.value:
        Club.objects.select_for_update().get(pk=club.pk)
        if Membership.objects.filter(club=club, role=Role.ORGANISER.value).count() <= 1:
            raise ClubError("last-organiser")
    audit.record(actor, "role.revoked", membership, club_id=membership.club_id, before={"role": membership.role})
    membership.delete()
