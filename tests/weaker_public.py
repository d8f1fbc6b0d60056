"""What everybody sees without one of its guards: what tests/guards_public.py puts in their place."""

from collections.abc import Iterable
from typing import Any

from tournaments.draws.model import PlayedRound


def nothing_is_held(tournament: Any) -> bool:
    """Results go out, whatever the organiser said."""
    return False


def whatever_was_seen(now: str, seen: str) -> bool:
    """The lists as they are now, whatever was on the page."""
    return True


def always_shown(tournament: Any, round_: Any) -> bool:
    """How a round stands is open to everybody."""
    return round_ is not None


def waits_for_nothing(stage: Any) -> None:
    """The file of the draws is given out at once."""


def meetings_as_they_are_now(tournament: Any, played: Iterable[PlayedRound]) -> tuple[PlayedRound, ...]:
    """Who won by today's results, published or not."""
    return tuple(played)


def whatever_it_says(document: Any) -> None:
    """A file's publications are taken as they come."""
