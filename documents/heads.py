"""What stands at the top and at the foot of a paper that is one page of its own."""

from django.utils.translation import gettext as _

from core.templatetags.look import number
from documents.fonts import MM_PER_POINT, fit, shrink
from documents.page import Page


def head(page: Page, over: str, title: str, *, edge: float, top: float, large: float = 30) -> float:
    """The line above, the title and the rule below it; gives where what follows may begin."""
    room = page.width_mm - 2 * edge
    size = min(13.0, large * 0.45)
    page.say(over, edge, top, room, 6, size=shrink(over, room, [size * part for part in (1, 0.92, 0.85, 0.75, 0.6)]))
    sizes = [large * part for part in (1, 0.88, 0.76, 0.64, 0.52, 0.42)]
    found = fit([title], room, sizes, lambda one: 1 if one > large * 0.6 else 2, "serif")
    leading = found.size * 1.08 * MM_PER_POINT
    height = leading * len(found.lines)
    page.lines(found.lines, edge, top + 6.4 + height / 2, room, size=found.size, leading=leading, face="serif")
    y = top + 6.4 + height + 2.4
    page.rule(edge, y, edge + room, y, 1 if large > 24 else 0.7)
    return y + 2.4


def foot(page: Page, text: str, *, edge: float, index: int = 0, count: int = 0) -> None:
    """The line at the foot, with the number of the page where there are several."""
    room, y = page.width_mm - 2 * edge, page.height_mm - edge - 3
    page.rule(edge, y - 1, edge + room, y - 1, 0.3)
    where = ""
    if count > 1:
        where = _("page %(page)s of %(pages)s") % {"page": number(index), "pages": number(count)}
    left = room - 30 if where else room
    page.say(text, edge, y, left, 5, size=shrink(text, left, (9, 8.5, 8, 7.5, 7, 6, 5)))
    if where:
        page.say(where, edge + room - 30, y, 30, 5, size=9, align="right")
