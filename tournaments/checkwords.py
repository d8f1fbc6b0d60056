"""What a check has found, in words: where, what, what is kept and what it should be. Never a name."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.checking import Finding
from tournaments.checking.model import Place

_SAID: Mapping[str, Any] = {
    # The file
    "archive-damaged": gettext_lazy("The file is not as it was written: its SHA-256 is another one."),
    "archive-twice": gettext_lazy("Section %(section)s of the file, row %(row)s: its id is there twice."),
    "archive-reference": gettext_lazy("Section %(section)s of the file, row %(row)s: “%(field)s” leads nowhere."),
    "rules": gettext_lazy("The rule set “%(key)s” is not the one that its SHA-256 names"),
    "unreadable": gettext_lazy("It cannot be worked out any further."),
    # A sheet and its deals
    "sheet-unreadable": gettext_lazy("The deals of the sheet make no game."),
    "position": gettext_lazy("The lines of the sheet are not numbered one after the other"),
    "deal-scores": gettext_lazy("The score of the deal is not what the deal comes to"),
    "deal-counted": gettext_lazy("The number among the deals that count is another one"),
    "deal-held_after": gettext_lazy("The points held over after the deal are others"),
    "deal-answer": gettext_lazy("What became of the contract is something else"),
    "deal-kind": gettext_lazy("The kind of the line is another one"),
    "total": gettext_lazy("The total of %(side)s is not the sum of the deals"),
    "sheet-held": gettext_lazy("The points held over are others"),
    "sheet-complete": gettext_lazy("Whether the game is over is told wrongly"),
    "sheet-digest": gettext_lazy("The mark of the sheet’s figures is not that of its deals"),
    # History
    "history-numbers": gettext_lazy("The history of the sheet is not whole: lines of it are missing, or too many"),
    "history-unreadable": gettext_lazy("Line %(event)s of the history cannot be followed."),
    "history-unknown": gettext_lazy("Line %(event)s of the history tells what this program does not know"),
    "history-position": gettext_lazy("Line %(event)s of the history is about another place on the sheet"),
    "history-before": gettext_lazy("Line %(event)s of the history begins from what was not there"),
    "history-after": gettext_lazy("Line %(event)s of the history ends with what does not come of it"),
    "history-state": gettext_lazy("Line %(event)s of the history does not fit to whether the sheet was closed"),
    "history-sheet-first_dealer": gettext_lazy("The first dealer is not the one that the history leaves"),
    "history-sheet-time": gettext_lazy("The call of time is not the one that the history leaves"),
    "history-sheet-paper": gettext_lazy("The totals of the paper are not those that the history leaves"),
    "history-sheet-rulings": gettext_lazy("What the arbiter decided is not what the history leaves"),
    "history-sheet-rules": gettext_lazy("The sheet does not count by the rules that the history leaves"),
    "history-sheet-state": gettext_lazy("The sheet is not open or closed as the history leaves it"),
    "deal-lost": gettext_lazy("The history knows a deal that is not on the sheet any more"),
    "deal-otherwise": gettext_lazy("The deal on the sheet is not the one that the history leaves"),
    "deal-unheard": gettext_lazy("The history knows nothing of the deal on the sheet"),
    # Seats and rounds
    "entry-twice": gettext_lazy("The number is on the list more than once"),
    "round-numbers": gettext_lazy("The rounds are not numbered one after the other"),
    "table-twice": gettext_lazy("The table is there more than once"),
    "table-missing": gettext_lazy("The table was drawn and was not set"),
    "seat-shared": gettext_lazy("Two sit on the same place"),
    "seat-twice": gettext_lazy("It has more than one seat in the round"),
    "seat-drawn": gettext_lazy("Others sit there than were drawn, and no history says why"),
    "status": gettext_lazy("What it does in the round is told otherwise than it sits"),
    "game-state": gettext_lazy("The game is not over, or going on, as its sheet is"),
    "draw-unreadable": gettext_lazy("The draw of the round cannot be read."),
    "draw-published": gettext_lazy("The number of published draws of the round is wrong"),
    # Results
    "result-missing": gettext_lazy("Its result of the game is missing"),
    "result-stranger": gettext_lazy("It has a result of a table at which it did not sit"),
    "result-early": gettext_lazy("It has a result of a game that is not over"),
    "result-source": gettext_lazy("Where its result comes from is told wrongly"),
    "result-points_for": gettext_lazy("Its points are not those of the sheet"),
    "result-points_against": gettext_lazy("The points against it are not those of the sheet"),
    "result-match_points": gettext_lazy("Its match points are not those of the match"),
    "given-missing": gettext_lazy("It should be given points for a round that it did not play"),
    "given-unasked": gettext_lazy("It was given points that no rule gives"),
    "given-source": gettext_lazy("Why it was given points is told wrongly"),
    "given-points_for": gettext_lazy("The points given to it are not what the rule gives"),
    "given-points_against": gettext_lazy("The points against it are not what the rule gives"),
    "given-match_points": gettext_lazy("The match points given to it are not what the rule gives"),
    "adjustment-counter": gettext_lazy("What makes points void does not take back the same"),
    "adjustment-lost": gettext_lazy("The journal tells of points given or taken that are not there any more"),
    "adjustment-points": gettext_lazy("The journal tells of other points given or taken"),
    # Draws
    "draw-differs": gettext_lazy("Draw %(attempt)s, made again, comes out otherwise (%(detail)s)."),
    "draw-seed": gettext_lazy("Draw %(attempt)s was not made with the seed that was sealed."),
    "draws-attempts": gettext_lazy("The draws of the round are not numbered one after the other: one was left out."),
    "draws-twice": gettext_lazy("Draw %(attempt)s is there more than once."),
    "draws-published": gettext_lazy("Not exactly one draw of the round was published."),
    "draws-hand": gettext_lazy("Draw %(attempt)s, changed by hand, does not seat exactly those whom it placed."),
    # What is public
    "public-sha256": gettext_lazy("The published figures are not those that were published"),
    "public-unreadable": gettext_lazy("The published figures cannot be read."),
    "public-sum": gettext_lazy("The published total is not the sum of its parts"),
}

#: What is told of standings, by the name of the figure; a finding's code is "standing-…" or "public-…".
_OF_STANDINGS: Mapping[str, Any] = {
    "criteria": gettext_lazy("What decides is another order"),
    "parameters": gettext_lazy("What the criteria are told is something else"),
    "explained": gettext_lazy("What a figure is made of is told wrongly"),
    "rounds": gettext_lazy("The rounds, or its points by round, are others"),
    "cut": gettext_lazy("The rounds cut short are others"),
    "row": gettext_lazy("Its row is missing, or should not be there"),
    "order": gettext_lazy("The order of the list is another one"),
    "rank": gettext_lazy("Its rank is another one"),
    "points": gettext_lazy("Its total is another one"),
    "adjustments": gettext_lazy("The points given to it or taken from it are others"),
    "results": gettext_lazy("Its points from results are others"),
    "byes": gettext_lazy("Its points from rests are others"),
    "values": gettext_lazy("The figures that decide are others"),
    "tied": gettext_lazy("Whether it shares its place is told wrongly"),
    "decided_by": gettext_lazy("What decides its place is told wrongly"),
    "played": gettext_lazy("The number of its games is another one"),
    "line": gettext_lazy("Its line is another one"),
    "tables": gettext_lazy("The published result of the table is another one"),
    "sheets": gettext_lazy("The published sheet of the table is another one"),
    "list": gettext_lazy("A list is missing, or should not be there"),
    "list-row": gettext_lazy("Its row of a list is another one, is missing, or should not be there"),
    "list-points": gettext_lazy("Its points in a list are others"),
    "list-rank": gettext_lazy("Its rank in a list is another one"),
    "list-sum": gettext_lazy("Its points in a list are not the sum of their parts"),
    "missed": gettext_lazy("What is published of a missed round is another figure"),
    "meetings": gettext_lazy("The published result of the meeting is another one"),
    "round": gettext_lazy("The published round is another one"),
    "bye_rule": gettext_lazy("The published rule for rests is another one"),
}


def of_finding(finding: Finding) -> str:
    """A finding in one line: where, what, and both figures where there are any."""
    sentence = " – ".join(part for part in (where(finding.place), said(finding)) if part)
    return f"{sentence} {figures(finding)}".strip()


def where(place: Place) -> str:
    """Where something was found, as far as it has a place: "Round 2, table 5, deal 7, no. 12"."""
    parts: tuple[tuple[int | None, Callable[[int], str]], ...] = (
        (place.round, lambda number: _("round %(number)s") % {"number": number}),
        (place.table, lambda number: _("table %(number)s") % {"number": number}),
        (place.deal, lambda number: _("deal %(number)s") % {"number": number}),
        (place.entry, lambda number: pgettext("entry", "no. %(number)s") % {"number": number}),
    )
    text = ", ".join(say(number) for number, say in parts if number is not None)
    return text[:1].upper() + text[1:]


def _list(finding: Finding) -> str:
    """Which figures it is about, where those are no sheet's and no result's."""
    if finding.code.startswith("standing-"):
        return _("Standings")
    if not finding.code.startswith("public-"):
        return ""
    told: Mapping[str, Callable[[], str]] = {
        "standings": lambda: _("Published standings, version %(version)s"),
        "round": lambda: _("Published results, version %(version)s"),
        "sheets": lambda: _("Published sheets, version %(version)s"),
        "lists": lambda: _("Published lists, version %(version)s"),
    }
    say = told.get(str(finding.params.get("what")))
    return say() % {"version": finding.params.get("version", "?")} if say else ""


def said(finding: Finding) -> str:
    """What is not as it should be, and, where it is no sheet's and no result's, of which figures."""
    return " – ".join(part for part in (_list(finding), what(finding)) if part)


def what(finding: Finding) -> str:
    """What is not as it should be, in one sentence."""
    sentence = _SAID.get(finding.code)
    if sentence is None:
        sentence = _OF_STANDINGS.get(finding.code.partition("-")[2])
    if sentence is None:
        return finding.code
    text = str(sentence)
    params = {name: _named(value) for name, value in finding.params.items()}
    try:
        return text % params if "%(" in text else text
    except KeyError:  # a finding that was kept by an older version
        return finding.code


def _named(value: Any) -> Any:
    """A side by its name; everything else as it is."""
    sides: Mapping[Any, Callable[[], str]] = {"NS": lambda: _("North-South"), "EW": lambda: _("East-West")}
    return sides[value]() if isinstance(value, str) and value in sides else value


def figures(finding: Finding) -> str:
    """What is kept and what it should be, where the finding is about figures."""
    if finding.stored is None and finding.expected is None:
        return ""
    told = {"stored": shown(finding.stored), "expected": shown(finding.expected)}
    if finding.expected is None:
        return _("(kept: %(stored)s)") % told
    return _("(kept: %(stored)s; it should be: %(expected)s)") % told


def shown(value: Any) -> str:
    """A figure as it is shown: plain, a table of figures in short."""
    if value is None:
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        names = sorted(value, key=lambda name: (name != "NS", name))
        text = ", ".join(f"{_named(name)} {shown(value[name])}" for name in names if value[name] is not None)
    elif isinstance(value, list | tuple):
        text = "[" + ", ".join(shown(part) for part in value) + "]"
    else:
        text = str(value)
    return text if len(text) <= 200 else f"{text[:199]}…"
