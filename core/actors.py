"""Who acts: an account, or the bearer of a link on a device. Handed to every verb that leaves a trace."""

import uuid
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Actor:
    """Who did something. ``user`` is the account's id, ``link`` that of the table's link, ``device`` a random mark
    that a browser keeps; all may be missing for the system itself. Never a name, never an address.
    """

    user: uuid.UUID | None = None
    link: uuid.UUID | None = None
    device: str = ""


SYSTEM = Actor()


def of_user(user: Any, device: str = "") -> Actor:
    """The actor for a signed-in account."""
    return Actor(user=user.pk if user.is_authenticated else None, device=device)
