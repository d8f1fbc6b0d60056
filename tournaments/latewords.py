"""Deals that came late in words, each beside what stands in its place, and what taking them in would make of it."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from core.templatetags.look import number
from scoring import late, rules
from scoring.models import LateDeal
from scoring.rules.marked import is_marked
from scoring.sheet_game import SIDE_OF, game_of, standing_entries
from tournaments import tablewords
from tournaments.models import Game

#: Why late deals cannot be taken in as they are.
_REFUSED = {
    "late-gap": lambda: _("They cannot be taken in as they are: the line before line %(position)d is missing."),
    "late-over": lambda: _("They cannot be taken in as they are: the game is over before line %(position)d."),
    "late-impossible": lambda: _("They cannot be taken in as they are: line %(position)d can be no deal."),
}


def deal(data: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    """A deal in one line: who took, the contract, what was made. ``labels``: the number of each side ("NS", "EW")."""
    if is_marked(data):
        marked = data["marked"]
        told = {"one": number(marked["NS"]), "other": number(marked["EW"])}
        return _("%(one)s to %(other)s, taken over from the paper") % told
    declarer = data.get("declarer")
    if declarer is None:
        return tablewords.contract(data)
    who = tablewords.pair(labels.get(declarer, ""))
    parts = [_("%(who)s: %(deal)s") % {"who": who, "deal": tablewords.contract(data)}]
    points = (data.get("points") or {}).get(declarer)
    if isinstance(points, int):
        parts.append(ngettext("%(n)d point", "%(n)d points", points) % {"n": points})
    parts += [
        _("belote of pair %(number)s") % {"number": labels.get(side, "")} for side in data.get("belote") or () if side
    ]
    if data.get("sweep"):
        parts.append(_("capot of pair %(number)s") % {"number": labels.get(data["sweep"], "")})
    if data.get("announces"):
        parts.append(_("with announces"))
    return ", ".join(parts)


def page_of(game: Game, found: Iterable[LateDeal], labels: Mapping[str, str]) -> dict[str, Any]:
    """What the arbiter's page shows of late deals. ``labels`` by side ("A", "B")."""
    named: dict[str, str] = {SIDE_OF[letter]: label for letter, label in labels.items() if letter in SIDE_OF}
    deals, sheet = list(found), game.sheet
    standing = {entry.position: entry.data for entry in standing_entries(sheet)}
    planned = late.plan(sheet, deals)
    rows = []
    for one in deals:
        wrong = _wrong(one, sheet)
        there = standing.get(one.position)
        rows.append(
            {
                "position": one.position,
                "typed": json.dumps(one.data) if wrong else deal(one.data, named),
                "wrong": wrong,
                "stands": deal(there, named) if there is not None else "",
                "at": one.at,
            }
        )
    return {"rows": rows, **_outcome(game, planned)}


def _wrong(one: LateDeal, sheet: Any) -> str:
    """What is wrong with something that can be no deal; "" where it can."""
    try:
        game_of(sheet, [one.data])
    except rules.DealError as error:
        return error.text(get_language() or "fr")
    return ""


def _outcome(game: Game, planned: late.Plan) -> dict[str, Any]:
    """Whether they can be taken in: the totals with them, or why not."""
    if game.forfeit:
        return {"may": False, "says": _("The game was forfeited: its sheet counts for nothing.")}
    if planned.refusal:
        return {"may": False, "says": _REFUSED[planned.refusal]() % {"position": planned.position}}
    if not planned.steps:
        return {"may": False, "says": _("All of them stand on the sheet by now.")}
    before = dict(game.sheet.sides.values_list("side", "total"))
    told = {
        "one": number(planned.totals["NS"]),
        "other": number(planned.totals["EW"]),
        "was": number(before["A"]),
        "against": number(before["B"]),
    }
    text = _("With them the sheet says %(one)s to %(other)s, instead of %(was)s to %(against)s.")
    return {"may": True, "says": text % told}
