"""Say on the next page what was done, with one way back. The sentence is never the only trace of what happened."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.contrib.messages.storage import default_storage
from django.http import HttpRequest


def toast(request: HttpRequest, text: str, *, undo_url: str = "", undo_label: str = "", refused: bool = False) -> None:
    """Show ``text`` at the foot of the next page; ``undo_url`` is called by POST from a button named ``undo_label``.
    ``refused``: nothing was done, and the text says why; it is shown with a warning's sign in place of a tick.

    Raises ValueError for a way back that leaves this site or has no name.
    """
    if not undo_url:
        messages.add_message(request, messages.WARNING if refused else messages.INFO, text)
        return
    if not undo_url.startswith("/") or undo_url.startswith("//"):
        raise ValueError(f"A way back stays on this site: {undo_url!r}")
    if not undo_label:
        raise ValueError("A way back needs a name")
    messages.info(request, text, extra_tags=json.dumps({"url": undo_url, "label": undo_label}))


def give_way_back(request: HttpRequest, *, undo_url: str, undo_label: str) -> None:
    """Give what was said last in this request a way back, unless it has one. What was shown already stays as it is."""
    waiting = messages.get_messages(request)
    if getattr(waiting, "used", False):
        return
    said = list(waiting)
    for place, message in enumerate(said, 1):
        if place == len(said) and not message.extra_tags:
            toast(request, message.message, undo_url=undo_url, undo_label=undo_label)
        else:
            messages.add_message(request, message.level or messages.INFO, message.message, message.extra_tags or "")


@contextmanager
def unheard(request: HttpRequest) -> Iterator[None]:
    """What is said inside is never shown: it is only tried. What waits to be shown from before still waits."""
    waiting = getattr(request, "_messages", None)
    if waiting is not None:
        request._messages = default_storage(request)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        if waiting is not None:
            request._messages = waiting  # type: ignore[attr-defined]


def forget(request: HttpRequest) -> None:
    """Take back all that was said in this request: it did not happen."""
    list(messages.get_messages(request))
