"""Prizes and money on the trail, in words; see ``tournaments.journalwords``. Sums stay on the pages of money: the
journal is read by more people."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from tournaments.journalwords import Told


def _number(told: "Told") -> dict[str, str]:
    number = told.after.get("number", told.before.get("number"))
    return {"number": "–" if number is None else str(number), "label": str(told.after.get("label") or _("money"))}


VERBS: Mapping[str, Callable[["Told"], str]] = {
    "prizes.changed": lambda told: _("The list of prizes was changed."),
    "prizes.settled": lambda told: _("The prizes were settled by the public standings."),
    "prizes.opened": lambda told: _("The list of prizes was opened again."),
    "prizes.shown": lambda told: _("What everybody sees of the prizes was changed."),
    "prize.handed": lambda told: _("Number %(number)s was handed a prize: %(label)s.") % _number(told),
    "fees.changed": lambda told: _("The fees were changed."),
    "fee.chosen": lambda told: _("Number %(number)s: another fee is due.") % _number(told),
    "payment.received": lambda told: _("Number %(number)s: a sum was received.") % _number(told),
    "payment.refunded": lambda told: _("Number %(number)s: a sum was given back.") % _number(told),
    "payment.voided": lambda told: _("Number %(number)s: a line of money was made void.") % _number(told),
    "receipt.given": lambda told: _("Number %(number)s: a receipt was given.") % _number(told),
    "receipts.begun": lambda told: (
        _("Receipts up to %(last)s were given elsewhere; numbers go on from there.")
        % {"last": told.after.get("last", "–")}
    ),
    "till.line": lambda told: _("A line was written on the cash sheet."),
    "till.voided": lambda told: _("A line of the cash sheet was made void."),
    "till.counted": lambda told: _("The till was counted."),
    "prize.taken-back": lambda told: _("Number %(number)s gave a prize back: %(label)s.") % _number(told),
}
