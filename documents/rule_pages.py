"""The rules of a tournament in words, for the wall and for who asks: as large as they fit, in two columns."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from documents import words
from documents.fonts import MM_PER_POINT, break_lines, shrink
from documents.kinds import Choice, Content
from documents.page import Page
from scoring.rulesets_reading import sections_of
from scoring.rulesets_store import rules_of, title_of
from tournaments.models import Tournament
from tournaments.services import stages

MARGIN, TOP, RULES_TOP, FOOT = 12.0, 10.0, 34.0, 286.0
SIZES = (13, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5)
Sections = Sequence[tuple[str, Sequence[str]]]


def gather(tournament: Tournament, _choice: Choice) -> Content:
    """A page or more for each rule set that the tournament's parts are played by."""
    over = f"{tournament.name}, {words.long_date(tournament.local_date)}"
    parts: dict[str, tuple[str, list[tuple[str, list[str]]]]] = {}
    for stage in stages.stages_of(tournament):
        version = stage.ruleset_version
        if version.sha256 in parts:
            continue
        title = _("The rules: %(rules)s") % {"rules": title_of(version, tournament.club.locale)}
        length = words.length(stage.game_format)
        found = [(_("Length of a game"), [f"{length[:1].upper()}{length[1:]}."])]
        found += [(one.title, list(one.sentences)) for one in sections_of(rules_of(version), tournament.club.locale)]
        parts[version.sha256] = (title, found)

    def pages() -> list[Page]:
        return [page for title, found in parts.values() for page in pages_of(over, title, found)]

    return Content(_("The rules in words"), [over, parts], pages)


def pages_of(over: str, title: str, sections: Sections) -> list[Page]:
    """As large as they fit on one page; at the smallest size on as many as it takes."""
    for size in SIZES:
        columns = _columns(sections, size)
        if len(columns) <= 2 or size == SIZES[-1]:
            break
    made = []
    for start in range(0, len(columns), 2):
        sheet = Page()
        room = sheet.width_mm - 2 * MARGIN
        sheet.say(over, MARGIN, TOP, room, 5, size=shrink(over, room, (11, 10, 9, 8, 7)))
        sizes = (26, 24, 21, 18, 15, 12, 10)
        sheet.say(title, MARGIN, TOP + 6, room, 12, size=shrink(title, room, sizes, "serif"), face="serif")
        sheet.rule(MARGIN, RULES_TOP - 5, MARGIN + room, RULES_TOP - 5, 1)
        for side, lines in enumerate(columns[start : start + 2]):
            y, left = RULES_TOP, MARGIN + side * (room + 8) / 2
            leading = size * 1.25 * MM_PER_POINT
            for text, face, before in lines:
                y += before
                sheet.say(text, left, y, (room - 8) / 2, leading, size=size, face=face)
                y += leading
        made.append(sheet)
    return made


def _columns(sections: Sections, size: float) -> list[list[tuple[str, str, float]]]:
    """Lines (text, face, room before) in columns, a heading never alone at a foot."""
    leading, width = size * 1.25 * MM_PER_POINT, (210 - 2 * MARGIN - 8) / 2
    columns: list[list[tuple[str, str, float]]] = [[]]
    y = RULES_TOP
    for title, sentences in sections:
        for place, sentence in enumerate((title, *sentences)):
            face = "sans" if place else "bold"
            lines = break_lines(sentence, width, size, face)
            before = 0.8 if place else 2.4
            needed = before + leading * (len(lines) + (0 if place else 2))
            if y + needed > FOOT and columns[-1]:
                columns.append([])
                y = RULES_TOP
            for line, text in enumerate(lines):
                columns[-1].append((text, face, before if line == 0 else 0.0))
            y += before + leading * len(lines)
    return columns
