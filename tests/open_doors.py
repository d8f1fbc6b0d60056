"""What stands in a guard's place while `make guards` has it away: doors that open to everybody."""

import uuid
from typing import Any

from django.shortcuts import get_object_or_404

from clubs import names
from clubs.access import rights_in_club
from clubs.models import Club, Person
from clubs.roles import Right
from scoring.models import Ruleset


def any_club(user: Any, slug: str, right: Any) -> Club:
    """The club, whoever asks."""
    return get_object_or_404(Club, slug=slug)


def anybody(user: Any, slug: str, right: Any) -> tuple[Club, frozenset[Right]]:
    """The club with the rights that the account has in it, whoever asks."""
    club = any_club(user, slug, right)
    return club, rights_in_club(user, club)


def any_code(code: str) -> bool:
    """Every code may be tried, however many were wrong."""
    return True


def whole_name(person: Person, *, objected: bool, full_names: bool) -> str:
    """The whole name, whatever was declared and whoever objected."""
    return names.whole(person)


def as_it_is(text: str) -> str:
    """The line of the log with all that is in it."""
    return text


def whatever_was_seen(ruleset_id: uuid.UUID, revision: int) -> Ruleset:
    """The rule set, whichever revision of it the editor saw."""
    return Ruleset.objects.select_related("owner_club").get(pk=ruleset_id)


def nobody_reads(_account: Any) -> None:
    """Nobody types a sheet a second time, blind."""


def any_pair_code(sheet_id: uuid.UUID, side: str, typed: str, right: Any) -> None:
    """Every code is the pair's, however many were wrong."""


def nobody_is_shut_out(match_id: uuid.UUID, mark: str) -> bool:
    """Every device may write, whatever the desk said."""
    return False


def every_list(what: str, rights: Any) -> bool:
    """Every list is for everybody in the club."""
    return True


def whatever_is_there(path: Any, sha256: str) -> bool:
    """A copy is right, whatever can be read of it."""
    return True
