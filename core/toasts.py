"""Say on the next page what was done, with one way back. The sentence is never the only trace of what happened."""

import json

from django.contrib import messages
from django.http import HttpRequest


def toast(request: HttpRequest, text: str, *, undo_url: str = "", undo_label: str = "") -> None:
    """Show ``text`` at the foot of the next page; ``undo_url`` is called by POST from a button named ``undo_label``.

    Raises ValueError for a way back that leaves this site or has no name.
    """
    if not undo_url:
        messages.info(request, text)
        return
    if not undo_url.startswith("/") or undo_url.startswith("//"):
        raise ValueError(f"A way back stays on this site: {undo_url!r}")
    if not undo_label:
        raise ValueError("A way back needs a name")
    messages.info(request, text, extra_tags=json.dumps({"url": undo_url, "label": undo_label}))
