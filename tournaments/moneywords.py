"""Money in words: what is refused about it, and what its rows are called."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

REFUSALS: Mapping[str, Callable[[], str]] = {
    "fee-range": lambda: _("A fee is from 0 to 10,000."),
    "fee-kinds": lambda: _("There are %(most)d other fees at most."),
    "fee-name": lambda: _("Say what this fee is called."),
    "fee-unknown": lambda: _("This fee is not offered any more."),
    "payment-range": lambda: _("A sum from 0.01 to 10,000."),
    "payment-method": lambda: _("Say how it changed hands."),
    "payment-person": lambda: _("This is none of its players."),
    "payment-void": lambda: _("Somebody else has just made this void."),
    "payment-counter": lambda: _("This line stays as it is."),
    "payment-seen": lambda: _(
        "Something was written here meanwhile: see in the list whether it is this. If it is not, press again."
    ),
    "refund-more": lambda: _("That is more than was received."),
    "paid-several": lambda: _(
        "Several sums were received from number %(number)d, or there is a receipt: put it right on its page of money."
    ),
    "receipt-payment": lambda: _("There is no receipt for this line."),
    "receipt-rehearsal": lambda: _("A rehearsal gives no receipts: their numbers are the club’s."),
    "receipts-range": lambda: _("A number from 1 to %(most)d."),
    "receipts-lower": lambda: _("Number %(number)d was told already; numbers only go up."),
    "receipts-begun": lambda: _("A receipt of this year was given here already: numbers go on from it."),
    "till-note": lambda: _("Say what it was for."),
}
