"""What stands under a list on paper: a title and numbered lines, such as the criteria in their order."""

from collections.abc import Sequence

from documents.fonts import break_lines
from documents.page import Page

SIZE, LEADING, ABOVE, TITLE = 9.0, 4.3, 5.0, 6.0
#: Where a numbered line begins, left of it its number.
INDENT = 5.0


def height(lines: Sequence[str], width: float) -> float:
    """The millimetres that these lines, the first a title, take under a list of this width; 0 for none."""
    if not lines:
        return 0.0
    return ABOVE + TITLE + LEADING * sum(len(broken) for broken in _broken(lines, width))


def put(page: Page, lines: Sequence[str], left: float, top: float, width: float) -> None:
    """Write them below ``top``."""
    page.say(lines[0], left, top + ABOVE, width, TITLE, size=SIZE + 1, face="bold")
    y = top + ABOVE + TITLE
    for place, broken in enumerate(_broken(lines, width), start=1):
        page.say(f"{place}.", left, y, INDENT, LEADING, size=SIZE)
        whole = LEADING * len(broken)
        page.lines(broken, left + INDENT, y + whole / 2, width - INDENT, size=SIZE, leading=LEADING)
        y += whole


def _broken(lines: Sequence[str], width: float) -> list[list[str]]:
    return [break_lines(line, width - INDENT, SIZE) for line in lines[1:]]
