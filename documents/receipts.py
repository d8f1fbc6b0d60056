"""Receipts that were given in a tournament: slips of A6 lying on their side, four to a sheet of A4."""

from dataclasses import asdict, dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from documents import words
from documents.fonts import MM_PER_POINT, fit, shrink
from documents.imposing import cut
from documents.kinds import Choice, Content, Nothing
from documents.page import Page
from tournaments import amounts, moneypage
from tournaments.models import Tournament

#: Where the four slips of a sheet stand.
PLACES = ((0.0, 0.0), (148.5, 0.0), (0.0, 105.0), (148.5, 105.0))
_SIZES = (15, 14, 13, 12, 11, 10, 9, 8)


@dataclass(frozen=True, slots=True)
class Slip:
    """A receipt as it is printed."""

    title: str
    sum: str
    who: str
    what: str
    how: str


def gather(tournament: Tournament, choice: Choice) -> Content:
    """The receipts of the entries whose numbers are chosen, by their own numbers. Nothing "no-receipts"."""
    rows = [row for row in moneypage.receipts_of(tournament) if choice.holds(row.payment.entry.number)]
    if not rows:
        raise Nothing("no-receipts")
    what = f"{tournament.name}, {words.long_date(tournament.local_date)}"
    slips = []
    for one in moneypage.given(tournament, rows):
        title = _("Receipt %(number)s") % {"number": one.label}
        slips.append(
            Slip(
                title=f"{title} – {_('Void')}" if one.is_void else title,
                sum=amounts.said(one.cents, tournament.currency),
                who=f"{one.number}  {one.who}",
                what=what,
                how=f"{one.method}, {words.long_date(timezone.localtime(one.at).date())}",
            )
        )
    club = tournament.club.name
    labels = (_("Received of"), _("for taking part in"), _("For the organisers"))

    def pages() -> list[Page]:
        return _four([_card(one, club, labels) for one in slips])

    return Content(_("Receipts"), [club, labels, [asdict(one) for one in slips]], pages, {"receipts": len(slips)})


def _card(slip: Slip, club: str, labels: tuple[str, str, str]) -> Page:
    card = Page(paper="A6", wide=True)
    room = card.width_mm - 20
    card.say(club, 10, 7, room, 6, size=shrink(club, room, (11, 10, 9, 8, 7)))
    card.rule(10, 14, card.width_mm - 10, 14, 0.5)
    card.say(slip.title, 10, 17, 86, 11, size=shrink(slip.title, 86, (20, 18, 16, 14, 12, 10)), face="serif")
    card.say(slip.sum, 96, 17, card.width_mm - 106, 11, size=20, face="bold", align="right")
    card.say(labels[0], 10, 33, room, 5, size=9)
    name = fit([slip.who], room, _SIZES, lambda one: int(14 / (one * 1.2 * MM_PER_POINT)), "bold")
    leading = name.size * 1.2 * MM_PER_POINT
    card.lines(name.lines, 10, 45, room, size=name.size, leading=leading, face="bold")
    card.say(labels[1], 10, 54, room, 5, size=9)
    what = fit([slip.what], room, (13, 12, 11, 10, 9, 8, 7), lambda one: 1 if one > 9 else 2)
    card.lines(what.lines, 10, 62.5, room, size=what.size, leading=what.size * 1.2 * MM_PER_POINT)
    card.say(slip.how, 10, 67, room, 6, size=10)
    card.say(labels[2], 84, 78, card.width_mm - 94, 5, size=9)
    card.rule(84, 96, card.width_mm - 10, 96, 0.2)
    return card


def _four(cards: list[Page]) -> list[Page]:
    """Four to a sheet of A4 on its side, in their order."""
    made = []
    for start in range(0, len(cards), 4):
        sheet = Page(wide=True)
        for card, (x, y) in zip(cards[start : start + 4], PLACES, strict=False):
            sheet.place(card, x, y)
        cut(sheet, halves=True)
        made.append(sheet)
    return made
