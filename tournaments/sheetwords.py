"""What happened to a sheet, in words: a sentence for each verb of its history."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.tablewords import contract

#: What happened to a sheet, by the verb of its history; ``deal`` is what it was about, as said aloud.
_ON_SHEETS: Mapping[str, Callable[[], str]] = {
    "recorded": lambda: _("%(deal)s was entered."),
    "amended": lambda: _("%(was)s was corrected to %(deal)s."),
    "voided": lambda: _("%(was)s was taken back."),
    "closed": lambda: _("The sheet was closed."),
    "reopened": lambda: _("The sheet was opened again."),
    "dealer": lambda: _("Who dealt first was said."),
    "time": lambda: _("Time was called, or the call taken back."),
    "paper": lambda: _("The totals of the paper were typed."),
    "turned": lambda: _("The sides of the sheet were exchanged."),
    "seats": lambda: _("Who played here was put right."),
    "restored": lambda: _("The sheet was put back to a copy."),
    "confirmed": lambda: _("A side agreed to the figures."),
    "disputed": lambda: _("The arbiter was called."),
    "decided": lambda: _("The arbiter decided."),
    "ruled": lambda: _("The arbiter gave points, or another score."),
    "warned": lambda: _("The arbiter gave a warning."),
    "rescored": lambda: _("The sheet was counted anew by other rules: %(now)s instead of %(then)s."),
}

#: What happened to two versions of a deal.
_TWO_VERSIONS = {
    "disputed": lambda: _("The other phone had another version of a deal: both were shown."),
    "decided": lambda: _("Two versions of a deal were settled: one was kept."),
}


def on_sheet(verb: str, before: Any, after: Any) -> str:
    """What happened to a sheet, in one sentence."""
    if verb == "disputed" and isinstance(after, dict) and after.get("kind") == "late":
        return _("Deals came after the sheet was closed: they wait for the arbiter.")
    if isinstance(after, dict) and after.get("kind") == "versions":
        return _TWO_VERSIONS[verb]() if verb in _TWO_VERSIONS else verb
    if verb == "reopened" and isinstance(after, dict) and after.get("side"):
        return _("A side asked at the table for the sheet to be opened again.")
    known = _ON_SHEETS.get(verb)
    if known is None:
        return verb
    return known() % {
        "was": contract(_deal(before)),
        "deal": contract(_deal(after)),
        "then": totals(before),
        "now": totals(after),
    }


def totals(trace: Any) -> str:
    """The totals of a sheet, north-south's first; "" where the event tells none."""
    found = trace.get("totals") if isinstance(trace, dict) else None
    return " – ".join(str(found[side]) for side in sorted(found)) if isinstance(found, dict) else ""


def _deal(trace: Any) -> Mapping[str, Any]:
    return (trace.get("deal") if isinstance(trace, dict) else None) or {"declarer": None}
