"""The windows of corrections in words, for beside the button: who may correct, and until when."""

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.look import clock, day
from tournaments.windows import After, Now, Rules, Window


def said(now: Now, rules: Rules) -> str:
    """Who may correct now, and until when."""
    when = moment(now.until) if now.until is not None else ""
    if now.window == Window.AGREE:
        return _("Until %(when)s the table can open the sheet itself, if both sides then agree again.") % {"when": when}
    if now.window == Window.DESK:
        if not when:
            return _("The desk corrects.")
        return (
            _("The desk corrects until %(when)s; later only the organiser.") % {"when": when}
            if (rules.after == After.ORGANISER)
            else _("The desk corrects until %(when)s; later nobody does.") % {"when": when}
        )
    if rules.after == After.ORGANISER:
        return _("The time for corrections ended at %(when)s: only the organiser corrects now.") % {"when": when}
    return _(
        "The time for corrections ended at %(when)s: nobody corrects any more until the organiser opens them again."
    ) % {"when": when}


def moment(at: dt.datetime) -> str:
    """A moment: its time, with the day where it is another one than today's."""
    if timezone.localdate(at) == timezone.localdate():
        return clock(at)
    return f"{day(at)}, {clock(at)}"


def rules(settled: Rules) -> str:
    """What is settled, in short."""
    table = _("never the table itself")
    if settled.agree:
        table = ngettext(
            "the table itself for %(n)d minute after both agreed",
            "the table itself for %(n)d minutes after both agreed",
            settled.agree,
        ) % {"n": settled.agree}
    if settled.desk is None:
        return _("%(table)s; the desk without an end") % {"table": table}
    desk = ngettext(
        "the desk until %(n)d minute after the results are public",
        "the desk until %(n)d minutes after the results are public",
        settled.desk,
    ) % {"n": settled.desk}
    later = _("then the organiser alone") if settled.after == After.ORGANISER else _("then nobody")
    return _("%(table)s; %(desk)s; %(later)s") % {"table": table, "desk": desk, "later": later}
