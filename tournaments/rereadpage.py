"""What the pages of a second reading show; of the first figures nothing, until it is done."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import rules
from scoring.rules.marked import is_marked
from scoring.rulesets_store import rules_of
from scoring.sheet_game import standing_entries
from tournaments import marksform, navigation, paperdesk, sheetlines, tables, tablewords
from tournaments.dealform import DealForm
from tournaments.marksform import DEALS
from tournaments.models import Game, SecondReading, SheetHand, Tournament
from tournaments.services import rereading

#: What of a table's document the second reader is shown: who sits there; no figure, no line, no agreement.
_SHOWN = ("side", "label", "names")


def game_of(reading: SecondReading) -> Game:
    """The game with all that its pages ask for."""
    rows = Game.objects.select_related(
        "sheet__ruleset_version__ruleset",
        "sheet__format",
        "match__round__stage__tournament__club",
        "match__round__stage",
    )
    found: Game = rows.get(pk=reading.game_id)
    return found


def overview(tournament: Tournament) -> dict[str, Any]:
    """The lists of the page of all second readings."""
    rows = rereading.open_readings(tournament)
    return {
        "asked": [one for one in rows if one.hand is None],
        "in_work": [one for one in rows if one.hand is not None and one.finished_at is None],
        "to_settle": [one for one in rows if one.finished_at is not None],
        "settled": [
            {"reading": one, "outcome": one.get_outcome_display()} for one in rereading.settled_readings(tournament)
        ],
        "eligible": rereading.eligible(tournament),
    }


def _way(game: Game) -> str:
    """How the sheet was typed, which is how it is typed again: a way, and no figure."""
    typed = marksform.way_of([{"deal": entry.data} for entry in standing_entries(game.sheet)])
    return typed or DEALS


def _people(game: Game) -> list[dict[str, Any]]:
    state = tables.game_state(game, get_language() or "fr", writable=False)
    return [{name: side[name] for name in _SHOWN} for side in state["sides"]]


def _numbers(game: Game) -> dict[str, str]:
    return {side["side"]: side["label"] for side in _people(game)}


def form_of(reading: SecondReading, game: Game, data: Any = None) -> Any:
    """The form in which the sheet is typed again, with what this reader has typed of it."""
    way = _way(game)
    if way == DEALS:
        ruleset = rules_of(game.sheet.ruleset_version)
        return DealForm(sheetlines.keys_of(ruleset, get_language() or "fr"), _numbers(game), data)
    lines = [{"deal": line} for line in reading.lines]
    state = {"entries": lines, "sides": _people(game)}
    form = paperdesk.form_of(way, game, state, data)
    form.only_lines()
    return form


def lines(reading: SecondReading, form: Any) -> list[dict[str, Any]]:
    """All lines as they are with what was typed now."""
    if isinstance(form, DealForm):
        return [*reading.lines, form.deal()]
    return [line.as_data() for line in form.marks()]


def refuse(form: Any, error: rules.DealError) -> None:
    """Put what the rules refuse beside its field."""
    text = error.text(get_language() or "fr")
    if isinstance(form, DealForm):
        form.refuse(error.field, text)
    else:
        form.add_error(None, text)


def typing(reading: SecondReading, game: Game, form: forms.Form, language: str) -> dict[str, Any]:
    """What the second reader sees: the pairs, the form, and his own lines with what they come to."""
    played = rereading.played(game, reading.lines, language=language)
    shown = [
        {
            "no": step.counted,
            "says": _says(line),
            "scores": (step.ns, step.ew),
            "totals": (step.total_ns, step.total_ew),
        }
        for line, step in zip(reading.lines, played.steps, strict=True)
    ]
    way = _way(game)
    is_deals = way == DEALS
    if not form.is_bound and not played.complete:
        name = next(iter(form.fields)) if is_deals else form.next_field  # type: ignore[attr-defined]
        form.fields[name].widget.attrs["autofocus"] = True
    tournament = game.match.round.stage.tournament
    return {
        "sides": _people(game),
        "way": way,
        "form": form if is_deals else None,
        "marks_form": None if is_deals else form,
        "marks_url": navigation.address("reading", tournament, tournament.club, reading.pk),
        "worth": "" if is_deals else paperdesk.worth_data(form),  # type: ignore[arg-type]
        "lines": shown,
        "count": len(reading.lines),
        "next_no": played.counted + 1,
        "is_complete": played.complete,
        "state": {"revision": len(reading.lines), "complete": played.complete},
    }


def _says(line: Any) -> str:
    return paperdesk.line_words(line)[0] if is_marked(line) else tablewords.contract(line)


def differing(reading: SecondReading, game: Game, language: str) -> dict[str, Any]:
    """What both read otherwise, line by line, as the sheet stands now."""
    reading.game = game
    state = tables.game_state(game, language, writable=False)
    called = {side["side"]: side["label"] for side in state["sides"]}
    rows = [
        {
            "position": one.position,
            "first": _told(one.first, one.first_scores, called),
            "second": _told(one.second, one.second_scores, called),
        }
        for one in (rereading.differences(reading) if reading.settled_at is None else [])
    ]
    return {
        "sides": state["sides"],
        "rows": rows,
        "seen": game.sheet.revision,
        "outcome": reading.get_outcome_display(),
        "typist": _first_typists(game),
    }


def _told(line: Any, scores: Any, called: Mapping[str, str]) -> dict[str, Any] | None:
    if line is None:
        return None
    return {"says": _says(line), "more": _more(line, called), "scores": scores}


def _more(line: Any, called: Mapping[str, str]) -> str:
    """What else a line says, where two lines with the same contract differ in it; ``called``: the sides' numbers."""
    if is_marked(line):
        return paperdesk.line_words(line)[1]
    parts: list[str] = []
    points = line.get("points") or {}
    for name, word in (("declarer", _("declarer")), ("sweep", _("all eight tricks")), ("last_trick", _("last trick"))):
        if line.get(name):
            parts.append(f"{word} {called[line[name]]}")
    for side in ("NS", "EW"):
        if points.get(side) is not None:
            parts.append(_("%(points)d points for %(who)s") % {"points": points[side], "who": called[side]})
    for side in line.get("belote") or ():
        parts.append(_("belote of %(who)s") % {"who": called[side]})
    for side, named in (line.get("announces") or {}).items():
        if named:
            parts.append(_("announces of %(who)s") % {"who": called[side]} + f" {', '.join(map(str, named))}")
    return ", ".join(parts)


def _first_typists(game: Game) -> str:
    hands = SheetHand.objects.filter(game=game, part=SheetHand.Part.TYPED).select_related("account").order_by("pk")
    return ", ".join(one.account.get_username() for one in hands)
