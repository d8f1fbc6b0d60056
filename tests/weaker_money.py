"""Money without one of its guards: what tests/guards_money.py puts in their place."""

from clubs.models import Club
from tournaments.models import ReceiptBook


def book_unlocked(club: Club, year: int) -> ReceiptBook:
    """The book, whoever else writes in it."""
    return ReceiptBook.objects.get_or_create(club=club, year=year)[0]


def none_was_given(club: Club, year: int) -> bool:
    """The book can be written on, whatever was given already."""
    return False


def whatever_was_seen(seen: int, now: int) -> bool:
    """Every form is of the list as it is."""
    return True


def however_many_lines(seen: int | None, now: int) -> None:
    """A sum is written, whatever was written since the page was shown."""
