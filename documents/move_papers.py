"""Movement cards and the poster of moves, laid out: cards of A6, four to a page, to be cut along the dotted lines."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.look import number
from documents import lists, moves
from documents.columns import side_letters
from documents.fonts import MM_PER_POINT, fit, shrink
from documents.kinds import Choice, Content, Nothing
from documents.moves import Card, Line, Papers
from documents.page import HAIR, TINT, Page
from documents.posters import say_seal

#: A card, and what stays free at its edges.
WIDTH, HEIGHT, EDGE = 105.0, 148.5, 7.0
ROWS_TOP, ROWS_FOOT = 43.0, 12.0
#: More rounds than this take a card twice as wide, its rounds in two blocks.
MOST_ROWS = 14
TALLEST_ROW = 11.5
#: Rounds side by side in the plan on the wall.
MOST_COLUMNS = 8
MARGIN = 11.0
#: The tallest and the lowest line of the list of moves.
STEP_HEIGHTS = (16.0, 14.0, 12.0, 10.0, 8.0, 6.5, 5.0)


def gather_cards(stage_id: uuid.UUID, choice: Choice) -> Content:
    """The cards of the entries of a stage whose numbers are chosen. Nothing "no-such"; JobError "no-plan"."""
    _tournament, papers = moves.gather(stage_id)
    kept = replace(papers, cards=tuple(card for card in papers.cards if choice.holds(card.number)), grid=(), rules=())
    if not kept.cards:
        raise Nothing("no-such")
    return Content(_("Movement cards"), asdict(kept), lambda: cards(kept), {"cards": len(kept.cards)})


def cards(papers: Papers) -> list[Page]:
    """All cards, in the order of their numbers."""
    wide = len(papers.rounds) > MOST_ROWS
    places = [(0.0, 0.0), (0.0, HEIGHT)] if wide else [(x, y) for y in (0.0, HEIGHT) for x in (0.0, WIDTH)]
    made = []
    for start in range(0, len(papers.cards), len(places)):
        page = Page()
        page.rule(0, HEIGHT, 2 * WIDTH, HEIGHT, 0.2, color=HAIR, dotted=True)
        if not wide:
            page.rule(WIDTH, 0, WIDTH, 2 * HEIGHT, 0.2, color=HAIR, dotted=True)
        for card, (x, y) in zip(papers.cards[start : start + len(places)], places, strict=False):
            _card(page, papers, card, x, y, 2 * WIDTH if wide else WIDTH)
        made.append(page)
    return made


def _card(page: Page, papers: Papers, card: Card, x: float, y: float, width: float) -> None:
    left, right = x + EDGE, x + width - EDGE
    room = right - left
    over = fit([papers.over], room, (9, 8.5, 8, 7.5, 7, 6.5, 6), lambda size: 1 if size > 7 else 2)
    page.lines(over.lines, left, y + 7.5, room, size=over.size, leading=over.size * 1.12 * MM_PER_POINT)
    size = fit([card.label], 21, (28, 24, 20, 16, 13), lambda _size: 1, "bold").size
    page.say(card.label, left, y + 11, 24, 15, size=size, face="bold", align="center", card="face")
    names = fit(card.names or (papers.noun,), room - 28, (13, 12, 11, 10, 9, 8, 7), _lines_within(15), "bold")
    leading = names.size * 1.18 * MM_PER_POINT
    page.lines(names.lines, left + 28, y + 18.5, room - 28, size=names.size, leading=leading, face="bold")
    if card.say:
        said = fit([card.say], room, (11, 10.5, 10, 9.5, 9, 8.5, 8), lambda size: 1 if size > 8.5 else 2)
        page.lines(said.lines, left, y + 31.5, room, size=said.size, leading=said.size * 1.15 * MM_PER_POINT)
    blocks = [card.lines] if width == WIDTH else _halves(card.lines)
    block = (room - (len(blocks) - 1) * EDGE) / len(blocks)
    for index, lines in enumerate(blocks):
        _table(page, papers, lines, left + index * (block + EDGE), y, block)
    foot = _("If the poster of the round says otherwise, the poster counts.")
    page.say(foot, left, y + HEIGHT - 8.5, room, 4, size=shrink(foot, room, (8.5, 8, 7.5, 7)))


def _lines_within(height: float) -> Callable[[float], int]:
    """How many lines fit into so many millimetres, by their size in points."""
    return lambda size: int(height / (size * 1.18 * MM_PER_POINT))


def _halves(lines: Sequence[Line]) -> list[Sequence[Line]]:
    half = (len(lines) + 1) // 2
    return [lines[:half], lines[half:]]


def _columns(papers: Papers) -> list[tuple[str, str, float]]:
    """Title, what it shows of a line, and its share of the width."""
    found = [(_("Round"), "round", 13.0), (_("Table"), "table", 17.0)]
    if papers.system == "melee":
        return [*found, (_("With"), "mate", 17.0), (_("Against"), "meets", 33.0)]
    found += [(_("Seats"), "side", 15.0), (_("Against"), "meets", 24.0)]
    if any(line.deals for card in papers.cards for line in card.lines):
        found.append((_("Set"), "deals", 11.0))
    if any(line.then for card in papers.cards for line in card.lines):
        found.append((_("Then"), "then", 21.0))
    return found


def _table(page: Page, papers: Papers, lines: Sequence[Line], left: float, y: float, width: float) -> None:
    columns = _columns(papers)
    scale = width / sum(share for _title, _name, share in columns)
    most = len(lines) if width > WIDTH - 2 * EDGE else max(len(lines), len(papers.rounds) if width < 92 else 0)
    height = min(TALLEST_ROW, (HEIGHT - ROWS_TOP - ROWS_FOOT) / max(most, 1))
    top, x = y + ROWS_TOP, left
    for place in range(1, len(lines), 2):
        page.box(left, top + place * height, width, height, fill=TINT)
    for title, name, share in columns:
        room = share * scale
        head = fit([title], room - 1, (8.5, 8, 7.5, 7, 6.5, 6), lambda _size: 1, "bold").size
        page.say(title, x, top - 5, room, 5, size=head, face="bold", align="center")
        for place, line in enumerate(lines):
            _cell(page, name, line, (x, top + place * height, room, height))
        x += room
    page.rule(left, top, left + width, top, 0.5)
    for place in range(1, len(lines) + 1):
        bold = place % 4 == 0 or place == len(lines)
        page.rule(left, top + place * height, left + width, top + place * height, 0.35 if bold else 0.15)


def _cell(page: Page, name: str, line: Line, box: tuple[float, float, float, float]) -> None:
    x, y, room, height = box
    text = getattr(line, name)
    if name == "side":
        text = side_letters(text) if text else "–"
    if name == "table" and not text:  # to be written in when the round is drawn
        page.box(x + room / 2 - 5.5, y + height * 0.12, 11, height * 0.76, line=0.2, radius=1, fill="#fff")
        return
    large = min(18.0 if name in ("round", "table", "meets", "mate") else 13.0, height * 0.62 / MM_PER_POINT)
    face = "bold" if name in ("table", "meets", "mate") and not text.isalpha() else "sans"
    sizes = [large, *(size for size in (15, 13, 11, 10, 9, 8, 7, 6, 5) if size < large)]
    fitted = fit([text], room - 1.2, sizes, lambda size: 1 if size > 6.5 or height < 6 else 2, face)
    leading = fitted.size * 1.1 * MM_PER_POINT
    page.lines(fitted.lines, x, y + height / 2, room, size=fitted.size, leading=leading, face=face, align="center")


def poster(papers: Papers) -> list[Page]:
    """How everybody moves, then the plan of all rounds."""
    made = [_rules_page(papers)] if papers.rules else []
    by_table = papers.system in ("even-odd", "mitchell")
    for start in range(0, len(papers.rounds), MOST_COLUMNS):
        some = papers.rounds[start : start + MOST_COLUMNS]
        columns = [lists.Column(_("Table") if by_table else _("No."), "card")]
        columns += [] if by_table else [lists.Column(_("Names"), "words")]
        columns += [lists.Column(_("Round %(number)s") % {"number": one}, "strong") for one in some]
        rows = tuple(
            (row.label, *(() if by_table else (row.names,)), *row.cells[start : start + MOST_COLUMNS])
            for row in papers.grid
        )
        note = (
            _("North-South – East-West, by number")
            if by_table
            else _("With / against, by number")
            if papers.system == "melee"
            else _("Against, by number; tables as each round is drawn")
        )
        paper = lists.ListPaper(
            title=_("Plan of the rounds"), over=papers.over, note=note, columns=tuple(columns), rows=rows, foot=_foot()
        )
        made += lists.pages(paper)
    return made


def _foot() -> str:
    return _("Holds while nobody comes or leaves: the poster of each round counts.")


def _rules_page(papers: Papers) -> Page:
    page = Page()
    right = page.width_mm - MARGIN
    room = right - MARGIN
    page.say(papers.over, MARGIN, 11, room, 5.5, size=shrink(papers.over, room, (13, 12, 11, 10, 9, 8)))
    page.say(_("Who moves, and where to"), MARGIN, 17, room, 15, size=34, face="serif")
    page.rule(MARGIN, 35.4, right, 35.4, 1)
    y = 42.0
    for sentence in papers.rules:
        said = fit([sentence], room, (26, 24, 22, 20, 18, 16), lambda _size: 3, "bold")
        leading = said.size * 1.2 * MM_PER_POINT
        page.lines(
            said.lines, MARGIN, y + leading * len(said.lines) / 2, room, size=said.size, leading=leading, face="bold"
        )
        y += leading * len(said.lines) + 5
    page.say(_("%(who)s: from table → to table") % {"who": papers.movers}, MARGIN, y + 1, room, 7, size=14)
    _steps(page, papers.steps, y + 10)
    say_seal(page, papers.seal)
    page.rule(MARGIN, 281.5, right, 281.5, 0.4)
    foot = _foot()
    page.say(foot, MARGIN, 283, room - 42, 6, size=shrink(foot, room - 42, (11, 10.5, 10, 9.5, 9, 8)))
    count = ngettext("%(count)s table", "%(count)s tables", len(papers.steps)) % {"count": number(len(papers.steps))}
    page.say(count, right - 40, 283, 40, 6, size=11, align="right")
    return page


def _steps(page: Page, steps: Sequence[tuple[int, int]], top: float) -> None:
    """From each table to the next, down the columns, as large as they fit."""
    for height in STEP_HEIGHTS:
        columns = -(-len(steps) // int((270 - top) / height))
        width = (page.width_mm - 2 * MARGIN) / columns
        box = height * 1.35
        if 2 * box + height + 5 <= width:
            break
    per_column = -(-len(steps) // columns)
    size = height * 0.6 / MM_PER_POINT
    for place, two in enumerate(steps):
        column, line = divmod(place, per_column)
        x, y = MARGIN + column * width, top + line * height
        for left, table in zip((x, x + box + height), two, strict=True):
            page.say(
                str(table), left, y + 0.5, box, height - 1, size=size * 0.92, face="bold", align="center", card="back"
            )
        page.say("→", x + box, y, height, height, size=size, align="center")
