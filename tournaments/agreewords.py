"""Agreement and disagreement at a table in words: what it is about, what was decided, how far a table agrees."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.agreeing import Agreement
from scoring.models import Dispute

#: What the arbiter decided, as a sentence of its own.
OUTCOMES = {
    Dispute.Outcome.STANDS: gettext_lazy("The figures stand."),
    Dispute.Outcome.CHANGED: gettext_lazy("The figures are put right."),
    Dispute.Outcome.SETTLED: gettext_lazy("The table has settled it itself."),
}


def about(kind: str, position: int, counted: int | None, called: str) -> str:
    """What a dispute is about: the deal by its number, the line where it has none, or the sheet; ``called``: who
    protests."""
    if counted is not None:
        where = _("Deal %(number)d") % {"number": counted}
    elif position:
        where = _("Line %(number)d") % {"number": position}
    else:
        where = ""
    if kind == Dispute.Kind.ASK:
        return _("%(where)s: the desk asks again") % {"where": where} if where else _("The desk asks about the paper")
    if kind == Dispute.Kind.LATE:
        return _("Deals that came after the sheet was closed")
    if kind == Dispute.Kind.VERSIONS:
        return _("%(where)s: two versions") % {"where": where}
    if kind == Dispute.Kind.PROTEST:
        return (
            _("%(where)s: protest of %(who)s") % {"where": where, "who": called}
            if where
            else _("Protest of %(who)s") % {"who": called}
        )
    return _("%(where)s: disagreement") % {"where": where} if where else _("Disagreement about the sheet")


def decided(what: str, outcome: str, reason: str, time: str) -> str:
    """What the arbiter decided about something, with his reason."""
    return _("%(what)s, decided at %(time)s. %(outcome)s %(reason)s") % {
        "what": what,
        "time": time,
        "outcome": OUTCOMES.get(Dispute.Outcome(outcome), "") if outcome else "",
        "reason": reason,
    }


def agreement(found: Agreement) -> str:
    """How both sides of a closed sheet came to agree; "" where the desk closed it."""
    if not found.is_full:
        return ""
    return _("both agreed, on one phone") if found.is_handed_over else _("both agreed")


def open_disputes(count: int) -> str:
    return ngettext("%(n)d disagreement", "%(n)d disagreements", count) % {"n": count}


def no_agreement(minutes: int) -> str:
    """A game that is over, at a table that has not agreed for so long."""
    return ngettext("No agreement for %(n)d minute", "No agreement for %(n)d minutes", minutes) % {"n": minutes}
