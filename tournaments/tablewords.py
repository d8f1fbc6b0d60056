"""The sentences of the table's page: what a deal was, what was refused. Words of its script: ``phonewords``."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.look import TRUMPS
from scoring.rules.marked import is_marked
from tournaments import givenwords

#: Results of a deal, as short as a line of the sheet needs.
RESULTS = {
    "made": gettext_lazy("Made"),
    "failed": gettext_lazy("Failed"),
    "held": gettext_lazy("Held over"),
    "shared": gettext_lazy("Shared"),
    "replay": gettext_lazy("To be replayed"),
}
SPECIALS = {
    "capot": gettext_lazy("Capot"),
    "generale": gettext_lazy("Générale"),
    "take": gettext_lazy("Take"),
}
DOUBLINGS = {"coinche": gettext_lazy("doubled"), "surcoinche": gettext_lazy("redoubled")}

#: What a sheet or a table refuses, by the code of the error.
REFUSALS = {
    "position-taken": gettext_lazy("The other phone has recorded deal %(position)s. Compare."),
    "position-ahead": gettext_lazy("Deal %(position)s is missing on the sheet. Look at the sheet again."),
    "key-used": gettext_lazy("This deal was already sent with other figures. Look at the sheet again."),
    "key-missing": gettext_lazy("This deal came without its mark. Load the page again."),
    "sheet-closed": gettext_lazy("The sheet is closed. For a correction, ask the desk."),
    "sheet-complete": gettext_lazy("All deals are played. To change one, tap it in the list."),
    "sheet-changed": gettext_lazy("The sheet changed while you were reading. Here are the new figures."),
    "sheet-empty": gettext_lazy("No deal is recorded yet."),
    "sheet-unfinished": gettext_lazy("Deals are missing. Say why the sheet is closed now."),
    "sheet-asked": gettext_lazy("The desk has a question about your paper: answer it there first."),
    "sheet-versions": gettext_lazy("There are two versions of a deal: settle that first."),
    "versions-settled": gettext_lazy("The other phone has settled it meanwhile. Here is what stands."),
    "sheet-disputed": gettext_lazy("The arbiter is called: the sheet is closed once he has decided."),
    "paper-differs": gettext_lazy("The desk has typed other totals from the paper: it closes the sheet."),
    "pack-differs": gettext_lazy("What the desk took over from the paper cannot be right: it closes the sheet."),
    "paper-line": gettext_lazy("The desk has taken this over from your paper: ask it to put it right."),
    "side-unknown": gettext_lazy("Choose one of the two sides."),
    "position-range": gettext_lazy("A sheet has at most %(most)s deals."),
    "no-such-deal": gettext_lazy("Deal %(position)s is no longer on the sheet."),
    "not-last": gettext_lazy("Only the last deal can be taken back."),
    "deal-ruled-on": gettext_lazy("The arbiter has given this deal another score. Ask the desk."),
    "seat-unknown": gettext_lazy("Choose one of the four players."),
    "late-open": gettext_lazy("The sheet is open: this deal is recorded as the others are."),
    "late-too-many": gettext_lazy("So many deals have come late that no more are taken. Show this phone to the desk."),
    "code-missing": gettext_lazy("Type the four figures on your slip."),
    "code-wrong": gettext_lazy("These are not the figures of this side. Look at its slip. Tries left: %(left)s."),
    "code-wait": gettext_lazy("Too many wrong codes. Wait a quarter of an hour, or let the desk close the sheet."),
    "device-shut": gettext_lazy("The desk lets this phone write no more at this table. Go on with another one."),
    "corrections-table": gettext_lazy("You cannot open the sheet yourselves any more. For a correction, ask the desk."),
    "table-closed": gettext_lazy(
        "The round is over: this table can be read, not changed. For a correction, ask the desk."
    ),
    "no-arbiter": gettext_lazy("On a sheet of friends nobody is called and nobody has to agree."),
    "games-range": gettext_lazy("This sheet is full. Begin a new one."),
    "table-gone": gettext_lazy("The draw was taken back: this table is no longer played. Ask the desk."),
}


def no_table() -> str:
    """What a wrong, closed or renewed code says: always the same."""
    return _("This code leads to no table. Take the one on your sheet, or ask the desk.")


def too_many_codes() -> str:
    """What is said after many wrong ones, also to a right one."""
    return _("Too many codes that lead nowhere. Wait a quarter of an hour, or ask the desk.")


def no_code(length: int) -> str:
    """What is said of something typed that can be no code."""
    return _("A code has %(count)d letters and figures, as on your sheet.") % {"count": length}


def refusal(code: str, params: Mapping[str, Any]) -> str:
    """The sentence of a refused verb."""
    known = {name: value for name, value in params.items() if name in {"position", "most", "left"}}
    return str(REFUSALS[code]) % known if code in REFUSALS else _("This cannot be done now. Load the page again.")


def pair(numbers: str) -> str:
    """What a side is called in a sentence: "Pair 7", "Pair 7 + 12"."""
    return _("Pair %(number)s") % {"number": numbers}


def forfeited(sides: str, labels: Mapping[str, str]) -> str:
    """What the phone of a table says where a side ("A", "B"), or both ("AB"), forfeited its game; "" where none did."""
    if not sides:
        return ""
    return f"{givenwords.forfeited(sides, labels)} {_('What stands on this sheet counts for nothing. It is kept.')}"


def on_paper() -> str:
    """What stands in the place of a contract where the desk took the figures over from the paper."""
    return _("Paper")


def contract(deal: Mapping[str, Any]) -> str:
    """A contract as said aloud: "100 hearts doubled", "All pass"; of what was taken over from a paper, its figures."""
    if is_marked(deal):
        return _("%(one)s to %(other)s") % {"one": deal["marked"]["NS"], "other": deal["marked"]["EW"]}
    if deal.get("declarer") is None:
        return _("All pass")
    bid = deal.get("contract")
    words = [str(SPECIALS.get(bid, bid)) if isinstance(bid, str) else str(bid)]
    if deal.get("trump") in TRUMPS:
        words.append(str(TRUMPS[deal["trump"]]))
    if deal.get("double") in DOUBLINGS:
        words.append(str(DOUBLINGS[deal["double"]]))
    return " ".join(words)


def summary(result: str, deal: Mapping[str, Any], counted: int | None) -> str:
    """What became of a deal, in a few words: "Made, 121 + belote", "Deal not counted"."""
    declarer = deal.get("declarer")
    if is_marked(deal):
        return _("Taken over by the desk")
    if declarer is None:
        return _("Counted deal") if counted is not None else _("Deal not counted")
    word = str(RESULTS.get(result, result))
    points = _points(deal)
    if deal.get("sweep"):
        detail = _("all tricks") if deal["sweep"] == declarer else _("no trick")
    elif points is None:
        return word
    elif declarer in (deal.get("belote") or ()):
        detail = _("%(points)s + belote") % {"points": points}
    else:
        detail = _("%(points)s points") % {"points": points}
    return _("%(result)s, %(detail)s") % {"result": word, "detail": detail}


def _points(deal: Mapping[str, Any]) -> int | None:
    """The declarers' points where they were written."""
    points = deal.get("points") or {}
    value = points.get(deal.get("declarer"))
    return value if isinstance(value, int) else None


def change(before: Mapping[str, Any], after: Mapping[str, Any], time: str) -> str:
    """What a correction changed: "86 corrected to 96 at 21:32", else both deals as said aloud."""
    was, now = contract(before), contract(after)
    if is_marked(before) and was == now:
        return _("Belotes or tricks corrected at %(time)s") % {"time": time}
    same_bid = not is_marked(before) and was == now and before.get("declarer") == after.get("declarer")
    if same_bid and _points(before) != _points(after) and _points(before) is not None:
        was, now = str(_points(before)), str(_points(after))
    elif same_bid:
        return _("Belote, capot or announces corrected at %(time)s") % {"time": time}
    elif was == now:
        return _("Declarer corrected at %(time)s") % {"time": time}
    return _("%(was)s corrected to %(now)s at %(time)s") % {"was": was, "now": now, "time": time}


def taken_back(position: int, deal: Mapping[str, Any], time: str) -> str:
    """The trace of a deal that was taken back."""
    return _("Line %(position)s taken back at %(time)s: %(deal)s") % {
        "position": position,
        "time": time,
        "deal": contract(deal),
    }
