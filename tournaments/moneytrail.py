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
    "prize.taken-back": lambda told: _("Number %(number)s gave a prize back: %(label)s.") % _number(told),
}
