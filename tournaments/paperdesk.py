"""The page of a sheet whose paper is not typed deal by deal; and how the desk goes from sheet to sheet."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scoring.pack import off_on
from scoring.paper import Paper, compared
from scoring.rules.control_pack import Off
from scoring.rules.game_format import GameFormat
from scoring.rules.marked import Marked, parse_marked
from scoring.rulesets_store import rules_of
from scoring.sheet_game import format_of, standing_entries
from tournaments import marksform, navigation
from tournaments.marksform import COLUMNS, DEALS, TOTALS, ColumnsForm, TotalsForm
from tournaments.models import Game, Tournament

#: In the session: how sheets are typed now, and the tournament whose papers are typed one after the other.
_WAY, _STACK = "sheet_way", "sheet_stack"


def labels() -> list[tuple[str, str]]:
    """The ways of typing a sheet, as they are offered."""
    return [(DEALS, _("Deal by deal")), (COLUMNS, _("Columns")), (TOTALS, _("Totals only"))]


def chosen_way(request: HttpRequest) -> str:
    """How an empty sheet is typed: as asked by the address, which is remembered, else as the last one was."""
    asked = request.GET.get("by", "")
    if asked in marksform.WAYS:
        request.session[_WAY] = asked
    return str(request.session.get(_WAY, DEALS))


def begin_stack(request: HttpRequest, tournament: Tournament) -> None:
    """From now on, a sheet that is closed leads to the next of the stack."""
    request.session[_STACK] = str(tournament.pk)


def end_stack(request: HttpRequest) -> None:
    request.session.pop(_STACK, None)


def is_stack(request: HttpRequest, tournament: Tournament) -> bool:
    return request.session.get(_STACK) == str(tournament.pk)


def form_of(way: str, game: Game, state: Mapping[str, Any], data: Any = None) -> TotalsForm | ColumnsForm:
    """The form of columns or totals for a sheet, with what was taken over already."""
    numbers = {side["side"]: side["label"] for side in state["sides"]}
    lines = marksform.lines_of(state["entries"])
    form = marksform.FORMS[way](rules_of(game.sheet.ruleset_version), numbers, _length(game), lines, data)
    if way == COLUMNS:
        for name, total in zip(("paper_ns", "paper_ew"), Paper.of(game.sheet).totals, strict=True):
            form.fields[name].initial = total
    return form


def _length(game: Game) -> int:
    """The deals of a game that has a number of them, else 0."""
    format_: GameFormat = format_of(game.sheet.format)
    return format_.deals or 0


def context(
    request: HttpRequest, game: Game, state: Mapping[str, Any], form: TotalsForm | ColumnsForm | None = None
) -> dict[str, Any]:
    """``way``, the other ways as long as nothing stands, the form of this way, and what the cards cannot make."""
    tournament = game.match.round.stage.tournament
    typed = marksform.way_of(state["entries"])
    way = form.way if form is not None else typed or chosen_way(request)
    found = form if form is not None or way == DEALS else form_of(way, game, state)
    if found is not None and not state["complete"] and not found.is_bound:
        found.fields[found.next_field].widget.attrs["autofocus"] = True
    off = off_on(game.sheet, standing_entries(game.sheet)) if typed in (COLUMNS, TOTALS) else None
    return {
        "way": way,
        "ways": [] if typed else labels(),
        "marks_form": found,
        "marks_url": navigation.address("sheet-marks", tournament, tournament.club, game.pk),
        "worth": worth_data(found),
        "pack_off": [_shown(one, whole=typed == TOTALS) for one in off or ()],
        "pack_agrees": off == (),
        "is_stack": is_stack(request, tournament),
    }


def is_off(game: Game) -> bool:
    """Whether a control says that something of the paper cannot be."""
    report = compared(game.sheet)
    return bool(off_on(game.sheet, standing_entries(game.sheet))) or (report is not None and not report.agrees)


def worth_data(form: TotalsForm | ColumnsForm | None) -> str:
    """What the page's script needs to say while a row is typed that its cards cannot make it; "" for nothing."""
    if form is None or form.worth is None:
        return ""
    worth = form.worth
    told = {"packs": dict(worth.pack), "pack": worth.one_pack, "belote": worth.belote, "sweep": worth.sweep}
    return json.dumps(told)


def _shown(off: Off, *, whole: bool) -> dict[str, Any]:
    language = get_language() or "fr"
    return {
        "no": None if whole else off.position,
        "position": off.position,
        "written": off.written,
        "wanted": off.wanted,
        "difference": off.difference,
        "texts": [one.text(language) for one in off.suspicions],
    }


def says(line: Marked) -> str:
    """A line that was taken over, in the words of the list: what it is of, and what was told beside the figures."""
    deals = ngettext("Total of %(n)d deal", "Total of %(n)d deals", line.deals) % {"n": line.deals}
    return deals if line.whole else _("From the paper")


def told_beside(line: Marked) -> str:
    """The belotes and sweeps that were typed beside the figures."""
    parts: list[str] = []
    if line.belotes:
        parts.append(ngettext("%(n)d belote", "%(n)d belotes", line.belotes) % {"n": line.belotes})
    if line.sweeps:
        parts.append(ngettext("all eight tricks", "%(n)d times all eight tricks", line.sweeps) % {"n": line.sweeps})
    return ", ".join(parts)


def line_words(data: Mapping[str, Any]) -> tuple[str, str]:
    """Both for a line as it is kept."""
    line = parse_marked(data)
    return says(line), told_beside(line)
