"""Score sheets otherwise than a whole round on A4: smaller, of some tables, of what is missing, or blank."""

import uuid
from dataclasses import asdict, replace
from typing import Any

from django.utils.translation import gettext as _

from documents import sheet_form, sheet_words, small_sheets
from documents import sheets as whole
from documents.columns import layout
from documents.imposing import LARGER, enlarged, together
from documents.kinds import Choice, Content, Nothing
from documents.page import Page
from documents.sheet_words import Side, Table
from scoring import rules
from scoring.models import ScoreSheet
from scoring.rulesets_store import rules_of
from tournaments.models import Game, Round, Tournament
from tournaments.services import stages

#: A whole sheet, one without the columns of the play, and a slip for the totals; "x2" and "x4": so many to a page.
SIZES = ("A4", "A5", "A5x2", "slip-A6x4", "slip-A5x2", "slip-A6")
#: How many blank sheets are made where nobody says, and at most with numbers and without.
USUAL_BLANKS, MOST_BLANKS = 10, 500


def gather(round_id: uuid.UUID, choice: Choice) -> Content:
    """The sheets of a published round that are chosen. Nothing "no-tables", "no-such"."""
    round_, found = whole.gather(round_id)
    if not found.tables:
        raise Nothing("no-tables")
    tables = [one for one in found.tables if choice.holds(one.number)]
    if choice.missing:
        out = _not_in(round_)
        tables = [one for one in tables if (one.number, one.game) in out]
    if not tables:
        raise Nothing("no-such")
    ruleset = rules_of(whole.version_of(round_))
    data = [found.language, asdict(found.head), found.rules_sha256, choice.size, [asdict(one) for one in tables]]
    return Content(
        f"{found.head.title}, {found.head.round_title}",
        data,
        lambda: pages_of(found.head, ruleset, tables, choice.size or SIZES[0]),
        {"tables": len(tables), "without_code": found.without_code},
    )


def _not_in(round_: Round) -> set[tuple[int, int]]:
    """Tables (with the game's number where there are several) whose sheet is not closed yet."""
    games = Game.objects.filter(match__round=round_).select_related("sheet")
    several = games.values("match").distinct().count() < games.count()
    return {
        (game.table_no, game.number if several else 0) for game in games if game.sheet.state != ScoreSheet.State.CLOSED
    }


def gather_blanks(tournament: Tournament, choice: Choice) -> Content:
    """Sheets without names: of the tables that are chosen, or so many without a number."""
    stage = stages.stages_of(tournament)[-1]
    ruleset = rules_of(stage.ruleset_version)
    head = _blank_head(stage, tournament)
    first, last = max(1, choice.first), max(choice.first, choice.last)
    numbers = list(range(first, last + 1))[:MOST_BLANKS] if last else []
    count = min(choice.count, MOST_BLANKS) or (0 if numbers else USUAL_BLANKS)
    nobody = (Side("", ()), Side("", ()))
    tables = [Table(number, 0, nobody, "", "") for number in [*numbers, *[0] * count]]
    size = choice.size or SIZES[0]
    data = [asdict(head), stage.ruleset_version.sha256, size, numbers, count]
    return Content(
        _("Blank score sheets"),
        data,
        lambda: pages_of(head, ruleset, tables, size, blank=True),
        {"tables": len(tables)},
    )


def _blank_head(stage: Any, tournament: Tournament) -> sheet_form.Head:
    head = whole.head_of(stage, stage.ruleset_version, has_code=False, language=tournament.club.locale)
    return replace(head, round_title=_("Round ___"), instead=_("Spare sheet, without a code"))


def pages_of(
    head: sheet_form.Head, ruleset: rules.RuleSet, tables: list[Table], size: str, *, blank: bool = False
) -> list[Page]:
    """The pages of these tables' sheets in one of SIZES; ``blank``: with lines to write numbers and names on."""
    if size == "A4":
        form = sheet_form.Form(head, layout(ruleset))
        fill = sheet_words.spare_pages if blank else sheet_words.filled_pages
        return whole.on_form(form, form.blank_pages(), tables, fill)
    if size.startswith("slip"):
        slip = small_sheets.Slip(head)
        made = [page for table in tables for page in small_sheets.slip_pages(slip, table)]
        if size == "slip-A5x2":
            return together([enlarged(page, LARGER, "A5") for page in made])
        return together(made) if size == "slip-A6x4" else made
    short = small_sheets.ShortForm(head, "contract" in ruleset.fields)
    made = [page for table in tables for page in small_sheets.short_pages(short, table)]
    return together(made) if size == "A5x2" else made
